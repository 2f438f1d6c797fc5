import numpy as np
from rich.console import Console

from kaleido import CLASSIC, Pattern, named_pattern, solve
from kaleido.draw.terminal import draw_terminal
from kaleido.model import implied_edges

# Which directions a box-drawing character joins: up, down, left, right.
ARMS = dict(
    zip(
        " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋",
        [[bool(n >> bit & 1) for bit in range(4)] for n in range(16)],
        strict=True,
    )
)


def border_units(lines):
    horizontal = sum(line[2::4].count("━") for line in lines[::2])
    vertical = sum(line[::4].count("┃") for line in lines[1::2])
    return horizontal + vertical


def test_a_solution_shows_65_inner_borders_and_the_frame():
    for name in ("car", "starship", "seal"):
        lines = draw_terminal(
            solve(named_pattern(name)).solution, coordinates=False
        ).plain.splitlines()
        assert len(lines) == 17
        assert {len(line) for line in lines} == {33}
        assert border_units(lines) == 65 + 32


def test_borders_run_exactly_between_different_pieces():
    solution = solve(named_pattern("twelve")).solution
    lines = draw_terminal(solution, coordinates=False).plain.splitlines()
    owners = solution.owners
    assert sorted(np.bincount(owners.ravel())) == sorted(piece.size for piece in CLASSIC)
    for row in range(8):
        for col in range(7):
            drawn = lines[2 * row + 1][4 * col + 4] == "┃"
            assert drawn == (owners[row, col] != owners[row, col + 1])
            drawn = lines[2 * col + 2][4 * row + 2] == "━"
            assert drawn == (owners[col, row] != owners[col + 1, row])


def test_crossings_join_their_lines():
    lines = draw_terminal(
        solve(named_pattern("seal")).solution, coordinates=False
    ).plain.splitlines()
    blank = " " * 33
    for row in range(0, 17, 2):
        above = lines[row - 1] if row else blank
        below = lines[row + 1] if row < 16 else blank
        for col in range(0, 33, 4):
            left = lines[row][col - 1] if col else " "
            right = lines[row][col + 1] if col < 32 else " "
            joined = [above[col] == "┃", below[col] == "┃", left == "━", right == "━"]
            assert ARMS[lines[row][col]] == joined


def test_a_pattern_shows_its_implied_edges():
    pattern = named_pattern("crossroads")
    lines = draw_terminal(pattern, implied=True, coordinates=False).plain.splitlines()
    assert border_units(lines) == implied_edges(pattern).inner + 32


def test_plain_text_is_ascii_and_has_the_same_lines():
    pattern = named_pattern("two-llamas")
    fancy, plain = (
        draw_terminal(pattern, implied=True, coordinates=False).plain,
        draw_terminal(pattern, implied=True, plain=True, coordinates=False).plain,
    )
    assert plain.isascii()
    for char, other in zip(fancy, plain, strict=True):
        assert char == other if char in " \nxryb" else other in "+-|"


def test_colours_go_with_the_letters():
    pattern = Pattern("/".join(["xrybxryb"] * 8))
    shown = set()
    for part in draw_terminal(pattern, coordinates=False).render(Console()):
        for letter in set(part.text) & set("xryb"):
            assert part.style is not None
            assert part.style.bgcolor is not None
            shown.add((letter, tuple(part.style.bgcolor.get_truecolor())))
    assert shown == {
        ("x", (29, 29, 31)), ("r", (206, 42, 51)), ("y", (242, 194, 48)), ("b", (34, 98, 181)),
    }  # fmt: skip


def test_a_piece_is_one_patch_and_may_have_its_own_colour():
    solution = solve("car").solution
    for by_piece in (False, True):
        drawn = draw_terminal(solution, by_piece=by_piece, coordinates=False)
        fills = {}
        for span in drawn.spans:
            for place in range(span.start, span.end):
                fills[place] = str(span.style).partition("on ")[2].split()[0:1]
        text = drawn.plain
        width = text.index("\n") + 1

        def fill(row, col, fills=fills, width=width):
            return fills.get((2 * row + 1) * width + 4 * col + 2)

        for piece in solution.placements:
            own = {tuple(fill(*cell)) for cell in piece.cells}
            assert (len(own) == 1) == (by_piece or len(piece.cells) == 1)
            for row, col in piece.cells:
                if (row, col + 1) in piece.cells:
                    between = (2 * row + 1) * width + 4 * col + 4
                    assert text[between] == " "
                    assert fills[between] == fill(row, col)
    assert draw_terminal(solution).plain == draw_terminal(solution, by_piece=True).plain
