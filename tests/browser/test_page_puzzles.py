"""Other puzzles than patterns: other boards, pieces without colours, copies, seams."""

import re

from actions import (
    called,
    choose,
    choose_in_menu,
    chosen,
    drag,
    follow_hint,
    middle,
    part,
    placed,
    point,
    reload,
    slot,
    status,
    until,
)
from fingers import BOARD, Finger, centre, drag_it_down, hold

import kaleido
from kaleido import Board, Position, Puzzle
from kaleido.library.piece_sets import named_set
from kaleido.search.notation import format_place, name_orientation


def names(puzzle, placements):
    grid = puzzle.pattern.grid
    return [format_place(each, puzzle.pieces, grid) for each in placements]


def solved(puzzle):
    return puzzle.solve("constrained").solution.placements


def pose(page, puzzle, placement, turn_over, rotate):
    """Turn a piece as it must lie."""
    face, degrees = re.fullmatch(
        r"([a-z]+)(\d*)", name_orientation(placement, puzzle.pieces, puzzle.pattern.grid)
    ).groups()
    if (face == "back") != ("turned over" in called(page, placement.piece)):
        turn_over()
    for _ in range(4):
        said = called(page, placement.piece).partition(", on the board")[0]
        if said.endswith(f"{degrees}°" if degrees else ("not turned", "turned over")):
            return
        rotate()
    raise AssertionError(f"{placement} never lies so: {called(page, placement.piece)}")


def place(page, puzzle, placement):
    """Take a piece from the tray, turn it and click where it must lie."""
    page.click(slot(placement.piece))
    pose(
        page, puzzle, placement, lambda: page.keyboard.press("f"), lambda: page.keyboard.press("r")
    )
    page.mouse.click(*point(page, BOARD, *centre(placement)))


def test_a_whole_katamino_is_kept_whatever_becomes_of_the_page(open_page):
    page = open_page("tab=play&pattern=katamino-5xN&use=2,3,4,5,6")
    puzzle = Puzzle(Board.parse("5x5"), named_set("katamino").chosen("23456"))
    # These are the pieces that come with the name.
    assert part(page, "pattern") == "katamino-5xN"
    assert (part(page, "pieces"), part(page, "use")) == (None, None)
    assert "All 5 must fit" in status(page)
    # These pieces have no colours, and nothing is said of them.
    page.focus(BOARD)
    page.keyboard.press("ArrowRight")
    assert page.locator("#live").text_content().strip() == "C4, free"
    game = solved(puzzle)
    for number, placement in enumerate(game, start=1):
        place(page, puzzle, placement)
        assert placed(page) == names(puzzle, game[:number])
        if number == 2:
            page.click(slot(game[2].piece))
            page.mouse.click(*point(page, BOARD, *placement.cells[0]))
            row, col = placement.cells[0]
            cells = rf"{'ABCDE'[row]}{col + 1}|[A-E][1-5]"
            told = rf"does not fit there: it overlaps the piece \d+ at ({cells})"
            assert re.search(told, status(page))
            page.keyboard.press("Escape")
    assert "Solved in 0:" in status(page)
    done = placed(page)
    for number in range(4, -1, -1):
        page.evaluate("document.querySelector('#undo').click()")
        assert len(placed(page)) == number
    for number in range(1, 6):
        page.evaluate("document.querySelector('#redo').click()")
        assert placed(page) == done[:number]
    reload(page)
    assert placed(page) == done
    assert page.locator("#notice").is_hidden()
    other = open_page(page.evaluate("location.hash").removeprefix("#"))
    assert placed(other) == done
    assert other.locator("#notice").is_hidden()
    # Another puzzle, and back: the game is still there.
    choose(page, "Car")
    assert placed(page) == []
    page.go_back()
    until(page, "document.querySelector('#tray [data-piece=\"2\"]') !== null")
    assert placed(page) == done
    page.click("#undo")
    assert placed(page) == done[:4]


def test_a_card_is_laid_fixed_and_solved(open_page):
    page = open_page("tab=play&pattern=kanoodle")
    puzzle = Puzzle("kanoodle")
    card = solved(puzzle)[:5]
    for placement in card:
        place(page, puzzle, placement)
    assert placed(page) == names(puzzle, card)
    page.click("#check")
    until(page, "/^Yes: .* left/.test(document.querySelector('#play-status').textContent)")
    count = Position(puzzle, card).count().solutions
    assert status(page) == f"Yes: {count:,} solution{'' if count == 1 else 's'} left."
    page.click(".help summary")
    page.click("#fix")
    assert placed(page) == []
    assert page.locator(f"{BOARD} .pins").get_attribute("d").count("M") == sum(
        len(placement.cells) for placement in card
    )
    letters = "".join(part(page, "pattern").split("/"))
    assert {*letters} - {"-"} == {each.piece for each in card}
    # What belongs to the board stays.
    page.locator(BOARD).scroll_into_view_if_needed()
    page.mouse.click(*point(page, BOARD, *card[0].cells[0]))
    assert "belongs to the board" in status(page)
    page.keyboard.press("Backspace")
    assert page.locator(slot(card[0].piece)).is_hidden()
    assert "belongs to the board" in called(page, card[0].piece)
    follow_hint(page)
    assert len(placed(page)) == 1
    reload(page)
    assert len(placed(page)) == 1
    choose_in_menu(page, "#clear")
    assert placed(page) == []
    for number in range(1, 8):
        follow_hint(page)
        assert len(placed(page)) == number
    assert "The board is full" in status(page)
    page.go_back()
    until(page, "location.hash.includes('pattern=kanoodle&')")
    assert placed(page) == names(puzzle, card)


def test_a_piece_crosses_the_seam_of_a_tube(open_page):
    page = open_page("tab=play&pattern=tetromino-tube")
    assert (part(page, "pattern"), part(page, "wrap")) == ("tetromino-tube", None)
    assert page.locator(f"{BOARD} .repeats use").count() == 2
    # The square, with its left column in the last one of the board.
    drag(page, middle(page, slot("O")), point(page, BOARD, 2.5, 4.5))
    assert placed(page) == ["O@2,4:front"]
    # It is taken up beyond the seam, and goes on around the tube.
    drag(page, point(page, BOARD, 2, 5), point(page, BOARD, 2, 6))
    assert placed(page) == ["O@2,0:front"]
    page.focus(BOARD)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert placed(page) == ["O@2,4:front"]
    reload(page)
    assert placed(page) == ["O@2,4:front"]
    for number in range(2, 6):
        follow_hint(page)
        assert len(placed(page)) == number
    tube = Puzzle("tetromino-tube")
    grid = tube.pattern.grid
    assert "The board is full" in status(page) or "Solved in" in status(page)
    lying = page.evaluate("decodeURIComponent(location.hash)")
    assert tube.check(read(tube, re.search("placed=([^&]*)", lying)[1])) == ()
    assert grid.wraps_cols


def read(puzzle, text):
    from kaleido.search.notation import parse_place

    return [parse_place(each, puzzle.state) for each in text.split(";")]


def test_pentominoes_in_three_rows_on_a_small_phone(open_page):
    puzzle = Puzzle("pentomino-3x20")
    game = solved(puzzle)
    lying = ";".join(names(puzzle, game[:7]))
    page = open_page(f"tab=play&pattern=pentomino-3x20&placed={lying}", phone=(320, 568))
    finger = Finger(page)
    seen = page.evaluate(
        """[...document.querySelectorAll("#play-board, .slot, .tools button")].every((node) => {
            const { left, top, right, bottom } = node.getBoundingClientRect();
            return left >= 0 && top >= 0
                && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
        })"""
    )
    assert seen
    for number, placement in [*enumerate(game, start=1)][7:]:
        hold(page, finger, placement.piece)
        pose(
            page,
            puzzle,
            placement,
            lambda: finger.touch("#turn-over"),
            lambda: finger.touch("#rotate"),
        )
        row, col = centre(placement)
        near = min(placement.cells, key=lambda cell: abs(cell[0] - row) + abs(cell[1] - col))
        if max(abs(near[0] - row), abs(near[1] - col)) < 1 and number % 2:
            # A little to the middle of the piece, as there is room for it on both sides.
            finger.tap(*point(page, BOARD, (near[0] + row) / 2, (near[1] + col) / 2))
        else:
            drag_it_down(page, finger, placement)
        assert placed(page) == names(puzzle, game[:number]), status(page)
    assert kaleido.Solution(puzzle.pattern, read(puzzle, ";".join(placed(page))), puzzle.pieces)
    assert "Solved in 0:" in status(page)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_copies_are_counted_and_a_broken_link_says_so(open_page):
    page = open_page("tab=play&pattern=domino-8x8&wrap=sideways")
    assert (
        "“sideways” does not say which sides are joined"
        in page.locator("#notice-words").text_content()
    )
    assert chosen(page) == "32 dominoes on the chessboard"
    domino = page.locator(slot("I"))
    assert domino.locator(".copies").text_content() == "×32"
    for row in range(3):
        page.click(slot("I"))
        page.mouse.click(*point(page, BOARD, row, 0.5))
    assert placed(page) == [f"I@{row},0:front" for row in range(3)]
    assert called(page, "I").endswith("29 of 32 left")
    # Each copy is one of its own.
    drag(page, point(page, BOARD, 1, 0), point(page, BOARD, 5, 5))
    assert placed(page) == ["I@0,0:front", "I@2,0:front", "I@5,5:front"]
    page.mouse.click(*point(page, BOARD, 2, 0), button="right")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    assert placed(page) == ["I@0,0:front", "I@5,5:front", "I@2,0:front90"]
    page.evaluate("location.hash = '#tab=play&pattern=katamino-5xN&use=2,99'")
    until(page, "document.querySelector('#notice-words').textContent.includes('99')")
    assert "“2,99” cannot be opened: " in page.locator("#notice-words").text_content()
    assert (part(page, "pattern"), part(page, "use")) == ("katamino-5xN", None)
    # Of the next board it says nothing.
    page.get_by_role("button", name="Board of the day").click()
    page.wait_for_selector("#notice", state="hidden")
    page.problems[:] = [text for text in page.problems if "Failed to load" not in text]
