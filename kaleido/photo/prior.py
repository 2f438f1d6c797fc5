"""The prior of boards: the colours read in a photo, weighed by whether a reading can be solved.

Almost all printed boards have solutions, and most readings with a wrong cell have no solution: no
choice of faces has their colour counts, or the solver refutes them, mostly in less than a
millisecond. So the counts weigh all readings, and the solver the likeliest of them.
"""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.library.patterns import named_pattern, pattern_names
from kaleido.model.pattern import COLOURS, Pattern
from kaleido.model.piece_set import CLASSIC
from kaleido.photo.quad import CELLS, Mask, Values
from kaleido.search.budget import budget_of
from kaleido.search.events import GaveUp, Solved
from kaleido.search.problem import Problem
from kaleido.search.result import search_result
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

Probabilities = Values  # how likely each colour is in each cell: (64, 4), in the order of `COLOURS`
Choice = npt.NDArray[np.int_]  # the colours of the 64 cells, as 0 to 3

LETTERS = np.array(list(COLOURS))

# The prior probability of a reading that has no solution, against one that has. Of 445 published
# boards one has none, and there are twice as many patterns without near a board as with one.
DOUBT = 1e-3
# How many of the readings that were not tried may have a solution: they differ in several cells.
UNTRIED = 0.02
GIVEN_UP = 0.5  # how likely a reading has a solution if the search gave up

# How much likelier it is that a neighbour is black and the cell a colour, or the other way round.
# So are 81 % of all neighbours on published boards, but those of one cell depend on each other.
ALTERNATE = 1.5
# How much likelier a cell that looks plain has that letter, though it may be covered.
UNCOVERED = 4.0

MOST_OPEN = 16  # cells of a board that is compared with those of the collection

MOST_TRIED = 40  # readings for which the solver is asked
MOST_LISTED = 1500  # readings of which those are tried that have possible counts
MOST_NODES = 500  # of one search
ALL_NODES = 3_000  # of all of them, after which no further one begins


@cache
def possible_counts() -> frozenset[tuple[int, ...]]:
    """Return the counts of x, r, y and b that some choice of faces has."""
    return frozenset(each[: len(COLOURS)] for each in budget_of(CLASSIC).reachable_counts())


def is_possible(choice: Choice) -> bool:
    """Return whether some choice of faces has the counts of these colours."""
    return tuple(np.bincount(choice, minlength=len(COLOURS)).tolist()) in possible_counts()


def counts_away(choice: Choice) -> int:
    """Return how many of these colours differ from the nearest counts."""
    counts = np.bincount(choice, minlength=len(COLOURS))
    possible = np.array(sorted(possible_counts()))
    return int(np.abs(possible - counts).sum(axis=1).min()) // 2


def expected(table: Probabilities, letters: Choice, plain: Mask, doubted: Mask) -> Probabilities:
    """Return how likely each colour is by the picture alone, before the solver is asked.

    Plain cells have the chances of the table, raised, as they are even and in the usual colour. The
    others have the colours that are usual beside plain cells. Cells that look plain but may be
    covered mostly show their print.
    """
    row = np.arange(len(letters))
    seen = np.full(table.shape, 1e-3)
    seen[row, letters] = 1  # a letter seen beside a cover differs from that of the middle
    same = letters == table.argmax(axis=1)
    seen[same] = table[same] ** 3 + 1e-6
    signs = np.where(plain, np.where(letters == 0, 1, -1), 0).reshape(CELLS, CELLS)
    padded = np.pad(signs, 1)
    black = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    shares = np.bincount(letters[plain], minlength=len(COLOURS))[1:] + 1.0
    guess = np.empty_like(seen)
    guess[:, 0] = ALTERNATE ** -black.ravel().astype(float)
    guess[:, 1:] = shares / shares.sum()
    guess[doubted, letters[doubted]] *= UNCOVERED
    seen = np.where(plain[:, None], seen, guess)
    return np.asarray(seen / seen.sum(axis=1, keepdims=True), float)


def is_known_mirrored(letters: Choice, plain: Mask) -> bool:
    """Return whether the plain cells show a board of the collection in a mirror, however turned.

    A board that is like its mirror image, and one with too many open cells, show nothing.
    """
    shown = CELLS * CELLS - np.count_nonzero(plain) <= MOST_OPEN
    upright, mirrored = (
        (boards[:, plain] == letters[plain]).all(axis=1).any() for boards in _collection()
    )
    return bool(shown and mirrored and not upright)


@cache
def _collection() -> tuple[Choice, Choice]:
    """Return the boards of the collection in all turns, and their mirror images."""
    texts = [[*named_pattern(name).text.replace("/", "")] for name in pattern_names()]
    boards = (np.array(texts)[..., None] == LETTERS).argmax(axis=-1).reshape(-1, CELLS, CELLS)
    turned = np.concatenate([np.rot90(boards, turns, (1, 2)) for turns in range(4)])
    return turned.reshape(-1, CELLS**2), turned[:, :, ::-1].reshape(-1, CELLS**2)


class Weighed(NamedTuple):
    """The probability of each colour in each cell, given the prior of boards."""

    table: Probabilities
    possible: bool
    """Whether the likeliest colours may have a solution: False is proved."""
    solved: bool
    """Whether they do, or may, and readings with a solution outweigh all others."""


def weigh(table: Probabilities) -> Weighed:
    """Weigh the colours read in cells by the prior of boards (Bayes' rule).

    The likeliest readings are tried one by one. The others are weighed by their counts alone.
    """
    rest = weigh_counts(table)
    with_counts = float(rest[0].sum())
    found = np.zeros_like(table)
    answers: dict[bytes, float] = {}
    cells, solvable, nodes = np.arange(len(table)), 0.0, 0
    for choice, chance in islice(likeliest(table), MOST_LISTED):
        left = UNTRIED * (with_counts - solvable)
        if len(answers) == MOST_TRIED or nodes > ALL_NODES or left < 1e-4 * solvable:
            break
        if not is_possible(choice):
            continue
        answer, spent = ask_solver(choice)
        answers[choice.tobytes()] = answer
        nodes += spent
        rest[cells, choice] -= chance
        found[cells, choice] += answer * chance
        solvable += answer * chance
    weights = (1 - DOUBT) * (found + UNTRIED * rest.clip(0)) + DOUBT * table
    total = weights.sum(axis=1, keepdims=True)
    chosen = weights.argmax(axis=1)
    answered = answers.get(chosen.tobytes())
    if answered is None:
        answered = ask_solver(chosen)[0] if is_possible(chosen) else 0.0
    possible = answered > 0
    return Weighed(weights / total, possible, possible and solvable > float(total.mean()) / 2)


def ask_solver(choice: Choice) -> tuple[float, int]:
    """Return how likely these colours have a solution, 0 or 1 if proved, and the nodes searched."""
    letters = "".join(LETTERS[choice])
    rows = (letters[start : start + CELLS] for start in range(0, len(letters), CELLS))
    start = State.empty(Problem(Pattern("/".join(rows)), CLASSIC))
    result = search_result(start, Constrained(), max_nodes=MOST_NODES)
    if isinstance(result.last, GaveUp):
        return GIVEN_UP, result.nodes
    return float(isinstance(result.last, Solved)), result.nodes


def likeliest(table: Probabilities) -> Iterator[tuple[Choice, float]]:
    """Yield readings and how likely they are if cells do not depend on each other, likeliest first.

    A reading is the first one with some cells changed, each to its second colour, its third, or its
    fourth.
    """
    logs = np.log(table.clip(1e-9))
    ranked = np.argsort(-logs, axis=1, kind="stable")  # the colours of each cell, likeliest first
    first = ranked[:, 0]
    costs = logs.max(axis=1, keepdims=True) - np.take_along_axis(logs, ranked, axis=1)
    cells = np.argsort(costs[:, 1], kind="stable")  # those first that are changed most easily
    ranked, costs = ranked[cells], costs[cells]
    best = float(logs.max(axis=1).sum())
    waiting: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())]
    while waiting:
        lost, changes = heappop(waiting)
        choice = first.copy()
        for at, rank in changes:
            choice[cells[at]] = ranked[at, rank]
        yield choice, float(np.exp(best - lost))
        # The last cell takes its next colour, the one after it is changed too, or is instead: so
        # each reading comes once, and none before a likelier one.
        at, rank = changes[-1] if changes else (-1, 0)
        if 0 < rank < len(COLOURS) - 1:
            more = float(costs[at, rank + 1] - costs[at, rank])
            heappush(waiting, (lost + more, (*changes[:-1], (at, rank + 1))))
        if at + 1 < len(cells):
            more = float(costs[at + 1, 1])
            heappush(waiting, (lost + more, (*changes, (at + 1, 1))))
            if rank == 1:
                more -= float(costs[at, 1])
                heappush(waiting, (lost + more, (*changes[:-1], (at + 1, 1))))


def weigh_counts(table: Probabilities) -> Probabilities:
    """Return how likely each colour is together with possible counts (forward-backward algorithm).

    Each row adds up to how likely possible counts are.
    """
    sizes = tuple(max(each[colour] for each in possible_counts()) + 1 for colour in _COUNTED)
    after = np.zeros(sizes)
    for counts in possible_counts():
        after[tuple(counts[colour] for colour in _COUNTED)] = 1.0
    # How likely the counts of all cells are possible, by the counts up to there.
    backward = [after]
    for cell in table[:0:-1]:
        backward.append((cell[_ORDER] @ _moved(backward[-1], -1)).reshape(sizes))
    before = np.zeros(sizes)
    before[0, 0, 0] = 1.0
    weighed = np.empty_like(table)
    for number, (cell, after) in enumerate(zip(table, backward[::-1], strict=True)):
        weighed[number, _ORDER] = cell[_ORDER] * (_moved(after, -1) @ before.ravel())
        before = (cell[_ORDER] @ _moved(before, 1)).reshape(sizes)
    return weighed


_COUNTED = (0, 2, 3)  # the colours whose cells are counted: black, yellow and blue
_ORDER = [1, *_COUNTED]  # the colours in the order of `_moved`: red changes no count


def _moved(counts: Values, step: int) -> Values:
    """Return a table over the counts as a further cell of each colour moves it, (4, counts)."""
    moved = np.zeros((len(_ORDER), *counts.shape))
    # Entries moved over the end are lost: no board has that many cells of a colour.
    to, of = (slice(1, None), slice(None, -1))[::step]
    moved[0] = counts
    moved[1, to] = counts[of]
    moved[2, :, to] = counts[:, of]
    moved[3, :, :, to] = counts[:, :, of]
    return moved.reshape(len(_ORDER), -1)
