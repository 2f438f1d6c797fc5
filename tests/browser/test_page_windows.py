"""The windows: they leave nothing behind, and say nothing that is no word."""

from __future__ import annotations

import pytest
from actions import CAR, ask_hint

OPENINGS = 200

OPEN_AND_CLOSE = """
async ([opens, id, times]) => {
    for (let time = 0; time < times; time += 1) {
        document.querySelector(opens).click();
        const dialog = document.getElementById(id);
        dialog.close();
        await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
}
"""

WINDOWS = {
    "why": ("#hint-why", "play"),
    "export": ("#design-export", "design"),
    "statistics": ("#open-statistics", "play"),
    "first-minute": ("#first-again", "play"),
}
"""What opens each window, and on which tab."""


@pytest.mark.parametrize("name", WINDOWS)
def test_nothing_is_left_of_a_window_that_was_opened_often(open_page, name):
    opens, tab = WINDOWS[name]
    page = open_page(f"tab={tab}&pattern={CAR}", reduced_motion="reduce")
    if name == "why":
        ask_hint(page)
        # Counting is not what is tried here.
        page.route(
            "**/api/count", lambda route: route.fulfill(json={"text": "9", "with_move": "1"})
        )
    devtools = page.context.new_cdp_session(page)

    def nodes():
        devtools.send("HeapProfiler.collectGarbage")
        return devtools.send("Memory.getDOMCounters")["nodes"]

    # What is kept for the next time is made the first few times.
    page.evaluate(OPEN_AND_CLOSE, [opens, name, 5])
    before, whole = nodes(), page.locator("*").count()
    page.evaluate(OPEN_AND_CLOSE, [opens, name, OPENINGS])
    assert page.locator("*").count() == whole
    # The browser itself keeps a few for a while.
    assert nodes() - before < OPENINGS / 2


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", WINDOWS)
def test_no_window_says_what_is_no_word(open_page, name, language):
    opens, tab = WINDOWS[name]
    page = open_page(f"tab={tab}&pattern={CAR}", locale=language)
    if name == "why":
        page.click("#hint")
        page.wait_for_selector("#follow-hint:not([hidden])")
        page.click("#follow-hint")
    page.evaluate("(opens) => document.querySelector(opens).click()", opens)
    text = page.locator(f"#{name}").inner_text()
    assert text
    assert not [word for word in ("undefined", "null", "NaN", "[object", "{") if word in text]
    page.keyboard.press("Escape")
    page.wait_for_selector(f"#{name}[open]", state="detached")
