"""Puzzles on other lattices than that of squares, whose numbers are known from elsewhere."""

import pytest
from some import some

from kaleido import (
    Board,
    PieceError,
    PieceSet,
    Puzzle,
    Status,
    named_puzzle,
    named_set,
    puzzle_names,
    solve,
)
from kaleido.library.puzzles import puzzle_facts

PUBLISHED = {
    "hexiamond-3x12": (0, 0),
    "hexiamond-6x6": (624, 156),
    "slothouber-graatsma": (8, 1),
    "soma-cube": (11_520, 240),
    "solid-pentomino-2x3x10": (96, 12),
    "solid-pentomino-2x5x6": (2112, 264),
    "tetrahex-4x7": (18, 9),
    "tetrahex-triangle": (0, 0),
}
"""All solutions, and those that no turn or reflection carries into each other."""

GROUPS = ("polyiamonds", "polyhexes", "soma", "solids", "spheres")


def counted(name: str) -> tuple[int, int]:
    count = named_puzzle(name).count()
    return count.solutions, count.symmetric


SLOW = ("hexiamond-6x6", "solid-pentomino-2x5x6")


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.long] * (each in SLOW)) for each in PUBLISHED],
)
@pytest.mark.few(3)
def test_published_numbers(name: str):
    assert counted(name) == PUBLISHED[name]


@pytest.mark.parametrize("name", [name for name in puzzle_names("soma") if name != "soma-cube"])
@pytest.mark.few(4)
def test_the_number_of_each_soma_figure(name: str):
    solutions, symmetric = counted(name)
    assert solutions == puzzle_facts(name).solutions
    assert symmetric <= solutions <= 48 * symmetric


@pytest.mark.parametrize("name", ["soma-cross", "tetrahex-triangle", "hexiamond-ring"])
def test_puzzles_without_a_solution_are_proved_to_have_none(name: str):
    assert puzzle_facts(name).solutions == 0
    assert solve(named_puzzle(name)).status is Status.NO_SOLUTION


@pytest.mark.parametrize(
    "name", ["kanoodle-pyramid", "pentahex-10x11", "heptiamond-6x14", "solid-pentomino-3x4x5"]
)
@pytest.mark.few(1)
def test_a_first_solution_comes_soon(name: str):
    answer = solve(named_puzzle(name), max_nodes=20_000)
    assert answer.status is Status.SOLVED
    assert {each.piece for each in answer.solution.placements} == {
        piece.name for piece in named_puzzle(name).pieces
    }


@pytest.mark.parametrize("group", GROUPS)
def test_every_puzzle_has_as_many_cells_as_its_pieces(group: str):
    for name in some(puzzle_names(group)):
        puzzle = named_puzzle(name)
        assert puzzle.pattern.title
        assert puzzle.pattern.size == puzzle.pieces.size


# Flat sets in space.


def test_solid_pentominoes_are_those_of_the_plane():
    flat, solid = named_set("pentominoes"), named_set("solid-pentominoes")
    assert [piece.name for piece in solid] == [piece.name for piece in flat]
    assert [str(piece.front.drawing) for piece in solid] == [
        str(piece.front.drawing) for piece in flat
    ]
    # A cube has 24 turns; a cross looks the same after eight, an F after none.
    assert len(solid["X"].front.orientations) == 3
    assert len(solid["F"].front.orientations) == 24


def test_flat_pieces_of_spheres_lie_in_the_planes_of_the_packing():
    line = named_set("spheres-kanoodle")["P"]
    # Lines run in the six directions in which spheres touch.
    assert len(line.front.orientations) == 6


def test_any_flat_set_goes_into_space():
    solid = named_set("solid-tetrominoes + solid-trominoes")
    assert (solid.lattice.name, solid.size) == ("cubic", 26)
    box = Puzzle(Board.parse("2x3x1"), named_set("solid-trominoes"))
    flat = Puzzle(Board.parse("2x3"), named_set("trominoes"))
    assert box.count().solutions == flat.count().solutions


@pytest.mark.parametrize("name", ["solid-classic", "spheres-tetrominoes-one-sided", "solid-soma"])
def test_other_sets_do_not_go_into_space(name: str):
    with pytest.raises(PieceError, match=f"'{name}': expected a set of squares"):
        named_set(name)


def test_an_unknown_flat_set_is_named():
    with pytest.raises(PieceError, match="unknown set of pieces 'pentonimoes': did you mean"):
        named_set("solid-pentonimoes")


@pytest.mark.parametrize(
    ("drawing", "ways"),
    [("ooo", 6), ("oo/oo", 3), ("oo//o.", 8), ("oo//.o", 24), ("oo//o.//o.", 48)],
)
def test_flat_spheres_turned_over_are_their_mirror_images(drawing, ways):
    header = "# lattice: spheres\nV "
    once = PieceSet.parse("once", f"# sides: one-sided\n{header}{drawing}")["V"]
    both = PieceSet.parse("both", f"# sides: mirrored\n{header}{drawing}")["V"]
    assert len(once.front.orientations) == ways
    assert both.back is None
