"""Arguments of a wrong kind, which are named in one line."""

from typing import Any

from kaleido.errors import KaleidoError, OptionError
from kaleido.text import shown


def check_type(
    value: object,
    kinds: type[Any] | tuple[type[Any], ...],
    expected: str,
    error: type[KaleidoError] = OptionError,
) -> None:
    """Raise an error unless a value is of one of some types; True and False are no numbers.

    Raises
    ------
    KaleidoError
        It is not; the message says what it is and what was expected.

    Examples
    --------
    >>> check_type("car", int, "a number")
    Traceback (most recent call last):
    ...
    kaleido.errors.OptionError: 'car' is a str, expected a number
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise error(f"{shown(value)} is {kind_of(value)}, expected {expected}")


def kind_of(value: object) -> str:
    """Return the type of a value with its article.

    Examples
    --------
    >>> kind_of(3), kind_of("car"), kind_of(int)
    ('an int', 'a str', 'a class')
    """
    kind = "class" if isinstance(value, type) else type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"
