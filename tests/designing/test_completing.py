"""The completions of a sketch, against trying every colour."""

from itertools import product

from hypothesis import given, settings, strategies as st

from kaleido import Pattern, named_pattern, solve
from kaleido.designing import Sketch, complete
from kaleido.designing.completing import COLOURS

BASES = ("car", "heart", "boat", "greek-temple")


def brute(sketch):
    """Give the solvable patterns that a sketch allows, by trying them all."""
    texts = ("/".join("".join(letters[row : row + 8]) for row in range(0, 64, 8))
             for letters in product(*sketch.cells))  # fmt: skip
    return {text for text in texts if solve(Pattern(text)).solution is not None}


def opened(name, places, letters):
    cells = [*"".join(named_pattern(name).rows)]
    for place in places:
        cells[place] = "".join(each for each in COLOURS if each in letters + cells[place])
    return Sketch(tuple(cells))


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from(BASES),
    st.sets(st.integers(0, 63), min_size=1, max_size=2),
    st.sampled_from(["xryb", "xr", "ryb"]),
)
def test_completions_are_those_that_trying_finds(name, places, letters):
    sketch = opened(name, places, letters)
    expected = brute(sketch)
    found = complete(sketch)
    assert found.is_all == (len(expected) <= 24)
    assert found.is_sure
    assert set(found.patterns) <= expected
    assert len(found.patterns) == min(len(expected), 24)
    for each in found.cells:
        row, col = each.cell
        shown = {text.split("/")[row][col] for text in expected}
        assert set(each.letters) == shown


def test_cells_are_certain_though_few_patterns_are_listed():
    sketch = opened("car", {0, 1, 2}, "xryb")
    whole, some = complete(sketch), complete(sketch, most=1)
    assert len(some.patterns) == 1 < len(whole.patterns)
    assert not some.is_all
    assert some.is_sure
    assert some.cells == whole.cells


def test_no_completion_is_proved():
    found = complete("????????/" + "??rrrr??/" * 4 + "????????/????????/????????")
    assert (found.patterns, found.is_all, found.is_sure) == ((), True, True)
    assert {each.letters for each in found.cells} == {""}


def test_without_time_nothing_is_sure():
    found = complete("????????/" * 7 + "????????", timeout=0)
    assert not found.is_all
    assert not found.is_sure
