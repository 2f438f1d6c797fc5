"""What holds for every board that is accepted: it can be written, read, turned and drawn."""

import json
import pickle
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzz.fuzzer import Refused, Value, attempt, attempt_accepted, expect, same
from kaleido import Board, PatternError, PieceSet, Puzzle
from kaleido.base.files import parse_file, write_text
from kaleido.model.lattices import find_lattice
from kaleido.model.piece import Rule
from kaleido.model.symmetry import board_symmetries
from kaleido.search.problem import most_placements

MOST_PLACEMENTS = 3000  # puzzles of more are not made: each would take seconds


def check_ways(ways: dict[str, Callable[[], Any]], value: Any) -> None:
    """Raise `Fault` unless every way leads back to a value, with what is kept beside it."""
    for words, way in ways.items():
        again = attempt_accepted(way, words=words)
        same(again, value, words)
        same(headers(again), headers(value), f"headers, {words}")
        same(hash(again), hash(value), f"hash, {words}")


def headers(value: Any) -> tuple[str, ...]:
    """Return what is kept beside the cells of a board, which does not count for equality."""
    return value.title, value.source, value.note


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
    check_ways(ways, board)
    options = json.loads(json.dumps(board.as_dict()))
    named = f"{board.lattice}: {board.text}" if "lattice" in options else board.text
    text = options.pop("pattern")
    same(attempt_accepted(lambda: kind(text, **options), words="JSON"), board, "JSON")
    if not board.optional:
        same(attempt_accepted(kind.parse, named, board.wrap, words="a line"), board, "a line")
    check_turns(board)
    check_drawing(board)
    expect(board.size == board.mask.bit_count() == sum(board.counts.values()), "cells add up")
    expect(any(True for _ in board_symmetries(board)), "a board has the identity")


def check_turns(board: Board) -> None:
    """Raise `Fault` unless a board can be turned all the way round, written and read each time."""
    turned = board.rotated(0)
    around = 6 if board.lattice in ("hexagonal", "triangular") else 4
    once = attempt_accepted(board.rotated, around, words="turned")
    if board.lattice == "square":
        same(once, board, "turned four times")
    for number in range(around):
        same(turned.counts, board.counts, "letters of a turned board")
        same(headers(turned), headers(board), "headers of a turned board")
        same(turned.rotated(around - number), once, "turned all the way round")
        again = attempt_accepted(type(board).parse, str(turned), words="turned")
        same(again, turned, "turned, written and read")
        turned = attempt_accepted(turned.rotated, words="turned")
    same(turned, once, "turned step by step")


def check_set(pieces: PieceSet) -> None:
    """Raise `Fault` unless a set of pieces keeps all promises."""
    again = attempt_accepted(PieceSet.parse, pieces.name, pieces.written(), words="written")
    same(again, pieces, "written and read")
    same(again.title, pieces.title, "the title, written and read")
    for words in (pieces.title, pieces.rules, *(piece.name for piece in pieces)):
        expect(words.isprintable(), f"{words!r} prints")
    same(again.written(), pieces.written(), "written twice")
    same(pickle.loads(pickle.dumps(pieces)), pieces, "pickled")
    for name, count in list(zip((piece.name for piece in pieces), pieces.counts, strict=True))[:12]:
        rule = pieces.rule_of(name)
        if str(rule):
            same(attempt_accepted(Rule.parse, str(rule).split(), words="a rule"), rule, "a rule")
        same(pieces.chosen([name] * count).counts, (count,), "a piece that is chosen")
    if len(pieces) <= 40:
        check_drawing(pieces[pieces.pieces[0].name])


def check_shape(shape: Any, parse: Callable[[str], Any]) -> None:
    """Raise `Fault` unless a shape and its mirror image are written, read and pickled."""
    for words, each in {"itself": shape, "flipped": shape.mirrored()}.items():
        same(attempt_accepted(parse, str(each), words=words), each, f"{words}, written and read")
        same(pickle.loads(pickle.dumps(each)), each, f"{words}, pickled")
    same(shape.mirrored().mirrored().canonical, shape.canonical, "flipped twice")


def check_face(face: Any, lattice: str) -> None:
    """Raise `Fault` unless the turns of a face are those of each of them."""
    for each in face.rotations:
        again = attempt_accepted(type(face).parse, str(each), find_lattice(lattice), words="a turn")
        same(again, each, "turned, written and read")
        expect(set(each.rotations) == set(face.rotations), "turns of a turned face are its own")
    expect(set(face.mirrored().mirrored().rotations) == set(face.rotations), "flipped twice")
    turned = face
    for _ in range(6 if lattice in ("hexagonal", "triangular") else 4):
        turned = turned.rotated()
    expect(turned in face.rotations, "turned all the way round")


def check_puzzle(board: Board, pieces: PieceSet) -> None:
    """Raise `Fault` unless the puzzle of a board and pieces keeps its promises."""
    if attempt(most_placements, board, pieces) > MOST_PLACEMENTS:
        raise Refused("too large to be tried here")
    puzzle = attempt(Puzzle, board, pieces)
    again = pickle.loads(pickle.dumps(puzzle))
    same((again.pattern, again.pieces), (puzzle.pattern, puzzle.pieces), "a puzzle, pickled")
    check_drawing(puzzle)


def check_drawing(shown: Any) -> None:
    """Raise an error unless the drawing of a value is XML."""
    expect(ET.fromstring(shown._repr_svg_()).tag.endswith("svg"), "a drawing is SVG")


def through_file(text: str, parse: Callable[[str], Value]) -> Value:
    """Return what is read of a text after it was written to a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "written.txt")
        write_text(path, text)
        return parse_file(path, parse, PatternError)


def in_file(text: str, name: str, read: Callable[[Path], Value]) -> Value:
    """Return what is read of a file with a text, as anybody may have written it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        return read(path)
