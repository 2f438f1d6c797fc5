"""The jobs of the designer: patterns made of sketches, counts and ratings step by step."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kaleido.analysis.answer import Status
from kaleido.analysis.puzzle import Puzzle
from kaleido.errors import LimitReachedError
from kaleido.model.pattern import COLS

if TYPE_CHECKING:
    from kaleido.designing import Design, Sketch

FILL_SECONDS = 8.0
"""The time in which a sketch is filled in, or not."""

NEAREST_SECONDS = 25.0
"""The time in which the nearest pattern is found and proved to be the nearest."""

CHEQUER_SECONDS = 12.0
"""The time in which a sketch is chequered; the best chequer need not be proved."""

INTERVAL = 0.1
"""Seconds between two reports of how far a job is."""

Emit = Callable[[dict[str, Any]], None]


def design_pattern(
    sketch: str, nearest: bool, background: str, seed: int, skip: int
) -> dict[str, Any]:
    """Return a solvable pattern that a sketch allows, or the one that is nearest to it.

    Parameters
    ----------
    sketch : str
        Rows as for `kaleido.designing.Sketch.parse`.
    nearest : bool
        Whether cells may differ from the sketch.
    background : str
        A background for open cells as for `kaleido.designing.Background.parse`, or none.
    seed : int
    skip : int
        How many of the patterns are passed over.

    Returns
    -------
    dict
        The fields of `kaleido.web.design_models.Designed`.

    Raises
    ------
    PatternError
        The text is not a sketch.
    OptionError
        The background is unknown.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> text = named_pattern("car").text
    >>> answer = design_pattern("[xry]" + text[1:], nearest=False, background="", seed=0, skip=0)
    >>> answer["pattern"] == text, answer["changed"], answer["proved"]
    (True, [], True)
    """
    # These load SciPy's solvers, which other jobs do not need.
    from kaleido.designing import Background, Sketch, design

    drawn = Sketch.parse(sketch)
    grounds = Background.parse(background) if background else ()
    timeout = NEAREST_SECONDS if nearest else CHEQUER_SECONDS if grounds else FILL_SECONDS
    designs = design(drawn, nearest=nearest, background=grounds, seed=seed, timeout=timeout)
    deadline = time.perf_counter() + timeout
    passed = 0
    try:
        for each in designs:
            if passed == skip:
                return _designed(Status.SOLVED, "", passed, drawn, each)
            passed += 1
            if time.perf_counter() > deadline:
                raise LimitReachedError(f"no further pattern was found within {timeout:g} seconds")
    except LimitReachedError as limit:
        return _designed(Status.GAVE_UP, str(limit), passed, drawn)
    further = "no further" if passed else "no"
    return _designed(
        Status.NO_SOLUTION, f"{further} solvable pattern fits the sketch", passed, drawn
    )


def _designed(
    status: Status, reason: str, passed: int, sketch: Sketch, found: Design | None = None
) -> dict[str, Any]:
    distance, bound = (found.distance, found.bound) if found is not None else (None, None)
    letters = "".join(found.pattern.rows) if found is not None else ()
    changed = [
        list(divmod(place, COLS))
        for place, (own, cell) in enumerate(zip(letters, sketch.cells, strict=False))
        if own not in cell
    ]
    return {
        "status": str(status),
        "reason": reason,
        "pattern": found.pattern.text if found is not None else None,
        "changed": changed,
        "off": distance.off if distance else 0,
        "least": bound.changed if bound else 0,
        "proved": status is not Status.GAVE_UP and distance == bound,
        "passed": passed,
    }


def assess(puzzle: Puzzle, memory: int, emit: Emit, *, rates: bool = True) -> dict[str, Any]:
    """Count and rate a puzzle, and tell how far both are.

    Parameters
    ----------
    puzzle : Puzzle
    memory : int
        Bytes that the count may take.
    emit : callable
        Called with an event ``counting`` or ``rating`` from time to time, and with ``counted``.
    rates : bool, optional
        Whether the puzzle is rated.

    Returns
    -------
    dict
        The last event, ``assessed``, with the rating if there is one.

    Raises
    ------
    TooLargeError
        The count takes more memory.

    Examples
    --------
    >>> told = []
    >>> last = assess(Puzzle("car"), 10**9, told.append)
    >>> told[-1]["type"], last["rating"]["difficulty"]
    ('rating', 1)
    """
    # This loads sparse matrices.
    from kaleido.analysis.rating import rate_counted

    count = puzzle.count(max_memory=memory, report=_reporter("counting", emit))
    emit({"type": "counted", "text": f"{count.solutions:,}"} | count.as_dict())
    if not count.solutions or not rates:
        return {"type": "assessed", "rating": None}
    report = _reporter("rating", emit)
    rating = rate_counted(puzzle.problem, count.solutions, report=report)
    return {"type": "assessed", "rating": rating.as_dict()}


def _reporter(kind: str, emit: Emit) -> Callable[[float], None]:
    """Return a function that emits the share of the work done, but not too often."""
    last = -INTERVAL

    def report(done: float) -> None:
        nonlocal last
        now = time.perf_counter()
        if now - last >= INTERVAL:
            last = now
            emit({"type": kind, "done": round(float(done), 3)})

    return report
