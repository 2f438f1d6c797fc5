"""New games, wishes in Design, boards that a photo shows in part, booklets and records."""

import json

import pytest
from actions import CAR, chosen, download, part, reload, status, until, violations

import kaleido
from kaleido.designing import deal_board

TITLE = "#pattern-title"


@pytest.fixture
def page(open_page):
    return open_page(reduced_motion="reduce")


def rows(page):
    return part(page, "pattern")


def test_a_new_game_is_the_same_by_its_link(page, open_page):
    page.click("#new-game")
    # What is no number deals no board of chance.
    page.fill("#new-game-window input", "12a")
    page.click("#new-game-window [data-level='3']")
    assert page.evaluate("document.activeElement.matches('#new-game-window input:invalid')")
    assert page.locator("#new-game-window progress").count() == 0
    page.fill("#new-game-window input", "5")
    page.click("#new-game-window [data-level='3']")
    page.wait_for_selector("#new-game-window", state="hidden")
    board = deal_board(3, 5)
    until(page, f"document.querySelector('{TITLE}').textContent === 'Game 5, level 3'")
    assert page.locator("#pattern").get_attribute("data-key") == board.pattern
    reload(page)
    assert page.inner_text(TITLE) == "Game 5, level 3"
    other = open_page(fragment="pattern=new-3-5")
    assert other.locator("#pattern").get_attribute("data-key") == board.pattern
    other.click("#pattern")
    cards = other.locator("#chooser-groups .card-title").all_text_contents()
    assert cards[0] == "Game 5, level 3"


def test_a_new_game_can_be_stopped(page):
    page.route("**/api/deal", lambda _: None)
    page.click("#new-game")
    page.click("#new-game-window [data-level='1']")
    page.wait_for_selector("#new-game-window progress")
    page.get_by_role("button", name="Cancel").click()
    page.wait_for_selector("#new-game-window progress", state="detached")
    assert page.inner_text(TITLE) == "Car"
    assert page.locator("[data-level='1']").is_enabled()


def test_letters_with_one_solution(page):
    page.click("#tab-design")
    page.click(".wish summary")
    page.fill("#wish-letters", "T")
    assert page.locator("#wish-changes").is_checked()
    page.select_option("#wish-solutions", "1")
    page.click("#wish-ask")
    page.wait_for_selector("#take:not([hidden])", timeout=90_000)
    assert "exactly one solution" in page.inner_text("#proposal-words")
    page.click("#take")
    puzzle = kaleido.Puzzle(rows(page))
    assert puzzle.count().solutions == 1
    assert violations(page, ".wish") == []


def test_what_a_photo_does_not_show_is_left_open_in_design_or_completed(open_page):
    page = open_page(fragment="tab=photo&read=???" + CAR[3:])
    page.click("#photo-design")
    until(page, "document.querySelector('#verdict').textContent.includes('filled in')")
    assert part(page, "sketch") == "???" + CAR[3:]
    page.click("#tab-photo")
    page.click("#photo-complete")
    page.wait_for_selector("#completions li")
    found = page.locator("#completions button")
    assert found.count() == len(kaleido.designing.complete("???" + CAR[3:]).patterns)
    assert violations(page, "#completions") == []
    found.nth(1).click()
    assert status(page, "photo") == "Completed: the board can be solved."
    page.click("#photo-play")
    assert rows(page)[3:] == CAR[3:]
    assert kaleido.solve(rows(page)).solution


def test_a_booklet_of_chosen_boards_has_the_board_of_a_day_that_is_open(open_page, tmp_path):
    """Of whatever month; and of none that is chosen it says what to do."""
    page = open_page("pattern=2026-01-31")
    page.click("#pattern")
    page.click("#chooser-print")
    page.wait_for_selector("#booklet[open]")
    assert page.inner_text("#booklet-count") == "1 board chosen."
    page.click("#booklet summary:has-text('Standard')")
    page.get_by_label("Arrow", exact=True).click()
    assert page.inner_text("#booklet-count") == "2 boards chosen."
    file = download(page, "button:text('Save the booklet')", tmp_path, timeout=90_000)
    assert file.suffix == ".pdf"
    assert file.read_bytes().startswith(b"%PDF")
    for title in ("Arrow", chosen(page)):
        page.get_by_label(title, exact=True).uncheck()
    assert page.inner_text("#booklet-count") == "Tick the boards to print."


def test_records_are_listed_and_saved(page, tmp_path):
    solve = {"when": 1e12, "seconds": 61, "moves": 18, "hints": 0, "pieces": 18}
    later = solve | {"when": 2e12, "seconds": 30, "hints": 2}
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)",
        [f"kaleido.solved.{CAR}", json.dumps([solve, later])],
    )
    page.click("#settings summary")
    page.click("#open-statistics")
    page.click("#statistics details summary")
    assert page.locator("#records tbody tr").all_inner_texts()[1].split() == [
        *("Car", "2", "0:30", "0", "1")
    ]
    assert violations(page) == []
    lines = download(page, "#records-save", tmp_path).read_text().splitlines()
    assert lines[1] == f'"Car",1,2,30,0,1,2033-05-18,"{CAR}"'
