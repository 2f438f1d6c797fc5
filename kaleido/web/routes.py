"""The API: every question that can be asked over HTTP."""

import asyncio
import inspect
from base64 import b64encode
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.datastructures import UploadFile
from starlette.responses import Response

from kaleido._version import __version__
from kaleido.draw.look import look_as_dict
from kaleido.errors import RequestError
from kaleido.library.patterns import GROUPS, named_pattern, pattern_facts, pattern_names
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.puzzles import puzzle_names
from kaleido.model.classic import CLASSIC
from kaleido.search.strategies import DEFAULT, STRATEGIES
from kaleido.text import quote
from kaleido.web import models
from kaleido.web.dispatch import Dispatcher
from kaleido.web.limits import MAX_EVENTS
from kaleido.web.question import split_names
from kaleido.web.sets import describe_pieces, describe_puzzle, describe_set
from kaleido.web.stream import EventStream, wait_for_disconnect

router = APIRouter(prefix="/api")

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


async def _answer(request: Request, kind: str, question: models.PiecesRequest) -> Response:
    return await _run_job(request, kind, question.model_dump())


async def _run_job(request: Request, kind: str, params: dict[str, Any]) -> Response:
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


@router.get("/patterns")
async def patterns() -> list[models.PatternEntry]:
    """List the patterns that come with Kaleido, by groups."""
    return [_entry(name) for group in GROUPS for name in pattern_names(group)]


def _entry(name: str) -> models.PatternEntry:
    pattern, facts = named_pattern(name), pattern_facts(name)
    return models.PatternEntry(
        name=name,
        title=pattern.title,
        group=GROUPS[facts.group],
        solutions=facts.solutions,
        difficulty=facts.difficulty,
        text=pattern.text,
    )


@router.get("/pieces", response_model=models.Pieces)
async def pieces() -> Any:
    """List the classic pieces and their faces."""
    return describe_pieces(CLASSIC)


@router.post("/pieces", response_model=models.PuzzleParts, **_QUESTION)
async def parts(request: Request, question: models.PiecesRequest) -> Response:
    """List the pieces of a puzzle, and read its board; the pattern may be left out."""
    return await _answer(request, "pieces", question)


@router.get("/sets", response_model=list[models.SetEntry])
async def sets() -> Any:
    """List the sets of pieces that come with Kaleido."""
    return [describe_set(named_set(name)) for name in set_names()]


@router.get("/puzzles", response_model=list[models.PuzzleEntry])
async def puzzles() -> Any:
    """List the puzzles that come with Kaleido: boards with pieces."""
    return list(map(describe_puzzle, puzzle_names()))


@router.get("/strategies")
async def strategies() -> list[models.StrategyEntry]:
    """List the strategies."""
    return [
        models.StrategyEntry(name=name, about=(inspect.getdoc(make) or "").partition("\n")[0])
        for name, make in STRATEGIES.items()
    ]


@router.get("/look", response_model=models.Look)
async def look() -> Any:
    """Return the colours, marks and widths of boards, for pictures like Kaleido's own."""
    return look_as_dict()


@router.post("/solve", response_model=models.Answer, **_QUESTION)
async def solve(request: Request, question: models.SolveRequest) -> Response:
    """Solve a puzzle, from pieces placed by hand if there are any."""
    return await _answer(request, "solve", question)


@router.post("/count", response_model=models.Count, **_QUESTION)
async def count(request: Request, question: models.PositionRequest) -> Response:
    """Count all solutions that contain a position, exactly."""
    return await _answer(request, "count", question)


@router.post("/solutions", response_model=models.Solutions, **_QUESTION)
async def solutions(request: Request, question: models.SolutionsRequest) -> Response:
    """Return some of the solutions that contain a position, which may be looked through."""
    return await _answer(request, "first-solutions", question)


@router.post("/hint", response_model=models.Hint, **_QUESTION)
async def hint(request: Request, question: models.PositionRequest) -> Response:
    """Return the next move and why; or, in a lost position, the pieces that must come off."""
    return await _answer(request, "hint", question)


@router.post("/rate", response_model=models.Rating, **_QUESTION)
async def rate(request: Request, question: models.PuzzleRequest) -> Response:
    """Rate how hard a pattern is, from 1 to 5; other puzzles are not rated."""
    return await _answer(request, "rate", question)


@router.post("/judge", response_model=models.Judgement, **_QUESTION)
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
    pattern: Annotated[models.PatternText, Query()],
    pieces: Annotated[models.PiecesText, Query()] = None,
    use: Annotated[str, Query(description="the names of the pieces that are used")] = "",
    wrap: Annotated[models.Wrap, Query()] = "",
    strategy: Annotated[models.StrategyName, Query()] = DEFAULT,
    seed: Annotated[models.Seed, Query()] = 0,
    max_nodes: Annotated[int, Query(ge=0, le=MAX_EVENTS)] = 2000,
) -> Response:
    """Search and send every event as it happens, as server-sent events of JSON."""
    question = {"pattern": pattern, "pieces": pieces, "use": split_names(use), "wrap": wrap}
    options = {"strategy": strategy, "seed": seed, "max_nodes": max_nodes}
    return _stream(request, question | options)


@router.post("/events", dependencies=_QUESTION["dependencies"], **_STREAM)
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
async def read(request: Request) -> Response:
    """Read a pattern from a photo."""
    image = await _image(request)
    return await _run_job(request, "read", {"image": b64encode(image).decode()})


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
