"""A puzzle of one's own is made, played, kept, shared, saved and opened again."""

import pytest
from actions import download, follow_hint, part, placed, point, reload, until, violations
from fingers import Finger

import kaleido
from kaleido import PieceSet, Puzzle
from kaleido.model.board import Board

# They fill 3 × 5; each is drawn in one stroke.
PIECES = {
    "A": [(1, 0), (0, 0), (0, 1), (0, 2), (0, 3)],
    "B": [(2, 0), (1, 0), (0, 0), (0, 1), (1, 1)],
    "C": [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],
}
SUM = "Pieces: 15 cells. Board: 15."


@pytest.fixture
def page(open_page):
    return open_page(reduced_motion="reduce")


def begin(page):
    page.click("#pattern")
    page.click("#make-open")
    page.wait_for_selector("#make[open]")


def foot(page):
    return page.locator(".make-foot .judgement").text_content()


def judged(page, words):
    until(page, f"document.querySelector('.make-foot .judgement').textContent.includes({words!r})")


def chips(page):
    return page.locator("#make-chips .chip").all_text_contents()


class Mouse:
    """Draws by pressing and dragging."""

    def __init__(self, page):
        self.page = page

    def fill(self, stage, cells):
        self.page.mouse.move(*point(self.page, stage, *cells[0]))
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*point(self.page, stage, *cell), steps=3)
        self.page.mouse.up()

    def press(self, selector):
        self.page.click(selector)


class Touch(Mouse):
    """Draws box by box with a finger."""

    def fill(self, stage, cells):
        self.page.locator(stage).scroll_into_view_if_needed()
        finger = Finger(self.page)
        for cell in cells:
            finger.tap(*point(self.page, stage, *cell))

    def press(self, selector):
        self.page.tap(selector)


class Keys(Mouse):
    """Draws with the arrows and the space bar."""

    def fill(self, stage, cells):
        self.page.focus(stage)
        for _ in range(6):
            self.page.keyboard.press("ArrowUp")
            self.page.keyboard.press("ArrowLeft")
        row = col = 0
        for down, right in cells:
            for key, steps in (("ArrowDown", down - row), ("ArrowRight", right - col)):
                back = {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
                for _ in range(abs(steps)):
                    self.page.keyboard.press(key if steps > 0 else back)
            row, col = down, right
            self.page.keyboard.press("Space")

    def press(self, selector):
        self.page.focus(selector)
        self.page.keyboard.press("Enter")


@pytest.mark.parametrize("way", [Mouse, Touch, Keys])
def test_a_board_and_three_pieces_are_drawn_and_solved(open_page, way):
    page = open_page(reduced_motion="reduce", phone=(390, 664) if way is Touch else None)
    begin(page)
    hand = way(page)
    assert "15 too few" in foot(page)
    for name, cells in PIECES.items():
        hand.fill("#make-field", cells)
        hand.press("#make-add")
        until(
            page, f"document.querySelectorAll('#make-chips li').length === {'ABC'.index(name) + 1}"
        )
    assert chips(page) == ["A", "B", "C"]
    # A box that is taken out of the board is missing, and is put back.
    judged(page, "Solutions: 4.")
    assert SUM in foot(page)
    hand.fill("#make-board", [(1, 1)])
    assert "1 too many" in foot(page)
    assert page.locator("#make-play").is_disabled()
    hand.fill("#make-board", [(1, 1)])
    judged(page, "Solutions: 4.")
    page.fill("#make-name", "Three in a row")
    hand.press("#make-play")
    until(page, "document.querySelector('#pattern-title').textContent === 'Three in a row'")
    assert part(page, "pattern") == "ooooo/ooooo/ooooo"
    if way is not Mouse:  # the rest is the same however it was drawn
        return
    for _ in PIECES:
        follow_hint(page)
    lies = placed(page)
    assert len(lies) == 3
    reload(page)
    until(page, "document.querySelector('#pattern-title').textContent === 'Three in a row'")
    assert placed(page) == lies
    # It is among the boards of one's own on the next visit, with its pieces.
    page.goto(page.url.partition("#")[0] + "#pattern=car")
    page.click("#pattern")
    page.locator(".card", has_text="Three in a row").click()
    until(page, "document.querySelectorAll('#tray [data-piece]').length === 3")


def test_some_of_a_set_are_chosen(page):
    begin(page)
    page.select_option("#make-set", "katamino")
    page.wait_for_selector('#make-chips [data-piece="12"]')
    for name in ("2", "6"):
        page.click(f'#make-chips [data-piece="{name}"]')
    assert "5 too few" in foot(page)
    page.click('#make-chips [data-piece="5"]')
    judged(page, "Solutions: 4.")
    assert page.evaluate("document.activeElement.dataset.piece") == "5"
    page.click('#make-chips [data-piece="6"]')
    page.click('#make-chips [data-piece="12"]')
    judged(page, "Not solvable")
    # A tube of the same pieces, and back.
    page.select_option("#make-wrap", "columns")
    judged(page, "olvable")
    page.click("#make-link")
    page.click("#make-watch")
    until(page, "location.hash.includes('tab=watch')")
    assert part(page, "pieces") == "katamino"
    assert part(page, "use") == "2,5,12"
    assert part(page, "wrap") == "columns"
    # What is open can be changed; several copies are chosen by their number.
    page.evaluate("location.hash = '#pattern=domino-8x8'")
    until(page, "document.querySelectorAll('#tray [data-piece]').length === 1")
    begin(page)
    page.click("#make-take")
    judged(page, "Solutions: 12,988,816.")
    page.fill("#make-rows", "2")
    page.keyboard.press("Enter")
    assert "48 too many" in foot(page)
    page.fill('#make-chips input[data-piece="I"]', "8")
    page.keyboard.press("Enter")
    judged(page, "Solutions: 34.")


def test_colours(page):
    begin(page)
    page.select_option("#make-set", "classic")
    page.wait_for_selector('#make-chips [data-piece="wand"]')
    assert page.locator("#make-palette").is_visible()
    for name, size in (("make-rows", "1"), ("make-cols", "8")):
        page.fill(f"#{name}", size)
        page.keyboard.press("Enter")
    page.click('#make-chips [data-piece="wand"]')
    judged(page, "✓ Solvable")
    page.click("#make-palette label:has([value=y])")
    page.mouse.click(*point(page, "#make-board", 0, 0))
    judged(page, "Not solvable")
    page.focus("#make-board")
    page.keyboard.press("x")
    page.click("#make-palette label:has([value='.'])")
    page.mouse.click(*point(page, "#make-board", 0, 0))
    assert "1 too many" in foot(page)
    # The key that the palette names for a gap does the same.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    assert "2 too many" in foot(page)


def test_files_are_saved_and_opened(page, tmp_path):
    begin(page)
    hand = Mouse(page)
    for cells in ([(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 0)], [(2, 2), (2, 3), (3, 3)]):
        hand.fill("#make-field", cells)
        hand.press("#make-add")
    # The third is the second, turned.
    until(page, "document.querySelector('#make-chips input[data-piece=B]')?.value === '2'")
    page.fill("#make-cols", "3")
    page.keyboard.press("Enter")
    judged(page, "Solutions: 8.")
    page.fill("#make-name", "Nine")
    files = [download(page, f"#make-save-{name}", tmp_path) for name in ("board", "set")]
    assert [file.name for file in files] == ["nine-board.txt", "nine-pieces.txt"]
    # They are what the command line reads.
    board, pieces = (file.read_text(encoding="utf-8") for file in files)
    own = Puzzle(Board.parse(board), PieceSet.parse("own", pieces))
    assert (own.pattern.title, own.count().solutions) == ("Nine", 8)
    page.click("#make-new")
    assert chips(page) == []
    page.set_input_files("#make-files", files)
    judged(page, "Solutions: 8.")
    assert page.input_value("#make-name") == "Nine"
    assert chips(page) == ["A", "B"]
    # A set with colours and two faces is used as it is.
    coloured = tmp_path / "coloured.txt"
    coloured.write_text("# sides: two-faced\nA rx bx\nB r y\n")
    page.set_input_files("#make-files", coloured)
    # Until they have come, those of before are shown; only these have another face.
    until(page, "document.querySelectorAll('#make-chips button.chip .down').length === 2")
    for size, name in (("1", "make-rows"), ("3", "make-cols")):
        page.fill(f"#{name}", size)
        page.keyboard.press("Enter")
    judged(page, "✓ Solvable")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("# sides: mirrored\nA oq\n")
    page.set_input_files("#make-files", wrong)
    until(page, "document.querySelector('#make-status').textContent.includes('line 2')")
    assert "“wrong.txt”" in page.locator("#make-status").text_content()
    page.problems.clear()  # the server's reply


def test_what_cannot_be_read_is_said(open_page, tmp_path):
    """A file that is gone by then, and pieces for which nobody answers."""
    own = "pattern=ooo/ooo&pieces=%23%20sides:%20mirrored%0AI%20ooo%20x2"
    page = open_page(f"tab=design&{own}", reduced_motion="reduce")
    page.evaluate("void (File.prototype.arrayBuffer = () => Promise.reject(Error('it is gone')))")
    gone = tmp_path / "gone.txt"
    gone.write_text("rx", encoding="utf-8")
    page.set_input_files("#import", gone)
    until(page, "document.querySelector('#design-status').textContent.includes('gone.txt')")
    page.click("#tab-play")
    begin(page)
    page.set_input_files("#make-files", gone)
    until(page, "document.querySelector('#make-status').textContent.includes('it is gone')")
    page.route("**/api/pieces", lambda route: route.abort())
    page.click("#make-take")
    until(page, "document.querySelector('#make-status').textContent.includes('still running')")
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]


def test_mistakes_are_said_where_they_are_made(page):
    begin(page)
    hand = Mouse(page)
    says = page.locator("#make-pieces-status")
    hand.press("#make-add")
    assert "at least one box" in says.text_content()
    for cell in ((0, 0), (1, 1)):
        hand.fill("#make-field", [cell])
    hand.press("#make-add")
    assert "side by side" in says.text_content()
    # What was drawn is still there after the window was closed, and after a reload.
    page.fill("#make-name", "Half done")
    page.keyboard.press("Escape")
    reload(page)
    begin(page)
    assert page.input_value("#make-name") == "Half done"


def test_everyone_can_use_it(open_page):
    page = open_page("pattern=kanoodle", phone=(320, 568), reduced_motion="reduce")
    begin(page)
    assert page.evaluate("document.querySelector('#make').scrollWidth") <= 320
    page.click("#make-take")
    judged(page, f"Solutions: {Puzzle('kanoodle').count().solutions:,}.")
    assert violations(page) == []
    assert page.evaluate("document.querySelector('#make').scrollWidth") <= 320
    assert kaleido.named_puzzle("kanoodle").pieces.size == 55
