"""Hints, step by step."""

import json

from actions import CAR, ask_hint, drag, middle, placed, point, reload, slot, status, until

BOARD = "#play-board"
LOOK = f"{BOARD} .look:not([d=''])"
OUTLINE = f"{BOARD} .hint path"
NEXT = "#follow-hint:not([hidden])"


def hints(page):
    """How many hints were counted, as the game is kept."""
    games = page.evaluate("Object.entries(localStorage).filter(([name]) => name.includes('game.'))")
    return sum(json.loads(game)["hints"] for _, game in games)


def test_a_hint_tells_where_to_look_then_which_piece_then_how_it_lies(page):
    page.click("#hint")
    page.wait_for_selector(NEXT)
    assert status(page).startswith("Look at ")
    assert page.locator(LOOK).count() == 1
    assert page.locator("#tray .hinted").count() == page.locator(OUTLINE).count() == 0
    assert page.locator("#hint-why").is_hidden()
    # To be told where to look is free.
    assert hints(page) == 0
    page.keyboard.press("h")
    (name,) = page.locator("#tray .hinted").evaluate_all("all => all.map((e) => e.dataset.piece)")
    assert page.locator(slot(name)).get_attribute("aria-label").split(",")[0] in status(page)
    assert (page.locator(LOOK).count(), page.locator(OUTLINE).count()) == (1, 0)
    assert hints(page) == 1
    page.click("#hint")
    assert status(page).startswith("Like this: ")
    assert (page.locator(LOOK).count(), page.locator(OUTLINE).count()) == (0, 2)
    page.click(NEXT)
    assert [each.partition("@")[0] for each in placed(page)] == [name]
    assert page.evaluate("document.activeElement.id") == "hint"
    assert page.locator(f"{LOOK}, {OUTLINE}, #tray .hinted").count() == 0
    # The same hint again, after undo or a reload in its middle, is not counted again.
    page.click("#undo")
    assert page.locator("#follow-hint").is_hidden()
    ask_hint(page)
    reload(page)
    assert page.locator(f"{LOOK}, {OUTLINE}, #tray .hinted, {NEXT}").count() == 0
    ask_hint(page)
    assert hints(page) == 1
    # More of it there is not: H places it, and so does Enter on the board.
    page.keyboard.press("h")
    assert len(placed(page)) == 1
    ask_hint(page)
    page.focus(BOARD)
    page.keyboard.press("Enter")
    assert (hints(page), len(placed(page))) == (2, 2)


def test_other_things_end_a_hint_or_leave_it_in_view(page):
    page.click("#hint")
    page.wait_for_selector(NEXT)
    # A piece may be tried meanwhile.
    page.click(slot("mono-r"))
    assert page.locator(LOOK).count() == 1
    page.keyboard.press("Escape")
    page.click(NEXT)
    assert page.locator("#tray .hinted").count() == 1
    # What the player places ends the hint.
    drag(page, middle(page, slot("mono-r")), point(page, BOARD, 0, 0))
    assert page.locator(f"{LOOK}, #tray .hinted, {NEXT}").count() == 0
    page.click("#hint")
    page.wait_for_selector(NEXT)
    page.evaluate("location.hash = 'pattern=heart'")
    until(page, "document.querySelector('#follow-hint').hidden")
    assert page.locator(LOOK).count() == 0


def test_a_lost_board_is_known_and_something_must_come_off(open_page):
    # Below the corner, a red cell is left on its own between the dots.
    page = open_page(f"pattern={CAR}&placed=mono-r@0,0:front;mono-x@1,1:front")
    page.click("#check")
    page.wait_for_selector("#play-status.clash")
    assert "leave no solution" in status(page)
    page.click("#hint")
    page.wait_for_selector(NEXT)
    assert status(page).startswith("Something must come off")
    assert page.locator(f"{LOOK}, {BOARD} .off:not([d=''])").count() == 0
    page.keyboard.press("h")
    assert status(page).startswith("Look at ")
    assert page.locator(LOOK).count() == 1
    assert hints(page) == 0
    page.keyboard.press("h")
    assert status(page).startswith("Take ")
    assert page.locator(f"{BOARD} .off:not([d=''])").count() == 1
    page.click(NEXT)
    assert len(placed(page)) < 2
    assert "has a solution again" in status(page)
    assert hints(page) == 1


def test_why_a_hint_is_given_is_one_click_away_and_counted_meanwhile(page):
    counts, held = [], True
    page.route("**/api/count", lambda route: counts.append(route) if held else route.continue_())
    ask_hint(page)
    assert counts == []
    page.click("#hint-why")
    assert page.locator("#why-title").text_content().startswith("Why the ")
    assert "fits there exactly" in page.locator("#why-words").text_content()
    assert "counting…" in page.locator("#why-facts").text_content()
    assert "15.26" in page.locator("#why-facts").text_content()
    assert page.locator("#why-facts li").count() > 0
    held = False
    for route in counts:
        route.continue_()
    until(page, "document.querySelector('#why-facts').textContent.includes('of 32')")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "hint-why"
    page.click(NEXT)
    assert len(placed(page)) == 1


def test_giving_up_is_said_and_may_be_tried_again(page):
    asked = []

    def answer(route):
        asked.append(route.request.post_data_json["timeout"])
        if len(asked) > 1:
            route.continue_()
            return
        reply = route.fetch()
        gave_up = reply.json() | {"status": "gave-up", "placement": None}
        gave_up["reason"] |= {"kind": "unknown", "why": "the limit of 1 seconds is reached"}
        route.fulfill(json=gave_up)

    page.route("**/api/hint", answer)
    page.click("#hint")
    page.wait_for_selector(NEXT)
    assert status(page).startswith("It could not be found out in 1 second")
    page.click(NEXT)
    page.wait_for_selector(LOOK)
    assert asked == [1, 8]
