"""Design: paint and be told."""

import json
import re
from base64 import b64encode
from urllib.parse import unquote
from xml.etree import ElementTree as Tree

from actions import CAR, download, drag, part, point, reload, until, violations
from some import some

from kaleido import named_pattern
from kaleido.web.designs import NEAREST_SECONDS

BOARD = "#design-board"
TAKE = "#take:not([hidden])"
ISLAND = {
    "status": "no-solution",
    "reason": "",
    "facts": {"kind": "island", "island": {"b": 1}, "cell": [0, 0]},
    "counts": {},
}
"""A judgement of the server."""

OPEN = "/".join(["????????"] * 8)


def verdict(page, kind):
    page.wait_for_selector(f"#verdict.{kind}")
    return page.locator("#reason").text_content()


def paint(page, letter, *cells):
    page.check(f"input[name=design-colour][value='{letter}']")
    for cell in cells:
        page.mouse.click(*point(page, BOARD, *cell))


def titles(page):
    return page.locator("#designs .example > svg + span").all_text_contents()


def test_a_pattern_is_judged_counted_and_rated(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    assert "18 pieces" in verdict(page, "yes")
    until(page, "document.querySelector('#solutions').textContent === '32'")
    page.wait_for_selector("#stars:not(.unknown)")
    assert page.locator("#stars").get_attribute("aria-label") == "1 of 5"


def test_the_cells_of_a_reason_are_lit_and_a_proposal_is_seen_without_them(open_page):
    rows = "rxxxrxrx/xrxrxrxr/rxrxxxrx/rrrrxrxr/xrxrxrrx/xxxxxrxr/rrxrrxrx/rxxxrrxr"
    page = open_page(f"tab=design&pattern={rows}")
    assert "these 3 cells together: A3, C5, F3" in verdict(page, "no")
    lit = page.locator(f"{BOARD} path.look")
    assert lit.get_attribute("d").count("M") == 3
    page.click("#propose-fix")
    # How long it takes at most is said, and seen to pass.
    assert f"{NEAREST_SECONDS:g} seconds" in page.locator("#proposal-words").text_content()
    lasts = page.locator("#proposal-time span")
    assert lasts.evaluate("each => getComputedStyle(each).animationDuration") == (
        f"{NEAREST_SECONDS:g}s"
    )
    page.wait_for_selector(TAKE)
    assert lasts.count() == 0
    assert lit.get_attribute("d") == ""
    page.click("#take")
    verdict(page, "yes")
    assert lit.get_attribute("d") == ""
    # An island is lit whole.
    page.route("**/api/judge", lambda route: route.fulfill(json=ISLAND))
    paint(page, "b", (0, 0))
    verdict(page, "no")
    # Which island that is, with holes or without, depends on what was proposed.
    assert lit.get_attribute("d").startswith("M0 0")


def test_how_far_the_count_is_can_be_seen(open_page):
    page = open_page("tab=design")
    told = [{"type": "counting", "done": 0.405}, {"type": "counting", "done": 0.3}]
    events = "".join(f"data: {json.dumps(each)}\n\n" for each in told)
    page.route(
        "**/api/assess", lambda route: route.fulfill(content_type="text/event-stream", body=events)
    )
    page.click("#examples > summary")
    page.click(".example >> text=Diamond")
    # It never goes back.
    until(page, "document.querySelector('#solutions').textContent === 'counting… 40%'")


def test_what_is_not_solvable_is_fixed(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    verdict(page, "yes")
    assert page.is_hidden("#propose-fix")
    # From the mouse: a stroke of red over the first row.
    page.check("input[name=design-colour][value=r]")
    drag(page, point(page, BOARD, 0, 0), point(page, BOARD, 0, 7))
    broken = "rrrrrrrr/" + CAR[9:]
    assert part(page, "pattern") == broken
    assert "30 black, 34 red" in verdict(page, "no")
    many = page.locator("#design-palette .many").all_text_contents()
    assert many == ["30", "34", "0", "0", "0"]
    page.click("#propose-fix")
    page.wait_for_selector(TAKE)
    words = page.locator("#proposal-words").text_content()
    assert words == "2 cells change. No solvable pattern is nearer."
    assert page.locator(f"{BOARD} path.changed").get_attribute("d").count("M") == 2
    # What is proposed is not painted on, and can be left.
    paint(page, "b", (4, 4))
    assert part(page, "pattern") == broken
    page.click("#leave")
    assert page.locator(f"{BOARD} path.changed").count() == 0
    assert page.evaluate("document.activeElement.id") == BOARD[1:]
    page.click("#propose-fix")
    page.click(TAKE)
    verdict(page, "yes")
    fixed = part(page, "pattern")
    assert sum(one != other for one, other in zip(fixed, broken, strict=True)) == 2
    # One undo takes the whole proposal back, the next one the whole stroke.
    page.click("#design-undo")
    assert part(page, "pattern") == broken
    page.click("#design-undo")
    assert part(page, "pattern") == "car"
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
    # An open cell, and one with a choice.
    page.keyboard.press("?")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+B")
    until(page, "document.querySelector('#live').textContent.includes('B1 yellow or blue')")
    sketch = unquote(part(page, "sketch")).split("/")
    assert sketch[1] == "[yb]?rxxr?[yb]"
    assert part(page, "pattern").split("/")[1] == "yxrxxrxy"


def test_open_cells_are_filled_in(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    page.click("#blank")
    paint(page, "r", (2, 2), (2, 3), (2, 4), (3, 2), (3, 4))
    assert "can have colours" in verdict(page, "yes")
    assert page.is_disabled("#design-play")
    sketch = part(page, "sketch")
    assert sketch.split("/")[2:4] == ["??rrr???", "??r?r???"]
    # The sketch stays through a reload, and so does what can be undone.
    reload(page)
    assert (part(page, "sketch"), part(page, "pattern")) == (sketch, "car")
    found = []
    page.click("#propose-fill")
    for _ in range(2):
        page.wait_for_selector(TAKE)
        found.append(
            page.locator(f"{BOARD} .cell").evaluate_all(
                "all => all.map((each) => each.getAttribute('fill')).join()"
            )
        )
        page.click("#another")
    assert len(set(found)) == 2
    page.wait_for_selector(TAKE)
    page.click("#take")
    verdict(page, "yes")
    assert part(page, "sketch") is None
    filled = part(page, "pattern").split("/")
    assert filled[2][2:5] == "rrr"
    assert (filled[3][2], filled[3][4]) == ("r", "r")
    page.click("#design-undo")
    assert part(page, "sketch") == sketch
    page.click("#design-redo")
    page.click("#design-play")
    assert part(page, "tab") == "play"
    assert part(page, "pattern").split("/") == filled
    # What was played is among the designs.
    page.click("#tab-design")
    assert titles(page) == ["Own board 1"]


def test_designs_are_saved_and_found_again(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    paint(page, "y", (0, 0))
    page.fill("#design-title", "My <car>")
    verdict(page, "no")
    page.click("#design-save")
    assert page.locator("#design-status").text_content() == "Saved as My <car>."
    # The title goes with the link.
    assert unquote(part(page, "title")) == "My <car>"
    page.click("#blank")
    page.click("#design-save")
    verdict(page, "yes")
    assert titles(page) == ["Own board 1", "My <car>"]
    reload(page)
    assert page.locator("#designs .mark").evaluate_all(
        "all => all.map((each) => each.getAttribute('aria-label'))"
    ) == ["✓ Can be filled in", "not solvable"]
    page.click("#designs .example >> text=My <car>")
    assert part(page, "pattern") == "y" + CAR[1:]
    assert page.input_value("#design-title") == "My <car>"
    # Saved again it is the same one; with another title it is another one.
    paint(page, "b", (0, 1))
    page.click("#design-save")
    page.fill("#design-title", "House")
    page.click("#design-save")
    assert titles(page) == ["House", "My <car>", "Own board 1"]
    page.click("[aria-label='Rename My <car>']")
    page.keyboard.type("House")
    page.keyboard.press("Enter")
    page.click("[aria-label='Duplicate House']")
    assert titles(page) == ["House 3", "House", "House 2", "Own board 1"]
    page.click("[aria-label='Delete House 2']")
    assert titles(page) == ["House 3", "House", "Own board 1"]
    page.keyboard.press("Enter")  # on "Undo", which has the focus
    assert titles(page) == ["House 3", "House", "House 2", "Own board 1"]
    # Undo brings the design of before, with its title.
    page.click("#designs .example >> text=Own board 1")
    assert part(page, "sketch") == OPEN
    page.click("#design-undo")
    assert page.input_value("#design-title") == "House"


def test_a_verdict_does_not_disturb_who_writes_a_title(open_page):
    page = open_page(f"tab=design&pattern={CAR}")
    verdict(page, "yes")
    waiting, held = [], [True]
    page.route("**/api/judge", lambda route: waiting.append(route) if held else route.continue_())
    with page.expect_request("**/api/judge"):
        paint(page, "x", (0, 0))
        paint(page, "r", (0, 1))
        page.click("#design-save")
        page.click("[aria-label='Rename Own board 1']")
        page.keyboard.type("My ho")
    while not waiting:  # the request is seen before its route
        page.wait_for_timeout(10)
    held.clear()  # of two requests, the second may come only now
    waiting.pop().continue_()
    page.wait_for_selector("#verdict:not(.wait)")
    page.keyboard.type("use")
    page.keyboard.press("Enter")
    assert titles(page) == ["My house"]
    assert page.locator("#designs .mark").count() == 1


def test_a_title_goes_with_the_link(open_page):
    page = open_page(f"tab=play&pattern=y{CAR[1:]}&title=My%20house")
    kept = page.evaluate("JSON.parse(localStorage.getItem('kaleido.boards'))")
    assert [each["title"] for each in kept] == ["My house"]
    page.click("#tab-design")
    assert page.input_value("#design-title") == "My house"


def test_text_is_exported_and_comes_back(open_page, tmp_path):
    page = open_page(f"tab=design&pattern={CAR}")
    page.fill("#design-title", "My <car>")
    paint(page, "?", (0, 0))
    page.click("#design-export")
    file = download(page, "#download", tmp_path)
    assert file.name == "my-car.txt"
    rows = "?" + CAR.replace("/", "\n")[1:]
    assert file.read_text(encoding="utf-8") == f"# title: My <car>\n{rows}\n"
    page.click("#export-close")
    assert page.evaluate("document.activeElement.id") == "design-export"
    page.click("#blank")
    page.set_input_files("#import", file)
    until(page, "document.querySelector('#design-title').value === 'My <car>'")
    assert part(page, "sketch") == "?" + CAR[1:]
    paste = """text => document.querySelector('#design-board').dispatchEvent(new ClipboardEvent(
        'paste', {clipboardData: (() => { const data = new DataTransfer();
        data.setData('text/plain', text); return data; })(), bubbles: true}))"""
    page.evaluate(paste, CAR)
    until(page, "!location.hash.includes('sketch=')")
    page.evaluate(paste, "rxrx\nrx")
    wrong = "This is no pattern: row 1 “rxrx” has 4 cells, expected 8."
    until(page, f"document.querySelector('#design-status').textContent === '{wrong}'")
    assert part(page, "pattern") == "car"
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]
    # Forms that Kaleido reads for the page, in a file of UTF-16, too.
    other = named_pattern("starship").rows
    table = "\n".join(",".join(row) for row in other).encode("utf-16")
    page.set_input_files("#import", {"name": "a.csv", "mimeType": "text/csv", "buffer": table})
    until(page, "location.hash.includes('pattern=starship')")
    page.evaluate(paste, json.dumps(CAR.split("/")))
    until(page, "location.hash.includes('pattern=car')")


def pixels(page, file, *cells):
    """The colours of the cells of a picture, near their corners, and its size."""
    return page.evaluate(
        """async ([url, cells]) => {
            const image = new Image();
            image.src = url;
            await image.decode();
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const side = canvas.width / 8.32;
            return [canvas.width, canvas.height, ...cells.map(([row, col]) =>
                [...context.getImageData((col + 0.46) * side, (row + 0.46) * side, 1, 1).data]
                    .slice(0, 3).map((part) => part.toString(16).padStart(2, '0')).join(''))];
        }""",
        [f"data:image/png;base64,{b64encode(file.read_bytes()).decode()}", cells],
    )


def test_pictures_and_the_print_sheet(open_page, tmp_path):
    page = open_page(f"tab=design&pattern={CAR}&title=My%20car")
    page.wait_for_selector("#stars:not(.unknown)")
    page.click("#design-export")
    file = download(page, "#save-png", tmp_path)
    assert file.name == "my-car.png"
    assert file.read_bytes().startswith(b"\x89PNG")
    cells = [(0, 0), (0, 1), (7, 7), (7, 6)]
    shown = [{"r": "ce2a33", "x": "1d1d1f"}[CAR.split("/")[row][col]] for row, col in cells]
    assert pixels(page, file, *cells) == [1080, 1080, *shown]
    page.check("#export-solution")
    page.select_option("#export-marks", "letters")
    until(page, "!document.querySelector('#save-svg').disabled")
    root = Tree.parse(download(page, "#save-svg", tmp_path)).getroot()
    name = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{name}title").text == "My car"
    letters = [each.text for each in root.iter(f"{name}text") if each.text and each.text in "xryb"]
    assert "".join(letters) == CAR.replace("/", "")
    # A solution has as many outlines as there are pieces.
    outlines = max((each.get("d") or "").count("Z") for each in root.iter(f"{name}path"))
    assert outlines >= 18
    page.check("#export-pieces")
    page.evaluate("void (window.print = () => { window.printed = true })")
    page.click("#print")
    until(page, "window.printed")
    assert page.locator("#sheet h1").all_text_contents() == ["My car", "My car: a solution"]
    assert "32 solutions" in page.locator("#sheet section p").first.text_content()
    assert page.locator("#sheet .nets svg").count() == 18
    # The pattern, two pages of pieces, the solution.
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 4
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#sheet > *").count() == 0


def test_axe_finds_nothing_in_designs_proposals_and_exports(open_page):
    page = open_page(f"tab=design&pattern=x{CAR[1:]}", reduced_motion="reduce")
    verdict(page, "no")
    page.click("#design-save")
    states = ("#propose-fix", TAKE), ("#design-export", "#export[open]")
    for press, shown in some(states):
        page.click(press)
        page.wait_for_selector(shown)
        assert violations(page) == []


def test_painting_needs_no_scrolling_on_the_smallest_phone(open_page):
    page = open_page(f"tab=design&pattern={CAR}", size=(320, 568))
    verdict(page, "yes")
    for width, height in ((320, 568), (568, 320), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        box = page.evaluate(
            """() => ['#design-board', '#design-palette', '.strokes', '#verdict'].map((each) => {
                const box = document.querySelector(each).getBoundingClientRect();
                return box.left >= 0 && box.top >= 0 && box.right <= innerWidth &&
                    box.bottom <= innerHeight;
            })"""
        )
        assert box == [True] * 4, (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
