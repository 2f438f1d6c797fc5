"""Run the command line with ``python -m kaleido``, or by its names ``kaleido`` and others."""

import sys
from pathlib import Path

from kaleido._clash import clash
from kaleido._signals import OrderlyEnd


def main() -> int:
    """Run the command line with the arguments of the process.

    If Plotly's package of the same name has overwritten modules of this one, one line says so.
    """
    with OrderlyEnd() as end:
        try:
            code = _run()
            end.finish()
        except (KeyboardInterrupt, Exception) as problem:
            # Before the command line is loaded, or after it is done; and what a signal breaks off,
            # such as the import of an extension module, may fail in a way of its own.
            if not (end.came or isinstance(problem, KeyboardInterrupt)):
                raise
            print("kaleido: interrupted", file=sys.stderr)
            code = 130
    return end.code(code)


def _run() -> int:
    fault = clash(Path(__file__).parent)
    # This package says so itself when it is imported, unless it is not its own any more.
    if fault and not hasattr(sys.modules["kaleido"], "clash"):
        print(f"kaleido: {fault}", file=sys.stderr)
    try:
        from kaleido.cli import main as run
    except ImportError:
        if fault:
            return 2
        raise
    return run()


if __name__ == "__main__":
    sys.exit(main())
