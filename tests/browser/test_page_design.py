"""Design: paint and be told."""

from __future__ import annotations

from pathlib import Path

from actions import CAR, chosen, drag, part, point, until

BOARD = "#design-board"


def verdict(page, kind):
    page.wait_for_selector(f"#verdict.{kind}")
    return page.locator("#reason").text_content()


def test_a_pattern_is_judged_counted_and_rated(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    assert "18 pieces" in verdict(page, "yes")
    until(page, "document.querySelector('#solutions').textContent === '32'")
    page.wait_for_selector("#stars:not(.unknown)")
    assert page.locator("#stars").get_attribute("aria-label") == "1 of 5"


def test_painting_an_unsolvable_pattern_gives_the_reason(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    verdict(page, "yes")
    # From the mouse: a stroke of red over the first row.
    page.check("input[name=design-colour][value=r]")
    drag(page, point(page, BOARD, 0, 0), point(page, BOARD, 0, 7))
    assert part(page, "pattern").startswith("rrrrrrrr/")
    assert "30 x, 34 r" in verdict(page, "no")
    many = page.locator("#design-palette .many").all_text_contents()
    assert many == ["30", "34", "0", "0"]
    assert page.locator("#solutions").text_content() == "0"
    # One undo takes the whole stroke back.
    page.click("#design-undo")
    assert part(page, "pattern") == CAR
    verdict(page, "yes")


def test_painting_by_keyboard_with_a_symmetric_brush(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    page.select_option("#symmetry", "left-right")
    page.focus(BOARD)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("y")
    assert part(page, "pattern").split("/")[1] == "yxrxxrxy"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("4")
    assert part(page, "pattern").split("/")[1] == "ybrxxrby"
    page.keyboard.press("Control+z")
    assert part(page, "pattern").split("/")[1] == "yxrxxrxy"


def test_an_example_is_one_click_away_and_goes_on_to_play(open_page):
    page = open_page("tab=design")
    page.click(".example >> text=Starship")
    assert part(page, "pattern").startswith("xbxbxyxb/")
    page.click("#design-play")
    assert part(page, "tab") == "play"
    assert chosen(page) == "Starship"


def test_the_download_is_a_pattern_file(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    page.fill("#design-title", "My <car>")
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename == "my-car.txt"
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text == "# title: My <car>\n" + CAR.replace("/", "\n") + "\n"


def test_reloading_keeps_the_painting(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    page.focus(BOARD)
    page.keyboard.press("b")
    page.reload()
    page.wait_for_selector("[data-ready]", state="attached")
    assert part(page, "tab") == "design"
    assert part(page, "pattern").startswith("bxrrrrxr/")
    page.click("#design-undo")
    assert part(page, "pattern") == CAR
