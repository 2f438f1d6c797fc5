"""What holds for every board that is accepted: it can be written, read, turned and drawn."""

from __future__ import annotations

import json
import pickle
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from fuzz.fuzzer import attempt, expect, same
from kaleido import Board, PatternError, PieceSet, Puzzle
from kaleido.errors import KaleidoError, RequestError
from kaleido.files import parse_file, write_text
from kaleido.model.figures import board_symmetries
from kaleido.search.problem import most_placements

Value = TypeVar("Value")

MOST_PLACEMENTS = 3000
"""Puzzles of more are not made: each would take seconds."""


def headers(board: Board) -> tuple[str, ...]:
    """Return what is kept beside the cells of a board, which does not count for equality."""
    return board.title, board.source, board.note


def check_board(board: Board) -> None:
    """Raise `Fault` unless a board keeps all promises."""
    kind = type(board)
    names = {"Board": Board, kind.__name__: kind}
    ways: dict[str, Callable[[], Board]] = {
        "written and read": lambda: kind.parse(str(board)),
        "written with a remark": lambda: kind.parse(board.written({"solutions": 3})),
        "as Python": lambda: eval(repr(board), names),
        "pickled": lambda: pickle.loads(pickle.dumps(board)),
        "in a file": lambda: through_file(str(board), kind.parse),
    }
    for words, way in ways.items():
        again = attempt_accepted(way, words)
        same(again, board, words)
        same(headers(again), headers(board), f"headers, {words}")
        same(hash(again), hash(board), f"hash, {words}")
    fields = json.loads(json.dumps(board.as_dict()))
    options = {name: value for name, value in fields.items() if name != "pattern"}
    same(attempt_accepted(lambda: kind(fields["pattern"], **options), "JSON"), board, "JSON")
    if not board.optional:
        named = f"{board.lattice}: {board.text}" if "lattice" in fields else board.text
        same(attempt_accepted(lambda: kind.parse(named, board.wrap), "a line"), board, "a line")
    check_turns(board)
    check_drawing(board._repr_svg_())
    expect(board.size == board.mask.bit_count() == sum(board.counts.values()), "cells add up")
    expect(any(True for _ in board_symmetries(board)), "a board has the identity")


def check_turns(board: Board) -> None:
    """Raise `Fault` unless a board can be turned all the way round, written and read each time."""
    turned = board.rotated(0)
    around = 6 if board.lattice in ("hexagonal", "triangular") else 4
    once = attempt_accepted(lambda: board.rotated(around), "turned")
    if board.lattice == "square":
        same(once, board, "turned four times")
    for number in range(around):
        same(turned.counts, board.counts, "letters of a turned board")
        same(headers(turned), headers(board), "headers of a turned board")
        same(turned.rotated(around - number), once, "turned all the way round")
        again = attempt_accepted(lambda each=turned: type(board).parse(str(each)), "turned")  # type: ignore[misc]
        same(again, turned, "turned, written and read")
        turned = attempt_accepted(turned.rotated, "turned")
    same(turned, once, "turned step by step")


def check_puzzle(board: Board, pieces: PieceSet) -> Puzzle:
    """Return the puzzle of a board and pieces, which keeps its promises.

    Raises
    ------
    Fault
        A promise is broken.
    """
    if attempt(most_placements, board, pieces) > MOST_PLACEMENTS:
        raise_refused()
    puzzle = attempt(Puzzle, board, pieces)
    again = pickle.loads(pickle.dumps(puzzle))
    same((again.pattern, again.pieces), (puzzle.pattern, puzzle.pieces), "a puzzle, pickled")
    check_drawing(puzzle._repr_svg_())
    return puzzle


def raise_refused() -> None:
    """Pass over a case that would take too long."""
    attempt(_too_large)


def _too_large() -> None:
    raise RequestError(400, "too large to be tried here")


def check_drawing(svg: str) -> None:
    """Raise an error unless a drawing is XML."""
    expect(ET.fromstring(svg).tag.endswith("svg"), "a drawing is SVG")


def through_file(text: str, parse: Callable[[str], Value]) -> Value:
    """Return what is read of a text after it was written to a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "written.txt")
        write_text(path, text)
        return parse_file(path, parse, PatternError)


def attempt_accepted(call: Callable[[], Value], words: str) -> Value:
    """Return what a function returns that must not refuse what was accepted before.

    Raises
    ------
    AssertionError
        It refuses it.
    """
    try:
        return call()
    except KaleidoError as error:
        raise AssertionError(f"{words}: refused what was accepted: {error}") from error
