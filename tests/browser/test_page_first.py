"""The first minute of somebody who has never seen the page."""

import pytest
from actions import part, placed, point, reload, slot, status, until

import kaleido

BOARD = "#play-board"
DIALOG = "#first-minute"

STEPS = kaleido.named_puzzle("first-steps")


def place(page, placement):
    """Take a piece, turn it over its place until it fits there as it must lie, and place it."""
    middle = [
        (min(line) + max(line)) / 2
        for line in ([cell[axis] for cell in placement.cells] for axis in (0, 1))
    ]
    page.click(slot(placement.piece))
    for turn in range(8):
        page.mouse.move(*point(page, BOARD, *middle))
        if "fits" in status(page):
            page.mouse.click(*point(page, BOARD, *middle))
            page.wait_for_selector(f"{slot(placement.piece)}", state="hidden")
            return
        page.keyboard.press("f" if turn == 3 else "r")
    raise AssertionError(placement)


def test_the_first_minute_leads_to_a_whole_board(open_page):
    page = open_page(is_first=True)
    page.wait_for_selector(f"{DIALOG}[open]")
    page.wait_for_selector(".figure-tray")
    # The pattern is covered, while the pieces of another go onto theirs.
    until(page, "document.querySelectorAll('#first-goal .piece')[0].getAttribute('d').length > 60")
    until(page, "document.querySelectorAll('.figure-tray .gone').length === 5")
    before = page.locator("#first-turn").inner_html()
    until(page, f"document.querySelector('#first-turn').innerHTML !== {before!r}")
    assert page.evaluate("document.activeElement.id") == "first-try"
    page.keyboard.press("Enter")
    page.wait_for_selector(DIALOG, state="detached")
    until(page, "document.querySelectorAll('#tray .slot').length === 5")
    assert "Take the black bar" in status(page)
    assert page.evaluate("document.activeElement.id") == "play-board"
    for placement in kaleido.solve(STEPS).solution.placements:
        place(page, placement)
    page.wait_for_selector("#won[open]")
    assert page.locator("#won-name").text_content() == "First steps"
    assert page.locator("#won-next").text_content() == "Play a whole board"
    page.click("#won-next")
    until(page, "document.querySelectorAll('#tray .slot').length === 18")
    assert placed(page) == []
    assert part(page, "pattern") == "car"

    # It does not come again: neither to this window, nor to another one.
    reload(page)
    assert page.locator(f"{DIALOG}[open]").count() == 0
    other = page.context.new_page()
    other.goto(page.url.partition("#")[0])
    other.wait_for_selector("[data-ready]", state="attached")
    assert other.locator(f"{DIALOG}[open]").count() == 0


def test_it_is_skipped_at_once_and_found_again(open_page):
    page = open_page(is_first=True)
    page.wait_for_selector(f"{DIALOG}[open]")
    page.keyboard.press("Escape")
    assert page.locator(f"{DIALOG}[open]").count() == 0
    assert page.locator("#tray .slot").count() == 18
    page.goto(page.url.partition("#")[0])
    page.wait_for_selector("[data-ready]", state="attached")
    assert page.locator(f"{DIALOG}[open]").count() == 0
    page.click(".help summary")
    page.click("#first-again")
    page.wait_for_selector(".figure-tray")
    page.click("#first-skip")
    assert page.evaluate("document.activeElement.id") == "first-again"


def test_a_link_shows_what_it_says(open_page):
    page = open_page("tab=design", is_first=True)
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.parametrize("size", [(320, 568), (844, 390)], ids=["upright", "on its side"])
def test_without_motion_it_stands_still_and_fits_on_small_phones(open_page, size):
    page = open_page(is_first=True, size=size, locale="de", reduced_motion="reduce")
    page.wait_for_selector(".figure-tray")
    shown = page.locator(DIALOG).inner_html()
    page.wait_for_timeout(700)
    assert page.locator(DIALOG).inner_html() == shown
    high, room = page.evaluate(
        """() => {
            const { scrollHeight, clientHeight } = document.querySelector("#first-minute");
            return [scrollHeight, clientHeight];
        }"""
    )
    assert high <= room
    assert page.locator("#first-skip").bounding_box()["y"] < size[1] - 40
