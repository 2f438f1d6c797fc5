"""Arguments of a wrong type or name, which are reported in one line."""

from collections.abc import Callable
from functools import wraps
from inspect import CO_VARKEYWORDS, unwrap
from types import FunctionType
from typing import Any, TypeVar

from kaleido.base.errors import KaleidoError, MisspeltOptionError, OptionError
from kaleido.base.text import shown

Called = TypeVar("Called", bound=Callable[..., Any])


def named_options(called: Called) -> Called:
    """Report a misspelt option of a function, or of a class's methods, with the nearest name.

    The error is a `MisspeltOptionError`, which is a `TypeError`.

    Examples
    --------
    >>> @named_options
    ... def solve(puzzle, *, max_nodes=None): ...
    >>> try:
    ...     solve("car", max_node=1)
    ... except TypeError as error:
    ...     print(error)
    solve() got an unexpected keyword argument 'max_node'. Did you mean 'max_nodes'?
    """
    if isinstance(called, type):
        for name, held in list(vars(called).items()):
            if name == "__init__" or name[0] != "_":
                if isinstance(held, FunctionType):
                    setattr(called, name, _checked(held))
                elif isinstance(held, classmethod):
                    setattr(called, name, classmethod(_checked(held.__func__)))
        return called
    checked: Called = _checked(called)
    return checked


def _checked(function: Any) -> Any:
    inner = unwrap(function)
    code = inner.__code__
    options = code.co_varnames[code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount]
    takes_any = code.co_flags & CO_VARKEYWORDS
    if takes_any or not (inner.__defaults__ or code.co_kwonlyargcount):
        return function

    @wraps(function)
    def checked(*args: Any, **given: Any) -> Any:
        for name in given:
            if name not in options:
                _refuse(function, name, options)
        return function(*args, **given)

    return checked


def _refuse(called: Callable[..., Any], name: str, options: tuple[str, ...]) -> None:
    from difflib import get_close_matches

    near = "".join(f". Did you mean {each!r}?" for each in get_close_matches(name, options, 1, 0.5))
    said = f"{called.__qualname__}() got an unexpected keyword argument {name!r}{near}"
    raise MisspeltOptionError(said)


def check_type(
    value: object,
    kinds: type[Any] | tuple[type[Any], ...],
    expected: str,
    error: type[KaleidoError] = OptionError,
) -> None:
    """Raise an error unless a value has one of some types; True and False are not numbers.

    Examples
    --------
    >>> check_type("car", int, "a number")
    Traceback (most recent call last):
    ...
    kaleido.base.errors.OptionError: 'car' is a str, expected a number
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise error(f"{shown(value)} is {kind_of(value)}, expected {expected}")


def kind_of(value: object) -> str:
    """Return the type of a value with its article."""
    kind = "class" if isinstance(value, type) else type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"
