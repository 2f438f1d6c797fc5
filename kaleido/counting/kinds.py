"""Kinds of pieces: those of one kind cover the same numbers of cells of each colour."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from kaleido.model.grid import bits
from kaleido.search.state import State

PieceKind = tuple[tuple[int, ...], ...]
"""By way to cover colours, how many cells of each colour; on a plain board, just how many cells."""


def kinds_of(state: State, pieces: Sequence[int]) -> list[PieceKind]:
    """Return the kinds of some pieces, by their placements left."""
    problem = state.problem
    labels = "".join(problem.pattern.rows)
    if problem.pieces.is_plain:
        labels = "o" * len(labels)
    colours = [
        sum(1 << cell for cell, label in enumerate(labels) if label == colour)
        for colour in sorted(set(labels))
    ]
    kinds = []
    for piece in pieces:
        live = bits(state.live & problem.piece_options[piece])
        masks = {problem.masks[number] for number in live}
        ways = {tuple((mask & colour).bit_count() for colour in colours) for mask in masks}
        kinds.append(tuple(sorted(ways)))
    return kinds


def telling_pieces(kinds: Sequence[PieceKind], uses: Sequence[int]) -> list[int]:
    """Return the pieces ordered by how much it tells whether they are used, most first.

    The colours that are filled tell how often each of some *free* kinds is used, once it is known
    which pieces of all other kinds are. So these others come first. Those of the free kinds
    follow, the ones with the most `uses` first.

    Examples
    --------
    Of pieces of two, three and four cells, the area tells how many of four cells are used once the
    others are known.

    >>> telling_pieces([((4,),), ((4,),), ((3,),), ((2,),)], [5, 9, 20, 30])
    [3, 2, 1, 0]
    """
    by_kind: defaultdict[PieceKind, list[int]] = defaultdict(list)
    for piece, kind in enumerate(kinds):
        by_kind[kind].append(piece)
    free: list[int] = []
    known: list[tuple[int, ...]] = []
    first: list[int] = []
    for kind in sorted(by_kind, key=lambda kind: -len(by_kind[kind])):
        own = [*known, *kind]
        if _rank(own) == _rank(known) + _rank(kind):
            known = own
            free += by_kind[kind]
        else:
            first = by_kind[kind] + first
    return first + sorted(free, key=lambda piece: -uses[piece])


def _rank(vectors: Sequence[tuple[int, ...]]) -> int:
    return int(np.linalg.matrix_rank(np.array(vectors))) if vectors else 0
