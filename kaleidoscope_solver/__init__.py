"""The command line's entry point, apart from the package `kaleido` that it starts.

Plotly's exporter is a package of the same import name, and pip lets both write into one folder:
the later one overwrites files of the earlier, and to remove either one removes files of the other.
This module has a name of its own, so that it is there in any case and says what has happened.
"""

import errno
import sys
import warnings
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path

_HOME = Path(__file__).parent.parent
"""The folder in which `kaleido` lies beside this package, installed or in a checkout."""

_PLOTLYS = ("kaleido.py", "scopes/plotly.py")
"""A file of Plotly's versions from 1.0 on, and one of its versions before."""

_GAVE_UP = 3  # the exit code, as in `kaleido.base.errors`

_REMEDY = (
    "uninstall both (pip uninstall kaleido kaleidoscope-solver) and install each in an "
    "environment of its own"
)


def clash(home: Path = _HOME) -> str:
    """Return what is wrong with the package `kaleido` in a folder, in one line; "" if nothing is.

    Plotly's files beside ours are a fault, too: whichever is removed next takes files of the other.
    """
    folder = home / "kaleido"
    if any((folder / name).exists() for name in _PLOTLYS):
        return (
            f"Plotly's package kaleido is installed over this one in {str(folder)!r}, so that "
            f"neither works reliably: {_REMEDY}"
        )
    broken = _broken(home)
    if not broken:
        return ""
    first, others = broken[0], len(broken) - 1
    more = f" and {others} more {'files' if others > 1 else 'file'}" if others else ""
    return (
        f"{first!r}{more} in {str(home)!r} is not as it was installed, as after Plotly's package "
        "kaleido was removed: pip install --force-reinstall --no-deps kaleidoscope-solver"
    )


def _broken(home: Path) -> list[str]:
    """Return the modules of `kaleido` that are gone, or have another size than was installed."""
    return [name for name, size in _installed(home) if _size(home / name) != size]


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _installed(home: Path) -> Iterator[tuple[str, int]]:
    """Yield the modules right in `kaleido`, with their sizes, where an installer has noted them.

    Those in its rooms have names that Plotly's package has never used.
    """
    import csv  # most often there is nothing to read

    for record in home.glob("kaleidoscope_solver-*.dist-info/RECORD"):
        with record.open(encoding="utf-8", newline="") as rows:
            for name, _, size in csv.reader(rows):
                folder, _, module = name.partition("/")
                if folder == "kaleido" and module.endswith(".py") and "/" not in module and size:
                    yield name, int(size)


def main() -> int:
    """Run the command line, or say in one line why it cannot run; return the exit code."""
    try:
        return _run()
    except (MemoryError, OSError) as problem:
        # Nothing of `kaleido` is loaded, or not enough of it: there is no memory even for that.
        if not isinstance(problem, MemoryError) and problem.errno != errno.ENOMEM:
            raise
        print("kaleido: gave up: out of memory", file=sys.stderr)
        return _GAVE_UP


def _run() -> int:
    fault = clash()
    if fault:
        print(f"kaleido: {fault}", file=sys.stderr)
        if _broken(_HOME):
            return 2
        warnings.filterwarnings("ignore", "Plotly's package")  # which has been said
    ours = _HOME / "kaleido" / "__init__.py"
    found = PathFinder.find_spec("kaleido")
    if found is None or found.origin != str(ours):
        # An editable installation comes behind whatever else is called `kaleido`.
        sys.path.insert(0, str(_HOME))
    from kaleido.__main__ import main as run

    return run()
