"""Photo: a picture is read, corrected, solved."""

import json
import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from actions import CAR, part, placed, point, reload, status, until
from PIL import Image

from kaleido import named_pattern
from kaleido.draw.svg import draw_svg

needs_opencv = pytest.mark.skipif(find_spec("cv2") is None, reason="needs the extra `photo`")

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


PAGE = ("heart", "starship", "car", "twelve")
"""What the page of a booklet shows, in two columns."""


@pytest.fixture(scope="module")
def booklet(browser, tmp_path_factory):
    """A photo of a page with four of Kaleido's own drawings, and where their corners lie in it."""
    drawings = "".join(
        f"<div><p>Board No. {number} {name.capitalize()}</p>{draw_svg(named_pattern(name))}</div>"
        for number, name in enumerate(PAGE, start=1)
    )
    sheet = browser.new_page(viewport={"width": 1000, "height": 1250})
    sheet.set_content(
        "<style>body { margin: 60px 90px; font: 24px sans-serif; "
        "transform: rotate(3deg) skewX(2deg); "
        "display: grid; grid-template-columns: auto auto; gap: 40px 70px; }"
        "div:nth-child(2) svg { width: 270px; height: 270px; }</style>" + drawings
    )
    path = tmp_path_factory.mktemp("photo") / "page.png"
    sheet.screenshot(path=path)
    corners = sheet.evaluate(
        """() => [...document.querySelectorAll("svg")].map((svg) =>
            [[0, 0], [320, 0], [320, 320], [0, 320]].map(([x, y]) => {
                const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
                return [at.x, at.y];
            }))"""
    )
    sheet.close()
    return path, corners


def answer(rows, uncertain=(), **facts):
    """What the server tells of the picture above."""
    corners = [[39.5, 39.5], [439.5, 39.5], [439.5, 439.5], [39.5, 439.5]]
    board = {
        "rows": rows,
        "guesses": [row.replace("?", "r") for row in rows],
        "confidence": [[0.9] * 8 for _ in range(8)],
        "uncertain": list(uncertain),
        "corners": corners,
        "size": [480, 480],
        "number": 1,
        "oriented": True,
        "turned": 0,
        "mirrored": False,
        "changed": 0,
        "possible": True,
    } | facts
    events = [
        {"type": "step", "step": "find", "done": 1, "of": 2},
        {"type": "read", "boards": [board]} | board,
    ]
    text = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    return {"content_type": "text/event-stream", "body": text}


def read_as(page, rows, uncertain=(), **facts):
    """Answer for the server, so that the page is tested whatever the reader reads."""
    page.route("**/api/read*", lambda route: route.fulfill(**answer(rows, uncertain, **facts)))


def until_read(page):
    until(page, "document.querySelector('#photo-busy').hidden")


def outline(page):
    """The corners of the chosen outline, in pixels of the picture."""
    drawn = page.locator(".overlay .chosen.outline").get_attribute("d")
    return np.array(re.findall(r"[-\d.]+", drawn), float).reshape(4, 2)


def on_picture(page, place):
    """Where a pixel of the picture is on the screen."""
    box = page.locator("#photo-preview").bounding_box()
    width, height = page.evaluate(
        "(({ width, height }) => [width, height])(document.querySelector('#photo-preview'))"
    )
    return box["x"] + box["width"] * place[0] / width, box["y"] + box["height"] * place[1] / height


def test_uncertain_cells_are_marked_corrected_and_the_board_is_solved(open_page, picture):
    page = open_page("tab=photo")
    rows = CAR.split("/")
    rows[2] = "xrrr?rrx"
    read_as(page, rows, [[2, 4], [0, 0]], oriented=False, mirrored=True, changed=2)
    page.set_input_files("#photo-file", picture)
    until(page, "document.querySelector('#photo-status').textContent.startsWith('Read.')")
    assert "1 cell could not be read" in status(page, "photo")
    notes = page.locator("#photo-notes li").all_text_contents()
    assert len(notes) == 3
    assert "which way is up" in notes[0]
    assert "may be mirrored" in notes[1]
    assert notes[2].startswith("2 cells were changed")
    assert page.locator("#photo-preview").is_visible()
    assert page.locator(".overlay .chosen.doubtful").get_attribute("d").count("M") == 2
    assert page.locator(f"{BOARD} .doubt").get_attribute("d").count("M") == 2
    assert page.locator("#photo-solve").is_disabled()
    reload(page)
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
    assert part(page, "pattern") == "car"
    assert placed(page) == []


def test_cells_in_doubt_are_asked_for_by_keyboard_on_a_phone(open_page, picture):
    page = open_page("tab=photo", phone=(390, 844))
    rows = CAR.split("/")
    rows[2], rows[5] = "xrrr?rrx", "r?xxxxxr"
    read_as(page, rows, [[0, 0], [2, 4], [5, 1]])
    page.set_input_files("#photo-file", picture)
    page.wait_for_selector("#photo-doubt")

    def asked():
        spot = page.locator(f"{BOARD} .spot")
        cell = tuple(int(spot.get_attribute(axis)) for axis in "yx")
        drawn = page.locator(".overlay .chosen.spot").get_attribute("d")
        assert drawn.startswith(f"M{40 + 50 * cell[1]}.0 {40 + 50 * cell[0]}.0")
        return cell

    assert page.locator("#photo-doubt legend").text_content() == "A1, 1 of 3 to check"
    assert "Probably red, with a chance of 90%" in page.locator("#photo-doubt").text_content()
    assert page.locator(".answers .likeliest").text_content() == "red"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # What the others can be is known before anything is answered.
    until(page, "document.querySelector('#photo-completions').textContent.includes('can')")
    assert asked() == (0, 0)
    page.keyboard.press("r")
    assert asked() == (2, 4)
    page.keyboard.press("ArrowRight")
    assert asked() == (5, 1)
    page.click("#photo-skip")
    assert asked() == (2, 4)
    page.keyboard.press("ArrowLeft")
    assert asked() == (5, 1)
    page.keyboard.press("1")
    assert page.locator("#photo-doubt legend").text_content() == "C5, 1 of 1 to check"
    until(page, "document.querySelector('#photo-completions').textContent.includes('can')")
    assert "C5 red" in page.locator("#photo-completions").text_content()
    # A turn takes the question along.
    page.click("#photo-right")
    assert page.locator("#photo-doubt legend").text_content() == "E6, 1 of 1 to check"
    page.click("#photo-left")
    page.locator(".answers button", has_text="red").click()
    assert not page.locator("#photo-doubt").is_visible()
    assert page.evaluate("document.activeElement.id") == "photo-solve"
    assert part(page, "read") == CAR


@needs_opencv
def test_the_server_reads_an_uploaded_picture(open_page, picture):
    page = open_page("tab=photo")
    page.set_input_files("#photo-file", picture)
    page.wait_for_selector("#photo-solve:enabled")
    assert part(page, "read") == CAR
    # Nothing of it says which way is up.
    assert page.locator("#photo-notes").text_content()
    page.click("#photo-left")
    page.click("#photo-right")
    page.click("#photo-right")
    assert part(page, "read") == named_pattern("car").rotated(1).text
    assert page.locator("#photo-notes").text_content() == ""


@needs_opencv
def test_a_large_photo_of_a_phone_is_reduced_and_upright(open_page, picture, tmp_path):
    path = tmp_path / "camera.jpg"
    with Image.open(picture) as shown:
        large = shown.resize((1800, 1800), Image.Resampling.NEAREST)
    taken = Image.new("RGB", (3000, 4000), "white")
    taken.paste(large, (900, 1500))
    exif = Image.Exif()
    exif[0x0112] = 6
    taken.rotate(90, expand=True).save(path, exif=exif)
    page = open_page("tab=photo")
    assert not page.locator("label:has(#photo-camera)").is_visible()
    page = open_page("tab=photo", phone=(360, 640))
    assert page.locator("label:has(#photo-camera)").is_visible()
    page.evaluate(
        """() => {
            const { fetch } = window;
            window.fetch = (url, options) => {
                if (options?.body instanceof Blob) {
                    createImageBitmap(options.body).then(({ width, height }) => {
                        window.sent = [width, height];
                    });
                }
                return fetch(url, options);
            };
        }"""
    )
    page.set_input_files("#photo-camera", path)
    page.wait_for_selector("#photo-solve:enabled")
    assert part(page, "read") == CAR
    assert page.evaluate("window.sent") == [1200, 1600]
    assert np.abs(outline(page)[0] - [420, 660]).max() < 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # The corner is dragged by a finger, and finds its place again.
    x, y = on_picture(page, outline(page)[0])
    touch = page.context.new_cdp_session(page)
    for kind, at in (("Start", 0), ("Move", 3), ("Move", 5), ("End", None)):
        points = [] if at is None else [{"x": x + at, "y": y + at}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    assert page.locator("#photo-busy").is_visible()
    until_read(page)
    assert part(page, "read") == CAR
    assert np.abs(outline(page)[0] - [420, 660]).max() < 5


def test_nothing_is_solved_while_a_picture_is_read(open_page, picture):
    page = open_page(f"tab=photo&read={CAR}")
    waiting = []
    page.route("**/api/read*", lambda route: waiting.append(route))
    assert page.locator("#photo-solve").is_enabled()
    page.set_input_files("#photo-file", picture)
    until(page, "document.querySelector('#photo-status').textContent.startsWith('Reading')")
    for name in ("solve", "play", "design"):
        assert page.locator(f"#photo-{name}").is_disabled()
    # The board of before is not for correcting now.
    page.mouse.click(*point(page, BOARD, 0, 1))
    page.click("#photo-cancel")
    assert status(page, "photo") == "Stopped. The board is still that of before."
    assert part(page, "read") == CAR
    for name in ("solve", "play", "design"):
        assert page.locator(f"#photo-{name}").is_enabled()
    page.wait_for_selector("#photo-preview", state="hidden")
    page.set_input_files("#photo-file", picture)
    while len(waiting) < 2:
        page.wait_for_timeout(30)
    waiting[1].fulfill(**answer(["xxxxxxxx"] * 8))
    page.wait_for_selector("#photo-solve:enabled")
    assert part(page, "read") == "/".join(["xxxxxxxx"] * 8)
    assert "Every cell is clear" in status(page, "photo")


def test_a_bad_file_leaves_the_board_and_its_picture(open_page, picture, tmp_path):
    page = open_page("tab=photo")
    read_as(page, CAR.split("/"), [])
    page.set_input_files("#photo-file", picture)
    page.wait_for_selector("#photo-solve:enabled")
    pixels = "document.querySelector('#photo-preview').toDataURL()"
    shown = page.evaluate(pixels)
    page.unroute("**/api/read*")
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


@needs_opencv
def test_a_board_is_chosen_from_a_page_its_corner_dragged_and_it_is_solved(open_page, booklet):
    path, corners = booklet
    page = open_page("tab=photo")
    page.set_input_files("#photo-file", path)
    page.wait_for_selector("#photo-boards button")
    assert page.locator("#photo-boards button").count() == 4
    assert "4 boards found" in status(page, "photo")
    for at, name in enumerate(PAGE):
        page.locator("#photo-boards button").nth(at).click()
        assert part(page, "read") == named_pattern(name).text
        assert np.abs(outline(page) - corners[at]).max() < 3
    # A corner that keys have moved is not read of a board that is chosen after that.
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".corner").first.press("ArrowLeft")
    page.locator("#photo-boards button").first.click()
    page.wait_for_timeout(1000)
    assert [url for url in asked if "/api/read" in url] == []
    # On the picture, the third.
    middle = np.mean(corners[2], axis=0)
    page.mouse.click(*on_picture(page, (middle[0], middle[1] + 60)))
    assert part(page, "read") == CAR
    assert page.locator('#photo-boards [aria-pressed="true"]').text_content() == "Board 3"
    # The cell under the pointer is shown in the picture, and the other way round.
    page.mouse.move(*point(page, BOARD, 0, 0))
    spot = page.locator(".overlay .chosen.spot").get_attribute("d")
    assert np.abs(np.array(re.findall(r"[-\d.]+", spot)[:2], float) - corners[2][0]).max() < 3
    inside = np.average(corners[2], axis=0, weights=[0.49, 0.21, 0.09, 0.21])
    page.mouse.click(*on_picture(page, inside))
    assert page.locator(f"{BOARD} .spot").get_attribute("x") == "2"
    # A corner that is dragged away half a cell finds its place again.
    corner = on_picture(page, corners[2][2])
    page.mouse.move(*corner)
    page.mouse.down()
    page.mouse.move(corner[0] - 9, corner[1] + 6, steps=4)
    assert np.abs(outline(page) - corners[2]).max() > 5
    assert page.locator(".loupe").is_visible()
    page.mouse.up()
    until_read(page)
    assert np.abs(outline(page) - corners[2]).max() < 3
    assert part(page, "read") == CAR
    page.click("#photo-solve")
    page.wait_for_selector("#photo-status.joy")
    assert page.locator(f"{BOARD} .piece").get_attribute("d").count("M") == 18


@needs_opencv
def test_a_board_that_was_not_found_is_marked_by_keyboard(open_page, picture):
    page = open_page("tab=photo")
    gave_up = {"type": "gave-up", "reason": "found no board of 8 × 8 coloured cells"}
    events = [{"type": "step", "step": "find", "done": 0, "of": 1}, gave_up]
    text = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    page.route(
        "**/api/read", lambda route: route.fulfill(content_type="text/event-stream", body=text)
    )
    page.set_input_files("#photo-file", picture)
    page.wait_for_selector("#photo-status.clash")
    assert "found no board" in status(page, "photo")
    assert page.locator("#photo-preview").is_visible()
    page.click("#photo-mark")
    assert outline(page).tolist() == [[120, 120], [360, 120], [360, 360], [120, 360]]
    assert part(page, "read") is None
    for keys in ("Left Up", "Right Up", "Right Down", "Left Down"):
        for key in keys.split():
            for _ in range(12):
                page.keyboard.press(f"Shift+Arrow{key}")
        page.keyboard.press("Tab")
    page.wait_for_selector("#photo-solve:enabled")
    assert part(page, "read") == CAR
    assert np.abs(outline(page) - [[40, 40], [440, 40], [440, 440], [40, 440]]).max() < 4
