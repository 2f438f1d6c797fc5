"""What follows from the classes of the answers: schemas, the server's models, plain values."""

import ast
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import pytest
from some import some

from kaleido import Puzzle, named_pattern, solve
from kaleido.base.contract import (
    OUTPUTS,
    Flat,
    FlatMaybe,
    Hidden,
    Key,
    Maybe,
    Natural,
    Plain,
    Rounded,
    names_of,
    numbered,
    output,
    shown,
)
from kaleido.base.schemas import read_schema, schema_names
from kaleido.hints.rating import Rating
from kaleido.model.lattices import find_lattice, lattice_names
from kaleido.search.parity import colourings_of

pydantic = pytest.importorskip("pydantic")
pytest.importorskip("fastapi")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
contract = pytest.importorskip("contract")  # a distribution may come without it

# Older ones write the same in other words.
CURRENT = tuple(map(int, pydantic.VERSION.split(".")[:2])) >= (2, 14)


@dataclass(frozen=True)
class Part(Plain):
    """A part.

    Attributes
    ----------
    size, depth : int
        How large it is.
    """

    size: Natural
    depth: int


@dataclass(frozen=True)
class Whole(Plain):
    """A whole, in one line.

    Attributes
    ----------
    part : Part
    named : Part or None
        A part with a name.
    secret : object
        Nobody sees it.
    seconds : float
        How long it took.
    """

    part: Flat[Part]
    other: FlatMaybe[Part]
    named: Annotated[Part | None, Key("name")]
    secret: Hidden[object]
    seconds: Rounded
    absent: Maybe[int] = None

    @property
    @shown
    def twice(self) -> int:
        """Twice the size."""
        return 2 * self.part.size


def test_the_fields_of_a_class_are_those_of_its_json():
    whole = Whole(Part(2, 3), None, Part(4, 5), object(), 1 / 3)
    assert whole.as_dict() == {
        "size": 2,
        "depth": 3,
        "name": {"size": 4, "depth": 5},
        "seconds": 0.333333,
        "twice": 4,
    }
    assert names_of(Whole) == ["size", "depth", "name", "seconds", "twice"]
    nothing = Whole(Part(2, 3), Part(6, 7), None, None, 1.0, 8)
    assert nothing.as_dict() == {
        "size": 6,
        "depth": 7,
        "name": None,
        "seconds": 1.0,
        "absent": 8,
        "twice": 4,
    }


def test_a_model_says_what_the_class_says():
    from kaleido.web.forms import model_of

    model = model_of(Whole)
    schema = model.model_json_schema(mode="serialization", schema_generator=contract.PlainSchema)
    assert schema["description"] == "A whole, in one line."
    fields = schema["properties"]
    assert fields["name"]["description"] == "A part with a name."
    assert fields["twice"] == {"type": "integer", "description": "Twice the size."}
    assert fields["absent"] == {"type": "integer"}
    assert "secret" not in fields
    assert schema["required"] == ["name", "seconds", "twice"]
    part = schema["$defs"]["Part"]["properties"]
    assert part["size"] == {"type": "integer", "minimum": 0, "description": "How large it is."}
    assert part["size"]["description"] == part["depth"]["description"]
    model.model_validate(Whole(Part(2, 3), None, None, None, 1.0).as_dict())


def test_answers_are_what_their_models_say():
    from kaleido.hints.hint import Hint
    from kaleido.puzzle.answer import Answer
    from kaleido.web.forms import model_of

    for name in ("car", "fancy-chessboard"):
        pattern = named_pattern(name)
        for kind, value in ((Answer, solve(pattern)), (Hint, Puzzle(pattern).hint())):
            told = json.loads(json.dumps(value.as_dict()))
            assert model_of(kind).model_validate(told, strict=True)
            with pytest.raises(pydantic.ValidationError):
                model_of(kind).model_validate(told | {"further": 1})


def test_the_number_of_the_schema_comes_first():
    @output("tried", "A try")
    @dataclass(frozen=True)
    class Tried(Plain):
        """A try."""

        size: int

    try:
        assert list(numbered(Tried(1)).items()) == [("schema", 1), ("size", 1)]
    finally:
        del OUTPUTS[Tried]


@pytest.fixture(scope="module")
def made():
    return contract.made()


@pytest.mark.skipif(not CURRENT, reason="the files are made with a newer Pydantic")
def test_the_schemas_are_fresh(made):
    assert not list(contract.faults(made))


def test_each_schema_has_one_class(made):
    names = [schema.name for kind, schema in OUTPUTS.items() if "test" not in kind.__module__]
    assert sorted(names) == list(schema_names())
    for path, text in made.items():
        assert path.parent == contract.SCHEMAS
        assert json.loads(text)["$comment"].startswith("Made by tools/contract.py from kaleido.")


def test_a_second_copy_of_a_schema_is_found(made, tmp_path, monkeypatch):
    monkeypatch.setattr(contract, "SCHEMAS", tmp_path)
    monkeypatch.setattr(contract, "ROOT", tmp_path)
    here = {tmp_path / path.name: text for path, text in made.items()}
    for path, text in here.items():
        path.write_text(text, "utf-8")
    assert not list(contract.faults(here))
    (tmp_path / "hint2.json").write_text(here[tmp_path / "hint.json"])
    (tmp_path / "solve.json").write_text("{}")
    assert list(contract.faults(here)) == [
        "hint2.json is written by hand: a class should say what it says",
        "solve.json is stale: run tools/contract.py",
    ]


def test_commands_do_not_load_pydantic():
    code = (
        "import sys; from kaleido.cli import main\n"
        "for args in ('--version', 'solve car --json', 'hint car --json'):\n"
        "    assert main(args.split()) == 0\n"
        "    assert 'pydantic' not in sys.modules, args"
    )
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)


def test_lists_and_events_are_what_their_models_say():
    from kaleido.puzzle.event_forms import SearchEvent
    from kaleido.web.forms import modelled
    from kaleido.web.jobs import Job, run_job
    from kaleido.web.lists import LISTS, read_list

    for name, listing in LISTS.items():
        told = json.loads(json.dumps(read_list(name)))
        pydantic.TypeAdapter(modelled(listing.kind)).validate_python(told, strict=True)
    told = []
    for strategy in ("paper", "constrained"):
        asked = {"pattern": named_pattern("key").text, "strategy": strategy, "seed": 0}
        told.append(run_job(Job("events", asked | {"max_nodes": 60}, 10**9), told.append))
    assert {"start", "place", "backtrack", "gave-up"} <= {each["type"] for each in told}
    events = json.loads(json.dumps(told))
    assert pydantic.TypeAdapter(list[modelled(SearchEvent)]).validate_python(events, strict=True)


@pytest.mark.parametrize("name", lattice_names())
def test_the_schema_knows_the_colourings_of_all_lattices(name):
    facts = read_schema("why")["$defs"]["ParityFacts"]["properties"]
    for colouring in some(colourings_of(find_lattice(name))):
        assert colouring.name in facts["colouring"]["enum"]
        assert len(colouring.colours) <= facts["board"]["maxItems"]


# Each value is described once.

ALIKE = {
    # A placement, which a request checks and an answer describes.
    frozenset({"piece", "face", "cells"}),
    # The same of runs with their times and without.
    frozenset({"before", "after", "ratio"}),
}
"""Fields that two classes have for a reason."""


@cache
def field_sets(source: str) -> dict[str, frozenset[str]]:
    """Give the fields of each class of a module that says what values are in JSON."""
    if not re.search("Plain|BaseModel|NamedTuple", source):
        return {}
    return {
        node.name: frozenset(
            each.target.id
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        )
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        and {ast.unparse(base) for base in node.bases}
        & {"Plain", "PlainNumber", "BaseModel", "NamedTuple"}
    }


def copies(sources: dict[str, str]) -> list[set[str]]:
    """List the classes with three fields or more that have the same ones."""
    found: dict[frozenset[str], set[str]] = {}
    for module, source in sources.items():
        for name, fields in field_sets(source).items():
            found.setdefault(fields, set()).add(f"{module}.{name}")
    return [
        names
        for fields, names in found.items()
        if len(names) > 1 and len(fields) > 2 and fields not in ALIKE
    ]


def test_no_class_says_again_what_another_says():
    sources = {
        ".".join(path.relative_to(contract.ROOT).with_suffix("").parts): path.read_text("utf-8")
        for path in contract.PACKAGE.rglob("*.py")
    }
    assert copies(sources) == []
    module = Rating.__module__
    fields = "".join(f"    {name}: int\n" for name in field_sets(sources[module])["Rating"])
    sources["kaleido.web.routes"] += f"class RateReply(BaseModel):\n{fields}"
    assert copies(sources) == [{f"{module}.Rating", "kaleido.web.routes.RateReply"}]


def test_the_page_describes_no_answer_itself():
    """Its types of answers follow from the OpenAPI: none has the fields of a schema once more."""
    from kaleido.web.app import create_app

    described = create_app().openapi()["components"]["schemas"]
    known = {
        frozenset(each["properties"]): name
        for name, each in described.items()
        if "properties" in each
    }
    for path in (contract.PACKAGE / "web" / "static").glob("*.js"):
        for written in typedefs(path.read_text("utf-8")):
            assert len(written) < 3 or written not in known, (path.name, known[written])
    assert typedefs(" * @typedef {{error: string, number?: number}} Fault") == [{"error", "number"}]
    assert typedefs(" * @typedef {object} Fault\n * @property {string} [error] why") == [{"error"}]


def typedefs(source: str) -> list[frozenset[str]]:
    """Give the fields of each type of an object that a module writes down."""
    inline = re.findall(r"@typedef \{\{(.*?)\}\}", source, re.DOTALL)
    listed = re.findall(r"@typedef \{object\} \w+.*?(?=@typedef|\*/|\Z)", source, re.DOTALL)
    return [frozenset(re.findall(r"(\w+)\??:", each)) for each in inline] + [
        frozenset(re.findall(r"@property \{.*\} \[?(\w+)", each)) for each in listed
    ]
