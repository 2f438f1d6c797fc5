"""The pages of all fields in JSON: of the outputs, from their schemas, and of the HTTP API."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kaleido.base.schemas import read_schema, schema_names

OPENAPI = Path(__file__).parents[2] / "tools" / "openapi.json"

Schema = Mapping[str, Any]


def write_outputs() -> str:
    """Give the page of the outputs: a table for each schema, then those of the values in them."""
    schemas = {name: read_schema(name) for name in schema_names()}
    values = {name: each for own in schemas.values() for name, each in own.get("$defs", {}).items()}
    lines = ["# Fields of the outputs", "", "From the schemas that `kaleido schema` prints.", ""]
    for name, schema in schemas.items():
        lines += _section(f"{name}.json", schema)
    return "\n".join([*lines, *_sections(values)])


def write_http() -> str:
    """Give the page of the HTTP API: its requests, then the tables of their bodies and replies."""
    described = json.loads(OPENAPI.read_text("utf-8"))
    lines = ["# Fields of the HTTP API", "", "| request | body | reply | |", "|---|---|---|---|"]
    for path, methods in described["paths"].items():
        for method, request in methods.items():
            body = _of_content(request.get("requestBody", {}))
            reply = _of_content(request["responses"].get("200", {}))
            about = _in_cell(request.get("description", ""))
            lines.append(f"| `{method.upper()} {path}` | {body} | {reply} | {about} |")
    return "\n".join([*lines, "", *_sections(described["components"]["schemas"])])


def _of_content(part: Schema) -> str:
    schemas = (each.get("schema", {}) for each in part.get("content", {}).values())
    return ", ".join(sorted({_kind(schema) for schema in schemas}))


def _sections(values: Mapping[str, Schema]) -> Iterator[str]:
    for name, value in sorted(values.items()):
        yield from _section(name, value)


def _section(name: str, schema: Schema) -> Iterator[str]:
    yield from (f"## {name}", "", _in_cell(schema.get("description", "")), "")
    if "properties" in schema:
        yield from ("| field | type | |", "|---|---|---|")
        for field, value in schema["properties"].items():
            yield f"| `{field}` | {_kind(value)} | {_in_cell(value.get('description', ''))} |"
    else:
        yield _kind(schema)
    yield ""


def _in_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _kind(schema: Schema) -> str:
    """Return the type of a value in words, with a link if that type has its own table."""
    if reference := schema.get("$ref", ""):
        name = reference.rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(map(_kind, schema[key])))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("type", "any"))
