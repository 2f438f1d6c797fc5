"""Watch: a search step by step, and two beside each other."""

from __future__ import annotations

import os
import signal
import time

import pytest
from actions import part, until

CAR = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"
TWELVE = "rxrxrxrx/xrxrxrxr/rxrxrxxx/xrxrxrrr/rxxrxxxr/xrxrxrrr/rxxrxrxx/xrxrxrrr"


def search(page, **choices):
    for name, value in choices.items():
        page.select_option(f"#{name}", value)
    page.click("#search")


def outcome(page, number=0):
    return page.locator(".search-view .outcome").nth(number)


def test_a_search_is_watched_to_its_end(open_page):
    page = open_page(f"tab=watch&pattern={TWELVE}&watch=paper,0")
    page.fill("#speed", "8")
    search(page)
    page.wait_for_selector(".outcome.solved")
    assert "Solved after" in outcome(page).text_content()
    assert "18 / 18 pieces · 65 / 65 edges" in page.locator(".numbers").first.text_content()
    assert page.locator("#play").get_attribute("aria-label") == "Play"


def test_steps_go_back_and_forward(open_page):
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper,0")
    search(page)
    until(page, "Number(document.querySelector('#step').max) > 19")
    page.click("#first")
    assert "implied edges cut the board" in page.locator(".move").first.text_content()
    page.click("#forward")
    first = page.locator(".move").first.text_content()
    assert first.endswith("at A4")
    total = page.locator(".part.total dd").first.text_content()
    assert float(total) > 0
    assert page.locator(".search-board .moved").first.get_attribute("d")
    page.click("#forward")
    assert page.locator(".move").first.text_content() != first
    page.click("#back")
    assert page.locator(".move").first.text_content() == first
    # The keyboard does the same.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".move").first.text_content() == first


def test_backtracks_and_siblings_are_shown(open_page):
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper,0")
    search(page)
    until(page, "Number(document.querySelector('#step').max) > 19")
    page.click("#first")
    seen = {"sibling": False, "backtrack": False, "window": False}
    for _ in range(40):
        page.click("#forward")
        seen["sibling"] |= page.locator(".waiting li svg").count() > 0
        seen["backtrack"] |= bool(page.locator(".search-board .gone").first.get_attribute("d"))
        seen["window"] |= bool(page.locator(".search-board .window").first.get_attribute("d"))
        if page.locator("#forward").is_disabled():
            break
    assert seen == {"sibling": True, "backtrack": True, "window": True}


def test_the_page_says_how_a_move_was_found(open_page):
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper,0&step=1")
    until(page, "document.querySelector('#step').value === '1'")
    told = page.locator(".part.found dd").first
    frame = page.locator(".search-board .window").first
    assert told.text_content() == "longest piece"
    assert not frame.get_attribute("d")
    page.click("#forward")
    assert told.text_content() == "trivial island"
    assert frame.get_attribute("d")
    page.fill("#step", "10")
    assert told.text_content() == "window 3 × 2 at (1, 6), progression changed to 3 + 3 + 2"
    assert frame.get_attribute("d").startswith("M5.88 0.88h2.24v3.24")
    # The strategy does not find moves in stages.
    search(page, strategy="constrained")
    until(page, "Number(document.querySelector('#step').max) > 17")
    page.fill("#step", "3")
    assert told.text_content() == "–"
    assert not frame.get_attribute("d")


def test_two_strategies_in_step(open_page):
    page = open_page("tab=watch")
    page.fill("#speed", "8")
    search(page, strategy="constrained", rival="paper")
    assert part(page, "watch") == "constrained,0,paper"
    until(page, "document.querySelectorAll('.outcome.solved').length === 2")
    assert page.locator(".search-view:visible").count() == 2
    assert page.locator(".curve .line[d^=M]").count() == 2
    # Boards stay as they are until the next step: the curves have no slopes.
    for line in page.locator(".curve .line[d^=M]").all():
        assert "L" not in line.get_attribute("d")


def test_no_layout_shift_while_searching(open_page):
    page = open_page("tab=watch")
    page.evaluate(
        """() => {
            window.shift = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) window.shift += entry.value;
            }).observe({ type: "layout-shift" });
        }"""
    )
    page.fill("#speed", "6")
    page.wait_for_timeout(700)
    page.evaluate("window.shift = 0")
    search(page)
    page.wait_for_selector(".outcome.solved")
    assert page.evaluate("window.shift") < 0.001


def test_the_score_of_a_move_reads_as_a_sum(open_page):
    page = open_page("tab=watch")
    search(page, strategy="paper")
    page.wait_for_selector(".outcome.solved")
    page.fill("#step", "2")
    told = page.locator(".part.total dd").first.text_content()
    parts, total = told.split(" = ")
    assert "/2" in parts
    assert eval(parts, {}) == float(total)


def test_an_impossible_pattern_ends_with_its_reason(open_page):
    rows = "/".join(["rxrxrxrr"] * 8)
    page = open_page(f"tab=watch&pattern={rows}")
    page.fill("#speed", "8")
    search(page)
    page.wait_for_selector(".outcome.exhausted")
    assert "no choice of faces gives 24 x, 40 r" in outcome(page).text_content()


def test_a_link_opens_a_step_of_a_search(open_page):
    page = open_page(f"tab=watch&pattern={TWELVE}&watch=paper,0&step=7")
    assert part(page, "step") == "7"
    until(page, "document.querySelector('#step').value === '7'")
    told = page.locator(".move").first.text_content()
    page.click("#forward")
    assert part(page, "step") == "8"
    page.click("#back")
    page.reload()
    page.wait_for_selector("[data-ready]", state="attached")
    until(page, "document.querySelector('#step').value === '7'")
    assert page.locator(".move").first.text_content() == told


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGSTOP"])
def test_a_dead_server_is_told_within_two_seconds(open_page, own_server, how):
    server, address = own_server
    page = open_page(f"tab=watch&pattern={CAR}&watch=random,0,,20000", address=address)
    page.fill("#speed", "0")
    search(page)
    until(page, "Number(document.querySelector('#step').max) > 20")
    server.send_signal(getattr(signal, how))
    try:
        if how == "SIGKILL":
            page.click("#search")
        start = time.monotonic()
        until(page, "document.querySelector('#watch-status').textContent !== ''", 3)
        assert time.monotonic() - start < 2
        told = page.locator("#watch-status")
        assert "is `kaleido play` still running?" in told.text_content()
        # It is told where it is seen.
        top = told.bounding_box()["y"]
        assert 0 <= top <= page.viewport_size["height"] - 20
        assert page.evaluate("scrollY") == 0
    finally:
        server.send_signal(signal.SIGCONT)
    if how == "SIGSTOP":
        until(page, "document.querySelector('#watch-status').textContent === ''")
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]


def test_a_wrong_choice_is_told_in_view(open_page):
    page = open_page("tab=watch", viewport={"width": 360, "height": 640})
    page.route(
        "**/api/events*",
        lambda route: route.fulfill(
            status=422, content_type="application/json", body='{"error": "seed: too large"}'
        ),
    )
    search(page)
    until(page, "document.querySelector('#watch-status').textContent !== ''")
    told = page.locator("#watch-status")
    assert told.text_content() == "Seed: too large."
    assert told.bounding_box()["y"] + told.bounding_box()["height"] <= 640
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]


def test_a_search_survives_a_reload_even_in_another_tab(open_page):
    page = open_page(f"tab=watch&pattern={TWELVE}")
    page.fill("#speed", "3")
    page.select_option("#limit", "500")
    search(page, strategy="paper", rival="constrained")
    assert part(page, "step") == "0"
    until(page, "Number(document.querySelector('#step').value) >= 8")
    page.click("#tab-play")
    page.reload()
    page.wait_for_selector("[data-ready]", state="attached")
    assert part(page, "watch") == "paper,0,constrained,500"
    step = int(part(page, "step"))
    assert step >= 8
    page.click("#tab-watch")
    until(page, f"document.querySelector('#step').value === '{step}'")
    assert page.locator("#strategy").input_value() == "paper"
    assert page.locator("#limit").input_value() == "500"
    assert page.locator(".search-view:visible").count() == 2
