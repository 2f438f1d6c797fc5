"""Finds and loads the library of the compiled core, and says which engine searches."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kaleido.base.errors import OptionError
from kaleido.base.text import one_line, quote, quote_path
from kaleido.search.core.codes import INTERFACE

if TYPE_CHECKING:
    from ctypes import CDLL

Engine = Literal["core", "python"]
"""What searches: the compiled core, or Python."""

CHOICE = "KALEIDO_ENGINE"
"""The variable of the environment that chooses the engine."""

LIBRARY = "KALEIDO_CORE_LIBRARY"
"""The variable that names another library than the one beside this file, such as a checked one."""

MODULE = Path(__file__).with_name("kaleido_core.wasm")
"""The core for browsers, where that was built: no Python loads it."""

SEAL = "kaleido_core.sha256"
"""The file beside the library with its checksum; `core/seal.cmake` writes it."""

_NAMES = {"win32": "kaleido_core.dll", "darwin": "libkaleido_core.dylib"}


class _UnusableError(Exception):
    """There is no library, or none that fits; the message says why."""


def engine() -> Engine:
    """Return the engine that searches: the compiled core, or Python.

    It is the core where its library is there, unless the variable KALEIDO_ENGINE is `python`.
    Both find the same, in the same order. Any other value is an `OptionError`, and so is `core`
    without a library.

    Examples
    --------
    >>> engine() in ("core", "python")
    True
    """
    return "python" if load_core() is None else "core"


def load_core() -> CDLL | None:
    """Return the library of the core if it is the engine, and None if Python is.

    It raises the same errors as `engine`.
    """
    chosen = os.environ.get(CHOICE, "")
    if chosen == "python":
        return None
    if chosen not in ("", "core"):
        raise OptionError(f"{CHOICE} is {quote(chosen)}: expected core or python")
    loaded, fault = _load_once(os.environ.get(LIBRARY, ""))
    if chosen and loaded is None:
        raise OptionError(f"{CHOICE} is core, but {fault}")
    return loaded


def describe_engine() -> str:
    """Return which engine searches, and the version from which the core was built.

    It raises the same errors as `engine`.
    """
    core = load_core()
    return "Python search" if core is None else f"core {core.kaleido_core_version().decode()}"


@cache
def _load_once(named: str) -> tuple[CDLL | None, str]:
    """Return the library, or the reason why it cannot be used."""
    # Built there by CMake: core/CMakeLists.txt.
    own = Path(__file__).with_name(_NAMES.get(sys.platform, "libkaleido_core.so"))
    try:
        return _load(Path(named) if named else own), ""
    except _UnusableError as fault:
        return None, str(fault)


def _check_seal(path: Path) -> None:
    """Check that a library is whole: it has the checksum that the build has left beside it.

    A call into a missing part of the library would end the process by a signal.
    """
    from hashlib import sha256

    seal = path.with_name(SEAL)
    if not seal.is_file():
        raise _UnusableError(
            f"{quote_path(path)} cannot be loaded: there is no {SEAL} beside it; install Kaleido "
            "again"
        )
    if sha256(path.read_bytes()).hexdigest() != seal.read_text("ascii", "replace").strip():
        raise _UnusableError(
            f"{quote_path(path)} cannot be loaded: it is damaged, or not the one of {SEAL}; "
            "install Kaleido again"
        )


def _load(path: Path) -> CDLL:
    if not path.is_file():
        raise _UnusableError(f"it has not been built: there is no {quote_path(path)}")
    try:
        _check_seal(path)
        import ctypes

        core = ctypes.CDLL(str(path.resolve()))
        core.kaleido_core_interface.restype = ctypes.c_int32
        core.kaleido_core_version.restype = ctypes.c_char_p
        found = core.kaleido_core_interface()
    except (ImportError, OSError, AttributeError) as problem:
        raise _UnusableError(f"{quote_path(path)} cannot be loaded: {one_line(problem)}") from None
    if found != INTERFACE:
        raise _UnusableError(
            f"{quote_path(path)} was built from other sources: its interface is {found}, expected "
            f"{INTERFACE}; install Kaleido again"
        )
    return core
