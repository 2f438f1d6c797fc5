"""Packages that come with an extra only."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from kaleido.errors import KaleidoError


def need(package: str, extra: str, what: str, error: Callable[[str], KaleidoError]) -> None:
    """Refuse to go on without a package.

    Parameters
    ----------
    package : str
        As it is imported.
    extra : str
        What brings it.
    what : str
        What needs it, for the message.
    error : callable
        Makes the error from its message: a type of KaleidoError, say.

    Raises
    ------
    KaleidoError
        Made by `error`: the package is not installed; the message names the extra.
    """
    if find_spec(package) is None:
        raise error(f"{what} needs the extra `{extra}`: pip install 'kaleidoscope-solver[{extra}]'")
