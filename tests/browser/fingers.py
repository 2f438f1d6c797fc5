"""Fingers on a phone."""

import time

from actions import middle, point, slot

import kaleido
from kaleido.search.notation import name_orientation

BOARD = "#play-board"


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


def cell_side(page):
    return page.evaluate(f"document.querySelector('{BOARD} svg').getScreenCTM().a")


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
    lying = name_orientation(placement, kaleido.CLASSIC, kaleido.named_pattern("car"))
    degrees = lying.removeprefix(placement.face)
    hold(page, finger, placement.piece)
    label = page.locator(slot(placement.piece))
    if placement.face not in label.get_attribute("title"):
        finger.touch("#turn-over")
    wanted = f", {placement.face}" + (f", turned {degrees}°" if degrees else "")
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
