"""Drawings of shapes: polyominoes, polyforms and the faces of pieces."""

from __future__ import annotations

import pickle

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, expect, same
from fuzz.round_trips import attempt_accepted
from fuzz.texts import texts
from kaleido.lattices import find_lattice, lattice_names
from kaleido.model.orientation import Orientation
from kaleido.polyominoes.polyform import Polyform
from kaleido.polyominoes.polyomino import Polyomino

_DRAWINGS = (
    *("oo/o.", "oooo", "r../xrx", "##./.##", ".o./ooo/.o.", "oo/o.//.o/..", "oo/o.//../o.", "o"),
    *(".oooo./....oo", "ooo/.oo", "xr/.x", "yx/b.", "../.o/oo"),
)
_FRAGMENTS = ("o", "oo", ".", "/", "//", "x", "r", "#", "y", "b", "O", " ")


def _cases():
    drawings = texts(_DRAWINGS, _FRAGMENTS)
    return st.tuples(st.sampled_from(("", *lattice_names())), drawings)


def _check(case: tuple[str, str]) -> None:
    name, drawing = case
    if not name:
        shape = attempt(Polyomino.parse, drawing)
        for words, turned in {"turned": shape.rotated(), "flipped": shape.mirrored()}.items():
            same(
                attempt_accepted(lambda own=turned: Polyomino.parse(str(own)), words), turned, words
            )
        same(shape.rotated().rotated().rotated().rotated(), shape, "turned four times")
        same(shape.mirrored().mirrored(), shape, "flipped twice")
        same(pickle.loads(pickle.dumps(shape)), shape, "pickled")
        return
    _check_form(attempt(Polyform.parse, drawing, name), name)
    _check_face(attempt(Orientation.parse, drawing, find_lattice(name)))


def _check_form(form: Polyform, name: str) -> None:
    for words, each in {"itself": form, "flipped": form.mirrored()}.items():
        again = attempt_accepted(lambda own=each: Polyform.parse(str(own), name), words)
        same(again, each, f"{words}, written and read")
        same(pickle.loads(pickle.dumps(each)), each, f"{words}, pickled")
    same(form.mirrored().mirrored().canonical, form.canonical, "flipped twice")


def _check_face(face: Orientation) -> None:
    lattice = face.lattice
    for each in face.rotations:
        again = attempt_accepted(lambda own=each: Orientation.parse(str(own), lattice), "a turn")
        same(again, each, "turned, written and read")
        expect(set(each.rotations) == set(face.rotations), "turns of a turned face are its own")
    expect(set(face.mirrored().mirrored().rotations) == set(face.rotations), "flipped twice")
    turned = face
    for _ in range(6 if lattice.name in ("hexagonal", "triangular") else 4):
        turned = turned.rotated()
    expect(turned in face.rotations, "turned all the way round")


FUZZER = Fuzzer("shapes", "drawings of shapes and faces on every lattice", _cases, _check)
