"""What cases are drawn from: valid texts and values that are changed, and grammars spoken."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from any_puzzles import any_puzzle
from hypothesis import strategies as st
from lattice_samples import samples
from naive_puzzle import Texts

from fuzz import ROOT
from fuzz.puzzles import draw_puzzle
from kaleido import Board, PieceSet, Puzzle, named_pattern

ODD = (
    *("\0", "\t", "\n", "\r\n", "\r", "\x0b", "\x0c", "\x1b[31m", "\x1c", "\x85", "\xa0", "\xad"),
    *("\u2028", "\u200b", "\u202e", "\ufeff", "\ufffe", "\ud800", "\U0001f600", "e\u0301"),
    *(*"²½٣İßǆ×éツ", "\\", '"', "'", "<b>", "&", "%s", "{}", "$HOME"),
    *("#", "# ", "//", "/", ".", "+", "-", ":", ",", ";", "@", "=", "?", "*", "[", "]", "(", ")"),
    *("0", "-1", "007", "1e9", "9" * 20, "0x1", "1_0", "nan", "inf", "None", "null", "true"),
)
"""What often means something: line ends, digits of other scripts, quotes, signs of grammars."""

NAMES = (
    *("car", *(f"any {seed}" for seed in range(12)), *(f"ruled {seed}" for seed in range(8))),
    *("hexagonal", "triangular", "cubic", "spheres"),
)
"""A pattern, boards of any shape that may wrap around, boards with rules, and other lattices."""

CORPUS: dict[str, list[str]] = tomllib.loads((ROOT / "tests/fuzz/corpus.toml").read_text("utf-8"))
"""Valid texts and fragments of grammars, by name."""

_ANY = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from((0, 1, -1, 7, 8, 2**31, 2**53 + 1, -(10**30), 10**400)),
    st.sampled_from((0.5, 1e308, -0.0)),
    st.sampled_from(ODD),
    st.text(max_size=5),
    st.lists(st.integers(-1, 9), max_size=3),
    st.dictionaries(st.text(max_size=4), st.integers(-1, 9), max_size=2),
)


@cache
def files(folder: str) -> tuple[str, ...]:
    """Return the texts of the files ``*.txt`` of a folder, in the order of their names."""
    paths = sorted(Path(ROOT, folder).glob("**/*.txt"))
    return tuple(path.read_text(encoding="utf-8") for path in paths)


@cache
def small_puzzle(name: str) -> Puzzle:
    """Return one of the small puzzles of all kinds, on whose boards pieces are placed."""
    kind, _, number = name.partition(" ")
    if kind == "car":
        return Puzzle(named_pattern(name))
    if kind == "any":
        made = any_puzzle(int(number))
        return Puzzle(made.board, made.pieces)
    return ruled_small(int(number)) if kind == "ruled" else samples()[name]


def ruled_small(number: int) -> Puzzle:
    """Return a small puzzle of squares with rules."""
    texts = ruled_texts(number)
    return Puzzle(Board.parse(texts.board), PieceSet.parse("own", texts.pieces))


def ruled_texts(number: int) -> Texts:
    """Return the texts of a small puzzle of squares with rules."""
    random = Random(f"ruled {number}")
    while True:
        drawn = draw_puzzle(random)
        texts = drawn.texts
        has_rules = texts.optional or any(line.zone or "-" in line.copies for line in texts.lines)
        if (
            texts.lattice == "square"
            and texts.sides != "two-faced"
            and has_rules
            and drawn.is_sound
        ):
            return texts


@st.composite
def changed(
    draw: st.DrawFn, samples: Sequence[str], fragments: Sequence[str], most: int = 5
) -> str:
    """Draw a sample and change it at up to `most` places."""
    text = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(0, most))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 9)))
        kind = draw(st.sampled_from(("put", "replace", "drop", "repeat", "join", "lines")))
        if kind == "drop":
            text = text[:start] + text[end:]
        elif kind == "repeat":
            text = text[:end] + text[start:end] * draw(st.integers(1, 3)) + text[end:]
        elif kind == "join":
            text = text[:start] + draw(st.sampled_from(samples))[start:]
        elif kind == "lines":
            lines = text.split("\n")
            one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            lines[one], lines[other] = lines[other], lines[one]
            text = "\n".join(lines)
        else:
            new = draw(st.one_of(st.sampled_from([*fragments, *ODD]), st.text(max_size=3)))
            text = text[:start] + new + text[start if kind == "put" else end :]
    return text


def spoken(fragments: Sequence[str], most: int = 14) -> st.SearchStrategy[str]:
    """Draw fragments of a grammar in any order, with odd ones between them now and then."""
    usual, odd = st.sampled_from(fragments), st.sampled_from(ODD)
    part = st.integers(0, 11).flatmap(lambda number: usual if number else odd)
    return st.lists(part, max_size=most).map("".join)


def texts(samples: Sequence[str], fragments: Sequence[str]) -> st.SearchStrategy[str]:
    """Draw changed samples, most of them, and texts of the grammar."""
    return st.one_of(changed(samples, fragments), changed(samples, fragments), spoken(fragments))


@st.composite
def changed_value(draw: st.DrawFn, value: Any, others: Sequence[Any] = (), most: int = 3) -> Any:
    """Draw a value of JSON that differs from a valid one at up to `most` places."""
    for _ in range(draw(st.integers(0, most))):
        value = _changed_once(draw, value, others)
    return value


def _changed_once(draw: st.DrawFn, value: Any, others: Sequence[Any]) -> Any:
    new = st.one_of(st.sampled_from(others), _ANY) if others else _ANY
    if not isinstance(value, dict | list) or not value or not draw(st.integers(0, 5)):
        return draw(new)
    kind = draw(st.sampled_from(("inside", "inside", "drop", "put", "swap")))
    changed = value.copy()
    keys = sorted(value) if isinstance(value, dict) else range(len(value))
    key = draw(st.sampled_from(keys))
    if kind == "drop":
        del changed[key]
    elif kind == "put" and isinstance(value, list):
        changed.insert(key, draw(new))
    elif kind == "put":
        changed[draw(st.sampled_from([*keys, "x", ""]))] = draw(new)
    elif kind == "swap":
        other = draw(st.sampled_from(keys))
        changed[key], changed[other] = changed[other], changed[key]
    else:
        changed[key] = _changed_once(draw, value[key], others)
    return changed
