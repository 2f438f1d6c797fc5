"""A whole game by keyboard alone, by what a screen reader announces."""

from __future__ import annotations

import re

from actions import CAR, placed

import kaleido
from kaleido.search.notation import format_place

LISTEN = """() => {
    window.announced = [];
    const live = '[role=status], [role=alert], [aria-live]';
    new MutationObserver((changes) => {
        const nodes = changes.map(({ target }) => target.closest ? target : target.parentElement);
        for (const region of new Set(nodes.map((node) => node?.closest(live)).filter(Boolean))) {
            const text = region.textContent.replaceAll('\\u00a0', ' ').trim();
            if (text && region.checkVisibility()) window.announced.push(text);
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
LYING = re.compile(r"(.+), (front|back)(?:, turned (\d+)°)?, at ([A-H])([1-8]): (.+)\.")


class Listener:
    """Presses keys, and hears what is announced."""

    def __init__(self, page):
        self.page = page
        page.evaluate(LISTEN)

    def press(self, key):
        """Press a key; one thing is announced."""
        self.page.keyboard.press(key)
        heard = self.heard()
        assert len(heard) == 1, (key, heard)
        return heard[0]

    def heard(self):
        return self.page.evaluate("window.announced.splice(0)")

    def wait(self):
        """Wait for something that is announced when the server has answered."""
        for _ in range(400):
            if heard := [text for text in self.heard() if text not in ("Thinking…", "Looking…")]:
                assert len(heard) == 1, heard
                return heard[0]
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing was announced")


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


def test_a_whole_game_by_keyboard_as_it_is_announced(open_page):
    page = open_page(f"tab=play&pattern={CAR}")
    listener = Listener(page)
    wanted = orders()
    # A clash is told with its reason, and told again when it is tried again.
    heard = listener.press("n")
    assert re.fullmatch(r"Big wand, front, at [A-H][1-8]: (fits|it .+)\.", heard)
    name, how = bring(listener, heard, ((0, 0), "front", 0), fits=False)
    assert how == "it shows black at A4, where the pattern has red"
    refused = listener.press("Enter")
    assert refused == f"The big wand does not fit there: {how}."
    assert listener.press("Enter") == refused
    assert listener.press("Escape") == "The big wand is back in the tray."
    names = []
    for number, order in enumerate(wanted, start=1):
        heard = listener.press("n")
        name, _ = bring(listener, heard, order)
        names.append(name[0].lower() + name[1:] if len(name) > 1 else name)
        told = listener.press("Enter")
        left = 18 - number
        assert len(placed(page)) == number
        if not left:
            break
        pieces = "piece" if left == 1 else "pieces"
        assert told == f"The {names[-1]} is placed. {left} {pieces} left."
        if number == 3:
            assert listener.press("Control+z") == "Undone. 16 pieces left."
            assert listener.press("Control+y") == "Redone. 15 pieces left."
        if number == 5:
            # A hint is told step by step, and costs nothing as long as it only says where to look.
            page.keyboard.press("h")
            assert listener.wait().startswith("Look at ")
    assert len(set(names)) == 18
    assert re.fullmatch(r"Solved in [\d:]+\. Well done!", told)
    page.wait_for_selector("#won[open]")
    assert page.evaluate("document.activeElement.closest('dialog').id") == "won"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "play-board"
    assert listener.press("Control+z") == "Undone. 1 piece left."
