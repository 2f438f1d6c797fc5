"""Properties of lattices, their grids and the texts of boards on them."""

import pytest
from hypothesis import given, strategies as st

from kaleido import Board, PatternError
from kaleido.model.lattices import Lattice, find_lattice, lattice_names, register
from kaleido.model.lattices.lattice import images

NAMES = lattice_names()


def places(lattice):
    return st.tuples(*[st.integers(-9, 9)] * lattice.dimensions)


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_symmetries_carry_touching_cells_to_touching_cells(name, data):
    lattice = find_lattice(name)
    place = data.draw(places(lattice))
    centre = lattice.centre(place)
    assert lattice.place(centre) == place
    matrix = data.draw(st.sampled_from(lattice.symmetries))
    around = lattice.touching(centre)
    assert len(set(around)) == len(around)
    assert all(centre in lattice.touching(other) for other in around)
    (moved,) = images(matrix, [centre])
    assert set(images(matrix, around)) == set(lattice.touching(moved))


@pytest.mark.parametrize("name", NAMES)
def test_turns_are_half_of_the_symmetries_and_keep_the_distances(name):
    lattice = find_lattice(name)
    assert len({*lattice.symmetries}) == 2 * len({*lattice.rotations})
    box = [(0, *rest) for rest in [(0, 0), (0, 1), (1, 0), (2, 3)]]
    centres = [lattice.centre(place[3 - lattice.dimensions :]) for place in box]

    def square(one, other):
        ends = (lattice.point(lattice.place(centre)) for centre in (one, other))
        return round(sum((a - b) ** 2 for a, b in zip(*ends, strict=True)), 6)

    for matrix in lattice.symmetries:
        moved = images(matrix, centres)
        for one, other, a, b in zip(centres, centres[1:], moved, moved[1:], strict=False):
            assert square(one, other) == square(a, b)


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_a_shape_moved_by_the_lattice_stays_the_same_in_the_corner(name, data):
    lattice = find_lattice(name)
    cells = data.draw(st.sets(places(lattice), min_size=1, max_size=5))
    centres = sorted(map(lattice.centre, cells))
    steps = data.draw(st.tuples(*[st.integers(-3, 3)] * lattice.dimensions))
    shift = [
        sum(n * move[axis] for n, move in zip(steps, lattice.moves, strict=True))
        for axis in range(lattice.dimensions)
    ]
    away = [tuple(a + b for a, b in zip(centre, shift, strict=True)) for centre in centres]
    assert lattice.pushed(away) == lattice.pushed(centres)
    assert lattice.is_alike(away[0], centres[0])
    least = [min(own) for own in zip(*map(lattice.place, lattice.pushed(away)), strict=True)]
    assert all(0 <= number < 2 for number in least)


def test_a_lattice_has_one_meaning():
    class Other(type(find_lattice("hexagonal"))):
        pass

    with pytest.raises(ValueError, match="there is a lattice 'hexagonal' already"):
        register(Other())
    register(find_lattice("hexagonal"))
    assert isinstance(find_lattice("hexagonal"), Lattice)


@pytest.mark.parametrize("text", ["hexagonal: " + "o" * 144, "triangular: " + "o" * 200])
def test_a_board_that_is_too_large_when_it_is_turned_is_none(text):
    with pytest.raises(PatternError, match=r"turned, the board has .* holes included, expected at"):
        Board.parse(text)


def test_a_row_without_hexagons_is_none():
    with pytest.raises(PatternError, match=r"^row 2 '' has no cells$"):
        Board.parse("# lattice: hexagonal\n o o\n/o o")
