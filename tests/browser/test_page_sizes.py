"""Room for fingers, and for those who magnify; what one looks for stands by the board."""

from itertools import pairwise

import pytest
from actions import TABS
from some import some

COVERED = """() => [...document.querySelectorAll(":is(button, select, input, summary, .stage)")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen")
        && node.getBoundingClientRect().width > 2 && !node.matches(".unseen"))
    .filter((node) => {
        node.scrollIntoView({ block: "center" });
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !at || !(node.contains(at) || at.contains(node));
    }).map((node) => node.id || node.className)"""

SHOWN = """[...document.querySelectorAll(
        "button, summary, label, h2, h3, p, legend, dt, dd, th, td, option, [role=tab]")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true })
        && !node.closest(".unseen, select") && node.getBoundingClientRect().width > 2)"""
CUT = f"""() => {SHOWN}.filter((node) => node.getBoundingClientRect().right > innerWidth + 1
        || (getComputedStyle(node).overflowX !== "visible"
            && node.scrollWidth > node.clientWidth + 1))
    .map((node) => `${{node.id || node.className}}: ${{node.textContent}}`)"""
TORN = f"""() => {SHOWN}.flatMap((node) => [...node.childNodes])
    .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node] : [...node.childNodes]))
    .filter((node) => node.nodeType === Node.TEXT_NODE && !node.parentNode.closest(".unseen")
        && node.parentNode.getBoundingClientRect().width > 2)
    .flatMap((node) => [...node.data.matchAll(/\\p{{L}}{{2,12}}/gu)].filter((word) => {{
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        return new Set([...range.getClientRects()].map(({{ top }}) => Math.round(top))).size > 1;
    }}).map(([word]) => word))"""
"""Words of up to twelve letters that are broken over lines."""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 900)])
def test_a_browser_with_a_font_twice_as_large_cuts_nothing(open_page, size):
    width, height = size
    page = open_page("tab=play&pattern=car", locale="de", reduced_motion="reduce")
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    for tab in TABS:
        page.click(f"#tab-{tab}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
        assert page.evaluate(CUT) == [], tab
        assert page.evaluate(TORN) == [], tab
        board = page.locator(f"#panel-{tab} svg.board").first.bounding_box()
        assert min(board["width"], board["height"]) >= 160, tab


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])
def test_each_wish_stands_beside_its_own_name_on_a_phone(open_page, language):
    page = open_page("tab=design&pattern=car", locale=language, phone=(390, 844))
    page.click(".wish summary")
    boxes = [label.bounding_box() for label in page.locator(".wish label").all()]
    assert len(boxes) == 5
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])
def test_nothing_is_covered_when_magnified(open_page, language):
    options = {"size": (320, 256), "reduced_motion": "reduce"}
    page = open_page("tab=play&pattern=car", locale=language, **options)
    for tab in TABS:
        page.click(f"#tab-{tab}")
        assert page.evaluate(COVERED) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
    page.click("#tab-watch")
    for part in (".moves", ".candidates"):
        assert page.locator(part).bounding_box()["width"] > 250


def test_the_solver_that_loads_covers_nothing(open_page):
    page = open_page(size=(390, 844), reduced_motion="reduce")
    page.evaluate(
        "Object.assign(document.documentElement.dataset, { engine: 'page', solver: 'loading' })"
    )
    assert page.get_by_text("The solver is loading…").is_visible()
    assert page.evaluate(COVERED) == []
    board = page.locator("#play-board").bounding_box()
    above = page.locator(".solver").bounding_box()
    page.evaluate("document.documentElement.dataset.solver = 'ready'")
    assert page.locator("#play-board").bounding_box() == board
    assert above["y"] + above["height"] <= board["y"]


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])
def test_no_word_of_a_tool_is_broken_on_a_phone(open_page, language):
    page = open_page("tab=play&pattern=car", locale=language, has_touch=True)
    for width in (320, 360, 375, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(TORN) == [], width


def test_a_long_word_as_a_title_makes_no_tab_wider(open_page):
    title = "Rindfleischetikettierungsüberwachung" * 2
    page = open_page(f"tab=design&pattern=heart&title={title}", size=(390, 844))
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("status").filter(has_text=title).wait_for()
    for tab in some(TABS):
        page.click(f"#tab-{tab}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
