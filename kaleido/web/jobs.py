"""The jobs: what the server computes for each kind of request, and its answers as plain values.

Jobs run in worker processes, call Kaleido's own functions and know nothing of HTTP.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from kaleido.base.contract import Flat, Natural, Plain, Share
from kaleido.base.errors import OverLimitError, PhotoError, RequestError, TooLargeError
from kaleido.base.extras import need
from kaleido.counting import MAX_FIRST, CountLimits, SolutionBounds
from kaleido.counting.meter import Count
from kaleido.hints.facts import ReasonFields
from kaleido.hints.infeasibility import sharpen
from kaleido.hints.rating import Rating
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import CLASSIC
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.photo.reading import Reading, Step
from kaleido.puzzle.puzzle import Position, Puzzle
from kaleido.search.fork import Strategy
from kaleido.search.result import Status, solved_states
from kaleido.search.state import State
from kaleido.search.stopping import Deadline
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.symmetry import SolutionSymmetries, UpTo
from kaleido.web import designs
from kaleido.web.lists import describe_parts
from kaleido.web.question import (
    check_playable,
    read_pieces,
    read_position,
    read_puzzle,
    read_strategy,
)
from kaleido.web.searches import Emit, emit_comparison, emit_search, sparing

if TYPE_CHECKING:
    from kaleido.counting import Ranking


# Seconds after which a search for a solution that was asked for is left at what it has found, and
# in which further solutions are searched for, to say how many there are.
PATIENCE = 20.0
CURIOSITY = 1.0

Path = tuple[int, ...]
"""The numbers of the placements of a solution."""


@dataclass(frozen=True)
class Solutions(Plain):
    """Some of the solutions of a position, in an order that does not change."""

    solutions: Annotated[Natural | None, "How many there are, if that is known."]
    text: Annotated[str, "Their number for display."]
    reachable: Annotated[Natural, "How many can be asked for."]
    offset: Annotated[Natural, "How many lie before the first of the list."]
    found: Annotated[tuple[tuple[Placement, ...], ...], "Their placements, in board order."]


class FirstSolutions:
    """The first solutions that a search finds, where they are too many to be counted."""

    total: int | None = None
    """How many there are, if the search has come to its end."""

    def __init__(self, state: State, *, up_to_symmetry: UpTo) -> None:
        states = solved_states(state, Constrained(0))
        self._coming = (state.path for state in states)
        self._symmetries = SolutionSymmetries.of(state, up_to_symmetry)
        self._seen: set[Path] = set()
        self._found: list[Path] = []

    @property
    def reachable(self) -> int:
        """How many can be asked for."""
        return MAX_FIRST if self.total is None else self.total

    def __getitem__(self, ranks: slice) -> list[Path]:
        """Return some of them; fewer if the others are not found soon."""
        last = min(ranks.stop, MAX_FIRST)
        self._search(last, PATIENCE)
        self._search(MAX_FIRST + 1, CURIOSITY)
        return self._found[ranks.start : last]

    @property
    def text(self) -> str:
        """How many there are, in words."""
        if self.total is not None:
            return f"{self.total:,}"
        return f"more than {len(self._found) - 1:,}" if self._found else "unknown"

    def _search(self, wanted: int, seconds: float) -> None:
        deadline = Deadline(seconds)
        while self.total is None and len(self._found) < wanted and not deadline.passed:
            path = next(self._coming, None)
            if path is None:
                self.total = len(self._found)
                return
            least = path if self._symmetries is None else self._symmetries.least(path)
            if least not in self._seen:
                self._seen.add(least)
                self._found.append(path)


def browse(position: Position, question: dict[str, Any], memory: int) -> Solutions:
    """Return some of all solutions of a position; if they are too many, some of the first.

    The question says how many to pass over (``offset``) and to return (``limit``), and whether to
    pass over images of others under symmetries of the puzzle (``up_to_symmetry``). Counting may
    take some bytes of memory; with 0 solutions are searched for at once.
    """
    state, up_to_symmetry = position.state, question["up_to_symmetry"]
    key = position, up_to_symmetry
    # A job that is stopped leaves its source in disorder, so that it is not put back.
    source = _kept.pop(key, None)
    _kept.clear()
    if source is None and memory:
        from kaleido.counting import Ranking  # needs arrays

        with suppress(TooLargeError):
            symmetries = SolutionSymmetries.of(state, up_to_symmetry)
            source = Ranking(state, CountLimits.within(memory), symmetries=symmetries)
    if source is None:
        source = FirstSolutions(state, up_to_symmetry=up_to_symmetry)
    ranks = slice(question["offset"], question["offset"] + question["limit"])
    if isinstance(source, FirstSolutions):
        paths, text = source[ranks], source.text
    else:
        paths = [source[rank] for rank in range(*ranks.indices(source.reachable))]
        text = f"{source.total:,}"
    _kept[key] = source
    found = []
    for path in paths:
        solution = Solution(position.pattern, position.problem.placements(path), position.pieces)
        found.append(tuple(sorted(solution.placements, key=lambda each: each.cells)))
    return Solutions(source.total, text, source.reachable, question["offset"], tuple(found))


_kept: dict[Any, Ranking | FirstSolutions] = {}
"""The source of the last question: who looks through solutions asks again soon."""


@dataclass(frozen=True)
class CountAnswer(Plain):
    """The number of solutions, which may be larger than 2^53."""

    count: Flat[Count]
    text: Annotated[str, "The number for display."]
    with_move: Annotated[str | None, "The number of those with the move asked for."] = None


@dataclass(frozen=True)
class Left(Plain):
    """How many solutions a position has left, as far as it is known; they may be more than 2^53."""

    type: Literal["left"]
    least: Natural
    most: Natural
    text: Annotated[str, "The least number for display."]
    is_final: Annotated[bool, "Whether it stays at that: nothing better is known in time."]

    @classmethod
    def of(cls, bounds: SolutionBounds, *, is_final: bool) -> Left:
        """Return the bounds as JSON."""
        return cls("left", *bounds, f"{bounds.least:,}", is_final or bounds.is_exact)


@dataclass(frozen=True)
class Judgement(Plain):
    """Whether a puzzle has a solution, and its cells by colour."""

    status: designs.Outcome
    why: Flat[ReasonFields]
    counts: Annotated[Mapping[str, Natural], "The number of cells of each letter."]


@dataclass(frozen=True)
class Progress(Plain):
    """How far a count or a rating is."""

    type: Literal["counting", "rating"]
    done: Share


@dataclass(frozen=True)
class Counted(Plain):
    """The number of solutions of a puzzle that is being rated."""

    type: Literal["counted"]
    count: Flat[CountAnswer]


@dataclass(frozen=True)
class Assessed(Plain):
    """The end of a count and a rating, with the rating if there is one."""

    type: Literal["assessed"]
    rating: Rating | None


@dataclass(frozen=True)
class ReadStep(Plain):
    """How far the reading of a picture is."""

    type: Literal["step"]
    step: Step
    done: int
    of: int


@dataclass(frozen=True)
class ReadAnswer(Plain):
    """The first board of a picture, and all of them."""

    type: Literal["read"]
    first: Flat[Reading]
    boards: tuple[Reading, ...]


JUDGE_SECONDS = 3.0  # for a verdict on a pattern

# The time to count what a position has left, and to search where that is not enough.
LEFT_SECONDS = 15.0
SEARCH_SECONDS = 3.0


class Job(NamedTuple):
    """A question to be answered by a worker process.

    Its kind is one of the keys of `kaleido.web.limits.JOB_SECONDS`.
    """

    kind: str
    params: dict[str, Any]
    """The fields of the request."""
    memory: int
    """How many bytes it may take."""
    own: tuple[str, ...] = ()
    """The strategies of its user with which the page was started."""

    def strategy(self) -> Strategy:
        """Return the strategy that the question names, with its seed."""
        return read_strategy(self.params["strategy"], self.own)(self.params["seed"])


def run_job(job: Job, emit: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return the answer of a job as plain values; `emit` is called with those of each event.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> job = Job("judge", {"pattern": named_pattern("car").text}, 10**9)
    >>> run_job(job, print)["status"]
    'solved'
    """
    try:
        return _KINDS[job.kind](job, lambda event: emit(event.as_dict())).as_dict()
    except TooLargeError as problem:
        raise OverLimitError(f"gave up: {problem}") from None


def _solve(job: Job, _: Emit) -> Plain:
    limits = {name: job.params[name] for name in ("max_nodes", "timeout")}
    return read_position(job.params).solve(job.strategy(), **limits)


def _judge(job: Job, _: Emit) -> Plain:
    puzzle = read_puzzle(job.params)
    answer = puzzle.solve(timeout=JUDGE_SECONDS)
    reason = answer.reason
    if answer.status is Status.NO_SOLUTION:
        reason = sharpen(reason, puzzle.state)
    return Judgement(answer.status, ReasonFields.of(reason), puzzle.problem.counts)


def _hint(job: Job, _: Emit) -> Plain:
    return read_position(job.params).hint(timeout=job.params["timeout"])


def _count(job: Job, _: Emit) -> Plain:
    position, move = read_position(job.params), job.params.get("move")
    if move is None:
        count = position.count(max_memory=job.memory)
        return CountAnswer(count, f"{count.solutions:,}")
    count, hold = position.count_with(Placement.from_dict(move), max_memory=job.memory)
    return CountAnswer(count, f"{count.solutions:,}", f"{hold:,}")


def count_left(position: Position, memory: int, emit: Emit) -> Left:
    """Bound the number of solutions of a position at once, emit that, and count them after that.

    Counting may take some bytes of memory; with 0, solutions are searched for instead.
    """
    if not (bounds := position.bounds()).is_exact:
        emit(Left.of(bounds, is_final=False))
        try:
            if not memory:
                raise TooLargeError("there are no arrays")
            found = position.count(max_memory=memory, timeout=LEFT_SECONDS).solutions
            bounds = SolutionBounds(found, found)
        except TooLargeError:
            bounds = position.bounds(timeout=SEARCH_SECONDS)
    return Left.of(bounds, is_final=True)


def _survey(job: Job, _: Emit) -> Plain:
    options = {name: job.params[name] for name in ("most", "cell")}
    return read_position(job.params).survey(job.strategy(), **options)


def _can_be_rated(puzzle: Puzzle) -> bool:
    pattern = puzzle.pattern
    return isinstance(pattern, Pattern) and not pattern.wrap and puzzle.pieces == CLASSIC


def _rate(job: Job, _: Emit) -> Plain:
    puzzle = read_puzzle(job.params)
    if not _can_be_rated(puzzle):
        raise RequestError(
            400, "only patterns of 8 × 8 cells for the classic pieces are rated: they were compared"
        )
    return puzzle.rate(max_memory=job.memory)


def _pieces(job: Job, _: Emit) -> Plain:
    puzzle = None if job.params.get("pattern") is None else read_puzzle(job.params)
    pieces = puzzle.pieces if puzzle else read_pieces(job.params)
    check_playable(pieces, puzzle.pattern if puzzle else None)
    return describe_parts(pieces, puzzle)


def _solutions(job: Job, _: Emit) -> Plain:
    memory = 0 if job.kind == "first-solutions" else job.memory
    return browse(read_position(job.params), job.params, memory)


def _read(job: Job, emit: Emit) -> Plain:
    from kaleido.photo import read_stages

    try:
        need("photo")
    except PhotoError as problem:
        raise RequestError(501, str(problem)) from None

    def watch(step: Step, done: int, of: int) -> None:
        emit(ReadStep("step", step, done, of))

    image, corners = b64decode(job.params["image"]), job.params.get("corners")
    stages = read_stages(image, corners=corners, watch=watch)
    return ReadAnswer("read", stages.reading, tuple(stages.readings))


def _events(job: Job, emit: Emit) -> Plain:
    start = read_position(job.params)
    return emit_search(start, job.strategy(), job.params["max_nodes"], emit)


def _compare(job: Job, emit: Emit) -> Plain:
    position = read_position(job.params)
    strategies = {name: read_strategy(name, job.own) for name in job.params["strategies"]}
    start = position if position.placements else position.puzzle
    limits = job.params["seeds"], job.params["max_nodes"]
    return emit_comparison(start, strategies, *limits, emit)


def _assess(job: Job, emit: Emit) -> Plain:
    """Count and rate a puzzle, and tell how far both are."""
    # This loads sparse matrices.
    from kaleido.hints.rating import rate_counted

    puzzle = read_puzzle(job.params)
    count = puzzle.count(max_memory=job.memory, report=_reporter("counting", emit))
    emit(Counted("counted", CountAnswer(count, f"{count.solutions:,}")))
    rating = None
    if count.solutions and _can_be_rated(puzzle):
        report = _reporter("rating", emit)
        rating = rate_counted(puzzle.problem, count.solutions, report=report)
    return Assessed("assessed", rating)


def _reporter(kind: Literal["counting", "rating"], emit: Emit) -> Callable[[float], None]:
    """Return a function that emits the share of the work done, but not too often."""
    report = sparing(emit)
    return lambda done: report(Progress(kind, round(float(done), 3)))


def _design(job: Job, emit: Emit) -> Plain:
    return designs.design_pattern(job.params, job.memory, emit)


_KINDS: dict[str, Callable[[Job, Emit], Plain]] = {
    "solve": _solve,
    "judge": _judge,
    "hint": _hint,
    "count": _count,
    "left": lambda job, emit: count_left(read_position(job.params), job.memory, emit),
    "survey": _survey,
    "rate": _rate,
    "assess": _assess,
    "fill": _design,
    "nearest": _design,
    "wish": _design,
    "complete": lambda job, _: designs.find_completions(job.params),
    "deal": lambda job, emit: designs.deal(job.params, emit),
    "booklet": lambda job, _: designs.print_booklet(job.params),
    "read": _read,
    "events": _events,
    "compare": _compare,
    "pieces": _pieces,
    "solutions": _solutions,
    "first-solutions": _solutions,
}
