"""Katamino challenges and letters to design from."""

import json
from random import Random

import pytest

from kaleido import Pattern
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.designing import Sketch
from kaleido.designing.sketch import lettered
from kaleido.library.puzzles import KATAMINO_SIZES, katamino_challenges
from kaleido.puzzle.puzzle import named_puzzle


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_the_counts_of_challenges_are_exact(size):
    challenges = katamino_challenges(size)
    for challenge in Random(size).sample(challenges, 3):
        assert named_puzzle("katamino-5xN", challenge.pieces).count().solutions == (
            challenge.solutions
        )
    # And what is left out has none.
    known = {challenge.pieces for challenge in challenges}
    assert len(known) == len(challenges)
    names = [str(number) for number in range(1, 13)]
    rng = Random(size)
    for _ in range(3):
        chosen = tuple(sorted(rng.sample(names, size), key=int))
        is_known = chosen in known
        assert bool(named_puzzle("katamino-5xN", chosen).count().solutions) == is_known


def test_all_twelve_fill_5x12_as_published():
    (whole,) = katamino_challenges(12)
    assert whole.solutions == 4 * 1010


@pytest.mark.parametrize("size", KATAMINO_SIZES)
def test_fewer_solutions_are_harder(size):
    ranked = sorted(katamino_challenges(size), key=lambda each: each.solutions)
    levels = [each.difficulty for each in ranked]
    assert levels == sorted(levels, reverse=True)
    assert set(levels) <= set(range(1, 6))


def test_the_command_chooses(output_of):
    out = output_of("list challenges --size 7 --difficulty 4 --seed 3")
    assert output_of("list challenges --size 7 --difficulty 4 --seed 3") == out
    command = out.splitlines()[-1].split()[1:]
    assert "solved and verified" in output_of(*command)
    chosen = [
        json.loads(line)
        for line in output_of("list challenges --size 6 --difficulty 2..3 -n 4 --json").splitlines()
    ]
    assert len({tuple(each["pieces"]) for each in chosen}) == 4
    assert all(each["difficulty"] in (2, 3) and len(each["pieces"]) == 6 for each in chosen)


@pytest.mark.parametrize("text", ["A", "q", "7", "AS", "g7"])
def test_letters_are_legible(text):
    sketch = lettered(text)
    red = {place for place, cell in enumerate(sketch.cells) if cell == "r"}
    assert red
    assert all("r" not in cell for place, cell in enumerate(sketch.cells) if place not in red)
    assert lettered(text.lower()) == lettered(text.upper())


def test_all_letters_differ():
    signs = "ABCDEFGHIJKLMNPQRSTUVWXYZ123456789"
    for pair in (False, True):
        drawn = {lettered(sign + "A" * pair).cells for sign in signs}
        assert len(drawn) == len(signs)


@pytest.mark.parametrize("text", ["", "ABC", "é", "A!", "?"])
def test_what_is_no_letter_is_quoted(text):
    with pytest.raises(OptionError, match=r"expected 1 to 2|is not a letter"):
        lettered(text)


@pytest.mark.long
def test_a_pattern_is_designed_from_letters(output_of, tmp_path):
    path = tmp_path / "initials.txt"
    assert "0 cells changed" in output_of("design --text as -o", path)
    pattern = Pattern.parse(path.read_text())
    assert pattern.title == "AS"
    assert lettered("AS").fits(pattern)
    assert main(["design", "--text", "as", str(Sketch.free())]) == 2
    assert main(["design"]) == 2
