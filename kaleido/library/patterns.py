"""The patterns that come with Kaleido, and what is known about them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from kaleido.arguments import named_options
from kaleido.errors import PatternError
from kaleido.library.data import known, nearest, shelf
from kaleido.model.board_text import split_text
from kaleido.model.pattern import Pattern
from kaleido.text import quote, unknown

GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "standard": "Standard",
        "alphabet": "Alphabet",
        "digits": "Digits",
        "pictures": "Pictures",
        "ornaments": "Ornaments",
        "colours": "Four colours",
        "unique": "Exactly one solution",
    }
)
"""The titles of the groups of patterns. Kaleido is measured on the standard ones."""


@dataclass(frozen=True)
class Facts:
    """What the file of a pattern says about it besides its cells.

    Attributes
    ----------
    group : str
        One of `GROUPS`.
    solutions : int
        The exact number of solutions.
    difficulty : int
        From 1 to 5, see `Rating`.
    """

    group: str
    solutions: int
    difficulty: int


@cache
@named_options
def pattern_names(group: str | None = None) -> tuple[str, ...]:
    """Return the sorted names of the patterns that come with Kaleido, of one of `GROUPS` or all.

    Raises
    ------
    PatternError
        There is no such group.

    Examples
    --------
    >>> "car" in pattern_names(), "car" in pattern_names("alphabet")
    (True, False)
    >>> len(pattern_names("standard")), len(pattern_names("alphabet"))
    (32, 26)
    """
    if group is None:
        return tuple(shelf("patterns"))
    meant = known(group, GROUPS)
    if meant is None:
        raise PatternError(unknown("group", group, GROUPS))
    return tuple(name for name in shelf("patterns") if pattern_facts(name).group == meant)


def named_pattern(name: str) -> Pattern:
    """Return the pattern with that name.

    Raises
    ------
    PatternError
        There is no such pattern; the message gives the nearest names.

    Examples
    --------
    >>> named_pattern("car").counts["r"]
    32
    >>> named_pattern("cra")
    Traceback (most recent call last):
    ...
    kaleido.errors.PatternError: unknown pattern 'cra': did you mean cat or car?
    """
    return Pattern.parse(_text(name))


@cache
def pattern_facts(name: str) -> Facts:
    """Return what is known about the pattern with that name.

    Raises
    ------
    PatternError
        There is no such pattern; the message gives the nearest names.

    Examples
    --------
    >>> pattern_facts("car")
    Facts(group='standard', solutions=32, difficulty=1)
    """
    _, headers = split_text(_text(name), ("group", "solutions", "difficulty"))
    return Facts(headers["group"], int(headers["solutions"]), int(headers["difficulty"]))


@cache
def _text(name: str) -> str:
    files = shelf("patterns")
    meant = name if name in files else known(name, files)
    if meant is None:
        raise PatternError(f"unknown pattern {quote(name)}: {nearest(name, files)}")
    return files[meant].read_text(encoding="utf-8")
