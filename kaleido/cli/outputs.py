"""What commands about a puzzle print as JSON.

Each class is the source of a schema; `kaleido.contract` says how.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from kaleido.analysis.answer import Answer, Status
from kaleido.analysis.colour_argument import ColourArgument
from kaleido.analysis.facts import Facts, Told
from kaleido.analysis.hint import Hint
from kaleido.analysis.rating import Rating
from kaleido.contract import Flat, Maybe, Natural, Plain, Rule, output
from kaleido.counting.result import Count
from kaleido.model.board_form import Identity
from kaleido.model.placement import Placement

_IF_SOLVED = {
    "if": {"properties": {"status": {"const": "solved"}}},
    "then": {"properties": {"placements": {"minItems": 1}, "reason": {"type": "null"}}},
    "else": {"properties": {"placements": {"maxItems": 0}, "reason": {"type": "string"}}},
}


@output("solve", "The answer of kaleido solve --json", allOf=[_IF_SOLVED])
@dataclass(frozen=True)
class Solved(Plain):
    """The answer of a search: a solution, the proof that there is none, or a limit.

    Attributes
    ----------
    position : str or None
        The letter grid of the pieces that were on the board before; only if there were any.
    """

    answer: Flat[Answer]
    position: Maybe[str] = None


@output("hint", "The answer of kaleido hint --json")
@dataclass(frozen=True)
class Hinted(Plain):
    """The next move and its reason, or the pieces to remove from a lost board.

    Attributes
    ----------
    solutions : int or None
        The number of solutions that contain the board; null without --count, or if they are too
        many to count.
    hold : int or None
        The number of those solutions that contain the move; null without --count, without a move,
        or if they are too many to count.
    position : str
        The letter grid of the pieces on the board, as kaleido position reads it.
    """

    hint: Flat[Hint]
    solutions: Natural | None
    hold: Natural | None
    board: Flat[Identity]
    position: str


@output("position", "The answer of kaleido position --json")
@dataclass(frozen=True)
class Judged(Plain):
    """What is known of a position.

    Attributes
    ----------
    position : str
        The letter grid of the pieces on the board, as kaleido position reads it.
    placements : tuple of Placement
        The pieces on the board.
    status : Status
        Whether some solution contains the board: solved if one does.
    completable : bool or None
        Whether the position can be completed; null if the time was up before that was known.
    solutions : int or None
        In how many ways; null if counting them takes long.
    remove : tuple of Placement
        The pieces whose removal lets a lost position be completed again.
    """

    board: Flat[Identity]
    position: str
    placements: tuple[Placement, ...]
    status: Status
    completable: bool | None
    solutions: Natural | None
    remove: tuple[Placement, ...]


_Placements = Annotated[
    tuple[Placement, ...], Rule(minItems=1, description="The placements of a solution.")
]


@output("unique", "The answer of kaleido unique --json")
@dataclass(frozen=True)
class Uniqueness(Plain):
    """Whether a pattern has exactly one solution.

    Attributes
    ----------
    unique : bool or None
        Whether there is exactly one solution; null if the search gave up.
    solutions : tuple of tuple of Placement
        The solutions that were found, at most two.
    """

    board: Flat[Identity]
    unique: bool | None
    told: Flat[Told]
    solutions: Annotated[tuple[_Placements, ...], Rule(maxItems=2)]


@output("why", "The answer of kaleido why --json")
@dataclass(frozen=True)
class Refuted(Plain):
    """Why a board has no solution, as far as that is clear without a search.

    Attributes
    ----------
    argument : ColourArgument or None
        The argument by colouring, if the reason is one; else null.
    """

    board: Flat[Identity]
    told: Flat[Told]
    argument: ColourArgument | None


@output("rate", "The answer of kaleido rate --json")
@dataclass(frozen=True)
class Rated(Plain):
    """The difficulty of a pattern and its parts, which are null if there is no rating.

    Attributes
    ----------
    status : {"rated", "no-solution", "gave-up"}
        Whether the pattern was rated, has no solution, or a limit was reached.
    """

    board: Flat[Identity]
    status: Literal["rated", "no-solution", "gave-up"]
    told: Flat[Told]
    rating: Flat[Rating | None]


@output("check", "The answer of kaleido check --json")
@dataclass(frozen=True)
class Verified(Plain):
    """What the verifier says of placements.

    Attributes
    ----------
    solves : bool
        Whether the placements solve the pattern.
    faults : tuple of str
        Every fault that was found, a sentence each; empty for a solution.
    """

    board: Flat[Identity]
    solves: bool
    faults: tuple[str, ...]


@output("count", "The answer of kaleido count --json")
@dataclass(frozen=True)
class Counted(Plain):
    """The exact number of solutions. The numbers are null if the command gave up.

    Attributes
    ----------
    status : {"counted", "gave-up"}
        Whether the solutions were counted or a limit was reached.
    reason : str or None
        Which limit was reached, or why there are no solutions if that is clear without counting;
        null otherwise.
    facts : dict or None
        The reason as facts, for programs that use words of their own; null if it has none.
    """

    board: Flat[Identity]
    status: Literal["counted", "gave-up"]
    reason: str | None
    facts: Facts
    count: Flat[Count | None]
