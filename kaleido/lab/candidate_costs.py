"""The measured time of each attribute of a candidate."""

import inspect
import statistics
import time
from functools import cached_property
from typing import NamedTuple

from kaleido.heuristics.view import BoardView, Candidate
from kaleido.model.grid import bits
from kaleido.puzzle.puzzle import as_puzzle
from kaleido.puzzle.questions import PuzzleLike
from kaleido.search.engine import search
from kaleido.search.events import Place
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained


class AttributeCost(NamedTuple):
    """The time that an attribute of a candidate takes, and the first sentence of its docstring.

    The seconds are the median, over the boards of a search, of the time for one candidate, with its
    share of what the candidates of a board have in common.
    """

    name: str
    seconds: float
    meaning: str


def attribute_costs(puzzle: PuzzleLike = "car", repeats: int = 5) -> list[AttributeCost]:
    """Measure the time to read each attribute of a `kaleido.Candidate`.

    The boards are those of a search with the strategy `constrained`; on each, the attribute is read
    of every candidate of the scarcest cell or piece. The cheapest comes first; the window is left
    out if the cells are not squares.

    Parameters
    ----------
    repeats : int, optional
        How often each board is measured; the least time counts.
    """
    problem = as_puzzle(puzzle).problem
    events = search(problem, Constrained(), max_nodes=200)
    made = (event.state for event in events if isinstance(event, Place))
    states = [state for state in (State.empty(problem), *made) if state.scarcest]
    costs = []
    for name, attribute in inspect.getmembers(Candidate):
        if name.startswith("_") or not isinstance(attribute, property | cached_property):
            continue
        if name == "window" and not problem.grid.lattice.is_square:
            continue
        times = [min(_time(state, name) for _ in range(repeats)) for state in states]
        meaning = " ".join((inspect.getdoc(attribute) or "").split("\n\n")[0].split())
        costs.append(AttributeCost(name, statistics.median(times), meaning))
    return sorted(costs, key=lambda cost: cost.seconds)


def _time(state: State, name: str) -> float:
    """Return the seconds that an attribute takes for one candidate at a state."""
    board = BoardView(state)
    candidates = [Candidate(board, number) for number in bits(state.scarcest)]
    began = time.perf_counter()
    for candidate in candidates:
        getattr(candidate, name)
    return (time.perf_counter() - began) / len(candidates)
