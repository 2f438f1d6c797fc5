"""Whether Plotly's exporter, a package of the same import name, lies in the same folder."""

from pathlib import Path

_PLOTLYS = ("kaleido.py", "scopes/plotly.py")
"""A file of its versions from 1.0 on, and one of its versions before."""


def clash(folder: Path) -> str:
    """Return what is wrong with the folder of this package, in one line; "" if nothing is."""
    if not any((folder / name).exists() for name in _PLOTLYS):
        return ""
    return (
        f"Plotly's package kaleido is installed over this one in {str(folder)!r}, so that neither "
        "works reliably: uninstall both (pip uninstall kaleido kaleidoscope-solver) and install "
        "each in an environment of its own"
    )
