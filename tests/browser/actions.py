"""What a player does, in words."""

import re
import time

import pytest

import kaleido
from kaleido.search.notation import format_place

TABS = "play", "watch", "design", "photo"
CAR = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"
SOLUTION = [
    format_place(each, kaleido.CLASSIC) for each in kaleido.solve("car").solution.placements
]
"""A solution of the car."""


def point(page, board, row, col):
    """The middle of a cell on the screen; parts of cells are allowed."""
    return page.evaluate(
        """([board, row, col]) => {
            const svg = document.querySelector(`${board} svg.board`);
            const at = new DOMPoint(col + 0.5, row + 0.5).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [board, row, col],
    )


def middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, *ends, drop=True):
    page.mouse.move(*start)
    page.mouse.down()
    for end in ends:
        page.mouse.move(*end, steps=6)
    if drop:
        page.mouse.up()


def slot(piece):
    return f'#tray [data-piece="{piece}"]'


def called(page, piece):
    """What a slot of the tray is called, without its cells."""
    return page.locator(slot(piece)).get_attribute("aria-label").partition(": ")[0]


def placed(page):
    """The pieces on the board, as the URL has them."""
    found = part(page, "placed")
    return found.split(";") if found else []


def status(page, name="play"):
    return page.locator(f"#{name}-status").text_content()


def part(page, name):
    # `page.url` would lag behind.
    found = re.search(rf"[#&]{name}=([^&]*)", page.evaluate("location.hash"))
    return found[1] if found else None


def reload(page):
    page.reload()
    page.wait_for_selector("[data-ready]", state="attached")


def follow_link(page, address, fragment):
    """Open the page again with another fragment, which it would otherwise read without a load."""
    page.goto("about:blank")
    page.goto(f"{address}#{fragment}")
    page.wait_for_selector("[data-ready]", state="attached")


def ask_hint(page):
    """Ask for a hint, and have all of it told."""
    page.click("#hint")
    page.wait_for_selector("#follow-hint:not([hidden])")
    page.evaluate(
        """async () => {
            const words = document.querySelector("#follow-words");
            while (!["Place it", "Take off"].includes(words.textContent)) {
                words.parentNode.click();
                await new Promise((done) => setTimeout(done));
            }
        }"""
    )


def follow_hint(page):
    """Ask for a hint, and do what it says."""
    ask_hint(page)
    page.click("#follow-hint")


def download(page, button, folder, **options):
    """Press what saves a file; return the file, which has the name that the page gives it."""
    with page.expect_download(**options) as waiting:
        page.click(button)
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file


def nearly(name):
    """All pieces of a solution but a smallest one, as a link has them, and that one."""
    solution = kaleido.solve(name).solution
    *most, last = sorted(solution.placements, key=lambda each: -len(each.cells))
    return ";".join(format_place(each, kaleido.CLASSIC) for each in most), last


def win(page, last):
    """Place the last piece, a box or two."""
    page.click(slot(last.piece))
    if last.face == "back":
        page.keyboard.press("f")
    page.mouse.click(*point(page, "#play-board", *last.cells[0]))
    assert len(placed(page)) == 18


def choose_in_menu(page, name):
    """Press a button of the menu of Play."""
    page.click("#play-menu summary")
    page.click(name)


def until(page, condition, seconds=60):
    """Wait until a JavaScript expression holds; the page's own policy forbids it to wait itself."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never came true: {condition}"
        page.wait_for_timeout(30)


def settling(page):
    """Return what waits until the page asks for nothing any more, from now on."""
    pending = set()
    page.on("request", lambda request: pending.add(request))
    for event in ("requestfinished", "requestfailed"):
        page.on(event, lambda request: pending.discard(request))

    def settle():
        for _ in range(600):
            page.wait_for_timeout(20)
            if not pending:
                return
        raise AssertionError(f"never answered: {[each.url for each in pending]}")

    return settle


def choose(page, title):
    """Open another board by its title."""
    page.click("#pattern")
    page.locator("#chooser .card").filter(has=page.get_by_text(title, exact=True)).first.click()
    until(page, f"document.querySelector('#pattern-title').textContent === {title!r}")


def chosen(page):
    """The title of the board that is open."""
    return page.locator("#pattern-title").text_content()


def violations(page, part=""):
    """What axe-core has against the page as it is: its rules, and where they are broken.

    The themes differ in their colours only, so that one question is asked in both. While a window
    is open nobody reaches what is behind it, and only the window is looked at; or a part is named.
    """
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="needs axe-core: install extra `browser`"
    ).Axe()
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.axe_script)

    # Who speaks to the page says what stands on its buttons.
    spoken = {"label-content-name-mismatch": {"enabled": True}}

    def ask(**options):
        where = f"{part!r} || ([...document.querySelectorAll('dialog:modal')].at(-1) ?? document)"
        found = f"(options) => axe.run({where}, options).then(({{ violations }}) => violations)"
        return page.evaluate(found, {"resultTypes": ["violations"], "rules": spoken, **options})

    page.emulate_media(color_scheme="light")
    found = ask()
    page.emulate_media(color_scheme="dark")
    found += ask(runOnly={"type": "rule", "values": ["color-contrast"]})
    page.emulate_media(color_scheme="light")
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]
