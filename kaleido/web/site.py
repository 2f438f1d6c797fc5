"""A folder that any static host serves: the page, its lists, and Python for the browser."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from kaleido.errors import OptionError
from kaleido.folders import folder_written_whole
from kaleido.text import quote, quote_path
from kaleido.web.headers import SITE, SITE_POLICY
from kaleido.web.lists import LISTS
from kaleido.web.page import STATIC, page_text
from kaleido.web.wheel import write_needed, write_wheel

RUNTIME = "pyodide@314.0.7"
"""The npm package of Python for the browser."""

RUNTIME_FILES = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip

HEADERS_FILE = "_headers"
"""The file from which Netlify, Cloudflare Pages and others take the headers of a site."""

NPM_SECONDS = 300


@contextmanager
def runtime_folder(given: Path | None) -> Iterator[Path]:
    """Yield the folder of Python for the browser: one that is given, or one that npm gets.

    Parameters
    ----------
    given : Path or None
        The unpacked npm package, or a folder with `node_modules/pyodide` in it.

    Raises
    ------
    OptionError
        The folder holds no such package, or npm cannot get it.
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


def build_site(folder: Path, runtime: Path) -> int:
    """Write the site.

    Parameters
    ----------
    folder : Path
        It must be empty, hold an older site, or not exist yet.
    runtime : Path
        The folder of Python for the browser, with `RUNTIME_FILES` in it.

    Returns
    -------
    int
        The size of the site, in bytes.

    Raises
    ------
    OptionError
        The folder holds other files, or cannot be written.
    """
    is_site = (folder / "engine" / "engine.json").is_file()
    is_other = any(folder.iterdir()) if folder.is_dir() else folder.exists()
    if is_other and not is_site:
        raise OptionError(
            f"{quote_path(folder)} holds other files, expected a new or an empty folder"
        )
    with folder_written_whole(folder) as draft:
        _write_page(draft)
        _write_lists(draft / "api")
        _write_engine(draft / "engine", runtime)
        _write_offline(draft)
        # Hosts that know this file do not send it, so it cannot be kept for use offline.
        _write_headers(draft / HEADERS_FILE)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_page(folder: Path) -> None:
    shutil.copytree(
        STATIC, folder / "static", ignore=shutil.ignore_patterns("index.html", "site", "*.d.ts")
    )
    shutil.copytree(STATIC / "site", folder, dirs_exist_ok=True)
    page = page_text()
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{SITE_POLICY}">\n'
        '  <meta name="referrer" content="no-referrer">\n'
        '  <meta name="theme-color" content="#faf8f2">\n'
        '  <link rel="manifest" href="manifest.webmanifest">\n'
        '  <link rel="apple-touch-icon" href="icon-192.png">\n'
        '  <script type="module" src="static/offline.js"></script>\n'
    )
    page = page.replace("<html ", '<html data-engine="page" ', 1)
    page = page.replace("<title>", f"{head}  <title>", 1)
    (folder / "index.html").write_text(page, encoding="utf-8")


def _write_lists(folder: Path) -> None:
    folder.mkdir()
    for name, make in LISTS.items():
        text = json.dumps(make(), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


def _write_engine(folder: Path, runtime: Path) -> None:
    folder.mkdir()
    for name in RUNTIME_FILES:
        shutil.copyfile(runtime / name, folder / name)
    packages = [write_needed(folder), write_wheel(folder)]
    size = sum(path.stat().st_size for path in folder.iterdir())
    facts = json.dumps({"packages": packages, "bytes": size})
    (folder / "engine.json").write_text(facts, encoding="utf-8")


def _write_headers(path: Path) -> None:
    lines = ["/*", *(f"  {name}: {value}" for name, value in SITE.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_offline(folder: Path) -> None:
    """Name all files in the worker that keeps them, and their contents in its version."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    worker = folder / "worker.js"
    contents = sha256()
    names = ["./"]
    for path in paths:
        contents.update(path.read_bytes())
        if path != worker:
            names.append(path.relative_to(folder).as_posix())
    head = f"const VERSION = {json.dumps(contents.hexdigest()[:16])};\n"
    files = f"const FILES = {json.dumps(names)};\n"
    worker.write_text(head + files + worker.read_text(encoding="utf-8"), encoding="utf-8")
