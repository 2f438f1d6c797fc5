"""Photo: a picture is read, corrected, solved."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from actions import CAR, part, placed, point, status, until
from PIL import Image

BOARD = "#photo-board"
SHADES = {"x": (20, 20, 22), "r": (200, 30, 45), "y": (240, 195, 50), "b": (35, 100, 180)}


@pytest.fixture
def picture(tmp_path) -> Path:
    """A picture of the car as a printer would have it."""
    image = Image.new("RGB", (480, 480), "white")
    for row, letters in enumerate(CAR.split("/")):
        for col, letter in enumerate(letters):
            left, top = 40 + 50 * col, 40 + 50 * row
            image.paste(SHADES[letter], (left, top, left + 50, top + 50))
    path = tmp_path / "board.png"
    image.save(path)
    return path


def read_as(page, rows, uncertain):
    """Answer for the server, so that the page is tested whatever the reader reads."""
    answer = {
        "rows": rows,
        "confidence": [[0.9] * 8 for _ in range(8)],
        "notes": ["a note with <b>no markup</b>"],
        "uncertain": uncertain,
    }
    page.route(
        "**/api/read",
        lambda route: route.fulfill(content_type="application/json", body=json.dumps(answer)),
    )


def test_uncertain_cells_are_marked_corrected_and_the_board_is_solved(open_page, picture):
    page = open_page("tab=photo")
    rows = CAR.split("/")
    rows[2] = "xrrr?rrx"
    read_as(page, rows, [[2, 4], [0, 0]])
    page.set_input_files("#photo-file", picture)
    until(page, "document.querySelector('#photo-status').textContent.startsWith('Read,')")
    assert "2 uncertain cells" in status(page, "photo")
    assert page.locator("#photo-notes li").text_content() == "A note with <b>no markup</b>"
    assert page.locator("#photo-preview").is_visible()
    assert page.locator(f"{BOARD} .doubt").get_attribute("d").count("M") == 2
    assert page.locator("#photo-solve").is_disabled()
    page.reload()
    page.wait_for_selector("[data-ready]", state="attached")
    assert page.locator(f"{BOARD} .doubt").get_attribute("d").count("M") == 2
    page.check("input[name=photo-colour][value=r]")
    page.mouse.click(*point(page, BOARD, 2, 4))
    page.focus(BOARD)
    page.mouse.click(*point(page, BOARD, 0, 0))
    assert "Every cell is clear" in status(page, "photo")
    page.click("#photo-solve")
    page.wait_for_selector("#photo-status.joy")
    assert page.locator(f"{BOARD} .piece").get_attribute("d").count("M") == 18
    page.click("#photo-play")
    assert part(page, "tab") == "play"
    assert part(page, "pattern") == CAR
    assert placed(page) == []


@pytest.mark.skipif(
    importlib.util.find_spec("kaleido.photo") is None, reason="kaleido.photo is not there"
)
def test_the_server_reads_an_uploaded_picture(open_page, picture):
    page = open_page("tab=photo")
    page.set_input_files("#photo-file", picture)
    page.wait_for_selector("#photo-solve:enabled")
    assert part(page, "read") == CAR


def test_nothing_is_solved_while_a_picture_is_read(open_page, picture):
    page = open_page(f"tab=photo&read={CAR}")
    waiting = []
    page.route("**/api/read", lambda route: waiting.append(route))
    assert page.locator("#photo-solve").is_enabled()
    page.set_input_files("#photo-file", picture)
    until(page, "document.querySelector('#photo-status').textContent.startsWith('Reading')")
    for name in ("solve", "play", "design"):
        assert page.locator(f"#photo-{name}").is_disabled()
    # The board of before is not for correcting now.
    page.mouse.click(*point(page, BOARD, 0, 1))
    answer = {"rows": ["xxxxxxxx"] * 8, "confidence": [], "notes": [], "uncertain": []}
    while not waiting:
        page.wait_for_timeout(30)
    waiting[0].fulfill(content_type="application/json", body=json.dumps(answer))
    page.wait_for_selector("#photo-solve:enabled")
    assert part(page, "read") == "/".join(answer["rows"])
    assert "Every cell is clear" in status(page, "photo")


def test_a_bad_file_leaves_the_board_and_its_picture(open_page, picture, tmp_path):
    page = open_page("tab=photo")
    read_as(page, CAR.split("/"), [])
    page.set_input_files("#photo-file", picture)
    page.wait_for_selector("#photo-solve:enabled")
    pixels = "document.querySelector('#photo-preview').toDataURL()"
    shown = page.evaluate(pixels)
    page.unroute("**/api/read")
    wrong = tmp_path / "words.png"
    wrong.write_text("no picture", encoding="utf-8")
    page.set_input_files("#photo-file", wrong)
    page.wait_for_selector("#photo-status.clash")
    assert "“words.png” was not read" in status(page, "photo")
    assert "The board is still that of before." in status(page, "photo")
    assert part(page, "read") == CAR
    page.wait_for_selector("#photo-preview", state="visible")
    assert page.evaluate(pixels) == shown
    page.click("#photo-solve")
    page.wait_for_selector("#photo-status.joy")
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]


def test_a_file_that_is_no_picture_is_refused_in_words(open_page, tmp_path):
    page = open_page("tab=photo")
    wrong = tmp_path / "words.png"
    wrong.write_text("no picture", encoding="utf-8")
    page.set_input_files("#photo-file", wrong)
    page.wait_for_selector("#photo-status.clash")
    assert status(page, "photo")
    # The browser tells of the refusal, too: that is no fault of the page.
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]
