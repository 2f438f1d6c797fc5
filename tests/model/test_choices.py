"""Rules beyond single pieces: one of several shapes, cells that stay empty, free colours."""

import json

import pytest
from naive_puzzle import Line, Texts
from small_boards import Game, small
from some import some

from kaleido import CLASSIC, Board, PieceSet, Placement, Position, Puzzle, named_set
from kaleido.base.errors import PatternError, PieceError, PlacingError
from kaleido.export import export_lines, parts_from_json
from kaleido.library.piece_sets import sum_of
from kaleido.library.puzzles import apply_rules
from kaleido.model import find_faults
from kaleido.model.edges import implied_borders
from kaleido.model.names import chosen_pieces, without_cells
from kaleido.model.piece_set import piece_letters

IQ_FIT = """
# title: IQ Fit
# sides: one-sided
R one of oooo/o..o, ...o/oooo
O one of .o.o/oooo, ..o./oooo
Y one of o.../oooo, oo../oooo
C one of ..o./oooo, .oo./oooo
L one of o.o./oooo, ...o/oooo
K one of .o../oooo, ..oo/oooo
E one of o.o/ooo, ..o/ooo
B one of o.o/ooo, .o./ooo
G one of .o./ooo, .oo/ooo
P one of oo./ooo, o../ooo
"""
"""The pieces of a game of SmartGames: each shows one of its two sides."""

SOME = "# sides: mirrored\nA one of oo, ooo\nB one of o, o/o fixed\nC ooo"


def parse(text: str) -> PieceSet:
    return PieceSet.parse("own", text)


def test_a_choice_is_several_pieces_of_which_one_is_used():
    own = parse(SOME)
    assert [piece.name for piece in own] == ["A1", "A2", "B1", "B2", "C"]
    assert [piece.choice for piece in own] == ["A", "A", "B", "B", ""]
    assert (own.number, own.least_size, own.size) == (3, 6, 8)
    assert parse(own.written()) == own
    assert chosen_pieces(own, ["A", "C"]).number == 2
    assert chosen_pieces(own, ["-A"]).number == 2
    for solution in some(Puzzle(Board.parse("2x4"), own).solutions()):
        used = {placement.piece[0] for placement in solution.placements}
        assert len(solution.placements) == 3
        assert used == {"A", "B", "C"}


def test_pieces_are_left_out():
    names = [piece.name for piece in CLASSIC]
    for texts, out in (
        (["-L"], {"l4-right-r"}),
        (["-black-footed L", "-W"], {"l4-right-x", "wand"}),
        (["-lW"], {"l4-right-x", "wand"}),
    ):
        assert {piece.name for piece in chosen_pieces(CLASSIC, texts)} == {*names} - out
    assert [piece.name for piece in chosen_pieces(CLASSIC, ["W", "w", "-W"])] == ["small-wand"]
    two = parse("# sides: mirrored\n-1 ooo x2\n1 oo")
    # A piece may be called so itself; of its copies, one is left out.
    assert chosen_pieces(two, ["-1", "-1"]).counts == (2,)
    assert chosen_pieces(two, ["--1"]).counts == (1, 1)
    for texts in (["-"], [""], ["W", "-L"], ["-W", "-W"], ["L", "-L"]):
        with pytest.raises(PieceError):
            chosen_pieces(CLASSIC, texts)


def test_the_words_of_a_puzzle_make_a_choice():
    three = parse("# sides: mirrored\nI oooo\nO oo/oo\nV oo/o.")
    own = apply_rules("# rule I,O: for Q", three)
    assert own.slots == (0, 0, 2)
    assert Puzzle(Board.parse("1x4 + oo/o."), own).count().solutions == 1


def test_an_independent_search_finds_as_many():
    lines = [Line("I", ("ooo",)), Line("L", ("oo/o.",), choice="Q"), Line("D", ("oo",))]
    lines += [Line(name, (text,), choice="Q") for name, text in (("O", "oo/oo"), ("S", ".oo/oo."))]
    for rows in some(("oooo/oooo", "ooo/ooo/ooo", "oooo/oooo/.o..")):
        own = Game(Texts(rows, tuple(lines)))
        assert own.solutions
        assert own.puzzle.count().solutions == len(own.solutions)
        assert sum(1 for _ in own.puzzle.solutions(up_to_symmetry=True)) == len(own.classes())


@pytest.mark.long
def test_iq_fit():
    # Another program found the number, too: https://github.com/Kornflex28/iqfit-solver.
    assert Puzzle(Board.parse("5x10"), parse(IQ_FIT)).count().solutions == 301_350


def test_a_challenge_of_iq_fit():
    puzzle = Puzzle(Board.parse("5x10"), parse(IQ_FIT))
    placed = puzzle.solve().solution.placements
    found = [each.placements for each in Position(puzzle, placed[:6]).solutions()]
    assert len(found) == Position(puzzle, placed[:6]).count().solutions
    assert set(placed) in map(set, found)


def test_the_pieces_of_a_choice_share_its_letter():
    own = parse("# sides: mirrored\nA one of oo, ooo\nB one of oo/o., oo/oo\nC oo")
    assert piece_letters(own) == {"A1": "A", "A2": "A", "B1": "B", "B2": "B", "C": "C"}
    puzzle = Puzzle(Board.parse("AAA/BB-/BB-"), own)
    (solution,) = puzzle.solutions()
    assert [each.piece for each in solution.placements] == ["A2", "B2", "C"]
    assert find_faults(puzzle.pattern, solution.placements, own) == []
    moved = [*solution.placements[1:], Placement("A1", "front", ((0, 0), (0, 1)))]
    assert "the board shows A at A1, where it does not lie" in find_faults(
        puzzle.pattern, moved, own
    )
    free = Position(Puzzle(Board.parse("3x3"), own))
    position = free.push("C@B3").push("A@A1:front")
    assert [each.piece for each in position.placements] == ["C", "A1"]
    with pytest.raises(PlacingError, match=r"fits in 2 ways, name one: A1 front, A2 front$"):
        free.push("B2@B1").push("A@A1")
    assert Position.parse(free.puzzle, "A A A / B B . / B B .").count() == 1
    with pytest.raises(PatternError, match="unknown piece letter 'D'"):
        Puzzle(Board.parse("DAA/AAA/AAA"), own)
    # Another piece with the name keeps the letter.
    other = parse("# sides: mirrored\nA oooo\nQ1 o for A\nQ2 oo for A")
    assert piece_letters(other) == {"A": "A", "Q1": "B", "Q2": "C"}


def test_blanks_between_all_cells_are_left_out():
    assert Board.parse("o o .\no . o") == Board.parse("oo./o.o")
    assert Board.parse("o o + o o/o o") == Board.parse("oo + oo/oo")
    with pytest.raises(PatternError, match="' ' at row 1"):
        Board.parse("o oo\noooo")


def test_the_verifier_counts_the_pieces_of_a_choice():
    board, own = Board.parse("1x5"), parse("# sides: mirrored\nA one of oo, ooo\nB ooo")
    two = Placement("A1", "front", ((0, 0), (0, 1)))
    three = [Placement(name, "front", ((0, 2), (0, 3), (0, 4))) for name in ("A2", "B")]
    assert find_faults(board, [two, three[1]], own) == []
    assert "2 of the pieces for A are placed" in find_faults(board, [two, three[0]], own)
    assert "none of the pieces for A is placed" in find_faults(board, three[1:], own)
    with pytest.raises(PlacingError, match="a piece for A is already placed, as A1 front at A1"):
        Position(Puzzle(board, own), [two, three[0]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A one of oo", "expected drawings with commas between them"),
        ("A one of oo,, o", "expected drawings with commas between them"),
        ("A one of oo, o x2", "one copy each"),
        ("A one of oo, o x1-1", "one copy each"),
        ("A oo for", "unknown rule 'for'"),
        ("A oo for x,y", "is no name of a piece"),
    ],
)
def test_lines_that_are_no_choice(text: str, message: str):
    with pytest.raises(PieceError, match=message):
        parse(f"# sides: mirrored\n{text}")


def test_choices_of_a_sum_have_different_names():
    one, other = parse("# sides: mirrored\nA one of oo, o"), named_set("trominoes")
    assert sum_of([one, other]).number == 3
    with pytest.raises(PieceError, match="choices with different names"):
        sum_of([one, one])


def test_json_says_what_is_left_of_a_choice():
    puzzle = Puzzle(Board.parse("2x4"), parse(SOME))
    every = [each.placements for each in puzzle.solutions()]
    for placement in some(placement for each in every for placement in each):
        lines = "\n".join(export_lines(Position(puzzle, [placement]).state, "json"))
        assert [each["name"] for each in json.loads(lines)["items"]][-3:] == ["A", "B", "C"]
        left = Puzzle(*parts_from_json(lines.encode())).count().solutions
        assert left == sum(placement in each for each in every)


# Cells that a piece must cover.


@pytest.mark.parametrize("zone", ["", "edge", "a", "ab"])
def test_a_piece_covers_a_cell(zone: str):
    lines = (Line("I", ("ooo",), at=zone), Line("L", ("oo/o.",)), Line("J", ("oo/o.",)))
    own = Game(Texts("aoo/obo/ooo", lines))
    assert own.puzzle.count().solutions == len(own.solutions)
    assert PieceSet.parse("own", own.pieces.written()) == own.pieces
    lying = [placement for each in own.puzzle.solutions() for placement in each.placements]
    for placement in some(each for each in lying if each.piece == "I"):
        letters = {own.board.colour(*cell) for cell in placement.cells}
        assert zone in ("", "edge") or letters & set(zone)


def test_what_covers_no_cell_of_its_zone_is_no_solution():
    own = parse("# sides: mirrored\nI ooo at a\nL oo/o.")
    board = Board.parse("aoo/ooo")
    lies = [Placement("I", "front", ((1, 0), (1, 1), (1, 2)))]
    assert "I front must cover a cell in a" in find_faults(board, lies, own)
    with pytest.raises(PlacingError, match="must cover a cell in a"):
        Position(Puzzle(board, own), lies)
    with pytest.raises(PieceError, match="'at b': no cell of the board has the letter 'b'"):
        Puzzle(board, parse("# sides: mirrored\nI ooo at b\nL oo/o."))


# Cells that stay empty.


@pytest.mark.parametrize(("leave", "solutions"), [(1, 0), (2, 0), (3, 10), (6, 1)])
def test_fit_not_fill(leave: int, solutions: int):
    own = small("ooo/ooo", "I ooo, L oo/o.", use="some", leave=leave)
    assert own.puzzle.count().solutions == len(own.solutions) == solutions


def test_the_verifier_counts_empty_cells():
    board, pieces = Board.parse("# leave: 2\n2x4"), named_set("trominoes")
    solution = Puzzle(board, pieces).solve().solution
    assert not find_faults(board, solution.placements, pieces)
    other = Board.parse("# leave: 3\n2x4")
    assert find_faults(other, solution.placements, pieces) == ["2 cells empty, expected 3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# leave: x\n2x2", "leave: 'x': expected how many cells stay empty"),
        ("# leave: 5\n2x2", "leave: expected 0 to 4"),
        ("# optional: a\n# leave: 2\nao", "leave: expected 0 to 1"),
    ],
)
def test_numbers_of_cells_that_cannot_stay_empty(text: str, message: str):
    with pytest.raises(PatternError, match=message):
        Board.parse(text)


def test_boards_keep_how_many_cells_stay_empty():
    board = Board.parse("# leave: 2\n2x4")
    assert Board.parse(str(board)) == board
    assert board != Board.parse("2x4")
    assert board.as_dict() == {"pattern": "oooo/oooo", "leave": 2}


def test_cells_are_blocked_by_name():
    assert without_cells(Board.parse("# wrap: rows\n2x3"), ["A1", "b3"]).text == ".oo/oo."
    assert without_cells(Board.parse("2x2x2"), ["C1"]).text == "oo/oo//.o/oo"
    for name in some(("A4", "C1", "4", "", "Ä1")):
        with pytest.raises(PatternError, match="expected a cell of the board, A1 to B3"):
            without_cells(Board.parse("2x3"), [name])


# Colours that do not alternate.


def test_free_colours_imply_no_borders():
    text = "# sides: one-sided\n# colours: free\nA rr/x.\nB r"
    own = parse(text)
    board = Board.parse("rr/xr")
    assert not own.alternates
    assert parse(own.written()) == own
    assert implied_borders(board, own) == board.frame
    assert Puzzle(board, own).count().solutions == 1
    with pytest.raises(PieceError, match="expected that they do, or a line '# colours: free'"):
        parse(text.replace("# colours: free\n", ""))
    with pytest.raises(PieceError, match="expected '# colours: free'"):
        parse(text.replace("free", "any"))
