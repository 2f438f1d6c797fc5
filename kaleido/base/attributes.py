"""Attributes that a value lacks, and packages that are called: the error names the right way."""

import re
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from kaleido.base.errors import CalledPackageError, MisspeltNameError
from kaleido.base.text import similar

Owner = TypeVar("Owner", bound=type[Any])

_ELSEWHERE = {
    "grid array placements owners": "solution.{} grid",
    "solved is_solved success": "state.solved status solve().status",
    "time elapsed duration runtime": "seconds",
    "count number total n": "solutions",
    "undo back": "pop()",
    "move play place": "push(placement) placement",
    "moves legal_moves": "legal_placements solve().moves",
    "piece cells face": "placement.{}",
    "text message": "sentence heading",
    "level stars score": "difficulty moves[0].score",
    "solution answer": "solve().solution",
    "board": "pattern",
    "table mean median results": "summary()",
    "dataframe df": "to_pandas()",
    "to_json to_dict json save": "as_dict()",
    "load open read from_file": "parse(text)",
}
"""The names of other libraries and other classes for our attributes, and the ways here.

A way is meant for a class that has the first name in it.
"""

_DRAWN = {"runs": "cactus", "solution": "board", "moves": "progression", "svg": "board"}
"""By an attribute of a value, the function of `kaleido.plot` that draws it."""

_USUAL = {"kaleido.plot": "progression", "kaleido.export": "export_lines", "kaleido.photo": "read"}
"""By package, the function that is meant by a call of the package."""


def nearest_name(name: str, names: Iterable[str]) -> str:
    """Return a sentence that asks whether the nearest of some names is meant, if one is near."""
    usual = (each for each in names if each[0].isupper() <= name[0].isupper())
    return "".join(f". Did you mean {each!r}?" for each in similar(name, usual))


def named_attributes(owner: Owner) -> Owner:
    """Have the values of a class name the attribute that is meant by one that they lack.

    Examples
    --------
    >>> @named_attributes
    ... class Answer:
    ...     seconds = 1.0
    >>> Answer().elapsed
    Traceback (most recent call last):
    ...
    kaleido.base.errors.MisspeltNameError: Answer has no elapsed. Did you mean 'answer.seconds'?
    """
    vars(type)["__setattr__"](owner, "__getattr__", lambda self, name: _refuse(type(self), name))
    return owner


class NamedAttributes(type):
    """The type of a class that names the attribute that is meant by one that it lacks itself."""


vars(type)["__setattr__"](NamedAttributes, "__getattr__", lambda owner, name: _refuse(owner, name))


def _refuse(owner: type, name: str) -> NoReturn:
    if name.startswith("_"):  # Python and libraries ask for protocols
        raise AttributeError(f"{owner.__name__!r} object has no attribute {name!r}", name=name)
    fields = (vars(each).get("__annotations__", ()) for each in owner.__mro__)
    own = {each for names in (dir(owner), *fields) for each in names if each[0] != "_"}
    value = owner.__name__.lower()
    meant = " ".join(ways for names, ways in _ELSEWHERE.items() if name in names.split())
    found = [f"{value}.{way}" for way in meant.split() if re.split(r"\W", way)[0] in own]
    if name in ("plot", "draw", "figure"):
        found = [f"kaleido.plot.{_DRAWN[each]}({value})" for each in _DRAWN if each in own]
    elif name in ("show", "print", "display"):
        found = [f"print({value})"]
    hint = f". Did you mean {found[0].format(name)!r}?" if found else ""
    raise MisspeltNameError(
        f"{owner.__name__} has no {name}{hint or nearest_name(name, own)}", name=name
    )


class _Package(ModuleType):
    def __call__(self, *_: object, **__: object) -> NoReturn:
        name = self.__name__
        usual = f", such as {name}.{_USUAL[name]}" if name in _USUAL else ""
        raise CalledPackageError(f"{name} is a package: call one of its functions{usual}")


def refuse_calls(package: str) -> None:
    """Have a package that is called like a function say what to call."""
    sys.modules[package].__class__ = _Package
