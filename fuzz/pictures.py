"""Pictures of boards that are damaged as pictures, and as files."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, expect, same

_EDITS = ("cut", "flip", "zero", "repeat", "head", "size")


@st.composite
def _cases(draw: st.DrawFn):
    from mockups import HARMS

    harm = draw(st.sampled_from(("", *sorted(HARMS))))
    kind = draw(st.sampled_from(("JPEG", "PNG", "BMP", "GIF", "WEBP", "TIFF")))
    edits = st.tuples(
        st.sampled_from(_EDITS), st.floats(0, 1, allow_nan=False), st.integers(0, 255)
    )
    corners = st.one_of(
        st.none(), st.none(), st.lists(st.tuples(*[st.integers(-2000, 2000)] * 2), max_size=5)
    )
    return (
        harm,
        draw(st.integers(0, 2)),
        kind,
        draw(st.one_of(st.just([]), st.lists(edits, max_size=2))),
        draw(corners),
    )


@cache
def _pixels(harm: str, seed: int) -> Any:
    """Return a small picture of a board; making one takes longer than reading it."""
    from mockups import make_harmed, make_mockup
    from PIL import Image

    made = make_harmed(harm, seed) if harm else make_mockup("easy photo", seed)
    image = Image.fromarray(made.pixels)
    image.thumbnail((500, 500))
    return image


@cache
def _picture(harm: str, seed: int, kind: str) -> bytes:
    """Return a picture of a board, as a file of some kind."""
    file = io.BytesIO()
    _pixels(harm, seed).save(file, kind)
    return file.getvalue()


def _damaged(data: bytes, edits: list[tuple[str, float, int]]) -> bytes:
    for kind, where, value in edits:
        start = int(where * len(data))
        end = start + 1 + value
        if kind == "cut":
            data = data[:start]
        elif kind == "flip":
            data = data[:start] + bytes(each ^ value for each in data[start:end]) + data[end:]
        elif kind == "zero":
            data = data[:start] + bytes(len(data[start:end])) + data[end:]
        elif kind == "repeat":
            data = data[:end] + data[start:]
        elif kind == "head":
            data = data[: start % 40] + bytes([value]) + data[start % 40 + 1 :]
        else:
            data = data[:16] + bytes([value] * 4) + data[20:]
    return data


def _check(case: tuple[str, int, str, list[tuple[str, float, int]], object]) -> None:
    from kaleido.photo import read, read_stages

    harm, seed, kind, edits, corners = case
    data = _damaged(_picture(harm, seed, kind), edits)
    if corners is not None:
        stages = attempt(read_stages, data, corners=corners)
        reading = stages.reading
        expect(all(len(each.rows) == 8 for each in stages.readings), "every board has 8 rows")
    else:
        reading = attempt(read, data)
    expect(all(len(row) == 8 for row in reading.rows), "a reading has 8 × 8 cells")
    expect(set("".join(reading.rows)) <= set("xryb?"), f"letters of {reading.rows}")
    expect(bool((reading.confidence >= 0).all() and (reading.confidence <= 1).all()), "confidences")
    if reading.pattern is not None:
        same("/".join(reading.rows), reading.pattern.text, "the pattern of a reading")
    expect(bool(reading.as_dict()) and all(map(str.isprintable, reading.notes)), "its notes")


FUZZER = Fuzzer(
    "pictures", "damaged pictures: read, or refused as pictures", _cases, _check, ("cv2",)
)
