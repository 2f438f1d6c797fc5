"""Write what follows from the classes of the answers: the schemas and the server's OpenAPI.

The types of the page follow from the latter: ``npm run contract`` writes them.

    python tools/contract.py            writes the files
    python tools/contract.py --check    says which are stale, or are none of these
"""

import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Union, get_args

from addresses import addresses
from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model
from pydantic.json_schema import GenerateJsonSchema

from kaleido.base.contract import OUTPUTS, Schema, has_form, parts_of
from kaleido.web.app import create_app
from kaleido.web.forms import fields_in_json, summary

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "kaleido"
SCHEMAS = PACKAGE / "base" / "schemas"
OPENAPI = ROOT / "tools" / "openapi.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
HOME = f"{addresses()[1]}/schemas"


class PlainSchema(GenerateJsonSchema):
    """Schemas without the titles that only repeat the names of fields."""

    def field_title_should_be_set(self, _schema: Any) -> bool:
        """Return that no field has a title."""
        return False


def model_of_output(kind: type, schema: Schema) -> type[BaseModel]:
    """Return the model of an output: for one whose lines are of several kinds, any of these."""
    kinds = get_args(parts_of(kind)[0].value_type)
    if not kinds or len(parts_of(kind)) > 1 or not all(map(has_form, kinds)):
        return numbered_model(kind, schema)
    lines = [numbered_model(each, Schema("", each.__name__, schema.number, {})) for each in kinds]
    base: Any = RootModel[Union[tuple(lines)]]  # type: ignore[misc]  # noqa: UP007
    said = {"__doc__": summary(kind), "__module__": kind.__module__}
    made: type[BaseModel] = type(kind.__name__, (base,), said)
    made.model_config["title"] = schema.title
    return made


def numbered_model(kind: type, schema: Schema) -> type[BaseModel]:
    """Return the model of an output, whose first field is the number of its schema."""
    about = (
        "The number of this schema. It rises when a field changes or goes, not when one is added."
    )
    # A model has a method of this name.
    number = Field(alias="schema", description=about)
    fields: dict[str, Any] = {"schema_": (Literal[schema.number], number)}
    return create_model(
        kind.__name__,
        __config__=ConfigDict(
            extra="forbid", title=schema.title, json_schema_extra={**schema.rules}
        ),
        __doc__=summary(kind),
        __module__=kind.__module__,
        **fields | fields_in_json(kind),
    )


def files() -> Iterator[tuple[Path, Any]]:
    """Yield each file with what it has to contain."""
    for path in PACKAGE.rglob("*.py"):
        if "\n@output(" in path.read_text("utf-8"):
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for kind, schema in OUTPUTS.items():
        model = model_of_output(kind, schema)
        value = model.model_json_schema(mode="serialization", schema_generator=PlainSchema)
        head = {
            "$schema": DIALECT,
            "$id": f"{HOME}/{schema.name}.json",
            "$comment": f"Made by tools/contract.py from {kind.__module__}.{kind.__name__}: "
            "change the class, not this file.",
        }
        yield SCHEMAS / f"{schema.name}.json", head | value
    openapi = create_app().openapi()
    openapi["info"]["version"] = ""  # the types of the page are the same in the next
    yield OPENAPI, openapi


def made() -> dict[Path, str]:
    """Return the text of each file."""
    return {path: json.dumps(value, indent=1, ensure_ascii=False) + "\n" for path, value in files()}


def faults(wanted: Mapping[Path, str]) -> Iterator[str]:
    """Yield what is wrong with the files there are, compared to those to be made."""
    for path in (*SCHEMAS.glob("*.json"), OPENAPI):
        if path not in wanted:
            yield f"{path.relative_to(ROOT)} is written by hand: a class should say what it says"
    for path, text in wanted.items():
        if not path.exists() or path.read_text("utf-8") != text:
            yield f"{path.relative_to(ROOT)} is stale: run tools/contract.py"


def main() -> int:
    """Write the files, or say what is wrong with them; return an exit code."""
    told = made()
    if sys.argv[1:] != ["--check"]:
        for path, text in told.items():
            path.write_text(text, "utf-8")
    found = list(faults(told))
    print("\n".join(found), end="\n" * bool(found), file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
