"""Reasons that few boards have, and hints with few nodes, as a player reads them."""

from random import Random

import pytest
from fuzz import questions  # noqa: F401 - it registers
from fuzz.asked import QUESTIONS, Asked
from fuzz.puzzles import draw_puzzle
from naive_puzzle import Line, Naive, Texts
from seen import Seen

from kaleido.model.names import parse_cell

BY_DAY, AT_NIGHT = 40, 4_000


def squares(rows: str, sides: str, *lines: Line, wrap: str = "", optional: str = "") -> Texts:
    """Return the texts of a puzzle of squares."""
    return Texts(rows, lines, wrap=wrap, optional=optional, sides=sides)


def one_of(*drawings: str) -> list[Line]:
    """Return the pieces of a choice."""
    return [
        Line(name, (drawing,), choice="A") for name, drawing in zip("AVW", drawings, strict=False)
    ]


REASONS = {
    "cell-left": (
        squares(
            *("xr../xrxx", "two-faced", Line("A", ("rx", "rx"))),
            *(Line("C", ("r", "x"), copies="x2"), Line("D", ("xr", "xb"))),
        ),
        "C A1",
    ),
    "free": (
        squares("oo", "one-sided", Line("B", ("oo",)), Line("C", ("o/o",), "", "x0-1")),
        "C A1 A2",
    ),
    "clash": (squares("o./ao", "one-sided", Line("E", ("o/o",)), optional="a"), ""),
    "clash-free": (
        squares(
            *("aa/ao/a./o.", "mirrored", Line("A", ("oo",), "", "x2", "a")),
            *(Line("B", ("oo",)), Line("C", ("oo/o.",), "", "x0-1")),
        ),
        "",
    ),
    "cell-free": (
        squares(
            *("aoao/oo..", "fixed", Line("A", ("oo",), "", "x2"), Line("B", ("o/o",), "", "x1-2")),
            optional="a",
        ),
        "B A2 B2",
    ),
    "clash-left": (
        squares(
            *("xyxr/xxy./y.yx", "two-faced", Line("A", ("rxy", "xyx"))),
            *(Line("B", ("xb/rx/x.", "xy/rx/.y"), "", "x1-2"), Line("C", ("xy", "rx"))),
            wrap="both",
        ),
        "",
    ),
    "piece-left": (
        squares(
            *("xrx/yxy", "two-faced", Line("A", ("rxr/..x", "yxy/x.."))),
            *(Line("B", ("xy", "xr"), zone="edge"), Line("C", ("xb", "xr"), "", "x0-1")),
            wrap="rows",
        ),
        "",
    ),
    "colours": (
        squares(
            *(".o/.o/aa", "mirrored", Line("B", ("oo/oo/.o",), "", "x0-1"), Line("C", ("ooo",))),
        ),
        "",
    ),
    # The piece P fits, but the colours that are left then cannot be made.
    "cell": (
        squares("xbx.r", "two-faced", Line("P", ("xbx", "xrx")), Line("M", ("b", "y"))),
        "",
    ),
    "clash around": (
        squares(
            *("xrx/.xb/xrx/xbx/yxb", "two-faced", Line("A", ("xrx/.xb", "bxy/xb."))),
            *(Line("B", ("xrx", "xbx")), Line("C", ("y", "y"))),
            *(Line("D", ("x", "b"), zone="edge"), Line("E", ("xb./.xb", ".xy/xr."))),
            wrap="columns",
        ),
        "",
    ),
    # The cells of a colouring that pieces can cover are those of their zones.
    "parity": (
        squares(
            *("aa/.b/ab/ao/aa", "mirrored", Line("A", ("ooo",), "", "x1-3", "a")),
            *(Line("B", ("oo/oo/.o",), "fixed"), Line("C", ("o",), "", "x1-3", "edge")),
        ),
        "",
    ),
    # Of a choice, a solution has one piece: what several of them cover together is not near.
    "colours of a choice": (
        squares("ooo/ooo", "mirrored", *one_of("oo", "ooo", "ooooooooo")),
        "",
    ),
    "parity of a choice": (
        squares("o.o/ooo/o.o", "mirrored", *one_of("oo", "oooo", "oo"), Line("B", ("oo/o.",))),
        "",
    ),
    # The pieces that are left have too few cells, whatever their colours.
    "parity without enough cells": (
        squares(".o./ooo/.o.", "mirrored", *one_of("o", "oo", "ooo"), Line("D", ("o",), "", "x2")),
        "A B2",
    ),
}
"""Puzzles by the kind of the reason why they cannot be completed, with the pieces placed."""


@pytest.mark.parametrize("kind", REASONS)
def test_a_rare_reason_is_true_as_a_player_reads_it(kind: str):
    texts, laid = REASONS[kind]
    naive = Naive(texts)
    name, *cells = laid.split() or [""]
    placed = [(name, frozenset(map(parse_cell, cells)))] if laid else []
    cause = Asked(naive, 0).position(map(naive.numbers.get, placed)).why()
    Seen(naive).check_cause(cause, placed)
    assert cause.kind == kind.split()[0]


def ask(seed: int) -> None:
    naive = draw_puzzle(Random(f"reasons {seed}"))
    for name in ("hint", "why", "survey") if naive.is_sound else ():
        QUESTIONS[name](Asked(naive, seed))


@pytest.mark.long
@pytest.mark.parametrize("start", range(BY_DAY, AT_NIGHT, 1_000))
def test_hints_reasons_and_surveys_of_many_boards_are_true(start: int):
    for seed in range(start, start + 1_000):
        ask(seed)
