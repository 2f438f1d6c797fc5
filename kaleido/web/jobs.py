"""The jobs: what the server computes for each kind of request, as plain values.

Jobs run in worker processes, call Kaleido's own functions and know nothing of HTTP.
"""

from base64 import b64decode
from collections.abc import Callable
from typing import Any, NamedTuple

from kaleido.analysis.puzzle import Puzzle
from kaleido.errors import (
    PhotoError,
    RequestError,
    TooLargeError,
    UnavailableError,
)
from kaleido.extras import need
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import CLASSIC
from kaleido.web.answers import CountAnswer, Judgement
from kaleido.web.browsing import browse
from kaleido.web.design_jobs import assess, design_pattern
from kaleido.web.playable import check_playable
from kaleido.web.question import read_parts, read_position, read_puzzle
from kaleido.web.search_events import Emit, emit_search
from kaleido.web.sets import describe_parts

JUDGE_SECONDS = 3.0
"""The time in which the designer gets a verdict on a pattern, or none."""

JobAnswer = dict[str, Any]
"""An answer as plain values."""


class Job(NamedTuple):
    """A question to be answered by a worker process.

    Attributes
    ----------
    kind : str
        One of the keys of `kaleido.web.limits.JOB_SECONDS`.
    params : dict
        The fields of the request.
    memory : int
        Bytes that the job may take.
    """

    kind: str
    params: dict[str, Any]
    memory: int


def run_job(job: Job, emit: Emit) -> JobAnswer:
    """Run a job.

    Parameters
    ----------
    job : Job
    emit : callable
        Called with each event of a job that has events.

    Returns
    -------
    dict
        The answer as plain values.

    Raises
    ------
    KaleidoError
        The question cannot be answered; a `RequestError` has a status of its own.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> job = Job("judge", {"pattern": named_pattern("car").text}, 10**9)
    >>> run_job(job, print)["status"]
    'solved'
    """
    try:
        return _KINDS[job.kind](job, emit)
    except TooLargeError as problem:
        raise UnavailableError(f"gave up: {problem}") from None


def _solve(job: Job, _: Emit) -> JobAnswer:
    answer = read_position(job.params).solve(
        job.params["strategy"],
        seed=job.params["seed"],
        max_nodes=job.params["max_nodes"],
        timeout=job.params["timeout"],
    )
    return answer.as_dict()


def _judge(job: Job, _: Emit) -> JobAnswer:
    puzzle = read_puzzle(job.params)
    answer = puzzle.solve(timeout=JUDGE_SECONDS)
    return Judgement(answer.status, answer.told, puzzle.problem.counts).as_dict()


def _hint(job: Job, _: Emit) -> JobAnswer:
    return read_position(job.params).hint(timeout=job.params["timeout"]).as_dict()


def _count(job: Job, _: Emit) -> JobAnswer:
    count = read_position(job.params).count(max_memory=job.memory)
    return CountAnswer(count, f"{count.solutions:,}").as_dict()


def _can_be_rated(puzzle: Puzzle) -> bool:
    pattern = puzzle.pattern
    return isinstance(pattern, Pattern) and not pattern.wrap and puzzle.pieces == CLASSIC


def _rate(job: Job, _: Emit) -> JobAnswer:
    puzzle = read_puzzle(job.params)
    if not _can_be_rated(puzzle):
        raise RequestError(
            400, "only patterns of 8 × 8 cells for the classic pieces are rated: they were compared"
        )
    return puzzle.rate(max_memory=job.memory).as_dict()


def _pieces(job: Job, _: Emit) -> JobAnswer:
    pieces, puzzle = read_parts(job.params)
    check_playable(pieces, puzzle.pattern if puzzle else None)
    return describe_parts(pieces, puzzle)


def _solutions(job: Job, _: Emit) -> JobAnswer:
    return browse(read_position(job.params), job.params, job.memory).as_dict()


def _first_solutions(job: Job, _: Emit) -> JobAnswer:
    return browse(read_position(job.params), job.params, 0).as_dict()


def _read(job: Job, emit: Emit) -> JobAnswer:
    from kaleido.photo import read_stages

    try:
        need("photo")
    except PhotoError as problem:
        raise RequestError(501, str(problem)) from None

    def watch(step: str, done: int, of: int) -> None:
        emit({"type": "step", "step": step, "done": done, "of": of})

    image, corners = b64decode(job.params["image"]), job.params.get("corners")
    stages = read_stages(image, corners=corners, watch=watch)
    boards = [each.as_dict() for each in stages.readings]
    return {"type": "read"} | stages.reading.as_dict() | {"boards": boards}


def _events(job: Job, emit: Emit) -> JobAnswer:
    params = job.params
    start = read_position(params)
    return emit_search(start, params["strategy"], params["seed"], params["max_nodes"], emit)


def _assess(job: Job, emit: Emit) -> JobAnswer:
    puzzle = read_puzzle(job.params)
    return assess(puzzle, job.memory, emit, rates=_can_be_rated(puzzle))


def _design(job: Job, _: Emit) -> JobAnswer:
    return design_pattern(**job.params)


_KINDS: dict[str, Callable[[Job, Emit], JobAnswer]] = {
    "solve": _solve,
    "judge": _judge,
    "hint": _hint,
    "count": _count,
    "rate": _rate,
    "assess": _assess,
    "fill": _design,
    "nearest": _design,
    "read": _read,
    "events": _events,
    "pieces": _pieces,
    "solutions": _solutions,
    "first-solutions": _first_solutions,
}
