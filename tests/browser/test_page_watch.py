"""Watch: a search step by step, and two beside each other."""

import io
import os
import re
import signal

import pytest
from actions import part, reload, until
from rich.console import Console

import kaleido
from kaleido.cli.solve import StepPrinter
from kaleido.paper import Paper

CAR = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"
TWELVE = "rxrxrxrx/xrxrxrxr/rxrxrxxx/xrxrxrrr/rxxrxxxr/xrxrxrrr/rxxrxrxx/xrxrxrrr"
PHONES = [(320, 568), (844, 390), (360, 640)]
BOXES = """all => all.map((each) => each.getBoundingClientRect())
    .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


def search(page, **choices):
    for name, value in choices.items():
        page.select_option(f"#{name}", value)
    page.click("#search")


def go(page, step):
    """Go to a step as soon as it is there."""
    until(page, f"Number(document.querySelector('#step').max) >= {max(step, 1)}")
    page.fill("#step", str(step))


def shown(page):
    return int(page.input_value("#step"))


def move(page):
    return page.locator(".move").first.text_content()


def rows(page):
    """What the rows of the first list say that are drawn, in their order."""
    found = page.locator(".roll").first.locator("[role=treeitem]").all()
    found.sort(key=lambda row: int(row.get_attribute("aria-posinset")))
    return [row.text_content().strip() for row in found]


def current(page):
    return page.locator(".roll").first.locator("[aria-selected=true]")


def test_a_search_begins_by_itself_and_ends_once(open_page):
    page = open_page(f"tab=play&pattern={TWELVE}")
    page.click("#tab-watch")
    page.select_option("#speed", "400")
    page.wait_for_selector(".outcome.solved")
    assert "Solved after" in page.locator(".outcome").first.text_content()
    assert "18 / 18 pieces · 65 / 65 edges" in page.locator(".numbers").first.text_content()
    assert page.locator("#play").get_attribute("aria-label") == "Play"
    last = shown(page)
    assert last == int(page.get_attribute("#step", "max"))
    page.wait_for_timeout(500)
    assert shown(page) == last
    # Whoever comes back finds it as it was left; another strategy begins anew.
    page.click("#first")
    page.click("#tab-play")
    page.click("#tab-watch")
    page.wait_for_timeout(300)
    assert shown(page) == 0
    page.select_option("#strategy", "constrained")
    page.wait_for_selector(".outcome.solved")
    assert page.locator(".search-title").first.text_content() == "Scarcest first"


def test_with_less_motion_it_waits_to_be_played(open_page):
    page = open_page(f"tab=watch&pattern={CAR}", reduced_motion="reduce")
    until(page, "document.querySelector('#step').max === '21'")
    page.wait_for_timeout(1200)
    assert shown(page) == 0
    page.click(".big-play")
    until(page, "Number(document.querySelector('#step').value) > 0")
    assert page.locator(".big-play").is_hidden()


def test_steps_go_back_and_forward_and_tell_their_moves(open_page):
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper,0")
    go(page, 0)
    until(page, "/implied edges cut the board/.test(document.querySelector('.move').textContent)")
    page.click("#forward")
    first = move(page)
    assert first == "Big wand (W) at A4: longest piece"
    assert page.locator(".search-board .moved").first.get_attribute("d")
    page.click("#forward")
    assert move(page) != first
    page.click("#back")
    assert move(page) == first
    # The keyboard does the same.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert move(page) == first
    page.keyboard.press("End")
    until(page, "document.querySelector('.outcome.solved') !== null")
    # So does the curve.
    box = page.locator(".curve").bounding_box()
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.5 * box["height"])
    assert 10 <= shown(page) <= 16
    # A move tells its window, and what was taken back.
    go(page, 2)
    frame = page.locator(".search-board .window").first
    assert move(page).endswith("trivial island")
    go(page, 10)
    assert move(page).endswith("window 3 × 2 at B7, progression changed to 3 + 3 + 2")
    assert frame.get_attribute("d").startswith("M5.88 0.88h2.24v3.24")
    go(page, 16)
    assert move(page).startswith("Taken back: ")
    assert page.locator(".search-board .gone").first.get_attribute("d")
    assert current(page).text_content().endswith("taken back ")


def test_the_list_of_moves_goes_where_one_points(open_page):
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper,0&step=0", size=(1280, 700))
    until(page, "document.querySelector('#step').max === '23'")
    page.evaluate("scrollTo(0, 60)")
    listed = rows(page)
    assert listed[0] == "0 Start 52 edges implied"
    assert listed[1] == "1  big wand (W) A4 16 longest piece"
    assert listed[12].endswith("window 2 × 3")
    page.locator(".roll [role=treeitem]", has_text=re.compile("^12 ")).click()
    assert shown(page) == 12
    assert current(page).text_content().strip() == listed[12]
    page.keyboard.press("ArrowDown")
    assert shown(page) == 13
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert shown(page) == 11
    # The list is scrolled to where one is, the page is not.
    page.keyboard.press("End")
    until(page, "document.querySelector('.outcome.solved') !== null")
    roll = page.locator(".roll").first
    inner, outer = current(page).bounding_box(), roll.bounding_box()
    assert outer["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    assert page.evaluate("scrollY") == 60
    marked = roll.get_attribute("aria-activedescendant")
    assert current(page).get_attribute("id") == marked
    # What led nowhere is struck through; the final line is without it.
    assert page.locator(".line.away").count() == 2
    page.click(".moves .tool >> nth=0")
    assert page.locator(".line.away").count() == 0
    page.keyboard.press("Home")
    page.click("[aria-label='To the next move that is taken back']")
    assert shown(page) == 16


def test_branches_fold_and_stay_quick(open_page):
    page = open_page("tab=watch&pattern=fancy-chessboard&watch=paper,0,,5000&step=0")
    until(page, "Number(document.querySelector('#step').max) > 2000", 60)
    heads = page.locator(".branch-line")
    assert re.fullmatch(r" [\d,]+ moves tried up to \d+ pieces ", heads.first.text_content())
    before = int(page.get_attribute(".roll [role=treeitem]", "aria-setsize"))
    heads.first.click()
    assert heads.first.get_attribute("aria-expanded") == "true"
    assert int(page.get_attribute(".roll [role=treeitem]", "aria-setsize")) > before + 5
    # The keys walk into it, and fold it.
    page.locator(".line.away").first.click()
    inside = shown(page)
    page.keyboard.press("ArrowDown")
    assert shown(page) > inside
    page.keyboard.press("Enter")
    assert heads.first.get_attribute("aria-expanded") == "false"
    assert current(page).text_content().startswith(" 2 of ")
    # Of all moves only those in view are drawn, however many there are, and a step takes no time.
    took = page.evaluate(
        """() => {
            const step = document.querySelector("#step");
            return Array.from({ length: 30 }, (_, at) => {
                const start = performance.now();
                step.value = 50 * at;
                step.dispatchEvent(new Event("input"));
                document.body.getBoundingClientRect();
                return performance.now() - start;
            }).sort((a, b) => a - b)[15];
        }"""
    )
    assert took < 400
    assert page.locator(".line").count() < 60


def test_candidates_show_their_scores_and_lie_on_the_board(open_page):
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper,0&step=8")
    until(page, "document.querySelector('#step').value === '8'")
    candidates = page.locator(".candidate")
    assert page.locator(".candidates h3").first.text_content() == "Candidates for move 8"
    assert candidates.count() == 3
    chosen, sibling, _ = candidates.all()
    assert chosen.locator(".state").text_content() == "played"
    total = chosen.locator(".worth").text_content()
    sum_, result = chosen.locator(".sum").text_content().split(" = ")
    assert float(total) == float(result) == eval(sum_, {})
    parts = page.locator(".score-parts b").all_text_contents()
    assert sum(map(float, parts)) == pytest.approx(float(total))
    bars = chosen.locator(".score > span").all()
    assert len(bars) == len([each for each in parts if float(each)])
    ghost = page.locator(".search-board .ghost rect")
    assert ghost.count() == 0
    sibling.hover()
    assert ghost.count() > 1
    assert not page.locator(".search-board .moved").first.get_attribute("d")
    page.mouse.move(2, 2)
    assert ghost.count() == 0
    assert page.locator(".search-board .moved").first.get_attribute("d")
    # Pressed, it stays until the next step.
    sibling.click()
    page.mouse.move(2, 2)
    assert sibling.get_attribute("aria-pressed") == "true"
    assert ghost.count() > 1
    page.keyboard.press("Escape")
    assert ghost.count() == 0
    sibling.click()
    page.click("#forward")
    assert ghost.count() == 0


def test_the_moves_are_copied_as_the_command_line_prints_them_or_it_is_told(open_page):
    page = open_page(
        f"tab=watch&pattern={CAR}&watch=paper,0&step=0",
        permissions=["clipboard-read", "clipboard-write"],
    )
    until(page, "document.querySelector('#step').max === '23'")
    page.click("[aria-label='Copy the moves as text']")
    until(page, "document.querySelector('#live').textContent.startsWith('The moves are copied.')")
    printed = io.StringIO()
    wide = {"width": 300, "force_terminal": True, "color_system": None}
    printer = StepPrinter(Console(file=printed, highlight=False, **wide), plain=False)
    kaleido.solve(CAR, Paper(0), watch=printer.follow)
    assert page.evaluate("navigator.clipboard.readText()") == printed.getvalue()
    # Where the address is not secure, browsers have no clipboard.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.click("[aria-label='Copy the moves as text']")
    until(page, "document.querySelector('#live').textContent.startsWith('The browser does')")
    page.click("#pattern")
    page.click("#make-open")
    page.click("#make-take")
    page.click("#make-link:enabled")
    until(page, "document.querySelector('#make-status').textContent.includes('#tab=play&pattern=')")


def test_two_strategies_in_step(open_page):
    page = open_page("tab=watch")
    page.select_option("#speed", "400")
    search(page, strategy="constrained", rival="paper")
    assert part(page, "watch") == "constrained,0,paper"
    until(page, "document.querySelectorAll('.outcome.solved').length === 2")
    assert page.locator(".search-view:visible").count() == 2
    assert page.locator(".curve .line-of[d^=M]").count() == 2
    # Boards stay as they are until the next step: the curves have no slopes.
    for line in page.locator(".curve .line-of[d^=M]").all():
        assert "L" not in line.get_attribute("d")
    # What both took is compared.
    numbers = page.locator(".numbers").all_text_contents()
    moves = [re.search(r"(\d+) moves", text)[1] for text in numbers]
    assert page.locator("#versus").text_content() == (
        f"Scarcest first: {moves[0]} moves · Paper: program: {moves[1]} moves"
    )
    # A step of the shorter one is past its end, unless both are to end together.
    steps = [len(page.locator(f".moves:nth-child({order}) .line").all()) for order in (1, 2)]
    assert min(steps) > 15
    page.click("#back")
    assert page.locator(".outcome.solved").count() == 1
    page.click("#watch-more > summary")
    page.select_option("#pace", "ends")
    page.click("#back")
    assert page.locator(".outcome.solved").count() == 0


@pytest.mark.few(2)
@pytest.mark.parametrize("size", PHONES)
def test_a_phone_has_all_controls_in_view(open_page, size):
    width, height = size
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper,0&step=0", phone=size)
    ids = ["strategy", "rival", "search", "first", "back", "play", "forward", "last", "step"]
    seen = [f"#{each}" for each in [*ids, "speed"]] + ["#watch-more > summary"]
    for rival in ("", "constrained"):
        page.select_option("#rival", rival)
        until(page, "document.querySelector('#step').max === '23'")
        boards = page.locator(".search-board:visible")
        until(
            page, f"document.querySelectorAll('.moves:not([hidden])').length === {boards.count()}"
        )
        page.tap("#last")
        page.wait_for_selector(".outcome.solved")
        for selector in [*seen, ".search-board:visible", ".outcome:visible"]:
            for left, top, right, bottom in page.locator(selector).evaluate_all(BOXES):
                assert min(left, top) >= 0, selector
                assert right <= width + 0.5, selector
                assert bottom <= height + 0.5, selector
        assert boards.count() == 1 + bool(rival)
        assert all(board.bounding_box()["width"] >= 120 for board in boards.all())
        assert page.locator("#play").bounding_box()["height"] >= 40
    # Scrolled down to the candidates, a tapped one is still seen on the board.
    page.fill("#step", "8")
    candidate = page.locator(".candidate").nth(1)
    candidate.scroll_into_view_if_needed()
    candidate.tap()
    assert page.locator(".search-board .ghost rect").count() > 1
    if width < height:
        assert boards.first.bounding_box()["y"] >= 0


@pytest.mark.parametrize("size", [(320, 568), (568, 320)], ids=["upright", "on its side"])
def test_a_small_phone_shows_the_whole_end(open_page, size):
    """All is told, no word is broken, and no button is moved out of view."""
    black = "/".join(["x" * 8] * 8)
    for pattern, end in ((CAR, ".outcome.solved"), (black, ".outcome.exhausted")):
        fragment = f"tab=watch&pattern={pattern}&watch=paper-plus,0&step=0"
        page = open_page(fragment, phone=size, locale="de")
        page.wait_for_selector("#step[max]:not([max='0'])")
        page.keyboard.press("End")
        page.wait_for_selector(end)
        for words in (".search-title", ".outcome", ".move", ".numbers"):
            box = page.locator(words)
            assert box.evaluate("(node) => node.scrollWidth <= node.clientWidth"), words
            assert box.text_content()
        assert page.locator(".search-title").bounding_box()["height"] < 30
        assert page.locator("#last").bounding_box()["y"] + 44 <= size[1]
        assert page.locator(".search-board svg").bounding_box()["width"] >= 96


def test_buttons_that_can_do_no_more_keep_the_focus(open_page):
    page = open_page(f"tab=watch&pattern={CAR}&watch=paper-plus,0&step=12", reduced_motion="reduce")
    until(page, "document.querySelector('#step').value === '12'")
    for name, step in (("first", 0), ("last", 21)):
        page.focus(f"#{name}")
        page.keyboard.press("Enter")
        until(page, f"document.querySelector('#step').value === '{step}'")
        assert page.locator(f"#{name}").is_disabled()
        assert page.evaluate("document.activeElement.id") == name


def test_any_puzzle_is_watched(open_page):
    page = open_page("tab=watch&pattern=pentomino-6x10&watch=constrained,0&step=6")
    until(page, "document.querySelector('#step').value === '6'")
    assert page.locator(".candidate .lying svg").count() > 0
    until(page, "document.querySelectorAll('.roll .lying svg').length > 4")
    # There are no colours that would imply edges.
    assert page.locator("#legend li:visible").count() == 4
    page.click("#legend summary")
    # The browser tells the page a little later that it was folded.
    until(page, "localStorage.getItem('kaleido.legend') === 'false'")
    reload(page)
    assert page.locator("#legend li:visible").count() == 0


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
    page.select_option("#speed", "40")
    page.wait_for_timeout(700)
    page.evaluate("window.shift = 0")
    search(page)
    page.wait_for_selector(".outcome.solved")
    assert page.evaluate("window.shift") < 0.001


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_a_dead_server_is_told(open_page, own_server):
    server, address = own_server
    page = open_page(f"tab=watch&pattern={CAR}&watch=random,0,,20000", address=address)
    page.select_option("#speed", "0.5")
    search(page)
    until(page, "Number(document.querySelector('#step').max) > 20")
    told = page.locator("#watch-status")
    server.send_signal(signal.SIGSTOP)
    for is_killed in (False, True):
        try:
            if is_killed:
                server.kill()
                page.click("#search")
            until(page, "document.querySelector('#watch-status').textContent !== ''")
            assert told.text_content().endswith("is `kaleido play` still running?")
            # It is told where it is seen.
            top = told.bounding_box()["y"]
            assert 0 <= top <= page.viewport_size["height"] - 20
            assert page.evaluate("scrollY") == 0
        finally:
            server.send_signal(signal.SIGCONT)
        if not is_killed:
            until(page, "document.querySelector('#watch-status').textContent === ''")
    # The page asks whether the server is there as long as it is open, and the server ends first.
    page.close()
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]


def test_a_wrong_choice_is_told_in_view(open_page):
    page = open_page("tab=play", size=(360, 640))
    page.route(
        "**/api/events*",
        lambda route: route.fulfill(
            status=422, content_type="application/json", body='{"error": "seed: too large"}'
        ),
    )
    page.click("#tab-watch")
    until(page, "document.querySelector('#watch-status').textContent !== ''")
    told = page.locator("#watch-status")
    assert told.text_content() == "Seed: too large."
    assert told.bounding_box()["y"] + told.bounding_box()["height"] <= 640
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]


def test_a_search_survives_a_reload_even_in_another_tab(open_page):
    page = open_page(f"tab=watch&pattern={TWELVE}")
    page.select_option("#speed", "4")
    page.click("#watch-more > summary")
    page.select_option("#limit", "500")
    page.click("#watch-more > summary")
    search(page, strategy="paper", rival="constrained")
    until(page, "Number(document.querySelector('#step').value) >= 8")
    page.click("#tab-play")
    reload(page)
    assert part(page, "watch") == "paper,0,constrained,500"
    step = int(part(page, "step"))
    assert step >= 8
    page.click("#tab-watch")
    until(page, f"document.querySelector('#step').value === '{step}'")
    assert page.locator("#strategy").input_value() == "paper"
    assert page.locator("#limit").input_value() == "500"
    assert page.locator(".search-view:visible").count() == 2
    # The speed was kept as well.
    assert page.input_value("#speed") == "4"


def test_a_link_that_is_being_opened_is_not_written_over_by_a_search_that_plays(open_page):
    page = open_page("tab=watch&pattern=car&watch=constrained,0")
    go(page, 2)
    page.click("#play")
    asked = []
    page.route("**/api/pieces", lambda route: asked.append(route))
    page.evaluate("location.hash = '#tab=play&pattern=tetromino-tube'")
    # A search that plays writes its step each second.
    page.wait_for_timeout(2500)
    assert shown(page) > 2
    assert part(page, "pattern") == "tetromino-tube"
    (route,) = asked
    route.continue_()
    page.wait_for_selector("#panel-play:not([hidden])")
    assert part(page, "pattern") == "tetromino-tube"


def test_the_curve_of_a_board_of_more_edges_than_a_solved_one_is_seen(open_page):
    black = "/".join(["x" * 8] * 8)
    page = open_page(f"tab=watch&pattern={black}", reduced_motion="reduce")
    until(page, "document.querySelector('.numbers').textContent.includes('112 / 65 edges')")
    curve, dot = (page.locator(f"#curve {each}").bounding_box() for each in (".curve", ".dot"))
    assert curve["y"] <= dot["y"]
    assert page.locator("#curve .upright").last.text_content() == "112"


def test_adjusted_strategies_and_full_reasons_stay_on_a_phone(open_page):
    adjusted = "paper-text+forced+fallback+budget+no-held+matched=-1.5+window=2+corner=0.75"
    page = open_page(
        f"tab=watch&watch={adjusted},0,{adjusted}+block=2&step=9", size=(390, 844), locale="de"
    )
    until(page, "location.hash.includes('step=9')")
    page.click(".taste > summary")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".search-title").first.text_content().startswith("Aufsatz: Text +forced")
    # Each reason is seen whole, and each rule has its sentence.
    for text in page.locator(".move").all():
        assert text.text_content()
        assert text.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    about = page.locator("#taste-0-held").get_attribute("aria-describedby")
    assert "teilt" in page.locator(f"#{about}").text_content()
    assert page.locator("#about [lang=en]").all_text_contents() == ["paper-text", "paper-text"]
