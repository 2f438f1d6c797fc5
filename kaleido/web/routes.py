"""The API: every question that can be asked over HTTP, and the form of each."""

import json
from base64 import b64encode
from collections import deque
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from math import isfinite
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from kaleido._version import __version__
from kaleido.base.errors import OverLimitError, RequestError
from kaleido.base.text import quote, split_names
from kaleido.designing.completing import SketchCompletions
from kaleido.heuristics.registry import DEFAULT, STRATEGIES
from kaleido.hints.hint import Hint
from kaleido.hints.rating import Rating
from kaleido.model.difficulty import MAX_DIFFICULTY
from kaleido.puzzle.answer import Answer
from kaleido.puzzle.event_forms import SearchEvent
from kaleido.puzzle.survey import Survey
from kaleido.web import designs, jobs
from kaleido.web.dispatch import Dispatcher
from kaleido.web.forms import model_of, modelled
from kaleido.web.limits import (
    COMPARED_SEEDS,
    EVENTS_NODES,
    HINT_SECONDS,
    MAX_CANDIDATES,
    MAX_CELLS,
    MAX_NODES,
    MAX_SECONDS,
)
from kaleido.web.lists import LISTS, PuzzleParts, read_list
from kaleido.web.searches import ComparedEvent, RunEvent
from kaleido.web.stream import EventStream, while_connected

_MAX_PLACED = 1024  # pieces that are placed or chosen
MAX_BOARDS = 60  # of a booklet
_MAX_URL = 4096  # characters of a field of a query

_EXAMPLE = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"

# The schema describes the form; `Pattern`, `Board` and `Sketch` check it, and their messages say
# where it is wrong.
PatternText = Annotated[
    str,
    Field(
        description="8 rows of the letters x r y b (black, red, yellow, blue), / between them; "
        "for other pieces a board of any shape, where . is a hole",
        json_schema_extra={"example": _EXAMPLE},
    ),
]
SketchText = Annotated[
    str,
    Field(
        max_length=1000,
        description="8 rows with / between them: a letter x r y b, ? for any colour, or several "
        "letters such as [ry]",
        json_schema_extra={"example": "????????/??rrrr??/" + "????????/" * 5 + "xrxrxrxr"},
    ),
]
PiecesText = Annotated[
    str | None,
    Field(
        max_length=16 * 1024,
        description="the name of a set of pieces that comes with Kaleido, or the text of a set; "
        "the classic pieces by default",
    ),
]
PieceName = Annotated[str, Field(pattern=r"^[^\s#]{1,40}$")]
Use = Annotated[
    list[PieceName],
    Field(max_length=_MAX_PLACED, description="the pieces that are used, by name; all by default"),
]
Wrap = Annotated[
    Literal["", "columns", "rows", "both"],
    Field(description="the sides that are joined"),
]
StrategyName = Annotated[
    str,
    Field(
        max_length=500,
        description="which moves come first: the name of a strategy, which may be adjusted",
        json_schema_extra={"examples": [*STRATEGIES, "paper-plus+held+window=2"]},
    ),
]
Seed = Annotated[int, Field(ge=-(2**53), le=2**53, description="the same seed, the same search")]
SolutionsWished = Annotated[
    int | None, Field(ge=1, le=10**9, description="of a pattern that is designed")
]
EventsNodes = Annotated[int, Field(ge=0, le=20_000)]
Cell = Annotated[list[int], Field(min_length=2, max_length=2, description="[row, col] from 0")]


class PlacedPiece(BaseModel):
    """A piece on its cells of the board, with one face up. Further keys are ignored."""

    model_config = ConfigDict(strict=True)

    piece: PieceName
    face: Literal["front", "back"]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=MAX_CELLS)]


class _Request(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class PiecesRequest(_Request):
    """Pieces, and the board for them if there is one."""

    pattern: PatternText | None = None
    pieces: PiecesText = None
    use: Use = []
    wrap: Wrap = ""


class PuzzleRequest(PiecesRequest):
    """A puzzle: a pattern, or a board and its pieces."""

    pattern: PatternText


class PositionRequest(PuzzleRequest):
    """A puzzle and the pieces placed on its board."""

    placed: Annotated[list[PlacedPiece], Field(max_length=_MAX_PLACED)] = []


class CountRequest(PositionRequest):
    """A position to be counted, and a move of which the share is wanted."""

    move: PlacedPiece | None = None


class SolveRequest(PositionRequest):
    """A position to be solved, the strategy and its limits."""

    strategy: StrategyName = DEFAULT
    seed: Seed = 0
    max_nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] = MAX_NODES
    timeout: Annotated[float, Field(ge=0, le=MAX_SECONDS, allow_inf_nan=False)] = MAX_SECONDS


class HintRequest(PositionRequest):
    """A position for which a hint is wanted, and how long that may take."""

    timeout: Annotated[float, Field(ge=0, le=8.0, allow_inf_nan=False)] = HINT_SECONDS


class EventsRequest(PositionRequest):
    """A position from which a search is to be watched, the strategy and its limit."""

    strategy: StrategyName = DEFAULT
    seed: Seed = 0
    max_nodes: EventsNodes = EVENTS_NODES


class CompareRequest(PositionRequest):
    """A position, and strategies that are run there with the seeds from 0 on."""

    strategies: Annotated[list[StrategyName], Field(min_length=2, max_length=3)]
    seeds: Annotated[int, Field(ge=1, le=50, description="how many")] = COMPARED_SEEDS
    max_nodes: EventsNodes = EVENTS_NODES


class SurveyRequest(PositionRequest):
    """A position, the strategy that ranks the candidates there, and a cell to look at."""

    strategy: StrategyName = DEFAULT
    seed: Seed = 0
    most: Annotated[int, Field(ge=0, le=MAX_CANDIDATES, description="candidates that are told")] = 5
    cell: Cell | None = None


class SolutionsRequest(PositionRequest):
    """A position, and which of its solutions are asked for."""

    offset: Annotated[int, Field(ge=0, le=2**53, description="how many to pass over")] = 0
    limit: Annotated[int, Field(ge=1, le=50)] = 1
    up_to_symmetry: Annotated[
        bool | Literal["turns"],
        Field(
            description="one of those that the symmetries of the puzzle make of each other, "
            "or its turns alone"
        ),
    ] = False


class DesignRequest(_Request):
    """A sketch to be filled in, or whose nearest solvable pattern is wanted."""

    sketch: SketchText = ""
    nearest: Annotated[bool, Field(description="whether cells may differ from the sketch")] = False
    background: Annotated[
        str,
        Field(max_length=40, description="checker, or checker:xb: open cells are chequered"),
    ] = ""
    letters: Annotated[
        str,
        Field(max_length=20, description="one or two letters or digits, instead of a sketch"),
    ] = ""
    min_solutions: SolutionsWished = None
    max_solutions: SolutionsWished = None
    difficulty: Annotated[
        str | None, Field(max_length=20, description="from 1 to 5, or a range such as 2..4")
    ] = None
    seed: Seed = 0
    skip: Annotated[int, Field(ge=0, le=99, description="how many patterns to pass over")] = 0


class CompleteRequest(_Request):
    """A sketch of which all completions are wanted."""

    sketch: SketchText


class DealRequest(_Request):
    """The level and the seed of a board."""

    level: Annotated[int, Field(ge=1, le=MAX_DIFFICULTY)]
    seed: Annotated[int, Field(ge=0, le=2**31, description="the same seed, the same board")]


class BookletBoard(PuzzleRequest):
    """A board of a booklet."""

    title: Annotated[str, Field(max_length=80)] = ""


class BookletRequest(_Request):
    """The boards of a booklet, and how it is printed."""

    boards: Annotated[list[BookletBoard], Field(min_length=1, max_length=MAX_BOARDS)]
    title: Annotated[str, Field(max_length=80)] = ""
    paper: Literal["a4", "letter"] = "a4"
    per_page: Literal[1, 2, 4] = 1
    marks: Literal["none", "letters", "hatches"] = "hatches"
    with_pieces: Annotated[bool, Field(description="pieces to cut out that fit")] = False
    with_solutions: bool = True


class Failure(BaseModel):
    """The reason why there is no answer, in one line."""

    error: str


class Health(BaseModel):
    """The server answers."""

    status: Literal["ok"]
    version: str


FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": Failure, "description": description}
    for status, description in {
        400: "The question makes no sense: a pattern, placement or option is wrong",
        403: "The request comes from another site",
        413: "The body is too large",
        415: "The body is of another type",
        421: "The request is for another server",
        422: "The body has another form",
        503: "A limit is reached, too many wait, or a worker process ended",
    }.items()
}
"""The replies to a question that is not answered."""


router = APIRouter(prefix="/api")

_CLIENT_CLOSED_REQUEST = 499  # the status of a reply that nobody receives (after nginx)


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _check_json(request: Request) -> None:
    """Refuse other types: browsers send them for other sites without asking this server."""
    if _media_type(request) != "application/json":
        raise RequestError(
            415,
            f"the body is {quote(_media_type(request) or 'of no type')}, expected application/json",
        )


_QUESTION: dict[str, Any] = {"responses": FAILURES, "dependencies": [Depends(_check_json)]}
"""Options that the routes of all questions in JSON share."""


def _stream_of(kind: Any) -> dict[str, Any]:
    """Return the options of a route that replies with events of a type."""
    # With a model, FastAPI would give failures the media type of the events.
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {
        "response_class": EventStream,
        "response_model": modelled(kind),
        "response_description": "A line `data:` of JSON for each event",
        "responses": {
            status: {"description": each["description"], "content": failure}
            for status, each in FAILURES.items()
        },
        "status_code": 200,
    }


async def _answer(request: Request, kind: str, question: BaseModel | dict[str, Any]) -> Response:
    """Reply with a worker's answer; stop the job when the client goes away."""
    dispatcher: Dispatcher = request.app.state.dispatcher
    params = question.model_dump() if isinstance(question, BaseModel) else question
    answer = await while_connected(request.receive, dispatcher.answer(kind, params))
    if answer is None:
        return Response(status_code=_CLIENT_CLOSED_REQUEST)
    return Response(answer, media_type="application/json")


def _stream(request: Request, kind: str, params: dict[str, Any]) -> Response:
    dispatcher: Dispatcher = request.app.state.dispatcher
    return EventStream(dispatcher.events(kind, params), lambda: dispatcher.waiting > 0)


async def _answer_or_stream(request: Request, kind: str, params: dict[str, Any]) -> Response:
    """Reply with the answer; to a client that accepts an event stream, also with the events."""
    if "text/event-stream" in request.headers.get("accept", ""):
        return _stream(request, kind, params)
    return await _answer(request, kind, params)


@router.get("/health")
async def health() -> Health:
    """Say that the server is there."""
    return Health(status="ok", version=__version__)


@cache
def list_text(name: str, own: tuple[str, ...]) -> tuple[bytes, str]:
    """Return a list as JSON, and the tag of this text; the first time takes up to a second.

    The page's user has strategies of their `own`.
    """
    text = json.dumps(read_list(name, own), ensure_ascii=False, separators=(",", ":")).encode()
    return text, f'"{sha256(text).hexdigest()[:32]}"'


def _listing(name: str) -> Callable[[Request], Any]:
    """Return a route to a list; it replies 304 to a browser that has the list already."""

    async def reply(request: Request) -> Response:
        text, tag = await run_in_threadpool(list_text, name, request.app.state.own)
        headers = {"Cache-Control": "no-cache", "ETag": tag}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(text, media_type="application/json", headers=headers)

    return reply


for _name, _list in LISTS.items():
    router.get(
        f"/{_name}", name=_name, description=_list.about, response_model=modelled(_list.kind)
    )(_listing(_name))


@router.post("/pieces", response_model=model_of(PuzzleParts), **_QUESTION)
async def parts(request: Request, question: PiecesRequest) -> Response:
    """List the pieces of a puzzle, and read its board; the pattern may be left out."""
    return await _answer(request, "pieces", question)


@router.post("/solve", response_model=model_of(Answer), **_QUESTION)
async def solve(request: Request, question: SolveRequest) -> Response:
    """Solve a puzzle, from pieces placed by hand if there are any."""
    return await _answer(request, "solve", question)


@router.post("/count", response_model=model_of(jobs.CountAnswer), **_QUESTION)
async def count(request: Request, question: CountRequest) -> Response:
    """Count all solutions that contain a position, and those with a move, exactly."""
    return await _answer(request, "count", question)


@router.post("/left", **_QUESTION | _stream_of(jobs.Left))
async def left(request: Request, question: PositionRequest) -> Response:
    """Bound the number of solutions of a position, and count them, as server-sent events."""
    return _stream(request, "left", question.model_dump())


@router.post("/survey", response_model=model_of(Survey), **_QUESTION)
async def survey(request: Request, question: SurveyRequest) -> Response:
    """Survey a position: candidates, islands, known edges, and the placements that fit a cell."""
    return await _answer(request, "survey", question)


@router.post("/solutions", response_model=model_of(jobs.Solutions), **_QUESTION)
async def solutions(request: Request, question: SolutionsRequest) -> Response:
    """Return some of the solutions that contain a position, which may be looked through."""
    uncounted: deque[str] = request.app.state.uncounted
    asked = json.dumps(question.model_dump(exclude={"offset", "limit"}))
    key = sha256(asked.encode()).hexdigest()
    if key not in uncounted:
        try:
            return await _answer(request, "solutions", question)
        except OverLimitError:
            # What cannot be counted can still be searched for, and at once the next time.
            uncounted.append(key)
    return await _answer(request, "first-solutions", question)


@router.post("/hint", response_model=model_of(Hint), **_QUESTION)
async def hint(request: Request, question: HintRequest) -> Response:
    """Return the next move and why; or, in a lost position, the pieces that must come off."""
    return await _answer(request, "hint", question)


@router.post("/rate", response_model=model_of(Rating), **_QUESTION)
async def rate(request: Request, question: PuzzleRequest) -> Response:
    """Rate how hard a pattern is, from 1 to 5; other puzzles are not rated."""
    return await _answer(request, "rate", question)


@router.post("/judge", response_model=model_of(jobs.Judgement), **_QUESTION)
async def judge(request: Request, question: PuzzleRequest) -> Response:
    """Say quickly whether a puzzle has a solution, and why not."""
    return await _answer(request, "judge", question)


@router.post("/design", response_model=modelled(designs.Designed | designs.Tried), **_QUESTION)
async def design(request: Request, question: DesignRequest) -> Response:
    """Fill in a sketch so that it is solvable, or find the solvable pattern nearest to it.

    It may be asked for with a number of solutions and a difficulty; who accepts an event stream is
    sent how many patterns were tried, too.
    """
    if not question.sketch and not question.letters:
        raise RequestError(422, "'sketch': field required, or letters")
    # An integer program takes seconds; nobody who only fills in a sketch waits for it.
    kind = "nearest" if question.nearest or question.background or question.letters else "fill"
    if question.min_solutions or question.max_solutions or question.difficulty:
        kind = "wish"
    return await _answer_or_stream(request, kind, question.model_dump())


@router.post("/complete", response_model=model_of(SketchCompletions), **_QUESTION)
async def complete(request: Request, question: CompleteRequest) -> Response:
    """List the solvable patterns that a sketch allows, and what each open cell is in them."""
    return await _answer(request, "complete", question)


@router.post("/deal", response_model=modelled(designs.Dealt | designs.Tried), **_QUESTION)
async def deal(request: Request, question: DealRequest) -> Response:
    """Return the board of a level and a seed; a stream also says how many patterns were tried."""
    return await _answer_or_stream(request, "deal", question.model_dump())


@router.post("/booklet", response_model=model_of(designs.BookletFile), **_QUESTION)
async def booklet(request: Request, question: BookletRequest) -> Response:
    """Return a booklet of boards to print."""
    return await _answer(request, "booklet", question)


@router.post("/assess", **_QUESTION | _stream_of(jobs.Progress | jobs.Counted | jobs.Assessed))
async def assess(request: Request, question: PuzzleRequest) -> Response:
    """Count and rate a puzzle, and tell how far both are, as server-sent events of JSON."""
    return _stream(request, "assess", question.model_dump())


@router.get("/events", **_stream_of(SearchEvent))
async def events(
    request: Request,
    pattern: Annotated[PatternText, Query(max_length=_MAX_URL)],
    pieces: Annotated[
        str | None,
        Query(max_length=_MAX_URL, description="the name or the text of a set of pieces"),
    ] = None,
    use: Annotated[
        str, Query(max_length=_MAX_URL, description="the names of the pieces that are used")
    ] = "",
    wrap: Annotated[Wrap, Query()] = "",
    strategy: Annotated[StrategyName, Query()] = DEFAULT,
    seed: Annotated[Seed, Query()] = 0,
    max_nodes: Annotated[EventsNodes, Query()] = EVENTS_NODES,
) -> Response:
    """Search and send every event as it happens, as server-sent events of JSON."""
    question = {"pattern": pattern, "pieces": pieces, "use": split_names(use), "wrap": wrap}
    options = {"strategy": strategy, "seed": seed, "max_nodes": max_nodes}
    return _stream(request, "events", question | options)


@router.post("/events", **_QUESTION | _stream_of(SearchEvent))
async def posted_events(request: Request, question: EventsRequest) -> Response:
    """Search and send every event as it happens, for questions that are too long for a URL."""
    return _stream(request, "events", question.model_dump())


@router.post("/compare", **_QUESTION | _stream_of(RunEvent | ComparedEvent))
async def compare(request: Request, question: CompareRequest) -> Response:
    """Run strategies over many seeds and send each run as it ends, as server-sent events."""
    return _stream(request, "compare", question.model_dump())


_IMAGE = {"type": "string", "format": "binary"}
_FORM = {"type": "object", "properties": {"file": _IMAGE}, "required": ["file"]}


@router.post(
    "/read",
    response_model=modelled(jobs.ReadAnswer | jobs.ReadStep),
    response_description="The answer; in a stream also the steps before it",
    responses=FAILURES
    | {501: {"model": Failure, "description": "The extra `photo` is not installed"}},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"multipart/form-data": {"schema": _FORM}, "image/*": {"schema": _IMAGE}},
        }
    },
)
async def read(
    request: Request,
    corners: Annotated[
        str, Query(description="where the board lies: x,y of its four corners, 8 numbers in all")
    ] = "",
) -> Response:
    """Read the patterns of a photo; who accepts an event stream is sent the steps, too."""
    places = _corners(corners)
    image = await _image(request)
    params: dict[str, Any] = {"image": b64encode(image).decode()}
    if places is not None:
        params["corners"] = places
    return await _answer_or_stream(request, "read", params)


def _corners(text: str) -> list[list[float]] | None:
    if not text:
        return None
    try:
        numbers = [float(each) for each in text.split(",")]
        if len(numbers) != 8 or not all(map(isfinite, numbers)):
            raise ValueError
    except ValueError:
        raise RequestError(
            422, f"the corners are {quote(text, 80)}, expected 8 numbers with commas between them"
        ) from None
    return [numbers[at : at + 2] for at in range(0, 8, 2)]


async def _image(request: Request) -> bytes:
    kind = _media_type(request)
    if kind.startswith("image/") or kind == "application/octet-stream":
        image = await request.body()
    elif kind == "multipart/form-data":
        async with request.form(max_files=1, max_fields=4) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise RequestError(422, "the form has no file called 'file'")
            image = await file.read()
    else:
        raise RequestError(
            415, f"the body is {quote(kind or 'of no type')}, expected an image or a form with one"
        )
    if not image:
        raise RequestError(422, "the image is empty")
    return image
