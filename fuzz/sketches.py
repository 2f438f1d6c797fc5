"""Sketches, and what designs are asked for: symmetries, backgrounds, difficulties."""

from __future__ import annotations

import pickle

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, expect, same
from fuzz.round_trips import attempt_accepted, check_board, through_file
from fuzz.texts import texts
from kaleido.designing import Background, Sketch, Symmetry, parse_difficulty

_OPEN = "????????"
_SKETCHES = (
    f"{_OPEN}/?rrr[xy]???/" + f"{_OPEN}/" * 5 + "xrxrxrxr",
    "\n".join([_OPEN] * 8),
    "# title: Any\n# note: one\n# source: two\n" + "\n".join(["x[ry]????[123]R"] * 8),
    "/".join(["rxrxrxrx", "xrxrxrxr"] * 4),
)
_FRAGMENTS = (
    *("?", "[", "]", "[xr]", "[]", "x", "r", "1", "4", "/", "\n", _OPEN, f"{_OPEN}/", "[xryb]"),
    *("# title: ", "# note: a\n", "# lattice: cubic\n", "# wrap: rows\n"),
)
_OPTIONS = (
    "mirror",
    "half-turn:xr",
    "turn:xr,yb",
    "checker",
    "chequer:xb",
    "4",
    "1..3",
    "diagonal",
)
_WORDS = (*_OPTIONS, ":", ",", "..", "xr", "5", "0", "flip", " ")


def _cases():
    sketches = st.tuples(st.just("sketch"), texts(_SKETCHES, _FRAGMENTS))
    kinds = st.sampled_from(("symmetry", "background", "difficulty"))
    return st.one_of(sketches, sketches, st.tuples(kinds, texts(_OPTIONS, _WORDS)))


def _check(case: tuple[str, str]) -> None:
    kind, text = case
    if kind == "sketch":
        _check_sketch(attempt(Sketch.parse, text))
    elif kind == "symmetry":
        symmetry = attempt(Symmetry.parse, text)
        expect(len(symmetry.permutation.cells) == 64, "a symmetry moves every cell")
        same(pickle.loads(pickle.dumps(symmetry)), symmetry, "pickled")
    elif kind == "background":
        expect(len({each.colours for each in attempt(Background.parse, text)}) == 2, "two chequers")
    else:
        lowest, highest = attempt(parse_difficulty, text)
        expect(1 <= lowest <= highest <= 5, "a difficulty is from 1 to 5")


def _check_sketch(sketch: Sketch) -> None:
    named = (sketch.title, sketch.source, sketch.note)
    ways = {
        "written": lambda: Sketch.parse(str(sketch)),
        "pickled": lambda: pickle.loads(pickle.dumps(sketch)),
        "in a file": lambda: through_file(str(sketch), Sketch.parse),
    }
    for words, way in ways.items():
        again = attempt_accepted(way, words)
        same(again, sketch, words)
        same((again.title, again.source, again.note), named, f"headers, {words}")
    same(attempt_accepted(lambda: Sketch.parse(sketch.text), "a line"), sketch, "a line")
    same(eval(repr(sketch), {"Sketch": Sketch}), sketch, "as Python")
    # One of its patterns, whose headers are those of the sketch.
    pattern = attempt_accepted(
        lambda: sketch.pattern("".join(cell[0] for cell in sketch.cells)), "its pattern"
    )
    expect(sketch.fits(pattern), "a sketch allows its pattern")
    check_board(pattern)


FUZZER = Fuzzer("sketches", "sketches, symmetries, backgrounds, difficulties", _cases, _check)
