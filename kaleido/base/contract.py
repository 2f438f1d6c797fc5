"""The JSON form of values: a class defines it once, and everything else is made from that.

A field of a dataclass or named tuple is a field of the same name in JSON, and so is each `shown`
property. Markers around the type of a field say where the two differ: ``Hidden``, ``Flat``,
``Maybe`` and ``Rounded``. `Keywords` give what JSON Schema can say beyond the type. The words about
a field are a text in its `Annotated` type, or the docstring of the class or the property. From this
follow

- the values that `Plain.as_dict` returns,
- the JSON Schemas of `kaleido.base.schemas`, written by ``tools/contract.py``,
- the models of the server and its OpenAPI (``kaleido.web.forms``), and from these
- the types of the page, written by ``npm run contract``.
"""

import re
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from itertools import chain
from types import NoneType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from kaleido.base.attributes import named_attributes

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)


class Mark(Enum):
    """How the field of a class differs from that of its JSON."""

    HIDDEN = "it is none"
    FLAT = "it stands for the fields of its value, which are null where the value is None"
    MAYBE = "it is missing where the value is None"
    ROUNDED = "it has six decimals"


Hidden = Annotated[T, Mark.HIDDEN]
Flat = Annotated[T, Mark.FLAT]
Maybe = Annotated[T | None, Mark.MAYBE]
FlatMaybe = Annotated[T | None, Mark.FLAT, Mark.MAYBE]
Rounded = Annotated[float, Mark.ROUNDED]


class Key(NamedTuple):
    """The name of a field in JSON, if it differs."""

    name: str


class As(NamedTuple):
    """The type of a value in JSON, if it differs from that in Python."""

    kind: Any


class Keywords:
    """What JSON Schema says of a value beyond its type, as the keywords of that standard.

    A keyword that is costly to compute is given as a function.

    Examples
    --------
    >>> Natural = Annotated[int, Keywords(minimum=0)]
    """

    def __init__(self, **keywords: Any) -> None:
        self._keywords = keywords

    def __repr__(self) -> str:
        return f"Keywords({', '.join(self._keywords)})"

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        """Return the schema of the type with these keywords; Pydantic calls this."""
        own = {name: of() if callable(of) else of for name, of in self._keywords.items()}
        return {**handler(core), **own}


Natural = Annotated[int, Keywords(minimum=0)]
Positive = Annotated[int, Keywords(minimum=1)]
Share = Annotated[float, Keywords(minimum=0, maximum=1)]
Difficulty = Annotated[int, Keywords(minimum=1, maximum=5)]


class Part(NamedTuple):
    """A field in JSON: the attribute that has its value, and its type with its description."""

    name: str
    attribute: str
    kind: Any
    marks: frozenset[Mark]
    getter: Callable[..., Any] | None = None
    """The function that computes it, if it is a property."""

    @property
    def value_type(self) -> Any:
        """The type without the marks and without None."""
        kind = _bare(self.kind)
        present = [each for each in get_args(kind) if each is not NoneType]
        return Union[tuple(present)] if NoneType in get_args(kind) else kind  # noqa: UP007


def shown(getter: F) -> F:
    """Make a property a field in JSON; the decorator goes below ``@property``."""
    getter.__dict__["is_shown"] = "last"
    return getter


def shown_first(getter: F) -> F:
    """Make a property a field in JSON that comes before those of the class."""
    getter.__dict__["is_shown"] = "first"
    return getter


@cache
def has_form(kind: Any) -> bool:
    """Return whether a class describes its values in JSON: a dataclass or a named tuple."""
    return isinstance(kind, type) and (
        is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    )


@cache
def parts_of(kind: Any) -> tuple[Part, ...]:
    """Return the fields that values of a class have in JSON."""
    hints = get_type_hints(kind, include_extras=True)
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else kind._fields
    parts = {"first": [], "own": [_part(name, hints[name]) for name in names], "last": []}
    for base in reversed(kind.__mro__):
        for name, member in vars(base).items():
            getter = getattr(member, "fget", None) or getattr(member, "func", None)
            where = getattr(getter, "is_shown", None)
            if where:
                hint = get_type_hints(getter, include_extras=True)["return"]
                parts[where].append(_part(name, hint, getter))
    return tuple(part for part in chain(*parts.values()) if Mark.HIDDEN not in part.marks)


def _part(name: str, hint: Any, getter: Callable[..., Any] | None = None) -> Part:
    said = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    marks = frozenset(each for each in said if isinstance(each, Mark))
    key = next((each.name for each in said if isinstance(each, Key)), name)
    return Part(key, name, hint, marks, getter)


def plain(value: Any) -> Any:
    """Return a value as JSON has it: dicts, lists, texts, numbers, booleans and None.

    Examples
    --------
    >>> from kaleido import Placement
    >>> plain([Placement("domino", "back", ((0, 0), (0, 1)))])
    [{'piece': 'domino', 'face': 'back', 'cells': [[0, 0], [0, 1]]}]
    """
    kind: Any = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple or kind is list:
        return [plain(each) for each in value]
    if has_form(kind):
        return fields_of(value)
    if isinstance(value, str):
        return str(value)  # of enumerations and other subclasses
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    assert isinstance(value, Iterable), value
    return [plain(each) for each in value]


_ATOMS = {str, int, float, bool, NoneType}


def fields_of(value: Any) -> dict[str, Any]:
    """Return the fields in JSON of a value whose class has a form."""
    found: dict[str, Any] = {}
    kind: Any = type(value)
    for name, attribute, convert, absent in _plan(kind):
        own = getattr(value, attribute)
        if own is None:
            found |= absent
        elif convert is None:
            found[name] = own
        elif not name:
            found |= convert(own)
        else:
            found[name] = convert(own)
    return found


@cache
def _plan(kind: Any) -> list[tuple[str, str, Callable[[Any], Any] | None, dict[str, None]]]:
    """Return how each field becomes plain values; cached, as every watched move needs it.

    For each field: its name, empty if the fields of its value replace it; its attribute; the
    function that makes its value plain, None for a number; and its replacement if it is None.
    """
    steps = []
    for part in parts_of(kind):
        is_flat, inner = Mark.FLAT in part.marks, part.value_type
        absent = dict.fromkeys(names_of(inner) if is_flat else [part.name])
        steps.append(
            (
                "" if is_flat else part.name,
                part.attribute,
                partial(round, ndigits=6) if Mark.ROUNDED in part.marks else _converter(inner),
                {} if Mark.MAYBE in part.marks else absent,
            )
        )
    return steps


def _converter(hint: Any) -> Callable[[Any], Any] | None:
    """Return the function that makes values of a type plain; None for numbers."""
    kind = _bare(hint)
    if kind in (int, float, bool):
        return None
    if has_form(kind):
        return fields_of
    if get_origin(kind) is tuple:
        first, *others = (_converter(each) for each in get_args(kind) if each is not ...)
        if not any((first, *others)):
            return list
        if first and not others:
            return lambda values: [first(value) for value in values]
    return plain


def _bare(hint: Any) -> Any:
    """Return a type without what `Annotated` adds to it."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def names_of(kind: type) -> list[str]:
    """Return the names of the fields in JSON that a value of a class always has.

    A union has none, because its classes need not share any.
    """
    names: list[str] = []
    if not has_form(kind):
        return names
    for part in parts_of(kind):
        if Mark.MAYBE not in part.marks:
            names += names_of(part.value_type) if Mark.FLAT in part.marks else [part.name]
    return list(dict.fromkeys(names))


_SECTION = re.compile(r"^(?:Attributes|Parameters)\n-+\n(.*?)(?=^\w+\n-{3,}\n|\Z)", re.M | re.S)
_ENTRY = re.compile(r"^(\w[\w, ]*?)(?: : .*)?\n((?:[ ]+.*\n|\n)+)", re.M)


def abouts_of(thing: Any) -> dict[str, str]:
    """Return the descriptions by name in the docstrings of a class and its bases, or a function."""
    from inspect import getdoc

    found: dict[str, str] = {}
    for base in reversed(getattr(thing, "__mro__", (thing,))):
        for section in _SECTION.findall((getdoc(base) or "") + "\n"):
            for names, about in _ENTRY.findall(section):
                found |= dict.fromkeys(names.split(", "), " ".join(about.split()))
    return found


class Plain:
    """A value that has a form in JSON."""

    def __init_subclass__(cls) -> None:
        named_attributes(cls)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, as JSON has them."""
        return fields_of(self)


class PlainNumber(Plain, int):
    """A value that has a form in JSON, and is the whole number in its first field.

    As a dataclass, it equals this number, and values of its class with equal fields. In a format
    it is the number.
    """

    def __new__(cls, *args: Any, **given: Any) -> typing.Self:  # noqa: D102
        first = next(iter(cls.__annotations__))
        return super().__new__(cls, args[0] if args else given[first])

    __ne__ = object.__ne__  # that of int would ask for the number alone

    def __format__(self, form: str) -> str:
        return format(int(self), form)


@dataclass(frozen=True)
class Schema:
    """The parts of a schema other than its fields."""

    name: str
    title: str
    number: int
    """It rises when a field changes or is removed, not when one is added."""
    rules: Mapping[str, Any]
    """Further keywords of JSON Schema."""


OUTPUTS: dict[type, Schema] = {}
"""The classes of the commands' outputs, as far as their modules are imported."""


def numbered(value: Plain) -> dict[str, Any]:
    """Return an output as plain values, with the number of its schema as the first field."""
    return {"schema": OUTPUTS[type(value)].number} | value.as_dict()


@typing.dataclass_transform(frozen_default=True)
def output(name: str, title: str, number: int = 1, **rules: Any) -> Callable[[C], C]:
    """Make a class an output with a schema, and a frozen dataclass unless it is one."""

    def register(kind: C) -> C:
        if "__dataclass_fields__" not in vars(kind):  # which a base may have, too
            dataclass(frozen=True)(kind)
        OUTPUTS[kind] = Schema(name, title, number, rules)
        return kind

    return register
