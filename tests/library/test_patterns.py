import re
from pathlib import Path

import pytest
from some import some

from kaleido import Pattern, PatternError, Puzzle, Status, named_pattern, pattern_names, solve
from kaleido.library import pattern_facts
from kaleido.library.patterns import GROUPS
from kaleido.model import find_faults

FOLDER = Path(__file__).resolve().parents[2] / "patterns"


def test_names_are_those_of_the_files_sorted():
    assert list(pattern_names()) == sorted(path.stem for path in FOLDER.rglob("*.txt"))
    assert {"car", "checkerboard", "seal", "fancy-chessboard", "starship"} <= set(pattern_names())


def test_files_are_as_they_are_made():
    for path in some(FOLDER.rglob("*.txt")):
        text = path.read_text(encoding="utf-8")
        pattern, facts = named_pattern(path.stem), pattern_facts(path.stem)
        told = (
            f"# group: {facts.group}\n# solutions: {facts.solutions}\n"
            f"# difficulty: {facts.difficulty}\n"
        )
        assert text.count(told) == 1, path
        assert text.replace(told, "") == f"{Pattern.parse(text)}\n"
        assert pattern == Pattern.parse(text)
        assert pattern.title, path
        assert pattern.source, path
        assert (path.parent != FOLDER) == (facts.group != "standard"), path
        assert pattern.source == "Kaleido" or facts.group == "standard", path
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", path.stem)
        assert facts.solutions >= 1
        assert 1 <= facts.difficulty <= 5


@pytest.mark.parametrize("group", GROUPS)
def test_every_pattern_is_solved(group: str):
    for name in some(pattern_names(group)):
        pattern = named_pattern(name)
        answer = solve(pattern, max_nodes=200_000)
        assert answer.status is Status.SOLVED, name
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
def test_an_unknown_name_names_the_nearest(name: str, message: str, refusal_of):
    line = refusal_of(PatternError, named_pattern, name)
    with pytest.raises(PatternError):
        pattern_facts(name)
    assert line.startswith(message.removesuffix("?"))
