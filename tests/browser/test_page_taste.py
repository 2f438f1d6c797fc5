"""Strategies to one's own taste: sliders, switches, and 20 seeds side by side."""

import pytest
from actions import reload, until
from serving import serving

import kaleido

TWELVE = kaleido.named_pattern("twelve").text
LAB = '''
from typing import Annotated
from kaleido import heuristic
from kaleido.base.bounds import Bounds


@heuristic
def tightest(candidate, *, loose: Annotated[float, Bounds(0, 3)] = 1.0):
    """Prefer what leaves few sides open."""
    return candidate.matched - loose * candidate.unmatched
'''


@pytest.fixture
def own_address(tmp_path):
    """The address of a server that was started with a heuristic of somebody's own."""
    (tmp_path / "trylab.py").write_text(LAB, encoding="utf-8")
    with serving("--strategy", "trylab:tightest", folder=tmp_path) as (_, address):
        yield address


def titles(page):
    return [each.get_attribute("title") for each in page.locator(".search-title").all()]


def compared(page):
    """Wait for the end of a comparison; give the rows of its table."""
    until(page, "/ended/.test(document.querySelector('.seeds-end').textContent)")
    rows = page.locator(".seeds tbody tr").all()
    return [
        [row.locator("th").get_attribute("title"), *row.locator("td").all_text_contents()]
        for row in rows
    ]


def test_own_weights_against_a_named_strategy_take_four_presses(open_page):
    page = open_page(f"tab=watch&pattern={TWELVE}", reduced_motion="reduce")
    page.select_option("#rival", "constrained")
    page.click(".taste > summary")
    slider = page.locator("#taste-0-matched")
    box = slider.bounding_box()
    slider.click(position={"x": 0.2 * box["width"], "y": box["height"] / 2})
    page.click("#compare")
    (own, moves, _, solved), (rival, *_) = compared(page)
    assert own.startswith("paper-plus+matched=-")
    assert rival == "constrained"
    assert titles(page) == [own, rival]
    runs = kaleido.compare("twelve", [own, rival], 20, max_nodes=2000).select(own)
    assert solved == f"{sum(run.status == 'solved' for run in runs)} of 20"
    assert moves.replace(",", "") == str(sorted(run.nodes for run in runs)[9])
    for plot in page.locator(".seeds-plot").all():
        assert plot.locator(".thin").count() == 20
        assert plot.locator(".median").count() == 1
    shown = own.replace("paper-plus+", "Paper: extended +")
    assert f"{shown} needs " in page.locator(".seeds-end").text_content()
    # The link has it all.
    assert f"watch={own},0,constrained" in page.url
    reload(page)
    until(page, "document.querySelectorAll('.search-title').length === 2")
    assert titles(page) == [own, rival]


def test_what_is_changed_is_marked_and_taken_back(open_page):
    page = open_page(f"tab=watch&pattern={TWELVE}&watch=paper-text,3", reduced_motion="reduce")
    page.click(".taste > summary")
    reset = page.get_by_role("button", name="As published")
    assert reset.is_disabled()
    assert page.locator(".taste .changed").count() == 0
    page.get_by_role("switch", name="Hold back splits").uncheck()
    page.get_by_role("switch", name="Settle what is forced").check()
    page.get_by_label("Edge in the window").fill("2")
    until(page, "document.querySelectorAll('.taste .changed').length === 3")
    assert titles(page) == ["paper-text+forced+no-held+window=2"]
    assert "2 usually 0.5" in page.locator(".taste-row.changed output").text_content()
    assert "watch=paper-text+forced+no-held+window=2,3" in page.url
    made = kaleido.record("twelve", titles(page)[0], seed=3, max_nodes=2000)
    until(
        page,
        "document.querySelector('#step').max !== '0' && "
        f"Number(document.querySelector('#step').max) >= {made.answer.nodes}",
    )
    # Other strategies are as they were.
    page.select_option("#strategy", "paper")
    assert titles(page) == ["paper"]
    page.select_option("#strategy", "paper-text")
    assert titles(page) == ["paper-text"]
    page.get_by_role("switch", name="Hold back splits").uncheck()
    reset.click()
    until(page, "document.querySelectorAll('.taste .changed').length === 0")
    assert titles(page) == ["paper-text"]
    assert page.get_by_role("switch", name="Hold back splits").is_checked()


def test_three_stand_side_by_side_and_one_alone_beside_itself(open_page):
    page = open_page(f"tab=watch&pattern={TWELVE}&watch=constrained+span=2,0,,500,random")
    page.click(".taste > summary")
    page.click("#compare")
    rows = compared(page)
    assert [row[0] for row in rows] == ["constrained+span=2", "random"]
    page.select_option("#third", "")
    assert page.locator(".seeds tbody tr").count() == 0
    page.select_option("#rival", "paper")
    page.select_option("#third", "edge-matching")
    page.uncheck("#taste-2-propagation")
    assert page.url.split("watch=")[1].split("&")[0] == (
        "constrained+span=2,0,paper,500,edge-matching+no-propagation"
    )
    page.click("#compare")
    rows = compared(page)
    assert [row[0] for row in rows] == [
        "constrained+span=2", "paper", "edge-matching+no-propagation",
    ]  # fmt: skip
    assert rows[1][3] == "1 of 1 the same with every seed"
    assert page.locator(".seeds-plot").count() == 3
    # Nor do they stay beside another board.
    page.evaluate("location.hash = location.hash.replace(/pattern=[^&]*/, 'pattern=heart')")
    until(page, "!document.querySelector('.seeds tbody tr')")
    assert page.locator("#compare").is_visible()


def test_a_heuristic_of_ones_own_comes_first(open_page, own_address):
    page = open_page("tab=watch&pattern=car", address=own_address, reduced_motion="reduce")
    offered = page.locator("#strategy option").all_text_contents()
    assert offered[:2] == ["trylab:tightest", "Scarcest first"]
    page.select_option("#strategy", "trylab:tightest")
    about = "trylab:tightest: Prefer what leaves few sides open."
    assert page.locator("#about").text_content() == about
    page.click(".taste > summary")
    page.get_by_label("loose").fill("2")
    until(page, "document.querySelectorAll('.taste .changed').length === 1")
    assert titles(page) == ["trylab:tightest+loose=2"]
    page.click("#compare")
    assert [row[0] for row in compared(page)] == ["trylab:tightest+loose=2", "trylab:tightest"]


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.long)])
def test_it_fits_on_phones_in_german(open_page, width):
    page = open_page(
        f"tab=watch&pattern={TWELVE}&watch=paper-plus+no-fallback+window=2,0,tuned+noise=3,500",
        size=(width, 700), locale="de-DE", reduced_motion="reduce",
    )  # fmt: skip
    page.click(".taste > summary")
    page.click("#compare")
    until(page, "/beendet/.test(document.querySelector('.seeds-end').textContent)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_label("Kante im Fenster").count() == 1
    for row in page.locator(".taste input, .taste button, .taste select, .taste summary").all():
        box = row.bounding_box()
        if row.get_attribute("type") == "checkbox":
            box = row.locator("..").bounding_box()
        assert box["height"] >= 43.9
