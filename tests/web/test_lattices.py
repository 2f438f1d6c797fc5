"""Lattices as the page is told of them, and puzzles on them as the page keeps them."""

from itertools import product

import page_games
import pytest
from page_games import Game

from kaleido import Board, PieceSet, Puzzle
from kaleido.base.errors import PieceError
from kaleido.model.lattices import find_lattice, lattice_names
from kaleido.model.lattices.lattice import Lattice, moved
from kaleido.web.jobs import Job, run_job
from kaleido.web.lists import describe_lattice
from kaleido.web.question import check_playable

OTHERS = tuple(name for name in lattice_names() if name != "square")

SETS = {
    "hexagonal: 3x4": "# sides: mirrored\n# lattice: hexagonal\nI ooo\nV oo/o. x2\nL ..o/oo.",
    "4x3 rhombus": "# sides: mirrored\n# lattice: triangular\nA ..o./.ooo x2\nB ..o/.oo/.o. x2\n"
    "C ..o/ooo x2",
    "3x3x3": "# sides: one-sided\n# lattice: cubic\nV oo/o.\nL ooo/o..\nT ooo/.o.\nZ oo./.oo\n"
    "A oo/o.//.o/..\nB oo/o.//../o.\nP oo/o.//o./..",
    "pyramid 3": "# sides: one-sided\n# lattice: spheres\nI oo x4\nL oo/o. x2",
}
"""Boards on all lattices, with pieces for them."""


def ask(kind, board, **more):
    events = []
    question = {"pattern": board, "pieces": SETS[board], "use": [], "wrap": ""} | more
    return run_job(Job(kind, question, 10**9), events.append), events


@pytest.mark.parametrize("name", OTHERS)
def test_tiles_and_shifts_give_every_cell(name):
    lattice = find_lattice(name)
    told = describe_lattice(lattice)
    for place in product(range(-5, 6), repeat=lattice.dimensions):
        pairs = [divmod(each, period) for each, period in zip(place, told.period, strict=True)]
        number = 0
        for (_, own), period in zip(pairs, told.period, strict=True):
            number = number * period + own
        tile = told.tiles[number]
        centre, away = tile.centre, [0.0, 0.0]
        for axis, (times, _) in enumerate(pairs):
            shift = told.shifts[axis]
            centre = moved(centre, shift.centre, times)
            if axis >= lattice.dimensions - 2:
                away = [a + times * b for a, b in zip(away, shift.drawn, strict=True)]
        assert centre == lattice.centre(place)
        assert tile.steps == lattice.steps(centre)
        kind = told.tiles[tile.kind]
        assert lattice.is_alike(kind.centre, centre)
        corners = lattice.corners(*place[-2:])
        for (down, right), corner in zip(tile.corners, corners, strict=True):
            assert (down + away[0], right + away[1]) == pytest.approx(corner, abs=1e-3)


def test_a_drawing_that_does_not_repeat_itself_is_refused():
    class Crooked(Lattice):
        name = cells = forms = "crooked"
        turns = ()
        mirror = ((1, 0), (0, -1))
        moves = ((1, 0), (0, 1))

        def centre(self, place):
            row, column = place
            return row, column + row * row

        def place(self, centre):
            row, column = centre
            return row, column - row * row

        def steps(self, _):
            return ((0, 1), (0, -1))

        def corners(self, row, column):
            return ((row, column), (row, column + 1), (row + 1, column))

    with pytest.raises(ValueError, match="crooked lattice does not repeat itself"):
        describe_lattice(Crooked())


@pytest.mark.parametrize("text", SETS)
def test_the_board_and_its_pieces_are_told_with_their_lattice(text):
    parts, _ = ask("pieces", text)
    board = Board.parse(text)
    assert (parts["pattern"], parts["lattice"]) == (board.text, board.lattice)
    assert parts["pieces"]["lattice"] == board.lattice
    # What the page asks from then on is the same board.
    assert Board.parse(f"{parts['lattice']}: {parts['pattern']}") == board


@pytest.mark.parametrize("text", SETS)
def test_a_search_is_watched_on_any_lattice(text):
    options = {"strategy": "constrained", "seed": 0, "max_nodes": 500}
    last, events = ask("events", text, **options)
    board = Board.parse(text)
    assert last["type"] == "solved"
    assert events[0]["type"] == "start"
    assert events[0]["implied"] == []
    covered = {tuple(cell) for each in last["placements"] for cell in each["cells"]}
    assert covered == set(board.grid.cells(board.mask))
    first = next(each for each in events if each["type"] == "place")
    free = sum(label > 0 for row in first["islands"] for label in row)
    assert free == board.size - len(first["placement"]["cells"])


def test_edges_that_colours_imply_are_told_by_their_sides():
    pieces = "# sides: one-sided\n# lattice: triangular\nR r\nX x"
    question = {"pattern": "triangular: rx", "pieces": pieces, "use": [], "wrap": ""}
    options = {"strategy": "constrained", "seed": 0, "max_nodes": 5}
    events = []
    run_job(Job("events", question | options, 10**9), events.append)
    assert events[0]["implied"] == []
    alike = question | {"pattern": "triangular: rr", "pieces": pieces.replace("R r", "R r x2")}
    run_job(Job("events", alike | options | {"use": ["R", "R"]}, 10**9), events.append)
    start = [each for each in events if each["type"] == "start"][-1]
    assert start["implied"] == [[0, 0, 0]]


def test_the_page_keeps_every_piece_of_games_on_lattices(tmp_path):
    games = []
    for text, written in SETS.items():
        board, pieces = Board.parse(text), PieceSet.parse(text, written)
        question = {"pattern": f"{board.lattice}: {board.text}", "pieces": written}
        solution = Puzzle(board, pieces).solve("constrained").solution
        games.append(Game(text, question, pieces, solution.placements))
    assert page_games.play(games, tmp_path) == len(SETS)


def test_what_the_page_does_not_draw_is_refused():
    for text, words in {
        "# lattice: prisms\nI oo": "does not know triangular prisms; commands do",
        "I oA\nL oB/o.": "does not know the cells A and B; commands do",
    }.items():
        pieces = PieceSet.parse("own", f"# sides: one-sided\n{text}")
        with pytest.raises(PieceError, match=words):
            check_playable(pieces)
