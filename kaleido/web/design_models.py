"""The data models of the questions about designs."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from kaleido.web.models import Cell, Outcome, PatternText, Seed

MAX_SKIPPED = 99
"""How many patterns that fit a sketch may be passed over."""

# `Sketch` reads it, and its message says where it is wrong.
SketchText = Annotated[
    str,
    Field(
        max_length=1000,
        description="8 rows with / between them: a letter x r y b, ? for any colour, or several "
        "letters such as [ry]",
        json_schema_extra={"example": "????????/??rrrr??/" + "????????/" * 5 + "xrxrxrxr"},
    ),
]


class DesignRequest(BaseModel):
    """A sketch to be filled in, or whose nearest solvable pattern is wanted."""

    model_config = ConfigDict(strict=True, extra="forbid")

    sketch: SketchText
    nearest: Annotated[bool, Field(description="whether cells may differ from the sketch")] = False
    background: Annotated[
        str,
        Field(max_length=40, description="checker, or checker:xb: open cells are chequered"),
    ] = ""
    seed: Seed = 0
    skip: Annotated[
        int, Field(ge=0, le=MAX_SKIPPED, description="how many patterns to pass over")
    ] = 0


class Designed(BaseModel):
    """A solvable pattern and its distance from the sketch, or the reason why there is none."""

    status: Outcome
    reason: str
    pattern: Annotated[PatternText | None, Field(description="null unless the status is solved")]
    changed: Annotated[list[Cell], Field(description="the cells that differ from the sketch")]
    off: Annotated[int, Field(description="open cells that differ from the background")]
    least: Annotated[int, Field(description="at least so many cells must differ: proved")]
    proved: Annotated[bool, Field(description="whether it is proved that no pattern is nearer")]
    passed: Annotated[int, Field(description="how many patterns were passed over")]


ASSESSMENT: dict[str, Any] = {
    "description": "A line `data:` of JSON for each event: `counting` and `rating` with the share "
    "`done`, `counted` with the number of solutions, and last `assessed` with the rating",
}
"""What is particular about the reply of `/api/assess`."""
