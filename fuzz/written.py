"""Texts of patterns, boards, shapes, sets of pieces, puzzles and sketches."""

from __future__ import annotations

import pickle
from datetime import date
from pathlib import Path

from hypothesis import strategies as st
from ruled_puzzles import ruled_puzzle

from fuzz.draw import BOARDS, LATTICES, files, spoken, texts
from fuzz.fuzzer import attempt, attempt_accepted, expect, fuzzer, same
from fuzz.promises import (
    check_board,
    check_face,
    check_puzzle,
    check_set,
    check_shape,
    check_ways,
    in_file,
    through_file,
)
from kaleido import CLASSIC, Board, Pattern, PieceSet
from kaleido.designing import Background, Sketch, Symmetry, parse_difficulty
from kaleido.lattices import find_lattice, lattice_names
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.puzzles import puzzle_facts, puzzle_parts, sized_board
from kaleido.model.orientation import Orientation
from kaleido.polyominoes.polyform import Polyform, Polyomino

_ROW = "rxrxrxrx"
_PATTERN = (
    *(_ROW, _ROW[::-1], "xxxxxxxx", f"{_ROW}/{_ROW[::-1]}/", "r", "x", "y", "b", "1", "4", "X"),
    *("/", "\n", "# title: ", "# wrap: both\n", "# note: a", "┏━━━┓", "| r x ", "A ", "1 2 3 4 5"),
    *("# lattice: hexagonal\n", "square: ", "hexagonal: "),
)
BOARD = (
    *("o", ".", "a", "A", "1", "#", "+", "-", "x", "/", "\n", " ", "3x4", "2x2", " + ", "oo/o."),
    *("31", "# title: ", "# source: b", "# note: c\n", "# wrap: rows\n", "# wrap: columns\n"),
    *("# wrap: ", "# optional: ", "# optional: a\n", "# ", "#\n", "33", "x1", "1x", "×", "\n+\n"),
    "//",
)
"""What texts of boards are made of."""
_NAMES = tuple(f"{name}: " for name in lattice_names())
_LATTICE = (
    *(*BOARD, *_NAMES, *(f"# lattice: {name[:-2]}\n" for name in _NAMES), "# first: up\n"),
    *("# first: down\n", "/\\", "\\/", "  ", "//", "\n\n", "hexagon 2", "triangle ", "2x2x2"),
    *("pyramid 3", "tetrahedron 2", "2x3 rhombus", " parallelogram", "o o o", " o o"),
)
_DRAWINGS = (
    *("oo/o.", "oooo", "r../xrx", "##./.##", ".o./ooo/.o.", "oo/o.//.o/..", "oo/o.//../o.", "o"),
    *(".oooo./....oo", "ooo/.oo", "xr/.x", "yx/b.", "../.o/oo"),
)
_DRAWN = ("o", "oo", ".", "/", "//", "x", "r", "#", "y", "b", "O", " ")
_RULED = (
    "# sides: mirrored\nI ooo x2\nL oo/o. fixed x0-2 in edge\nM o in ab",
    "# sides: two-faced\n# use: some\nA rx xr\nB x r one-sided",
    "# sides: two-faced\nA x../rxr ..x/rxr\nB xr fixed x3 in edge",
    "# sides: one-sided\n# lattice: cubic\nV oo/o.\nA oo/o.//.o/.. x2",
    "# sides: mirrored\n# lattice: hexagonal\n# title: Hexes\nI oooo\nY .o/oo/.o x0-3",
    "# sides: mirrored\n# lattice: triangular\nR oo\nT .ooo/..o. fixed",
    "# sides: fixed\n# use: some\nA oo x1-4 mirrored\nB o/o one-sided",
)
_PIECES = (
    *("# sides: mirrored\n", "# sides: ", "one-sided", "fixed", "two-faced", "mirrored", "\n", " "),
    *("# use: some\n", "# title: ", "# lattice: cubic\n", "A oo\n", "B oo/o.\n", "x3", "x0-2"),
    *("x1-", " in edge", " in ab", "in", "A ", "oo", "ooo/.o.", "rx", "xr/rx", "#", "/", "."),
)
_TERMS = (
    *("+", " + ", "-", "polyominoes-", "one-sided-", "orders-1-", "solid-", "spheres-", "1", "3"),
)
_PUZZLE = (
    *(*BOARD, "# pieces: pentominoes\n", "# pieces: tetrominoes + trominoes\n", "# pieces: "),
    *("# rule *: ", "# rule I,L: x0-2\n", "# rule *: fixed\n", "# rule L: in edge\n"),
    *("# rule I: in a\n", "x1", "# begin: I,L\n", "# begin: ", "# solutions: 3\n"),
    *("# solutions: ", "# calendar: month day\n", "# lattice: cubic\n", "# lattice: hexagonal\n"),
    *("# group: own\n", "5xN", "2xN", "4x5", "3x3x3"),
)
_SMALL = (
    "# pieces: tetrominoes\n# rule *: x0-2\n4x4",
    "# pieces: trominoes\n# optional: a\n# rule I: in edge\nooa/ooo/aoo",
    "# pieces: tetrominoes\n# begin: I,O\n2xN",
    "# pieces: dominoes\n# wrap: both\n# rule *: x0-8 fixed\n4x4",
    "# pieces: soma\n3x3x3",
    "# pieces: polyhexes-3\n# rule *: x0-3\nhexagonal: oooo/oooo/oooo",
    "# pieces: monominoes\n# calendar: weekday\n7x1",
)
_OPEN = "????????"
_SKETCHES = (
    f"{_OPEN}/?rrr[xy]???/" + f"{_OPEN}/" * 5 + "xrxrxrxr",
    "\n".join([_OPEN] * 8),
    "# title: Any\n# note: one\n# source: two\n" + "\n".join(["x[ry]????[123]R"] * 8),
    "/".join(["rxrxrxrx", "xrxrxrxr"] * 4),
)
_SKETCH = (
    *("?", "[", "]", "[xr]", "[]", "x", "r", "1", "4", "/", "\n", _OPEN, f"{_OPEN}/", "[xryb]"),
    *("# title: ", "# note: a\n", "# lattice: cubic\n", "# wrap: rows\n"),
)
_OPTIONS = (
    *("mirror", "half-turn:xr", "turn:xr,yb", "checker", "chequer:xb", "4", "1..3", "diagonal"),
)
_WORDS = (*_OPTIONS, ":", ",", "..", "xr", "5", "0", "flip", " ")


@fuzzer(
    "patterns",
    "texts of patterns: read, written, turned, drawn",
    lambda: texts(files("patterns"), _PATTERN),
)
def _patterns(text: str) -> None:
    pattern = attempt(Pattern.parse, text)
    check_board(pattern)
    board = attempt_accepted(Board.parse, str(pattern), words="a pattern as a board")
    same((board.text, board.wrap), (pattern.text, pattern.wrap), "a pattern as a board")
    sketch = attempt_accepted(Sketch.of, pattern, words="a pattern as a sketch")
    same(sketch.pattern("".join(pattern.rows)).text, pattern.text, "the pattern of its sketch")


@fuzzer(
    "boards",
    "boards of squares: read, written, turned, drawn",
    lambda: texts((*BOARDS, *BOARDS, *files("puzzles")), BOARD),
)
def _boards(text: str) -> None:
    check_board(attempt(Board.parse, text))


@fuzzer(
    "lattices",
    "boards of hexagons, triangles, cubes, spheres",
    lambda: st.one_of(
        texts(LATTICES, _LATTICE), st.builds(str.__add__, st.sampled_from(_NAMES), spoken(_LATTICE))
    ),
)
def _lattices(text: str) -> None:
    check_board(attempt(Board.parse, text))


@fuzzer(
    "shapes",
    "drawings of shapes and faces on every lattice",
    lambda: st.tuples(st.sampled_from(("", *lattice_names())), texts(_DRAWINGS, _DRAWN)),
)
def _shapes(case: tuple[str, str]) -> None:
    name, drawing = case
    if name:
        form = attempt(Polyform.parse, drawing, name)
        check_shape(form, lambda text: Polyform.parse(text, name))
        check_face(attempt(Orientation.parse, drawing, find_lattice(name)), name)
        return
    shape = attempt(Polyomino.parse, drawing)
    check_shape(shape, Polyomino.parse)
    turned = shape.rotated()
    same(attempt_accepted(Polyomino.parse, str(turned), words="turned"), turned, "turned")
    same(turned.rotated().rotated().rotated(), shape, "turned four times")
    same(shape.mirrored().mirrored(), shape, "flipped twice")


@fuzzer(
    "pieces",
    "sets of pieces: their texts, rules and names",
    lambda: st.one_of(
        st.tuples(
            st.just("text"), texts((*_RULED, *_RULED, CLASSIC.written(), *files("pieces")), _PIECES)
        ),
        st.tuples(st.just("name"), spoken((*set_names(), "polyhexes-3", *_TERMS), most=5)),
    ),
)
def _pieces(case: tuple[str, str]) -> None:
    kind, text = case
    if kind == "text":
        check_set(attempt(PieceSet.parse, "own", text))
    elif sum(map(str.isdigit, text)) < 4:  # larger sets take minutes to make
        check_set(attempt(named_set, text))


def _puzzle_texts() -> tuple[str, ...]:
    ruled = (f"# pieces: tetrominoes\n{ruled_puzzle(seed).text}" for seed in range(6))
    return (*_SMALL, *_SMALL, *_SMALL, *ruled, *files("puzzles"))


@fuzzer(
    "puzzles",
    "files of puzzles, with rules, zones and calendars",
    lambda: st.tuples(
        texts(_puzzle_texts(), _PUZZLE), st.sampled_from((None, "2026-11-22", "2024-02-29"))
    ),
)
def _puzzles(case: tuple[str, str | None]) -> None:
    text, named = case
    day = None if named is None else date.fromisoformat(named)

    def parts(path: Path) -> tuple[str, PieceSet]:
        attempt(puzzle_facts, str(path))
        return attempt(puzzle_parts, str(path), day)

    board_text, pieces = in_file(text, "puzzle.txt", parts)
    check_set(pieces)
    board = attempt(sized_board, board_text, pieces)
    check_board(board)
    check_puzzle(board, pieces)


@fuzzer(
    "sketches",
    "sketches, symmetries, backgrounds, difficulties",
    lambda: st.one_of(
        *[st.tuples(st.just("sketch"), texts(_SKETCHES, _SKETCH))] * 2,
        st.tuples(
            st.sampled_from(("symmetry", "background", "difficulty")), texts(_OPTIONS, _WORDS)
        ),
    ),
)
def _sketches(case: tuple[str, str]) -> None:
    kind, text = case
    if kind == "sketch":
        check_sketch(attempt(Sketch.parse, text))
    elif kind == "symmetry":
        symmetry = attempt(Symmetry.parse, text)
        expect(len(symmetry.permutation.cells) == 64, "a symmetry moves every cell")
        same(pickle.loads(pickle.dumps(symmetry)), symmetry, "pickled")
    elif kind == "background":
        expect(len({each.colours for each in attempt(Background.parse, text)}) == 2, "two chequers")
    else:
        lowest, highest = attempt(parse_difficulty, text)
        expect(1 <= lowest <= highest <= 5, "a difficulty is from 1 to 5")


def check_sketch(sketch: Sketch) -> None:
    """Raise `Fault` unless a sketch keeps all promises."""
    ways = {
        "written": lambda: Sketch.parse(str(sketch)),
        "pickled": lambda: pickle.loads(pickle.dumps(sketch)),
        "in a file": lambda: through_file(str(sketch), Sketch.parse),
    }
    check_ways(ways, sketch)
    same(attempt_accepted(Sketch.parse, sketch.text, words="a line"), sketch, "a line")
    same(eval(repr(sketch), {"Sketch": Sketch}), sketch, "as Python")
    # One of its patterns, whose headers are those of the sketch.
    letters = "".join(cell[0] for cell in sketch.cells)
    pattern = attempt_accepted(sketch.pattern, letters, words="its pattern")
    expect(sketch.fits(pattern), "a sketch allows its pattern")
    check_board(pattern)
