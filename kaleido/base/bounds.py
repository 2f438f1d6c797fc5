"""The bounds of the numbers that people give, in options of commands and arguments of functions.

A number beyond them would mean nothing: more nodes than a computer can visit in a lifetime, more
processes than any machine has cores for. Each kind of number has one line for everything else.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from math import isfinite, isnan, nan
from operator import index
from typing import cast

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.text import quote, shown


@checked_arguments
@dataclass(frozen=True)
class Bounds:
    """The least and the greatest number of a kind, in words: ``what`` as in "inches".

    Without ``what`` they are whole numbers.

    Examples
    --------
    >>> WORKERS.read("4"), SECONDS.read("0.5")
    (4, 0.5)
    >>> WORKERS.read("4000")
    Traceback (most recent call last):
    ...
    kaleido.base.errors.OptionError: '4000' is more than 512
    """

    least: float
    most: float
    what: str = ""

    def read(self, text: str) -> float:
        """Return the number in a text; an int unless it measures something."""
        try:
            number = float(text)  # however long, unlike an int
            if not self.what and isfinite(number):
                number = int(text)
        except ValueError:
            number = nan
        if self.least <= number <= self.most:
            return number
        if self.what:
            bounds = f"{_plainly(self.least)} to {_plainly(self.most)}"
            raise OptionError(f"{quote(text)} is not a number of {self.what} from {bounds}")
        if isnan(number):
            raise OptionError(f"{quote(text)} is not a whole number")
        beyond = "less" if number < self.least else "more"
        bound = self.least if number < self.least else self.most
        raise OptionError(f"{quote(text)} is {beyond} than {_plainly(bound)}")

    def check(self, value: object, name: str, kind: type = int, /) -> None:
        """Raise an `OptionError` unless a value that is called so is such a number.

        ``kind`` is float where other than whole numbers do that measure nothing.
        """
        is_whole = not self.what and kind is int
        number_of = f"a number of {self.what}" if self.what else "a number"
        expected = f"{'a whole number' if is_whole else number_of} for {name}"
        check_type(value, int if is_whole else (int, float), expected)
        number: float = value  # type: ignore[assignment]
        if not self.least <= number <= self.most:
            side, bound = ("less", self.most) if number > self.most else ("more", self.least)
            expected = " ".join(filter(None, (_plainly(bound), self.what, "or", side)))
            raise OptionError(f"{name} is {shown(value)}, expected {expected}")

    def from_least(self) -> "Bounds":
        """Return the bounds of what Python may try.

        The most of a strategy's parameter only limits its name and its slider.
        """
        return replace(self, most=_EXACT)

    def whole(self, value: object, name: str) -> int:
        """Return a whole number of any kind, such as NumPy's, as Python's own after `check`.

        Examples
        --------
        >>> import numpy as np
        >>> SEED.whole(np.int64(5), "seed")
        5
        """
        if type(value) is int and self.least <= value <= self.most:
            return value
        number = value
        if not isinstance(value, bool):
            with suppress(TypeError):
                number = index(value)  # type: ignore[arg-type]
        self.check(number, name)
        return cast(int, number)


def _plainly(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:,g}"


_EXACT = 2**53
"""Up to this number JSON, SQLite and every other program keep whole numbers exactly."""

SEED = Bounds(-_EXACT, _EXACT)
NODES = Bounds(0, _EXACT)
NUMBER = Bounds(0, 10**9)
"""How many of something are wanted: solutions, boards, frames."""
POSITIVE = Bounds(1, 10**9)
SOLUTIONS = Bounds(1, 10**18)
WORKERS = Bounds(1, 512)
MEMORY = Bounds(10**6, 10**15)
"""In bytes. Small counts take up to about the least without looking."""
MAX_MEMORY = 4 * 10**9
"""The bytes that counting may take unless others are given."""
SHOWN_NODES = 20_000
"""The placements after which a search that is shown gives up unless others are given."""
SECONDS = Bounds(0, 10**9, "seconds")

FRAMES = Bounds(2, 2000)
"""A GIF is put together in memory."""
LENGTH = Bounds(1, 3600, "seconds")
"""Of an animation."""

INCHES = Bounds(1.7, 200, "inches")
"""The width of a figure: the least is that of a board with its captions."""
MILLIMETRES = Bounds(0, 10_000, "millimetres")
PORT = Bounds(0, 65535)
