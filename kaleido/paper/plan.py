"""The plans of the paper's strategies for the compiled core, and how to read its notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import get_args

from kaleido.paper.edges import Sides
from kaleido.paper.forks import FoundMove, Moves
from kaleido.paper.program import Program, ProgramBoard
from kaleido.paper.progression import fixed_progression
from kaleido.paper.windows import blocks_of
from kaleido.search.compiled import Numbers
from kaleido.search.core.codes import StrategyCode
from kaleido.search.fork import MethodEnd
from kaleido.search.found import FoundBy, Window
from kaleido.search.plan import Option, Plan, seed_numbers
from kaleido.search.score import ScoreParts

_KINDS: tuple[FoundBy, ...] = get_args(FoundBy)

_SHAPE, _CORNERED, _UNSEEN = 0, 1, 4
"""Codes for the value of a shape, or for a move found without windows: see `paper_program.h`."""

_NOTES = 10
"""How many notes there are of each move."""

_MOST = 1e6
"""The largest weight whose scores the core rounds as Python does."""


def paper_plan(program: Program, seed: int, ends: Sequence[MethodEnd]) -> Plan | None:
    """Return the plan with which the core makes the moves of a program; None if it cannot."""
    problem = program.problem
    grid, pieces, weights = problem.grid, problem.placeable, program.weights
    shapes, cornered = program.matching.shapes, program.matching.cornered
    worths = [
        each for own, (corner, _) in zip(shapes, cornered, strict=True) for each in (*own, corner)
    ]
    reals = (weights.matched, weights.window, weights.split, *worths)
    is_known = isinstance(seed, int) and all(abs(each) <= _MOST for each in reals)
    if not is_known or max(pieces.counts) > grid.size:
        return None
    numbers = Numbers("i", [StrategyCode.PAPER, *seed_numbers(seed)])
    numbers.list([getattr(program.rules, each.name) for each in fields(program.rules)])
    numbers.extend((program.tallies, program.counts_splits))
    numbers.append(-1 if program.most_edges is None else program.most_edges)
    numbers.set(problem.frame, grid.all_edges.bit_length())
    for count, needed in zip(pieces.counts, pieces.needed, strict=True):
        numbers.extend((count, needed))
    numbers.list(sorted(program.unheld))
    blocks = blocks_of(problem.pieces)
    numbers.append(len(blocks))
    for block in blocks:
        numbers.extend(block)
    numbers.append(len(program.grid.islands))
    for island in program.grid.islands:
        numbers.set(island.cells, grid.size)
        numbers.list(fixed_progression(island.size))

    noted = _Noted(program)
    return Plan(
        numbers,
        reals,
        lambda option: weights.score(noted.moves(option).at(0).parts),
        lambda option: noted.moves(option).found(0),
        ends,
    )


class _Noted:
    """Moves as the program finds them, from what the core notes of them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        # A score and how it was found are asked for one after the other.
        self._last: tuple[Option, Moves] | None = None

    def moves(self, option: Option) -> Moves:
        """Return a move by itself."""
        if self._last is None or self._last[0] is not option:
            self._last = option, self._read(option)
        return self._last[1]

    def _read(self, option: Option) -> Moves:
        program, (state, number, _, piece, notes) = self._program, option
        kind, changed, *sizes = notes[:-_NOTES]
        worth, matched, edges, splits, *shape, top, left, cells, around = notes[-_NOTES:]
        if worth == _UNSEEN:
            sides = Sides.of(program.problem.grid, state.edges)
            board = ProgramBoard(state.free, sides, 0, state.pieces_left, ())
            return program.listed(board, [number], _KINDS[kind])
        value = (0.0, 0.0)
        if worth in (_SHAPE, _CORNERED):
            value = (program.matching.cornered if worth else program.matching.shapes)[piece]
        height, width = shape
        window = Window((height, width), (top, left), cells, around) if height else None
        move = FoundMove(number, ScoreParts(matched, edges, *value, splits), window)
        moves = Moves([number], [move].__getitem__, 1, _KINDS[kind])
        return moves._replace(sizes=tuple(sizes), changed=bool(changed))
