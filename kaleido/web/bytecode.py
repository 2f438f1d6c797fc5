"""Compiles the modules of archives to bytecode, by the very Python that will load them.

Node runs this file in Pyodide (`COMPILE`): bytecode is of one version of Python, and the one here
may be another. It needs nothing but the standard library.
"""

import marshal
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path

LEFT_OUT = frozenset({
    "__phello__", "_pyrepl", "bdb", "cProfile", "doctest", "ftplib", "idlelib", "imaplib",
    "mailbox", "multiprocessing", "optparse", "pdb", "poplib", "profile", "pstats", "pydoc",
    "pydoc_data", "smtplib", "sqlite3", "tarfile", "tomllib", "turtle", "unittest", "webbrowser",
    "wsgiref", "xml", "xmlrpc", "zoneinfo",
})  # fmt: skip
"""Modules of the standard library that the page never loads."""

STDLIB = "python_stdlib.zip"

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The flags of bytecode that is never compared with its source, and the hash that it would need."""

COMPILE = """
const [runtime, folder, script] = process.argv.slice(1);
const { pathToFileURL } = await import("node:url");
const { readFileSync } = await import("node:fs");
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime });
python.mountNodeFS("/engine", folder);
python.runPython(readFileSync(script, "utf-8"));
python.runPython("compile_archives(Path('/engine'))");
"""
"""What Node runs: the folder of Python for the browser, that of the archives, and this file."""


def compile_archives(folder: Path) -> None:
    """Put bytecode in place of the modules in all archives of a folder."""
    for path in sorted(folder.iterdir()):
        if path.suffix in {".zip", ".whl"}:
            _compile_archive(path)


def _compile_archive(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        files = [(each, archive.read(each)) for each in archive.infolist() if not each.is_dir()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for about, content in files:
            name = about.filename
            if path.name == STDLIB and name.split("/")[0].removesuffix(".py") in LEFT_OUT:
                continue
            if name.endswith(".py"):
                # Nobody reads docstrings there.
                code = compile(content, name, "exec", dont_inherit=True, optimize=2)
                name, content = f"{name}c", MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)
            archive.writestr(zipfile.ZipInfo(name, about.date_time), content, zipfile.ZIP_DEFLATED)
