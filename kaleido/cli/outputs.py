"""The JSON outputs of commands about a puzzle.

Each class is the source of a schema; `kaleido.base.contract` says how.
"""

from typing import Annotated, Literal

from kaleido.base.contract import Flat, Keywords, Maybe, Natural, Plain, output
from kaleido.counting.meter import Count
from kaleido.hints.facts import ReasonFields
from kaleido.hints.hint import Hint
from kaleido.hints.infeasibility import ColourArgument
from kaleido.hints.rating import Rating
from kaleido.model.board import BoardForm
from kaleido.model.placement import Placement
from kaleido.puzzle.answer import Answer
from kaleido.search.result import Status

LetterGrid = Annotated[
    str, "The letter grid of the pieces on the board, as kaleido position reads it."
]

_IF_SOLVED = {
    "if": {"properties": {"status": {"const": "solved"}}},
    "then": {"properties": {"placements": {"minItems": 1}, "reason": {"type": "null"}}},
    "else": {"properties": {"placements": {"maxItems": 0}, "reason": {"type": "string"}}},
}


@output("solve", "The answer of kaleido solve --json", allOf=[_IF_SOLVED])
class SolveOutput(Plain):
    """The answer of a search: a solution, the proof that there is none, or a limit."""

    answer: Flat[Answer]
    position: Annotated[
        Maybe[str],
        "The letter grid of the pieces that were on the board before; only if there were any.",
    ] = None


@output("hint", "The answer of kaleido hint --json")
class Hinted(Plain):
    """The next move and its reason, or the pieces to remove from a lost board."""

    hint: Flat[Hint]
    solutions: Annotated[
        Natural | None,
        "The number of solutions that contain the board; null without --count, or if they are "
        "too many to count.",
    ]
    hold: Annotated[
        Natural | None,
        "The number of those solutions that contain the move; null without --count, without a "
        "move, or if they are too many to count.",
    ]
    board: Flat[BoardForm]
    position: LetterGrid


@output("position", "The answer of kaleido position --json")
class Judged(Plain):
    """Facts about a position."""

    board: Flat[BoardForm]
    position: LetterGrid
    placements: Annotated[tuple[Placement, ...], "The pieces on the board."]
    status: Annotated[Status, "Whether some solution contains the board: solved if one does."]
    completable: Annotated[
        bool | None,
        "Whether the position can be completed; null if the time was up before that was known.",
    ]
    solutions: Annotated[Natural | None, "In how many ways; null if counting them takes long."]
    remove: Annotated[
        tuple[Placement, ...],
        "The pieces whose removal lets a lost position be completed again.",
    ]


_Placements = Annotated[
    tuple[Placement, ...], Keywords(minItems=1, description="The placements of a solution.")
]


@output("unique", "The answer of kaleido unique --json")
class Uniqueness(Plain):
    """Whether a pattern has exactly one solution."""

    board: Flat[BoardForm]
    unique: Annotated[
        bool | None,
        "Whether there is exactly one solution; null if the search gave up.",
    ]
    why: Flat[ReasonFields]
    solutions: Annotated[
        tuple[_Placements, ...],
        Keywords(maxItems=2),
        "The solutions that were found, at most two.",
    ]


@output("why", "The answer of kaleido why --json")
class WhyOutput(Plain):
    """Why a board has no solution, as far as that is clear after a short search."""

    board: Flat[BoardForm]
    status: Annotated[
        Status, "Whether there is a solution; gave-up where a short search did not find out."
    ]
    why: Flat[ReasonFields]
    argument: Annotated[
        ColourArgument | None,
        "The argument by colouring, if the reason is one; else null.",
    ]


@output("rate", "The answer of kaleido rate --json")
class Rated(Plain):
    """The difficulty of a pattern and its parts, which are null if there is no rating."""

    board: Flat[BoardForm]
    status: Annotated[
        Literal["rated", "no-solution", "gave-up"],
        "Whether the pattern was rated, has no solution, or a limit was reached.",
    ]
    why: Flat[ReasonFields]
    rating: Flat[Rating | None]


@output("check", "The answer of kaleido check --json")
class Verified(Plain):
    """The verdict of the verifier on placements."""

    board: Flat[BoardForm]
    solves: Annotated[bool, "Whether the placements solve the pattern."]
    faults: Annotated[
        tuple[str, ...],
        "Every fault that was found, a sentence each; empty for a solution.",
    ]


@output("count", "The answer of kaleido count --json")
class CountOutput(Plain):
    """The exact number of solutions. The numbers are null if the command gave up."""

    board: Flat[BoardForm]
    status: Annotated[
        Literal["counted", "gave-up"],
        "Whether the solutions were counted or a limit was reached.",
    ]
    why: Flat[ReasonFields]
    count: Flat[Count | None]
