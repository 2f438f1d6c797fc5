"""Write what is generated for the page.

These are javascript/expected.json, the facts of boards and pieces that the page must agree with,
and the types of the places in its words, kaleido/web/static/words/places.d.ts.

python tests/page_expected.py

`tests/web/test_page.py` fails while one of them differs from what the package says.
"""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from any_puzzles import any_puzzle

import kaleido
from kaleido import CLASSIC, Placement, Position, Puzzle
from kaleido.base.errors import PlacingError
from kaleido.base.files import write_text
from kaleido.base.words import FOLDER
from kaleido.designing import Sketch
from kaleido.draw.geometry import outline
from kaleido.draw.look import LOOK
from kaleido.draw.scene import scene_of
from kaleido.heuristics import parameters_of
from kaleido.heuristics.adjusted import split_name
from kaleido.heuristics.makers import make_any_strategy
from kaleido.library.puzzles import puzzle_names
from kaleido.library.ruled_names import board_of_day
from kaleido.model import Orientation, implied_edges
from kaleido.model.cause import reason_fields
from kaleido.model.edges import label_islands, unpack_cells
from kaleido.model.lattices import other_lattices
from kaleido.search.notation import format_place
from kaleido.web.jobs import Job, run_job
from kaleido.web.lists import describe_lattice, describe_pieces, describe_puzzle, read_list
from kaleido.web.question import read_puzzle
from kaleido.web.tables import pattern_table, question_of, table_of

FILE = Path(__file__).parent / "javascript" / "expected.json"
PLACES = FOLDER / "places.d.ts"
NAMES = ("car", "twelve", "digit-2", "starship")
SKETCHES = (
    "????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????",
    "[yr]X1234?[bbb]/[rbyx]R[4x]b????\n" + " / ".join(["xrxrxrxr", "rxrxrxrx"] * 3),
)
HOPELESS = (
    "/".join(["rxrxrxrr"] * 8),
    "rxbxrxbx/xbxbxbxb/rxyxbxyx/xyxyyyxb/yxrxyxrx/xrxrxrxr/xxrxrxrx/xrxrxrxr",
    "/".join(["xxxxxxxx", "rrrrrrrr"] * 4),
    "xrxrxrxr/bxryrxrx/xrbxyrxr/rxyryxrx/xbxyxbxr/ryxxxyxx/bxxyxxyr/bxbbbxyx",
    "x" + kaleido.named_pattern("car").text[1:],
)
"""Patterns without a solution, each for another reason."""

DAYS = [date(2026, 1, 1) + timedelta(step) for step in (-35_000, 0, 17, 59, 128, 200, 10_000)]

ADJUSTED = (
    *("paper-plus", "paper-plus+held+no-chance+window=2", "paper+at-once+matched=-1.5"),
    *("tuned+forks=7+noise=0.001", "edge-matching+no-propagation", "probing+probe-nodes=0"),
)
"""Names of strategies, adjusted."""
CORE_BOARDS = (
    ("twelve", "constrained", 5), ("car", "tuned", 3), ("starship", "probing", 0),
    ("first-steps", "edge-matching", 2), ("tetromino-torus", "constrained", 0),
    ("tetrahex-4x7", "random", 1), ("soma-cube", "tuned", 0), ("hexiamond-6x6", "constrained", 1),
)  # fmt: skip
"""What the core answers without Python: a pattern or a puzzle, a strategy and its seed."""

SEEDS = range(24)
"""The numbers of random puzzles of other shapes."""


def adjusted_name(name: str) -> dict[str, Any]:
    """Return the name that a strategy has then, the name of the strategy, and its values."""
    base, changes = split_name(name)
    parameters, values = parameters_of(base), dict[str, Any]()
    for change in changes:
        key, _, text = change.partition("=")
        bare = key.removeprefix("no-")
        values[bare] = parameters[bare].read(text) if text else bare == key
    return {"name": make_any_strategy(name).name, "base": base, "values": values}


def expected() -> dict[str, Any]:
    """Return all that the page must agree with."""
    return {
        "look": LOOK.as_dict(),
        "strategies": read_list("strategies"),
        "adjusted": [adjusted_name(name) for name in ADJUSTED],
        "pieces": describe_pieces(CLASSIC).as_dict(),
        "turned": {
            piece.name: {face.name: turned(face.drawing) for face in piece.faces}
            for piece in CLASSIC
        },
        "patterns": [of_pattern(name) for name in NAMES],
        "puzzles": [of_puzzle(seed) for seed in SEEDS],
        "lattices": [asdict(describe_lattice(each)) for each in other_lattices()],
        "outlines": [of_cells(cells) for cells in cell_sets()],
        "reasons": [of_hopeless(text) for text in HOPELESS],
        "days": {str(day): board_of_day(day) for day in DAYS},
        "calendars": [of_calendar(name, day) for name in puzzle_names("calendar") for day in DAYS]
        + [of_calendar("calendar", "31-feb"), of_calendar("calendar-weekdays", "Tues 05 jun")],
        "sketches": [of_sketch(text) for text in SKETCHES],
        "core": [of_core(*each) for each in CORE_BOARDS],
    }


def of_calendar(name: str, day: date | str) -> dict[str, Any]:
    """Return a calendar as the page is told it, and its board on a day."""
    entry = describe_puzzle(name)
    assert entry is not None
    text = kaleido.named_puzzle(name, day=day).pattern.text
    return {"pattern": entry.pattern, "fields": entry.calendar, "day": str(day), "text": text}


def of_core(name: str, strategy: str, seed: int) -> dict[str, Any]:
    """Return a board as the core in the browser is told it, and the answers about it."""
    is_pattern = name in kaleido.pattern_names()
    question = {"pattern": kaleido.named_pattern(name).text} if is_pattern else asked(name)
    puzzle = read_puzzle(question)
    moves = puzzle.solve(seed=1).moves
    placed = [move.placement for move in moves[: len(moves) // 2]]
    told: list[dict[str, Any]] = []
    watched = {"strategy": strategy, "seed": seed, "max_nodes": 12}
    told.append(run_job(Job("events", question | watched, 0), told.append))
    return {
        "table": pattern_table() if is_pattern else table_of(puzzle.problem),
        "question": question,
        "placed": [each.as_dict() for each in placed],
        "solved": [move.placement.as_dict() for move in puzzle.solve().moves],
        "solutions": puzzle.count().solutions,
        "left": Position(puzzle, placed).count().solutions,
        "watched": watched,
        "events": [brief(event) for event in told],
    }


def asked(name: str) -> dict[str, Any]:
    """Return the question that the page asks about a puzzle."""
    entry = describe_puzzle(name)
    assert entry is not None
    question = question_of(entry.as_dict())
    return {key: question[key] for key in ("pattern", "pieces", "use", "wrap") if question[key]}


def brief(event: dict[str, Any]) -> dict[str, Any]:
    """Return what the core tells of an event, too, with siblings in short."""
    left_out = {"reason", "islands", "implied", "pattern"}
    told = {key: value for key, value in event.items() if key not in left_out}
    if "waiting" in told:
        lines = [(each["placement"]["piece"], each["score_line"]) for each in told["waiting"]]
        told["waiting"] = lines
    return told


def of_hopeless(text: str) -> dict[str, Any]:
    reason = kaleido.solve(kaleido.Pattern(text)).reason
    return reason_fields(reason)


def of_sketch(text: str) -> dict[str, Any]:
    sketch = Sketch.parse(text)
    return {"text": text, "cells": sketch.cells, "written": sketch.text}


def turned(drawing: Orientation) -> list[str]:
    """Return a drawing turned clockwise by 0 to 3 quarters."""
    drawings = [drawing]
    for _ in range(3):
        drawings.append(drawings[-1].rotated())
    return list(map(str, drawings))


def of_pattern(name: str) -> dict[str, Any]:
    pattern = kaleido.named_pattern(name)
    edges = implied_edges(pattern)
    labels, _ = label_islands(edges)
    solution = kaleido.solve(pattern).solution
    assert solution is not None
    return {
        "text": pattern.text,
        "counts": dict(pattern.counts),
        "turned": pattern.rotated().text,
        "edges": edges.inner,
        "islands": labels.ravel().tolist(),
    } | placings(Puzzle(pattern), solution.placements, 6, random.Random(pattern.text))


def of_puzzle(seed: int) -> dict[str, Any]:
    """Return a random puzzle with a position and tries on it."""
    question, board, pieces, placements = any_puzzle(seed)
    puzzle = Puzzle(board, pieces)
    cells = unpack_cells(board.grid, board.mask)
    labels, _ = label_islands(implied_edges(board, pieces), cells)
    givens = [puzzle.problem.placement(number).as_dict() for number in puzzle.problem.givens]
    parts = {"question": question, "set": describe_pieces(pieces).as_dict(), "givens": givens}
    # Labels are compared by which cells share one, whatever the numbers.
    first = {label: at for at, label in reversed(list(enumerate(labels.ravel().tolist())))}
    parts["islands"] = [first[label] if label else -1 for label in labels.ravel().tolist()]
    dice = random.Random(f"tries on {seed}")
    return parts | placings(puzzle, placements, len(placements) // 2, dice)


def cell_sets() -> list[list[tuple[int, int]]]:
    """Return sets of cells with holes, several parts and corners that touch."""
    dice = random.Random(1)
    every = [(row, col) for row in range(8) for col in range(8)]
    ring = [(row, col) for row in range(3) for col in range(3) if (row, col) != (1, 1)]
    return [ring, [(0, 0), (1, 1)], *(sorted(dice.sample(every, size)) for size in (1, 9, 20, 40))]


def of_cells(cells: list[tuple[int, int]]) -> dict[str, Any]:
    return {"cells": cells, "loops": outline(cells)}


def placings(
    puzzle: Puzzle, solution: Sequence[Placement], count: int, dice: random.Random
) -> dict[str, Any]:
    """Return a position with that many pieces, and pieces tried on it with why they do not fit."""
    grid, pieces = puzzle.pattern.grid, puzzle.pieces
    placed, rest = solution[:count], solution[count:]
    tried = list(rest[:3])
    for _ in range(25 if rest else 0):
        piece = pieces[dice.choice(rest).piece]
        face = dice.choice(piece.faces)
        shape = dice.choice(face.orientations)
        row, col = dice.randrange(grid.rows), dice.randrange(grid.cols)
        cells = [(row + r, col + c) for r, c in shape.cells]
        homes = tuple(grid.on_board(*cell) or cell for cell in cells)
        if len(set(homes)) == len(homes):
            tried.append(Placement(piece.name, face.name, homes))
    tints = scene_of(Position(puzzle, placed), islands=True).tints or {}
    every = [(row, col) for row in range(grid.rows) for col in range(grid.cols)]
    return {
        "tints": [tints.get(cell, -1) for cell in every],
        "placed": ";".join(format_place(each, pieces, grid) for each in placed),
        "placements": [each.as_dict() for each in placed],
        "tried": [each.as_dict() | {"error": refusal(puzzle, placed, each)} for each in tried],
    }


def refusal(puzzle: Puzzle, placed: Sequence[Placement], tried: Placement) -> str | None:
    """Return why a piece does not fit on a position, or None."""
    try:
        Position(puzzle, [*placed, tried])
    except PlacingError as error:
        return str(error)
    return None


def text() -> str:
    """Return the content of the file."""
    return json.dumps(expected(), separators=(",", ":")) + "\n"


def places() -> str:
    """Return the types of the places in the words of the page, for its calls to be checked."""
    words = json.loads((FOLDER / "en.json").read_text(encoding="utf-8"))
    lines = [
        "// Generated by tests/page_expected.py: the places of each text.",
        "export type Places = {",
    ]
    for group, texts in words.items():
        for name, text in texts.items():
            forms = {"": text} if isinstance(text, str) else text | {"n": "{n}"}
            found = set(re.findall(r"\{(\w+)\}", " ".join(forms.values())))
            kinds = " | ".join(f'"{place}"' for place in sorted(found)) or "never"
            lines.append(f'  "{group}.{name}": {kinds};')
    return "\n".join([*lines, "};", ""])


if __name__ == "__main__":
    write_text(FILE, text())
    write_text(PLACES, places())
