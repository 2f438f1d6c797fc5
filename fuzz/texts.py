"""Texts: valid ones that are changed here and there, and pieces of their grammar in any order."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

ODD = (
    *("\0", "\t", "\n", "\r\n", "\r", "\x0b", "\x0c", "\x1b[31m", "\x1c", "\x85", "\xa0", "\xad"),
    *("\u2028", "\u200b", "\u202e", "\ufeff", "\ufffe", "\ud800", "\U0001f600", "e\u0301"),
    *(
        "²",
        "½",
        "٣",
        "İ",
        "ß",
        "ǆ",
        "×",
        "é",
        "ツ",
        "\\",
        '"',
        "'",
        "<b>",
        "&",
        "%s",
        "{}",
        "$HOME",
    ),
    *("#", "# ", "//", "/", ".", "+", "-", ":", ",", ";", "@", "=", "?", "*", "[", "]", "(", ")"),
    *("0", "-1", "007", "1e9", "9" * 20, "0x1", "1_0", "nan", "inf", "None", "null", "true"),
)
"""What often means something: line ends, digits of other scripts, quotes, signs of grammars."""


@st.composite
def changed(
    draw: st.DrawFn, samples: Sequence[str], fragments: Sequence[str], most: int = 5
) -> str:
    """Draw a sample and change it at up to `most` places."""
    text = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(0, most))):
        text = _changed_once(draw, text, samples, fragments)
    return text


def _changed_once(
    draw: st.DrawFn, text: str, samples: Sequence[str], fragments: Sequence[str]
) -> str:
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.integers(0, 9)))
    kind = draw(st.sampled_from(("put", "replace", "drop", "repeat", "join", "lines")))
    if kind == "drop":
        return text[:start] + text[end:]
    if kind == "repeat":
        return text[:end] + text[start:end] * draw(st.integers(1, 3)) + text[end:]
    if kind == "join":
        return text[:start] + draw(st.sampled_from(samples))[start:]
    if kind == "lines":
        lines = text.split("\n")
        one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]
        return "\n".join(lines)
    new = draw(st.one_of(st.sampled_from([*fragments, *ODD]), st.text(max_size=3)))
    return text[:start] + new + text[start if kind == "put" else end :]


def spoken(fragments: Sequence[str], most: int = 14) -> st.SearchStrategy[str]:
    """Draw fragments of a grammar in any order, with odd ones between them now and then."""
    usual, odd = st.sampled_from(fragments), st.sampled_from(ODD)
    part = st.integers(0, 11).flatmap(lambda number: usual if number else odd)
    return st.lists(part, max_size=most).map("".join)


def texts(samples: Sequence[str], fragments: Sequence[str]) -> st.SearchStrategy[str]:
    """Draw changed samples, most of them, and texts of the grammar."""
    return st.one_of(changed(samples, fragments), changed(samples, fragments), spoken(fragments))
