import random
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from packings import SIDE, Packing, packing, packings
from some import some

import kaleido
from kaleido import CLASSIC, Board, Pattern, PieceSet, Placement, Puzzle, Solution
from kaleido.base.errors import KaleidoError, SolutionError
from kaleido.library import Polyform, polyforms
from kaleido.model import find_faults
from kaleido.model.grid import Cell
from kaleido.model.lattices.lattice import moved as moved_by
from kaleido.model.names import parse_cell, piece_labels

Placements = list[Placement]


def assert_faulty(pattern: Pattern, placements: Placements, message: str = "") -> None:
    faults = find_faults(pattern, placements)
    assert faults
    assert any(message in fault for fault in faults)
    with pytest.raises(SolutionError) as caught:
        Solution(pattern, tuple(placements))
    assert str(caught.value) == f"not a solution: {faults[0]}"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (("wand", "front", [0]), "expected cells as rows and columns"),
        (("wand", "front", ((0, "a"),)), "expected cells as rows and columns"),
        (("wand", "front", None), "expected cells as rows and columns"),
        (("wand", "front", ()), "expected cells as rows and columns"),
        ((["wand"], "front", [(0, 0)]), "expected a piece and a face by their names"),
    ],
)
def test_a_wrong_placement_cannot_be_made(values: tuple[Any, ...], message: str):
    with pytest.raises(SolutionError, match=message):
        Placement(*values)


@pytest.mark.parametrize("ask", [kaleido.check, kaleido.Position])
def test_what_is_no_placement_is_said(ask: Callable[..., object]):
    with pytest.raises(KaleidoError, match="None is a NoneType, expected a Placement"):
        ask("car", [None])


def test_cells_of_a_placement_may_be_lists():
    puzzle = kaleido.Puzzle("car")
    lists = [
        replace(each, cells=[*map(list, each.cells)]) for each in puzzle.solve().solution.placements
    ]
    assert puzzle.check(lists) == kaleido.Position(puzzle, lists).check() == ()


@pytest.mark.parametrize(
    "written",
    [
        list,
        lambda cells: tuple(map(list, cells)),
        lambda cells: tuple((np.int64(row), np.int64(col)) for row, col in cells),
    ],
)
def test_one_placement_may_be_written_otherwise(written: Callable[[Any], object]):
    puzzle = kaleido.Puzzle("car")
    right = puzzle.solve().solution
    for at in (0, 17):
        cells = written(right.placements[at].cells)
        other = Solution(puzzle.pattern, changed(list(right.placements), at, cells=cells))
        assert other.placements == right.placements


@pytest.mark.parametrize(
    "wrong", [lambda row, col: (row, float(col)), lambda row, col: (row, col, 0), lambda *_: ()]
)
def test_one_cell_of_another_form_is_refused(wrong: Callable[[int, int], object]):
    puzzle = kaleido.Puzzle("car")
    right = puzzle.solve().solution
    for at in (0, 17):
        first, *others = right.placements[at].cells
        cells = (wrong(*first), *others)
        with pytest.raises(SolutionError, match="expected cells as rows and columns"):
            puzzle.check(changed(list(right.placements), at, cells=cells))


@given(packings(), st.randoms(use_true_random=False))
def test_a_right_solution_has_no_fault_in_any_order(pack: Packing, rng: random.Random):
    placements = list(pack.placements)
    rng.shuffle(placements)
    assert find_faults(pack.pattern, placements) == []
    solution = Solution(pack.pattern, tuple(placements))
    for number, placement in enumerate(placements):
        assert sorted(zip(*map(tuple, np.where(solution.owners == number)), strict=True)) == sorted(
            placement.cells
        )


@given(packings(), st.randoms(use_true_random=False))
def test_solutions_are_equal_when_the_same_pieces_lie_on_the_same_cells(
    pack: Packing, rng: random.Random
):
    first = Solution(pack.pattern, tuple(pack.placements))
    lists = [
        replace(each, cells=rng.sample([*map(list, each.cells)], len(each.cells)))
        for each in rng.sample(pack.placements, len(pack.placements))
    ]
    second = Solution(pack.pattern, lists)
    assert second == first
    assert len({first, second}) == 1
    assert [each.piece for each in second.placements] == [each.piece for each in lists]
    assert first != first.placements
    others = PieceSet("other", CLASSIC.pieces, sides=CLASSIC.sides)
    assert Solution(pack.pattern, first.placements, others) != first


def lies_across(cells: frozenset[Cell]) -> bool:
    return len({row for row, _ in cells}) == 1


PLAIN = "oooo/oooo"
DOMINOES = "# sides: one-sided\nD oo x3\nE oo"
HEX = "# lattice: hexagonal\n"
RULED: dict[str, tuple[str, str, str, str, Callable[[frozenset[Cell]], bool]]] = {
    "a zone": (
        *("aabb/aabb", "aabb/aabb", DOMINOES, f"{DOMINOES} in b"),
        lambda cells: all(col > 1 for _, col in cells),
    ),
    "a zone at the edge": (
        *("oooo/oooo/oooo/oooo", "oooo/oooo/oooo/oooo", DOMINOES.replace("x3", "x7")),
        f"{DOMINOES.replace('x3', 'x7')} in edge",
        lambda cells: all({row, col} & {0, 3} for row, col in cells),
    ),
    "a piece that may not be turned": (PLAIN, PLAIN, DOMINOES, f"{DOMINOES} fixed", lies_across),
    "one of hexagons": (
        *(HEX + PLAIN, HEX + PLAIN, HEX + DOMINOES, f"{HEX}{DOMINOES} fixed"),
        lies_across,
    ),
    "a given": (PLAIN, "oEEo/oooo", DOMINOES, DOMINOES, {(0, 1), (0, 2)}.__eq__),
    "a given upright": (PLAIN, "ooEo/ooEo", DOMINOES, DOMINOES, {(0, 2), (1, 2)}.__eq__),
}
"""Boards and pieces without a rule and with it, and whether piece E keeps to it where it lies."""


@pytest.mark.parametrize("rule", RULED)
def test_of_all_coverings_those_are_right_that_keep_to_a_rule(rule: str):
    board, ruled_board, pieces, ruled_pieces, keeps = RULED[rule]
    free = kaleido.Puzzle(Board.parse(board), PieceSet.parse("own", pieces))
    ruled = kaleido.Puzzle(Board.parse(ruled_board), PieceSet.parse("own", ruled_pieces))
    right = []
    for solution in free.solutions():
        (own,) = (frozenset(each.cells) for each in solution.placements if each.piece == "E")
        right.append(keeps(own))
        assert (ruled.check(solution.placements) == ()) == right[-1]
    assert 0 < sum(right) < len(right)
    assert ruled.count().solutions == sum(right)


def dropped(placements: Placements, at: int) -> Placements:
    return placements[:at] + placements[at + 1 :]


def twice(placements: Placements, at: int) -> Placements:
    return [*placements, placements[at]]


def other_face(placements: Placements, at: int) -> Placements:
    face = "back" if placements[at].face == "front" else "front"
    return changed(placements, at, face=face)


def changed(placements: Placements, at: int, **values: object) -> Placements:
    return [
        replace(placement, **values) if number == at else placement
        for number, placement in enumerate(placements)
    ]


def moved(down: int, right: int) -> Callable[[Placements, int], Placements]:
    def move(placements: Placements, at: int) -> Placements:
        cells = tuple((row + down, col + right) for row, col in placements[at].cells)
        return changed(placements, at, cells=cells)

    return move


def repeated_cell(placements: Placements, at: int) -> Placements:
    cells = placements[at].cells
    return changed(placements, at, cells=(*cells, cells[0]))


def without_a_cell(placements: Placements, at: int) -> Placements:
    assume(len(placements[at].cells) > 1)
    return changed(placements, at, cells=placements[at].cells[1:])


def unknown_piece(placements: Placements, at: int) -> Placements:
    return changed(placements, at, piece="wond")


def unknown_face(placements: Placements, at: int) -> Placements:
    return changed(placements, at, face="side")


@given(packings(), st.integers(0, 17))
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (dropped, "is missing"),
        (twice, "is placed 2 times"),
        (twice, " overlaps "),
        (other_face, "cannot show"),
        # Python would take these as counted from the end: the colours would be right.
        (moved(-SIDE, 0), "lies off the board at "),
        (moved(0, -SIDE), "lies off the board at "),
        (moved(SIDE, 0), "lies off the board at "),
        (moved(0, SIDE), "lies off the board at "),
        (moved(0, 2 * SIDE), "lies off the board at "),
        (repeated_cell, "overlaps"),
        (without_a_cell, "1 cell not covered"),
        (unknown_piece, "there is no face 'wond"),
        (unknown_face, " side'"),
    ],
)
def test_a_spoilt_solution_is_faulty(
    spoil: Callable[[Placements, int], Placements], message: str, pack: Packing, at: int
):
    assert_faulty(pack.pattern, spoil(list(pack.placements), at), message)


@pytest.mark.parametrize("rows", [2, 3, 4])
@pytest.mark.parametrize("wrap", ["", "columns", "rows", "both"])
def test_cells_are_neighbours_around_joined_sides_alone(wrap: str, rows: int):
    pieces = PieceSet.parse("own", "# sides: one-sided\nA oo")
    board = Board("/".join(["ooo"] * rows), wrap=wrap)
    down = {1, rows - 1} if wrap in ("rows", "both") else {1}
    across = {1, 2} if wrap in ("columns", "both") else {1}
    for one, other in some(permutations(board.grid.every_cell, 2)):
        steps = abs(one[0] - other[0]), abs(one[1] - other[1])
        touch = (steps[0] in down and not steps[1]) or (steps[1] in across and not steps[0])
        faults = find_faults(board, [Placement("A", "front", (one, other))], pieces)
        assert any("cannot show" in fault for fault in faults) != touch


def test_letters_of_the_board_matter_to_pieces_with_marks_alone():
    board, lying = Board("ab"), [Placement("A", "front", ((0, 0), (0, 1)))]
    found = [
        find_faults(board, lying, PieceSet.parse("own", f"# sides: fixed\nA {drawn}"))
        for drawn in ("oo", "Ao", "Bo", "oo at b", "oo at c")
    ]
    assert [len(faults) for faults in found] == [0, 0, 1, 0, 1]


def test_cells_that_must_stay_empty_are_not_covered():
    pieces = PieceSet.parse("own", "# sides: fixed\nA oo\nB o x0-1")
    lying = [Placement("A", "front", ((0, 0), (0, 1))), Placement("B", "front", ((0, 2),))]
    board = Board("ooo", leave=1)
    assert find_faults(board, lying[:1], pieces) == []
    assert find_faults(board, lying, pieces) == ["0 cells empty, expected 1"]


def test_of_alternatives_one_is_placed():
    pieces = PieceSet.parse("own", "# sides: fixed\nC one of oo, o\nD o")
    lying = [
        Placement("D", "front", ((0, 0),)),
        Placement("C1", "front", ((0, 1), (0, 2))),
        Placement("C2", "front", ((0, 3),)),
    ]
    assert find_faults(Board("ooo"), lying[:2], pieces) == []
    assert find_faults(Board("oooo"), lying, pieces) == ["2 of the pieces for C are placed"]


def test_what_is_no_placement_is_refused():
    for other in (None, ("A", "front", ((0, 0),))):
        with pytest.raises(SolutionError, match="expected a Placement"):
            find_faults(Board("o"), [other], PieceSet.parse("own", "# sides: fixed\nA o"))


def test_nothing_placed():
    pattern = packing(0).pattern
    faults = find_faults(pattern, [])
    assert faults == [
        *(f"{piece_labels(CLASSIC)[piece.name]} is missing" for piece in CLASSIC),
        "64 cells not covered",
    ]


def test_every_fault_is_named():
    pattern, placements = packing(0)
    spoilt = unknown_piece(dropped(list(placements), 0), 0)
    faults = find_faults(pattern, spoilt)
    missing = {f"{piece_labels(CLASSIC)[each.piece]} is missing" for each in placements[:2]}
    assert missing < set(faults)
    cells = sum(len(each.cells) for each in placements[:2])
    assert f"{cells} cells not covered" in faults
    assert len(faults) == 4


@pytest.mark.parametrize(
    ("board", "pieces", "strayed"),
    [
        ("xrx/rxr/xrx", "# sides: one-sided\nM x in edge\nN x x4\nR r x4", "edge B2"),
        ("xrx/rxr/xrx", "# sides: two-faced\nM x r in edge\nN x b x4\nR r y x4", "edge B2"),
        ("xrx/rxr/xrx", "# sides: two-faced\nM y x in edge\nN x b x4\nR r y x4", "edge B2"),
        ("aoo/oob", "# sides: fixed\nM o in ab\nN o x5", "ab A2"),
        ("hexagonal: aoo/ooo", "# sides: fixed\n# lattice: hexagonal\nM o in a\nN o x5", "a B2"),
        ("aao/bbb", "# sides: mirrored\nM oo in a\nN oo x2", "a B1"),
    ],
)
def test_a_piece_lies_in_its_zone_whatever_its_colours(board: str, pieces: str, strayed: str):
    puzzle = Puzzle(Board.parse(board), PieceSet.parse("own", pieces))
    zone, cell = strayed.split()
    solutions = [solution.placements for solution in puzzle.solutions()]
    assert solutions
    for right in solutions:
        assert find_faults(puzzle.pattern, right, puzzle.pieces) == []
        own = next(each for each in right if each.piece == "M")
        other = next(each for each in right if parse_cell(cell) in each.cells)
        assert other.piece == "N"
        # Two pieces of one shape and colour change their places.
        moved = {own: replace(own, cells=other.cells), other: replace(other, cells=own.cells)}
        spoilt = [moved.get(each, each) for each in right]
        (fault,) = find_faults(puzzle.pattern, spoilt, puzzle.pieces)
        assert fault == f"M {own.face} must lie in {zone}, but covers {cell}"


def test_copies_that_are_missing_are_counted():
    pieces = kaleido.PieceSet.parse("own", "# sides: fixed\nA oo x2\nB oo/o. x3")
    faults = find_faults(
        kaleido.Board("oo/oo"), [Placement("A", "front", ((0, 0), (0, 1)))], pieces
    )
    assert faults[:2] == ["A is missing 1 time", "B is missing 3 times"]


def test_copies_are_counted_where_each_piece_lies_once():
    pieces = kaleido.PieceSet.parse("own", "# sides: fixed\nA o x2\nB o")
    lying = [Placement("A", "front", ((0, 0),)), Placement("B", "front", ((0, 1),))]
    assert find_faults(kaleido.Board("oo"), lying, pieces) == ["A is missing 1 time"]


@pytest.mark.parametrize("width", [8, 15, 16, 17, 32, 33, 64])
def test_the_end_of_a_row_is_not_beside_the_next_row(width: int):
    pieces = PieceSet.parse("own", "# sides: one-sided\nA oo")
    board = Board("/".join(["o" * width] * 2))
    broken = [Placement("A", "front", ((0, width - 1), (1, 0)))]
    assert any("cannot show" in fault for fault in find_faults(board, broken, pieces))
    beyond = [Placement("A", "front", ((0, width - 1), (0, width)))]
    assert any("lies off the board" in fault for fault in find_faults(board, beyond, pieces))


@pytest.mark.parametrize("far", [-1, 1, 15, 16, 31, 32, 10**15])
def test_a_cell_however_far_is_off_the_board(far: int):
    pieces = PieceSet.parse("own", "# sides: fixed\nA o")
    for cell in ((far, 0), (0, far), (far, far)):
        (fault, _) = find_faults(Board("o"), [Placement("A", "front", [cell])], pieces)
        assert fault.startswith("A front lies off the board at ")


def test_holes_and_cells_that_stay_empty_have_no_owner():
    board = kaleido.Board("oo./.aa", optional="a")
    pieces = kaleido.PieceSet.parse("own", "# sides: fixed\nA oo in o")
    placed = Placement("A", "front", ((0, 0), (0, 1)))
    assert Solution(board, (placed,), pieces).owners.tolist() == [[0, 0, -1], [-1, -1, -1]]


@pytest.mark.parametrize("wrap", ["", "rows"])
def test_a_piece_that_the_board_shows_lies_nowhere_else(wrap: str):
    # Two dominoes, one of which may lie across the seam, and the other two between them.
    columns = [((0, 0), (3, 0)), ((0, 1), (3, 1))] if wrap else [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    rest = {(row, col) for row in range(4) for col in range(2)}.difference(*columns)
    spots = [*columns, *(tuple(sorted(each for each in rest if each[1] == col)) for col in (0, 1))]
    pieces = kaleido.PieceSet.parse("own", "# sides: one-sided\nA oo\nB oo\nC oo\nD oo")
    for shown in ({0: "A"}, {1: "C", 2: "B"}, {0: "D", 1: "A", 3: "C"}):
        letters = {cell: name for spot, name in shown.items() for cell in spots[spot]}
        rows = ("".join(letters.get((row, col), "o") for col in range(2)) for row in range(4))
        board = kaleido.Board("/".join(rows), wrap=wrap)
        for names in permutations("ABCD"):
            lying = [
                Placement(name, "front", spot) for name, spot in zip(names, spots, strict=True)
            ]
            moved = {name for spot, name in shown.items() if names[spot] != name}
            faults = find_faults(board, lying, pieces)
            assert len(faults) == len(moved)
            assert all(any(f"the board shows {name} at" in f for f in faults) for name in moved)


# Other lattices.


@pytest.mark.parametrize("lattice", ["hexagonal", "square"])
def test_a_fault_draws_the_letters_wherever_they_are(lattice: str):
    pieces = PieceSet.parse("own", f"# sides: fixed\n# lattice: {lattice}\nA ooo")
    board = Board("/".join(["oooo"] * 5), lattice=lattice)
    for row, col in product((0, 2), range(3)):
        cells = ((row, col), (row, col + 1), (row + 2, col))
        faults = find_faults(board, [Placement("A", "front", cells)], pieces)
        assert any("cannot show 'oo/../o.'" in fault for fault in faults)


LYING = (
    ("hexagonal", 4, "6x6"),
    ("triangular", 1, "2x2"),
    ("triangular", 5, "4x8"),
    ("cubic", 4, "4x4x4"),
    ("spheres", 3, "4x4x4"),
)
"""Lattices, numbers of cells, and boards on which pieces of so many cells lie in several places."""


def lying_in(shape: Polyform, board: Board) -> list[tuple[Cell, ...]]:
    """Return the cells of a shape wherever it fits on a board that has no holes."""
    grid, first = board.grid, shape.centres[0]
    steps = (moved_by(centre, first, -1) for centre in grid.centres)
    alike = [step for step in steps if grid.lattice.is_alike(first, moved_by(first, step))]
    found = [[grid.number_at(moved_by(own, step)) for own in shape.centres] for step in alike]
    return [tuple(grid.every_cell[each] for each in cells) for cells in found if -1 not in cells]


@pytest.mark.parametrize(("lattice", "size", "text"), LYING)
@pytest.mark.parametrize("fixed", ["", " fixed"])
def test_a_piece_lies_as_it_may_be_turned_wherever_it_is(
    lattice: str, size: int, text: str, fixed: str
):
    board = Board.parse(f"# lattice: {lattice}\n{text}")
    every = [(str(shape), lying_in(shape, board)) for shape in polyforms(size, "fixed", lattice)]
    for shape in some(polyforms(size, "one-sided", lattice)):
        drawn = str(shape).replace("#", "o")
        rule = f"# lattice: {lattice}\n# sides: one-sided\nA {drawn}{fixed}"
        pieces = PieceSet.parse("own", rule)
        right = {str(shape)} if fixed else {str(each) for each in shape.rotations}
        for other, places in some(every):
            # A second time, it may be remembered.
            for cells in (places[0], places[-1], places[0]):
                faults = find_faults(board, [Placement("A", "front", cells)], pieces)
                assert any("cannot show" in each for each in faults) == (other not in right)


def test_a_piece_of_hexagons_shows_its_colours_wherever_it_is():
    pieces = PieceSet.parse("own", "# lattice: hexagonal\n# sides: one-sided\nA xr")
    board = Board("xrrxxr", lattice="hexagonal")
    for col, shown in enumerate(["xr", "rr", "rx", "xx", "xr"]):
        faults = find_faults(board, [Placement("A", "front", ((0, col), (0, col + 1)))], pieces)
        wrong = f"A front cannot show {shown!r}, the pattern's colours where it lies"
        assert (wrong in faults) == (shown in ("rr", "xx"))


def test_a_piece_without_colours_on_a_hole_is_a_fault():
    pieces = PieceSet.parse("own", "# sides: fixed\nI ooo")
    lying = Placement("I", "front", [(0, 0), (0, 1), (0, 2)])
    faults = find_faults(Board("oo."), [lying], pieces)
    assert faults == ["I front lies off the board at A3", "2 cells not covered"]


@pytest.mark.parametrize(("board", "drawn"), [("oo.", "oo"), ("xr.", "xr")])
def test_a_cell_too_many_on_a_hole_is_a_fault(board: str, drawn: str):
    pieces = PieceSet.parse("own", f"# sides: one-sided\nD {drawn}")
    hole = f"A{board.index('.') + 1}"
    faults = find_faults(Board(board), [Placement("D", "front", [(0, 0), (0, 1), (0, 2)])], pieces)
    assert faults == [f"D front lies off the board at {hole}", "2 cells not covered"]


def test_a_piece_that_would_meet_itself_around_the_board_does_not_lie_there():
    pieces = PieceSet.parse("own", "# sides: one-sided\nI ooo")
    lying = Placement("I", "front", [(0, 0), (1, 1)])
    faults = find_faults(Board("o./.o", wrap="rows"), [lying], pieces)
    assert faults == ["I front cannot show 'o./.o', the pattern's colours where it lies"]
    on_hole = Placement("I", "front", [(0, 0), (0, 1), (1, 1)])
    faults = find_faults(Board("o./.o", wrap="rows"), [on_hole], pieces)
    assert faults == ["I front lies off the board at A2", "2 cells not covered"]


@pytest.mark.parametrize(
    ("piece", "fault"), [("Z", "there is no face 'Z front'"), ("E", "there is no face 'E side'")]
)
def test_what_is_no_piece_is_overlapped_by_none(piece: str, fault: str):
    pieces = PieceSet.parse("own", "# sides: one-sided\nD oo\nE oo")
    none = Placement(piece, fault.split()[-1].strip("'"), [(0, 0), (0, 1)])
    lying = [none, Placement("D", "front", [(0, 0), (0, 1)])]
    faults = find_faults(Board("oooo"), lying, pieces)
    assert [each for each in faults if "missing" not in each] == [fault, "2 cells not covered"]
