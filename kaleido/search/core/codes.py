"""The codes and limits of the compiled core, for Python, C++ and JavaScript: their one table.

``python tools/codes.py`` writes `core/include/kaleido_codes.h` and `kaleido/web/static/codes.js`
from it.
"""

from __future__ import annotations

from enum import IntEnum

INTERFACE = 12
"""The number of the core's interface; raise it with every change of the interface."""


class Code(IntEnum):
    """A code with its meaning, which is a comment in C++ and JavaScript."""

    words: str

    def __new__(cls, code: int, words: str) -> Code:
        """Make a code, which is an int."""
        own = int.__new__(cls, code)
        own._value_ = code
        own.words = words
        return own


class StopCode(Code):
    """Why a run of the core stops."""

    SOLVED = 1, "all pieces are placed; call again for further solutions"
    EXHAUSTED = 2, "nothing is left to try"
    PAUSED = 3, "the given number of nodes or steps is made"
    ASKS = 4, "it is time to look for a proof; call again if there is none"
    ENDED = 5, "the strategy's method ends, and the search with it"
    THINKS = 6, "no move is made for long; call again"
    BEYOND = 7, "numbers of ways do not fit into 128 bits"
    NO_MEMORY = -1, "the core has no memory left"


class EventCode(Code):
    """The events of a watched search, each followed by its numbers."""

    FORK = (
        1,
        "a board is entered: the moves kept; whether its fork is complete, and the board draws "
        "conclusions (bits); the notes of the fork, and of each move; the moves in all; the moves, "
        "and the notes",
    )
    PLACE = 2, "a move of the last board entered is made: its rank, and the moves kept now"
    BACKTRACK = 3, "the last move is taken back"
    RESTART = 4, "a new run begins"
    SOLUTION = 5, "the board is full"
    DEFER = 6, "the rest of the last board entered is deferred"
    RESUME = 7, "the first deferred board is taken up"
    AGAIN = 8, "the rest of the last board entered is entered in its place"
    END = 9, "the strategy's method ends: the code of the end"


class StrategyCode(Code):
    """The strategies of the core."""

    CONSTRAINED = 1, "the scarcest cell or piece first"
    PAPER = 2, "the method of the paper, and its variants"
    READING_ORDER = 3, "the next free cell in reading order"
    TUNED = 4, "the surest cell or piece first, by learned weights"
    PROBING = 5, "moves of `constrained` that a short search does not refute"


class SearchCount(Code):
    """The places of the counts of a search."""

    NODES = 0, "the placements made"
    BACKTRACKS = 1, "the placements taken back"
    RESTARTS = 2, "the runs after the first"
    DEEPEST = 3, "the most pieces placed"
    OPEN = 4, "the boards open on the line"
    END = 5, "the code of the last end of the strategy's method"
    FORCED = 6, "the nodes without an alternative"
    FORKS = 7, "the boards with a choice"
    CHOICES = 8, "the moves of these boards together"
    LOOKED_MOVES = 9, "the moves that the strategy's lookahead has searched"
    LOOKED_NODES = 10, "the nodes that the strategy's lookahead has searched"
    IS_REFUTED = 11, "whether it is known from the start that there is no solution"


class EnumerationCount(Code):
    """The places of the counts of a count one by one."""

    STEPS = 0, "the placements looked at"
    NODES = 1, "the placements made"
    SOLUTIONS = 2, "the solutions found"


class SweepCount(Code):
    """The places of the counts of a sweep."""

    STEPS = 0, "the placements, shapes and sets looked at"
    STATES = 1, "the states of all layers"
    PEAK_STATES = 2, "the states of the largest layer"
    BYTES = 3, "the bytes in use"


LARGE = 100_000
"""From this many placements on, the options of cells and pieces are lists instead of bit sets.

All sets together grow as the number of cells and pieces times that of the placements.
"""

LIMITS: dict[str, tuple[int, str]] = {
    "LARGE": (LARGE, "from this many placements on, options are lists instead of sets of bits"),
    "SWEEP_CELLS": (64, "the most cells of a region to sweep"),
    "SWEEP_PIECES": (24, "the most pieces of a sweep"),
    "ENUMERATION_CELLS": (256, "the most cells of a count one by one"),
    "ENUMERATION_PIECES": (64, "the most different pieces of a count one by one"),
}
"""The limits of the core by name, with their meanings."""

TABLES: dict[str, type[Code]] = {
    "": StopCode,
    "EVENT_": EventCode,
    "STRATEGY_": StrategyCode,
    "SEARCH_": SearchCount,
    "ENUMERATION_": EnumerationCount,
    "SWEEP_": SweepCount,
}
"""All tables by the prefix of their names in C."""

COUNTS: dict[str, type[Code]] = {
    "search": SearchCount,
    "enumeration": EnumerationCount,
    "sweep": SweepCount,
}
"""The tables of counts by the kind of work in the names of the core's functions."""
