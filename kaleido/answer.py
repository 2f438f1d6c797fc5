"""Solving from start to end: the search's answer as one value."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kaleido.event import Backtrack, Event, Exhausted, GaveUp, Place, Resume, Solved
from kaleido.fork import Strategy
from kaleido.pattern import Pattern
from kaleido.placement import Placement
from kaleido.puzzle import Puzzle
from kaleido.score import Score
from kaleido.search import search
from kaleido.solution import Solution
from kaleido.strategies import DEFAULT, make_strategy
from kaleido.tally import tally_of


class Status(StrEnum):
    """The three answers of a search; they are never mixed up."""

    SOLVED = "solved"
    NO_SOLUTION = "no-solution"
    GAVE_UP = "gave-up"


@dataclass(frozen=True)
class Move:
    """A placement of the solution with the score it was chosen for."""

    placement: Placement
    score: Score


@dataclass(frozen=True)
class Answer:
    """What a search came to.

    Attributes
    ----------
    pattern : Pattern
    status : Status
    strategy : str
        Its name.
    nodes : int
        Placements tried.
    backtracks : int
        Placements taken back one by one; a restart takes back many at once and counts none.
    seconds : float
        Time taken, with the table of placements and the verification.
    moves : tuple of Move
        The moves that led to the solution; empty without one.
    solution : Solution or None
        Verified; None unless solved.
    reason : str
        Why there is no solution, or which limit was reached and what was tried.
    """

    pattern: Pattern
    status: Status
    strategy: str
    nodes: int
    backtracks: int
    seconds: float
    moves: tuple[Move, ...] = ()
    solution: Solution | None = None
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Give the answer as plain values, in the form of ``kaleido solve --json``."""
        return {
            "pattern": self.pattern.text,
            "status": str(self.status),
            "strategy": self.strategy,
            "nodes": self.nodes,
            "backtracks": self.backtracks,
            "seconds": round(self.seconds, 6),
            "placements": [
                {
                    "piece": move.placement.piece,
                    "face": move.placement.face,
                    "cells": [list(cell) for cell in move.placement.cells],
                    "score": move.score._asdict() | {"total": move.score.total},
                }
                for move in self.moves
            ],
        }


class Tracker:
    """Follows the events of a search: the line of moves played, and the counts.

    Attributes
    ----------
    line : list of Place
        The moves on the board.
    nodes, backtracks : int
        How many placements were made and taken back.
    resumes : int
        How often the search left its line for another board.
    deepest : int
        The most pieces on the board so far.
    """

    def __init__(self) -> None:
        self.line: list[Place] = []
        self.nodes = self.backtracks = self.resumes = self.deepest = 0

    def follow(self, event: Event) -> None:
        """Take the next event into account."""
        if isinstance(event, Place):
            self.nodes += 1
            self.line.append(event)
            self.deepest = max(self.deepest, len(self.line))
        elif isinstance(event, Backtrack):
            self.backtracks += 1
            self.line.pop()
        elif isinstance(event, Resume):
            self.resumes += 1
            self.line = list(event.line)


def solve(
    pattern: Pattern,
    strategy: Strategy | str = DEFAULT,
    *,
    seed: int = 0,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> Answer:
    """Solve a pattern.

    Parameters
    ----------
    pattern : Pattern
    strategy : Strategy or str, optional
        A strategy, or the name of one.
    seed : int, optional
        For a strategy given by name: the same seed makes the same search.
    max_nodes : int, optional
        Give up after so many placements.
    timeout : float, optional
        Give up after so many seconds.
    watch : callable, optional
        Called with every event of the search as it happens.

    Returns
    -------
    Answer
        Solved, no solution (proved) or gave up.

    Raises
    ------
    OptionError
        The strategy is unknown or a limit is negative.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> answer = solve(named_pattern("car"))
    >>> answer.status, len(answer.moves)
    (<Status.SOLVED: 'solved'>, 18)
    >>> solve(Pattern("/".join(["rrrrrrrr"] * 8))).reason
    'no choice of faces gives 64 r; the nearest is 32 x, 32 r'
    """
    if isinstance(strategy, str):
        strategy = make_strategy(strategy, seed)
    began = time.perf_counter()
    puzzle = Puzzle(pattern)
    tracker = Tracker()
    last: Event = Exhausted()
    for last in search(puzzle, strategy, max_nodes=max_nodes, timeout=timeout):
        tracker.follow(last)
        if watch is not None:
            watch(last)
    moves: tuple[Move, ...] = ()
    solution = None
    if isinstance(last, Solved):
        moves = tuple(Move(place.placement, place.score) for place in tracker.line)
        solution = Solution(pattern, tuple(move.placement for move in moves))
    return Answer(
        pattern,
        _STATUS[type(last)],
        strategy.name,
        tracker.nodes,
        tracker.backtracks,
        time.perf_counter() - began,
        moves,
        solution,
        _reason(puzzle, last, tracker),
    )


_STATUS = {Solved: Status.SOLVED, Exhausted: Status.NO_SOLUTION, GaveUp: Status.GAVE_UP}


def _reason(puzzle: Puzzle, last: Event, tracker: Tracker) -> str:
    if isinstance(last, Exhausted):
        return tally_of(puzzle.pieces).explain(puzzle.pattern.counts) or (
            f"searched {tracker.nodes:,} nodes, none left"
        )
    if isinstance(last, GaveUp):
        return (
            f"{last.limit}; tried {tracker.nodes:,} placements, with at most "
            f"{tracker.deepest} of {len(puzzle.pieces)} pieces on the board"
        )
    return ""
