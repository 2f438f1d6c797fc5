"""Answers to every question about random puzzles of every kind, by both engines, against brute force."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from naive_puzzle import Full, Naive, Texts, TooManyError

from fuzz.fuzzer import Fault, Refused, expect, fuzzer, same
from fuzz.puzzles import any_puzzle, smaller_texts
from kaleido import Board, PieceSet, Placement, Position, Puzzle
from kaleido.core import load_core
from kaleido.errors import KaleidoError

Case = tuple[Any, str, str, int]
"""The texts of a puzzle, a question, an engine and a seed."""

SHARE = 0.5
"""The share of all questions that are asked about a puzzle by each engine."""


class Asked:
    """A puzzle with all that a question needs: the truth, the puzzle of the package, and dice."""

    def __init__(self, naive: Naive, seed: int) -> None:
        texts = naive.texts
        self.naive, self.dice = naive, Random(seed)
        self.board = Board(texts.rows, wrap=texts.wrap, optional=texts.optional, lattice=texts.lattice)
        self.pieces = PieceSet.parse("own", texts.pieces)
        self.puzzle = Puzzle(self.board, self.pieces)

    @property
    def some(self) -> list[int]:
        """A few placements that fit beside each other, more often than not those of a solution."""
        naive, dice = self.naive, self.dice
        if naive.solutions and dice.random() < 0.7:
            solution = sorted(dice.choice(naive.solutions) - naive.givens)
            return dice.sample(solution, dice.randint(0, len(solution)))
        chosen: list[int] = []
        while (fits := naive.fitting(chosen)) and dice.random() < 0.6:
            chosen.append(dice.choice(fits))
        return chosen

    def laid(self, numbers: Iterable[int]) -> list[Placement]:
        """Return placements as the package has them."""
        naive = self.naive
        return [
            Placement(naive.lying(each)[0], self.dice.choice(naive.faces[naive.lies[each]][:1]),
                      tuple(sorted(naive.lying(each)[1])))
            for each in numbers
        ]  # fmt: skip

    def holding(self, placed: Iterable[int]) -> set[Full]:
        """Return the solutions that hold some placements."""
        own = frozenset(map(self.naive.lying, placed))
        return {full for full in self.naive.fulls if own <= full}


QUESTIONS: dict[str, Callable[[Asked], None]] = {}


def question(check: Callable[[Asked], None]) -> Callable[[Asked], None]:
    """Make a function a question, by its name."""
    QUESTIONS[check.__name__.strip("_").replace("_", " ")] = check
    return check


def as_full(placements: Iterable[Placement]) -> Full:
    """Return what lies on a board; a `Fault` if something lies there twice."""
    lying = [(each.piece, frozenset(each.cells)) for each in placements]
    same(len(set(lying)), len(lying), "different placements")
    return frozenset(lying)


def listed(solutions: Iterable[Any], most: int = 2000) -> list[Full]:
    """Return solutions as sets."""
    return [as_full(each.placements) for each in islice(solutions, most)]


def check_classes(found: list[Full], classes: list[set[Full]], words: str) -> None:
    """Raise `Fault` unless there is one solution of each class."""
    same(len(found), len(classes), words)
    for own in classes:
        same(sum(full in own for full in found), 1, f"{words}: solutions of {show(min(own, key=sorted_full))}")


def sorted_full(full: Full) -> list[tuple[str, list[tuple[int, int]]]]:
    return sorted((name, sorted(cells)) for name, cells in full)


def show(full: Full | None) -> str:
    """Return a solution in words."""
    return "none" if full is None else " ".join(f"{n}@{cells}" for n, cells in sorted_full(full))


def cases(random: Random) -> Iterator[Case]:
    """Yield many questions about one puzzle."""
    engines = ("core", "python") if load_core() is not None else ("python",)
    texts = plain(any_puzzle(random).texts)
    asked = [(name, engine) for name in QUESTIONS for engine in engines]
    for name, engine in random.sample(asked, int(len(asked) * SHARE)):
        yield texts, name, engine, random.randrange(1000)


def plain(texts: Texts) -> Any:
    """Return the texts of a puzzle as plain tuples."""
    rows, lines, *others = texts
    return (rows, tuple(map(tuple, lines)), *others)


def smaller(case: Case) -> Iterator[Case]:
    """Yield cases with a smaller puzzle, and those with another seed."""
    texts, name, engine, seed = case
    for each in smaller_texts(Texts.of(texts)):
        yield plain(each), name, engine, seed
    if seed:
        yield from ((texts, name, engine, each) for each in range(min(seed, 3)))


def told(case: Case) -> str:
    """Return a case as words of the command line."""
    texts, name, engine, _ = case
    own = Texts.of(texts)
    words = f"--board <(printf %s {shlex.quote(own.board)}) --pieces <(printf %s {shlex.quote(own.pieces)})"
    return f"question: {name}\nKALEIDO_ENGINE={engine} kaleido count {words}"


@lru_cache(4)
def _naive(texts: Any) -> Naive:
    return Naive(Texts.of(texts))


@contextmanager
def _engine(name: str) -> Iterator[None]:
    before = os.environ.get("KALEIDO_ENGINE")
    os.environ["KALEIDO_ENGINE"] = name
    try:
        yield
    finally:
        del os.environ["KALEIDO_ENGINE"]
        if before is not None:
            os.environ["KALEIDO_ENGINE"] = before


@fuzzer("answers", "every question about puzzles of every kind, against brute force", cases,
        smaller=smaller, told=told)  # fmt: skip
def _answers(case: Case) -> None:
    texts, name, engine, seed = case
    naive = _naive(texts)
    try:
        fits = naive.sizes_fit and -1 not in naive.givens
        naive.solutions  # noqa: B018 - to see how many
    except TooManyError:
        raise Refused("too many solutions") from None
    with _engine(engine):
        try:
            asked = Asked(naive, seed)
        except KaleidoError as error:
            if fits and is_sound(naive):
                raise Fault(f"refused a puzzle: {error}") from error
            raise Refused(str(error)) from None
        try:
            QUESTIONS[name](asked)
        except KaleidoError as error:
            raise Fault(f"refused: {type(error).__name__}: {error}") from error


def is_sound(naive: Naive) -> bool:
    """Return whether a puzzle obeys what the documentation says of letters and joined sides."""
    texts, lines = naive.texts, naive.layers[0]
    joined = [*(lines if texts.wrap in ("rows", "both") else ())]
    joined += ["".join(column) for column in zip(*lines, strict=True)] if texts.wrap in ("columns", "both") else []
    free = set(naive.letter_at.values()) - {*naive.names, *"0123456789"}
    zones = "".join(line.zone for line in texts.lines if line.zone != "edge")
    return set(zones + texts.optional) <= free and all(set(line) != {"."} for line in joined)


# Questions.

STRATEGIES = ("constrained", "tuned", "paper", "paper-text", "paper-plus", "probing", "edge-matching", "random")


@question
def _solve(asked: Asked) -> None:
    placed = asked.some
    strategy = asked.dice.choice(STRATEGIES)
    start = Position(asked.puzzle, asked.laid(placed)) if placed else asked.puzzle
    try:
        answer = start.solve(strategy, seed=asked.dice.randrange(3))
    except KaleidoError as error:
        if strategy in ("paper", "paper-text", "paper-plus", "edge-matching"):
            raise Refused(str(error)) from None
        raise
    truth = asked.holding(placed)
    same(answer.status.value, "solved" if truth else "no-solution", f"status with {strategy}")
    if truth:
        expect(as_full(answer.solution.placements) in truth, f"{strategy} solves")


@question
def _count(asked: Asked) -> None:
    placed = asked.some
    start = Position(asked.puzzle, asked.laid(placed)) if placed else asked.puzzle
    count = start.count()
    same(count.solutions, len(asked.holding(placed)), "the number of solutions (got, expected)")
    same(count.symmetric, len(asked.naive.classes(placed)), "up to symmetry (got, expected)")


@question
def _solutions(asked: Asked) -> None:
    found = listed(asked.puzzle.solutions(seed=asked.dice.randrange(3)))
    same(Counter(found), Counter(asked.naive.fulls), "the solutions listed")
    same(asked.puzzle.unique(), len(asked.naive.fulls) == 1, "unique")


@question
def _solutions_up_to_symmetry(asked: Asked) -> None:
    placed = asked.some
    start = Position(asked.puzzle, asked.laid(placed)) if placed else asked.puzzle
    found = listed(start.solutions(up_to_symmetry=True))
    check_classes(found, asked.naive.classes(placed), "classes listed (got, expected)")


@question
def _sample(asked: Asked) -> None:
    found = listed(asked.puzzle.sample(5, asked.dice.randrange(9)))
    same(len(found), 5 if asked.naive.fulls else 0, "the number of samples")
    expect(set(found) <= asked.naive.fulls, "samples are solutions")


@question
def _sample_up_to_symmetry(asked: Asked) -> None:
    naive = asked.naive
    classes = naive.classes()
    found = listed(asked.puzzle.sample(4 * len(classes) + 4, asked.dice.randrange(9), up_to_symmetry=True))
    expect(bool(found) == bool(classes), "there are samples if there are solutions")
    for full in set(found):
        own = [each for each in classes if full in each]
        same(len(own), 1, "a sample is a solution")
        same(len(own[0] & set(found)), 1, "a class is shown by one solution")
