"""Make patterns/collection from the sketches in this folder: ``python tools/collection/make.py``.

Each file ``GROUP.toml`` holds the sketches of a group. Its table ``[defaults]`` holds values for
all patterns that do not set their own:

- ``drawing``: eight rows of eight signs, and ``signs``: the colours that each sign stands for, as
  in a sketch (``x``, ``[yb]``, ``?``); a sign that is not listed stands for itself.
- ``title`` and ``note``: as in the pattern's file.
- ``background``, ``symmetries``, ``seed``, ``max_solutions``, ``difficulty``: as for the options
  of `kaleido design`.

With names of patterns as arguments, only these are made. There is no limit of time, so that the
same sketches give the same files.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from kaleido.base.files import written_whole
from kaleido.designing import Background, Design, Sketch, Symmetry, Target, design, parse_difficulty
from kaleido.library.patterns import GROUPS

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "patterns" / "collection"
SOURCE = "Kaleido"


def read_group(group: str) -> dict[str, dict[str, Any]]:
    """Read the table of each pattern of a group, by name."""
    with (HERE / f"{group}.toml").open("rb") as file:
        tables = tomllib.load(file)
    defaults = tables.pop("defaults", {})
    return {name: defaults | table for name, table in tables.items()}


def make_pattern(wanted: dict[str, Any]) -> Design:
    """Complete a sketch, count its solutions and rate it."""
    signs = wanted.get("signs", {})
    rows = wanted["drawing"].split()
    text = "/".join("".join(signs.get(sign, sign) for sign in row) for row in rows)
    read = Sketch.parse(text)
    difficulties = parse_difficulty(str(wanted.get("difficulty", "1..5")))
    found = next(
        design(
            Sketch(read.cells, wanted["title"], SOURCE, wanted.get("note", "")),
            [Symmetry.parse(each) for each in wanted.get("symmetries", ())],
            background=Background.parse(wanted["background"]) if wanted.get("background") else (),
            target=Target(max_solutions=wanted.get("max_solutions"), difficulties=difficulties),
            seed=wanted.get("seed", 0),
        ),
        None,
    )
    if found is None:
        sys.exit(f"no solvable pattern fits the sketch {wanted['title']}")
    return found


def facts_of(group: str, made: Design) -> dict[str, object]:
    """Return the facts that a pattern's file states besides the pattern."""
    assert made.assessment is not None
    assert made.assessment.rating is not None
    return {
        "group": group,
        "solutions": made.assessment.solutions,
        "difficulty": made.assessment.rating.difficulty,
    }


def main(chosen: list[str]) -> None:
    """Make the patterns with these names, or all patterns."""
    TARGET.mkdir(exist_ok=True)
    known = {
        name: (group, wanted)
        for group in GROUPS
        if (HERE / f"{group}.toml").exists()
        for name, wanted in read_group(group).items()
    }
    unknown = sorted(set(chosen) - set(known))
    if unknown:
        sys.exit(f"there is no pattern named {', '.join(unknown)}")
    for name in chosen or known:
        group, wanted = known[name]
        made = make_pattern(wanted)
        facts = facts_of(group, made)
        with written_whole(TARGET / f"{name}.txt") as draft:
            draft.write_text(f"{made.pattern.written(facts)}\n", encoding="utf-8")
        print(name, facts, flush=True)
    if not chosen:
        for old in set(TARGET.glob("*.txt")) - {TARGET / f"{name}.txt" for name in known}:
            old.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
