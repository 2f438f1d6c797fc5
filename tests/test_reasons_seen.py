"""Every reason against brute force, as a player reads it: shape, colour and rules alone."""

from __future__ import annotations

import random

import pytest
from seen import Lies, Seen, in_order
from seen_puzzles import Drawn, Kind, seen_puzzle

from kaleido import Position, Puzzle


def check_case(seed: int) -> str:
    """Check all that is said of a random position of a random puzzle; return the reason's kind."""
    puzzle, seen = seen_puzzle(seed)
    dice = random.Random(f"seen position {seed}")
    position, placed = _played(dice, puzzle, seen)
    cause, answer, hint = position.why(), position.solve(), position.hint()
    if cause:
        seen.check_cause(cause, placed)
    assert (answer.status == "solved") == seen.can_end(placed)
    if answer.status != "solved":
        assert answer.reason == cause or (cause is None and answer.reason.kind == "searched")
    seen.check_hint(hint, placed)
    if free := sorted(seen.free(placed)):
        choices = position.survey("constrained", cell=dice.choice(free)).choices
        seen.check_choices(choices, placed)
    return cause.kind if cause else str(hint.reason.kind)


def _played(dice: random.Random, puzzle: Puzzle, seen: Seen) -> tuple[Position, Lies]:
    """Lay some pieces where they fit."""
    position, placed = Position(puzzle), []
    while True:
        legal = {(each.piece, frozenset(each.cells)): each for each in position.legal_placements}
        fits = seen.fits(placed)
        assert sorted(legal, key=in_order) == sorted(fits, key=in_order)
        if not fits or dice.random() < 0.45:
            return position, placed
        placed.append(dice.choice(fits))
        position = position.push(legal[placed[-1]])


BY_DAY, AT_NIGHT = 90, 20_000
RARE = {
    **{38: "cell-left", 151: "free", 722: "clash", 10005: "clash-free", 3385: "cell-free"},
    **{5970: "clash-left", 6184: "piece-left", 9919: "colours"},
}
"""Cases with reasons that few boards have, of the colours and numbers of cells left."""


def test_every_reason_is_true_as_a_player_reads_it():
    kinds = {check_case(seed) for seed in range(BY_DAY)}
    assert kinds >= {"piece", "cell", "island", "left", "free", "elimination", "score", "solved"}


@pytest.mark.parametrize(("seed", "kind"), RARE.items())
def test_rare_reasons_are_true_as_a_player_reads_them(seed, kind):
    assert check_case(seed) == kind


def test_what_no_search_could_find_out_is_not_said_to_be_proved(monkeypatch):
    for name in ("fitting.PROOF_NODES", "hint.CHECK_NODES"):
        monkeypatch.setattr(f"kaleido.analysis.{name}", 0)
    kinds = {check_case(seed) for seed in range(BY_DAY)}
    assert kinds >= {"elimination", "score"}


@pytest.mark.long
@pytest.mark.parametrize("start", range(BY_DAY, AT_NIGHT, 1_000))
def test_the_reasons_of_many_boards_are_true_as_a_player_reads_them(start):
    kinds = {check_case(seed) for seed in range(start, start + 1_000)}
    assert len(kinds) > 10


KINDS = {
    "P": ("xbx", "xrx"), "M": ("b", "y"),
    "A": ("xrx/.xb", "bxy/xb."), "B": ("xrx", "xbx"), "C": ("y", "y"), "D": ("x", "b"),
    "E": ("xb./.xb", ".xy/xr."),
}  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "wrap", "names", "said"),
    [
        ("xbx.r", "", "PM", "no piece fits on A5"),
        (
            "xrx/.xb/xrx/xbx/yxb",
            "columns",
            "ABCDE",
            "moves that are forced one after another leave a cell or a piece without a place",
        ),
    ],
)
def test_a_piece_that_fits_has_a_place(rows, wrap, names, said):
    kinds = [Kind(name, KINDS[name], "two-faced", 1, 1, "edge" * (name == "D")) for name in names]
    made = Drawn(rows.split("/"), wrap, "", "two-faced", kinds)
    cause = made.puzzle.why()
    made.seen.check_cause(cause, [])
    assert str(cause) == said


def test_what_pieces_can_cover_of_a_colouring_keeps_to_their_zones():
    kinds = [
        Kind("A", ("ooo",), "mirrored", 1, 3, "a"),
        Kind("B", ("oo/oo/.o",), "fixed", 1, 1, ""),
        Kind("C", ("o",), "mirrored", 1, 3, "edge"),
    ]
    made = Drawn(["aa", ".b", "ab", "ao", "aa"], "", "", "mirrored", kinds)
    cause = made.puzzle.why()
    made.seen.check_cause(cause, [])
    assert cause.kind == "parity"
