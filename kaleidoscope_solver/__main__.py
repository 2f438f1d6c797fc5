"""Run the command line with ``python -m kaleidoscope_solver``, a name that only Kaleido has."""

import sys

from kaleidoscope_solver import main

if __name__ == "__main__":
    sys.exit(main())
