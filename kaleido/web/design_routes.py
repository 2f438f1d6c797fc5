"""The questions of the designer."""

from fastapi import APIRouter, Request
from starlette.responses import Response

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


@router.post(
    "/assess",
    response_class=Response,
    dependencies=QUESTION["dependencies"],
    responses=models.FAILURES | {200: models.EVENT_STREAM | design_models.ASSESSMENT},
)
async def assess(request: Request, question: models.PuzzleRequest) -> Response:
    """Count and rate a puzzle, and tell how far both are, as server-sent events of JSON."""
    dispatcher: Dispatcher = request.app.state.dispatcher
    return EventStream(dispatcher.events("assess", question.model_dump()))
