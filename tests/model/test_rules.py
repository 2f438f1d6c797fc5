"""Rules for pieces: their words in files of sets and of puzzles."""

import pickle

import pytest

from kaleido import PieceSet, Position, Puzzle, solve
from kaleido.base.errors import PatternError, PieceError, PlacingError
from kaleido.library.puzzles import apply_rules
from kaleido.model.board import Board
from kaleido.model.piece import Rule

TEXT = """
# sides: mirrored
I  ooo     x2
L  oo/o.   fixed x1-3
Z  oo./.oo one-sided in edge
O  oo/oo   in ba
"""
SET = PieceSet.parse("own", TEXT)


def test_the_words_on_the_line_of_a_piece_say_what_holds_for_it():
    assert SET.counts == (2, 3, 1, 1)
    assert SET.needed == (2, 1, 1, 1)
    assert SET["L"].fixed
    assert [str(each) for each in SET["L"].front.orientations] == ["oo/o."]
    assert SET["Z"].back is None
    assert len(SET["Z"].front.orientations) == 2
    assert [piece.zone for piece in SET] == ["", "", "edge", "ab"]


def test_the_rules_are_said_in_words():
    assert SET.rules == (
        "pieces may be turned over; all pieces must be used; L: not turned, 1 to 3 copies; "
        "Z: turned, not turned over, only at the edge; O: only on cells a or b"
    )


def test_rules_that_say_the_same_make_equal_sets():
    spelled = PieceSet.parse("own", "# sides: fixed\nI ooo x2-2\nL oo/o. fixed x1")
    assert spelled == PieceSet.parse("own", "# sides: fixed\nI ooo x2\nL oo/o.")
    assert spelled != PieceSet.parse("own", "# sides: fixed\nI ooo x1-2\nL oo/o.")


def test_the_file_of_a_puzzle_gives_rules():
    text = "# rule *: x0-2\n# rule L, Z: x1-2 fixed\n# Rule I: in edge\n# rule L: in c\n5x5"
    own = apply_rules(text, PieceSet.parse("own", "# sides: mirrored\nI ooo\nL oo/o.\nZ oo./.oo"))
    assert own.needed == (0, 1, 1)
    assert own.counts == (2, 2, 2)
    assert [piece.zone for piece in own] == ["edge", "c", ""]
    assert [piece.fixed for piece in own] == [False, True, True]


def test_the_text_of_a_board_gives_rules_to_the_pieces_that_come_with_it():
    any_eight = solve("# rule *: x0-1\n5x8", pieces="katamino")
    assert len(any_eight.solution.placements) == 8
    with pytest.raises(PieceError, match="unknown piece 'Q'"):
        solve("# rule Q: x0-1\n5x8", pieces="katamino")


EXPECTED = (
    "expected fixed, one-sided, mirrored, xN, xM-N, in or at edge, in or at LETTERS, for NAME, or "
    "a colour such as grey"
)
BAD_WORDS = {
    "": f"there is no rule: {EXPECTED}",
    "free": f"unknown rule 'free': {EXPECTED}",
    "fixed mirrored": "'mirrored': the rule says the sides twice",
    "x2 x3": "'x3': the rule says the copies twice",
    "in edge in a": "'in': the rule says the zone twice",
    "x0": "'x0': expected x1 to x1024",
    "x1025": "'x1025': expected x1 to x1024",
    "x10000": "'x10000': expected x1 to x1024",
    "x0-99999999999": "'x0-99999999999': expected x1 to x1024",
    "x" + "9" * 5000: f"'x{'9' * 39}…': expected x1 to x1024",
    "x-1": f"unknown rule 'x-1': {EXPECTED}",
    "x²": f"unknown rule 'x²': {EXPECTED}",
    "x٣": f"unknown rule 'x٣': {EXPECTED}",
    "x3-2": "'x3-2': expected no more copies at least than at most",
    "in": "'in': expected small letters or signs of cells",
    "in A": "'in A': 'A' names a piece: expected small letters or signs of cells",
    "in a.": "'in a.': '.' is not a cell: expected small letters or signs of cells",
}


@pytest.mark.parametrize(("words", "message"), BAD_WORDS.items())
def test_words_that_are_no_rule(words, message, refusal_of):
    assert refusal_of(PieceError, lambda: Rule.parse(words.split())) == message


BAD_LINES = {
    "# rule : x2": "'# rule : x2': expected '# rule NAMES: WORDS', or * for all pieces",
    "# rule Q: x2": "'# rule Q: x2': unknown piece 'Q': expected I or L",
    "# rule I: big": "'# rule I: big': unknown rule 'big': " + EXPECTED,
    "# rule I: x2\n# rule I: x3": "'# rule I: x3': the copies of 'I': said before",
    "# rule *: fixed\n# rule *: mirrored": "'# rule *: mirrored': the sides of all pieces: "
    "said before",
    "# rule I,I: in edge": "'# rule I,I: in edge': the zone of 'I': said before",
}


@pytest.mark.parametrize(("text", "message"), BAD_LINES.items())
def test_lines_that_are_no_rules_for_a_puzzle(text, message, refusal_of):
    few = PieceSet.parse("few", "# sides: mirrored\nI ooo\nL oo/o.")
    assert refusal_of(PieceError, apply_rules, text, few) == message


def test_optional_letters_of_a_board_are_kept():
    board = Board.parse("# optional: ba\naob/ooo")
    assert board.optional == "ab"
    assert list(board.grid.cells(board.blanks)) == [(0, 0), (0, 2)]
    assert Board.parse(str(board)) == board != Board.parse("aob/ooo")
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.rotated().optional == "ab"
    assert eval(repr(board)) == board
    assert board.as_dict() == {"pattern": "aob/ooo", "optional": "ab"}


BAD_OPTIONAL = {
    "": "optional: '': expected small letters or signs of cells",
    "c": "optional: 'c': no cell has the letter 'c'",
    "1": "optional: '1': '1' names a piece: expected small letters or signs of cells",
}


@pytest.mark.parametrize(("letters", "message"), BAD_OPTIONAL.items())
def test_letters_that_cannot_be_optional(letters, message):
    with pytest.raises(PatternError) as caught:
        Board.parse(f"# optional: {letters}\naob/ooA")
    assert str(caught.value) == message


def test_the_edge_is_beside_the_border_and_the_holes_but_not_across_a_seam():
    board = Board.parse("5x5")
    assert (board.mask & ~board.zone("edge")).bit_count() == 9
    tube = Board.parse("5x5", "columns")
    assert (tube.mask & ~tube.zone("edge")).bit_count() == 15
    assert not Board.parse("5x5", "both").zone("edge")
    ring = Board.parse("ooooo/ooooo/oo.oo/ooooo/ooooo")
    assert (ring.mask & ~ring.zone("edge")).bit_count() == 4


def test_a_zone_of_letters_is_for_pieces_without_colours():
    with pytest.raises(PieceError, match="'in ab' is for pieces without colours"):
        PieceSet.parse("own", "# sides: one-sided\nI xrx in ab")
    assert PieceSet.parse("own", "# sides: one-sided\nI xrx in edge")["I"].zone == "edge"


# Cells of pieces that lie on a letter of the board.

MARKED = PieceSet.parse("own", "# sides: mirrored\nL ooo/A..\nI oB")


def test_a_capital_in_a_drawing_lies_only_on_its_letter():
    assert (MARKED.marks, MARKED.is_plain, MARKED.counts) == ("AB", True, (1, 1))
    assert PieceSet.parse("own", MARKED.written()) == MARKED
    assert MARKED.rules.endswith("cells A and B: only on cells of the board with the letter")
    for rows, number in {"ooo/abo": 1, "ooo/aob": 1, "ooo/oab": 0, "abo/ooo": 1}.items():
        puzzle = Puzzle(Board.parse(rows), MARKED)
        solutions = list(puzzle.solutions())
        assert puzzle.count() == len(solutions) == number
        assert not any(puzzle.check(solution) for solution in solutions)
    position = Position(Puzzle(Board.parse("ooo/abo"), MARKED))
    with pytest.raises(PlacingError, match="must lie in b, but covers B1"):
        position.push("I@A1:front90")


def test_capitals_that_no_letter_of_the_board_goes_with():
    with pytest.raises(PieceError, match="'I': 'B b': no cell of the board has the letter 'b'"):
        Puzzle(Board.parse("ooo/aoo"), MARKED)
    with pytest.raises(PieceError, match="has cells ABCDE, expected at most 4 letters"):
        PieceSet.parse("own", "# sides: mirrored\nI ABC\nJ oDE")


def test_turns_that_lie_on_the_same_cells_are_one_solution():
    pieces = PieceSet.parse("own", "# sides: one-sided\nI Ao\nJ oA")
    for rows, wrap in (("aaaa", ""), ("aaaa", "columns"), ("aa/aa", "both")):
        puzzle = Puzzle(Board.parse(rows, wrap=wrap), pieces)
        plain = Puzzle(puzzle.pattern, PieceSet.parse("own", "# sides: one-sided\nI oo\nJ oo"))
        assert puzzle.count() == plain.count()


def test_a_capital_among_optional_letters_is_its_small_letter_for_pieces():
    text = "# optional: A\naAa/oAo"
    marked = PieceSet.parse("own", "# sides: one-sided\nI A/o x2")
    zoned = PieceSet.parse("own", "# sides: one-sided\nI oo in a x1-2\nJ o x0-4")
    assert Puzzle(Board.parse(text), marked).count() == 1
    # The long piece covers one A, on the left or the right, and the other may be empty; or both.
    assert Puzzle(Board.parse(text), zoned).count() == 2 * 2 + 1
    with pytest.raises(PatternError, match="'A' names a piece of 'own'"):
        Puzzle(Board.parse(text), PieceSet.parse("own", "# sides: one-sided\nA oo x2"))
