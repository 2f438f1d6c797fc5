"""The API: every question that can be asked over HTTP."""

import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from math import isfinite
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.datastructures import UploadFile
from starlette.responses import Response

from kaleido._version import __version__
from kaleido.analysis.answer import Answer
from kaleido.analysis.hint import Hint
from kaleido.analysis.rating import Rating
from kaleido.errors import RequestError
from kaleido.heuristics.registry import DEFAULT
from kaleido.text import quote, split_names
from kaleido.web import answers, models
from kaleido.web.dispatch import Dispatcher
from kaleido.web.forms import model_of, modelled
from kaleido.web.limits import EVENTS_NODES, MAX_URL
from kaleido.web.lists import LISTS, PuzzleParts, read_list
from kaleido.web.search_events import SearchEvent
from kaleido.web.stream import EventStream, while_connected

router = APIRouter(prefix="/api")

_MAX_UNCOUNTED = 100
"""How many puzzles are remembered whose solutions are too many to be counted."""

_CLIENT_CLOSED_REQUEST = 499
"""The status of a reply that nobody receives (after nginx)."""


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _check_json(request: Request) -> None:
    """Refuse other types: browsers send them for other sites without asking this server."""
    if _media_type(request) != "application/json":
        raise RequestError(
            415,
            f"the body is {quote(_media_type(request) or 'of no type')}, expected application/json",
        )


_QUESTION: dict[str, Any] = {"responses": models.FAILURES, "dependencies": [Depends(_check_json)]}
"""What the routes of all questions in JSON have in common."""


def _stream_of(kind: Any) -> dict[str, Any]:
    """Return what is particular about a route that replies with events of a type."""
    # With a model, FastAPI would give failures the media type of the events.
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {
        "response_class": EventStream,
        "response_model": modelled(kind),
        "response_description": "A line `data:` of JSON for each event",
        "responses": {
            status: {"description": each["description"], "content": failure}
            for status, each in models.FAILURES.items()
        },
        "status_code": 200,
    }


async def _answer(request: Request, kind: str, question: models.PiecesRequest) -> Response:
    return await _run_job(request, kind, question.model_dump())


async def _run_job(request: Request, kind: str, params: dict[str, Any]) -> Response:
    """Reply with a worker's answer; stop the job when the client goes away."""
    dispatcher: Dispatcher = request.app.state.dispatcher
    answer = await while_connected(request.receive, dispatcher.answer(kind, params))
    if answer is None:
        return Response(status_code=_CLIENT_CLOSED_REQUEST)
    return Response(answer, media_type="application/json")


def _stream(request: Request, kind: str, params: dict[str, Any]) -> Response:
    dispatcher: Dispatcher = request.app.state.dispatcher
    return EventStream(dispatcher.events(kind, params))


@router.get("/health")
async def health() -> models.Health:
    """Say that the server is there."""
    return models.Health(status="ok", version=__version__)


def _listing(name: str) -> Callable[[Request], Any]:
    """Return a route to a list; a browser that has it already is told that it may keep it."""

    @cache
    def made() -> tuple[bytes, str]:
        text = json.dumps(read_list(name), ensure_ascii=False, separators=(",", ":")).encode()
        return text, f'"{sha256(text).hexdigest()[:32]}"'

    async def reply(request: Request) -> Response:
        text, tag = made()
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
async def parts(request: Request, question: models.PiecesRequest) -> Response:
    """List the pieces of a puzzle, and read its board; the pattern may be left out."""
    return await _answer(request, "pieces", question)


@router.post("/solve", response_model=model_of(Answer), **_QUESTION)
async def solve(request: Request, question: models.SolveRequest) -> Response:
    """Solve a puzzle, from pieces placed by hand if there are any."""
    return await _answer(request, "solve", question)


@router.post("/count", response_model=model_of(answers.CountAnswer), **_QUESTION)
async def count(request: Request, question: models.CountRequest) -> Response:
    """Count all solutions that contain a position, and those with a move, exactly."""
    return await _answer(request, "count", question)


@router.post("/solutions", response_model=model_of(answers.Solutions), **_QUESTION)
async def solutions(request: Request, question: models.SolutionsRequest) -> Response:
    """Return some of the solutions that contain a position, which may be looked through."""
    uncounted: OrderedDict[str, None] = request.app.state.uncounted
    key = json.dumps(question.model_dump(exclude={"offset", "limit"}))
    if key not in uncounted:
        try:
            return await _answer(request, "solutions", question)
        except RequestError as problem:
            if problem.status != 503:
                raise
        # What cannot be counted can still be searched for, and at once the next time.
        uncounted[key] = None
        if len(uncounted) > _MAX_UNCOUNTED:
            uncounted.popitem(last=False)
    return await _answer(request, "first-solutions", question)


@router.post("/hint", response_model=model_of(Hint), **_QUESTION)
async def hint(request: Request, question: models.HintRequest) -> Response:
    """Return the next move and why; or, in a lost position, the pieces that must come off."""
    return await _answer(request, "hint", question)


@router.post("/rate", response_model=model_of(Rating), **_QUESTION)
async def rate(request: Request, question: models.PuzzleRequest) -> Response:
    """Rate how hard a pattern is, from 1 to 5; other puzzles are not rated."""
    return await _answer(request, "rate", question)


@router.post("/judge", response_model=model_of(answers.Judgement), **_QUESTION)
async def judge(request: Request, question: models.PuzzleRequest) -> Response:
    """Say quickly whether a puzzle has a solution, and why not."""
    return await _answer(request, "judge", question)


@router.post("/design", response_model=model_of(answers.Designed), **_QUESTION)
async def design(request: Request, question: models.DesignRequest) -> Response:
    """Fill in a sketch so that it is solvable, or find the solvable pattern nearest to it."""
    # An integer program takes seconds; nobody who only fills in a sketch waits for it.
    kind = "nearest" if question.nearest or question.background else "fill"
    return await _run_job(request, kind, question.model_dump())


@router.post(
    "/assess", **_QUESTION | _stream_of(answers.Progress | answers.Counted | answers.Assessed)
)
async def assess(request: Request, question: models.PuzzleRequest) -> Response:
    """Count and rate a puzzle, and tell how far both are, as server-sent events of JSON."""
    return _stream(request, "assess", question.model_dump())


@router.get("/events", **_stream_of(SearchEvent))
async def events(
    request: Request,
    pattern: Annotated[models.PatternText, Query(max_length=MAX_URL)],
    pieces: Annotated[
        str | None, Query(max_length=MAX_URL, description="the name or the text of a set of pieces")
    ] = None,
    use: Annotated[
        str, Query(max_length=MAX_URL, description="the names of the pieces that are used")
    ] = "",
    wrap: Annotated[models.Wrap, Query()] = "",
    strategy: Annotated[models.StrategyName, Query()] = DEFAULT,
    seed: Annotated[models.Seed, Query()] = 0,
    max_nodes: Annotated[models.EventsNodes, Query()] = EVENTS_NODES,
) -> Response:
    """Search and send every event as it happens, as server-sent events of JSON."""
    question = {"pattern": pattern, "pieces": pieces, "use": split_names(use), "wrap": wrap}
    options = {"strategy": strategy, "seed": seed, "max_nodes": max_nodes}
    return _stream(request, "events", question | options)


@router.post("/events", **_QUESTION | _stream_of(SearchEvent))
async def posted_events(request: Request, question: models.EventsRequest) -> Response:
    """Search and send every event as it happens, for questions that are too long for a URL."""
    return _stream(request, "events", question.model_dump())


_IMAGE = {"type": "string", "format": "binary"}
_FORM = {"type": "object", "properties": {"file": _IMAGE}, "required": ["file"]}


@router.post(
    "/read",
    response_model=modelled(answers.ReadAnswer | answers.ReadStep),
    response_description="The answer; in a stream also the steps before it",
    responses=models.FAILURES
    | {501: {"model": models.Failure, "description": "The extra `photo` is not installed"}},
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
    if "text/event-stream" in request.headers.get("accept", ""):
        return _stream(request, "read", params)
    return await _run_job(request, "read", params)


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
