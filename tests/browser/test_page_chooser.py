"""Boards are chosen and solved: the chooser, the board of the day, statistics, saved games."""

import datetime
import json

import pytest
from actions import (
    CAR,
    choose,
    chosen,
    download,
    follow_hint,
    nearly,
    part,
    placed,
    point,
    reload,
    slot,
    status,
    until,
    violations,
    win,
)

import kaleido
from kaleido.library import pattern_facts
from kaleido.library.ruled_names import board_of_day

BOARD = "#play-board"


@pytest.fixture
def page(open_page):
    return open_page(reduced_motion="reduce")


def kept(page):
    """What the browser keeps of games, solved boards and boards of one's own."""
    names = page.evaluate("Object.keys(localStorage)")
    return [
        each
        for each in names
        if each.startswith(("kaleido.game.", "kaleido.solved.", "kaleido.boards"))
    ]


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.ariaLabel")


def shown(page):
    """The titles of the boards that the chooser shows in its groups."""
    return page.locator("#chooser-groups .card-title").all_text_contents()


def nearly_solve(page, name, seconds):
    """Put a game in the browser that lacks but a piece of one cell; return that piece."""
    pattern = kaleido.named_pattern(name)
    now, last = nearly(pattern)
    game = {
        "when": 1,
        "question": {"pattern": pattern.text},
        "tree": {"nodes": [[0, -1, "="], [1, 0, f"={now}"]], "at": 1, "tip": 1},
        "seconds": seconds,
        "hints": 0,
        "isTimed": True,
        "tries": [],
        "placed": 17,
        "pieces": 18,
        "isOver": False,
    }
    page.evaluate(
        "([key, game]) => localStorage.setItem(`kaleido.game.${key}`, JSON.stringify(game))",
        [pattern.text, game],
    )
    return last


def solve(page, name, seconds=62):
    """Place the last piece of a game; the page must show another board."""
    last = nearly_solve(page, name, seconds)
    choose(page, kaleido.named_pattern(name).title)
    win(page, last)
    assert status(page).startswith("Solved in ")
    page.wait_for_selector("#won[open]")


def test_a_board_is_searched_and_chosen_by_keyboard(page):
    page.focus("#pattern")
    page.keyboard.press("Enter")
    assert focused(page) == "Car, 32 solutions, difficulty 1 of 5"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    below = focused(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert focused(page).startswith("Car,")
    assert not below.startswith(("Car,", "Checkerboard,"))
    page.keyboard.press("Escape")
    assert focused(page) == "pattern"
    page.keyboard.press("Enter")
    page.keyboard.type("capital q")
    assert focused(page) == "chooser-search"
    assert shown(page) == ["Capital Q"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#pattern-title').textContent === 'Capital Q'")
    assert focused(page) == "play-board"
    assert placed(page) == []
    page.keyboard.press("n")
    assert page.locator(f"{BOARD}.holding").count() == 1


def test_boards_are_filtered_and_ordered(page):
    page.click("#pattern")
    groups = page.locator("#chooser-groups h3").all_text_contents()
    assert groups[:3] == ["Standard", "Alphabet", "Digits"]
    assert "Pentominoes" in groups
    page.click(".level[value='5']")
    page.click(".level[value='1']")
    levels = page.locator("#chooser-groups .stars").all_text_contents()
    assert set(levels) == {"●○○○○", "●●●●●"}
    facts = [pattern_facts(name) for name in kaleido.pattern_names()]
    number = sum(each.difficulty in (1, 5) for each in facts)
    assert len(shown(page)) == number
    assert page.locator("#chooser-found").text_content() == f"{number} boards"
    page.click(".level[value='1']")
    page.select_option("#chooser-order", "solutions")
    hardest = [each.solutions for each in facts if each.difficulty == 5]
    first = page.locator("#chooser-groups .card").first.get_attribute("aria-label")
    assert f", {min(hardest)} solution" in first
    page.fill("#chooser-search", "no such thing")
    assert page.locator("#chooser-none").is_visible()
    page.click("#chooser-all")
    assert len(shown(page)) > 150


def test_a_solved_board_is_ticked_and_the_next_one_opened(page):
    choose(page, "Digit 4")
    page.click(slot("mono-r"))
    page.mouse.click(*point(page, BOARD, 0, 0))
    solve(page, "car")
    page.click("#won-look")
    page.click("#pattern")
    card = page.locator("#chooser .card[aria-current=true]")
    name = "Car, 32 solutions, difficulty 1 of 5, solved in 1:0"
    assert card.get_attribute("aria-label").startswith(name)
    assert card.locator(".feat").text_content().startswith("1:0")
    page.keyboard.press("Escape")
    reload(page)
    page.click("#pattern")
    assert card.get_attribute("aria-label").startswith(name)
    going = page.locator("#chooser .card:has(.going)")
    assert going.locator(".card-title").all_text_contents() == ["Digit 4"]
    assert going.locator(".going").text_content() == "1 of 18 placed"
    page.check("#chooser-unsolved")
    assert "Car" not in shown(page)
    page.click("#chooser-next")
    until(page, "document.querySelector('#pattern-title').textContent === 'Checkerboard'")
    page.click("#pattern")
    page.click("#chooser-statistics")
    assert page.locator("#figure-solved").text_content().startswith("1 of ")
    assert page.locator("#figure-bare").text_content() == "1"
    row = page.locator("#statistics-rows tr").first.locator("td")
    assert [each[:4] for each in row.all_text_contents()] == ["1 of", "1:02", "1:02"]
    # What was solved is not solved once more by its last piece.
    page.keyboard.press("Escape")
    page.uncheck("#chooser-unsolved")
    page.keyboard.press("Escape")
    choose(page, "Car")
    page.focus("#play-board")
    page.keyboard.press("Backspace")
    page.click("#undo")
    solves = page.evaluate(f"JSON.parse(localStorage.getItem('kaleido.solved.{CAR}'))")
    assert [(each["hints"], each["pieces"]) for each in solves] == [(0, 18)]


def test_a_board_solved_by_hints_is_no_feat(open_page):
    page = open_page("tab=play&pattern=first-steps", reduced_motion="reduce")
    for _ in range(5):
        follow_hint(page)
    page.click("#pattern")
    card = page.locator("#chooser .card[aria-current=true]")
    assert card.get_attribute("aria-label").endswith("solved with help")
    page.click("#chooser-statistics")
    assert page.locator("#figure-solved").text_content().startswith("0 of ")
    assert "1 board was solved with hints" in page.locator("#statistics-helped").text_content()


def test_the_board_of_the_day_is_that_of_the_players_calendar(open_page):
    page = open_page(timezone_id="America/Los_Angeles")
    # Late on this day there, which is the next one elsewhere; the days before are of two months
    # whose weekdays have the same numbers.
    page.clock.set_fixed_time(datetime.datetime(2027, 3, 29, 6, tzinfo=datetime.UTC))
    page.click("#pattern")
    today = page.locator("#chooser-today .card")
    label = today.get_attribute("aria-label")
    assert label.startswith("Sunday 28 March, ")
    assert "difficulty 5 of 5" in label
    today.click()
    until(page, "document.querySelector('#pattern-title').textContent.includes('March')")
    assert part(page, "pattern") == "2027-03-28"
    board = board_of_day(datetime.date(2027, 3, 28))
    assert page.get_attribute("#pattern", "data-key") == board
    assert page.locator("#play-warning").is_hidden()
    page.click("#pattern")
    page.click("#chooser-past summary")
    until(page, "document.querySelectorAll('#chooser-days .card').length === 30")
    days = page.locator("#chooser-days .card")
    assert len(set(days.locator(".card-title").all_text_contents())) == 30
    link = days.nth(29).get_attribute("href")
    assert link == "./#tab=play&pattern=2027-02-26"
    page.keyboard.press("Escape")
    page.evaluate(f"location.hash = '{link[2:]}'")
    until(page, "document.querySelector('#pattern-title').textContent === 'Friday 26 February'")
    page.evaluate("location.hash = '#pattern=2027-03-29'")
    page.wait_for_selector("#notice:not([hidden])")
    assert "No board “2027-03-29”" in page.locator("#notice").text_content()
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]


def test_all_is_saved_erased_and_taken_from_the_file_again(page, tmp_path):
    solve(page, "starship")
    page.click("#won-next")
    until(page, "document.querySelector('#pattern-title').textContent === 'Tree'")
    page.evaluate(f"location.hash = '#tab=play&pattern={CAR.replace('x', 'r', 1)}'")
    until(page, "document.querySelector('#pattern-title').textContent === 'Own board 1'")
    page.click(".settings summary")
    page.select_option("#theme", "dark")
    page.click("#open-statistics")
    file = download(page, "#backup-save", tmp_path)
    assert json.loads(file.read_text(encoding="utf-8"))["version"] == 1
    page.click("#erase")
    page.click("#erase-no")
    assert len(kept(page)) == 3
    page.click("#erase")
    with page.expect_navigation():
        page.click("#erase-yes")
    page.wait_for_selector("[data-ready]", state="attached")
    assert chosen(page) == "Car"
    assert kept(page) == []
    page.click(".settings summary")
    page.click("#open-statistics")
    for text in ("no JSON", '{"format": "kaleido", "version": 1}'):
        wrong = tmp_path / "wrong.json"
        wrong.write_text(text, encoding="utf-8")
        page.set_input_files("#backup-load", wrong)
        until(page, "document.querySelector('#backup-status').textContent !== ''")
        said = page.locator("#backup-status").text_content()
        assert said == "“wrong.json” is no file of saved games."
        assert kept(page) == []
    page.set_input_files("#backup-load", file)
    until(page, "document.querySelector('#backup-status').textContent.startsWith('Added')")
    said = page.locator("#backup-status").text_content()
    assert said == f"Added from “{file.name}”: 1 result, 1 game, boards of your own."
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator("#figure-solved").text_content().startswith("1 of ")
    page.keyboard.press("Escape")
    page.click("#pattern")
    assert shown(page)[0] == "Own board 1"
    page.keyboard.press("Escape")
    choose(page, "Starship")
    assert len(placed(page)) == 18
    page.click("#pattern")
    page.click("#chooser-statistics")
    page.set_input_files("#backup-load", file)
    until(page, "document.querySelector('#backup-status').textContent.includes('already')")


@pytest.mark.few(1)
@pytest.mark.parametrize("width", [320, 360, 390, 414])
def test_no_word_of_a_short_title_is_broken(open_page, width):
    page = open_page("tab=play&pattern=car", size=(width, 844))
    page.click("#pattern")
    title = page.locator("#chooser-groups .card-title", has_text="Checkerboard").first
    title.scroll_into_view_if_needed()
    height, line = title.evaluate("""node => {
        const { height } = node.getBoundingClientRect();
        return [height, parseFloat(getComputedStyle(node).lineHeight)];
    }""")
    assert height < 1.5 * line


def test_two_tabs_of_a_board_leave_each_other_alone(page, address):
    other = page.context.new_page()
    other.goto(f"{address}#tab=play&pattern={CAR}")
    other.wait_for_selector("[data-ready]", state="attached")
    for tab, col in ((page, 0), (other, 2)):
        tab.click(slot("mono-r"))
        tab.mouse.click(*point(tab, BOARD, 0, col))
    page.bring_to_front()
    page.click("#pattern")
    page.keyboard.press("Escape")
    page.goto("about:blank")
    # The first tab has kept its time, not its older game.
    third = page.context.new_page()
    third.goto(address)
    third.wait_for_selector("[data-ready]", state="attached")
    assert placed(third) == ["mono-r@0,2:front"]
    other.click("#undo")
    assert placed(other) == []


def test_axe_finds_nothing_and_all_fits_on_a_small_phone(open_page):
    page = open_page(phone=(320, 568), reduced_motion="reduce")
    solve(page, "starship")
    page.click("#won-look")
    page.click("#pattern")
    page.click("#chooser-past summary")
    # Of the many cards some are enough.
    wide = "[...document.querySelectorAll('dialog[open], dialog[open] *')].every((each) =>"
    assert page.evaluate(f"{wide} each.getBoundingClientRect().right <= innerWidth)")
    page.fill("#chooser-search", "s")
    for opens in (None, "#chooser-statistics"):
        if opens:
            page.click(opens)
            page.click("#erase")
        assert violations(page) == []
        assert page.evaluate(f"{wide} each.getBoundingClientRect().right <= innerWidth)")
