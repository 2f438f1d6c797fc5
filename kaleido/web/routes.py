"""The API: every question that can be asked over HTTP."""

import asyncio
import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from math import isfinite
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import TypeAdapter
from starlette.datastructures import UploadFile
from starlette.responses import Response

from kaleido._version import __version__
from kaleido.errors import RequestError
from kaleido.heuristics.registry import DEFAULT
from kaleido.text import quote, split_names
from kaleido.web import models
from kaleido.web.dispatch import Dispatcher
from kaleido.web.limits import EVENTS_NODES, MAX_EVENTS, MAX_URL
from kaleido.web.lists import LISTS
from kaleido.web.stream import EventStream, wait_for_disconnect

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


QUESTION: dict[str, Any] = {"responses": models.FAILURES, "dependencies": [Depends(_check_json)]}
"""What the routes of all questions in JSON have in common."""


async def _answer(request: Request, kind: str, question: models.PiecesRequest) -> Response:
    return await run_job(request, kind, question.model_dump())


async def run_job(request: Request, kind: str, params: dict[str, Any]) -> Response:
    """Reply with a worker's answer; stop the job when the client goes away."""
    dispatcher: Dispatcher = request.app.state.dispatcher
    job = asyncio.ensure_future(dispatcher.answer(kind, params))
    left = asyncio.ensure_future(wait_for_disconnect(request.receive))
    try:
        await asyncio.wait({job, left}, return_when=asyncio.FIRST_COMPLETED)
        if job.done():
            return Response(job.result(), media_type="application/json")
        return Response(status_code=_CLIENT_CLOSED_REQUEST)
    finally:
        left.cancel()
        job.cancel()


@router.get("/health")
async def health() -> models.Health:
    """Say that the server is there."""
    return models.Health(status="ok", version=__version__)


class Listing:
    """A list that is made once; a browser that has it already is told that it may keep it.

    Parameters
    ----------
    model : type
        The data model of the list.
    make : callable
        Returns the list as plain values.
    """

    def __init__(self, model: Any, make: Callable[[], Any]) -> None:
        self._adapter = TypeAdapter(model)
        self._make = make

    @cached_property
    def _text(self) -> bytes:
        return self._adapter.dump_json(self._adapter.validate_python(self._make()))

    @cached_property
    def _tag(self) -> str:
        return f'"{sha256(self._text).hexdigest()[:32]}"'

    def reply(self, request: Request) -> Response:
        """Reply with the list, or with status 304 to a browser that has it."""
        headers = {"Cache-Control": "no-cache", "ETag": self._tag}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self._text, media_type="application/json", headers=headers)


_PATTERNS = Listing(list[models.PatternEntry], LISTS["patterns"])
_PUZZLES = Listing(list[models.PuzzleEntry], LISTS["puzzles"])


@router.get("/patterns", response_model=list[models.PatternEntry])
async def patterns(request: Request) -> Response:
    """List the patterns that come with Kaleido, by groups."""
    return _PATTERNS.reply(request)


@router.get("/pieces", response_model=models.Pieces)
async def pieces() -> Any:
    """List the classic pieces and their faces."""
    return LISTS["pieces"]()


@router.post("/pieces", response_model=models.PuzzleParts, **QUESTION)
async def parts(request: Request, question: models.PiecesRequest) -> Response:
    """List the pieces of a puzzle, and read its board; the pattern may be left out."""
    return await _answer(request, "pieces", question)


@router.get("/sets", response_model=list[models.SetEntry])
async def sets() -> Any:
    """List the sets of pieces that come with Kaleido."""
    return LISTS["sets"]()


@router.get("/puzzles", response_model=list[models.PuzzleEntry])
async def puzzles(request: Request) -> Response:
    """List the puzzles that come with Kaleido, boards with pieces, by groups."""
    return _PUZZLES.reply(request)


@router.get("/strategies", response_model=list[models.StrategyEntry])
async def strategies() -> Any:
    """List the strategies."""
    return LISTS["strategies"]()


@router.get("/look", response_model=models.Look)
async def look() -> Any:
    """Return the colours, marks and widths of boards, for pictures like Kaleido's own."""
    return LISTS["look"]()


@router.get("/lattices", response_model=list[models.LatticeEntry])
async def lattices() -> Any:
    """List the lattices of other cells than squares, with what it takes to draw and turn them."""
    return LISTS["lattices"]()


@router.post("/solve", response_model=models.Answer, **QUESTION)
async def solve(request: Request, question: models.SolveRequest) -> Response:
    """Solve a puzzle, from pieces placed by hand if there are any."""
    return await _answer(request, "solve", question)


@router.post("/count", response_model=models.Count, **QUESTION)
async def count(request: Request, question: models.PositionRequest) -> Response:
    """Count all solutions that contain a position, exactly."""
    return await _answer(request, "count", question)


@router.post("/solutions", response_model=models.Solutions, **QUESTION)
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


@router.post("/hint", response_model=models.Hint, **QUESTION)
async def hint(request: Request, question: models.HintRequest) -> Response:
    """Return the next move and why; or, in a lost position, the pieces that must come off."""
    return await _answer(request, "hint", question)


@router.post("/rate", response_model=models.Rating, **QUESTION)
async def rate(request: Request, question: models.PuzzleRequest) -> Response:
    """Rate how hard a pattern is, from 1 to 5; other puzzles are not rated."""
    return await _answer(request, "rate", question)


@router.post("/judge", response_model=models.Judgement, **QUESTION)
async def judge(request: Request, question: models.PuzzleRequest) -> Response:
    """Say quickly whether a puzzle has a solution, and why not."""
    return await _answer(request, "judge", question)


_STREAM: dict[str, Any] = {
    "response_class": Response,
    "responses": models.FAILURES | {200: models.EVENT_STREAM},
}


@router.get("/events", **_STREAM)
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
    max_nodes: Annotated[int, Query(ge=0, le=MAX_EVENTS)] = EVENTS_NODES,
) -> Response:
    """Search and send every event as it happens, as server-sent events of JSON."""
    question = {"pattern": pattern, "pieces": pieces, "use": split_names(use), "wrap": wrap}
    options = {"strategy": strategy, "seed": seed, "max_nodes": max_nodes}
    return _stream(request, question | options)


@router.post("/events", dependencies=QUESTION["dependencies"], **_STREAM)
async def posted_events(request: Request, question: models.EventsRequest) -> Response:
    """Search and send every event as it happens, for questions that are too long for a URL."""
    return _stream(request, question.model_dump())


def _stream(request: Request, params: dict[str, Any]) -> Response:
    dispatcher: Dispatcher = request.app.state.dispatcher
    return EventStream(dispatcher.events("events", params))


_IMAGE = {"type": "string", "format": "binary"}


@router.post(
    "/read",
    response_model=dict[str, Any],
    responses=models.FAILURES
    | {501: {"model": models.Failure, "description": "The extra `photo` is not installed"}},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "properties": {"file": _IMAGE},
                        "required": ["file"],
                    }
                },
                "image/*": {"schema": _IMAGE},
            },
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
        dispatcher: Dispatcher = request.app.state.dispatcher
        return EventStream(dispatcher.events("read", params))
    return await run_job(request, "read", params)


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
