from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st
from packings import Packing, packing, packings

from kaleido import Placement
from kaleido.base.errors import SolutionError
from kaleido.model import find_faults
from kaleido.model.placement import placements_from_json


def as_plain(placement: Placement) -> dict[str, Any]:
    cells = [list(cell) for cell in placement.cells]
    return {"piece": placement.piece, "face": placement.face, "cells": cells}


@given(packings())
def test_json_round_trip(pack: Packing):
    plain = [as_plain(placement) for placement in pack.placements]
    assert placements_from_json(json.dumps(plain)) == pack.placements
    assert placements_from_json(json.dumps({"placements": plain, "more": 1})) == pack.placements


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not JSON: "),
        ("[1", "'[1' is not JSON: "),
        ("[" * 5000, f"'{'[' * 40}…' is not JSON: "),
        ("9" * 5000, f"'{'9' * 40}…' is not JSON: "),
        ("3", "'3' has no list of \"placements\""),
        ("{}", "'{}' has no list of \"placements\""),
        ('{"placements": 3}', '\'{"placements": 3}\' has no list of "placements"'),
        ("[3]", "'3' is not a placement: expected an object"),
        ("[[]]", "'[]' is not a placement: expected an object"),
        ("[{}]", "'{}' has no text as \"piece\""),
        ('[{"piece": 3}]', '"{\'piece\': 3}" has no text as "piece"'),
        ('[{"piece": "wand"}]', "\"{'piece': 'wand'}\" has no text as \"face\""),
        ('[{"piece": "wand", "face": "front"}]', "the \"cells\" 'None' of 'wand' are not a list"),
        ('[{"piece": "a\\nb", "face": "", "cells": []}]', "the \"cells\" '[]' of 'a\\nb' are not"),
    ],
)
def test_texts_that_hold_no_placements(text: str, message: str):
    with pytest.raises(SolutionError) as caught:
        placements_from_json(text)
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "cells", [3, {}, "ab", [3], [[1]], [[1, 2, 3]], [["1", 2]], [[1, 2.0]], [[True, 1]], [None]]
)
def test_cells_are_pairs_of_whole_numbers(cells: object):
    with pytest.raises(SolutionError, match=r"are not a list of \[row, col\]$"):
        Placement.from_dict({"piece": "wand", "face": "front", "cells": cells})


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["piece", "face", "cells"]), inner)
    ),
)
near_placements = st.fixed_dictionaries(
    {
        "piece": st.sampled_from(["wand", "mono-r", "wond", "a\nb"]) | values,
        "face": st.sampled_from(["front", "back", ""]) | values,
        "cells": st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2)) | values,
    }
)


@given(values | st.lists(near_placements, max_size=4))
def test_any_value_is_read_and_judged_or_refused(value: object):
    message = ""
    try:
        placements = placements_from_json(json.dumps(value))
    except SolutionError as error:
        message = str(error)
    if message:
        assert message.isprintable()
        return
    faults = find_faults(packing(0).pattern, placements)
    assert faults
    assert all(fault.isprintable() for fault in faults)


def test_as_text():
    assert str(Placement("domino", "back", ((2, 3), (2, 4)))) == "domino back at C4"
