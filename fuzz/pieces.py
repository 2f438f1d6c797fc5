"""Texts of sets of pieces, with rules, and the names of sets."""

from __future__ import annotations

import pickle

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, expect, same
from fuzz.round_trips import attempt_accepted, check_drawing
from fuzz.samples import files
from fuzz.texts import spoken, texts
from kaleido import CLASSIC, PieceSet
from kaleido.library.piece_sets import named_set, set_names
from kaleido.model.rule import Rule

_RULED = (
    "# sides: mirrored\nI ooo x2\nL oo/o. fixed x0-2 in edge\nM o in ab",
    "# sides: two-faced\n# use: some\nA rx xr\nB x r one-sided",
    "# sides: two-faced\nA x../rxr ..x/rxr\nB xr fixed x3 in edge",
    "# sides: one-sided\n# lattice: cubic\nV oo/o.\nA oo/o.//.o/.. x2",
    "# sides: mirrored\n# lattice: hexagonal\n# title: Hexes\nI oooo\nY .o/oo/.o x0-3",
    "# sides: mirrored\n# lattice: triangular\nR oo\nT .ooo/..o. fixed",
    "# sides: fixed\n# use: some\nA oo x1-4 mirrored\nB o/o one-sided",
)
_FRAGMENTS = (
    *("# sides: mirrored\n", "# sides: ", "one-sided", "fixed", "two-faced", "mirrored", "\n", " "),
    *(
        "# use: some\n",
        "# title: ",
        "# lattice: cubic\n",
        "A oo\n",
        "B oo/o.\n",
        "x3",
        "x0-2",
        "x1-",
    ),
    *(" in edge", " in ab", "in", "A ", "oo", "ooo/.o.", "rx", "xr/rx", "#", "/", "."),
)
_TERMS = (
    "+",
    " + ",
    "-",
    "polyominoes-",
    "one-sided-",
    "orders-1-",
    "solid-",
    "spheres-",
    "1",
    "3",
)


def _cases():
    sets = texts((*_RULED, *_RULED, CLASSIC.written(), *files("pieces")), _FRAGMENTS)
    names = spoken((*set_names(), "polyhexes-3", *_TERMS), most=5)
    return st.one_of(st.tuples(st.just("text"), sets), st.tuples(st.just("name"), names))


def _check(case: tuple[str, str]) -> None:
    kind, text = case
    if kind == "text":
        check_set(attempt(PieceSet.parse, "own", text))
    elif sum(map(str.isdigit, text)) < 4:  # larger sets take minutes to make
        check_set(attempt(named_set, text))


def check_set(pieces: PieceSet) -> None:
    """Raise `Fault` unless a set of pieces keeps all promises."""
    again = attempt_accepted(lambda: PieceSet.parse(pieces.name, pieces.written()), "written")
    same(again, pieces, "written and read")
    same(again.title, pieces.title, "the title, written and read")
    for words in (pieces.title, pieces.rules, *(piece.name for piece in pieces)):
        expect(words.isprintable(), f"{words!r} prints")
    same(again.written(), pieces.written(), "written twice")
    same(pickle.loads(pickle.dumps(pieces)), pieces, "pickled")
    for name, count in list(zip((piece.name for piece in pieces), pieces.counts, strict=True))[:12]:
        rule = pieces.rule_of(name)
        if str(rule):
            same(attempt_accepted(lambda own=rule: Rule.parse(own.words), "a rule"), rule, "a rule")
        same(pieces.chosen([name] * count).counts, (count,), "a piece that is chosen")
    if len(pieces) <= 40:
        check_drawing(pieces[pieces.pieces[0].name]._repr_svg_())


FUZZER = Fuzzer("pieces", "sets of pieces: their texts, rules and names", _cases, _check)
