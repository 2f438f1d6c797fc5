"""The page as a bundle: few requests, and all that the modules do."""

import pytest
from actions import CAR, ask_hint, choose_in_menu, reload, until

WINDOWS = {"#chooser-print": "#booklet", "#chooser-new": "#new-game-window", "#make-open": "#make"}
"""The windows that the chooser opens, by their buttons."""


def loaded(page):
    """The files that the page has asked for, and the bytes that came."""
    page.wait_for_load_state("networkidle")
    entries = page.evaluate(
        """performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
            .filter(({ transferSize }) => transferSize)
            .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])"""
    )
    return [name for name, _ in entries], sum(size for _, size in entries)


def test_a_checkout_without_node_serves_the_modules(open_page, modules):
    page = open_page(f"tab=play&pattern={CAR}", address=modules)
    names, _ = loaded(page)
    assert any(name.endswith("/static/app.js") for name in names)
    assert not [name for name in names if "/dist/" in name]
    ask_hint(page)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "de"])
def test_the_first_visit_takes_few_requests(open_page, bundled, language):
    names, size = loaded(open_page("tab=play", address=bundled, locale=language))
    assert len(names) <= 10
    assert size < 150_000
    assert not [name for name in names if name.startswith("/static")]


def test_every_window_opens_without_a_network(open_page, bundled):
    page = open_page(f"tab=play&pattern={CAR}", address=bundled, locale="de-DE")
    assert page.locator("#tab-play").text_content() == "Spiel"
    page.click(".help summary")
    choose_in_menu(page, "#all-solutions")
    page.click("#solutions-show")
    until(page, "document.querySelector('#solutions-window').textContent.includes('32')")
    page.click("#solutions-window-close")
    # What has not been asked for yet is there when the server is gone.
    page.context.set_offline(True)
    for button, window in WINDOWS.items():
        page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
        page.click("#pattern")
        page.click(button)
        page.wait_for_selector(f"{window}[open]")
    # The sets of pieces are asked for.
    page.problems.clear()


def test_a_second_visit_asks_only_what_may_have_changed(open_page, bundled):
    page = open_page("tab=play", address=bundled)
    ask_hint(page)
    reload(page)
    names, _ = loaded(page)
    assert not [name for name in names if name.startswith("/dist")]
