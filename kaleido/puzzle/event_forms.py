"""The events of a search in JSON: those sent to the page, and those of a trace."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from kaleido.base.contract import Flat, Plain, shown
from kaleido.hints.facts import ReasonFields
from kaleido.model.grid import bits
from kaleido.model.placement import Placement
from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.fork import Found, MethodEnd, Window
from kaleido.search.score import Score
from kaleido.search.state import State

KnownSides = Annotated[
    tuple[tuple[int | str, ...], ...],
    'The known edges inside the frame as [row, col, side]: the side of that cell, "top" or '
    '"left"; on other lattices than squares the number of the step that crosses it.',
]

MAX_SIBLINGS = 8  # the number of deferred siblings that are listed with a move


@dataclass(frozen=True)
class KnownBoard(Plain):
    """Facts about the board after an event."""

    depth: Annotated[int, "How many pieces lie on it."]
    edges: Annotated[int, "How many edges inside the frame are known."]
    islands: Annotated[
        tuple[tuple[int, ...], ...], "The number of each cell's island; 0 for a covered cell."
    ]

    @classmethod
    def of(cls, state: State) -> Self:
        """Return the known depth, edges and islands of a state."""
        grid = state.problem.grid
        labels = [0] * grid.size
        for label, island in enumerate(state.islands, start=1):
            for cell in bits(island):
                labels[cell] = label
        rows = (labels[first : first + grid.cols] for first in range(0, grid.size, grid.cols))
        return cls(state.depth, state.inner_edges, tuple(map(tuple, rows)))


@dataclass(frozen=True)
class Sibling(Plain):
    """A move with its score."""

    placement: Placement
    score: Score

    @property
    @shown
    def score_parts(self) -> Mapping[str, float]:
        """The weighted parts of the score, without those that are 0."""
        return self.score.parts

    @property
    @shown
    def score_line(self) -> str:
        """The score as a sum of its parts."""
        return self.score.line


@dataclass(frozen=True)
class StartEvent(Plain):
    """The board before the first move."""

    type: Literal["start"]
    pattern: Annotated[str, "The rows of the board, with / between them."]
    implied: KnownSides
    edges: Annotated[int, "How many they are."]
    full: Annotated[int, "How many a solved board has."]


@dataclass(frozen=True)
class PlaceEvent(Plain):
    """A piece is placed; the piece "(empty)" is a cell that stays empty."""

    type: Literal["place"]
    move: Flat[Sibling]
    piece_edges: Annotated[int, "The length of its border."]
    found: Annotated[Found | None, "How the move was found, if the strategy can say."]
    waiting: Annotated[tuple[Sibling, ...], "The first of the siblings that wait."]
    waiting_count: Annotated[int, "How many siblings wait."]
    node: Annotated[int, "The number of the move, from 1."]
    known: Flat[KnownBoard]

    @property
    @shown
    def window(self) -> Window | None:
        """The window in which it was found."""
        return self.found and self.found.window


@dataclass(frozen=True)
class BacktrackEvent(Plain):
    """A piece is taken back, or a cell need no longer stay empty."""

    type: Literal["backtrack"]
    placement: Placement
    known: Flat[KnownBoard]


@dataclass(frozen=True)
class ResumeEvent(Plain):
    """The search goes on from another board."""

    type: Literal["resume"]
    placed: Annotated[tuple[Placement, ...], "The pieces on it, in the order of the moves."]
    known: Flat[KnownBoard]


@dataclass(frozen=True)
class MethodEndEvent(Plain):
    """The strategy's own method ends here; the search goes on."""

    type: Literal["ended"]
    why: Flat[ReasonFields]
    known: Flat[KnownBoard]


@dataclass(frozen=True)
class SolvedEvent(Plain):
    """The search ends with a solution."""

    type: Literal["solved"]
    placements: Annotated[tuple[Placement, ...], "The pieces of the solution."]


@dataclass(frozen=True)
class UnsolvedEvent(Plain):
    """The search ends without a solution."""

    type: Annotated[
        Literal["exhausted", "gave-up"],
        "Whether it is proved that there is none, or a limit is reached.",
    ]
    why: Flat[ReasonFields]


SearchEvent = (
    StartEvent
    | PlaceEvent
    | BacktrackEvent
    | ResumeEvent
    | MethodEndEvent
    | SolvedEvent
    | UnsolvedEvent
)


class EventForms:
    """Turns the events of a search into JSON one by one, except the last.

    The search starts from the board `start`; a solved board has `full` inner edges.
    """

    def __init__(self, start: State, full: int) -> None:
        self._start = self._at = start
        self._full = full
        self._nodes = 0

    @property
    def start(self) -> StartEvent:
        """The first event: the board before the first move."""
        start = self._start
        text, edges = start.problem.pattern.text, start.inner_edges
        return StartEvent("start", text, known_sides(start), edges, self._full)

    def form(self, event: Event) -> SearchEvent | None:
        """Return an event for JSON; None for the last one, which the answer covers."""
        problem = self._start.problem
        if isinstance(event, Place):
            self._nodes += 1
            self._at = event.state
            return _placed(event, self._nodes)
        if isinstance(event, Backtrack):
            taken = event.state
            assert taken.parent is not None  # a piece lay on the board
            assert taken.last is not None
            self._at = taken.parent
            placement = problem.placement(taken.last)
            return BacktrackEvent("backtrack", placement, KnownBoard.of(self._at))
        if isinstance(event, Resume):
            self._at = event.line[-1].state if event.line else self._start
            placed = tuple(place.placement for place in event.line)
            return ResumeEvent("resume", placed, KnownBoard.of(self._at))
        if isinstance(event, MethodEnd):
            return MethodEndEvent("ended", ReasonFields.of(event.cause), KnownBoard.of(self._at))
        return None


def known_sides(state: State) -> tuple[tuple[int | str, ...], ...]:
    """Return the known edges inside the frame, as events have them."""
    grid = state.problem.grid
    names, inner = grid.lattice.side_names, state.edges & ~state.problem.frame
    sides = ((*cell, names[side] if names else side) for cell, side in grid.sides_of(inner))
    # An edge on a seam lies on two sides of the board and is one.
    return tuple(each for each in sides if each[2] not in ("right", "bottom"))


def _placed(event: Place, node: int) -> PlaceEvent:
    fork, problem = event.fork, event.state.problem
    waiting = range(event.rank + 1, event.kept)
    return PlaceEvent(
        "place",
        Sibling(event.placement, event.score),
        problem.borders[event.number].bit_count(),
        event.found,
        tuple(
            Sibling(problem.placement(fork.moves[rank]), fork.score(rank))
            for rank in waiting[:MAX_SIBLINGS]
        ),
        len(waiting),
        node,
        KnownBoard.of(event.state),
    )
