"""Captions: the score of a move and the outcome of a search, in words."""

from kaleido.analysis.answer import Answer
from kaleido.search.events import Place
from kaleido.search.score import Score
from kaleido.text import plural


def score_line(place: Place) -> str:
    """Return the score of a move in its parts, as the figures of Singh's paper show it.

    The form is ``matched | window | piece + crookedness + span = total``. Crookedness and span are
    left out if they are 0, as are the splits and the lookahead part that follow.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, Fig. 4.4.

    Examples
    --------
    >>> from kaleido import Paper, Puzzle, named_pattern
    >>> from kaleido.search import search
    >>> score_line(next(search(Puzzle(named_pattern("car")).problem, Paper())))
    '16 | 0 | 18 = 16'
    """
    return score_parts(place.score, place.state.problem.borders[place.number].bit_count())


def score_parts(score: Score, piece: int) -> str:
    """Return the line of `score_line` for a score and the number of the piece's unit borders.

    Examples
    --------
    >>> from kaleido import Weights
    >>> score_parts(Weights().score(8, 8, crookedness=0.52), 10)
    '8 | 8 | 10 + 0.52 = 12.52'
    """
    parts = [f"{score.matched} | {score.window} | {piece}"]
    parts += [_signed(part) for part in (score.crookedness, score.span) if part]
    if score.splits:
        parts.append(f"- {plural(score.splits, 'split')}")
    if score.ahead:
        parts.append(_signed(score.ahead))
    return " ".join([*parts, f"= {round(score.total, 2):g}"])


def _signed(part: float) -> str:
    return f"{'-' if part < 0 else '+'} {round(abs(part), 2):g}"


def outcome(answer: Answer) -> str:
    """Return in one line how a search ended; see `Answer.outcome`."""
    return answer.outcome


def heading(answer: Answer) -> str:
    """Return the pattern, the strategy and the outcome in one line; see `Answer.heading`."""
    return answer.heading
