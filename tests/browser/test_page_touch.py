"""Phones and tablets: everything is in reach, and whole games are played by finger."""

import pytest
from actions import CAR, SOLUTION, middle, placed, point, slot, status, until
from fingers import BOARD, Finger, drag_it_down, hold, take, tap_it_down
from some import some

import kaleido

PHONES = [(320, 568), (390, 664), (844, 390)]
SCREENS = [
    *PHONES,
    *[(360, 640), (360, 740), (390, 844), (412, 915), (430, 932), (600, 960), (768, 1024)],
    *[(568, 320), (667, 375), (740, 360), (932, 430), (960, 600), (1024, 768), (1180, 820)],
]


REACH = """(parts) => [...document.querySelectorAll(parts)].map((node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    const inside = left >= 0 && top >= 0
        && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return [node.dataset.piece ?? node.id, inside && node.contains(seen), width, height];
})"""
"""Whether parts of the page are in view, and how large they are."""


def test_board_pieces_and_moves_are_all_in_view(open_page):
    page = open_page(phone=SCREENS[0])
    page.click("#hint")
    page.wait_for_selector("#follow-hint:not([hidden])")
    parts = "#play-board, #play-status, #follow-hint, #pattern, #clock, .slot"
    parts += ", .tools > button, #play-menu summary"
    for width, height in some(SCREENS):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(REACH, parts)
        assert len(found) == 5 + 18 + 5
        size = (width, height)
        assert [name for name, is_in_reach, _, _ in found if not is_in_reach] == [], size
        # Large enough for a finger.
        assert [name for name, _, *box in found if min(box) < 24 and name != "clock"] == [], size
        assert page.evaluate("[scrollX, scrollY]") == [0, 0], size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


@pytest.mark.few(1)
@pytest.mark.parametrize("size", PHONES, ids=lambda size: "x".join(map(str, size)))
def test_a_whole_game_by_finger(open_page, size):
    first = 10 if size == PHONES[0] else 0
    page = open_page(f"tab=play&pattern=car&placed={';'.join(SOLUTION[:first])}", phone=size)
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
    page = open_page(phone=(390, 664))
    finger = Finger(page)
    label = page.locator(slot("l4-left-r"))
    hold(page, finger, "l4-left-r")
    finger.touch(slot("l4-left-r"), after=0.1)
    until(page, "document.querySelector('.held').getAttribute('title').endsWith('90°')")
    assert label.get_attribute("title") == "red-footed J (J), front, turned 90°"
    finger.touch(slot("l4-left-r"), after=0.1)
    until(page, "document.querySelector('.held').getAttribute('title').endsWith('180°')")
    # A second finger somewhere while it is dragged.
    start, end = middle(page, slot("l4-left-r")), point(page, BOARD, 3, 3)
    finger.drag(start, end, drop=False)
    finger.send("touchStart", end, (end[0] - 80, end[1] + 60))
    assert label.get_attribute("title").startswith("red-footed J (J), back")
    finger.send("touchEnd")
    # On the board, too.
    hold(page, finger, "mono-r")
    finger.tap(*point(page, BOARD, 0, 0))
    assert placed(page) == ["mono-r@0,0:front"]
    finger.rest()
    finger.tap(*point(page, BOARD, 0, 0))
    finger.tap(*point(page, BOARD, 0, 0), after=0.1)
    assert "Red-black dot (M), front, turned 90°" in status(page)


def test_a_tap_places_a_piece_where_it_fits_over_the_cell(open_page):
    page = open_page(phone=(320, 568))
    finger = Finger(page)
    hold(page, finger, "l4-right-x")
    finger.touch("#rotate")
    finger.touch("#rotate")
    until(page, "document.querySelector('.held').getAttribute('title').endsWith('180°')")
    # The piece fits in the corner alone; each of its cells means the same.
    finger.tap(*point(page, BOARD, 1, 0))
    assert placed(page) == ["l4-right-x@0,0:front180"]


def test_the_page_scrolls_where_nothing_is_dragged(open_page):
    page = open_page(f"tab=play&pattern={CAR}&placed=mono-r@0,0:front", phone=(390, 664))
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
    assert label.get_attribute("title").startswith("red-footed J (J), back")
    page.click(slot("l4-left-r"), button="right")
    page.click(slot("l4-left-r"))
    page.mouse.move(*point(page, BOARD, 3, 3))
    before = label.get_attribute("title")
    page.mouse.wheel(0, 100)
    until(page, f"document.querySelector('.held').getAttribute('title') !== '{before}'")
    page.mouse.wheel(0, -100)
    until(page, f"document.querySelector('.held').getAttribute('title') === '{before}'")
    page.mouse.click(*point(page, BOARD, 3, 3), button="right")
    assert label.get_attribute("title").startswith("red-footed J (J), back")
    assert placed(page) == []
