"""What the page shows, plays and gives when a board is solved, and what it prints."""

import pytest
from actions import download, drag, middle, nearly, placed, point, reload, slot, status, until, win

import kaleido
from kaleido.draw.look import LOOK

HEART = kaleido.named_pattern("heart")
MOST, LAST = nearly(HEART)
BOARD = "#play-board"

PIXELS = """() => {
    const canvas = document.querySelector(".kaleidoscope");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] === 255) seen.add((data[at] << 16) + (data[at + 1] << 8) + data[at + 2]);
    }
    return [...seen];
}"""
"""The colours of the kaleidoscope."""

SOUNDS = """() => {
window.notes = [];
window.AudioContext = class extends AudioContext {
    createOscillator() {
        window.notes.push(this.state);
        return super.createOscillator();
    }
};
}"""
"""Notes down the sounds that are made."""

SHARES = """() => {
    navigator.canShare = () => true;
    navigator.share = async ({ files: [file], title }) => {
        window.shared = [title, file.type, file.size];
    };
}"""
"""A system that shares files."""


def open_nearly(open_page, **options):
    return open_page(f"tab=play&pattern={HEART.text}&placed={MOST}", **options)


def test_a_win_is_celebrated_and_told(open_page):
    page = open_nearly(open_page)
    assert page.locator("#won").count() == 0
    win(page, LAST)
    assert "Solved in 0:0" in status(page)
    assert "hint" not in status(page)
    page.wait_for_selector(".kaleidoscope")
    colours = {f"#{number:06x}" for number in page.evaluate(PIXELS)}
    fills = {shade["fill"] for shade in LOOK.as_dict()["shades"].values()}
    assert len(fills & colours) >= 2
    page.wait_for_selector("#won[open]")
    assert page.locator(".kaleidoscope").count() == 0
    assert page.locator("#won-name").text_content() == "Heart"
    assert page.locator("#won dd").all_text_contents()[1:] == ["0", "1"]
    assert page.locator("#won-next").text_content() == "Next board"
    assert page.evaluate("document.activeElement.id") == "won-next"

    # The dialog gives the focus back; undone, the board is not celebrated again.
    page.click("#won-look")
    assert page.evaluate("document.activeElement.id") == "play-board"
    page.click("#undo")
    assert len(placed(page)) == 17
    page.wait_for_timeout(300)
    assert page.locator("#won[open], .kaleidoscope").count() == 0
    # What is touched meanwhile ends the show, and who goes away sees no dialog.
    page.click("#redo")
    page.click("#undo")
    win(page, LAST)
    page.wait_for_selector(".kaleidoscope")
    page.hover("#tab-design")
    page.mouse.down()
    page.wait_for_timeout(100)  # a finger rests for some frames
    page.mouse.up()
    until(page, "!document.querySelector('.kaleidoscope')")
    assert page.locator("#panel-design").is_visible()
    page.wait_for_timeout(300)
    assert page.locator("#won[open]").count() == 0


def test_the_picture_to_share_is_the_board(open_page, tmp_path):
    images = pytest.importorskip("PIL.Image", reason="needs Pillow: install extra `photo`")
    page = open_nearly(open_page, reduced_motion="reduce")
    win(page, LAST)
    assert page.locator(".kaleidoscope").count() == 0
    page.wait_for_selector("#won[open]")
    file = download(page, "#won-share", tmp_path)
    assert file.name == "kaleido.png"
    until(
        page, "document.querySelector('#won-status').textContent.startsWith('The picture is saved')"
    )
    picture = images.open(file)
    assert picture.format == "PNG"
    picture = picture.convert("RGB")
    assert picture.width == 1080
    assert picture.height > 1150
    # The frame is 54 pixels from the sides; eight cells lie between.
    look = LOOK.as_dict()
    scale = (1080 - 108) / (8 + look["widths"]["frame"])
    start = 54 + look["widths"]["frame"] / 2 * scale
    for row, line in enumerate(HEART.text.split("/")):
        for col, letter in enumerate(line):
            colour = picture.getpixel(
                (round(start + (col + 0.5) * scale), round(start + (row + 0.5) * scale))
            )
            wanted = look["shades"][letter]["fill"]
            assert all(
                abs(int(wanted[at : at + 2], 16) - value) < 6
                for at, value in zip((1, 3, 5), colour, strict=True)
            ), (row, col)
    # Below are dark words on paper.
    assert picture.crop((54, 1060, 1026, picture.height)).convert("L").getextrema()[0] < 80
    # It goes through the system's dialog where there is one.
    page.evaluate(SHARES)
    page.click("#won-share")
    until(page, "Boolean(window.shared)")
    title, kind, size = page.evaluate("window.shared")
    assert (title, kind) == ("Kaleido: Heart", "image/png")
    assert size > 5000
    until(page, "document.querySelector('#won-status').textContent === 'The picture is shared.'")


def test_there_are_sounds_only_when_they_are_switched_on(open_page):
    page = open_nearly(open_page, reduced_motion="reduce")
    page.evaluate(SOUNDS)
    drag(page, middle(page, slot(LAST.piece)), point(page, BOARD, 3, 3))
    assert page.evaluate("window.notes.length") == 0
    page.click(".settings summary")
    page.check("#sound")
    page.keyboard.press("Escape")
    heard = page.evaluate("window.notes.length")
    assert heard > 0
    drag(page, middle(page, slot(LAST.piece)), point(page, BOARD, 3, 3))
    assert "does not fit" in status(page)
    clash = page.evaluate("window.notes.length")
    assert clash > heard
    win(page, LAST)
    assert page.evaluate("window.notes.length") > clash + 8
    reload(page)
    assert page.evaluate("document.querySelector('#sound').checked")


def test_what_is_printed_has_no_controls(open_page):
    page = open_nearly(open_page)
    page.emulate_media(media="print")
    shown = "(node) => node.checkVisibility() && node.getBoundingClientRect().height > 1"
    for tab, board in (
        ("play", "#play-board"),
        ("watch", ".search-board"),
        ("design", "#design-board"),
    ):
        page.emulate_media(media="screen")
        page.click(f"#tab-{tab}")
        page.emulate_media(media="print")
        seen = page.evaluate(
            f"[...document.querySelectorAll('button, select, input, summary')].filter({shown})"
            ".map((node) => node.id || node.dataset.piece)"
        )
        # Of the tray, the pieces that are left.
        assert seen == ([LAST.piece] if tab == "play" else []), tab
        assert page.locator("#print-title").inner_text() == "Heart"
        assert page.locator(board).first.bounding_box()["width"] > 400
        assert page.locator(f"{board} svg.board").first.is_visible()
