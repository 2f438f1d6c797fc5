"""The jobs that make patterns, and booklets of them: designs, completions, deals."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any, Literal

from kaleido.base.contract import Difficulty, Flat, Natural, Plain
from kaleido.base.errors import LimitReachedError, RequestError
from kaleido.designing.completing import SketchCompletions, complete
from kaleido.designing.dealing import DealtBoard, deal_board
from kaleido.designing.sketch import Sketch, lettered
from kaleido.designing.target import parse_difficulty, wished_target
from kaleido.library.patterns import facts_of
from kaleido.model.grid import Cell
from kaleido.model.pattern import COLS
from kaleido.search.result import Status
from kaleido.search.stopping import Deadline
from kaleido.web.question import read_puzzle
from kaleido.web.searches import Emit, sparing

if TYPE_CHECKING:
    from kaleido.designing import Design, Target

# The time to fill in a sketch, to find the nearest pattern and prove it the nearest, to chequer a
# sketch, where the best need not be proved, to meet a target, and to find all completions.
FILL_SECONDS = 8.0
NEAREST_SECONDS = 25.0
CHEQUER_SECONDS = 12.0
TARGET_SECONDS = 45.0
COMPLETE_SECONDS = 8.0

BOOKLET_NODES = 200_000  # of the search for a solution of a board that is printed


Outcome = Annotated[
    Status,
    "How the search ended: with a solution, with the proof that there is none, or at a limit.",
]
CountAsked = Annotated[int | None, "How many it has, if that or a difficulty was asked for."]


@dataclass(frozen=True)
class Designed(Plain):
    """A solvable pattern and its distance from the sketch, or the reason why no pattern exists."""

    type: Literal["designed"]
    status: Outcome
    reason: str
    sketch: Annotated[str, "What was asked for; the sketch of the letters, if it was those."]
    pattern: Annotated[str | None, "Null unless the status is solved."] = None
    changed: Annotated[tuple[Cell, ...], "The cells that differ from the sketch."] = ()
    off: Annotated[int, "Open cells that differ from the background."] = 0
    least: Annotated[int, "At least so many cells must differ: proved."] = 0
    proved: Annotated[bool, "Whether it is proved that no pattern is nearer."] = False
    passed: Annotated[int, "How many patterns were passed over."] = 0
    solutions: CountAsked = None
    difficulty: Difficulty | None = None


@dataclass(frozen=True)
class Tried(Plain):
    """How many patterns a job has looked at."""

    type: Literal["tried"]
    tried: Natural


@dataclass(frozen=True)
class Dealt(Plain):
    """The board of a level and a seed."""

    type: Literal["dealt"]
    board: Flat[DealtBoard]


@dataclass(frozen=True)
class BookletFile(Plain):
    """A booklet as a file."""

    pdf: Annotated[str, "The file in base64."]


def trying(emit: Emit) -> Callable[..., None]:
    """Return a function that is called for each pattern that is looked at, and tells how many."""
    report, tried = sparing(emit), count(1)
    return lambda *_: report(Tried("tried", next(tried)))


def deal(params: Mapping[str, Any], emit: Emit) -> Dealt:
    """Return the board of a level and a seed."""
    return Dealt("dealt", deal_board(params["level"], params["seed"], trying(emit)))


def find_completions(params: Mapping[str, Any]) -> SketchCompletions:
    """Return the patterns that complete a sketch."""
    # A name or a file is not for others to ask for.
    return complete(Sketch.parse(params["sketch"]), timeout=COMPLETE_SECONDS)


def design_pattern(params: Mapping[str, Any], memory: int, emit: Emit) -> Designed:
    """Return a solvable pattern that a sketch allows, or the one that is nearest to it."""
    # These load SciPy's solvers, which other jobs do not need.
    from kaleido.counting import CountLimits
    from kaleido.designing import Background, design

    letters, background = params.get("letters"), params["background"]
    nearest = params["nearest"] or bool(letters)
    drawn = lettered(letters) if letters else Sketch.parse(params["sketch"])
    grounds = Background.parse(background) if background else ()
    fewest, most, level = map(params.get, ("min_solutions", "max_solutions", "difficulty"))
    target = wished_target(fewest, most, None if level is None else parse_difficulty(level))
    timeout = _seconds(target, nearest=nearest, chequers=bool(grounds))
    designs = design(
        drawn,
        nearest=nearest,
        background=grounds,
        target=target,
        seed=params["seed"],
        timeout=timeout,
        limits=CountLimits.within(memory) if target else None,
        report=trying(emit),
    )
    return _designed(drawn, params["skip"], designs, timeout)


def _seconds(target: Target | None, *, nearest: bool, chequers: bool) -> float:
    if target is not None:
        return TARGET_SECONDS
    return NEAREST_SECONDS if nearest else CHEQUER_SECONDS if chequers else FILL_SECONDS


def _designed(drawn: Sketch, skip: int, designs: Iterator[Design], timeout: float) -> Designed:
    """Return the design after so many others."""
    deadline = Deadline(timeout)
    passed = 0
    try:
        for each in designs:
            if passed == skip:
                return _found(drawn, each, passed)
            passed += 1
            if deadline.passed:
                raise LimitReachedError(f"no further pattern was found within {timeout:g} seconds")
    except LimitReachedError as limit:
        said = (Status.GAVE_UP, str(limit), drawn.text)
        return Designed("designed", *said, passed=passed)
    reason = f"{'no further' if passed else 'no'} solvable pattern fits the sketch"
    return Designed("designed", Status.NO_SOLUTION, reason, drawn.text, proved=True, passed=passed)


def _found(drawn: Sketch, found: Design, passed: int) -> Designed:
    letters = "".join(found.pattern.rows)
    changed = tuple(
        divmod(place, COLS)
        for place, (own, cell) in enumerate(zip(letters, drawn.cells, strict=True))
        if own not in cell
    )
    assessed = found.assessed
    known = (assessed.solutions, assessed.rating.difficulty) if assessed else (None, None)
    said = (Status.SOLVED, "", drawn.text, found.pattern.text, changed)
    far = (found.distance.off, found.bound.changed, found.proved)
    return Designed("designed", *said, *far, passed, *known)


def print_booklet(params: Mapping[str, Any]) -> BookletFile:
    """Return a booklet of boards; unknown numbers of solutions are not counted."""
    try:
        from kaleido.printing import Booklet, bind_pages, find_paper, make_entry
    except ImportError:
        raise RequestError(501, "a booklet needs matplotlib: pip install matplotlib") from None

    entries = []
    for board in params["boards"]:
        puzzle = read_puzzle(board)
        facts = facts_of(puzzle.pattern)
        known = {"solutions": facts.solutions, "difficulty": facts.difficulty} if facts else {}
        title = board.get("title", "")
        entries.append(make_entry(puzzle, title, counts=False, max_nodes=BOOKLET_NODES, **known))
    booklet = Booklet(
        params["title"] or "Kaleidoscope",
        tuple(entries),
        find_paper(params["paper"]),
        params["per_page"],
        params["marks"],
        with_pieces=params["with_pieces"],
        with_solutions=params["with_solutions"],
    )
    content, _ = bind_pages(booklet.pages(), booklet.title)
    return BookletFile(b64encode(content).decode())
