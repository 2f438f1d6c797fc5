"""The questions of the designer."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kaleido.model.pattern import Pattern
from kaleido.web import design_models, models
from kaleido.web.dispatch import Dispatcher
from kaleido.web.routes import QUESTION, run_job
from kaleido.web.stream import EventStream

router = APIRouter(prefix="/api")


@router.post("/design", response_model=design_models.Designed, **QUESTION)
async def design(request: Request, question: design_models.DesignRequest) -> Response:
    """Fill in a sketch so that it is solvable, or find the solvable pattern nearest to it."""
    # An integer program takes seconds; nobody who only fills in a sketch waits for it.
    kind = "nearest" if question.nearest or question.background else "fill"
    return await run_job(request, kind, question.model_dump())


@router.post("/picture", response_model=design_models.Picture, **QUESTION)
async def picture(request: Request, question: design_models.PictureRequest) -> Response:
    """Draw a position as SVG, in the look of all pictures of Kaleido."""
    return await run_job(request, "picture", question.model_dump())


@router.get(
    "/assess",
    response_class=Response,
    responses=models.FAILURES | {200: models.EVENT_STREAM | design_models.ASSESSMENT},
)
async def assess(request: Request, pattern: Annotated[models.PatternText, Query()]) -> Response:
    """Count and rate a pattern, and tell how far both are, as server-sent events of JSON."""
    Pattern(pattern)
    dispatcher: Dispatcher = request.app.state.dispatcher
    params: dict[str, Any] = {"pattern": pattern}
    return EventStream(dispatcher.events("assess", params))
