"""A puzzle about which questions are asked, the truth about it, and checks that questions share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from random import Random
from typing import Any
from unittest import mock

from naive_puzzle import Full, Naive

from fuzz.fuzzer import expect, same
from kaleido import Board, PieceSet, Placement, Position, Puzzle

QUESTIONS: dict[str, Callable[[Asked], None]] = {}
"""The questions by name; each raises a `Fault` where the answer is wrong."""

OFTEN = (40, 40, 40, 200)
"""How often each solution of a puzzle that has few is sampled, on average."""

RARE: set[str] = set()
"""The questions that take longest, which are asked less often."""


LIMITS: dict[str, dict[str, float]] = {
    "hints.fitting": {"FIRST_NODES": 1, "PROOF_NODES": 1, "MAX_TILED": 3},
    "hints.hint": {"CHECK_NODES": 1},
    "counting.bounds": {"MAX_STEPS": 20},
    "counting.count": {"MAX_NODES": 2, "HEAD_START": 0.0},
    "counting.enumerating": {"HEAD_START": 0.0, "SWEEP_SECONDS": 0.0},
    "counting.region": {"GAIN": 9.0, "FEW": 0.0},
    "counting.sampling": {"KEPT_BYTES": 0},
    "counting.searching": {"BOARD_BYTES": 1 << 60},
    "counting.tasks": {"SERIAL_SECONDS": -1.0},
    "search.compiled_search": {"_SHORT": 1},
    "search.problem": {"KEPT_BITS": 0},
}
"""By module, limits that small boards never reach, and such low ones that they do.

Limits that the core has, too, are left out: lowered for Python alone, they part the engines.
"""


@contextmanager
def low_limits(dice: Random) -> Iterator[None]:
    """Lower a few of the limits, now and then."""
    with ExitStack() as stack:
        for name, limits in LIMITS.items() if dice.random() < 0.5 else ():
            module = import_module(f"kaleido.{name}")
            for limit, low in limits.items():
                if dice.random() < 0.3:
                    stack.enter_context(mock.patch.object(module, limit, low))
        yield


def placement_of(naive: Naive, number: int) -> Placement:
    """Return a placement as the package has it, by the first of its faces."""
    name, cells = naive.lying(number)
    return Placement(name, naive.faces[naive.lies[number]][0], tuple(sorted(cells)))


class Asked:
    """A puzzle with all that a question needs: the truth, the puzzle of the package, and dice."""

    def __init__(self, naive: Naive, seed: int) -> None:
        texts = naive.texts
        self.naive, self.dice = naive, Random(seed)
        self.board = Board(
            texts.rows,
            wrap=texts.wrap,
            optional=texts.optional,
            lattice=texts.lattice,
            leave=texts.leave,
        )
        self.pieces = PieceSet.parse("own", texts.pieces)
        self.puzzle = Puzzle(self.board, self.pieces)

    def some(self, share: float = 0.7) -> list[int]:
        """Return some placements that fit beside each other, most often those of a solution."""
        naive, dice = self.naive, self.dice
        if naive.solutions and dice.random() < share:
            solution = sorted(dice.choice(naive.solutions) - naive.givens)
            return dice.sample(solution, dice.randint(0, len(solution)))
        chosen: list[int] = []
        while (fits := naive.fitting(chosen)) and dice.random() < 0.6:
            chosen.append(dice.choice(fits))
        return chosen

    def placement(self, number: int) -> Placement:
        """Return a placement as the package has it, by the first of its faces."""
        return placement_of(self.naive, number)

    def laid(self, numbers: Iterable[int]) -> list[Placement]:
        """Return placements as the package has them."""
        return [self.placement(number) for number in numbers]

    def position(self, numbers: Iterable[int]) -> Position:
        """Return the puzzle with some pieces laid."""
        return Position(self.puzzle, self.laid(numbers))

    def holding(self, placed: Iterable[int]) -> set[Full]:
        """Return the solutions that hold some placements."""
        own = frozenset(map(self.naive.lying, placed))
        return {full for full in self.naive.fulls if own <= full}

    def numbers(self, placements: Iterable[Placement]) -> list[int]:
        """Return the numbers of placements of the package; a `Fault` if one cannot lie there."""
        lying = [(each.piece, frozenset(each.cells)) for each in placements]
        wrong = [each for each in lying if each not in self.naive.numbers]
        same(wrong, [], "placements that cannot be (got, expected)")
        return [self.naive.numbers[each] for each in lying]


def question(check: Callable[[Asked], None]) -> Callable[[Asked], None]:
    """Make a function a question, by its name."""
    QUESTIONS[check.__name__.strip("_").replace("_", " ")] = check
    return check


def rare(check: Callable[[Asked], None]) -> Callable[[Asked], None]:
    """Make a function a question that is asked less often."""
    RARE.add(check.__name__.strip("_").replace("_", " "))
    return question(check)


def as_full(placements: Iterable[Placement]) -> Full:
    """Return the pieces of a board with their cells; a `Fault` if one is there twice."""
    lying = [(each.piece, frozenset(each.cells)) for each in placements]
    same(len(set(lying)), len(lying), "different placements")
    return frozenset(lying)


def listed(solutions: Iterable[Any]) -> list[Full]:
    """Return solutions as sets."""
    return [as_full(each.placements) for each in solutions]


def check_all(found: Iterable[Full], truth: Iterable[Full], words: str) -> None:
    """Raise `Fault` unless there is each solution once."""
    got, wanted = Counter(found), Counter(truth)
    said = f"{words}: {sum(got.values())}, expected {sum(wanted.values())}"
    extra, missing = got - wanted, wanted - got
    expect(not extra, f"{said}; too many: {show(min(extra, key=in_order, default=None))}")
    expect(not missing, f"{said}; missing: {show(min(missing, key=in_order, default=None))}")


def check_classes(found: list[Full], classes: list[set[Full]], words: str) -> None:
    """Raise `Fault` unless there is one solution of each class."""
    same(len(found), len(classes), f"{words} (got, expected)")
    for own in classes:
        number = sum(full in own for full in found)
        same(number, 1, f"{words}: images of {show(min(own, key=in_order))} (got, expected)")


def check_likely(found: list[Full], classes: list[set[Full]]) -> None:
    """Raise `Fault` unless each class is sampled as often as the others, but for chance.

    Chance alone goes further off once in a hundred million samples.
    """
    often = len(found) / max(len(classes), 1)
    for own in classes:
        number = sum(full in own for full in found)
        said = f"{show(min(own, key=in_order))} comes {number} times, expected about {often:g}"
        expect(abs(number - often) < 6.3 * often**0.5, said)


def in_order(full: Full) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return the pieces of a board, sorted."""
    return sorted((name, sorted(cells)) for name, cells in full)


def show(full: Full | None) -> str:
    """Return the pieces of a board in words."""
    return "none" if full is None else " ".join(f"{n}@{cells}" for n, cells in in_order(full))
