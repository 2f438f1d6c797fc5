"""Answers to every question about random puzzles of every kind, against brute force.

A case is a puzzle with one question, which one of the engines answers.
"""

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import Any

from naive_puzzle import Naive, Texts, TooManyError

from fuzz import questions  # noqa: F401 - it registers
from fuzz.asked import QUESTIONS, RARE, Asked, low_limits
from fuzz.fuzzer import Fault, Refused, fuzzer
from fuzz.puzzles import draw_puzzle, smaller_texts
from kaleido.base.errors import KaleidoError
from kaleido.search.core import load_core

Case = tuple[Any, str, str, int]
"""The texts of a puzzle, a question, an engine and a seed."""

SHARE, RARELY = 0.35, 0.06
"""The shares of the questions about a puzzle that each engine is asked: of most, of the rare."""


def cases(random: Random) -> Iterator[Case]:
    """Yield many questions about one puzzle."""
    engines = ("core", "python") if load_core() is not None else ("python",)
    texts = plain(draw_puzzle(random).texts)
    asked = [(name, engine) for name in QUESTIONS for engine in engines]
    for name, engine in asked:
        if random.random() < (RARELY if name in RARE else SHARE):
            yield texts, name, engine, random.randrange(1000)


def plain(texts: Texts) -> Any:
    """Return the texts of a puzzle as plain tuples."""
    rows, lines, *others = texts
    return (rows, tuple(map(tuple, lines)), *others)


def smaller(case: Case) -> Iterator[Case]:
    """Yield cases with a smaller puzzle, each with a few seeds, and those with a smaller seed."""
    texts, name, engine, seed = case
    for each in smaller_texts(Texts.of(texts)):
        yield from ((plain(each), name, engine, other) for other in dict.fromkeys((seed, 0, 1)))
    yield from ((texts, name, engine, other) for other in range(min(seed, 3)))


def told(case: Case) -> str:
    """Return a case as words of the command line."""
    texts, name, engine, seed = case
    own = Texts.of(texts)
    board, pieces = (f"<(printf %s {shlex.quote(text)})" for text in (own.board, own.pieces))
    words = f"kaleido count --board {board} --pieces {pieces}"
    return f"question {name!r}, seed {seed}, about\nKALEIDO_ENGINE={engine} {words}"


@lru_cache(128)
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


@fuzzer(
    "answers",
    "every question about puzzles of every kind, against brute force",
    cases,
    smaller=smaller,
    told=told,
    weight=16,  # as much as all others
)
def _answers(case: Case) -> None:
    texts, name, engine, seed = case
    naive = _naive(texts)
    try:
        naive.solutions  # noqa: B018 - to see how many
    except TooManyError:
        raise Refused("too many solutions") from None
    with _engine(engine):
        try:
            asked = Asked(naive, seed)
        except KaleidoError as error:
            if naive.is_sound:
                raise Fault(f"refused a puzzle: {error}") from error
            raise Refused(str(error)) from None
        if not naive.is_sound:
            raise Fault("accepted a puzzle that should be refused")
        try:
            with low_limits(asked.dice):
                QUESTIONS[name](asked)
        except KaleidoError as error:
            raise Fault(f"refused: {type(error).__name__}: {error}") from error
