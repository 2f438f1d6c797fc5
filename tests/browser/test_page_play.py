"""Play, with mouse, finger and keyboard."""

import datetime

from actions import (
    CAR,
    ask_hint,
    called,
    choose,
    choose_in_menu,
    chosen,
    drag,
    follow_hint,
    follow_link,
    middle,
    part,
    placed,
    point,
    reload,
    slot,
    status,
    until,
)
from some import some

import kaleido

BOARD = "#play-board"
# l4-right-x fills the island in the corner of the car as it is drawn, turned by half.
CORNER = "l4-right-x@0,0:front180"


def place_corner(page):
    page.focus(slot("l4-right-x"))
    page.keyboard.press("r")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    for key in 3 * ("ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def test_a_piece_is_dragged_onto_the_board_and_off_it(page):
    page.focus(slot("l4-right-x"))
    page.keyboard.press("r")
    page.keyboard.press("r")
    # The piece hangs by its middle, a half of two rows and three columns from its corner.
    drag(page, middle(page, slot("l4-right-x")), point(page, BOARD, 0.6, 1.1))
    assert placed(page) == [CORNER]
    assert "17 pieces left" in status(page)
    assert page.locator(slot("l4-right-x")).is_hidden()
    drag(page, middle(page, slot("wand")), point(page, BOARD, 4, 3.5))
    assert placed(page) == [CORNER]
    assert "does not fit there" in status(page)
    assert "back in the tray" in status(page)
    # Dragged off the board, it goes back to the tray.
    drag(page, point(page, BOARD, 0, 1), middle(page, "#hint"))
    assert placed(page) == []


def test_the_ghost_tells_fit_from_clash_not_by_colour_alone(page):
    start = middle(page, slot("mono-r"))
    drag(page, start, point(page, BOARD, 0, 0), drop=False)
    assert page.locator(f"{BOARD} .ghost.fits").count() == 1
    assert "fits" in status(page)
    page.mouse.move(*point(page, BOARD, 0, 1), steps=4)
    ghost = page.locator(f"{BOARD} .ghost.clashes")
    assert ghost.count() == 1
    assert ghost.locator("path[stroke-dasharray]").count() == 1
    assert "shows red at A2, where the pattern has black" in status(page)
    page.mouse.up()


def test_a_piece_on_the_board_moves_and_a_clash_leaves_it_in_place(page):
    page.click(slot("mono-r"))
    page.mouse.click(*point(page, BOARD, 0, 0))
    assert placed(page) == ["mono-r@0,0:front"]
    drag(page, point(page, BOARD, 0, 0), point(page, BOARD, 0, 2))
    assert placed(page) == ["mono-r@0,2:front"]
    drag(page, point(page, BOARD, 0, 2), point(page, BOARD, 0, 1))
    assert placed(page) == ["mono-r@0,2:front"]
    assert "back in its place" in status(page)


def test_rotating_and_turning_over(page):
    name = page.locator(slot("domino"))
    page.focus(slot("domino"))
    assert called(page, "domino") == "domino (D), front"
    page.keyboard.press("r")
    assert called(page, "domino") == "domino (D), front, turned 90°"
    page.keyboard.press("Shift+R")
    page.keyboard.press("f")
    assert called(page, "domino").startswith("domino (D), back")
    fills = name.locator(".up rect").evaluate_all(
        "all => all.map((one) => one.getAttribute('fill'))"
    )
    assert sorted(fills) == ["#1d1d1f", "#2262b5"]
    # The buttons are those of the piece in the hand.
    assert page.locator("#turn-over").count() == 0
    page.click(slot("domino"))
    page.click("#turn-over")
    assert called(page, "domino") == "domino (D), front"
    assert page.locator("#undo").count() == 0
    page.click("#put-back")
    assert "back in the tray" in status(page)
    assert page.evaluate("document.activeElement.id") == "play-board"


def test_both_faces_are_seen_and_what_cannot_lie_steps_back(open_page):
    page = open_page(f"tab=play&pattern={CAR}")
    for piece in kaleido.CLASSIC:
        drawn = page.locator(f"{slot(piece.name)} .piece-drawing")
        assert (
            drawn.locator(".up rect").count() == drawn.locator(".down rect").count() == piece.size
        )
    # The car is black and red; all backs but that of mono-r have other colours.
    assert page.locator("#tray .down.faint").count() == 17
    assert page.locator("#tray .up.faint").count() == 0
    assert page.locator(f"{slot('mono-r')} .down.faint").count() == 0
    page.focus(slot("wand"))
    page.keyboard.press("f")
    wand = page.locator(slot("wand"))
    assert called(page, "wand").endswith("which occurs nowhere in this pattern")
    assert wand.locator(".up.faint").count() == 1
    # The starship is black, yellow and blue: there, the backs are up.
    page = open_page("tab=play&pattern=starship")
    assert (chosen(page), page.locator("#notice").is_hidden()) == ("Starship", True)
    assert called(page, "wand") == "big wand (W), back"
    assert page.locator("#tray .up.faint").count() == 0
    assert page.locator("#tray .stranger").count() == 0
    page = open_page("tab=play&pattern=" + "/".join(["xxxxxxxx"] * 8))
    # The two single cells have a black face each.
    assert page.locator("#tray .stranger").count() == 16


def test_all_by_keyboard(page):
    page.focus(BOARD)
    page.keyboard.press("n")
    assert "Big wand (W), front" in status(page)
    page.keyboard.press("r")
    # Turned around its middle and pushed against the top, it stands in column 3.
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    assert "at A4: fits" in status(page).replace(", turned 90°", "")
    page.keyboard.press("Enter")
    assert placed(page) == ["wand@0,3:front90"]
    page.keyboard.press("Backspace")
    assert placed(page) == []
    page.keyboard.press("Control+z")
    assert placed(page) == ["wand@0,3:front90"]
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    assert placed(page) == ["wand@0,3:front90"]
    # The cursor lies where the wand was placed: Enter takes it up, Esc puts it back.
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert placed(page) == ["wand@0,3:front90"]


def test_place_it_places_the_hinted_piece_whatever_is_in_the_hand(page):
    ask_hint(page)
    (hinted,) = page.locator("#tray .hinted").evaluate_all(
        "all => all.map((one) => one.dataset.piece)"
    )
    for held in ("wand", "domino", hinted):
        page.click(slot(held))
        page.keyboard.press("r")
        assert page.locator(f"{BOARD} .hint path").count() == 2
        page.click("#follow-hint")
        assert [name.partition("@")[0] for name in placed(page)] == [hinted]
        page.click("#undo")
        ask_hint(page)


def test_no_shortcut_acts_in_a_list_or_a_field(page):
    place_corner(page)
    before = page.evaluate("location.hash")
    said = status(page)
    page.click("#pattern")
    for key in ("r", "h", "Control+z"):
        page.keyboard.press(key)
        assert status(page) == said, key
    page.keyboard.press("Escape")
    page.click(".settings summary")
    page.focus("#theme")
    for key in ("r", "h", "n", "Delete"):
        page.keyboard.press(key)
        assert status(page) == said, key
    assert page.evaluate("location.hash") == before
    # In another tab, none of them acts, either.
    page.click("#tab-design")
    page.keyboard.press("Backspace")
    page.focus("#design-title")
    page.keyboard.press("Backspace")
    page.click("#tab-play")
    assert placed(page) == [CORNER]


def test_clearing_begins_anew_and_is_undone_with_the_time(page):
    place_corner(page)
    until(page, "document.querySelector('#clock').textContent >= '0:02'")
    choose_in_menu(page, "#clear")
    assert placed(page) == []
    assert page.locator("#clock").text_content() == "0:00"
    name = called(page, "l4-right-x")
    assert name == "black-footed L (l), front"
    page.wait_for_timeout(1200)
    assert page.locator("#clock").text_content() == "0:00"
    reload(page)
    page.click("#undo")
    assert placed(page) == [CORNER]
    assert page.locator("#clock").text_content() >= "0:02"


def test_a_board_without_solution_is_warned_of(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    page.focus("#design-board")
    page.keyboard.press("x")
    page.click("#design-play")
    until(page, "document.querySelector('#play-warning').textContent !== ''")
    warning = page.locator("#play-warning")
    assert warning.text_content().startswith("This board has no solution: ")
    choose(page, "Car")
    assert warning.text_content() == ""
    assert warning.is_hidden()


def test_back_goes_back_and_loses_nothing(page):
    page.click("#tab-watch")
    page.click("#tab-play")
    place_corner(page)
    choose(page, "Starship")
    assert placed(page) == []
    choose(page, "Car")
    assert placed(page) == [CORNER]
    page.go_back()
    until(page, "document.querySelector('#pattern-title').textContent === 'Starship'")
    assert placed(page) == []
    page.go_forward()
    until(page, "document.querySelector('#pattern-title').textContent === 'Car'")
    assert placed(page) == [CORNER]
    for _ in range(3):
        page.go_back()
    until(page, "!document.querySelector('#panel-watch').hidden")
    page.go_back()
    until(page, "!document.querySelector('#panel-play').hidden")
    # The game has gone on since then.
    assert placed(page) == [CORNER]
    page.click("#undo")
    assert placed(page) == []


def test_a_link_opens_the_same_position(open_page):
    page = open_page(f"tab=play&pattern={CAR}&placed={CORNER};nonsense;wand@0,0:front")
    assert placed(page) == [CORNER]
    assert part(page, "pattern") == "car"
    told = page.locator("#notice").text_content()
    assert "“nonsense” is not understood; “wand@0,0:front” does not fit: it overlaps the" in told
    assert "overlaps the black-footed L (l)" in told
    page.click("#close-notice")
    assert page.locator("#notice").is_hidden()


BROKEN = {
    "pattern=crq&placed=mono-r@0,0:front": "No board “crq”. Car is shown.",
    "pattern=xx/xx": "“xx/xx” is neither the name of a pattern or puzzle nor 8 rows",
    "pattern=orders-1-6-ring": "cannot be opened: the page does not know the rule 'in o'",
    "watch=papr-plus": "“papr-plus” is no strategy (did you mean paper-plus?)",
    "placed=%zz": "“placed=%zz” is not understood",
    "tab=<b>&sofa": "“sofa” is not understood; “<b>” is no tab",
    "watch=,x,psychic&read=?": "“psychic” is no strategy; no strategy is named; “x” is no seed",
    "step=two&doubts=64": "“two” is no step; “64” are no numbers of cells. The rest",
}
"""Links, and what the page says of them."""


def test_a_broken_link_opens_something_sound_and_says_so(page, address):
    for fragment, told in some(BROKEN.items()):
        follow_link(page, address, fragment)
        assert part(page, "pattern") == "car"
        assert placed(page) == []
        assert told in page.locator("#notice").text_content()


def test_the_nearest_board_is_offered_and_moves_no_piece_away(open_page):
    page = open_page("tab=play&pattern=car", size=(320, 568))
    tray = page.locator("#tray").bounding_box()
    for name in ("soma", "pentominoes", "hexomino-11x19"):
        page.evaluate("(name) => { location.hash = `tab=play&pattern=${name}` }", name)
        page.get_by_text(f"“{name}”").wait_for()
        below = page.locator("#tray").bounding_box()
        assert below["y"] + below["height"] <= tray["y"] + tray["height"] + 1, name
    page.evaluate("location.hash = 'tab=play&pattern=soma'")
    page.get_by_text("Did you mean Soma cube?").click()
    until(page, "document.querySelector('#pattern-title').textContent === 'Soma cube'")
    assert page.locator("#notice").is_hidden()
    assert part(page, "pattern") == "soma-cube"


def test_a_title_in_any_case_and_language_names_a_board(open_page):
    page = open_page("tab=play&pattern=FOUR+winds".replace("+", "%20"))
    assert part(page, "pattern") == "four-winds"
    page = open_page("tab=play&pattern=vier%20WINDE", locale="de")
    assert (part(page, "pattern"), chosen(page)) == ("four-winds", "Vier Winde")
    page.click("#pattern")
    card = page.locator("#chooser .card[aria-current=true] .card-title")
    assert card.text_content() == "Vier Winde"
    assert page.locator("#chooser [lang=en]").count() == 0


def test_a_calendar_is_played_on_its_day_or_today(open_page):
    page = open_page("tab=play&pattern=calendar@2026-05-31")
    assert chosen(page) == "A calendar: 31 May 2026"
    assert part(page, "pattern") == "calendar@2026-05-31"
    reload(page)
    assert chosen(page) == "A calendar: 31 May 2026"
    follow_hint(page)
    assert len(placed(page)) == 1
    page = open_page("tab=play&pattern=calendar@31-feb")
    assert (part(page, "pattern"), chosen(page)) == ("calendar@31-feb", "A calendar: 31-feb")
    page = open_page("tab=play", locale="de", timezone_id="UTC")
    page.clock.set_fixed_time(datetime.datetime(2028, 2, 29, 12, tzinfo=datetime.UTC))
    page.evaluate("location.hash = 'tab=play&pattern=calendar'")
    until(page, "location.hash.includes('pattern=calendar@2028-02-29')")
    assert chosen(page) == "Kalender: 29. Februar 2028"
    page.click("#pattern")
    page.fill("#chooser-search", "kalender wochent")
    page.locator("#chooser .card").click()
    until(page, "location.hash.includes('pattern=calendar-weekdays@2028-02-29')")
