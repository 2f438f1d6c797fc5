"""The survey of a board: candidates, islands, known edges, and the pieces that fit on a cell."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import Annotated

from kaleido.base.contract import Flat, Natural, Plain
from kaleido.base.errors import PlacingError
from kaleido.base.text import plural, shown
from kaleido.hints.fitting import MAX_WAYS, Fitting
from kaleido.hints.reason import Emptied, FittingPiece, Where
from kaleido.model.grid import Cell
from kaleido.puzzle.event_forms import KnownBoard, KnownSides, Sibling, known_sides
from kaleido.search.fork import Fork, Strategy
from kaleido.search.score import ScoreParts, Weights
from kaleido.search.state import State


@dataclass(frozen=True)
class CellChoices(Plain):
    """The pieces that can cover a cell of a board."""

    cell: Annotated[Cell, "The cell, counted from 0."]
    where: Annotated[Where, "Where it lies on the board."]
    pieces: Annotated[
        tuple[FittingPiece, ...],
        "The pieces that fit there; where they are few, those that lead to a dead end come last.",
    ]
    empty: Annotated[
        Emptied | None, "The consequence of leaving the cell empty; null if it must be covered."
    ]
    is_forced: Annotated[bool, "Whether it can only be the first of them."]


@dataclass(frozen=True)
class Survey(Plain):
    """Facts about a board that need no solution.

    Attributes
    ----------
    strategy : str
        The strategy that ranks the candidates.
    known : KnownBoard
        The pieces laid, the number of known edges, and the islands.
    implied
        The known edges inside the frame, in the form that the start of a search has.
    candidates : tuple of Sibling
        The best moves that the strategy proposes, with their scores.
    proposed : int
        How many moves it proposes; none if it is proved that the board has no solution.
    choices : CellChoices or None
        What can cover the cell that was asked for, if it is free.
    """

    strategy: str
    known: Flat[KnownBoard]
    implied: KnownSides
    candidates: tuple[Sibling, ...]
    proposed: Natural
    choices: CellChoices | None

    def __repr__(self) -> str:
        moves = plural(self.proposed, "candidate")
        return f"<Survey by {self.strategy}: {moves}, {plural(self.known.edges, 'inner edge')}>"


def survey_board(state: State, strategy: Strategy, most: int, cell: Sequence[int] | None) -> Survey:
    """Return the survey of a board: see `Solvable.survey`."""
    problem = state.problem
    fork = _first_fork(state, strategy)
    ranks: dict[int, int] = {}  # the paper's program may list a move twice
    for rank, move in enumerate(fork.moves):
        if not problem.is_blank(move):
            ranks.setdefault(move, rank)
    return Survey(
        strategy.name,
        KnownBoard.of(state),
        known_sides(state),
        tuple(
            Sibling(problem.placement(move), fork.score(rank))
            for move, rank in islice(ranks.items(), most)
        ),
        len(ranks),
        None if cell is None else _choices(state, cell),
    )


def _first_fork(state: State, strategy: Strategy) -> Fork:
    """Return the first fork of a search from a board; without moves, if the search has none."""
    next(strategy.runs(state.problem))
    if state.solved or (state.dead and not getattr(strategy, "plays_on", False)):
        return Fork((), lambda _: Weights().score(ScoreParts(0)), complete=True)
    return strategy.fork(state)


def _choices(state: State, cell: Sequence[int]) -> CellChoices | None:
    problem = state.problem
    try:
        place = problem.grid.on_board(*map(index, cell))
    except TypeError:
        raise PlacingError(f"cell is {shown(cell)}, expected a row and a column") from None
    at = problem.grid.every_cell.index(place) if place else -1
    if place is None or not problem.pattern.mask >> at & 1:
        raise PlacingError(f"the board has no cell {tuple(cell)}")
    if not state.free >> at & 1:
        return None
    fitting = Fitting(state)
    pieces = fitting.pieces_on(at)
    is_few = sum(map(len, pieces.values())) <= MAX_WAYS
    found, empty = [], fitting.emptied(at)
    for piece, numbers in pieces.items():
        end, lost = fitting.ends_after(numbers) if is_few else (None, False)
        name = problem.placeable.pieces[piece].name
        found.append(FittingPiece(name, len(numbers), end, lost=lost))
    found.sort(key=lambda each: each.lost)
    must_cover = empty is None or empty.lost
    is_forced = must_cover and [each.lost for each in found[:2]] in ([False], [False, True])
    return CellChoices(place, fitting.where(at), tuple(found), empty, is_forced)
