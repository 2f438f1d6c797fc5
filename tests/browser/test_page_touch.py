"""Phones and tablets: everything is in reach, and whole games are played by finger."""

from __future__ import annotations

import time

import pytest
from actions import CAR, SOLUTION, middle, placed, point, slot, status, until

import kaleido

BOARD = "#play-board"
PHONES = [(320, 568), (390, 664), (844, 390)]
SCREENS = [
    *PHONES,
    *[(360, 640), (360, 740), (390, 844), (412, 915), (430, 932), (600, 960), (768, 1024)],
    *[(568, 320), (667, 375), (740, 360), (932, 430), (960, 600), (1024, 768), (1180, 820)],
]


class Finger:
    """A finger or two on the screen."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.last = 0.0

    def send(self, kind, *points, after=None):
        """Send an event now, or as one of so many seconds after the last, however slow we are."""
        self.last = max(time.time(), self.last) if after is None else self.last + after
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches, "timestamp": self.last}
        self.session.send("Input.dispatchTouchEvent", event)

    def rest(self):
        """Let the next tap be no second one of a double tap."""
        self.last += 0.4

    def tap(self, x, y, after=None):
        self.send("touchStart", (x, y), after=after)
        self.send("touchEnd", after=0.02)

    def touch(self, selector, after=None):
        self.tap(*middle(self.page, selector), after=after)

    def drag(self, start, end, steps=6, drop=True):
        self.send("touchStart", start)
        for step in range(1, steps + 1):
            way = step / steps
            here = [a + (b - a) * way for a, b in zip(start, end, strict=True)]
            self.send("touchMove", here)
        if drop:
            self.send("touchEnd")


def phone(open_page, size, fragment=""):
    width, height = size
    viewport = {"width": width, "height": height}
    return open_page(fragment, viewport=viewport, has_touch=True, is_mobile=True)


def cell_side(page):
    return page.evaluate(f"document.querySelector('{BOARD} svg').getScreenCTM().a")


REACH = """(parts) => [...document.querySelectorAll(parts)].map((node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    const inside = left >= 0 && top >= 0
        && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return [node.dataset.piece ?? node.id, inside && node.contains(seen), width, height];
})"""
"""Whether parts of the page are in view, and how large they are."""


def test_board_pieces_and_moves_are_all_in_view(open_page):
    page = phone(open_page, SCREENS[0])
    page.click("#hint")
    page.wait_for_selector("#follow-hint:not([hidden])")
    parts = "#play-board, #play-status, #follow-hint, #pattern, #clock, .slot"
    parts += ", .tools button:not([hidden])"
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(REACH, parts)
        assert len(found) == 5 + 18 + 8
        size = (width, height)
        assert [name for name, is_in_reach, _, _ in found if not is_in_reach] == [], size
        # Large enough for a finger.
        assert [name for name, _, *box in found if min(box) < 24 and name != "clock"] == [], size
        assert page.evaluate("[scrollX, scrollY]") == [0, 0], size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def pose(placement):
    """The face that is up, and the quarter turns of its drawing."""
    face = next(
        each for each in kaleido.CLASSIC[placement.piece].faces if each.name == placement.face
    )
    rows = CAR.split("/")
    top, left = (min(cell[axis] for cell in placement.cells) for axis in (0, 1))
    wanted = {(row - top, col - left): rows[row][col] for row, col in placement.cells}
    drawing = face.drawing
    for turn in range(4):
        lines = str(drawing).split("/")
        if wanted == {
            (row, col): letter
            for row, line in enumerate(lines)
            for col, letter in enumerate(line)
            if letter != "."
        }:
            return placement.face, turn
        drawing = drawing.rotated()
    raise AssertionError(placement)


def hold(page, finger, piece):
    """Take a piece into the hand, not by the second tap of a double tap."""
    finger.rest()
    finger.touch(slot(piece))
    page.wait_for_selector(f"{slot(piece)}.held")


def double_tap(page, finger, piece):
    """Tap a piece that is in the hand three times: back to the tray, taken, and turned."""
    x, y = middle(page, slot(piece))
    finger.rest()
    finger.tap(x, y)
    finger.tap(x, y, after=0.1)
    finger.tap(x, y, after=0.1)
    page.wait_for_selector(f"{slot(piece)}.held")


def take(page, finger, placement, by_buttons):
    """Take a piece from the tray and turn it as it must lie."""
    face, turn = pose(placement)
    hold(page, finger, placement.piece)
    label = page.locator(slot(placement.piece))
    if face not in label.get_attribute("title"):
        finger.touch("#turn-over")
    wanted = f", {face}" + (f", turned {90 * turn}°" if turn else "")
    while not label.get_attribute("title").endswith(wanted):
        before = label.get_attribute("title")
        if by_buttons:
            finger.touch("#rotate")
        else:
            double_tap(page, finger, placement.piece)
        assert label.get_attribute("title") != before


def centre(placement):
    """The middle of a piece on the board, as `point` takes it."""
    return [
        (min(line) + max(line)) / 2
        for line in ([cell[axis] for cell in placement.cells] for axis in (0, 1))
    ]


def tap_it_down(page, finger, placement):
    row, col = centre(placement)
    cell = min(placement.cells, key=lambda each: (each[0] - row) ** 2 + (each[1] - col) ** 2)
    finger.tap(*point(page, BOARD, *cell))


def drag_it_down(page, finger, placement):
    """Drag until the piece, which hovers above the finger, is where it must be."""
    height = page.viewport_size["height"]
    rows = [row for row, _ in placement.cells]
    x, y = point(page, BOARD, *centre(placement))
    cell = cell_side(page)
    lift = (max(rows) - min(rows) + 1) / 2 * cell + max(0.9 * cell, 30)
    # Near the end of the screen, the piece comes closer to the finger.
    below = y + lift if height - y - lift > 2 * lift else (2 * y + height) / 3
    finger.drag(middle(page, slot(placement.piece)), (x, below))


@pytest.mark.few(1)
@pytest.mark.parametrize("size", PHONES, ids=lambda size: "x".join(map(str, size)))
def test_a_whole_game_by_finger(open_page, size):
    first = 10 if size == PHONES[0] else 0
    page = phone(open_page, size, f"tab=play&pattern=car&placed={';'.join(SOLUTION[:first])}")
    finger = Finger(page)
    for number, placement in [*enumerate(kaleido.solve(CAR).solution.placements)][first:]:
        take(page, finger, placement, by_buttons=number % 4 < 2)
        if number % 2:
            drag_it_down(page, finger, placement)
        else:
            tap_it_down(page, finger, placement)
        assert len(placed(page)) == number + 1, (placement, status(page))
    assert "Well done!" in status(page)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_double_taps_turn_and_two_fingers_turn_over(open_page):
    page = phone(open_page, (390, 664))
    finger = Finger(page)
    label = page.locator(slot("l4-left-r"))
    hold(page, finger, "l4-left-r")
    finger.touch(slot("l4-left-r"), after=0.1)
    until(page, "document.querySelector('.held').getAttribute('title').endsWith('90°')")
    assert label.get_attribute("title") == "red-footed J, front, turned 90°"
    finger.touch(slot("l4-left-r"), after=0.1)
    until(page, "document.querySelector('.held').getAttribute('title').endsWith('180°')")
    # A second finger somewhere while it is dragged.
    start, end = middle(page, slot("l4-left-r")), point(page, BOARD, 3, 3)
    finger.drag(start, end, drop=False)
    finger.send("touchStart", end, (end[0] - 80, end[1] + 60))
    assert label.get_attribute("title").startswith("red-footed J, back")
    finger.send("touchEnd")
    # On the board, too.
    hold(page, finger, "mono-r")
    finger.tap(*point(page, BOARD, 0, 0))
    assert placed(page) == ["mono-r@0,0:front"]
    finger.rest()
    finger.tap(*point(page, BOARD, 0, 0))
    finger.tap(*point(page, BOARD, 0, 0), after=0.1)
    assert "Red-black dot, front, turned 90°" in status(page)


def test_a_tap_places_a_piece_where_it_fits_over_the_cell(open_page):
    page = phone(open_page, (320, 568))
    finger = Finger(page)
    hold(page, finger, "l4-right-x")
    finger.touch("#rotate")
    finger.touch("#rotate")
    until(page, "document.querySelector('.held').getAttribute('title').endsWith('180°')")
    # The piece fits in the corner alone; each of its cells means the same.
    finger.tap(*point(page, BOARD, 1, 0))
    assert placed(page) == ["l4-right-x@0,0:front180"]


def test_the_page_scrolls_where_nothing_is_dragged(open_page):
    page = phone(open_page, (390, 664), f"tab=play&pattern={CAR}&placed=mono-r@0,0:front")
    finger = Finger(page)

    def swipe(start):
        finger.drag(start, (start[0], start[1] - 120), steps=12)
        page.wait_for_timeout(200)
        return page.evaluate("scrollY")

    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
    assert swipe(point(page, BOARD, 0, 0)) == 0
    assert placed(page) in ([], ["mono-r@0,0:front"])
    assert swipe(point(page, BOARD, 5, 3)) > 0


def test_wheel_and_right_button_turn(open_page):
    page = open_page()
    label = page.locator(slot("l4-left-r"))
    page.click(slot("l4-left-r"), button="right")
    assert label.get_attribute("title").startswith("red-footed J, back")
    page.click(slot("l4-left-r"), button="right")
    page.click(slot("l4-left-r"))
    page.mouse.move(*point(page, BOARD, 3, 3))
    before = label.get_attribute("title")
    page.mouse.wheel(0, 100)
    until(page, f"document.querySelector('.held').getAttribute('title') !== '{before}'")
    page.mouse.wheel(0, -100)
    until(page, f"document.querySelector('.held').getAttribute('title') === '{before}'")
    page.mouse.click(*point(page, BOARD, 3, 3), button="right")
    assert label.get_attribute("title").startswith("red-footed J, back")
    assert placed(page) == []
