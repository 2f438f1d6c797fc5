"""The strategy paper: the searches of the paper's figures, and every rule that makes them."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from naive import CELLS
from naive_paper import program
from walkthroughs import WALKTHROUGHS, Move

from kaleido import (
    Backtrack,
    Grid,
    Paper,
    Pattern,
    Place,
    Problem,
    Resume,
    Solved,
    Weights,
    named_pattern,
)
from kaleido.model.sides import Sides
from kaleido.search import search
from kaleido.search.events import Event
from kaleido.search.found import Window
from kaleido.search.strategies.line_windows import line_windows
from kaleido.search.strategies.openings import Move as Found, Openings
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.survey import Island
from kaleido.search.strategies.windows import (
    BLOCKS,
    best_windows,
    blocks_of,
    find_windows,
)

# Homes that the program counts and that are none: the columns, one cell high, of an island that is
# a row of the board.
NO_HOMES = {"no-single-squares": 8}

# Red and black patterns, some of which are searched to the end soon and some of which are not.
NAMES = ("car", "key", "digit-3", "checkerboard", "quarter-turns", "seal", "two-llamas",
         "twelve", "no-single-squares", "crossroads", "periscope", "greek-temple",
         "postal-van")  # fmt: skip

MOST = 200
"""So many events of a search are compared."""


def events_of(pattern: Pattern, strategy: Paper, most: int | None = None) -> list[Event]:
    return list(search(Problem(pattern), strategy, max_nodes=most))


def moves_of(name: str, strategy: Paper) -> list[Move | None]:
    """Give the moves and backtracks of a search in the form of the walkthroughs."""
    moves: list[Move | None] = []
    for event in events_of(WALKTHROUGHS[name].pattern, strategy, 60):
        if isinstance(event, Backtrack):
            moves.append(None)
        elif isinstance(event, Place):
            score, lying = event.score, event.placement
            own = event.state.problem.borders[event.number].bit_count()
            parts = (score.matched, score.window, own, score.crookedness, score.span)
            kept = event.kept
            if lying.piece == "wand":
                assert parts == (score.total, 0, own, 0, 0)
                parts, kept = (), kept + NO_HOMES.get(name, 0)
            moves.append(Move(lying.piece, lying.cells, parts, score.total, event.rank, kept))
        else:
            assert isinstance(event, Solved)
    return moves


@pytest.mark.parametrize("name", WALKTHROUGHS)
def test_the_paper_move_for_move(name: str):
    assert moves_of(name, Paper()) == list(WALKTHROUGHS[name].moves)


def outline(events: list[Event]) -> list[object]:
    """Give the events in the form of `program`."""
    return [
        (event.placement, event.score.window, event.score.total, event.rank, event.kept)
        if isinstance(event, Place)
        else None
        for event in events
        if not isinstance(event, Solved)
    ]


def shown(pattern: Pattern, strategy: Paper, most: int = MOST) -> list[object]:
    """Give the first events before the search takes up what the strategy left out."""
    events: list[Event] = []
    for event in search(Problem(pattern), strategy):
        if isinstance(event, Resume) or len(events) == most:
            break
        events.append(event)
    return outline(events)


@cache
def expected(name: str) -> list[object]:
    return list(program(named_pattern(name), MOST))


@pytest.mark.parametrize("name", NAMES)
def test_the_program_the_plain_way(name: str):
    events = shown(named_pattern(name), Paper())
    assert len(events) >= 18
    assert events == expected(name)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("name", NAMES[1:10:4])
def test_the_program_the_plain_way_on_rotations(name: str, turns: int):
    pattern = named_pattern(name).rotated(turns)
    assert shown(pattern, Paper()) == program(pattern, MOST)


def moves_once(openings: Openings, *args: object) -> list[Found]:
    """Find each placement in one window only."""
    return list({move.number: move for move in reversed(FIND(openings, *args))}.values())[::-1]


FIND = Openings.moves

RULES = [
    {"first": "trivial"},
    {"islands": "anew"},
    {"across": True},
    {"progressions": "tallied"},
    {"progressions": "none"},
    {"six": "4+2"},
    {"windows": "density"},
    {"lines": "covered"},
    {"shortlist": "score"},
    {"shortlist": "none"},
    {"splits": "held"},
    {"longest": "score"},
]

CONSTANTS = [
    ("windows.VALUES", 3),
    ("windows.VALUES", 5),
    ("windows.LARGE", 13),
    ("windows.BLOCKS", ((3, 2), (2, 3))),
    ("windows.BLOCKS", ((2, 3), (3, 2), (2, 2))),
    ("territory.SMALL", 3),
    ("territory._turn", lambda island: (island.found,)),
    ("territory._turn", lambda island: (island.found > 4, -island.found / island.box.area)),
    ("territory.fixed_progression", lambda cells, _: (4,) * (cells // 4) + (1,) * (cells % 4)),
    ("expectations.changed_progression", lambda _: None),
    (
        "expectations.changed_progression",
        lambda sizes: (2, 1, *sizes[1:]) if sizes[0] == 3 else None,
    ),
    ("expectations.changed_progression", lambda sizes: (3, 3, 2) if sizes == (4, 4) else None),
    ("ranking.SHORTLIST", 5),
    ("ranking.SHORTLIST", 7),
    ("paper.Paper.width", 2),
    ("paper.Paper.width", 4),
    ("openings.Openings._lines", lambda *_: iter(())),
    ("openings.Openings.moves", moves_once),
    ("openings._SQUARE", (9, 9)),
    ("window_table.WindowTable.starting", lambda table, box: table.ending(box)),
]

OPTIONS = [{"propagation": True}, {"forced": True}, {"fallback": True}, {"seed": 3}]

WEIGHTS = ["window", "corner", "block", "span"]


GRID = Grid(8, 8)


def island_of(cells: set[tuple[int, int]]) -> Island:
    return Island(GRID, GRID.cell_bits(cells))


@pytest.mark.parametrize(("size", "rank"), [(11, "cells"), (12, "edges")])
def test_windows_of_small_islands_go_by_cells_and_of_large_ones_by_edges(size: int, rank: str):
    # On the chequered board only the frame is an edge.
    sides = Sides(GRID, GRID.frame)
    other = {"cells": "edges", "edges": "cells"}[rank]
    differ = 0
    for seed in range(20):
        island = island_of(set(random.Random(seed).sample(CELLS, size)))
        opened = list(best_windows(sides, island).windows)
        everything = [each for each in find_windows(sides, island.mask, 1) if each.cells]
        everything = [each for each in everything if each.shape in BLOCKS]

        def best(by: str, windows: list[Window] = everything) -> set[Window]:
            values = sorted({getattr(each, by) for each in windows}, reverse=True)[:4]
            return {each for each in windows if getattr(each, by) in values}

        inside = {each for each in best(rank) if is_inside(each, island)}
        assert set(opened) == inside
        differ += inside != {each for each in best(other) if is_inside(each, island)}
    assert differ


def is_inside(window: Window, island: Island) -> bool:
    """Return whether a window lies in the bounding box of an island."""
    (row, col), (height, width) = window.corner, window.shape
    box = island.box
    return (
        box.top <= row <= box.top + box.height - height
        and box.left <= col <= box.left + box.width - width
    )


# On the chequered board only the frame is an edge: five at an end of a side, four within it.
@pytest.mark.parametrize(
    ("cols", "corners"),
    [
        ("0123", [0, 0]),
        ("1234", []),
        ("01234", [0]),
        ("01234567", [0, 4]),
        ("012", []),
    ],
)
def test_windows_of_lines_lie_at_the_ends_of_runs(cols: str, corners: list[int]):
    sides = Sides(GRID, GRID.frame)
    for turn in (False, True):
        cells = {(0, int(col)) for col in cols}
        island = island_of({cell[::-1] for cell in cells} if turn else cells)
        found = [(each.corner, each.edges) for each in line_windows(sides, island)]
        assert found == [((0, at)[:: -1 if turn else 1], 5) for at in corners]


def is_caught(make: Callable[[], Paper]) -> bool:
    """Return whether a search differs from the program's on some pattern."""
    return any(shown(named_pattern(name), make()) != expected(name) for name in NAMES)


def test_nothing_is_caught_without_a_change():
    assert not is_caught(Paper)


@pytest.mark.parametrize("change", RULES, ids=str)
def test_every_other_rule_is_caught(change: dict[str, object]):
    assert is_caught(lambda: Paper(rules=replace(Rules(), **change)))


@pytest.mark.parametrize(("name", "value"), CONSTANTS)
def test_every_changed_constant_is_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object
):
    module, _, attribute = name.partition(".")
    owner = importlib.import_module(f"kaleido.search.strategies.{module}")
    *parts, last = attribute.split(".")
    for part in parts:
        owner = getattr(owner, part)
    monkeypatch.setattr(owner, last, value)
    blocks_of.cache_clear()
    assert is_caught(Paper)
    blocks_of.cache_clear()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_addition_is_caught(options: dict[str, object]):
    assert is_caught(lambda: Paper(**options))


@pytest.mark.parametrize("weight", WEIGHTS)
def test_every_changed_weight_is_caught(weight: str):
    other = getattr(Weights(), weight) + 0.3
    assert is_caught(lambda: Paper(weights=replace(Weights(), **{weight: other})))
