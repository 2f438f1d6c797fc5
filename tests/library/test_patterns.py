from __future__ import annotations

from pathlib import Path

import pytest

from kaleido import Pattern, PatternError, Puzzle, Status, named_pattern, pattern_names, solve
from kaleido.library import pattern_facts
from kaleido.model import find_faults

FOLDER = Path(__file__).resolve().parents[2] / "patterns"

every_name = pytest.mark.parametrize("name", pattern_names("standard"))


def test_names_are_those_of_the_files_sorted():
    assert list(pattern_names()) == sorted(path.stem for path in FOLDER.rglob("*.txt"))
    assert {"car", "checkerboard", "seal", "fancy-chessboard", "starship"} <= set(pattern_names())


@every_name
def test_files_are_in_canonical_form(name: str):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    facts = pattern_facts(name)
    assert facts.group == "standard"
    headers = (
        f"# group: standard\n# solutions: {facts.solutions}\n# difficulty: {facts.difficulty}\n"
    )
    assert text.count(headers) == 1
    assert text.replace(headers, "") == f"{Pattern.parse(text)}\n"
    assert named_pattern(name) == Pattern.parse(text)


@every_name
def test_every_pattern_has_a_title_and_a_source(name: str):
    pattern = named_pattern(name)
    assert pattern.title
    assert pattern.source


@every_name
def test_every_pattern_is_solved(name: str):
    pattern = named_pattern(name)
    answer = solve(pattern, max_nodes=200_000)
    assert answer.status is Status.SOLVED
    assert find_faults(pattern, answer.solution.placements) == []


@pytest.mark.parametrize("name", ["car", "digit-2", "two-llamas", "diamond"])
@pytest.mark.few(2)
def test_what_is_known_is_true(name: str):
    puzzle, facts = Puzzle(named_pattern(name)), pattern_facts(name)
    assert puzzle.count().solutions == facts.solutions
    assert puzzle.rate().difficulty == facts.difficulty


def test_the_papers_patterns_are_as_published():
    assert named_pattern("car").text == (
        "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"
    )
    seal = named_pattern("seal")
    assert seal.text == "rxrxrxrx/xrxrxrxr/rxxxrxrx/xrrxxrxr/xxrxxxrx/rxrrrxxr/xxrrrxrx/xrrxrrxr"
    assert seal.counts == {"x": 33, "r": 31, "y": 0, "b": 0}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cra", "unknown pattern 'cra': did you mean car?"),
        ("Seel", "unknown pattern 'Seel': did you mean seal?"),
        ("greek-temples", "unknown pattern 'greek-temples': did you mean greek-temple?"),
        ("../patterns/car", "unknown pattern '../patterns/car': "),
        ("", "unknown pattern '': `kaleido list` shows all names"),
        ("qqqqqqqq", "unknown pattern 'qqqqqqqq': `kaleido list` shows all names"),
    ],
)
def test_an_unknown_name_names_the_nearest(name: str, message: str):
    with pytest.raises(PatternError) as caught:
        named_pattern(name)
    with pytest.raises(PatternError):
        pattern_facts(name)
    assert str(caught.value).startswith(message.removesuffix("?"))
