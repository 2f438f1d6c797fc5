"""The method of the paper: islands, size progressions, windows, scored moves, three siblings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random as Generator

import numpy as np
import scipy.ndimage

from kaleido.edges import BoolArray, EdgeMap
from kaleido.fork import Fork
from kaleido.grid import Grid, bits
from kaleido.islands import label_islands
from kaleido.puzzle import Puzzle
from kaleido.score import Score, Weights
from kaleido.state import State
from kaleido.strategies.matching import Matching
from kaleido.strategies.progression import Sizes, alternatives
from kaleido.strategies.windows import Window, WindowTable, find_windows

MIN_MOVES = 3
"""Windows are taken in, densest first, until they hold so many moves."""

# One board a layer: cells touch within a layer, never across.
_LAYERED = np.zeros((3, 3, 3), np.bool_)
_LAYERED[1] = scipy.ndimage.generate_binary_structure(2, 1)


class Paper:
    """Choose moves as the paper does (P. Singh, 2019).

    Trivial islands first, then the pieces no window holds (the wand), then the smallest
    island: in its densest window, the moves of the size that its progression expects, by
    score. The three best are kept in line; the others wait at the back of the search.

    Parameters
    ----------
    seed : int
        Orders moves of equal score.
    weights : Weights, optional
    """

    name = "paper"
    width = 3

    def __init__(self, seed: int = 0, weights: Weights | None = None) -> None:
        self.seed = seed
        self.weights = weights or Weights()

    def runs(self, puzzle: Puzzle) -> Iterator[int | None]:
        """Start afresh; one run without a limit."""
        self._matching = Matching(puzzle, self.weights)
        self._windows = WindowTable(puzzle)
        self._by_size: dict[int, int] = {}
        for piece, options in zip(puzzle.pieces, puzzle.piece_options, strict=True):
            self._by_size[piece.size] = self._by_size.get(piece.size, 0) | options
        self._tie = Generator(self.seed).sample(range(len(puzzle)), len(puzzle))
        yield None

    def fork(self, state: State) -> Fork:
        """Propose the moves that the paper's stages come to."""
        grid = state.puzzle.grid
        edges = EdgeMap.from_bits(grid, state.edges)
        labels, count = label_islands(edges, _unpacked(grid, ~state.filled))
        islands = sorted(
            (labels == label for label in range(1, count + 1)), key=lambda island: island.sum()
        )
        sizes = [int(island.sum()) for island in islands]
        left = self._sizes_left(state)
        if not all(alternatives(size, left) for size in sizes):
            return self._plain([], state)
        for island, size in zip(islands, sizes, strict=True):
            fills = self._fills(state, island, size)
            if len({state.puzzle.piece_numbers[fill] for fill in fills}) == 1:
                return self._plain(fills, state, complete=False)
        if state.scarcest.bit_count() == 1:
            return self._plain(list(bits(state.scarcest)), state)
        if left[0] > 6:
            return self._plain(list(bits(state.live & self._by_size[left[0]])), state)
        for island, size in zip(islands, sizes, strict=True):
            moves = self._moves(state, edges, island, alternatives(size, left), left)
            if moves:
                order = sorted(moves, key=lambda move: (-moves[move].total, self._tie[move]))
                return Fork(order, moves.__getitem__, complete=False)
        return self._plain(list(bits(state.scarcest)), state)

    def _plain(self, moves: list[int], state: State, *, complete: bool = True) -> Fork:
        """Make a fork of moves that no window found."""
        score = partial(self._matching.score, state)
        order = sorted(moves, key=lambda move: (-score(move).total, self._tie[move]))
        return Fork(order, score, complete=complete)

    def _sizes_left(self, state: State) -> Sizes:
        used = {state.puzzle.piece_numbers[number] for number in state.path}
        pieces = enumerate(state.puzzle.pieces)
        return tuple(
            sorted((piece.size for number, piece in pieces if number not in used), reverse=True)
        )

    def _fills(self, state: State, island: BoolArray, size: int) -> list[int]:
        """Give the moves that fill an island alone."""
        mask = _packed(island)
        options = state.live & self._by_size.get(size, 0)
        options &= state.puzzle.cell_options[mask.bit_length() - 1]
        return [move for move in bits(options) if state.puzzle.masks[move] == mask]

    def _moves(
        self,
        state: State,
        edges: EdgeMap,
        island: BoolArray,
        progressions: tuple[Sizes, ...],
        left: Sizes,
    ) -> dict[int, Score]:
        """Give the moves of the densest window of the first progression that has any."""
        mask = _packed(island)
        for expected in dict.fromkeys(progression[0] for progression in progressions):
            fitting = state.live & self._by_size[expected]
            found: dict[int, Window] = {}
            density = 0.0
            for window in find_windows(edges, island, expected):
                if len(found) >= MIN_MOVES and window.density < density:
                    break
                for move in bits(fitting & self._windows.inside(window)):
                    if state.puzzle.masks[move] & mask:
                        found.setdefault(move, window)
                        density = window.density
            if found:
                return self._scores(state, island, found, left, expected)
        return {}

    def _scores(
        self,
        state: State,
        island: BoolArray,
        found: dict[int, Window],
        left: Sizes,
        expected: int,
    ) -> dict[int, Score]:
        grid = state.puzzle.grid
        rest = list(left)
        rest.remove(expected)
        remainders = np.stack(
            [island & ~_unpacked(grid, state.puzzle.masks[move]) for move in found]
        )
        labels, _ = scipy.ndimage.label(remainders, _LAYERED)
        scores = {}
        for layer, (move, window) in zip(labels, found.items(), strict=True):
            parts = np.unique(layer[layer > 0], return_counts=True)[1].tolist()
            # A small part that the pieces left can fill is no harm.
            small = sum(part < 3 and bool(alternatives(part, tuple(rest))) for part in parts)
            splits = max(len(parts) - 1 - small, 0)
            scores[move] = self._matching.score(state, move, window.edges, splits)
        return scores


def _packed(cells: BoolArray) -> int:
    return int.from_bytes(np.packbits(cells, axis=None, bitorder="little").tobytes(), "little")


def _unpacked(grid: Grid, mask: int) -> BoolArray:
    whole = mask & (1 << grid.size) - 1
    raw = np.frombuffer(whole.to_bytes(-(-grid.size // 8), "little"), np.uint8)
    flat = np.unpackbits(raw, count=grid.size, bitorder="little").view(np.bool_)
    return flat.reshape(grid.rows, grid.cols)
