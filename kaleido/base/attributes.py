"""Attributes that a value lacks, and packages that are called: the error names the right way."""

import re
import sys
from collections.abc import Container, Iterable, Mapping
from enum import EnumType
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from kaleido.base.elsewhere import meant_by
from kaleido.base.errors import CalledPackageError, MisspeltNameError, NoItemsError
from kaleido.base.text import either, similar

Owner = TypeVar("Owner", bound=type[Any])

_DRAWN = {"runs": "cactus", "solution": "board", "moves": "progression", "svg": "board"}
"""By an attribute of a value, the function of `kaleido.plot` that draws it."""


def nearest_name(name: str, names: Iterable[str]) -> str:
    """Return a sentence that asks whether the nearest of some names is meant, if one is near."""
    usual = (each for each in names if each.isupper() or each[0].isupper() <= name[0].isupper())
    return "".join(f". Did you mean {each!r}?" for each in similar(name, usual))


def named_attributes(owner: Owner) -> Owner:
    """Have the values of a class name the attribute that is meant by one that they lack.

    In a format with a width, they are written as `print` does.
    """
    _set(owner, "__getattr__", _attribute)
    if owner.__format__ is object.__format__:  # type: ignore[comparison-overlap]
        _set(owner, "__format__", lambda self, form: format(str(self), form))
    if not hasattr(owner, "__getitem__"):
        _set(owner, "__getitem__", lambda self, _: _refuse(type(self), "items"))
    if not hasattr(owner, "__len__"):
        _set(owner, "__len__", lambda self: _refuse(type(self), "items"))
        if not hasattr(owner, "__bool__"):  # Python would ask for the length
            _set(owner, "__bool__", lambda _: True)
    return owner


def names_attributes(owner: type) -> bool:
    """Return whether the values of a class do that."""
    return getattr(owner, "__getattr__", None) is _attribute


_set = vars(type)["__setattr__"]  # type checkers need not know of it


class NamedAttributes(type):
    """The type of a class that names the attribute that is meant by one that it lacks itself."""


class NamedMembers(NamedAttributes, EnumType):
    """The type of an enumeration that names the member that is meant by one that it lacks."""


def _attribute(self: Any, name: str) -> Any:
    owner, key = type(self), name.replace("_", "-")
    if issubclass(owner, Container) and name[0] != "_" and key in self:
        near = f"{owner.__name__.lower()}[{key!r}]"
        raise MisspeltNameError(f"{owner.__name__} has no {name}. Did you mean {near}?", name=name)
    return _refuse(owner, name)


def _member(owner: Any, name: str) -> Any:
    # Python 3.11 finds the members here.
    members = vars(owner).get("_member_map_", {})
    return members[name] if name in members else _refuse(owner, name, owner.__name__)


_set(NamedAttributes, "__getattr__", _member)


def _names_of(owner: type) -> set[str]:
    fields = (vars(each).get("__annotations__", ()) for each in owner.__mro__)
    return {each for names in (dir(owner), *fields) for each in names if each[0] != "_"}


def _drawing(own: Container[str]) -> list[str]:
    """Return the functions that draw a value with some attributes, the most telling one first."""
    return [f"kaleido.plot.{_DRAWN[each]}" for each in _DRAWN if each in own]


def way_to(owner: type, name: str, value: str) -> str:
    """Return the way from a value of a class to the attribute that a name means; "" for none."""
    own = _names_of(owner)
    meant = " ".join(meant_by(name, "attribute")).split()
    meant = [each if "@" in each else f"@.{each}" for each in (name, name.upper(), *meant)]
    found = (way for way in meant if re.split(r"\W", way.partition("@.")[2])[0] in own)
    return next(found, "").format(name).replace("@", value)


def _refuse(owner: type, name: str, value: str = "") -> NoReturn:
    if name.startswith("_"):  # Python and libraries ask for protocols
        raise AttributeError(f"{owner.__name__!r} object has no attribute {name!r}", name=name)
    own, value = _names_of(owner), value or owner.__name__.lower()
    found = [*filter(None, [way_to(owner, name, value)])]
    way, home = next(iter(meant_in("kaleido", name)), ""), homes().get(name)
    is_drawn = way.startswith("kaleido.plot.")  # which takes recordings, too
    if name in ("plot", "draw", "figure", "save", "savefig"):
        saved = ".save(FILE)" if "save" in name else ""
        found = [*[f"{each}({value}){saved}" for each in _drawing(own)[:1]], *found]
    elif name in ("show", "print", "display"):
        found = [f"print({value})"]
    elif "to_pandas()" in meant_by(name, "attribute") and {"moves", "as_dict"} <= own:
        found = [f"pandas.json_normalize({value}.as_dict()['placements'])"]
    elif not found and (way or home) and own & {"pattern", "rows", *["answer"] * is_drawn}:
        board = f"{value}{'.pattern' if 'pattern' in own else ''}"
        call = f"{way}({value})" if way else f"{home}.{name}({board})"
        found = [way if "(" in way else call]
    hint = f". Did you mean {either(map(repr, found))}?" if found else ""
    error = NoItemsError if name == "items" else MisspeltNameError
    said = f"{owner.__name__} has no {name}{hint or nearest_name(name, own)}"
    raise error(said, name=name)


def meant_in(package: str, name: str) -> list[str]:
    """Return the ways in a package that a name of another library means."""
    return [f"{package}.{way}" for way in meant_by(name, package)]


@cache
def homes() -> Mapping[str, str]:
    """Return by exported name the package that exports it, `kaleido` before its rooms."""
    found: dict[str, str] = {}
    root = Path(__file__).parents[1]
    for stub in sorted(root.rglob("__init__.pyi")):
        package = ".".join([root.name, *stub.parent.relative_to(root).parts])
        for name in re.findall(r" as (\w+)", stub.read_text(encoding="utf-8")):
            found.setdefault(name, package)
    return found


class _Package(ModuleType):
    def __call__(self, *given: object, **_: object) -> NoReturn:
        package, own = self.__name__.rpartition(".")[::2]
        meant = meant_in(package, own)
        if own == "plot" and given:
            meant = _drawing(_names_of(type(given[0]))) or meant
        usual = f", such as {meant[0]}" if meant else ""
        kind = "package" if hasattr(self, "__path__") else "module"
        if kind == "module" and not usual:
            usual = nearest_name(own, getattr(sys.modules[package], "__all__", ()))
        raise CalledPackageError(f"{self.__name__} is a {kind}: call one of its functions{usual}")

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) is ModuleType and value.__name__ == f"{self.__name__}.{name}":
            value.__class__ = _Package  # a module that is imported is set, too
        super().__setattr__(name, value)


def refuse_calls(package: str) -> None:
    """Have a package that is called like a function say what to call."""
    sys.modules[package].__class__ = _Package
