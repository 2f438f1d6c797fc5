"""Packages as archives that Python in a browser unpacks."""

import zipfile
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from kaleido._version import __version__
from kaleido.library.data import data_folder
from kaleido.words import FOLDER

PROJECT = "kaleidoscope-solver"

NEEDED = ("lazy_loader", "packaging")
"""The packages that solving needs besides the standard library, and that they need in turn."""

_DATE = (2020, 1, 1, 0, 0, 0)
"""That of all files, so that the same files make the same archive."""


def write_wheel(folder: Path) -> str:
    """Write a wheel of this very package, without its page; return the name of the file.

    Parameters
    ----------
    folder : Path
    """
    stem = f"{PROJECT.replace('-', '_')}-{__version__}"
    files = dict(_package_files())
    files[f"{stem}.dist-info/METADATA"] = _metadata().encode()
    files[f"{stem}.dist-info/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: kaleido\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = f"{stem}.dist-info/RECORD"
    files[record] = "".join(f"{name},,\n" for name in (*files, record)).encode()
    name = f"{stem}-py3-none-any.whl"
    _write(folder / name, files)
    return name


def write_needed(folder: Path) -> str:
    """Write an archive of the packages that this one needs; return the name of the file."""
    files = {}
    for package in NEEDED:
        spec = find_spec(package)
        assert spec is not None  # Kaleido itself would not run
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            if "tests" not in path.relative_to(root).parts:
                files[f"{package}/{path.relative_to(root).as_posix()}"] = path.read_bytes()
    name = "needed.zip"
    _write(folder / name, files)
    return name


def _package_files() -> Iterator[tuple[str, bytes]]:
    """Yield the modules and the data of the package by their names in a wheel."""
    package = Path(__file__).parent.parent
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.suffix in {".py", ".pyi"} or path.name == "py.typed":
            yield f"kaleido/{inside.as_posix()}", path.read_bytes()
    english = FOLDER / "en.json"
    yield f"kaleido/{english.relative_to(package).as_posix()}", english.read_bytes()
    for kind in ("patterns", "pieces", "puzzles"):
        for path in sorted(data_folder(kind).glob("*.txt")):
            yield f"kaleido/data/{kind}/{path.name}", path.read_bytes()


def _metadata() -> str:
    try:
        return str(metadata.distribution(PROJECT).read_text("METADATA"))
    except metadata.PackageNotFoundError:
        return f"Metadata-Version: 2.1\nName: {PROJECT}\nVersion: {__version__}\n"


def _write(path: Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
