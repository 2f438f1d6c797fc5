"""Strategies adjusted in their names: ``paper-plus+held+no-chance+window=2``.

Behind the name of a strategy stand switches, ``+held`` or ``+no-held``, and values, ``+window=2``.
Parameters are declared by the types of the maker of the strategy, and nowhere else: switches
are parameters that are bool, and numbers those whose type has `Bounds`; those of a dataclass that
is a parameter, as the weights of a score, count as the strategy's own. Names have hyphens where
Python has underscores.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import Bounds
from kaleido.base.contract import Plain, abouts_of
from kaleido.base.errors import OptionError
from kaleido.base.text import either, quote
from kaleido.heuristics.plus import ruled
from kaleido.heuristics.scored import Heuristic
from kaleido.paper.strategies import Paper, PaperText
from kaleido.search.fork import Strategy
from kaleido.search.score import Fields

Value = bool | int | float
Kind = Literal["switch", "whole", "number"]
Maker = Callable[..., Strategy]


@checked_arguments
@dataclass(frozen=True)
class Parameter(Plain):
    """A setting of a strategy that its name can change.

    Attributes
    ----------
    name : str
        Its name.
    kind : {"switch", "whole", "number"}
        Whether it is switched on and off, or a whole number, or any.
    least, most : float or None
        The bounds of a number; null for a switch.
    default : bool, int or float
        What it is unless it is adjusted.
    about : str
        What it is, in words; they may be empty.
    """

    name: str
    kind: Kind
    least: float | None
    most: float | None
    default: Value
    about: str

    def read(self, text: str) -> Value:
        """Return the value that a text is, or raise an `OptionError`."""
        least, most = self.least, self.most
        if least is None or most is None:
            raise OptionError(
                f"{quote(f'{self.name}={text}')}: {self.name} is a rule, expected "
                f"+{self.name} or +no-{self.name}"
            )
        is_whole = self.kind == "whole"
        with suppress(ValueError):
            value = int(text) if is_whole else float(text) + 0.0
            if least <= value <= most:
                return value
        kind = "a whole number" if is_whole else "a number"
        raise OptionError(
            f"{self.name} is {quote(text)}, expected {kind} from {least:g} to {most:g}"
        )

    def write(self, value: Value) -> str:
        """Return a value as a name has it."""
        if self.kind == "switch":
            return f"+{self.name}" if value else f"+no-{self.name}"
        return f"+{self.name}={repr(value).removesuffix('.0')}"


class _Place(NamedTuple):
    """A parameter and where it is: an argument, and fields within."""

    parameter: Parameter
    path: tuple[str, ...]


def split_name(text: str) -> tuple[str, list[str]]:
    """Return the name of a strategy and its adjustments, each part without its plus.

    Examples
    --------
    >>> split_name("paper-plus+held+window=2")
    ('paper-plus', ['held', 'window=2'])
    >>> split_name("c++/mylab.py:tightest+loose=0.5")
    ('c++/mylab.py:tightest', ['loose=0.5'])
    """
    # A folder may have a plus in its name, what a module has in it does not.
    ends = [text.rfind(mark) + len(mark) for mark in (":", ".json") if mark in text]
    start = max(ends, default=0)
    name, *changes = text[start:].split("+")
    return text[:start] + name, [each.strip().lower() for each in changes]


def find_parameters(thing: Any) -> dict[str, Parameter]:
    """Return the parameters of a maker of strategies, by name."""
    return {name: each.parameter for name, each in _places_of(thing).items()}


def adjusted(maker: Maker, thing: Any, name: str, changes: Iterable[str]) -> Maker:
    """Return a maker of a strategy with changes, named by its name and these.

    The `maker` makes it without them and takes arguments beside the seed; `thing` is its `origin`
    (`kaleido.heuristics.makers`). The changes are switches and values. OptionError means that there
    is no such parameter, that a value is not one, or that values exclude each other.
    """
    places = _places_of(thing)
    values = _read(name, {key: each.parameter for key, each in places.items()}, changes)
    if not values:
        return maker
    given: dict[str, Any] = {key: each.value for key, each in _arguments_of(thing)}
    for key, value in values.items():
        argument, *inner = places[key].path
        given[argument] = _put(given[argument], tuple(inner), value)
    given = {each: given[each] for each in {places[key].path[0]: None for key in values}}
    if isinstance(thing, Heuristic):
        made = copy(thing)
        made.function = partial(thing.function, **given)
        maker = partial(maker.func, made)  # type: ignore[attr-defined]
    else:
        maker = partial(_with_rules(thing) or maker, **given)
    # Switches that are on come first, as a strategy of the paper with rules calls itself.
    order = sorted(values, key=lambda key: (type(values[key]) is not bool, values[key] is False))
    label = name + "".join(places[key].parameter.write(values[key]) for key in order)
    changed = partial(_called, maker, label)
    changed(0)  # so that values that exclude each other are named here
    return changed


def _called(maker: Maker, name: str, seed: int) -> Strategy:
    made = maker(seed)
    with suppress(AttributeError):  # one that nobody can set
        made.name = name  # type: ignore[misc]
    return made


def _read(
    name: str, parameters: Mapping[str, Parameter], changes: Iterable[str]
) -> dict[str, Value]:
    """Return the values that differ from the usual ones, in the order of the parameters."""
    found: dict[str, Value] = {}
    for change in changes:
        key, sign, text = change.partition("=")
        bare = key if sign or key in parameters else key.removeprefix("no-")
        if bare not in parameters:
            what = "parameter" if sign else "rule"
            known = [key for key, each in parameters.items() if sign or each.kind == "switch"]
            expected = f": expected {either(known)}" if known else ""
            raise OptionError(f"strategy {quote(name, 80)} has no {what} {quote(key)}{expected}")
        parameter = parameters[bare]
        if not sign and parameter.kind != "switch":
            example = parameter.write(parameter.default)[1:]
            raise OptionError(f"{quote(change)} has no value, expected one as in {example}")
        value = parameter.read(text) if sign else bare == key
        if found.setdefault(bare, value) != value:
            raise OptionError(f"strategy {quote(name, 80)} has two values of {bare}: expected one")
    return {
        key: found[key]
        for key, each in parameters.items()
        if key in found and found[key] != each.default
    }


# The declarations in types and docstrings.


class _Argument(NamedTuple):
    """An optional argument: its type, its metadata, and its usual value."""

    kind: Any
    said: tuple[Any, ...]
    value: Any
    about: str


def _with_rules(thing: Any) -> Maker | None:
    """Return a factory for `paper-plus`."""
    return partial(ruled, thing) if thing in (Paper, PaperText) else None


def _arguments_of(thing: Any) -> Iterator[tuple[str, _Argument]]:
    """Yield the arguments of a class, of a function of a seed, or of a heuristic's function."""
    called: Any = thing.function if isinstance(thing, Heuristic) else _with_rules(thing) or thing
    bare = getattr(called, "func", called)
    typed: Any = getattr(bare, "__init__") if isinstance(bare, type) else bare  # noqa: B009
    try:
        hints = get_type_hints(typed, include_extras=True)
        parameters = inspect.signature(called).parameters
    except (NameError, TypeError, ValueError):  # types that cannot be read
        return
    is_maker = isinstance(thing, type) or "seed" in parameters
    made = called(**({"seed": 0} if "seed" in parameters else {})) if is_maker else None
    words = abouts_of(thing.function if isinstance(thing, Heuristic) else thing)
    for name, each in parameters.items():
        if name in hints and name != "seed" and each.default is not each.empty:
            kind, said = _taken_apart(hints[name])
            value = _value(kind, getattr(made, name, each.default))
            yield name, _Argument(kind, said, value, words.get(name, ""))


def _places_of(thing: Any) -> dict[str, _Place]:
    found = (
        each for name, argument in _arguments_of(thing) for each in _places_in((name,), argument)
    )
    return {each.parameter.name: each for each in found}


def _places_in(path: tuple[str, ...], argument: _Argument) -> Iterator[_Place]:
    """Yield the parameters at a place: one, or those of the fields of a dataclass."""
    kind, said, value, about = argument
    if is_dataclass(kind):
        chosen = next((each.names for each in said if isinstance(each, Fields)), None)
        hints, words = get_type_hints(kind, include_extras=True), abouts_of(kind)
        for each in fields(kind):
            if chosen is None or each.name in chosen:
                own = getattr(value, each.name), words.get(each.name, "")
                inner = _Argument(*_taken_apart(hints[each.name]), *own)
                yield from _places_in((*path, each.name), inner)
        return
    bounds = next((each for each in said if isinstance(each, Bounds)), None)
    if kind is bool or bounds:
        about = next((each for each in said if isinstance(each, str)), about)
        name = path[-1].replace("_", "-")
        sort: Kind = "switch" if kind is bool else "whole" if kind is int else "number"
        least, most = (bounds.least, bounds.most) if bounds else (None, None)
        yield _Place(Parameter(name, sort, least, most, value, about), path)


def _taken_apart(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the type without `None`, and its `Annotated` metadata."""
    said: tuple[Any, ...] = ()
    while get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        said += tuple(more)
    kinds = [each for each in get_args(hint) if each is not NoneType]
    return (kinds[0] if len(kinds) == 1 and NoneType in get_args(hint) else hint), said


def _value(kind: Any, value: Any) -> Any:
    """Return a value; of a dataclass the usual one for None, or one made of that of a base."""
    if not is_dataclass(kind) or type(value) is kind:
        return value
    make: Any = kind
    return make() if value is None else make(**vars(value))


def _put(value: Any, path: tuple[str, ...], new: Value) -> Any:
    """Return a value with another one at a place within."""
    if not path:
        return new
    first, *rest = path
    return replace(value, **{first: _put(getattr(value, first), tuple(rest), new)})
