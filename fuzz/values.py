"""Values of JSON: valid ones that are changed here and there, and any others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from fuzz.texts import ODD

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


@st.composite
def changed_value(draw: st.DrawFn, value: Any, others: Sequence[Any] = (), most: int = 3) -> Any:
    """Draw a value that differs from a valid one at up to `most` places."""
    for _ in range(draw(st.integers(0, most))):
        value = _changed_once(draw, value, others)
    return value


def any_value(others: Sequence[Any] = ()) -> st.SearchStrategy[Any]:
    """Draw any value of JSON, one of these now and then."""
    return st.one_of(st.sampled_from(others), _ANY) if others else _ANY


def _changed_once(draw: st.DrawFn, value: Any, others: Sequence[Any]) -> Any:
    if not isinstance(value, dict | list) or not value or not draw(st.integers(0, 5)):
        return draw(any_value(others))
    kind = draw(st.sampled_from(("inside", "inside", "drop", "put", "swap")))
    if isinstance(value, dict):
        key = draw(st.sampled_from(sorted(value)))
        if kind == "drop":
            return {own: each for own, each in value.items() if own != key}
        if kind == "put":
            return {**value, draw(st.sampled_from([*value, "x", ""])): draw(any_value(others))}
        return {**value, key: _changed_once(draw, value[key], others)}
    place = draw(st.integers(0, len(value) - 1))
    if kind == "drop":
        return [*value[:place], *value[place + 1 :]]
    if kind == "put":
        return [*value[:place], draw(any_value(others)), *value[place:]]
    if kind == "swap":
        other = draw(st.integers(0, len(value) - 1))
        moved = list(value)
        moved[place], moved[other] = moved[other], moved[place]
        return moved
    return [*value[:place], _changed_once(draw, value[place], others), *value[place + 1 :]]
