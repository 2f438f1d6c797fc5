import functools
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, strategies as st
from packings import Packing, any_patterns, packings
from some import some

from kaleido import CLASSIC, STRATEGIES, Pattern, PieceSet, Status, solve
from kaleido.search.budget import ColourBudget, budget_of

Counts = tuple[int, ...]
LETTERS = "xryb"


@functools.cache
def reachable() -> frozenset[Counts]:
    """Every colour count that some choice of 18 faces shows, found plainly."""
    sums = {(0, 0, 0, 0)}
    for piece in CLASSIC:
        shown = [
            tuple(str(face.drawing).count(letter) for letter in LETTERS) for face in piece.faces
        ]
        sums = {
            tuple(a + b for a, b in zip(one, face, strict=True)) for one in sums for face in shown
        }
    return frozenset(sums)


def counts_of(named: dict[str, int]) -> Counts:
    return tuple(named.get(letter, 0) for letter in LETTERS)


def named(counts: Counts) -> dict[str, int]:
    return dict(zip(LETTERS, counts, strict=True))


def pattern_with(counts: Counts) -> Pattern:
    letters = "".join(letter * count for letter, count in named(counts).items())
    return Pattern("/".join(letters[start : start + 8] for start in range(0, 64, 8)))


def distance(one: Counts, other: Counts) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@given(st.lists(st.sampled_from(["front", "back"]), min_size=18, max_size=18))
def test_any_choice_of_faces_is_explained(names: list[str]):
    shown = "".join(
        str(piece.face(name).drawing) for piece, name in zip(CLASSIC, names, strict=True)
    )
    counts = {letter: shown.count(letter) for letter in LETTERS}
    assert budget_of(CLASSIC).explain(counts) is None


def test_all_counts_that_can_be_reached_are():
    budget = ColourBudget(CLASSIC)
    assert [counts for counts in reachable() if budget.explain(named(counts))] == []


@given(st.sampled_from(sorted(reachable())), st.permutations(LETTERS), st.integers(1, 3))
def test_counts_nearby_agree_with_the_plain_sums(counts: Counts, letters: list[str], step: int):
    moved = named(counts)
    moved[letters[0]] += step
    moved[letters[1]] -= step
    wanted = tuple(moved.values())
    reason = budget_of(CLASSIC).explain(moved)
    assert (reason is None) == (wanted in reachable())
    if reason:
        nearest = counts_of(reason.facts["nearest"])
        assert nearest in reachable()
        assert distance(nearest, wanted) == min(distance(each, wanted) for each in reachable())


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("counts", [(64, 0, 0, 0), (0, 64, 0, 0), (16, 16, 16, 16), (31, 33, 0, 0)])
def test_counts_that_none_reaches_have_no_solution_at_once(counts: Counts, strategy: str):
    assert counts not in reachable()
    answer = solve(pattern_with(counts), strategy)
    assert answer.status is Status.NO_SOLUTION
    assert (answer.nodes, answer.backtracks, answer.moves) == (0, 0, ())
    assert answer.reason.kind == "colours"
    assert answer.reason.facts["wanted"] == {
        letter: number for letter, number in named(counts).items() if number
    }
    assert counts_of(answer.reason.facts["nearest"]) in reachable()


@given(any_patterns())
def test_random_counts_have_no_solution_at_once(pattern: Pattern):
    wanted = tuple(pattern.counts.values())
    assume(wanted not in reachable())
    # Not even a limit comes before the answer.
    answer = solve(pattern, max_nodes=0, timeout=0)
    assert (answer.status, answer.nodes) == (Status.NO_SOLUTION, 0)
    assert answer.reason == budget_of(CLASSIC).explain(pattern.counts) is not None


@given(packings(), st.integers(0, 63), st.sampled_from(LETTERS))
def test_one_cell_too_many_of_a_colour(pack: Packing, cell: int, letter: str):
    letters = "".join(pack.pattern.rows)
    letters = letters[:cell] + letter + letters[cell + 1 :]
    pattern = Pattern("/".join(letters[start : start + 8] for start in range(0, 64, 8)))
    answer = solve(pattern, max_nodes=1)
    if tuple(pattern.counts.values()) in reachable():
        assert answer.reason is None or answer.reason.kind != "colours"
    else:
        assert (answer.status, answer.nodes) == (Status.NO_SOLUTION, 0)
        assert answer.reason.kind == "colours"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_checkerboard_with_a_black_cell_too_few(strategy: str):
    # Every piece has a home on it.
    pattern = Pattern("/".join(["rrrxrxrx", "xrxrxrxr", *["rxrxrxrx", "xrxrxrxr"] * 3]))
    answer = solve(pattern, strategy)
    assert (answer.status, answer.nodes) == (Status.NO_SOLUTION, 0)
    assert str(answer.reason) == (
        "the pieces cannot make 31 black, 33 red; the nearest they can is 32 black, 32 red"
    )


def test_mono_r_turned_gives_33_black():
    assert (32, 32, 0, 0) in reachable()
    assert (33, 31, 0, 0) in reachable()
    assert (31, 33, 0, 0) not in reachable()


def payable(pieces: list, colours: tuple[int, ...]) -> set[tuple[str, str]]:
    """Return the faces after which those of the other pieces can have the colours that are left."""
    found = set()
    for faces in product(*(piece.faces for piece in pieces)):
        shown = tuple(sum(face.counts[letter] for face in faces) for letter in "xryb")
        if shown == colours:
            found |= {(p.name, f.name) for p, f in zip(pieces, faces, strict=True)}
    return found


@pytest.mark.parametrize("seed", range(25))
def test_payable_faces_of_some_classic_pieces(seed: int) -> None:
    random = Random(seed)
    names = random.sample([piece.name for piece in CLASSIC], 8)
    pieces = CLASSIC.chosen(names)
    budget = ColourBudget(pieces)
    chosen = [random.choice(piece.faces) for piece in pieces]
    colours = [sum(face.counts[letter] for face in chosen) for letter in "xryb"]
    if seed % 3 == 0:
        colours[0] -= 1
        colours[random.randrange(1, 4)] += 1
    costs = budget.payable(budget.start(dict(zip("xryb", colours, strict=True))))
    expected = payable(list(pieces), tuple(colours))
    for number, piece in some(enumerate(pieces)):
        for face, cost in some(zip(piece.faces, budget.costs[number], strict=True)):
            # Pieces of a kind cost the same: one that may lie so stands for all.
            alike = {
                (other.name, side.name)
                for at, other in enumerate(pieces)
                for side, price in zip(other.faces, budget.costs[at], strict=True)
                if price == cost
            }
            assert (cost in costs) == bool(alike & expected), (piece.name, face.name)


def test_sets_with_spare_pieces_add_up() -> None:
    spare = PieceSet.parse("spare", "# sides: mirrored\n# use: some\nI ooo\nL oo/o.")
    budget = ColourBudget(spare)
    assert budget.payable(budget.start({"o": 3}))
