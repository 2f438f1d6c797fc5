"""Whole games: nothing that is played is lost or changed, whatever becomes of the page."""

import pytest
from actions import SOLUTION, follow_hint, placed, reload

BOARD = "#play-board"


def drawn(page):
    """The pieces that the board shows."""
    return (page.locator(f"{BOARD} .piece").get_attribute("d") or "").count("M")


@pytest.mark.parametrize("first", [12, pytest.param(0, marks=pytest.mark.long)])
def test_a_game_survives_undo_redo_reload_and_a_link(open_page, first):
    page = open_page(f"pattern=car&placed={';'.join(SOLUTION[:first])}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    games = [placed(page)]
    for number in range(first + 1, 18):
        follow_hint(page)
        games.append(placed(page))
        assert drawn(page) == len(games[-1]) == number
    back, forth = [*range(16, first - 1, -1)], [*range(first + 1, 18)]
    for key, numbers in (("Control+z", back), ("Control+y", forth)) * 3:
        for number in numbers:
            page.keyboard.press(key)
            assert drawn(page) == number
    # The address waits after so many changes; what is copied or reloaded does not.
    page.click(".settings summary")
    page.click("#share")
    link = page.evaluate("navigator.clipboard.readText()")
    reload(page)
    assert drawn(page) == 17
    assert placed(page) == games[-1]
    assert page.locator("#notice").is_hidden()
    other = open_page(link.partition("#")[2])
    assert drawn(other) == 17
    assert placed(other) == games[-1]
    assert other.locator("#notice").is_hidden()
    # The steps of the first tab are still there, in the same order.
    for number in back:
        page.click("#undo")
        assert drawn(page) == number
    page.click("#redo")
    page.wait_for_timeout(600)
    assert placed(page) == games[1]


STORAGES = {
    "full": "Storage.prototype.setItem = () => "
    "{ throw new DOMException('', 'QuotaExceededError'); };",
    "refused": "for (const name of ['localStorage', 'sessionStorage']) "
    "Object.defineProperty(window, name, { get() { throw new DOMException('no'); } })",
}
"""What makes a storage of the browser keep nothing."""


@pytest.mark.parametrize("storage", STORAGES)
def test_where_nothing_can_be_kept_the_page_says_so_once_and_goes_on(open_page, storage):
    page = open_page("tab=play", scripts=[STORAGES[storage]])
    notice = page.locator("#notice")
    for _ in range(2):
        follow_hint(page)
    assert "until the page is closed" in notice.inner_text()
    page.click("#close-notice")
    for number in (3, 4):
        follow_hint(page)
        assert len(placed(page)) == number
    assert notice.is_hidden()
    page.click("#undo")
    assert len(placed(page)) == 3
    page.select_option("#language", "de", force=True)
    page.click("#tab-watch")
    page.click("#tab-play")
    assert len(placed(page)) == 3
    reload(page)  # the link holds the board and the pieces
    assert len(placed(page)) == 3
