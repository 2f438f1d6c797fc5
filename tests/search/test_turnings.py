"""The ways of turning pieces over, against all choices of faces."""

from itertools import product
from random import Random

import pytest
from some import some

from kaleido import CLASSIC, PieceSet
from kaleido.search.budget import ColourBudget
from kaleido.search.turnings import Turnings


@pytest.mark.parametrize("seed", range(40))
def test_ways_are_those_that_add_up(seed: int) -> None:
    random = Random(seed)
    kinds = random.randint(1, 4)
    counts = [random.randint(1, 4) for _ in range(kinds)]
    faces = [(random.randrange(4), random.randrange(4)) for _ in range(kinds)]
    fronts, backs = zip(*faces, strict=True)
    turnings = Turnings(fronts, backs, counts, 4)
    left = [random.randint(0, count) for count in counts]
    for colours in some(range(sum(map(max, faces)) * 4 + 1)):
        expected = {
            sum(turned << 4 * kind for kind, turned in enumerate(way))
            for way in product(*(range(count + 1) for count in left))
            if sum((n - t) * f + t * b for n, t, (f, b) in zip(left, way, faces, strict=True))
            == colours
            and all(f != b or not t for t, (f, b) in zip(way, faces, strict=True))
        }
        packed = sum(count << 4 * kind for kind, count in enumerate(left))
        assert set(turnings.ways(colours, packed)) == expected


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


def test_sets_with_spare_pieces_add_up_without_ways() -> None:
    spare = PieceSet.parse("spare", "# sides: mirrored\n# use: some\nI ooo\nL oo/o.")
    budget = ColourBudget(spare)
    assert budget.payable(budget.start({"o": 3}))
