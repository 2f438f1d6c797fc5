"""The levels of difficulty, from 1 to 5."""

from bisect import bisect_right

THRESHOLDS = (1.42, 2.04, 2.51, 2.92)
"""The effort from which a pattern is rated 2, 3, 4 and 5: the quintiles of generated boards."""

MAX_DIFFICULTY = len(THRESHOLDS) + 1  # the highest level


def difficulty_of(effort: float) -> int:
    """Return the difficulty of a pattern with that effort, from 1 to 5."""
    return 1 + bisect_right(THRESHOLDS, effort)


def draw_stars(difficulty: int, *, plain: bool = False) -> str:
    """Return a difficulty as full and empty stars, or as plain ASCII."""
    full, empty = ("#", ".") if plain else ("★", "☆")
    return full * difficulty + empty * (MAX_DIFFICULTY - difficulty)
