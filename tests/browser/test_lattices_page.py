"""Boards of hexagons, of triangles and of cubes on the page: played, watched and looked through."""

from urllib.parse import quote

import pytest
from actions import follow_hint, middle, placed, reload, slot, status, until

HEXAGONS = (
    "hexagonal: 3x4",
    "# sides: mirrored\n# lattice: hexagonal\nI ooo\nV oo/o. x2\nL ..o/oo.",
)
TRIANGLES = (
    "4x3 rhombus",
    "# sides: mirrored\n# lattice: triangular\nA ..o./.ooo x2\nB ..o/.oo/.o. x2\nC ..o/ooo x2",
)
CUBES = (
    "3x3x3",
    "# sides: one-sided\n# lattice: cubic\nV oo/o.\nL ooo/o..\nT ooo/.o.\nZ oo./.oo\n"
    "A oo/o.//.o/..\nB oo/o.//../o.\nP oo/o.//o./..",
)
SPHERES = ("pyramid 3", "# sides: one-sided\n# lattice: spheres\nI oo x4\nL oo/o. x2")
ALL = (HEXAGONS, TRIANGLES, CUBES, SPHERES)

BARE = "#e9e4d8"
"""The colour of free cells."""


def paper_option(page):
    return page.locator("#strategy option[value=paper]")


def link(puzzle, **more):
    pattern, pieces = puzzle
    parts = {"tab": "play", "pattern": pattern, "pieces": pieces} | more
    return "&".join(f"{name}={quote(value)}" for name, value in parts.items())


def cell(page, number, board="#play-board"):
    """The middle of a cell on the screen, by its number in reading order, holes left out."""
    return page.evaluate(
        """([board, number]) => {
            const { left, top, width, height } =
                document.querySelectorAll(`${board} .cells .cell`)[number].getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        }""",
        [board, number],
    )


def fills(page, board):
    return page.locator(f"{board} .cell").evaluate_all(
        "cells => cells.map((each) => each.getAttribute('fill'))"
    )


def walk_until_it_fits(page):
    """Walk over the board, row by row, until the piece in the hand fits."""
    for key in (["ArrowRight"] * 12 + ["ArrowDown"] + ["ArrowLeft"] * 12 + ["ArrowDown"]) * 2:
        if ": fits" in status(page):
            return
        page.keyboard.press(key)
    raise AssertionError(status(page))


@pytest.mark.few(2)
@pytest.mark.parametrize("puzzle", ALL, ids=["hexagons", "triangles", "cubes", "spheres"])
def test_a_solution_of_the_solver_fills_the_board_and_stays(open_page, puzzle):
    page = open_page(link(puzzle))
    page.evaluate("document.querySelector('#all-solutions').click()")
    page.locator("#solutions-show").click()
    page.locator("#solutions-lay:enabled").wait_for()
    page.locator("#solutions-lay").click()
    until(page, "!document.querySelector('#tray .slot:not(.used)')")
    kept = placed(page)
    colours = fills(page, "#play-board")
    reload(page)
    assert placed(page) == kept
    page.locator("#undo").click()
    assert len(placed(page)) == 0
    page.locator("#redo").click()
    assert placed(page) == kept
    assert fills(page, "#play-board") == colours


def test_hexagons_turn_by_sixths_and_land_where_they_are_dropped(open_page):
    page = open_page(link(HEXAGONS))
    assert page.locator("#play-board .cells path").count() == 12
    page.locator(slot("I")).click()
    assert page.locator("#turn-over").is_visible()
    for button in ("tip", "roll"):  # of space
        assert page.locator(f"#{button}").is_hidden()
    page.keyboard.press("Escape")
    start = middle(page, slot("I"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*cell(page, 1), steps=8)
    page.mouse.up()
    assert placed(page) == ["I@0,0:front"]
    # It is taken up where it is pressed, turned, and put elsewhere.
    page.mouse.click(*cell(page, 1))
    page.keyboard.press("r")
    assert "turned 60°" in status(page)
    page.keyboard.press("Enter")
    turned = placed(page)
    assert len(turned) == 1
    assert turned[0].endswith(":front60")
    page.keyboard.press("Backspace")
    assert placed(page) == []
    page.keyboard.press("Control+z")
    assert placed(page) == turned


def test_arrows_walk_over_triangles_and_keep_the_kind_of_cell(open_page):
    page = open_page(link(TRIANGLES))
    page.locator(slot("C")).focus()
    page.keyboard.press("Enter")
    at = status(page)
    page.keyboard.press("ArrowRight")
    assert status(page) != at
    page.keyboard.press("ArrowLeft")
    assert status(page) == at
    for _ in range(5):
        page.keyboard.press("r")
    assert "300°" in status(page)
    page.keyboard.press("r")
    assert "as drawn" in status(page) or "°" not in status(page)
    walk_until_it_fits(page)
    page.keyboard.press("Enter")
    assert len(placed(page)) == 1


def test_cubes_lie_in_layers_that_keys_reach(open_page):
    page = open_page(link(CUBES))
    assert page.locator("#play-board .caption").all_text_contents() == [
        "Layer 1",
        "Layer 2",
        "Layer 3",
    ]
    page.locator("#play-board").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    said = page.locator("[aria-live]").all_text_contents()
    assert any("A2 in layer 1" in each for each in said), said
    page.keyboard.press("PageUp")
    said = page.locator("[aria-live]").all_text_contents()
    assert any("D2 in layer 2" in each for each in said), said


def test_cubes_are_turned_about_three_axes(open_page):
    page = open_page(link(CUBES))
    page.locator(slot("L")).click()
    assert page.locator("#turn-over").is_hidden()
    poses = set()
    for button in ("rotate", "tip", "roll") * 8:
        page.locator(f"#{button}").click()
        poses.add(status(page).partition(",")[2].partition(", at")[0])
    assert len(poses) > 6
    # Four turns about an axis lead back.
    before = status(page)
    for key in ("r", "t", "s"):
        page.locator("#play-board").focus()
        seen = []
        for _ in range(4):
            page.keyboard.press(key)
            seen.append(status(page).partition(", at")[0])
        assert seen[-1] == before.partition(", at")[0]
        assert len(set(seen)) == 4


@pytest.mark.few(2)
@pytest.mark.parametrize("puzzle", ALL, ids=["hexagons", "triangles", "cubes", "spheres"])
def test_a_search_is_watched_to_its_end(open_page, puzzle):
    page = open_page(link(puzzle, tab="watch"), reduced_motion="reduce")
    assert "windows of squares" in page.locator("#about").text_content()
    assert page.locator("#strategy").input_value() == "constrained"
    assert paper_option(page).is_disabled()
    until(page, "Number(document.querySelector('#step').max) > 2")
    page.locator("#last").click()
    page.wait_for_selector(".search-board svg.board.won")
    assert BARE not in fills(page, ".search-board")
    page.locator("#back").click()
    page.locator("#back").click()
    tinted = page.evaluate(
        "[...document.querySelectorAll('.search-board .grounds > *')]"
        ".filter((each) => each.getAttribute('fill') !== 'none').length"
    )
    assert tinted > 0


def test_a_board_that_was_played_is_offered_again_and_squares_follow_as_before(open_page):
    page = open_page(link(TRIANGLES))
    page.locator("#pattern").click()
    own = page.locator("#chooser-groups .card").first
    assert own.locator("svg.thumbnail path").count() == 1
    page.locator("#make-open").click()
    page.wait_for_selector("#make-take", state="visible")
    assert page.locator("#make-take").is_disabled()
    assert "squares only" in page.locator("#make-status").text_content()
    page.keyboard.press("Escape")
    page.locator("#pattern").click()
    own.click()
    assert page.locator("#play-board .cells path").count() == 24
    page.evaluate("(hash) => { location.hash = hash }", link(CUBES, tab="watch"))
    until(page, "document.querySelector('#strategy option[value=paper]')?.disabled")
    page.evaluate("location.hash = '#tab=play&pattern=car'")
    until(page, "document.querySelectorAll('#play-board .cells rect').length === 64")
    assert page.locator("#tip").is_hidden()
    assert not paper_option(page).is_disabled()


def test_a_phone_shows_board_tray_and_buttons(open_page):
    page = open_page(link(CUBES), phone=(360, 640))
    page.touchscreen.tap(*middle(page, slot("V")))
    page.touchscreen.tap(*cell(page, 13))
    assert len(placed(page)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.touchscreen.tap(*middle(page, slot("L")))
    for name in ("rotate", "tip", "roll", "place"):
        box = page.locator(f"#{name}").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "pixels"),
    [("soma-cube", 44), ("kanoodle", 32), ("kanoodle-pyramid", 34), ("calendar@2026-05-31", 44)],
)
def test_a_phone_plays_to_the_end(open_page, name, pixels):
    page = open_page(f"tab=play&pattern={name}", phone=(390, 844))
    in_space = name in ("soma-cube", "kanoodle-pyramid")
    assert page.locator("#solid svg").count() == in_space
    side = page.evaluate("document.querySelector('#play-board svg').getScreenCTM().a")
    assert side >= pixels
    count = page.locator("#tray .slot").count()
    for number in range(1, count + 1):
        follow_hint(page)
        until(page, f"document.querySelectorAll('#tray .slot.used').length === {number}")
        assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert "The board is full" in status(page)
    if in_space:
        seen = page.locator("#solid path, #solid circle")
        assert BARE not in seen.evaluate_all("all => all.map((each) => each.getAttribute('fill'))")
