"""Limits, defaults and refusals of the search."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, product
from random import Random
from unittest.mock import Mock

import pytest
from some import some

from kaleido import (
    Board,
    OptionError,
    PatternError,
    PieceError,
    PieceSet,
    Placement,
    PlacingError,
    Position,
    Puzzle,
    named_pattern,
    named_set,
    solve,
)
from kaleido.search import Constrained, Policy, Problem, State
from kaleido.search.budget import LETTERS, ColourBudget, budget_of, face_sums
from kaleido.search.compiled import core
from kaleido.search.core import load_core
from kaleido.search.parity import colourings_of
from kaleido.search.problem import most_placements
from kaleido.search.result import count_choices, solved_states

Costs = Sequence[tuple[int, ...]]


def drawn(seed: int) -> PieceSet:
    """Draw three or four small pieces with two faces, some of which may be left over."""
    dice = Random(seed)
    lines = ["# sides: two-faced"]
    for name in "ABCD"[: dice.choice((3, 4))]:
        size, most = dice.choice((1, 2, 3)), dice.choice((1, 2))
        # Black and coloured cells alternate.
        faces = (
            "".join("x" if place % 2 == black else dice.choice("ryb") for place in range(size))
            for black in (0, dice.randint(0, 1))
        )
        lines.append(f"{name} {' '.join(faces)} x{dice.randint(0, most)}-{most}")
    return PieceSet.parse("own", "\n".join(lines))


def faces_by_counts(pieces: PieceSet, costs: Costs) -> dict[tuple[int, ...], set[int]]:
    """Return what the faces cost that some choice shows, by the colour counts of that choice."""
    found: dict[tuple[int, ...], set[int]] = {}
    choices = (
        [
            faces
            for used in range(least, most + 1)
            for faces in product(zip(piece.faces, own, strict=True), repeat=used)
        ]
        for piece, own, least, most in zip(pieces, costs, pieces.needed, pieces.counts, strict=True)
    )
    for chosen in map(list, map(chain.from_iterable, product(*choices))):
        counts = tuple(sum(face.counts[letter] for face, _ in chosen) for letter in LETTERS)
        found.setdefault(counts, set()).update(cost for _, cost in chosen)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_faces_that_can_still_be_paid_for_are_those_of_some_choice(seed: int):
    pieces, dice = drawn(seed), Random(seed)
    budget = ColourBudget(pieces)
    faces = faces_by_counts(pieces, budget.costs)
    near = {tuple(each + dice.choice((-1, 0, 1)) for each in counts[:4]) for counts in faces}
    near = {(*counts, 0) for counts in near if min(counts) >= 0}
    assert near - faces.keys()
    for counts in some(sorted(near | faces.keys())):
        start = budget.start(dict(zip(LETTERS, counts, strict=True)))
        assert budget.reachable(start) == (counts in faces)
        assert budget.payable(start) == faces.get(counts, set())


def test_some_of_the_pieces_left_fill_a_part_if_their_faces_add_up():
    answers = set()
    for seed in some(range(10)):
        pieces, dice = drawn(seed), Random(seed)
        budget = ColourBudget(replace(pieces, use="some", least=()))
        every = [number for number, count in enumerate(pieces.counts) for _ in range(count)]
        left = dice.sample(every, dice.randint(1, len(every)))
        sums = face_sums(([pieces.pieces[number]] for number in left), spares=True)
        for total in sums | face_sums(([piece] for piece in pieces), spares=True):
            start = budget.start(dict(zip(LETTERS, total, strict=True)), left)
            assert budget.reachable(start) == (total in sums)
            answers.add(total in sums)
    assert answers == {True, False}


def test_of_equally_near_colours_those_without_a_further_one_are_named():
    pieces = PieceSet.parse("own", "# sides: two-faced\nA xrx rxb")
    cause = budget_of(pieces).explain({"x": 1, "r": 1, "y": 1})
    assert cause.facts["nearest"] == {"x": 2, "r": 1}


def test_a_letter_that_no_piece_shows_is_named_with_its_row():
    with pytest.raises(PatternError, match=r"unknown colour 'o' in row 2 'xo': the"):
        Problem(Board("xr/xo"), PieceSet.parse("own", "# sides: one-sided\nA xr x2"))


def test_edges_are_implied_between_cells_that_are_surely_alike():
    pieces = PieceSet.parse("own", "# sides: one-sided\nA xr x2")
    board = Board("xx/rr")
    above, first, below = 0b0011, 0b0001, 0b1100
    frame = Problem(board, pieces).frame
    for black, coloured, inner in some(
        [
            (above, below, 2),
            (above, below | first, 1),
            (15, below, 1),
            (above | 8, below, 1),
            (15, 15, 0),
        ]
    ):
        own = Problem(board, pieces, allowed={"x": black, "r": coloured})
        assert own.implied & frame == frame
        assert (own.implied & ~frame).bit_count() == inner


@pytest.mark.parametrize("ways", [3, 4, 5])
def test_the_colours_of_diagonals_are_numbered_in_turn(ways: int):
    board = Board("/".join(["o" * ways] * ways))
    named = {each.name: each for each in colourings_of(board.grid.lattice)}
    for name, down in some([(f"rising-{ways}", 1), (f"falling-{ways}", -1)]):
        masks = [*named[name].cells(board.grid)]
        colours = [
            next(colour for colour, cells in enumerate(masks) if cells >> at & 1)
            for at in range(ways * ways)
        ]
        steps = [col + down * row for row, col in product(range(ways), repeat=2)]
        turns = [[(colours[0] + way * step) % ways for step in steps] for way in (1, -1)]
        assert colours in turns


@pytest.mark.parametrize("kind", ["problem", "search"])
def test_a_core_without_memory_says_so(kind: str, monkeypatch):
    if load_core() is None:
        pytest.skip("the core is not built here")
    problem = Problem(named_pattern("car"))
    monkeypatch.setattr(core(), f"kaleido_{kind}_new", lambda *_: None)
    with pytest.raises(MemoryError, match="core has no memory"):
        next(solved_states(State.empty(problem), Constrained()))


def test_a_board_is_new_to_the_core_after_it_had_no_memory(monkeypatch):
    if load_core() is None:
        pytest.skip("the core is not built here")
    problem = Problem(named_pattern("car"))
    before = problem.compiled
    with monkeypatch.context() as patch:
        patch.setattr(core(), "kaleido_search_run", lambda *_: -1)
        with pytest.raises(MemoryError, match="core has no memory"):
            next(solved_states(State.empty(problem), Constrained()))
    assert next(solved_states(State.empty(problem), Constrained())).solved
    assert problem.compiled is not before


def test_a_core_without_memory_for_numbers_gives_no_answer(monkeypatch):
    if load_core() is None:
        pytest.skip("the core is not built here")
    problem = Problem(Board("oo/oo"), PieceSet.parse("own", "# sides: mirrored\nI oo x2"))
    assert len(problem) == 4
    for name in ("search_solution", "problem_tallies"):
        monkeypatch.setattr(core(), f"kaleido_{name}", lambda *_: 2 * sys.maxsize + 1)
    with pytest.raises(MemoryError, match="core has no memory"):
        next(solved_states(State.empty(problem), Constrained()))
    with pytest.raises(MemoryError, match="core has no memory"):
        problem.refute(problem.pattern.mask, (0, 0))


def test_python_lists_no_placements_where_the_core_does(monkeypatch):
    problem = Puzzle(named_pattern("car")).problem
    numbers = len(problem.masks), [each.bit_count() for each in problem.piece_options]
    if load_core() is not None:
        with monkeypatch.context() as patch:
            patch.setattr(
                "kaleido.search.problem.list_placements",
                Mock(side_effect=AssertionError("Python lists the placements")),
            )
            own = Problem(problem.pattern)
            assert (len(own), own.placement_counts) == numbers
            assert solve(own.pattern).solution is not None
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    own = Problem(problem.pattern)
    assert (len(own), own.placement_counts) == numbers


def test_the_choices_of_a_board_with_pieces_on_it_begin_there(monkeypatch):
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    pattern = named_pattern("car")
    placed = solve(pattern).solution.placements[:15]
    state = Position(pattern, placed).state
    assert count_choices(state, Constrained(), 100).nodes == 3


def test_a_policy_has_the_figures_that_are_not_in_its_file():
    figures = Policy.from_dict({}).as_dict()
    del figures["weights"]
    assert figures == {
        "sharpness": 1.0, "breadth": 0.5, "extra": 3, "forks": 20, "sure": 0.9, "noise": 0.5,
    }  # fmt: skip


def test_a_file_of_weights_is_refused_with_the_reason(tmp_path):
    path = tmp_path / "own.json"
    path.write_text('{"policy": {"weights": {"size": 1}}}')
    with pytest.raises(OptionError, match=r"^unknown 'size' in the weights \(in .*own.json.?\)$"):
        Policy.read(path)


@pytest.mark.parametrize("weight", [True, "1", 1e9, -1e9, None])
def test_a_weight_is_a_number(weight):
    for weights in ({"singles": weight}, {"pieces": {"wand": weight}}):
        with pytest.raises(OptionError, match=f"is {weight!r}, expected a number"):
            Policy.from_dict({"weights": weights})


def test_placements_that_exclude_themselves_or_each_other_are_in_no_solution_together():
    problem = Problem(Board("oooo/oooo"), PieceSet.parse("own", "# sides: mirrored\nA oo x4"))

    def solutions(own: Problem) -> set[frozenset[int]]:
        states = solved_states(State.empty(own), Constrained())
        return {frozenset(state.path) for state in states}

    every = solutions(problem)
    none = [0] * len(problem)
    assert solutions(problem.excluding(none)) == every
    for one in some(sorted(set[int]().union(*every))):
        for other in sorted(set[int]().union(*every)):
            sets = list(none)
            sets[one] |= 1 << other
            sets[other] |= 1 << one
            own = problem.excluding(sets)
            assert solutions(own) == {each for each in every if not {one, other} <= each}
            assert own.possible == problem.possible & ~(1 << one if one == other else 0)


THREE = PieceSet.parse("own", "# sides: fixed\nA oo\nB oo\nC oo\nD o/o")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AA.zz.yy.D/........D", "of the position has 9 cells, expected 10"),
        (
            "AA.zz.yy.D/.........D",
            "'z' at A4 (2 cells) may be the piece B or the piece C: write B ",
        ),
        ("AA.zz.BB.D/.........D", ""),
        ("AA.\x07z.yy.D/.........D", "'\\x07' at A4 of the position is no letter"),
    ],
)
def test_regions_are_the_pieces_that_are_left(text: str, message: str, refusal_of):
    puzzle = Puzzle(Board("oo.oo.oo.o/.........o"), THREE)
    if message:
        assert message in refusal_of(PlacingError, Position.parse, puzzle, text)
    else:
        placed = Position.parse(puzzle, text).placements
        assert [each.piece for each in placed] == ["A", "C", "B", "D"]


def test_a_placement_that_cannot_be_is_refused_with_the_reason(refusal_of):
    puzzle = Puzzle(
        Board("ooa/ooa"), PieceSet.parse("own", "# sides: one-sided\nI oo in a\nL oo/oo")
    )
    for piece, face, cells, message in some(
        [
            ("I", "front", [(0, 2), (1, 2)], ""),
            ("I", "back", [(0, 2), (1, 2)], "the piece has no such face"),
            ("I", "front", [(0, 1), (1, 1)], "must lie in a, but covers A2"),
            ("I", "front", [(0, 2)], "shape"),
            ("L", "front", [(0, 0), (0, 1), (0, 2), (1, 0)], "shape"),
        ]
    ):
        placement = Placement(piece, face, tuple(cells))
        if message:
            assert message in refusal_of(PlacingError, Position, puzzle, [placement])
        else:
            assert Position(puzzle, [placement]).placements == (placement,)


@pytest.mark.parametrize("board", ["2x2x2", "hexagon 3", "triangle 4"])
def test_placements_of_pieces_of_other_cells_are_not_counted(board):
    with pytest.raises(PieceError, match="made of squares, the board of"):
        most_placements(Board.parse(board), named_set("dominoes"))
