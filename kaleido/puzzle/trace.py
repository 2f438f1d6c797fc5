"""Traces: recorded searches as JSON lines, which are read back as they were.

The first line has the puzzle and the last the answer; each line between them is an event, as the
page gets it when it watches a search, with the whole fork when the search first comes to it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self, cast, get_args

from kaleido._version import __version__
from kaleido.base.contract import Flat, Maybe, Natural, Plain, numbered, output
from kaleido.base.errors import KaleidoError, OptionError
from kaleido.base.files import check_target, read_text, write_text
from kaleido.base.text import plural, quote_path
from kaleido.hints.facts import ReasonFields
from kaleido.model.board import Board
from kaleido.model.cause import Cause
from kaleido.model.grid import bits
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.puzzle.answer import Answer, Move
from kaleido.puzzle.event_forms import (
    BacktrackEvent,
    EventForms,
    MethodEndEvent,
    PlaceEvent,
    ResumeEvent,
    SolvedEvent,
    StartEvent,
    UnsolvedEvent,
)
from kaleido.search.events import (
    Backtrack,
    Event,
    Exhausted,
    GaveUp,
    Looks,
    Place,
    Resume,
    Solved,
    Tracker,
)
from kaleido.search.fork import Fork, Found, FoundBy, MethodEnd, Window
from kaleido.search.placing import laid_by_hand, lay_all
from kaleido.search.problem import Problem
from kaleido.search.result import Status
from kaleido.search.score import Score, Weights
from kaleido.search.state import State

MAX_BYTES = 1024**3  # the longest trace that is read
SUFFIXES = ("jsonl",)
_NUMBERS = tuple(name for name in Score._fields if name not in ("weights", "named"))

WeightsNumber = Annotated[
    Maybe[Natural],
    "The place of the weights of its score among those of the first line, from 0. The key is "
    "missing where a score is one number without parts.",
]
InWindow = Annotated[
    Maybe[tuple[int, int]], "The numbers of cells and of edges of the window, if it has one."
]


@dataclass(frozen=True)
class TraceHead(Plain):
    """The puzzle of a search, and the weights of its scores."""

    type: Literal["trace"]
    kaleido: Annotated[str, "The version of Kaleido that wrote the trace."]
    strategy: Annotated[str, "The name of the strategy."]
    kind: Annotated[
        Literal["pattern", "board"], "Whether the board is a pattern in the colours of the pieces."
    ]
    board: Annotated[str, "The file of the board."]
    pieces: Annotated[str, "The name of the set of pieces."]
    piece_file: Annotated[str, "The file of the set."]
    placed: Annotated[tuple[Placement, ...], "The pieces that lay on the board from the start."]
    weights: Annotated[tuple[Weights, ...], "The weights of the scores, if these have parts."]

    @classmethod
    def of(cls, start: State, strategy: str, weights: Iterable[Weights]) -> Self:
        """Return the first line of a search from a board."""
        board, pieces = start.problem.pattern, start.problem.pieces
        kind: Literal["pattern", "board"] = "pattern" if isinstance(board, Pattern) else "board"
        puzzle = kind, board.written({}), pieces.name, pieces.written()
        return cls("trace", __version__, strategy, *puzzle, laid_by_hand(start), tuple(weights))


@dataclass(frozen=True)
class ForkMove(Plain):
    """A move of a fork."""

    placement: Placement
    score: Score
    found: Annotated[Found | None, "How the move was found, if the strategy can say."]
    held: InWindow
    weights: WeightsNumber
    parts: Annotated[
        Maybe[Mapping[str, float]],
        "The parts of its score by name, if a heuristic of one's own gives such. They add up to "
        "the total.",
    ]


@dataclass(frozen=True)
class TracedPlace(PlaceEvent):
    """A piece is placed, with its place in its fork."""

    rank: Annotated[Natural, "Its place among the moves of its fork, from 0."]
    fork: Annotated[
        Maybe[tuple[ForkMove, ...]],
        "All moves of the fork, best first. The key is missing where the search comes back to it.",
    ]


@dataclass(frozen=True)
class TracedEnd(MethodEndEvent):
    """The strategy's own method ends here, and whether the search does."""

    end: Annotated[
        Literal["failed", "crashed"],
        "Whether all moves that the method keeps are tried, or its program stops by an error.",
    ]
    stops: Annotated[bool, "Whether the search gives up here."]


@dataclass(frozen=True)
class AnswerLine(Plain):
    """The last line: the answer, as kaleido solve --json prints it."""

    type: Literal["answer"]
    answer: Flat[Answer]


Line = (
    TraceHead
    | StartEvent
    | TracedPlace
    | BacktrackEvent
    | ResumeEvent
    | TracedEnd
    | SolvedEvent
    | UnsolvedEvent
    | AnswerLine
)


@output("trace", "A recorded search, as kaleido solve --trace and Recording.save write it")
class TraceLine(Plain):
    """A line of a trace: the puzzle, then the events of the search, then its answer."""

    line: Flat[Line]


class Search(NamedTuple):
    """The content of a trace: the answer of a search, the board from which it began, its events."""

    answer: Answer
    start: State
    events: tuple[Event, ...]


def check_trace(path: Path) -> None:
    """Raise an `OptionError` unless a trace can be written to a path."""
    check_target(path, SUFFIXES)


def write_trace(path: Path, search: Search, full: int) -> None:
    """Write a search to a file; a solved board has `full` inner edges."""
    check_trace(path)
    weights: dict[Weights, int] = {}
    # The weights of the scores are known at the end, but come first.
    lines: list[Line] = list(_lines(search, full, weights))
    lines.insert(0, TraceHead.of(search.start, search.answer.strategy, weights))
    write_text(path, "".join(f"{json.dumps(numbered(TraceLine(line)))}\n" for line in lines))


def _lines(search: Search, full: int, weights: dict[Weights, int]) -> Iterator[Line]:
    """Yield all lines except the first, and number the weights of the scores."""
    answer, start, events = search
    forms, tracker = EventForms(start, full), Tracker()
    forks: list[Fork | None] = []  # those on the line of moves
    yield forms.start
    for event in events:
        form = forms.form(event)
        tracker.follow(event)
        if isinstance(event, Place) and isinstance(form, PlaceEvent):
            depth, moves = len(tracker.line) - 1, None
            if depth == len(forks) or forks[depth] is not event.fork:
                moves = _fork_moves(start.problem, event.fork, weights)
            forks[depth:] = [event.fork]
            # The waiting moves are in the fork.
            yield TracedPlace(**{**vars(form), "waiting": ()}, rank=event.rank, fork=moves)
        elif isinstance(event, MethodEnd) and isinstance(form, MethodEndEvent):
            yield TracedEnd(**vars(form), end=event.kind, stops=event.stops)
        elif isinstance(form, ResumeEvent):
            forks = [None] * len(form.placed)
            yield form
        elif isinstance(form, BacktrackEvent):
            yield form
        elif isinstance(event, Solved):
            yield SolvedEvent("solved", start.problem.placements(event.state.path))
        elif isinstance(event, Exhausted | GaveUp):
            reason = ReasonFields.of(event.limit) if isinstance(event, GaveUp) else answer.why
            yield UnsolvedEvent("gave-up" if isinstance(event, GaveUp) else "exhausted", reason)
    yield AnswerLine("answer", answer)


def _fork_moves(problem: Problem, fork: Fork, weights: dict[Weights, int]) -> tuple[ForkMove, ...]:
    moves = []
    for rank, number in enumerate(fork.moves):
        score, found = fork.score(rank), fork.found and fork.found(rank)
        window = found and found.window
        held = (window.cells, window.edges) if window else None
        own = None
        if score.weights is not None:
            own = weights.setdefault(score.weights, len(weights))
        moves.append(ForkMove(problem.placement(number), score, found, held, own, score.named))
    return tuple(moves)


def read_trace(path: Path) -> Search:
    """Read a search from a file; an `OptionError` names its fault and the line."""
    text, name = read_text(path, OptionError, MAX_BYTES), quote_path(path)
    reader = _TraceReader()
    number = 0
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            reader.take(json.loads(line))
        except KaleidoError as problem:
            raise OptionError(f"{problem} (in {name}, line {number})") from None
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            form = "expected one as kaleido solve --trace writes it"
            raise OptionError(f"line {number} of {name} is no line of a trace: {form}") from None
    if reader.answer is None:
        raise OptionError(f"{name} is no whole trace: it ends after {plural(number, 'line')}")
    return Search(reader.answer, reader.start, tuple(reader.events))


class _TraceReader:
    """Takes the lines of a trace one by one, as plain values."""

    def __init__(self) -> None:
        self.answer: Answer | None = None
        self.events: list[Event] = []
        self._is_begun = False
        self._tracker = Tracker()
        self._forks: list[Fork | None] = []
        self._made: dict[tuple[int, ...], Place] = {}  # the last move to each board

    def take(self, line: Any) -> None:
        """Take the next line."""
        kind = line["type"]
        if self._is_begun == (kind == "trace") or self.answer is not None:
            raise ValueError
        if kind == "trace":
            self._begin(line)
        elif kind == "answer":
            self.answer = self._answer(line)
        elif kind != "start":
            event = self._event(kind, line)
            self._tracker.follow(event)
            self.events.append(event)

    def _begin(self, line: Mapping[str, Any]) -> None:
        board = {"pattern": Pattern, "board": Board}[line["kind"]].parse(line["board"])
        problem = Problem(board, PieceSet.parse(line["pieces"], line["piece_file"]))
        placed = map(Placement.from_dict, line["placed"])
        self.start = lay_all(State.empty(problem), placed)
        for each in line["weights"]:
            _check_numbers({**each, **each["pieces"], "pieces": 0}.values())
        self._weights = [Weights(**each) for each in line["weights"]]
        self._is_begun = True

    @property
    def _at(self) -> State:
        return self._tracker.line[-1].state if self._tracker.line else self.start

    def _event(self, kind: str, line: Mapping[str, Any]) -> Event:
        match kind:
            case "place":
                return self._place(line)
            case "backtrack" if self._tracker.line:
                return Backtrack(self._at)
            case "resume":
                return self._resume(line)
            case "ended":
                return MethodEnd(line["end"], self._cause(line["facts"]), bool(line["stops"]))
            case "solved":
                return Solved(self._at)
            case "exhausted":
                return Exhausted()
            case "gave-up":
                return GaveUp(self._cause(line["facts"]))
        raise ValueError

    def _place(self, line: Mapping[str, Any]) -> Place:
        depth, rank = len(self._tracker.line), _whole(line["rank"])
        if "fork" in line:
            self._forks[depth:] = [self._fork(line["fork"])]
        del self._forks[depth + 1 :]
        fork = self._forks[depth]
        if fork is None:
            raise ValueError
        kept = rank + 1 + _whole(line["waiting_count"])
        if self._number(line["placement"]) != fork.moves[rank] or kept > len(fork.moves):
            raise ValueError
        place = Place(self._at.then(fork.moves[rank]), fork, rank, kept)
        self._made[place.state.path] = place
        return place

    def _fork(self, moves: list[Mapping[str, Any]]) -> Fork:
        scores = [self._score(each) for each in moves]
        found = [_found(each["found"], each.get("held")) for each in moves]
        numbers = [self._number(each["placement"]) for each in moves]
        how = cast(Any, found).__getitem__ if any(found) else None
        # Whether it is complete does not matter once the search is over.
        return Fork(numbers, scores.__getitem__, complete=True, found=how)

    def _number(self, value: Any) -> int:
        problem, placement = self.start.problem, Placement.from_dict(value)
        number = problem.number_of(placement)
        if number is None:  # it leaves a cell empty, or is none
            cells = problem.grid.cell_bits(placement.cells)
            (number,) = (each for each in bits(problem.blanks) if problem.masks[each] == cells)
        return number

    def _score(self, move: Mapping[str, Any]) -> Score:
        value, weights, named = move["score"], move.get("weights"), move.get("parts")
        _check_numbers([*(value[name] for name in _NUMBERS), *(named or {}).values()])
        own = None if weights is None else self._weights[weights]
        return Score(**{name: value[name] for name in _NUMBERS}, weights=own, named=named)

    def _resume(self, line: Mapping[str, Any]) -> Resume:
        """Return the event with the moves on the board, which were made before."""
        places: list[Place] = []
        state = self.start
        for value in line["placed"]:
            number = self._number(value)
            place = self._made[(*state.path, number)]
            places.append(place)
            state = place.state
        self._forks = [None] * len(places)
        return Resume(tuple(places))

    def _cause(self, facts: Mapping[str, Any]) -> Cause:
        own = {name: value for name, value in facts.items() if name != "kind"}
        cause = Cause(facts["kind"], own, self.start.problem.pieces)
        str(cause)  # facts without words are errors here, not where they are shown
        return cause

    def _answer(self, line: Mapping[str, Any]) -> Answer:
        problem, status = self.start.problem, Status(line["status"])
        moves: tuple[Move, ...] = ()
        solution = None
        if status is Status.SOLVED:
            pieces = (each for each in self._tracker.line if not problem.is_blank(each.number))
            made = (Move(each.placement, each.score, each.found) for each in pieces)
            moves = (*map(Move, problem.placements(self.start.path)), *made)
            placements = tuple(move.placement for move in moves)
            solution = Solution(problem.pattern, placements, problem.pieces)
        nodes, backtracks = _whole(line["nodes"]), _whole(line["backtracks"])
        known = str(line["strategy"]), nodes, backtracks, float(line["seconds"])
        reason = None if line["facts"] is None else self._cause(line["facts"])
        looks = Looks(**line["looks"]) if "looks" in line else None
        ran = line["engine"], looks
        return Answer(problem.pattern, status, *known, moves, solution, reason, *ran)


def _check_numbers(values: Iterable[Any]) -> None:
    if not all(isinstance(value, int | float) for value in values):
        raise TypeError


def _whole(value: Any) -> int:
    """Return a number of nodes or moves, or raise ValueError."""
    if type(value) is not int or value < 0:
        raise ValueError
    return value


def _found(value: Mapping[str, Any] | None, held: Any) -> Found | None:
    if value is None:
        return None
    if value["kind"] not in get_args(FoundBy):
        raise ValueError
    window = value["window"]
    if window is not None:
        window = Window(tuple(window["shape"]), tuple(window["corner"]), *held)
    return Found(value["kind"], window, tuple(value["sizes"]), value["changed"])
