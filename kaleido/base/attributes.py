"""Attributes that a value lacks, and packages that are called: the error names the right way."""

import re
import sys
from collections.abc import Iterable, Mapping
from enum import EnumType
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from kaleido.base.errors import CalledPackageError, MisspeltNameError, NoItemsError
from kaleido.base.text import either, similar

Owner = TypeVar("Owner", bound=type[Any])

_ELSEWHERE = {
    "grid placements owners pieces": "solution.{} grid",
    "cells letters": "rows placements front.drawing.cells",
    "size shape width height": "dimensions pattern.dimensions",
    "name title": "title pattern.title placement.piece",
    "array to_numpy letters": "array solution.grid grid",
    "solved is_solved success": "state.solved status solve().status",
    "time elapsed duration runtime": "seconds",
    "count number total n": "solutions",
    "undo back": "pop()",
    "move play place": "push(placement) placement",
    "moves legal_moves steps path": "legal_placements solve().moves placements moves",
    "piece cells face": "placement.{}",
    "text message": "sentence heading",
    "level stars score": "difficulty moves[0].score",
    "total": "score.total",
    "svg": "solution.svg()",
    "unique is_unique": "unique()",
    "solution answer": "solve().solution solution",
    "board": "pattern",
    "table mean median results": "summary()",
    "dataframe df to_dataframe as_frame": "to_pandas()",
    "csv to_csv export": "save(FILE)",
    "to_json to_dict json": "as_dict()",
    "load open read from_file": "parse(text)",
    "up_to_symmetry unique_solutions": "symmetric",
    "is_game_over game_over is_over is_complete is_done": "state.solved status solve().status",
    "items": "rows grid moves placements pattern solutions placement",
}
"""The names of other libraries and other classes for our attributes, and the ways here.

A way is meant for a class that has the first name in it.
"""

_DRAWN = {"runs": "cactus", "solution": "board", "moves": "progression", "svg": "board"}
"""By an attribute of a value, the function of `kaleido.plot` that draws it."""

_MEANT = {
    "kaleido": {
        "Puzzle(FILE)": "puzzle load open parse load_pattern load_puzzle from_file get",
        "Puzzle(…).solutions()": "solve_all all_solutions find_all iter_solutions solutions",
        "Puzzle(…).export": "export",
        "Position": "Game Kaleidoscope",
        "pattern_names()": "list names all_patterns list_patterns",
        "check": "verify validate is_solution is_valid",
        "compare": "bench benchmark evaluate lab",
        "plot.board": "draw show display render",
        "plot.progression": "plot",
        "CLASSIC": "pieces piece PIECES piece_set",
        "set_names()": "pieces PIECES sets",
        "PieceSet": "pieces piece PIECES pieceset piece_set set Pieces",
    },
    "kaleido.plot": {
        "board": "solution pattern puzzle answer show",
        "piece_faces": "pieces piece",
        "animate": "animation",
    },
}
"""By package, its ways by the names that they have elsewhere, or of a package that is called."""


def nearest_name(name: str, names: Iterable[str]) -> str:
    """Return a sentence that asks whether the nearest of some names is meant, if one is near."""
    usual = (each for each in names if each.isupper() or each[0].isupper() <= name[0].isupper())
    return "".join(f". Did you mean {each!r}?" for each in similar(name, usual))


def named_attributes(owner: Owner) -> Owner:
    """Have the values of a class name the attribute that is meant by one that they lack."""
    _set(owner, "__getattr__", lambda self, name: _refuse(type(self), name))
    if not hasattr(owner, "__getitem__"):
        _set(owner, "__getitem__", lambda self, _: _refuse(type(self), "items"))
    if not hasattr(owner, "__len__"):
        _set(owner, "__len__", lambda self: _refuse(type(self), "items"))
        if not hasattr(owner, "__bool__"):  # Python would ask for the length
            _set(owner, "__bool__", lambda _: True)
    return owner


_set = vars(type)["__setattr__"]  # type checkers need not know of it


class NamedAttributes(type):
    """The type of a class that names the attribute that is meant by one that it lacks itself."""


class NamedMembers(NamedAttributes, EnumType):
    """The type of an enumeration that names the member that is meant by one that it lacks."""


def _member(owner: Any, name: str) -> Any:
    # Python 3.11 finds the members here.
    members = vars(owner).get("_member_map_", {})
    return members[name] if name in members else _refuse(owner, name, owner.__name__)


_set(NamedAttributes, "__getattr__", _member)


def _names_of(owner: type) -> set[str]:
    fields = (vars(each).get("__annotations__", ()) for each in owner.__mro__)
    return {each for names in (dir(owner), *fields) for each in names if each[0] != "_"}


def way_to(owner: type, name: str) -> str:
    """Return the attribute of a class that a name means, with the rest of the way; "" for none."""
    own = _names_of(owner)
    meant = " ".join(ways for names, ways in _ELSEWHERE.items() if name in names.split())
    found = (way.format(name) for way in meant.split() if re.split(r"\W", way)[0] in own)
    return next((each for each in (name, name.upper()) if each in own), "") or next(found, "")


def _refuse(owner: type, name: str, value: str = "") -> NoReturn:
    if name.startswith("_"):  # Python and libraries ask for protocols
        raise AttributeError(f"{owner.__name__!r} object has no attribute {name!r}", name=name)
    own, value = _names_of(owner), value or owner.__name__.lower()
    found = [f"{value}.{way}" for way in [way_to(owner, name)] if way]
    if name in ("plot", "draw", "figure", "save", "savefig"):
        saved = ".save(FILE)" if "save" in name else ""
        found = [f"kaleido.plot.{_DRAWN[each]}({value}){saved}" for each in _DRAWN if each in own]
    elif name in ("show", "print", "display"):
        found = [f"print({value})"]
    elif not found and (home := homes().get(name)) and {"pattern", "rows"} & own:
        found = [f"{home}.{name}({value}{'.pattern' if 'pattern' in own else ''})"]
    hint = f". Did you mean {found[0]!r}?" if found else ""
    error = NoItemsError if name == "items" else MisspeltNameError
    said = f"{owner.__name__} has no {name}{hint or nearest_name(name, own)}"
    raise error(said, name=name)


def meant_in(package: str, name: str) -> list[str]:
    """Return the ways in a package that a name of another library means."""
    ways = _MEANT.get(package, {}).items()
    return [f"{package}.{way}" for way, names in ways if name in names.split()]


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
    def __call__(self, *_: object, **__: object) -> NoReturn:
        package, own = self.__name__.rpartition(".")[::2]
        usual = f", such as {either(meant)}" if (meant := meant_in(package, own)) else ""
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
