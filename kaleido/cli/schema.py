"""``kaleido schema``."""

import json
from typing import Annotated

import typer


def schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The name of a schema.", show_default=False),
    ] = None,
) -> None:
    """Print the JSON Schema of what a command prints or writes as JSON, or list the schemas.

    Exit codes: 0 printed, 2 bad input.
    """
    from kaleido.schemas import read_schema, schema_names

    if name is not None:
        print(json.dumps(read_schema(name), indent=2))
        return
    width = max(map(len, schema_names()))
    for each in schema_names():
        print(f"{each:<{width}}  {read_schema(each)['title']}")
