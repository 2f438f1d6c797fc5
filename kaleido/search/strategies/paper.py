"""The method of Singh's paper: islands, size progressions, windows, scores, three siblings."""

from collections.abc import Iterable, Iterator
from heapq import merge
from random import Random as Generator

import numpy as np
import numpy.typing as npt
import scipy.ndimage

from kaleido.model.grid import bits
from kaleido.search.fork import Fork
from kaleido.search.problem import Problem
from kaleido.search.score import Score, Weights
from kaleido.search.state import State
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.progression import Sizes, alternatives
from kaleido.search.strategies.survey import Island, Survey
from kaleido.search.strategies.windows import Window, WindowTable, find_windows

MIN_MOVES = 3
"""Windows are opened, densest first, until they hold this many moves."""

SMALL_PART = 3
"""A smaller part of a split island does no harm if pieces left can fill it."""

# One board per layer: cells touch within a layer, never across layers.
_LAYERED = np.zeros((3, 3, 3), np.bool_)
_LAYERED[1] = scipy.ndimage.generate_binary_structure(2, 1)


class Paper:
    """Choose moves as Singh's paper does.

    Trivial islands come first. Our addition: so do moves that are forced because a cell or a piece
    has one placement left. Then come the pieces that no window holds (the wand); then the smallest
    island: in its densest windows, the moves of the size that its progression expects, by score.
    The beam width is three; deferred siblings wait until the end of the search.

    Parameters
    ----------
    seed : int
        Orders moves with equal scores.
    weights : Weights, optional
        The weights of the score.
    progressions : bool, optional
        Whether size progressions guide the search. Without them, moves of all sizes left are
        sought at once, and an island is never refuted by its size.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
    """

    name = "paper"
    width = 3

    def __init__(
        self, seed: int = 0, weights: Weights | None = None, progressions: bool = True
    ) -> None:
        self.seed = seed
        self.weights = weights or Weights()
        self.progressions = progressions

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search: one run without a limit."""
        self._matching = Matching(problem, self.weights)
        self._windows = WindowTable(problem)
        self._by_size: dict[int, int] = {}
        for piece, options in zip(problem.pieces, problem.piece_options, strict=True):
            self._by_size[piece.size] = self._by_size.get(piece.size, 0) | options
        self._tie = Generator(self.seed).sample(range(len(problem)), len(problem))
        yield None

    def fork(self, state: State) -> Fork:
        """Return the moves of the first stage of the method that has any."""
        survey = Survey(state)
        if self.progressions and not all(
            alternatives(island.size, survey.left) for island in survey.islands
        ):
            return self._by_score({}, complete=True)
        for island in survey.islands:
            fills = self._fills(state, island)
            if len({state.problem.piece_numbers[fill] for fill in fills}) == 1:
                return self._unsought(survey, fills, complete=False)
        if state.scarcest.bit_count() == 1:
            return self._unsought(survey, bits(state.scarcest))
        longest = state.live & self._by_size[survey.left[0]]
        if longest and not longest & self._windows.held:
            return self._longest(survey, longest)
        for island in survey.islands:
            moves = self._sought(survey, island)
            if moves:
                return self._by_score(moves, complete=False)
        return self._unsought(survey, bits(state.scarcest))

    def _longest(self, survey: Survey, longest: int) -> Fork:
        """Return the placements of the rarest of the longest pieces that no window holds."""
        problem = survey.state.problem
        options = {
            number: longest & problem.piece_options[number]
            for number in dict.fromkeys(survey.state.pieces_left)
            if longest & problem.piece_options[number]
        }
        rarest = min(options, key=lambda number: options[number].bit_count())
        # A piece that may be left over need not be placed at all, and one with several copies
        # may be placed more than once.
        must = problem.pieces.use == "all" and problem.pieces.counts[rarest] == 1
        return self._unsought(survey, bits(options[rarest]), complete=must)

    def _by_score(self, moves: dict[int, Score], *, complete: bool) -> Fork:
        order = sorted(moves, key=lambda move: (-moves[move].total, self._tie[move]))
        return Fork(order, moves.__getitem__, complete=complete)

    def _unsought(self, survey: Survey, moves: Iterable[int], *, complete: bool = True) -> Fork:
        """Return a fork of moves that were found without sliding windows."""
        found = {}
        for move in moves:
            window = self._window_of(survey, move)
            edges = 0 if window is None else window.edges
            found[move] = self._matching.score(survey.state, move, edges)
        return self._by_score(found, complete=complete)

    def _window_of(self, survey: Survey, move: int) -> Window | None:
        """Return the densest window that holds a move, or None."""
        if not self._windows.held >> move & 1:
            return None
        return self._windows.densest(survey.edges, survey.island_of(move).cells, move)

    def _fills(self, state: State, island: Island) -> list[int]:
        """Return the moves that fill a whole island."""
        options = state.live & self._by_size.get(island.size, 0)
        options &= state.problem.cell_options[island.mask.bit_length() - 1]
        return [move for move in bits(options) if state.problem.masks[move] == island.mask]

    def _sought(self, survey: Survey, island: Island) -> dict[int, Score]:
        """Return the moves in the densest windows, for the first progression that has any."""
        for sizes in self._expected(survey, island):
            found = self._in_windows(survey, island, sizes)
            if found:
                splits = self._splits(survey, island, list(found))
                return {
                    move: self._matching.score(survey.state, move, window.edges, split)
                    for (move, window), split in zip(found.items(), splits, strict=True)
                }
        return {}

    def _expected(self, survey: Survey, island: Island) -> list[Sizes]:
        """Return the sizes to look for, one tuple after the other."""
        if not self.progressions:
            return [tuple(dict.fromkeys(survey.left))]
        firsts = (progression[0] for progression in alternatives(island.size, survey.left))
        return [(size,) for size in dict.fromkeys(firsts)]

    def _in_windows(self, survey: Survey, island: Island, sizes: Sizes) -> dict[int, Window]:
        """Return the moves of some sizes in the densest windows, each with its window."""
        problem, live = survey.state.problem, survey.state.live
        windows = (
            [
                (window, size)
                for window in find_windows(survey.edges, island.cells, size, self._windows.blocks)
            ]
            for size in sizes
        )
        found: dict[int, Window] = {}
        density = 0.0
        for window, size in merge(*windows, key=lambda pair: -pair[0].density):
            if len(found) >= MIN_MOVES and window.density < density:
                break
            for move in bits(live & self._by_size[size] & self._windows.inside(window)):
                if problem.masks[move] & island.mask:
                    found.setdefault(move, window)
                    density = window.density
        return found

    def _splits(self, survey: Survey, island: Island, moves: list[int]) -> list[int]:
        """Return the number of additional islands that each move leaves of an island."""
        remainders = np.stack([island.cells & ~survey.cells_of(move) for move in moves])
        labels, _ = scipy.ndimage.label(remainders, _LAYERED)
        return [
            _parts_too_many(layer, survey.left_after(move))
            for layer, move in zip(labels, moves, strict=True)
        ]


def _parts_too_many(layer: npt.NDArray[np.int32], left: Sizes) -> int:
    sizes = [int(size) for size in np.bincount(layer[layer > 0]) if size]
    harmless = sum(size < SMALL_PART and bool(alternatives(size, left)) for size in sizes)
    return max(len(sizes) - 1 - harmless, 0)
