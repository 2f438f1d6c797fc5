"""The names that a package exports, each imported when it is first used (SPEC 1)."""

from collections.abc import Callable
from typing import Any

import lazy_loader

from kaleido.base.errors import MisspeltNameError

Exports = tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]


def attach_stub(package: str, file: str) -> Exports:
    """Return the ``__getattr__``, ``__dir__`` and ``__all__`` of a package, as its stub lists them.

    Examples
    --------
    >>> import kaleido
    >>> kaleido.plot.edge_curv
    Traceback (most recent call last):
    ...
    kaleido.base.errors.MisspeltNameError: kaleido.plot has no edge_curv. Did you mean 'edge_curve'?
    """
    find, names, exported = lazy_loader.attach_stub(package, file)

    def find_or_name(name: str) -> Any:
        if name in exported or name[:2] == "__":
            return find(name)
        from difflib import get_close_matches

        near = "".join(f". Did you mean {each!r}?" for each in get_close_matches(name, exported, 1))
        raise MisspeltNameError(f"{package} has no {name}{near}", name=name)

    return find_or_name, names, exported
