"""A game by keyboard alone, by what a screen reader announces."""

from __future__ import annotations

import re

from actions import CAR, placed
from listening import Listener

import kaleido
from kaleido.search.notation import format_place

LYING = re.compile(r"(.+), (front|back)(?:, turned (\d+)°)?, at ([A-H])([1-8]): (.+)\.")


def bring(listener, heard, wanted, *, fits=True):
    """Turn and move the piece in the hand until it is announced to lie as wanted, and to fit."""
    (row, col), face, turn = wanted
    # What Python writes leaves open the turns that cover the same cells.
    turn, *others = ((turn + more) % 360 for more in (0, 180, 90, 270))
    for _ in range(40):
        name, up, turned, *cell, how = LYING.fullmatch(heard).groups()
        at = "ABCDEFGH".index(cell[0]), int(cell[1]) - 1
        if up != face:
            key = "f"
        elif int(turned or 0) != turn:
            key = "r"
        elif at[0] != row:
            key = "ArrowDown" if at[0] < row else "ArrowUp"
        elif at[1] != col:
            key = "ArrowRight" if at[1] < col else "ArrowLeft"
        elif fits and how != "fits":
            turn, *others = others
            key = "r"
        else:
            return name, how
        heard = listener.press(key)
    raise AssertionError(f"{wanted} is never announced: {heard}")


def orders():
    """Give, for each piece in the order of the tray, where it lies in a solution and how."""
    puzzle = kaleido.Puzzle("car")
    found = {}
    for placement in puzzle.solve().solution.placements:
        text = format_place(placement, puzzle.pieces, puzzle.pattern.grid)
        row, col, face, turn = re.fullmatch(r".*@(\d),(\d)(?::(front|back)(\d*))?", text).groups()
        found[placement.piece] = (int(row), int(col)), face or "front", int(turn or 0)
    return [found[piece.name] for piece in puzzle.pieces]


def test_a_game_by_keyboard_as_it_is_announced(open_page):
    page = open_page(f"tab=play&pattern={CAR}")
    listener = Listener(page)
    wanted = orders()[:5]
    # A clash is told with its reason, and told again when it is tried again.
    heard = listener.press("n")
    assert re.fullmatch(r"Big wand \(W\), front, at [A-H][1-8]: (fits|it .+)\.", heard)
    name, how = bring(listener, heard, ((0, 0), "front", 0), fits=False)
    assert how == "it shows black at A4, where the pattern has red"
    refused = listener.press("Enter")
    assert refused == f"The big wand (W) does not fit there: {how}."
    assert listener.press("Enter") == refused
    assert listener.press("Escape") == "The big wand (W) is back in the tray."
    names = []
    for number, order in enumerate(wanted, start=1):
        heard = listener.press("n")
        name, _ = bring(listener, heard, order)
        names.append(name[0].lower() + name[1:] if len(name) > 1 else name)
        told = listener.press("Enter")
        assert len(placed(page)) == number
        assert told == f"The {names[-1]} is placed. {18 - number} pieces left."
        if number == 3:
            assert listener.press("Control+z") == "Undone. 16 pieces left."
            assert listener.press("Control+y") == "Redone. 15 pieces left."
        if number == 5:
            # A hint is told step by step, and costs nothing as long as it only says where to look.
            page.keyboard.press("h")
            assert listener.wait().startswith("Look at ")
    assert len(set(names)) == 5
