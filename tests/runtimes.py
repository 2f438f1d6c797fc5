"""A runtime that stands for Pyodide in a site."""

from pathlib import Path

from kaleido.web.site import RUNTIME_FILES


def write_runtime(parent: Path) -> Path:
    """Write files of the right names, which no test here runs."""
    folder = parent / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    for name in RUNTIME_FILES:
        (folder / name).write_text(name)
    return folder
