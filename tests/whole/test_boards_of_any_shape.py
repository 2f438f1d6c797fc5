"""Boards of any shape against the brute-force solver of `small_boards`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st
from packings import packing
from samples import FEW, NONE, solutions, unsolvable
from small_boards import (
    Full,
    Game,
    Kind,
    Lying,
    as_full,
    game,
    games,
    suits,
)
from some import some

from kaleido import (
    STRATEGIES,
    KaleidoError,
    Placement,
    PlacingError,
    Position,
    Puzzle,
    Solution,
    Status,
    named_pattern,
    solve,
)
from kaleido.base.errors import SolutionError, TooLargeError
from kaleido.counting import CountLimits, count_solutions
from kaleido.counting.frontier import exceeds_arrays, sweep_board
from kaleido.counting.meter import Meter
from kaleido.lab import cell_frequencies
from kaleido.model import find_faults
from kaleido.model.board import Board
from kaleido.parallel import make_workers
from kaleido.search import Solved, State, search

FAMILIES = ("plain", "copies", "spare", "coloured", "mixed")
SEEDS = 30 if settings.default.max_examples <= 10 else 60  # fewer by day

Lies = list[Lying]


def any_games(*families: str) -> st.SearchStrategy[Game]:
    return st.builds(game, st.sampled_from(families or FAMILIES), st.integers(0, SEEDS - 1))


def in_order(full: Full) -> Lies:
    """Put what lies on a board in an order that is the same in every run."""
    return sorted(full, key=lambda lying: (lying[0], sorted(lying[1])))


def chosen(own: Game, rng: random.Random) -> Full:
    """Choose one of the solutions."""
    ordered = sorted(own.solutions, key=lambda full: [(n, sorted(c)) for n, c in in_order(full)])
    return rng.choice(ordered)


def part_of(full: Full, rng: random.Random) -> Lies:
    """Choose some of the pieces of a full board, in any order."""
    ordered = in_order(full)
    return rng.sample(ordered, rng.randint(0, len(ordered)))


def holding(own: Game, placed: Lies) -> set[Full]:
    return {full for full in own.solutions if full >= set(placed)}


def clashes(own: Game, placed: Lies) -> bool:
    cells = [cell for _, cells in placed for cell in cells]
    used = Counter(name for name, _ in placed)
    return len(set(cells)) < len(cells) or any(used[k.name] > k.count for k in own.kinds)


def frontier_total(state: State) -> int:
    return sweep_board(state, Meter(CountLimits())).total


# The games themselves.


def test_the_games_are_of_all_kinds():
    everything = games(*FAMILIES, seeds=SEEDS)
    assert {own.wrap for own in everything} == {"", "columns", "rows", "both"}
    assert {own.sides for own in everything} == {"mirrored", "one-sided", "two-faced"}
    assert sum("." in own.board.text for own in everything) > SEEDS
    assert sum(not own.solutions for own in everything) > SEEDS // 4
    assert sum(len(own.solutions) == 1 for own in everything) > SEEDS // 3
    assert sum(len(own.solutions) > 20 for own in everything) > SEEDS // 3
    assert sum(len(own.symmetries()) > 2 for own in everything) > SEEDS // 3
    # Solvable by construction.
    assert all(own.solutions for own in everything[: 4 * SEEDS])


@pytest.mark.parametrize(
    ("own", "known"),
    [
        (Game(("ooo",) * 2, "", (Kind("I", ("oo",), 3),), "mirrored"), 3),
        (Game(("oooo",) * 4, "", (Kind("I", ("oo",), 8),), "mirrored"), 36),
        # Around a ring of six, dominoes lie in two ways.
        (Game(("oooooo",), "columns", (Kind("I", ("oo",), 3),), "mirrored"), 2),
        # Known for the torus of 4 × 4: 272 domino tilings.
        (Game(("oooo",) * 4, "both", (Kind("I", ("oo",), 8),), "mirrored"), 272),
        (Game(("oo.", "ooo"), "", (Kind("P", ("oo/oo/o.",)),), "one-sided"), 1),
        (Game(("oo.", "ooo"), "", (Kind("P", ("oo/oo/.o",)),), "one-sided"), 0),
        (Game(("oo.", "ooo"), "", (Kind("P", ("oo/oo/o.",)),), "mirrored"), 1),
    ],
)
def test_the_oracle_knows_what_is_known(own: Game, known: int):
    assert len(own.solutions) == known
    assert own.puzzle.count().solutions == known
    assert sum(1 for _ in own.puzzle.solutions()) == known


# The answers.


@given(any_games())
def test_placements_are_the_oracles(own: Game):
    puzzle = own.puzzle
    found = [puzzle.problem.placement(number) for number in range(len(puzzle.problem))]
    assert {(each.piece, each.face, frozenset(each.cells)) for each in found} == set(own.every)
    assert len(found) == len(own.every)
    assert all(each.cells == tuple(sorted(each.cells)) for each in found)
    assert [puzzle.problem.number_of(each) for each in found] == list(range(len(found)))
    homes = Counter(name for name, _ in own.lyings)
    assert {kind.name: puzzle.problem.count_placements(kind.name) for kind in own.kinds} == {
        kind.name: homes[kind.name] for kind in own.kinds
    }


@given(any_games())
def test_all_solutions_each_once(own: Game):
    found = [as_full(each.placements) for each in own.puzzle.solutions()]
    assert len(set(found)) == len(found)
    assert set(found) == own.solutions


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
@given(own=any_games(), seed=st.integers(0, 3))
def test_every_strategy_finds_all(strategy: str, own: Game, seed: int):
    puzzle = own.puzzle
    events = search(
        puzzle.problem, STRATEGIES[strategy](seed), max_solutions=None, max_nodes=20_000
    )
    found = [
        as_full(puzzle.problem.placements(event.state.path))
        for event in events
        if isinstance(event, Solved)
    ]
    assert len(set(found)) == len(found)
    assert set(found) == own.solutions


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
@given(own=any_games())
def test_the_first_solution_or_the_proof_that_there_is_none(strategy: str, own: Game):
    answer = solve(own.puzzle, strategy)
    if own.solutions:
        assert answer.status is Status.SOLVED
        assert answer.reason is None
        assert as_full(answer.solution.placements) in own.solutions
    else:
        assert answer.status is Status.NO_SOLUTION
        assert answer.reason


@given(any_games())
def test_counts_and_uniqueness(own: Game):
    puzzle = own.puzzle
    assert puzzle.count().solutions == len(own.solutions)
    assert puzzle.unique() == (len(own.solutions) == 1)


@given(any_games(), st.randoms(use_true_random=False))
def test_partial_boards(own: Game, rng: random.Random):
    puzzle = own.puzzle
    if own.solutions and rng.random() < 0.5:
        placed = part_of(chosen(own, rng), rng)
    else:
        some = in_order(own.lyings)
        placed = rng.sample(some, min(rng.randint(1, 3), len(some)))
    lying = own.placements(placed)
    if clashes(own, placed):
        with pytest.raises(PlacingError):
            Position(puzzle, lying).count()
        with pytest.raises(PlacingError):
            list(Position(puzzle, lying).solutions())
        return
    known = holding(own, placed)
    found = [as_full(each.placements) for each in Position(puzzle, lying).solutions()]
    assert len(set(found)) == len(found)
    assert set(found) == known
    assert Position(puzzle, lying).count().solutions == len(known)
    assert Position(puzzle, lying).unique() == (len(known) == 1)
    answer = solve(Position(puzzle, lying))
    assert (answer.status is Status.SOLVED) == bool(known)
    assert known or answer.reason
    if known:
        assert [move.placement for move in answer.moves[: len(lying)]] == list(lying)
    state = Position(puzzle, lying).state
    # What is dead has no solution; what is full and not dead has one.
    assert not (state.dead and known)
    assert state.solved == (set(own.cells) == {c for _, cells in placed for c in cells})


@given(any_games(), st.randoms(use_true_random=False))
def test_hints_lead_to_a_solution_or_take_pieces_off(own: Game, rng: random.Random):
    if own.solutions and rng.random() < 0.7:
        placed = part_of(chosen(own, rng), rng)
    else:
        some = in_order(own.lyings)
        placed = rng.sample(some, min(rng.randint(0, 3), len(some)))
    if clashes(own, placed):
        return
    hint = Position(own.puzzle, own.placements(placed)).hint()
    known = holding(own, placed)
    assert hint.lost == (not known)
    assert hint.sentence
    if not known:
        off = as_full(hint.remove)
        kept = [lying for lying in placed if lying not in off]
        assert hint.placement is None
        assert off <= set(placed)
        assert bool(off) == bool(own.solutions)
        assert bool(holding(own, kept)) == bool(own.solutions)
        # One piece, if that is enough.
        single = any(holding(own, [o for o in placed if o != lying]) for lying in placed)
        assert not single or len(off) == 1
    elif sum(len(cells) for _, cells in placed) == len(own.cells):
        assert hint.placement is None
    else:
        assert holding(own, [*placed, *as_full((hint.placement,))])
        assert not set(placed) & as_full((hint.placement,))


@given(any_games(), st.randoms(use_true_random=False))
def test_samples_are_solutions_and_hold_what_is_placed(own: Game, rng: random.Random):
    placed = part_of(chosen(own, rng), rng) if own.solutions else []
    known = holding(own, placed)
    lying = own.placements(placed)
    drawn = Position(own.puzzle, lying).sample(6, 3)
    assert len(drawn) == (6 if known else 0)
    assert all(as_full(each.placements) in known for each in drawn)
    assert Position(own.puzzle, lying).sample(6, 3) == drawn


def test_a_spare_piece_with_one_home_left_is_no_forced_move():
    kinds = (Kind("A", ("ooo",), 3), Kind("L", (".o/oo",)), Kind("E", ("o",)))
    own = Game(("ooo", "o.o", "o.o", "o.o"), "", kinds, "mirrored", "some")
    placed = [("A", frozenset({(1, 2), (2, 2), (3, 2)}))]
    # L fits the corner once, but what it leaves below cannot be filled.
    hint = Position(own.puzzle, own.placements(placed)).hint()
    assert hint.placement.piece == "A"
    assert holding(own, [*placed, *as_full((hint.placement,))])


@pytest.mark.parametrize("family", ["plain", "copies", "spare", "coloured"])
def test_samples_are_uniform(family: str):
    own = next(each for each in games(family, seeds=SEEDS) if 5 <= len(each.solutions) <= 20)
    draws = 40 * len(own.solutions)
    seen = Counter(as_full(each.placements) for each in own.puzzle.sample(draws, 11))
    assert set(seen) == own.solutions
    freedom = len(own.solutions) - 1
    chi_square = sum((times - 40) ** 2 / 40 for times in seen.values())
    # Far out in either tail; the seed is fixed.
    assert 0.1 * freedom < chi_square < freedom + 5 * (2 * freedom) ** 0.5


@given(any_games("plain", "copies", "spare", "coloured"))
def test_cell_frequencies_add_up(own: Game):
    found = [
        Solution(own.board, own.placements(full), own.pieces) for full in list(own.solutions)[:7]
    ]
    shares = cell_frequencies(found)
    total = sum(shares.values())
    for row, line in some(enumerate(own.rows)):
        for col, letter in some(enumerate(line)):
            assert total[row, col] == pytest.approx(int(letter != "."))


# Solutions up to symmetry.


def assert_orbits(own: Game, placed: Lies) -> None:
    count = Position(own.puzzle, own.placements(placed)).count()
    assert count.symmetric == own.orbits(frozenset(placed))


def has_several(own: Game) -> bool:
    return bool(own.pieces.copies)


BROAD = [own for own in games(*FAMILIES, seeds=SEEDS) if not own.repeats_moves]
NARROW = [own for own in games(*FAMILIES, seeds=SEEDS) if own.repeats_moves]


def test_solutions_up_to_symmetry():
    for own in suits(lambda own: not has_several(own), BROAD):
        assert_orbits(own, [])


def test_solutions_up_to_symmetry_with_several_of_a_piece():
    for own in suits(has_several, BROAD):
        assert_orbits(own, [])


def test_solutions_up_to_symmetry_where_turns_and_flips_are_the_same():
    for own in NARROW:
        assert_orbits(own, [])


@given(st.sampled_from(BROAD), st.randoms(use_true_random=False))
def test_what_is_placed_must_stay_in_place(own: Game, rng: random.Random):
    if own.solutions and not has_several(own):
        placed = part_of(chosen(own, rng), rng)[:2]
        assert_orbits(own, placed)
        shown = own.showing(frozenset(placed))
        if placed and not own.is_coloured and is_legible(shown):
            assert shown.puzzle.count().symmetric == own.orbits(frozenset(placed))


@pytest.mark.parametrize(
    ("own", "known"),
    [
        # Mirror images are the same only where pieces may be turned over.
        (Game(("ooo", "ooo"), "", (Kind("P", ("oo/oo/o.",)), Kind("o", ("o",))), "mirrored"), 1),
        (Game(("ooo", "ooo"), "", (Kind("P", ("oo/oo/o.",)), Kind("o", ("o",))), "one-sided"), 1),
        (Game(("oooo",) * 2, "", (Kind("L", ("ooo/o..",), 2),), "mirrored"), 1),
        (Game(("oooo",) * 2, "", (Kind("L", ("ooo/o..",), 2),), "one-sided"), 1),
        (Game(("oooo",), "columns", (Kind("I", ("ooo",)), Kind("o", ("o",))), "mirrored"), 1),
        (Game(("oooo", "oooo"), "", (Kind("I", ("oo",), 4),), "mirrored"), 4),
        (Game(("oooo",) * 4, "", (Kind("I", ("oo",), 8),), "mirrored"), 9),
    ],
)
def test_known_numbers_up_to_symmetry(own: Game, known: int):
    assert own.orbits() == known
    if not has_several(own) and not own.repeats_moves:
        assert own.puzzle.count().symmetric == known


def test_a_square_tube_is_not_turned_by_a_quarter():
    # One cell apart from eight others: in the middle ring or in an outer one.
    for wrap, known in (("", 3), ("columns", 2), ("rows", 2), ("both", 1)):
        own = Game(("ooo",) * 3, wrap, (Kind("A", ("o",), 8), Kind("B", ("o",))), "mirrored")
        assert own.orbits() == own.puzzle.count().symmetric == known


# Pieces that the board shows in place.


def is_legible(shown: Game) -> bool:
    """Whether no two copies of one piece touch, which would look like one big piece."""
    board = shown.board
    if len(set(board.counts)) == 1:
        return False
    sizes = {kind.name: kind.drawings[0].count("o") for kind in shown.kinds}
    left = set(shown.cells)
    while left:
        part = frozenset({min(left)})
        letter = shown.rows[min(left)[0]][min(left)[1]]
        alike = {cell for cell in left if shown.rows[cell[0]][cell[1]] == letter}
        while grown := shown.touching(part) & alike - part:
            part |= grown
        left -= part
        if len(part) != sizes.get(letter, len(part)):
            return False
    return True


def fixed_games() -> list[tuple[Game, Full]]:
    """List games with some pieces of a solution shown in place."""
    found = []
    for number, own in enumerate(games("plain", "copies", "spare", seeds=SEEDS)):
        rng = random.Random(number)
        placed = frozenset(part_of(chosen(own, rng), rng))
        shown = own.showing(placed)
        if placed and is_legible(shown):
            found.append((own, placed))
    assert len(found) > SEEDS
    return found


FIXED = fixed_games()


@given(st.sampled_from(FIXED))
def test_pieces_shown_in_place(pair: tuple[Game, Full]):
    own, placed = pair
    puzzle = own.showing(placed).puzzle
    assert as_full(puzzle.problem.placements(puzzle.problem.givens)) == placed
    known = holding(own, list(placed))
    found = [as_full(each.placements) for each in puzzle.solutions()]
    assert len(set(found)) == len(found)
    assert set(found) == known
    assert puzzle.count().solutions == len(known)
    assert puzzle.unique() == (len(known) == 1)
    answer = solve(puzzle)
    assert as_full(answer.solution.placements) in known
    assert as_full([move.placement for move in answer.moves[: len(placed)]]) == placed
    assert {as_full(each.placements) for each in puzzle.sample(3, 1)} <= known
    state = State.empty(puzzle.problem)
    assert state.depth == len(placed)
    assert set(puzzle.problem.grid.cells(state.filled)) == {c for _, cells in placed for c in cells}
    hint = puzzle.hint()
    assert not hint.lost
    if not state.solved:
        assert holding(own, [*placed, *as_full((hint.placement,))])


@given(st.sampled_from(FIXED), st.randoms(use_true_random=False))
def test_solutions_must_have_the_pieces_shown_in_place(pair: tuple[Game, Full], rng: random.Random):
    own, placed = pair
    shown = own.showing(placed)
    full = chosen(own, rng)
    faults = find_faults(shown.board, shown.placements(full), shown.pieces)
    if has_several(own):
        # Tested apart.
        assert not faults or not full >= placed
        return
    assert (faults == []) == (full >= placed)
    if not full >= placed:
        assert any("the board shows" in fault for fault in faults)


def test_two_copies_do_not_make_up_for_the_one_shown_in_place():
    own = Game(("II", "--"), "", (Kind("I", ("oo",), 2),), "mirrored")
    upright = [("I", frozenset({(row, col) for row in (0, 1)})) for col in (0, 1)]
    assert [as_full(each.placements) for each in own.puzzle.solutions()] == [
        {("I", frozenset({(row, 0), (row, 1)})) for row in (0, 1)}
    ]
    assert find_faults(own.board, own.placements(upright), own.pieces)


@given(st.sampled_from(FIXED))
def test_a_piece_shown_in_place_may_be_named_again_but_not_covered(pair: tuple[Game, Full]):
    own, placed = pair
    puzzle = own.showing(placed).puzzle
    lying = own.placements(in_order(placed))
    known = len(holding(own, list(placed)))
    assert (
        Position(puzzle, lying).count().solutions
        == Position(puzzle, lying[:1]).count().solutions
        == known
    )
    taken = {cell for _, cells in placed for cell in cells}
    others = [each for each in in_order(own.lyings - placed) if each[1] & taken]
    for other in others[:3]:
        with pytest.raises(PlacingError):
            Position(puzzle, own.placements([other])).count()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Io/Io/oo", "the cells of 'I', A1, B1, are not its shape"),
        ("II./Ioo", "the cells of 'I', A1, A2, B1, are not its shape"),
        ("IoI/IoI/IoI", "'I' lies on the board 2 times, but there is 1"),
        ("LL./Loo", ""),
        ("ILo/Ioo/Ioo", "the cells of 'L', A2, are not its shape"),
        ("Xoo/ooo", "unknown piece letter 'X' in row 1 'Xoo'"),
        ("oo7/ooo", "unknown piece letter '7' in row 1 'oo7'"),
    ],
)
def test_pieces_shown_wrongly(text: str, message: str):
    kinds = (Kind("I", ("ooo",)), Kind("L", ("oo/o.",)))
    size = sum(letter not in "./" for letter in text)
    spare = (Kind("A", ("oo",), 9),) if size > 6 else ()
    own = Game(tuple(text.split("/")), "", kinds + spare, "mirrored", "some")
    if not message:
        assert len(own.puzzle.problem.givens) == 1
        return
    with pytest.raises(KaleidoError) as caught:
        _ = own.puzzle
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_board_of_one_letter_is_free():
    own = Game(("III", "III"), "", (Kind("I", ("ooo",), 2),), "mirrored")
    assert own.puzzle.problem.givens == ()
    assert own.puzzle.count().solutions == 1


def test_small_letters_and_signs_are_free():
    own = Game(("IIIa", "o-+*"), "", (Kind("I", ("oooo",)), Kind("L", ("ooo/..o",))), "mirrored")
    with pytest.raises(PlacingError, match=r"'I'"):
        _ = own.puzzle
    own = replace(own, rows=("aLLL", "#-+L"))
    assert [str(each) for each in own.puzzle.problem.placements(own.puzzle.problem.givens)] == [
        "L front at A2"
    ]
    assert own.puzzle.count().solutions == 0


def test_processes_share_a_board_with_pieces_shown_in_place(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", 0.0)
    own = Game(
        ("oooI",) * 4,
        "",
        (
            Kind("I", ("oooo",)),
            Kind("L", ("oooo/o...",)),
            Kind("T", ("ooo/.o.",)),
            Kind("V", ("oo/o.",)),
        ),
        "mirrored",
    )
    assert own.solutions
    alone = own.puzzle.count()
    with make_workers(1, isolated=True) as workers:
        assert own.puzzle.count(workers=workers).by_placement == alone.by_placement


# The verifier.


def spoilt_ways(own: Game, full: Full, rng: random.Random) -> dict[str, tuple[Placement, ...]]:
    """Spoil a solution in different ways: none is a solution, unless the oracle says so."""
    placements = list(own.placements(in_order(full)))
    at = rng.randrange(len(placements))
    victim, rest = placements[at], placements[:at] + placements[at + 1 :]
    ways = {"dropped": rest, "twice": [*placements, victim]}
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        cells = [(row + down, col + right) for row, col in victim.cells]
        ways[f"moved {down} {right}"] = [*rest, replace(victim, cells=tuple(sorted(cells)))]
        wrapped = tuple(sorted(own.around(*cell) for cell in cells))
        ways[f"moved around {down} {right}"] = [*rest, replace(victim, cells=wrapped)]
    ways["renamed"] = [*rest, replace(victim, piece=rng.choice(own.kinds).name)]
    ways["unknown"] = [*rest, replace(victim, piece="?")]
    ways["without a cell"] = [*rest, replace(victim, cells=victim.cells[1:])]
    ways["a cell twice"] = [*rest, replace(victim, cells=(*victim.cells, victim.cells[0]))]
    other = rng.choice(sorted(own.cells))
    ways["a cell elsewhere"] = [
        *rest,
        replace(victim, cells=tuple(sorted({*victim.cells[1:], other}))),
    ]
    face = "back" if victim.face == "front" else "front"
    ways["other face"] = [*rest, replace(victim, face=face)]
    holes = [
        (row, col)
        for row, line in enumerate(own.rows)
        for col, letter in enumerate(line)
        if letter == "."
    ]
    if holes:
        cells = tuple(sorted({*victim.cells[1:], rng.choice(holes)}))
        ways["on a hole"] = [*rest, replace(victim, cells=cells)]
    return {way: tuple(spoilt) for way, spoilt in ways.items()}


@given(any_games("plain", "copies", "spare", "coloured"), st.randoms(use_true_random=False))
def test_spoilt_solutions_have_faults(own: Game, rng: random.Random):
    full = chosen(own, rng)
    board, pieces = own.board, own.pieces
    right = list(own.placements(in_order(full)))
    rng.shuffle(right)
    assert find_faults(board, right, pieces) == []
    assert Solution(board, tuple(right), pieces).owners.shape == (len(own.rows), len(own.rows[0]))
    for way, spoilt in spoilt_ways(own, full, rng).items():
        lying = [(each.piece, each.face, frozenset(each.cells)) for each in spoilt]
        still_right = (
            len(set(lying)) == len(lying)
            and set(lying) <= set(own.every)
            and all(len(each.cells) == len(set(each.cells)) for each in spoilt)
            and frozenset((name, cells) for name, _, cells in lying) in own.solutions
        )
        faults = find_faults(board, spoilt, pieces)
        assert (faults == []) == still_right, way
        if not still_right:
            with pytest.raises(SolutionError) as caught:
                Solution(board, spoilt, pieces)
            assert str(caught.value) == f"not a solution: {faults[0]}"


@given(any_games("plain", "copies"), st.randoms(use_true_random=False))
def test_a_mirrored_solution_needs_pieces_that_may_be_turned_over(own: Game, rng: random.Random):
    full = chosen(own, rng)
    width = len(own.rows[0])
    flip = {(r, c): (r, width - 1 - c) for r, c in own.cells}
    turned = replace(own, rows=tuple(row[::-1] for row in own.rows))
    mirror = frozenset((name, frozenset(map(flip.get, cells))) for name, cells in full)
    known = mirror <= turned.lyings
    assert known or own.sides == "one-sided"
    faces = {(name, cells): face for name, face, cells in turned.every}
    placements = [
        Placement(name, faces.get((name, cells), "front"), tuple(sorted(cells)))
        for name, cells in in_order(mirror)
    ]
    assert (find_faults(turned.board, placements, own.pieces) == []) == known


def test_a_wrong_solution_of_a_board_with_a_hole():
    own = Game(
        ("ooo", "o.o", "ooo"), "", (Kind("U", ("ooo/o.o",)), Kind("I", ("ooo",))), "mirrored"
    )
    top = frozenset({(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)})
    base = frozenset({(2, 0), (2, 1), (2, 2)})
    right = own.placements([("U", top), ("I", base)])
    assert find_faults(own.board, right, own.pieces) == []
    covers = Placement("I", "front", ((1, 0), (1, 1), (1, 2)))
    faults = find_faults(own.board, [right[0], covers], own.pieces)
    assert faults == ["I front lies off the board at B2", "3 cells not covered"]
    twice = find_faults(own.board, [*right, right[1]], own.pieces)
    assert twice[0] == "I is placed 2 times"
    assert find_faults(own.board, right[:1], own.pieces) == [
        "I is missing",
        "3 cells not covered",
    ]


def test_copies_are_counted():
    own = Game(("oooo",), "", (Kind("I", ("oo",), 2),), "mirrored")
    pair = own.placements([("I", frozenset({(0, 0), (0, 1)})), ("I", frozenset({(0, 2), (0, 3)}))])
    assert find_faults(own.board, pair, own.pieces) == []
    assert find_faults(own.board, pair[:1], own.pieces) == [
        "I is missing 1 time",
        "2 cells not covered",
    ]
    spare = replace(own, kinds=(Kind("I", ("oo",), 3),), use="some")
    assert find_faults(own.board, pair, spare.pieces) == []
    few = replace(own, kinds=(Kind("I", ("oo",)), Kind("J", ("oo",))))
    assert "I is placed 2 times" in find_faults(own.board, pair, few.pieces)


# Proofs that there is no solution.


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (
            Game(("ooo", "o.o"), "", (Kind("I", ("ooo",)), Kind("J", ("oo",))), "mirrored"),
            "chequered in white and black, the board has 2 + 3 cells; the nearest that the pieces "
            "can cover is 3 + 2",
        ),
        (
            Game(
                (".o", "oo", "oo", "oo", "oo"),
                "",
                (Kind("L", ("oo/.o",), 2), Kind("I", ("ooo",))),
                "mirrored",
            ),
            "all ways were tried, in 2 moves, and none leads to the end",
        ),
        (
            Game(("oo", "oo"), "", (Kind("I", ("ooo",)), Kind("J", ("o",))), "mirrored"),
            "there is no place for the piece I",
        ),
        (
            Game(("oo.o", "oo.o"), "", (Kind("L", ("oo/o.",)), Kind("I", ("ooo",))), "mirrored"),
            "there is no place for the piece I",
        ),
        (
            Game(("oo.oo", "o..oo"), "", (Kind("O", ("oo/oo",)), Kind("I", ("ooo",))), "mirrored"),
            "there is no place for the piece I",
        ),
        (
            Game(("oooo", "..oo"), "", (Kind("O", ("oo/oo",), 1), Kind("J", ("oo",))), "mirrored"),
            "",
        ),
        (
            Game(("ooooo",), "", (Kind("I", ("ooo",)), Kind("J", ("ooo",))), "mirrored", "some"),
            "the pieces cannot make 5 cells; the nearest they can is 6 cells",
        ),
        (
            Game(("oo.ooo",), "", (Kind("I", ("ooo",)), Kind("J", ("ooo",))), "mirrored", "some"),
            "the pieces cannot make 5 cells; the nearest they can is 6 cells",
        ),
        (
            Game(("oo.oooo",), "", (Kind("I", ("ooo",)), Kind("J", ("ooo",))), "mirrored"),
            "no piece fits on A1",
        ),
    ],
)
def test_reasons(own: Game, reason: str):
    answer = solve(own.puzzle)
    assert (answer.status is Status.SOLVED) == bool(own.solutions)
    assert str(answer.reason or "") == reason


def test_a_reason_does_not_blame_the_number_of_cells():
    kinds = (Kind("I", ("ooo",)), Kind("L", ("oo/o.",)))
    own = Game(("ooo", "ooo"), "", kinds, "mirrored")
    placed = own.placements([("I", frozenset({(0, 0), (0, 1), (0, 2)}))])
    answer = solve(Position(own.puzzle, placed))
    assert answer.status is Status.NO_SOLUTION
    # Three cells are free and the piece left has three.
    assert str(answer.reason) == "there is no place for the piece L"


@given(any_games("plain", "mixed", "copies", "spare"), st.randoms(use_true_random=False))
def test_a_region_that_no_pieces_add_up_to_is_dead_at_once(own: Game, rng: random.Random):
    lying = in_order(own.lyings)
    if not lying:
        return
    name, cells = rng.choice(lying)
    state = Position(own.puzzle, own.placements([(name, cells)])).state
    sums = {0}
    for kind in own.kinds:
        for _ in range(kind.count - (kind.name == name)):
            sums |= {total + kind.drawings[0].count("o") for total in sums}
    left, parts = own.cells - cells, []
    while left:
        part = frozenset({min(left)})
        while grown := own.touching(part) & left - part:
            part |= grown
        left -= part
        if own.touching(part) & cells:
            parts.append(len(part))
    if not set(parts) <= sums:
        assert state.dead


# The frontier: counting in plain Python.


def totals(state: State) -> tuple[int, int]:
    return frontier_total(state), count_solutions(state, CountLimits(small=0)).solutions


@given(any_games("plain", "coloured", "mixed"), st.randoms(use_true_random=False))
def test_the_frontier_counts_what_the_arrays_count(own: Game, rng: random.Random):
    placed = part_of(chosen(own, rng), rng)[:2] if own.solutions else []
    state = Position(own.puzzle, own.placements(placed)).state
    if not state.dead and not state.solved and not has_several(own):
        assert not exceeds_arrays(state)
        known = len(holding(own, placed))
        assert totals(state) == (known, known)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", FEW[:6])
def test_the_frontier_counts_the_classic_pieces(seed: int):
    pattern, placements = packing(seed)
    state = Position(Puzzle(pattern), placements[:5]).state
    known = sum(full >= set(placements[:5]) for full in solutions(pattern))
    assert totals(state) == (known, known)


def test_the_frontier_finds_nothing_where_there_is_nothing():
    for sample in some(NONE[:4]):
        state = State.empty(Puzzle(unsolvable(sample)).problem)
        assert state.dead or frontier_total(state) == 0


def test_the_frontier_counts_a_whole_pattern():
    pattern = named_pattern("fancy-chessboard")
    placed = solve(pattern).solution.placements[:6]
    state = Position(Puzzle(pattern), placed).state
    assert frontier_total(state) == count_solutions(state).solutions > 0


def dominoes(rows: int, cols: int, wrap: str = "", spare: int = 0) -> Game:
    count = rows * cols // 2 + spare
    return Game(
        ("o" * cols,) * rows,
        wrap,
        (Kind("I", ("oo",), count),),
        "mirrored",
        "some" if spare else "all",
    )


@pytest.mark.parametrize(
    ("own", "known"),
    [
        (dominoes(8, 8), 12_988_816),
        (dominoes(8, 9), 108_435_745),
        (dominoes(9, 10), 14_479_521_761),
        (dominoes(2, 35), 14_930_352),
        (dominoes(7, 8, spare=5), 1_292_697),
        (dominoes(4, 4, "both"), 272),
        (dominoes(6, 6, "both"), 90_176),
    ],
)
def test_domino_tilings(own: Game, known: int):
    assert frontier_total(State.empty(own.puzzle.problem)) == known


@pytest.mark.parametrize(("side", "known"), [(4, 9), (6, 930), (8, 1_629_189)])
def test_domino_tilings_up_to_symmetry(side: int, known: int):
    # The square's turns and flips; 9 is found by hand.
    assert dominoes(side, side).puzzle.count().symmetric == known


def test_more_cells_than_the_arrays_hold():
    board = Board.parse("8x8")
    pieces = dominoes(8, 8).pieces
    single = Game(
        ("oooooooo",) * 8, "", tuple(Kind(f"D{n}", ("oo",)) for n in range(32)), "mirrored"
    )
    # Copies, or more pieces than the arrays hold.
    assert exceeds_arrays(State.empty(Puzzle(board, pieces).problem))
    assert exceeds_arrays(State.empty(single.puzzle.problem))
    long = Game(("o" * 65,), "", (Kind("I", ("o" * 60,)), Kind("J", ("o" * 5,))), "mirrored")
    state = State.empty(long.puzzle.problem)
    assert exceeds_arrays(state)
    assert totals_of(long) == 2
    assert not exceeds_arrays(state.place(long.puzzle.problem.piece_options[0].bit_length() - 1))
    short = Game(("o" * 64,), "", (Kind("I", ("o" * 60,)), Kind("J", ("o" * 4,))), "mirrored")
    assert not exceeds_arrays(State.empty(short.puzzle.problem))
    assert totals_of(short) == 2


def totals_of(own: Game) -> int:
    count = own.puzzle.count()
    assert sum(1 for _ in own.puzzle.solutions()) == count.solutions
    return count.solutions


def test_the_frontier_keeps_within_its_memory(monkeypatch):
    monkeypatch.setenv("KALEIDO_ENGINE", "python")  # the core would not sweep it
    with pytest.raises(TooLargeError, match=r"needs more than 4e-05 GB"):
        dominoes(8, 9).puzzle.count(max_memory=40_000)


def test_the_frontier_tells_its_progress():
    shares: list[float] = []
    dominoes(8, 9).puzzle.count(report=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# What is not as it should be.


def test_a_piece_that_covers_the_same_cells_with_either_side_lies_there_once():
    kinds = (Kind("L", ("ooo/o..",)), Kind("A", ("o",)))
    own = Game(("oo", "o.", "oo"), "columns", kinds, "mirrored")
    assert own.has_twins
    found = [as_full(each.placements) for each in own.puzzle.solutions()]
    assert len(set(found)) == len(found)
    assert set(found) == own.solutions
    assert own.puzzle.count().solutions == len(own.solutions)


def test_a_piece_may_wind_around_a_tube_or_may_not():
    kinds = (Kind("N", ("ooo./..oo",)), Kind("A", ("o",)))
    own = Game(("ooo", "ooo"), "columns", kinds, "mirrored")
    assert own.has_spirals
    # The verifier must agree with the table: a solution raises nothing.
    puzzle = own.puzzle
    assert sum(1 for _ in puzzle.solutions()) == puzzle.count().solutions


@pytest.mark.parametrize(
    "ask",
    [
        lambda p: solve(p).status,
        pytest.param(lambda p: p.count().solutions, marks=pytest.mark.long),
    ],
)
def test_as_many_pieces_as_cells(ask: Callable[[Puzzle], object]):
    own = Game(("o" * 32,) * 32, "", (Kind("A", ("o",), 1024),), "mirrored")
    assert ask(own.puzzle) in (Status.SOLVED, 1)
