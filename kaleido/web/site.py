"""A folder that any static host serves: the page, its lists, and the solver for the browser.

That is the compiled core as WebAssembly, which is there at once, and Python for the rest.
"""

import gzip
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from kaleido._version import __version__
from kaleido.base.errors import OptionError
from kaleido.base.files import folder_written_whole
from kaleido.base.text import quote, quote_path
from kaleido.base.words import FOLDER
from kaleido.library.data import data_folder
from kaleido.search.core.library import MODULE
from kaleido.search.strategies.policy import TUNED_FILE
from kaleido.web import bytecode
from kaleido.web.lists import LISTS, read_list
from kaleido.web.page import (
    DIST,
    FOR_GOOD,
    MANIFEST,
    SITE_HEADERS,
    SITE_POLICY,
    STATIC,
    page_text,
)
from kaleido.web.tables import tables

RUNTIME = "pyodide@314.0.7"  # the npm package of Python for the browser

RUNTIME_FILES = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip

ICON = "icon.svg"  # which the manifest of the app names

HEADERS_FILE = "_headers"
"""The file from which Netlify, Cloudflare Pages and others take the headers of a site."""

NPM_SECONDS = 300

PROJECT = "kaleidoscope-solver"

NEEDED = ("lazy_loader", "packaging")
"""The packages that solving needs besides the standard library, and that they need in turn."""

LEFT_OUT = frozenset({"batch", "cli", "learn", "plot", "printing", "suites"})
"""The rooms of this package that the page asks nothing of."""

LICENCES = Path(__file__).with_name("licences")

SHIPPED = (
    ("Pyodide", "engine/pyodide*", "MPL-2.0", "https://github.com/pyodide/pyodide"),
    ("Python", "engine/python_stdlib.zip", "PSF-2.0", "https://www.python.org"),
    ("wasi-libc", "core/kaleido_core.wasm", "CC0-1.0, MIT, BSD-2-Clause",
     "https://github.com/WebAssembly/wasi-libc"),
    ("libc++", "core/kaleido_core.wasm", "Apache-2.0 WITH LLVM-exception",
     "https://libcxx.llvm.org"),
)  # fmt: skip
"""Third-party components: name, files, licence and source address."""

COMPRESSED = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm"})
"""The endings of the files of a site that are there compressed, too."""

PACKET = 1400
"""Files of fewer bytes come at once, compressed or not."""

_DATE = (2020, 1, 1, 0, 0, 0)  # that of all files, so that the same files make the same archive


@contextmanager
def runtime_folder(given: Path | None) -> Iterator[Path]:
    """Yield the folder of Python for the browser: one that is given, or one that npm gets.

    Takes the unpacked npm package, or a folder with `node_modules/pyodide` in it.
    """
    if given is not None:
        for folder in (given, given / "pyodide", given / "node_modules" / "pyodide"):
            if all((folder / name).is_file() for name in RUNTIME_FILES):
                yield folder
                return
        raise OptionError(
            f"{quote_path(given)} holds no npm package pyodide: {RUNTIME_FILES[0]} and "
            f"{len(RUNTIME_FILES) - 1} more files were expected"
        )
    npm = shutil.which("npm")
    if npm is None:
        raise OptionError("npm is not installed: it gets pyodide; or name its folder: --runtime")
    with tempfile.TemporaryDirectory() as name:
        command = [npm, "install", "--no-audit", "--no-fund", "--prefix", name, RUNTIME]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=NPM_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise OptionError(
                f"npm did not get {RUNTIME} within {NPM_SECONDS} seconds; or name its folder: "
                "--runtime"
            ) from None
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason was given"])[-1]
            raise OptionError(f"npm could not get {RUNTIME}: {quote(last, 120)}")
        yield Path(name) / "node_modules" / "pyodide"


class BuiltSite(NamedTuple):
    """The size of a site in bytes, and a sentence for each part that it lacks."""

    size: int
    notes: tuple[str, ...]


def build_site(folder: Path, runtime: Path, bundle: Mapping[str, str] | None = None) -> BuiltSite:
    """Write the site to a folder that is empty, holds an older site or is new.

    The runtime is the folder of Python for the browser, with `RUNTIME_FILES` in it. With the names
    of the bundle, the site has that in place of the page's modules.
    """
    with folder_written_whole(folder, "engine/engine.json") as draft:
        _write_page(draft, bundle)
        (draft / "api").mkdir()
        for name in LISTS:
            text = json.dumps(read_list(name), ensure_ascii=False, separators=(",", ":"))
            (draft / "api" / f"{name}.json").write_text(text, encoding="utf-8")
        notes = [*_write_core(draft / "core"), *_write_engine(draft / "engine", runtime)]
        _write_licences(draft / "licences")
        _write_offline(draft)
        # Hosts that know this file do not send it, so it cannot be kept for use offline.
        headers = ["/*", *(f"  {name}: {value}" for name, value in SITE_HEADERS.items())]
        if bundle:
            headers += ["/dist/*", f"  Cache-Control: {FOR_GOOD}"]
        _write_compressed(draft)
        (draft / HEADERS_FILE).write_text("\n".join(headers) + "\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return BuiltSite(size, tuple(notes))


def _write_core(folder: Path) -> Iterator[str]:
    """Write the compiled core for the browser and its tables of puzzles, if it was built."""
    if not MODULE.is_file():
        yield (
            "Python alone answers there, once it has started: this copy of Kaleido was built "
            "without the core for browsers"
        )
        return
    folder.mkdir()
    shutil.copyfile(MODULE, folder / MODULE.name)
    for name, text in _core_tables().items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


@cache
def _core_tables() -> dict[str, str]:
    """Return the files of tables as JSON, which take seconds to make."""
    separators = (",", ":")
    return {
        name: json.dumps(value, ensure_ascii=False, separators=separators)
        for name, value in tables()
    }


def _compile(folder: Path, runtime: Path) -> Iterator[str]:
    """Compile the modules of all archives in a folder, by the Python that will load them."""
    node, fault = shutil.which("node"), "Node is not installed"
    if node is not None:
        script = [bytecode.COMPILE, str(runtime.resolve()), str(folder), bytecode.__file__]
        command = [node, "--input-type=module", "-e", *script]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=NPM_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            fault = f"Node did not compile them within {NPM_SECONDS} seconds"
        else:
            fault = "Node could not compile them" if done.returncode else ""
    if fault:
        yield f"Python starts more slowly there, as it reads the sources of its modules: {fault}"


def _write_licences(folder: Path) -> None:
    """Write the licences of all that is shipped, and a list of them."""
    shutil.copytree(LICENCES, folder)
    lines = [f"Kaleido {__version__}: the licence of the project; see LICENSE.txt"]
    for package in (PROJECT, *NEEDED):
        try:
            about = metadata.distribution(package)
        except metadata.PackageNotFoundError:
            continue
        texts = [each for each in about.files or () if "LICENSE" in each.name.upper()]
        for each in texts:
            own = "LICENSE.txt" if package == PROJECT else f"{package}-{each.name}"
            shutil.copyfile(Path(str(each.locate())), folder / own)
        if package in NEEDED:
            lines.append(f"{package} {about.version} (engine/needed.zip): see {package}-LICENSE*")
    for name, files, licence, source in SHIPPED:
        lines.append(f"{name} ({files}): {licence}; its source is at {source}")
    lines.append("Preact and its signals (static/vendor): MIT; see static/vendor/LICENSE-*")
    (folder / "README.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_page(folder: Path, bundle: Mapping[str, str] | None) -> None:
    shutil.copytree(STATIC / "site", folder, dirs_exist_ok=True)
    if bundle is None:
        left_out = shutil.ignore_patterns("index.html", "site", "*.d.ts")
        shutil.copytree(STATIC, folder / "static", ignore=left_out)
    else:
        shutil.copytree(DIST, folder / "dist", ignore=shutil.ignore_patterns("*.br", MANIFEST))
        (folder / "static").mkdir()
        shutil.copy(STATIC / ICON, folder / "static")
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{SITE_POLICY}">\n'
        '  <meta name="referrer" content="no-referrer">\n'
        '  <meta name="theme-color" content="#faf8f2">\n'
        '  <link rel="manifest" href="manifest.webmanifest">\n'
        '  <link rel="apple-touch-icon" href="icon-192.png">\n'
        '  <script type="module" src="static/offline.js"></script>\n  '
    )
    page = page_text(bundle, head).replace("<html ", '<html data-engine="page" ', 1)
    page = page.replace('"api/start"', '"api/start.json"', 1)
    (folder / "index.html").write_text(page, encoding="utf-8")


def _write_offline(folder: Path) -> None:
    """Name all files in the worker that keeps them, and their contents in its version."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    worker = folder / "worker.js"
    contents = sha256()
    for path in paths:
        contents.update(path.read_bytes())
    names = ["./", *(path.relative_to(folder).as_posix() for path in paths if path != worker)]
    head = f"const VERSION = {json.dumps(contents.hexdigest()[:16])};\n"
    files = f"const FILES = {json.dumps(names)};\n"
    worker.write_text(head + files + worker.read_text(encoding="utf-8"), encoding="utf-8")


def _write_compressed(folder: Path) -> None:
    """Write compressed copies of files, for hosts that send these and do not compress themselves.

    Their names are those that nginx (`gzip_static`), Caddy (`precompressed`) and others look for.
    """
    for path in sorted(path for path in folder.rglob("*") if path.suffix in COMPRESSED):
        whole = path.read_bytes()
        if len(whole) > PACKET:
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(whole, mtime=0))


def _write_engine(folder: Path, runtime: Path) -> Iterator[str]:
    """Write Python for the browser, a wheel of this very package, and what that needs."""
    folder.mkdir()
    for name in RUNTIME_FILES:
        shutil.copyfile(runtime / name, folder / name)
    stem = f"{PROJECT.replace('-', '_')}-{__version__}"
    packages = {"needed.zip": dict(_needed_files()), f"{stem}-py3-none-any.whl": _wheel_files(stem)}
    for name, files in packages.items():
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for inside, content in files.items():
                archive.writestr(zipfile.ZipInfo(inside, _DATE), content, zipfile.ZIP_DEFLATED)
    yield from _compile(folder, runtime)
    size = sum(path.stat().st_size for path in folder.iterdir())
    facts = json.dumps({"packages": list(packages), "bytes": size})
    (folder / "engine.json").write_text(facts, encoding="utf-8")


def _needed_files() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the packages that this one needs."""
    for package in NEEDED:
        spec = find_spec(package)
        assert spec is not None  # Kaleido itself would not run
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            inside = path.relative_to(root)
            if "tests" not in inside.parts:
                yield f"{package}/{inside.as_posix()}", path.read_bytes()


def _wheel_files(stem: str) -> dict[str, bytes]:
    """Return the modules and the data of this package without its page, as a wheel has them."""
    package = Path(__file__).parent.parent
    data = {FOLDER / "en.json", TUNED_FILE}
    files: dict[str, bytes] = {}
    for path in sorted(package.rglob("*")):
        if LEFT_OUT.intersection(path.relative_to(package).parts[:2]):
            continue
        if path.suffix in {".py", ".pyi"} or path.name == "py.typed" or path in data:
            files[f"kaleido/{path.relative_to(package).as_posix()}"] = path.read_bytes()
    start = package.parent / "kaleidoscope_solver" / "__init__.py"
    files["kaleidoscope_solver/__init__.py"] = start.read_bytes()
    for kind in ("patterns", "pieces", "puzzles"):
        for path in sorted(data_folder(kind).glob("*.txt")):
            files[f"kaleido/data/{kind}/{path.name}"] = path.read_bytes()
    try:
        about = str(metadata.distribution(PROJECT).read_text("METADATA"))
    except metadata.PackageNotFoundError:
        about = f"Metadata-Version: 2.1\nName: {PROJECT}\nVersion: {__version__}\n"
    files[f"{stem}.dist-info/METADATA"] = about.encode()
    files[f"{stem}.dist-info/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: kaleido\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = f"{stem}.dist-info/RECORD"
    files[record] = "".join(f"{name},,\n" for name in (*files, record)).encode()
    return files
