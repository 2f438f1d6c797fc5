"""The words that go with a picture of a search."""

from __future__ import annotations

from kaleido.analysis.answer import Answer, Status
from kaleido.model.grid import Grid
from kaleido.search.events import Place
from kaleido.search.problem import Problem


def score_line(place: Place) -> str:
    """Give a move's score in its parts, as the paper's figures do.

    Returns
    -------
    str
        ``matched | window | piece + crookedness + span = total``; parts that are 0 are left
        out, and splits and what the move leaves come last.

    Examples
    --------
    >>> from kaleido import Paper, Puzzle, named_pattern
    >>> from kaleido.search import search
    >>> first = next(search(Puzzle(named_pattern("car")).problem, Paper()))
    >>> score_line(first)
    '10 | 10 | 10 + 0.26 = 15.26'
    """
    score = place.score
    piece = place.state.problem.borders[place.number].bit_count()
    parts = [f"{score.matched} | {score.window} | {piece}"]
    parts += [_signed(part) for part in (score.crookedness, score.span) if part]
    if score.splits:
        parts.append(f"- {score.splits} split{'s' * (score.splits > 1)}")
    if score.ahead:
        parts.append(_signed(score.ahead))
    return " ".join([*parts, f"= {round(score.total, 2):g}"])


def _signed(part: float) -> str:
    return f"{'-' if part < 0 else '+'} {round(abs(part), 2):g}"


def all_edges(problem: Problem) -> int:
    """Count the inner edges of a solved board: 65 for the classic pieces.

    When pieces may be left over, the most there can be.
    """
    if problem.pieces.use == "some":
        return (4 * problem.pattern.size - problem.frame.bit_count()) // 2
    around = sum(
        count * Grid(shape.height, shape.width).border(shape.cells).bit_count()
        for shape, count in zip(
            (piece.front.drawing for piece in problem.pieces), problem.pieces.counts, strict=True
        )
    )
    return (around - problem.frame.bit_count()) // 2


def outcome(answer: Answer) -> str:
    """Say in a line what a search came to.

    Examples
    --------
    >>> from kaleido import Pattern, solve
    >>> outcome(solve(Pattern("/".join(["rxrxrxrr"] * 8))))
    'no solution (proved): no choice of faces gives 24 x, 40 r; the nearest is 32 x, 32 r'
    """
    if answer.status is Status.SOLVED:
        return (
            f"solved, {answer.nodes:,} moves tried, "
            f"{answer.backtracks:,} backtrack{'s' * (answer.backtracks != 1)}"
        )
    if answer.status is Status.NO_SOLUTION:
        return f"no solution (proved): {answer.reason}"
    return f"gave up: {answer.reason}"


def heading(answer: Answer) -> str:
    """Name the pattern, the strategy and the outcome."""
    name = answer.pattern.title or "Pattern"
    return f"{name}, strategy {answer.strategy}: {outcome(answer)}"
