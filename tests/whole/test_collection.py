import tomllib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from some import some

from kaleido import Pattern, PatternError, Puzzle, named_pattern, pattern_names
from kaleido.library import pattern_facts
from kaleido.library.board_files import read_boards
from kaleido.library.patterns import GROUPS
from kaleido.library.ruled_names import DAYS

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "patterns" / "collection"
DRAWINGS = ROOT / "tools" / "collection"
PUBLISHED = ROOT.parent / "shared" / "data" / "boards.json"

FEW = 20
"""So many solutions are soon counted."""

OWN = tuple(name for name in pattern_names() if pattern_facts(name).group != "standard")


def turned_and_mirrored(pattern: Pattern) -> frozenset[str]:
    """Give the eight boards that a pattern becomes when it is turned and mirrored."""
    square = np.array([list(row) for row in pattern.rows])
    images = (np.rot90(each, turns) for each in (square, square.T) for turns in range(4))
    return frozenset("/".join(map("".join, image)) for image in images)


def least(pattern: Pattern) -> str:
    """Give what is the same for all eight."""
    return min(turned_and_mirrored(pattern))


def drawings(group: str) -> dict[str, dict]:
    tables = tomllib.loads((DRAWINGS / f"{group}.toml").read_text(encoding="utf-8"))
    defaults = tables.pop("defaults", {})
    return {name: defaults | table for name, table in tables.items()}


def cells_of(drawing: dict) -> list[set[str]]:
    """Give the colours that a drawing allows on each cell."""
    signs = {"?": "xryb"} | {
        sign: colours.strip("[]") for sign, colours in drawing.get("signs", {}).items()
    }
    signs = {sign: "xryb" if colours == "?" else colours for sign, colours in signs.items()}
    return [set(signs.get(sign, sign)) for sign in "".join(drawing["drawing"].split())]


class TestFiles:
    def test_there_are_more_than_a_hundred(self):
        assert len(OWN) >= 105
        assert {f"{name}.txt" for name in OWN} == {path.name for path in FOLDER.iterdir()}

    def test_the_standard_patterns_are_those_of_the_folder_itself(self):
        files = (ROOT / "patterns").glob("*.txt")
        assert list(pattern_names("standard")) == sorted(path.stem for path in files)
        assert len(pattern_names("standard")) == 32

    def test_every_pattern_is_in_one_group(self):
        assert list(pattern_names()) == sorted(
            name for group in GROUPS for name in pattern_names(group)
        )
        sizes = {group: len(pattern_names(group)) for group in GROUPS}
        assert sizes["pictures"] >= 30
        assert min(sizes["ornaments"], sizes["colours"]) >= 15
        assert sizes["unique"] >= 6
        with pytest.raises(PatternError, match=r"^unknown group 'letters': expected standard, "):
            pattern_names("letters")

    def test_letters_and_digits_are_all_there(self):
        letters = "abcdefghijklmnopqrstuvwxyz"
        assert pattern_names("alphabet") == tuple(f"alphabet-{each}" for each in letters)
        assert pattern_names("digits") == tuple(f"digits-{each}" for each in "0123456789")


@pytest.mark.parametrize("group", [group for group in GROUPS if group != "standard"])
def test_patterns_are_as_drawn(group):
    drawn = drawings(group)
    assert sorted(drawn) == list(pattern_names(group))
    for name, drawing in drawn.items():
        pattern = named_pattern(name)
        assert pattern.title == drawing["title"], name
        cells = zip("".join(pattern.rows), cells_of(drawing), strict=True)
        assert all(letter in cell for letter, cell in cells), name


def test_ornaments_are_symmetric():
    for name, drawing in some(drawings("ornaments").items()):
        square = np.array([list(row) for row in named_pattern(name).rows])
        images = {
            "mirror": square[:, ::-1],
            "flip": square[::-1],
            "diagonal": square.T,
            "antidiagonal": square[::-1, ::-1].T,
            "half-turn": square[::-1, ::-1],
            "turn": np.rot90(square),
        }
        assert drawing["symmetries"]
        for symmetry in drawing["symmetries"]:
            kind, _, pairs = symmetry.partition(":")
            exchange = str.maketrans(
                {a: b for pair in pairs.split(",") if pair for a, b in (pair, pair[::-1])}
            )
            exchanged = np.char.translate(images[kind], exchange)
            assert np.array_equal(exchanged, square), (name, symmetry)


class TestFacts:
    @pytest.mark.parametrize("name", pattern_names("unique"))
    def test_those_with_exactly_one_solution_have_no_second(self, name):
        assert pattern_facts(name).solutions == 1
        # Found by the search, not counted: another way than that of the count.
        assert len(list(Puzzle(named_pattern(name)).solutions())) == 1

    @pytest.mark.long
    def test_those_with_few_solutions_are_counted_and_rated_again(self):
        few = [name for name in OWN if 1 < pattern_facts(name).solutions <= FEW]
        assert len(few) >= 10
        for name in few:
            found = Puzzle(named_pattern(name)).count()
            assert found.solutions == pattern_facts(name).solutions, name
        for name in few[::5]:
            rating = Puzzle(named_pattern(name)).rate()
            assert rating.difficulty == pattern_facts(name).difficulty, name


class TestDifferent:
    def test_no_two_patterns_are_the_same_turned_or_mirrored(self):
        kinds = Counter(least(named_pattern(name)) for name in pattern_names())
        twice = [name for name in pattern_names() if kinds[least(named_pattern(name))] > 1]
        assert twice == []

    def test_titles_are_all_different(self):
        titles = Counter(named_pattern(name).title for name in pattern_names())
        assert [title for title, count in titles.items() if count > 1] == []

    @pytest.mark.skipif(not PUBLISHED.exists(), reason="the published boards are not ours to ship")
    def test_none_is_a_published_board(self):
        published = {least(pattern): name for name, pattern in read_boards(PUBLISHED).items()}
        assert len(published) > 50
        ours = {name: least(named_pattern(name)) for name in OWN}
        assert {name: published[text] for name, text in ours.items() if text in published} == {}


def read_days() -> list[tuple[Pattern, int, int]]:
    """Read the boards of the day, their numbers of solutions and their difficulties."""
    lines = [line.split() for line in DAYS.read_text(encoding="utf-8").splitlines()]
    return [(Pattern(rows), int(solutions), int(level)) for rows, solutions, level in lines]


class TestDays:
    def test_they_are_new_boards(self):
        known = {least(named_pattern(name)) for name in pattern_names()}
        boards = [least(pattern) for pattern, _, _ in read_days()]
        assert len(boards) >= 49
        assert len(set(boards)) == len(boards)
        assert known.isdisjoint(boards)

    @pytest.mark.parametrize("day", [0, 22, 41])
    def test_a_few_are_counted_again(self, day):
        pattern, solutions, _ = read_days()[day]
        assert Puzzle(pattern).count().solutions == solutions

    @pytest.mark.long
    def test_all_are_counted_and_some_rated_again(self):
        for day, (pattern, solutions, difficulty) in some(enumerate(read_days())):
            assert Puzzle(pattern).count().solutions == solutions, day
            if day % 10 == 0:
                assert Puzzle(pattern).rate().difficulty == difficulty, day
