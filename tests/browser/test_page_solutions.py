"""All solutions of a puzzle are looked through by their numbers, and not by accident."""

import pytest
from actions import choose_in_menu, follow_hint, placed, status, until

TUBE = "pattern=tetromino-tube"


@pytest.fixture
def page(open_page):
    return open_page(TUBE, reduced_motion="reduce")


def told(page):
    return page.locator("#solutions-status").text_content().strip()


def shown(page):
    """The picture of the solution, as its outlines."""
    return page.get_attribute("#solutions-board path.piece", "d")


def settles(page, words):
    until(page, f"document.querySelector('#solutions-status').textContent.includes({words!r})")


def test_all_solutions_are_looked_through(page):
    page.click("#check")
    page.wait_for_selector("#browse:visible")
    assert "140" in status(page)
    page.focus("#browse")
    page.keyboard.press("Enter")
    # They give the puzzle away: a question comes first, and the careful answer has the focus.
    page.wait_for_selector("#solutions-window[open]")
    assert page.locator("#solutions-body").is_hidden()
    assert page.evaluate("document.activeElement.id") == "solutions-keep"
    page.keyboard.press("Enter")
    assert page.locator("#solutions-window").is_hidden()
    assert page.evaluate("document.activeElement.id") == "browse"
    page.keyboard.press("Enter")
    page.click("#solutions-show")
    settles(page, "Solution 1 of 7.")
    first = shown(page)
    seen = {first}
    for number in range(2, 8):
        page.keyboard.press("ArrowRight")
        settles(page, f"Solution {number} of 7.")
        seen.add(shown(page))
    assert len(seen) == 7
    page.keyboard.press("ArrowRight")
    assert told(page) == "Solution 7 of 7."
    assert page.locator("#solutions-forward").is_disabled()
    page.keyboard.press("Home")
    assert shown(page) == first
    # Turned, mirrored and shifted ones are others.
    page.select_option("#solutions-symmetric", "turns")
    settles(page, "Solution 1 of 14.")
    page.select_option("#solutions-symmetric", "each")
    settles(page, "Solution 1 of 140.")
    page.fill("#solutions-number", "139")
    page.keyboard.press("Tab")
    settles(page, "Solution 139 of 140.")
    page.click("#solutions-forward")
    settles(page, "Solution 140 of 140.")
    # A solution on the board is no feat, and is undone.
    page.click("#solutions-lay")
    assert page.locator("#solutions-window").is_hidden()
    assert len(placed(page)) == 5
    assert "Well done" not in status(page)
    page.click("#undo")
    assert placed(page) == []
    # The question has been answered.
    choose_in_menu(page, "#all-solutions")
    settles(page, "Solution 1 of")
    page.keyboard.press("Escape")
    assert page.locator("#solutions-window").is_hidden()


def test_solutions_of_the_pieces_as_they_lie(page):
    follow_hint(page)
    choose_in_menu(page, "#all-solutions")
    page.click("#solutions-show")
    settles(page, "Solution 1 of")
    assert page.locator("#solutions-symmetric").is_hidden()
    mine = int(page.locator("#solutions-all").text_content().removeprefix("of "))
    assert 0 < mine < 140
    page.uncheck("#solutions-mine")
    settles(page, "Solution 1 of 7.")
    page.check("#solutions-mine")
    settles(page, f"Solution 1 of {mine}.")
    page.click("#solutions-lay")
    assert len(placed(page)) == 5


def test_millions_of_solutions_and_none(open_page):
    page = open_page("pattern=domino-8x8", reduced_motion="reduce")
    choose_in_menu(page, "#all-solutions")
    page.click("#solutions-show")
    settles(page, "Solution 1 of 1,629,189. The first 1,000 can be shown.")
    page.select_option("#solutions-symmetric", "each")
    settles(page, "Solution 1 of 12,988,816.")
    page.locator("#solutions-body").focus()
    page.keyboard.press("End")
    settles(page, "Solution 12,988,816 of 12,988,816.")
    until(page, "document.querySelector('#solutions-board path.piece').getAttribute('d')")
    page = open_page(f"pattern={'/'.join(['rxrxrxrr'] * 8)}", reduced_motion="reduce")
    choose_in_menu(page, "#all-solutions")
    page.click("#solutions-show")
    settles(page, "There is no solution.")
    assert page.locator("#solutions-lay").is_disabled()
