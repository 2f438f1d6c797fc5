"""Captions: the score of a move and the outcome of a search, in words."""

from kaleido.analysis.answer import Answer, Status
from kaleido.search.events import Place
from kaleido.text import plural


def score_line(place: Place) -> str:
    """Return the score of a move as a sum of its parts, which every picture and page shows.

    Examples
    --------
    >>> from kaleido import Paper, Puzzle, named_pattern
    >>> from kaleido.search import search
    >>> moves = search(Puzzle(named_pattern("car")).problem, Paper())
    >>> [score_line(next(moves)) for _ in range(2)][-1]
    '10 + 10/2 + 0.26 = 15.26'
    """
    return place.score.line


def outcome(answer: Answer) -> str:
    """Return in one line how a search ended.

    Examples
    --------
    >>> from kaleido import Pattern, solve
    >>> outcome(solve(Pattern("/".join(["rxrxrxrr"] * 8))))
    'no solution (proved): no choice of faces gives 24 x, 40 r; the nearest is 32 x, 32 r'
    """
    if answer.status is Status.SOLVED:
        backtracks = plural(answer.backtracks, "backtrack")
        return f"solved, {plural(answer.nodes, 'move')} tried, {backtracks}"
    if answer.status is Status.NO_SOLUTION:
        return f"no solution (proved): {answer.reason}"
    return f"gave up: {answer.reason}"


def heading(answer: Answer) -> str:
    """Return the pattern, the strategy and the outcome in one line."""
    return f"{answer.pattern.title or 'Pattern'}, strategy {answer.strategy}: {outcome(answer)}"
