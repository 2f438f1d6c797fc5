"""Run the command line with ``python -m kaleido``."""

import sys

from kaleido.cli import main

if __name__ == "__main__":
    sys.exit(main())
