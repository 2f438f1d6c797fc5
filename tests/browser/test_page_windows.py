"""Every window can be used by everyone, and leaves nothing behind."""

import pytest
from actions import ask_hint, choose_in_menu, settling, status, until, violations

WINDOWS = {
    "chooser": ("#pattern",),
    "make": ("#pattern", "#make-open"),
    "new-game-window": ("#new-game",),
    "booklet": ("#pattern", "#chooser-print"),
    "statistics": ("#pattern", "#chooser-statistics"),
    "solutions-window": ("#all-solutions",),
    "first-minute": ("#first-again",),
    "export": ("#design-export",),
    "why": ("#hint-why",),
    "settings": ("#settings summary",),
    "won": (),
}
"""The buttons that open each window, one after the other."""
ELSEWHERE = {"chooser", "make", "statistics", "export"}
"""What axe looks at with more in it where it is tested, and here at night."""

WON = """async () => {
    const { celebrate } = await import("./static/won.js");
    window.win = () => celebrate({
        drawing: document.querySelector("#play-board svg"), board: { rows: 3, cols: 4 },
        seconds: 61, hints: 1, moves: 4, aids: ["left"], title: "", link: "",
        next: null, holds: () => true,
    }, false);
}"""
"""A game that is won by no player."""

OPEN = """async ([name, buttons, times]) => {
    // What the server must answer first.
    const drawn = { "first-minute": " #first-all .piece-drawing" };
    const tick = () => new Promise((done) => setTimeout(done, 1));
    const found = async (selector) => {
        while (!document.querySelector(selector)) await tick();
        return document.querySelector(selector);
    };
    const close = async () => {
        for (const shown of document.querySelectorAll("dialog[open]")) shown.close();
        document.querySelector("#settings").open = false;
        while (document.querySelector("dialog, #settings[open]")) await tick();
    };
    await close();
    for (let at = 0; at < times; at += 1) {
        await close();
        for (const button of buttons) (await found(button)).click();
        if (!buttons.length) await window.win();
        await found(`#${name}[open]${drawn[name] ?? ""}`);
        await tick();
    }
}"""


@pytest.fixture
def play(open_page):
    """Open the page with a hint, so that there is something to say of it."""

    def opened(**options):
        page = open_page("tab=play&pattern=first-steps", reduced_motion="reduce", **options)
        # Counting is not what is tried here.
        counted = {"text": "9", "with_move": "1"}
        page.route("**/api/count", lambda route: route.fulfill(json=counted))
        ask_hint(page)
        page.evaluate(WON)
        return page

    return opened


@pytest.mark.parametrize("width", [390, pytest.param(1440, marks=pytest.mark.long)])
def test_axe_finds_nothing_in_any_window(play, width):
    page = play(size=(width, 844))
    for name, buttons in WINDOWS.items():
        if width == 390 and name in ELSEWHERE:
            continue
        page.evaluate(OPEN, [name, buttons, 1])
        page.wait_for_load_state("networkidle")
        assert violations(page) == [], name
    page.evaluate(OPEN, ["solutions-window", ("#all-solutions",), 1])
    page.click("#solutions-show")
    until(page, "document.querySelector('#solutions-status').textContent.startsWith('Solution')")
    assert violations(page) == []


def test_keys_do_not_reach_the_game_behind_a_window(open_page):
    page = open_page("tab=play&pattern=tetromino-tube", reduced_motion="reduce")
    held = page.locator('#tray [aria-pressed="true"]')
    before = status(page)
    # The level that is pressed is disabled while the board is dealt, and loses the focus.
    page.route("**/api/deal", lambda _: None)
    page.click("#new-game")
    page.click("#new-game-window [data-level='1']")
    page.wait_for_selector("#new-game-window progress")
    page.keyboard.press("n")
    page.keyboard.press("h")
    assert (held.count(), status(page)) == (0, before)
    page.keyboard.press("Escape")
    choose_in_menu(page, "#all-solutions")
    page.click("#solutions-show")
    page.wait_for_selector("#solutions-board path.piece", state="attached")
    page.fill("#solutions-number", "6")
    page.press("#solutions-number", "Enter")
    page.click("#solutions-forward")
    # There is no further one, and the keys of the window go on.
    page.keyboard.press("n")
    page.keyboard.press("ArrowLeft")
    assert page.input_value("#solutions-number") == "6"
    page.keyboard.press("Escape")
    assert (held.count(), status(page)) == (0, before)


def test_back_leaves_no_window_of_another_board_open(open_page):
    page = open_page("tab=play&pattern=tetromino-tube", reduced_motion="reduce")
    page.click("#tab-watch")
    page.click("#tab-play")
    choose_in_menu(page, "#all-solutions")
    page.wait_for_selector("#solutions-window[open]")
    page.go_back()
    page.wait_for_selector("#panel-watch:visible")
    page.wait_for_selector("dialog", state="detached")


# What is left behind once is left behind each time.
@pytest.mark.parametrize("times", [1, pytest.param(200, marks=pytest.mark.long)])
def test_windows_leave_nothing_behind(play, times):
    page = play()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    settle = settling(page)

    def held():
        for _ in range(2):  # what the first one finalises goes with the second
            devtools.send("HeapProfiler.collectGarbage")
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        found = {one["name"]: one["value"] for one in metrics}
        return found["Nodes"], found["JSEventListeners"]

    def count(last=None):
        """Count when nothing waits for an answer or a frame any more, which holds its window."""
        page.evaluate(OPEN, ["", (), 0])
        while (now := held()) != last:
            last = now
            settle()
        return now

    left = {}
    for name, buttons in WINDOWS.items():
        page.evaluate(OPEN, [name, buttons, 2])
    before = count()
    for name, buttons in WINDOWS.items():
        page.evaluate(OPEN, [name, buttons, times])
        after = count(before)
        left[name] = [now - value for now, value in zip(after, before, strict=True)]
        before = after
    assert {name: more for name, more in left.items() if max(more) > 0} == {}
