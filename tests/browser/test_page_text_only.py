"""Whole games of a player who only hears what is announced, reads names, and types."""

import re

import pytest
from listening import Listener

ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GAP = "gap"


def cell_of(heard):
    name = re.search(r"[A-Z]\d+", heard)[0]
    return ROWS.index(name[0]), int(name[1:]) - 1


def read_shape(text):
    """Read rows of words into cells with their colours, their corner at (0, 0)."""
    return normal(
        (row, col, word)
        for row, words in enumerate(text.split(", below it "))
        for col, word in enumerate(words.split())
        if word != GAP
    )


def normal(cells):
    cells = list(cells)
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return frozenset((row - top, col - left, word) for row, col, word in cells)


def turned(shape):
    return normal((col, -row, word) for row, col, word in shape)


class Piece:
    """A piece as its slot in the tray is called."""

    def __init__(self, label):
        head, _, faces = label.rstrip(".").partition(": ")
        self.name = head.split(", ")[0]
        copies = re.search(r"(\d+) of \d+ left", head)
        self.copies = int(copies[1]) if copies else 1
        up, _, down = faces.partition("; ")
        self.up = read_shape(up)
        faces = [self.up, read_shape(down.partition(": ")[2]) if down else self.mirrored]
        self.shapes = {
            shape: None
            for face in faces
            for shape in (face, turned(face), turned(turned(face)), turned(turned(turned(face))))
        }

    @property
    def mirrored(self):
        return normal((row, -col, word) for row, col, word in self.up)


def read_board(listener):
    """Walk over the board with the cursor: hear each cell, and whether rows are rings."""
    before = None
    while before != (now := listener.press("ArrowUp")):
        before = now
    board = {}
    while True:
        while cell_of(now)[1]:
            now = listener.press("ArrowLeft")
        first = before = now
        while True:
            cell, colour = re.fullmatch(r"([A-Z]\d+),? (\w+)", now).groups()
            board[cell_of(cell)] = "box" if colour == "free" else colour
            before, now = now, listener.press("ArrowRight")
            if now in (first, before):
                break
        if (below := listener.press("ArrowDown")) == now:
            # On a tube, one comes back to the first cell of a row.
            return board, now == first
        now = below


def solve(board, is_ring, pieces):
    """Give a solution, by trying the cell with the fewest places first: names, cells, shapes."""
    options = []
    wide = 1 + max(col for _, col in board) if is_ring else 99
    for piece in pieces:
        for shape in piece.shapes:
            for row, col in board:
                place = {(row + r, (col + c) % wide): word for r, c, word in sorted(shape)}
                if len(place) == len(shape) and place.items() <= board.items():
                    options.append((piece.name, tuple(place), shape))
    left = {piece.name: piece.copies for piece in pieces}
    return search(set(board), left, options)


def search(free, left, options):
    if not free:
        return []
    options = [each for each in options if left[each[0]] and free.issuperset(each[1])]
    wanted = {cell: [] for cell in free}
    for option in options:
        for cell in option[1]:
            wanted[cell].append(option)
    for option in min(wanted.values(), key=len):
        name, cells, _ = option
        rest = search(free.difference(cells), left | {name: left[name] - 1}, options)
        if rest is not None:
            return [option, *rest]
    return None


def take(listener, name):
    """Take the piece of a name into the hand."""
    for _ in range(60):
        heard = listener.press("n")
        if heard.partition(", ")[0].casefold() == name.casefold():
            return heard
    raise AssertionError(f"{name} never comes into the hand")


def lay(listener, name, cells, shape):
    """Take a piece, turn it until its cells are called as they should, move it, and place it."""
    heard = take(listener, name)
    keys = iter(["r"] * 4 + ["f"] + ["r"] * 3)
    while Piece(listener.press("i")).up != shape:
        heard = listener.press(next(keys))
    row, col = cells[0]
    while (at := cell_of(heard.partition(", at ")[2])) != (row, col):
        if at[0] != row:
            key = "ArrowDown" if at[0] < row else "ArrowUp"
        else:
            key = "ArrowRight" if at[1] < col else "ArrowLeft"
        heard = listener.press(key)
    assert heard.endswith(": fits.")
    return listener.press("Enter")


@pytest.mark.parametrize(
    "puzzle",
    [
        "first-steps",
        "katamino-5xN&use=2,3,5,6,9",
        "tetromino-tube",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("car", "orders-3x3")),
    ],
)
def test_a_player_who_only_hears_solves_the_board(open_page, puzzle):
    page = open_page(f"tab=play&pattern={puzzle}", reduced_motion="reduce")
    listener = Listener(page)
    named = [name for role, name, _ in listener.nodes() if role == "button"]
    pieces = [Piece(name) for name in named if ": " in name]
    while not any(role == "application" and has for role, _, has in listener.nodes()):
        page.keyboard.press("Tab")
    solution = solve(*read_board(listener), pieces)
    assert solution, "what is heard has no solution"
    for number, placement in enumerate(solution, start=1):
        told = lay(listener, *placement)
        left = len(solution) - number
        more = "Take the " if puzzle == "first-steps" else f"{left} piece"  # what comes next
        assert more in told if left else told.startswith("Solved in "), told
    # The window about it has the focus, and gives it back.
    page.wait_for_selector("dialog[open]")
    assert [name for role, name, _ in listener.nodes() if role == "dialog"] == ["Solved"]
    page.keyboard.press("Escape")
    assert any(role == "application" and has for role, _, has in listener.nodes())
    more = "Take the " if puzzle == "first-steps" else "1 piece left."
    assert listener.press("Control+z").startswith(f"Undone. {more}")
