"""The tree of positions: moves, hints, strategies and photos are its branches; nothing is lost."""

import random
import re

import pytest
from actions import (
    CAR,
    choose,
    choose_in_menu,
    follow_hint,
    part,
    placed,
    point,
    reload,
    slot,
    status,
    until,
    violations,
)

BOARD = "#play-board"
CORNER = "l4-right-x@0,0:front180"
DEAD = "mono-r@0,0:front"
"""A piece with which the car has no solution."""


def plies(page):
    return [each.strip() for each in page.locator(".ply").all_text_contents()]


def here(page):
    return page.locator(".ply[aria-current]").text_content()


OUTCOME = "document.querySelector('.outcome').textContent"


def ended(page):
    """Go to the last step, and again until it is the end of the search."""
    until(page, f"document.querySelector('#last').click() || {OUTCOME}")


def test_a_move_after_an_undo_is_a_branch(open_page):
    page = open_page()
    follow_hint(page)
    page.click("#undo")
    page.click(slot("mono-r"))
    page.mouse.click(*point(page, BOARD, 0, 0))
    assert plies(page) == ["Start", "1black-footed L (l) A1by a hint", "1red-black dot (M) A1"]
    assert here(page) == "1red-black dot (M) A1"
    page.click("#undo")
    page.click("#redo")
    assert placed(page) == [DEAD]
    # It is walked by keyboard, and a press goes there.
    page.focus(".ply[aria-current]")
    for key in ("Home", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert placed(page) == [CORNER]
    assert part(page, "branch") == "1"
    reload(page)
    assert here(page) == "1black-footed L (l) A1by a hint"
    # A branch that is folded is one of its steps.
    folds = page.locator(".branch summary")
    folds.focus()
    page.keyboard.press("Space")
    assert page.locator(".branch .ply").is_hidden()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.textContent").startswith("1black-footed")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.tagName") != "BUTTON"
    page.keyboard.press("Space")
    # The branch that was played is made the main line, which is undone and kept.
    assert page.locator("#promote").is_hidden()
    page.locator(".branch .ply").click()
    page.focus(".ply[aria-current]")
    page.keyboard.press("p")
    main = ["Start", "1red-black dot (M) A1", "1black-footed L (l) A1by a hint"]
    assert plies(page) == main
    page.click("#undo")
    assert plies(page) == [main[0], main[2], main[1]]
    page.click("#promote")
    assert "main line now" in status(page)
    reload(page)
    assert plies(page) == main
    page.locator(".branch .ply").click()
    page.focus(".ply[aria-current]")
    page.keyboard.press("Delete")
    assert placed(page) == []
    assert plies(page) == ["Start", "1red-black dot (M) A1"]
    until(page, "document.activeElement.textContent === 'Start'")
    assert page.locator("#prune").is_hidden()


def test_a_strategy_goes_on_from_a_position_and_the_game_from_its_step(open_page):
    page = open_page(f"pattern=car&placed={CORNER}")
    choose_in_menu(page, "#watch-on")
    assert (part(page, "tab"), part(page, "from")) == ("watch", CORNER)
    ended(page)
    assert page.locator(".outcome").first.text_content().startswith("Solved after")
    assert page.locator("#watch-from-words").text_content() == "Begins with 1 piece."
    page.fill("#step", "3")
    assert page.locator(".numbers").first.text_content().startswith("4 / 18 pieces")
    page.click(".play-on >> nth=0")
    assert part(page, "tab") == "play"
    assert placed(page)[0] == CORNER
    assert len(placed(page)) == 4
    assert sum("by a strategy" in each for each in plies(page)) == 3
    # Back and forth, and after a reload, all is as it was.
    page.click("#tab-watch")
    assert page.input_value("#step") == "3"
    reload(page)
    until(page, "document.querySelector('#step').value === '3'")
    page.click("#watch-fresh")
    assert part(page, "from") is None
    page.click("#tab-play")
    assert len(placed(page)) == 4
    page.click("#undo")
    assert len(placed(page)) == 3


def test_the_solution_of_a_photo_is_a_branch(open_page):
    page = open_page(f"tab=photo&read={CAR}")
    page.click("#photo-solve")
    until(page, "document.querySelector('#photo-status.joy') !== null")
    page.click("#photo-play")
    assert placed(page) == []
    assert status(page) == "The solution of the photo is a branch of the moves."
    page.click(".ply >> nth=3")
    assert len(placed(page)) == 3
    assert "from the photo" in here(page)


def test_the_address_names_the_board_and_the_place_in_the_tree(open_page):
    page = open_page()
    for _ in range(2):
        follow_hint(page)
    assert (part(page, "pattern"), part(page, "branch")) == ("car", "2")
    choose(page, "Starship")
    assert (part(page, "pattern"), part(page, "branch")) == ("starship", None)
    choose(page, "Car")
    page.click("#undo")
    first = placed(page)
    page.evaluate(f"location.hash = '#tab=play&pattern=car&placed={DEAD}&branch=2'")
    until(page, "document.querySelector('.ply[aria-current]').textContent.includes('dot')")
    assert "from elsewhere" in here(page)
    page.evaluate(f"location.hash = '#tab=play&pattern=car&placed={first[0]}'")
    until(page, "document.querySelector('.ply[aria-current]').textContent.includes('L (l) A1')")
    assert len(plies(page)) == 4
    assert page.locator("#notice").is_hidden()


@pytest.mark.few(1)
@pytest.mark.parametrize(("width", "language"), [(320, "de"), (390, "en"), (1280, "de")])
def test_many_branches_have_room_and_names(open_page, width, language):
    page = open_page(size=(width, 700))
    for number in range(4):
        follow_hint(page)
        if number % 2:
            page.click("#undo")
            page.click(slot("mono-r"))
            page.focus(BOARD)
            for _ in range(number):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")  # what does not fit is still held
    page.select_option("#language", language, force=True)
    # On a phone, the moves are folded at first.
    assert page.locator(".plies").is_visible() == (width > 896)
    if width < 896:
        page.click("#moves-tree summary >> nth=0")
    start = {"de": "Anfang", "en": "Start"}[language]
    until(page, f"document.querySelector('.ply').textContent === '{start}'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(
        "[...document.querySelectorAll('.ply')].every((ply) => ply.scrollWidth <= ply.clientWidth)"
    )
    heights = [ply.bounding_box()["height"] for ply in page.locator(".ply").all()]
    assert min(heights) >= (44 if width < 896 else 24)
    assert violations(page, "#moves-tree") == []
    choose_in_menu(page, "#watch-on")
    page.wait_for_selector(".play-on")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# A random game.


def after(text, step):
    """The position after a step of a tree, as the browser keeps it."""
    if step.startswith("="):
        return step[1:]
    pieces = [each for each in text.split(";") if each]
    for change in filter(None, step.split(";")):
        if change[0] == "-":
            pieces.remove(change[1:])
        else:
            pieces.append(change[1:])
    return ";".join(pieces)


def tree_of(page):
    """The ways to all positions that the browser keeps, and the way to the present one."""
    tree = page.evaluate(f"JSON.parse(localStorage.getItem('kaleido.game.{CAR}') ?? '{{}}').tree")
    if tree is None:
        return {("",)}, ("",)
    ways = {}
    for number, before, step, *_ in tree["nodes"]:
        way = ways.get(before, ())
        ways[number] = (*way, after(way[-1] if way else "", step))
    return {*ways.values()}, ways[tree["at"]]


def press(page, selector):
    button = page.locator(selector)
    if button.is_enabled():
        button.click()


def place(page, dice):
    """Place some small piece where it fits."""
    left = page.locator("#tray .slot:not(.used)[data-piece^=mono]")
    if left.count():
        left.first.click()
        page.mouse.click(*point(page, BOARD, dice.randrange(8), dice.randrange(8)))
        page.keyboard.press("Escape")


def hint(page, _):
    if placed_now(page) < 18:
        follow_hint(page)


def placed_now(page):
    """How many pieces lie on the board, as it says itself."""
    return int(re.search(r"\d+", page.get_attribute(BOARD, "aria-label"))[0])


def watch(page, dice):
    """Watch a strategy go on, and play on from one of its steps: two presses."""
    choose_in_menu(page, "#watch-on")
    until(page, f"{OUTCOME} || document.querySelector('#step').max > 3")
    page.fill("#step", str(dice.randrange(1 + int(page.get_attribute("#step", "max")))))
    if not dice.randrange(3):
        reload(page)
        until(page, f"{OUTCOME} || document.querySelector('#step').max !== '0'")
    page.click(".play-on >> nth=0")


def other_tab(page, dice):
    page.click(f"#tab-{dice.choice(['watch', 'design', 'photo'])}")
    if dice.randrange(2):
        reload(page)
    page.click("#tab-play")


def other_board(page, _):
    choose(page, "Starship")
    choose(page, "Car")


def visit(page, dice):
    """Go to some position of the list, which is not there before the first move."""
    places = page.locator(".ply:visible").all()
    if places:
        dice.choice(places).click()


def clear(page, _):
    page.evaluate("document.querySelector('#clear').click()")


def take_off(page, _):
    page.focus("#play-board")
    page.keyboard.press("Backspace")


STEPS = {
    hint: 6,
    place: 4,
    watch: 3,
    other_tab: 3,
    other_board: 1,
    visit: 3,
    clear: 1,
    (lambda page, _: press(page, "#undo")): 5,
    (lambda page, _: press(page, "#redo")): 2,
    take_off: 2,
    (lambda page, _: reload(page)): 2,
}
"""What a player does, and how often."""


@pytest.mark.parametrize(
    ("number", "seed"), [(14, 1966), pytest.param(200, 2, marks=pytest.mark.long)]
)
def test_a_random_game_across_all_tabs_loses_nothing(open_page, number, seed):
    page = open_page("pattern=car")
    dice = random.Random(seed)
    known, at = tree_of(page)
    for step in dice.choices([*STEPS], [*STEPS.values()], k=number):
        step(page, dice)
        ways, now = tree_of(page)
        assert known <= ways, (step, at)
        assert step not in (other_tab, other_board) or now == at
        if not dice.randrange(6):
            reload(page)
            assert tree_of(page) == (ways, now)
        assert placed_now(page) == len([each for each in now[-1].split(";") if each])
        assert page.locator(".ply").count() in (len(ways), 0)
        known, at = ways, now
        if page.locator("#won[open]").count():
            page.keyboard.press("Escape")
    assert len(known) > number / 3
