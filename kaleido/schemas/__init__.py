"""The JSON Schemas of what the commands print and write, and the numbers of these schemas.

A file of this folder is the schema of one output. What several of them share is in
``common.json``, to which they refer; `read_schema` returns a schema that stands alone.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kaleido.errors import OptionError
from kaleido.text import unknown

_FOLDER = Path(__file__).parent
_SHARED = "common"
_FIELD = "schema"


@cache
def schema_names() -> tuple[str, ...]:
    """Return the sorted names of the schemas.

    Examples
    --------
    >>> "solve" in schema_names(), "common" in schema_names()
    (True, False)
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json") if path.stem != _SHARED))


def read_schema(name: str) -> dict[str, Any]:
    """Return the schema with that name, which refers to nothing outside itself.

    Raises
    ------
    OptionError
        There is no such schema.

    Examples
    --------
    >>> schema = read_schema("solve")
    >>> schema["title"], schema["properties"]["schema"]["const"]
    ('The answer of kaleido solve --json', 1)
    """
    if name not in schema_names():
        raise OptionError(unknown("schema", name, schema_names()))
    shared: dict[str, Any] = _read(_SHARED)["$defs"]
    schema = _read(name)
    needed, waiting = set[str](), [schema]
    while waiting:
        found = set(_shared_names(waiting.pop())) - needed
        needed |= found
        waiting += (shared[each] for each in found)
    if needed:
        schema["$defs"] = {each: shared[each] for each in shared if each in needed}
    whole: dict[str, Any] = _localised(schema)
    return whole


@cache
def schema_number(name: str) -> int:
    """Return the number of the schema with that name.

    Examples
    --------
    >>> schema_number("solve")
    1
    """
    number: int = _read(name)["properties"][_FIELD]["const"]
    return number


def numbered(name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an output with the number of its schema as the first field.

    Parameters
    ----------
    name : str
        The name of the schema.
    value : mapping of str to value
        The other fields.

    Examples
    --------
    >>> numbered("check", {"pattern": "xx/rr", "solves": True, "faults": []})
    {'schema': 1, 'pattern': 'xx/rr', 'solves': True, 'faults': []}
    """
    return {_FIELD: schema_number(name), **value}


def _read(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return schema


_OUTSIDE = f"{_SHARED}.json#/$defs/"


def _shared_names(part: Any) -> Iterator[str]:
    """Yield the names in the shared file to which a part of a schema refers."""
    if isinstance(part, dict):
        reference = part.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(_OUTSIDE)
    for each in part.values() if isinstance(part, dict) else part:
        if isinstance(each, dict | list):
            yield from _shared_names(each)


def _localised(part: Any) -> Any:
    """Return a part of a schema whose references to the shared file are to the schema itself."""
    if isinstance(part, dict):
        return {key: _localised(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_localised(value) for value in part]
    if isinstance(part, str) and part.startswith(_OUTSIDE):
        return part.removeprefix(f"{_SHARED}.json")
    return part
