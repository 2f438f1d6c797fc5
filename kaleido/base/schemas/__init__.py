"""The JSON Schemas of what the commands print and write.

``tools/contract.py`` makes the files of this folder from classes: see `kaleido.base.contract`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from kaleido.base.errors import OptionError
from kaleido.base.text import unknown

_FOLDER = Path(__file__).parent


@cache
def schema_names() -> tuple[str, ...]:
    """Return the sorted names of the schemas.

    Examples
    --------
    >>> "solve" in schema_names()
    True
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


def read_schema(name: str) -> dict[str, Any]:
    """Return the schema with that name, which refers to nothing outside itself.

    Examples
    --------
    >>> schema = read_schema("solve")
    >>> schema["title"], schema["properties"]["schema"]["const"]
    ('The answer of kaleido solve --json', 1)
    """
    if name not in schema_names():
        raise OptionError(unknown("schema", name, schema_names()))
    schema: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return schema
