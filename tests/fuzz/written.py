"""Texts of patterns, boards, shapes, sets of pieces, puzzles and sketches."""

import pickle
from datetime import date
from pathlib import Path

from hypothesis import strategies as st

from fuzz.draw import CORPUS, files, ruled_texts, spoken, texts
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
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.puzzles import puzzle_facts, puzzle_parts, sized_board
from kaleido.library.shapes.polyform import Polyform, Polyomino
from kaleido.model.lattices import find_lattice, lattice_names
from kaleido.model.orientation import Orientation

_NAMES = tuple(f"{name}: " for name in lattice_names())
_LATTICE = (
    *(*CORPUS["board"], *CORPUS["lattice"], *_NAMES),
    *(f"# lattice: {name[:-2]}\n" for name in _NAMES),
)
_PUZZLE = (*CORPUS["board"], *CORPUS["puzzle"])
_RULED = (*CORPUS["ruled"] * 2, CLASSIC.written(), *files("pieces"))


@fuzzer(
    "patterns",
    "texts of patterns: read, written, turned, drawn",
    lambda: texts(files("patterns"), CORPUS["pattern"]),
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
    lambda: texts((*CORPUS["boards"] * 2, *files("puzzles")), CORPUS["board"]),
)
def _boards(text: str) -> None:
    check_board(attempt(Board.parse, text))


@fuzzer(
    "lattices",
    "boards of hexagons, triangles, cubes, spheres",
    lambda: st.one_of(
        texts(CORPUS["lattices"], _LATTICE),
        st.builds(str.__add__, st.sampled_from(_NAMES), spoken(_LATTICE)),
    ),
)
def _lattices(text: str) -> None:
    check_board(attempt(Board.parse, text))


@fuzzer(
    "shapes",
    "drawings of shapes and faces on every lattice",
    lambda: st.tuples(
        st.sampled_from(("", *lattice_names())), texts(CORPUS["drawings"], CORPUS["drawing"])
    ),
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
        st.tuples(st.just("text"), texts(_RULED, CORPUS["piece"])),
        st.tuples(st.just("name"), spoken((*set_names(), "polyhexes-3", *CORPUS["term"]), most=5)),
    ),
)
def _pieces(case: tuple[str, str]) -> None:
    kind, text = case
    if kind == "text":
        check_set(attempt(PieceSet.parse, "own", text))
    elif sum(map(str.isdigit, text)) < 4:  # larger sets take minutes to make
        check_set(attempt(named_set, text))


def _puzzle_texts() -> tuple[str, ...]:
    ruled = (f"# pieces: tetrominoes\n{ruled_texts(seed).ruled}" for seed in range(6))
    return (*CORPUS["small"] * 3, *ruled, *files("puzzles"))


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
        *[st.tuples(st.just("sketch"), texts(CORPUS["sketches"], CORPUS["sketch"]))] * 2,
        st.tuples(
            st.sampled_from(("symmetry", "background", "difficulty")),
            texts(CORPUS["options"], CORPUS["option"]),
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
