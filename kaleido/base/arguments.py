"""Arguments of a wrong kind or name, which are reported in one line."""

import re
import sys
import types
import typing
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sized
from dataclasses import fields
from datetime import date
from functools import update_wrapper, wraps
from importlib import import_module
from inspect import CO_VARKEYWORDS, Parameter, getdoc, isgeneratorfunction, signature, unwrap
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from types import EllipsisType, FunctionType, GeneratorType, NoneType, SimpleNamespace
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin

from kaleido.base.attributes import homes, meant_in, names_attributes, nearest_name, way_to
from kaleido.base.elsewhere import meant_by
from kaleido.base.errors import (
    ArgumentsError,
    KaleidoError,
    MisspeltNameError,
    MisspeltOptionError,
    OneLine,
    OptionError,
)
from kaleido.base.text import both, either, shown

Called = TypeVar("Called", bound=Callable[..., Any])

_SEARCH = ("strategy", "pieces", "seed", "max_nodes", "timeout")


def options_called(name: str, options: Iterable[str]) -> list[str]:
    """Return those of some options that have another name elsewhere, as in ``max-seconds``."""
    called = option_values(name)
    names = {each: each.lstrip("-").replace("-", "_") for each in options}
    return [each for way in called for each, name in names.items() if name == way]


def option_values(name: str) -> dict[str, str]:
    """Return by its name each option that has another one elsewhere, and the value to give it."""
    ways = " ".join(meant_by(name.lower().replace("-", "_"), "option")).split()
    return {own: value for own, _, value in (way.partition("=") for way in ways)}


def checked_arguments(called: Called) -> Called:
    """Report a misspelt option or an argument of the wrong kind in one line.

    It decorates a function, or a class for its constructor and its public methods. A misspelt
    option is a `MisspeltOptionError`, which is a `TypeError`, and names the nearest. The kinds of
    the arguments are those of the annotations. They are compared only after Python has raised its
    own error, so that a call that works costs nothing and may be given anything that works;
    an argument that does not fit is then an `OptionError`.
    """
    if isinstance(called, type):
        made = getattr(called, "__dataclass_params__", None)
        for name, held in list(vars(called).items()):
            if name == "__init__" or name[0] != "_":
                if isinstance(held, FunctionType):
                    if name == "__init__" and made and made.frozen:
                        held = _with_tuples(called)
                    is_method = name[0] != "_" and names_attributes(called)
                    setattr(called, name, Method(held) if is_method else _checked(held))
                elif isinstance(held, classmethod | staticmethod):
                    setattr(called, name, type(held)(_checked(held.__func__)))
        return called
    checked: Called = _checked(called)
    return checked


def _with_tuples(owner: Any) -> Any:
    """Return the constructor of frozen values, which makes tuples of lists where it holds these."""
    init = owner.__init__
    held = [each.name for each in fields(owner) if "tuple[" in str(each.type).partition(",")[0]]

    @wraps(init)
    def made(self: Any, *args: Any, **given: Any) -> None:
        init(self, *args, **given)
        for name in held:
            if type(value := getattr(self, name)) is list:
                object.__setattr__(self, name, tuple(value))

    return made if held else init


def _checked(function: Any) -> Any:
    code = unwrap(function).__code__
    options = code.co_varnames[code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount]
    takes_any = code.co_flags & CO_VARKEYWORDS
    # Not of methods, some of which searches call.
    is_generator = isgeneratorfunction(unwrap(function)) and "." not in function.__qualname__

    @wraps(function)
    def checked(*args: Any, **given: Any) -> Any:
        for name in given:
            if name not in options and not takes_any:
                _refuse(function, args, name, options)
        if is_generator:  # otherwise Python would raise its own error at the first value
            _explain(function, args, given, None)
        try:
            made = function(*args, **given)
        except Exception as problem:
            _explain(function, args, given, problem)
            raise
        if type(made) is not GeneratorType:
            return made
        watched: Any = _watched(made, function, args, given)
        watched.__name__, watched.__qualname__ = function.__name__, function.__qualname__
        return watched

    vars(checked)["is_checked"] = True
    return checked


class Method:
    """A checked method of a class whose values name attributes: it names its result's, too.

    Examples
    --------
    >>> from kaleido import Position
    >>> Position("car").hint.sentence
    Traceback (most recent call last):
    ...
    kaleido.base.errors.MisspeltNameError: hint is a method. Did you mean 'hint().sentence'?
    """

    def __init__(self, function: Any) -> None:
        update_wrapper(self, function)
        self._checked = _checked(function)

    def __get__(self, value: object, _: type) -> Any:
        return self if value is None else types.MethodType(self, value)

    def __call__(self, *args: Any, **given: Any) -> Any:  # noqa: D102
        return self._checked(*args, **given)

    def __repr__(self) -> str:
        return repr(self._checked)

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, as a function is

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):  # Python and libraries ask for protocols
            raise AttributeError(f"a method has no attribute {name!r}", name=name)
        function = self._checked
        _, *taken = signature(function).parameters.values()
        given = "…" if any(each.default is Parameter.empty for each in taken) else ""
        call, kind = f"{function.__name__}({given})", _result(function)
        meant = way_to(kind, name, call) if isinstance(kind, type) else ""
        said = f"{function.__name__} is a method. Did you mean {meant or call!r}?"
        raise MisspeltNameError(said, name=name)


def _watched(
    made: Generator[Any, Any, Any], function: Any, args: tuple[Any, ...], given: dict[str, Any]
) -> Generator[Any, Any, Any]:
    try:
        return (yield from made)
    except Exception as problem:
        _explain(function, args, given, problem)
        raise


def _refuse(function: Any, args: tuple[Any, ...], name: str, options: Iterable[str]) -> NoReturn:
    called, meant = _called(function, args), options_called(name, options)
    near = f". Did you mean {either(map(repr, meant))}?" if meant else nearest_name(name, options)
    kind = _result(function)
    if name == "n" or "number" in meant_by(name, "option"):
        near = _first_of(function, args, name) or near
    held, names = signature(function).parameters, unwrap(function).__globals__
    inside = {each: _inside(_resolved(held[each].annotation, names), name) for each in held}
    inner = next((f": expected {each}={inside[each]}" for each in held if inside[each]), "")
    ways = [] if name in _SEARCH else meant_in("kaleido", name)
    if not near and ways and ("(" in ways[0] or not inner):
        near = f". Did you mean {ways[0]!r}?"
    elif not near and "recording" in options and name in _SEARCH:
        near = f": kaleido.record(…, {name}=…) makes the search"
    elif not near and isinstance(kind, type) and (way := way_to(kind, name, f"{called}(…)")):
        near = f". Did you mean {way!r}?"
    own = (each for each in options if each not in ("self", "cls"))
    near = near or inner or f": expected {either(own)}"
    raise MisspeltOptionError(f"{called}() got an unexpected keyword argument {name!r}{near}")


def _result(function: Any) -> Any:
    result = _resolved(signature(function).return_annotation, unwrap(function).__globals__)
    return get_origin(result) or result


def _first_of(function: Any, args: tuple[Any, ...], number: object) -> str:
    """Return how to take the first results of a function that yields them; "" for another."""
    taken = f": itertools.islice({_called(function, args)}(…), {number}) takes the first results"
    return taken if _result(function) in (Generator, Iterator) else ""


def _inside(kind: Any, name: str, deep: int = 2) -> str:
    """Return how an argument is given inside one that is a value of our classes; "" if not."""
    kinds: Iterable[Any] = get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    for each in kinds if deep else ():
        made = getattr(each, "__dataclass_params__", None)
        for field in fields(each) if made and made.init else ():
            called = field.name == name or options_called(name, [field.name])
            held = _resolved(field.type, vars(sys.modules[each.__module__]))
            value = repr(field.default) if isinstance(field.default, tuple) else "…"
            if inner := value if called else _inside(held, name, deep - 1):
                return f"{homes().get(each.__name__)}.{each.__name__}({field.name}={inner})"
    return ""


def _called(function: Any, args: tuple[Any, ...]) -> str:
    """Return the name by which a function was called: a method with the class of its object."""
    owner, _, name = function.__qualname__.rpartition(".")
    if owner and args and hasattr(type(args[0]), name):
        owner = type(args[0]).__name__
    return owner if name == "__init__" else ".".join(filter(None, (owner, name)))


def _misfit(function: Any, args: tuple[Any, ...], given: dict[str, Any]) -> str:
    """Return which argument of a call is missing or one too many, and how it is given."""
    called, parameters = _called(function, args), signature(function).parameters.values()
    names = unwrap(function).__globals__
    kinds = {each.name: _resolved(each.annotation, names) for each in parameters}
    known = [each.name for each in parameters if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    named = [each.name for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
    if len(args) > len(known):
        name = "" if named or not known else known[-1]
        said = f"{called}() has no place for {shown(args[len(known)])}"
        said += f"; by name it takes {both(named)}" if named else ""
        if "@" in str(args[len(known)]) and known in (["self"], ["pattern"]):
            said += "; kaleido.Position takes pieces on the board"
        elif known[:1] == ["recording"]:
            said += f"; kaleido.record, which makes the search, takes {both(_SEARCH)}"
    else:
        without = (each for each in parameters if each.default is Parameter.empty)
        left = (each.name for each in without if each.name not in (*known[: len(args)], *given))
        name = next(left, "")
        for own, value in zip(known, args, strict=False):
            # It is given, but in the place of another.
            if name and not _fits(value, kinds[own]) and _fits(value, kinds[name]):
                name = own
        said = f"{called}() lacks {name}"
        twice = [pair for pair in zip(known, args, strict=False) if pair[0] in given]
        if twice and not name:
            name, value = twice[0]
            said = f"{called}() gets {name} twice: {shown(value)} and {shown(given[name])}"
    documented = type(args[0]) if function.__name__ == "__init__" else function
    line = rf"((?:\w+, )*{name}(?:, \w+)*) : .*"  # several may share a text: first, second : str
    about = re.search(rf"(?m)^{line}\n((?:    .*\n?)+)", getdoc(documented) or "")
    if name in ("", "self"):
        return said
    text = " ".join(about[2].replace("``", "").split()).rstrip(".") if about else ""
    words = text or _words(kinds[name])
    called = about[1] if about else name
    return f"{said}: {called} {'are' if ',' in called else 'is'} {words[0].lower()}{words[1:]}"


def _explain(
    function: Any, args: tuple[Any, ...], given: dict[str, Any], problem: Exception | None
) -> None:
    """Raise an `OptionError` for the first argument that does not fit its annotation, if any."""
    # A misspelt name may be that of an attribute which the right kind has.
    if isinstance(problem, OneLine) and not isinstance(problem, MisspeltNameError):
        return
    form = signature(function)
    try:
        bound = form.bind(*args, **given).arguments
    except TypeError:
        raise ArgumentsError(_misfit(function, args, given)) from problem
    for name, value in bound.items():
        kind = _resolved(form.parameters[name].annotation, unwrap(function).__globals__)
        values: Iterable[Any] = [value]
        if form.parameters[name].kind is Parameter.VAR_POSITIONAL:
            values = value
        elif form.parameters[name].kind is Parameter.VAR_KEYWORD:
            values = value.values()
        for each in values:
            if not _fits(each, kind):
                each, kind = _misfitting(each, kind)
                expected = f"expected {_words(kind)} for {name}"
                is_number = type(each) is int and kind is not str
                expected += _first_of(function, args, each) if is_number else ""
                raise OptionError(f"{shown(each)} is {kind_of(each)}, {expected}") from problem


def _resolved(annotation: Any, names: dict[str, Any]) -> Any:
    """Return the type of an annotation; Any if it cannot be resolved."""
    if annotation is Parameter.empty:
        return Any
    known: dict[str, Any] = {}
    holder = SimpleNamespace(__annotations__={"": annotation})
    while True:
        try:
            return typing.get_type_hints(holder, names, known, include_extras=True)[""]
        except NameError as missing:  # imported only where types are checked
            name = missing.name or ""
            if home := homes().get(name):
                known[name] = getattr(import_module(home), name)
                continue
            rooms = [room for room in list(sys.modules) if room.startswith("kaleido.")]
            found = (vars(sys.modules[room]).get(name) for room in rooms)
            known[name] = next(filter(None, found), type(name, (), {}))
        except Exception:
            return Any


def _fits(value: object, kind: Any) -> bool:
    """Return whether a value has the type of an annotation, as far as that can be checked."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin is Annotated:
        return _fits(value, inner[0])
    if origin in (Union, types.UnionType):
        return any(_fits(value, each) for each in inner)
    if origin is Literal:
        return isinstance(value, tuple({type(each) for each in inner}))
    if origin is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if origin is float:
        return isinstance(value, Real) and not isinstance(value, bool)
    if origin is Callable:
        return callable(value)
    if origin is type and inner and isinstance(inner[0], type):
        return isinstance(value, type) and issubclass(value, inner[0])
    if not isinstance(origin, type):
        return True
    if issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            return False
        return all(_fits(each, inner[1]) for each in value.values() if inner)
    if issubclass(origin, Iterable) and inner:
        return _holds(value, origin, inner)
    try:
        return isinstance(value, origin)
    except TypeError:  # some protocols
        return True


def _misfitting(value: object, kind: Any) -> tuple[object, Any]:
    """Return a value and its kind or, where an item of a list is wrong, this item and its kind."""
    kinds = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    for origin, inner in ((get_origin(each), get_args(each)) for each in kinds):
        is_list = isinstance(origin, type) and inner[1:] in ((), (...,))
        if is_list and isinstance(value, list | tuple | set):
            wrong = ((each, inner[0]) for each in value if not _fits(each, inner[0]))
            return next(wrong, (value, kind))
    return value, kind


def _holds(value: Any, origin: type[Any], inner: tuple[Any, ...]) -> bool:
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
        return False
    if hasattr(origin, "__getitem__") > hasattr(value, "__getitem__"):  # a set is no sequence
        return False
    if not isinstance(value, Sized):  # it may be used up by now
        return True
    if origin is tuple and ... not in inner:
        return len(value) == len(inner) and all(map(_fits, value, inner))
    return all(_fits(each, inner[0]) for each in value)


_WORDS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "True or False",
    type: "a class",
    date: "a date",
    Path: "a path",
    PathLike: "a path",
    Callable: "a function",
}


def _words(kind: Any, plural: str = "") -> str:
    """Return the words for the values of an annotation, or with an s for several of them."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin is Annotated:
        return _words(inner[0], plural)
    if origin in (Union, types.UnionType):
        usual = [each for each in inner if each not in (NoneType, EllipsisType)]
        return either(dict.fromkeys(_words(each, plural) for each in usual))
    if origin is Literal:
        return either(map(repr, inner))
    if origin not in _WORDS and inner and issubclass(origin, Iterable):
        if issubclass(origin, Mapping):
            return f"a mapping to {_words(inner[1], 's')}"
        number = f"{len(inner)} " if origin is tuple and ... not in inner else ""
        return f"a sequence of {number}{_words(inner[0], 's')}"
    if origin is type and inner:
        return f"a kind of {getattr(inner[0], '__name__', 'class')}"
    words = _WORDS.get(origin) or _with_article(getattr(origin, "__name__", str(origin)))
    several = re.sub("ys$", "ies", words.partition(" ")[2] + plural)
    return several if plural and origin is not bool else words


def check_type(
    value: object,
    kinds: type[Any] | tuple[type[Any], ...],
    expected: str,
    error: type[KaleidoError] = OptionError,
) -> None:
    """Raise an error unless a value has one of some types; True and False are not numbers."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise error(f"{shown(value)} is {kind_of(value)}, expected {expected}")


def kind_of(value: object) -> str:
    """Return the type of a value with its article."""
    kinds = {type: "class", types.ModuleType: "module"}
    kind = next((kinds[each] for each in kinds if isinstance(value, each)), type(value).__name__)
    return _with_article(kind)


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"
