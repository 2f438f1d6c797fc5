"""Searches of a puzzle, step by step in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaleido.base.bounds import SHOWN_NODES
from kaleido.base.errors import OptionError
from kaleido.base.extras import need
from kaleido.draw.look import check_marks
from kaleido.heuristics.makers import StrategyLike
from kaleido.heuristics.registry import shown_strategy
from kaleido.plot.explorer.walkthrough import Choice, Fate, Walkthrough
from kaleido.puzzle.puzzle import as_puzzle
from kaleido.puzzle.questions import PuzzleLike
from kaleido.puzzle.recording import Recording

if TYPE_CHECKING:
    from kaleido.plot.explorer.widget import Explorer

__all__ = ["Choice", "Fate", "Walkthrough", "explore"]


def explore(
    pattern: PuzzleLike | Recording,
    *strategies: StrategyLike | Recording,
    islands: bool = True,
    marks: str = "none",
    seed: int | None = None,
    max_nodes: int | None = SHOWN_NODES,
    timeout: float | None = None,
) -> Explorer:
    """Step through searches in a notebook, several strategies side by side.

    Buttons, the slider and its arrow keys lead from step to step. Each shows the board with its
    islands and the window of the move, the candidates with the parts of their scores, how the move
    was found, the moves on the board with the siblings that wait, the edges known, and the tree of
    the search, in which a click leads to a move. Where no kernel runs, a picture stays: of the step
    that was shown first, or of the end.

    Parameters
    ----------
    pattern : Board, Puzzle, Position, str, sequence of str or Recording
        A puzzle as for `kaleido.solve`, whose searches are recorded; or a recording, with other
        recordings in place of strategies.
    *strategies : StrategyLike
        Strategies as for `kaleido.solve`, one for each search. By default it is
        ``"paper-plus"`` where the colours of squares make windows, else ``"constrained"``.
    islands : bool, optional
        Tint the islands of free cells at first; a button changes it.
    marks : {"none", "letters", "hatches"}, optional
        Letters or hatches on cells.
    seed, max_nodes, timeout
        As for `kaleido.solve`.

    Raises
    ------
    OptionError
        The extra ``notebook`` is missing, or as for `kaleido.solve`.
    """
    need("notebook")
    check_marks(marks)
    from kaleido.plot.explorer.widget import Explorer

    if isinstance(pattern, Recording):
        recordings = [pattern, *(each for each in strategies if isinstance(each, Recording))]
        bounds = (seed, max_nodes, timeout)
        if len(recordings) <= len(strategies) or bounds != (None, SHOWN_NODES, None):
            raise OptionError("a recording is explored as it is, with other recordings beside it")
    else:
        puzzle, recordings = as_puzzle(pattern), []
        for strategy in strategies or (shown_strategy(puzzle.problem),):
            if isinstance(strategy, Recording):
                raise OptionError("expected strategies after a pattern, not a recording")
            found = puzzle.record(strategy, seed=seed, max_nodes=max_nodes, timeout=timeout)
            recordings.append(found)
    return Explorer(list(map(Walkthrough, recordings)), islands=islands, marks=marks)
