"""The page as a whole: weight, speed, accessibility, looks."""

import re

import pytest
from actions import CAR, TABS, ask_hint, part, reload, slot, violations
from some import some


@pytest.mark.parametrize("width", [390, pytest.param(1440, marks=pytest.mark.long)])
def test_axe_finds_nothing_in_any_tab(open_page, width):
    corner = "tab=play&pattern=car&placed=l4-right-x@0,0:front180"
    page = open_page(corner, size=(width, 844), reduced_motion="reduce")
    ask_hint(page)
    assert violations(page) == [], "play"
    page.click("#tab-watch")
    for rival in ("", "constrained"):
        page.select_option("#rival", rival)
        page.click("#last")
        page.wait_for_selector(".outcome:not(:empty)")
        assert violations(page) == [], f"watch {rival}"
    page.click("#tab-design")
    page.wait_for_selector("#stars:not(.unknown)")
    assert violations(page) == [], "design"
    page.click("#tab-photo")
    assert violations(page) == [], "photo"
    page.evaluate(f"location.hash = 'tab=photo&read={CAR.replace('r', '?', 3)}'")
    page.wait_for_selector("#photo-board .board")
    assert violations(page) == [], "a doubtful photo"


@pytest.mark.few(2)
@pytest.mark.parametrize("puzzle", ["tetromino-tube", "kanoodle", "pentomino-8x8-centre"])
def test_axe_finds_nothing_with_other_puzzles(open_page, puzzle):
    page = open_page(f"pattern={puzzle}", reduced_motion="reduce")
    ask_hint(page)
    # A piece that does not fit, in the hand.
    page.click("#tray .slot")
    page.click("#rotate")
    assert violations(page) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [(320, 568), (844, 390)], ids=["upright", "on its side"])
def test_axe_finds_nothing_on_a_phone_with_warnings(open_page, size):
    blank = "/".join(["xxxxxxxx"] * 8)
    broken = f"tab=play&pattern={blank}&placed=wand@9,9:front"
    page = open_page(broken, phone=size, reduced_motion="reduce")
    page.wait_for_selector("#play-warning:not(:empty)")
    assert page.locator("#notice").is_visible()
    assert violations(page) == []


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("phone", [(360, 740), None], ids=["phone", "desk"])
def test_nothing_moves_while_it_loads(open_page, phone):
    for fragment in ("", "tab=play&pattern=kanoodle", "tab=design"):
        page = open_page(fragment, scripts=[SHIFTS], phone=phone)
        page.wait_for_timeout(300)
        assert page.evaluate("shifted") < 0.02, fragment


def test_nothing_sticks_out_sideways(page):
    for tab in some(TABS):
        page.click(f"#tab-{tab}")
        for width in (320, 344, 360, 414, 568, 768, 1024, 1280, 1920, 2560):
            page.set_viewport_size({"width": width, "height": 800})
            wide, room = page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
            )
            assert wide <= room, (tab, width)


def test_tabs_by_keyboard_and_everything_with_a_visible_focus(page):
    page.focus("#tab-play")
    for tab in (*TABS[1:], TABS[0]):
        page.keyboard.press("ArrowRight")
        assert part(page, "tab") == tab
        assert page.locator(f"#panel-{tab}").is_visible()
        assert page.locator("[role=tabpanel]:visible").count() == 1
        assert page.evaluate("document.activeElement.id") == f"tab-{tab}"
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            """() => [document.activeElement.id || document.activeElement.className,
                getComputedStyle(document.activeElement).outlineStyle]"""
        )
        if name in seen or page.evaluate("document.activeElement === document.body"):
            break
        assert outline != "none", name
        seen.append(name)
    assert {"pattern", "today", "play-board", "hint", "check"} <= set(seen)
    assert any(name.startswith("slot") for name in seen)


def test_marks_and_light_are_kept(page):
    page.click(".settings summary")
    page.select_option("#marks", "hatches")
    page.select_option("#theme", "dark")
    assert page.locator("#play-board .hatch-dark").get_attribute("d").startswith("M")
    assert page.locator(f"{slot('wand')} path").count() > 4
    reload(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.click(".settings summary")
    assert page.locator("#marks").input_value() == "hatches"
    page.select_option("#marks", "letters")
    assert re.fullmatch(
        "[xr]{64}", "".join(page.locator("#play-board .letters text").all_text_contents())
    )
