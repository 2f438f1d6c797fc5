"""The site that needs no server: built from this tree, served as files, and played."""

import re
import shutil
from itertools import islice
from pathlib import Path

import alone
import pytest
from actions import CAR, follow_hint, placed, point, reload, status, until
from harness import boards_of

from kaleido import named_pattern, pattern_names

BOARDS = Path(__file__).parents[3] / "shared" / "data" / "boards.json"
READY = "document.documentElement.dataset.solver === 'ready'"


@pytest.fixture
def site(site_folder):
    with alone.files_served(site_folder) as (address, _):
        yield address


def test_a_board_is_played_before_the_engine_is_there_and_hinted_to_the_end(open_page, site):
    page = open_page("tab=play&pattern=first-steps", address=site)
    page.click("#tray .slot")
    page.keyboard.press("r")
    until(page, READY)
    page.keyboard.press("Escape")
    for number in range(5):
        follow_hint(page)
        until(page, f"document.querySelectorAll('#tray .slot.used').length >= {number}")
        assert len(placed(page)) == number + 1
    assert "full with 5 hints" in status(page)
    # Another tab is answered beside it.
    other = page.context.new_page()
    other.goto(f"{site}#tab=play&pattern=starship")
    other.wait_for_selector("[data-ready]", state="attached")
    page.click("#undo")
    for tab, number in ((page, 5), (other, 1)):
        follow_hint(tab)
        assert len(placed(tab)) == number


@pytest.mark.parametrize("number", [4, pytest.param(60, marks=pytest.mark.long)])
def test_hints_lead_to_the_end_of_boards_and_none_taken_back_costs_an_engine(
    open_page, site, number
):
    page = open_page("tab=play", address=site)
    until(page, READY)
    told = page.evaluate(
        """async (pattern) => {
            const { post } = await import("./static/api.js");
            const states = [];
            new MutationObserver(() => states.push(document.documentElement.dataset.solver))
                .observe(document.documentElement, { attributeFilter: ["data-solver"] });
            const controller = new AbortController();
            const dropped = post("hint", { pattern }, controller.signal);
            controller.abort();
            const end = await dropped.catch((problem) => problem.name);
            const { status } = await post("hint", { pattern });
            return [end, status, states];
        }""",
        CAR,
    )
    assert told == ["AbortError", "solved", []]
    ours = (named_pattern(name) for name in pattern_names())
    boards = boards_of(BOARDS).values() if BOARDS.exists() else ours
    asked = page.evaluate(alone.HINTS, [board.text for board in islice(boards, number)])
    assert len(asked) == number * 19


def test_what_is_left_is_counted_a_search_is_watched_and_a_pattern_is_fixed(open_page, site):
    page = open_page(f"tab=play&pattern={CAR}", address=site)
    page.click("#check")
    until(page, "/^Yes: 32 solutions/.test(document.querySelector('#play-status').textContent)")
    page.click("#tab-watch")
    page.select_option("#strategy", "paper")
    until(page, "Number(document.querySelector('#step').max) > 18")
    assert page.locator("#watch-status").text_content() == ""
    page.evaluate(f"location.hash = 'tab=design&pattern={CAR.replace('x', 'r', 1)}'")
    page.click("#propose-fix")
    page.click("#take")
    until(page, "document.querySelector('#verdict').textContent.includes('Solvable')")
    # A search that is left ends at once.
    page.evaluate("location.hash = 'tab=watch&pattern=checkerboard&watch=random,1'")
    until(page, "document.querySelector('#pattern-title').textContent === 'Checkerboard'")
    page.select_option("#strategy", "edge-matching")
    page.select_option("#strategy", "constrained")
    # The steps of a whole search; those of the two before are forgotten.
    until(page, "document.querySelector('#step').max === '19'")
    page.fill("#step", "19")
    until(page, "document.querySelector('.searches').textContent.includes('Solved after')")


# The solver, which takes long to load, has no part in this.
@pytest.mark.parametrize(
    "scripts", [["delete window.Worker"], pytest.param([], marks=pytest.mark.long)]
)
def test_a_new_version_takes_over_and_the_game_goes_on(open_page, site_folder, tmp_path, scripts):
    newer = tmp_path / "site"
    shutil.copytree(site_folder, newer)
    waiting = "navigator.serviceWorker.getRegistration().then((each) => Boolean(each?.waiting))"
    with alone.files_served(newer) as (address, _):
        page = open_page(f"tab=play&pattern={CAR}", address=address, scripts=scripts)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.click('#tray [data-piece="mono-r"]')
        page.mouse.click(*point(page, "#play-board", 0, 0))
        game = placed(page)
        assert len(game) == 1
        index, worker = newer / "index.html", newer / "worker.js"
        index.write_text(index.read_text().replace("<title>", '<meta name="newer"><title>'))
        worker.write_text(re.sub('VERSION = "[^"]*"', 'VERSION = "newer"', worker.read_text()))
        # The visit that finds it goes on with the version that it began with.
        reload(page)
        # All files are fetched beside the version that is played, which may take long.
        until(page, waiting, seconds=180)
        assert page.locator("meta[name=newer]").count() == 0
        assert placed(page) == game
        page.reload()
        page.wait_for_selector("meta[name=newer]", state="attached")
        page.wait_for_selector("[data-ready]", state="attached")
        assert placed(page) == game
        page.click("#undo")
        assert placed(page) == []


def test_a_browser_without_webassembly_is_told_so(open_page, site):
    page = open_page(f"tab=play&pattern={CAR}", address=site, scripts=["delete window.Worker"])
    page.click("#hint")
    until(page, "document.querySelector('#play-status').textContent.includes('WebAssembly')")
    # It can still be played.
    page.click('#tray [data-piece="mono-r"]')
    page.mouse.click(*point(page, "#play-board", 0, 0))
    assert len(placed(page)) == 1
