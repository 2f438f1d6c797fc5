"""The verifier against brute force that knows distances alone, on every lattice."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import combinations, count, islice, product
from random import Random

import pytest
from lattice_games import BOXES, Cell, Drawn, Game, images, near, random_game
from some import some

from kaleido import Board, PieceSet, Placement
from kaleido.model import find_faults

LATTICES = {**BOXES, "square": Drawn("square", 1, 4, 4, lambda _, row, col: (row, col), 1)}
TOUCHING = {"hexagonal": 6, "triangular": 3, "cubic": 6, "spheres": 12, "square": 4}


def places(game: Game, cells: tuple[Cell, ...], sides: str) -> dict[str, set[frozenset[Cell]]]:
    """Find the cells on which each face of a piece can lie."""
    points = game.drawn.points()
    goal = {cell: points[cell] for cell in sorted(game.cells)}
    own = [points[cell] for cell in cells]
    turned = images(own, goal, mirrors=False)
    every = images(own, goal, mirrors=True)
    front = {
        frozenset(image) for image in turned if sides != "fixed" or is_moved(game, cells, image)
    }
    return {"front": front, "back": {*map(frozenset, every)} - {*map(frozenset, turned)}}


def is_moved(game: Game, cells: Iterable[Cell], image: Iterable[Cell]) -> bool:
    """Return whether all cells move by the same step, and triangles point as before."""
    points = game.drawn.points()
    steps = [
        [b - a for a, b in zip(points[one], points[other], strict=True)]
        for one, other in zip(cells, image, strict=True)
    ]
    if game.drawn.name == "triangular" and any(
        sum(one) % 2 != sum(other) % 2 for one, other in zip(cells, image, strict=True)
    ):
        return False
    return all(math.dist(step, steps[0]) < 1e-6 for step in steps)


@cache
def twisted_games(lattice: str) -> list[Game]:
    """Make a few games, each of which has a piece that lies on its board in either hand."""
    games = (random_game(LATTICES[lattice], seed) for seed in count())
    chosen = (
        game
        for game in games
        if any(all(places(game, cells, "mirrored").values()) for cells in game.pieces.values())
    )
    return list(islice(chosen, 3))


@pytest.mark.parametrize("sides", ["fixed", "one-sided", "mirrored"])
@pytest.mark.parametrize("lattice", LATTICES)
def test_a_face_shows_where_its_points_lie_and_nowhere_else(lattice: str, sides: str):
    dice, outcomes = Random(lattice + sides), set[bool]()
    for game in twisted_games(lattice):
        for name, cells in game.pieces.items():
            text = f"# sides: {sides}\n# lattice: {lattice}\n{name} {game.drawn.drawing(cells)}"
            pieces = PieceSet.parse("own", text)
            lying = places(game, cells, sides)
            sizes = range(len(cells) + 2)
            tried = [each for size in sizes for each in combinations(sorted(game.cells), size)]
            tried = [(), *dice.choices(tried, k=30)]
            tried += [tuple(sorted(each)) for own in lying.values() for each in own]
            tried += [each[1:] for each in tried]
            for face in next(iter(pieces)).faces:
                for each in tried:
                    faults = find_faults(game.board, [Placement(name, face.name, each)], pieces)
                    shows = not any("cannot show" in fault for fault in faults)
                    assert shows == (frozenset(each) in lying[face.name])
                    outcomes.add(shows)
    assert outcomes == {True, False}


@pytest.mark.parametrize("lattice", LATTICES)
def test_a_cell_lies_at_the_edge_where_another_is_missing_beside_it(lattice: str):
    drawn, dice, outcomes = LATTICES[lattice], Random(lattice), set[bool]()
    pieces = PieceSet.parse("own", f"# sides: fixed\n# lattice: {lattice}\nA o in edge")
    points = drawn.points()
    for holes in (0, 1, 1, 2):
        hidden = dice.sample(sorted(points), holes)
        cells = [cell for cell in sorted(points) if cell not in hidden]
        board = Board(drawn.drawing(cells), lattice=lattice)
        for cell in cells:
            beside = sum(near(math.dist(points[cell], points[each]), drawn.step) for each in cells)
            faults = find_faults(board, [Placement("A", "front", (cell,))], pieces)
            strayed = any("must lie in edge" in fault for fault in faults)
            assert strayed == (beside == TOUCHING[lattice])
            outcomes.add(strayed)
    assert outcomes == {True, False}


@pytest.mark.parametrize("lattice", ["hexagonal", "cubic", "spheres", "square"])
def test_a_line_shows_its_letters_from_either_end(lattice: str):
    words = [f"{first}x{last}" for first, last in product("rby", repeat=2)]
    for drawn, asked in some(product(words, words)):
        text = f"# sides: two-faced\n# lattice: {lattice}\nA {drawn} xrx"
        lying = Placement("A", "front", ((0, 0), (0, 1), (0, 2)))
        faults = find_faults(Board(asked, lattice=lattice), [lying], PieceSet.parse("own", text))
        assert bool(faults) == (asked not in (drawn, drawn[::-1]))


@pytest.mark.parametrize("lattice", ["hexagonal", "square"])
def test_a_fault_draws_the_letters_wherever_they_are(lattice: str):
    pieces = PieceSet.parse("own", f"# sides: fixed\n# lattice: {lattice}\nA ooo")
    board = Board("/".join(["oooo"] * 5), lattice=lattice)
    for row, col in product((0, 2), range(3)):
        cells = ((row, col), (row, col + 1), (row + 2, col))
        faults = find_faults(board, [Placement("A", "front", cells)], pieces)
        assert any("cannot show 'oo/../o.'" in fault for fault in faults)
