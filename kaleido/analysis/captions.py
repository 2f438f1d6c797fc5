"""Captions: the score of a move and the outcome of a search, in words."""

from kaleido.analysis.answer import Answer
from kaleido.search.events import Place


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
    """Return in one line how a search ended; see `Answer.outcome`."""
    return answer.outcome


def heading(answer: Answer) -> str:
    """Return the pattern, the strategy and the outcome in one line; see `Answer.heading`."""
    return answer.heading
