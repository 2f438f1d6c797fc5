"""The API: every question that can be asked over HTTP."""

from __future__ import annotations

import asyncio
import inspect
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.datastructures import UploadFile
from starlette.responses import Response

from kaleido._version import __version__
from kaleido.catalogue import GROUPS, named_pattern, pattern_facts, pattern_names
from kaleido.classic import CLASSIC
from kaleido.errors import quote
from kaleido.pattern import Pattern
from kaleido.strategies import DEFAULT, STRATEGIES
from kaleido.web import models
from kaleido.web.desk import Desk
from kaleido.web.limits import MAX_EVENTS
from kaleido.web.refusal import RefusalError
from kaleido.web.stream import EventStream, gone

router = APIRouter(prefix="/api")

_GONE = 499
"""The status of an answer that nobody is there to read."""


def _json_only(request: Request) -> None:
    """Refuse other types: a browser sends them for another site without asking this server."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise RefusalError(
            415, f"the body is {quote(kind or 'of no type')}, expected application/json"
        )


_JSON = [Depends(_json_only)]


async def _answer(request: Request, kind: str, ask: models.Ask) -> Response:
    """Answer a question with the words of a worker; stop it when the client goes away."""
    Pattern(ask.pattern)
    return await _worked(request, kind, ask.model_dump())


async def _worked(request: Request, kind: str, ask: dict[str, Any]) -> Response:
    desk: Desk = request.app.state.desk
    job = asyncio.ensure_future(desk.answer(kind, ask))
    left = asyncio.ensure_future(gone(request.receive))
    try:
        await asyncio.wait({job, left}, return_when=asyncio.FIRST_COMPLETED)
        if job.done():
            return Response(job.result(), media_type="application/json")
        return Response(status_code=_GONE)
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


@router.get("/pieces")
async def pieces() -> models.Pieces:
    """List the pieces and their faces."""
    return models.Pieces(
        name=CLASSIC.name,
        pieces=[
            models.PieceEntry(
                name=piece.name,
                size=piece.size,
                faces=[
                    models.FaceEntry(name=face.name, drawing=str(face.drawing))
                    for face in piece.faces
                ],
            )
            for piece in CLASSIC
        ],
    )


@router.get("/strategies")
async def strategies() -> list[models.StrategyEntry]:
    """List the strategies."""
    return [
        models.StrategyEntry(name=name, about=(inspect.getdoc(make) or "").partition("\n")[0])
        for name, make in STRATEGIES.items()
    ]


@router.post("/solve", response_model=models.Answer, responses=models.FAILURES, dependencies=_JSON)
async def solve(request: Request, ask: models.SolveAsk) -> Response:
    """Solve a pattern, from pieces placed by hand if there are any."""
    return await _answer(request, "solve", ask)


@router.post("/count", response_model=models.Count, responses=models.FAILURES, dependencies=_JSON)
async def count(request: Request, ask: models.PositionAsk) -> Response:
    """Count all solutions that contain a position, exactly."""
    return await _answer(request, "count", ask)


@router.post("/hint", response_model=models.Hint, responses=models.FAILURES, dependencies=_JSON)
async def hint(request: Request, ask: models.PositionAsk) -> Response:
    """Give the next move and why; or, in a lost position, what must come off."""
    return await _answer(request, "hint", ask)


@router.post("/rate", response_model=models.Rating, responses=models.FAILURES, dependencies=_JSON)
async def rate(request: Request, ask: models.Ask) -> Response:
    """Rate how hard a pattern is, from 1 to 5."""
    return await _answer(request, "rate", ask)


@router.post(
    "/judge", response_model=models.Judgement, responses=models.FAILURES, dependencies=_JSON
)
async def judge(request: Request, ask: models.Ask) -> Response:
    """Say quickly whether a pattern has a solution, and why not."""
    return await _answer(request, "judge", ask)


@router.get(
    "/events",
    response_class=Response,
    responses=models.FAILURES | {200: models.EVENT_STREAM},
)
async def events(
    request: Request,
    pattern: Annotated[models.PatternText, Query()],
    strategy: Annotated[models.StrategyName, Query()] = DEFAULT,
    seed: Annotated[models.Seed, Query()] = 0,
    max_nodes: Annotated[int, Query(ge=0, le=MAX_EVENTS)] = 2000,
) -> Response:
    """Search and tell every event as it happens, as server-sent events of JSON."""
    Pattern(pattern)
    desk: Desk = request.app.state.desk
    ask = {"pattern": pattern, "strategy": strategy, "seed": seed, "max_nodes": max_nodes}
    return EventStream(desk.events("events", ask))


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
    with tempfile.TemporaryDirectory(prefix="kaleido-", ignore_cleanup_errors=True) as folder:
        path = Path(folder, "photo")
        await asyncio.to_thread(path.write_bytes, image)
        return await _worked(request, "read", {"path": str(path)})


async def _image(request: Request) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind.startswith("image/") or kind == "application/octet-stream":
        image = await request.body()
    elif kind == "multipart/form-data":
        async with request.form(max_files=1, max_fields=4) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise RefusalError(422, "the form has no file called 'file'")
            image = await file.read()
    else:
        raise RefusalError(
            415, f"the body is {quote(kind or 'of no type')}, expected an image or a form with one"
        )
    if not image:
        raise RefusalError(422, "the image is empty")
    return image
