"""``kaleido design``."""

import json

import pytest

from kaleido import Pattern, named_pattern
from kaleido.cli import main
from kaleido.designing import Sketch

LETTER = "????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????"
BLOCK = "????????/????????/" + "??rrrr??/" * 4 + "????????/????????"


@pytest.mark.long
def test_a_letter_on_a_chequered_ground_in_one_command(capsys, tmp_path):
    sketch = tmp_path / "letter.txt"
    sketch.write_text("# title: The letter A\n" + LETTER.replace("/", "\n"))
    target = tmp_path / "a.txt"
    options = ("--nearest", "--background", "checker:xr", "--timeout", "3600")
    assert main(["design", str(sketch), *options, "-o", str(target)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("The letter A\n")
    assert "0 cells changed (fewest)" in out
    assert "7 cells off the background (fewest)" in out
    pattern = Pattern.parse(target.read_text())
    assert pattern.title == "The letter A"
    assert Sketch.parse(LETTER).fits(pattern)
    assert main(["solve", str(target)]) == 0


def test_a_sketch_without_open_cells_is_told(output_of):
    told = "each cell of the sketch has its colour: nothing is left to design\n"
    assert output_of("design heart").endswith(told)
    assert told not in output_of("design heart --nearest")


def test_changed_cells_are_named(output_of):
    car = named_pattern("car")
    wrong = f"{car.text[:2]}y{car.text[3:]}"
    out = output_of("design", wrong, "--nearest")
    assert "1 cell changed (fewest)" in out
    assert "  A3: r, not y" in out
    values = json.loads(output_of("design --nearest --json", wrong))
    assert (values["changed"], values["off"], values["proved"]) == (1, 0, True)


def test_several_patterns_with_count_and_rating(output_of, tmp_path):
    out = output_of(
        "design",
        LETTER,
        "-n",
        "2",
        "--max-solutions",
        "1",
        "--seed",
        "4",
        "--json",
        "-o",
        tmp_path / "a.txt",
    )
    one, other = map(json.loads, out.splitlines())
    assert one["pattern"] != other["pattern"]
    assert one["solutions"] == other["solutions"] == 1
    assert 1 <= one["difficulty"] <= 5
    written = [Pattern.parse((tmp_path / f"a-{k}.txt").read_text()).text for k in (1, 2)]
    assert written == [one["pattern"], other["pattern"]]


def test_none_few_and_giving_up_are_told_apart(output_of):
    why = "no such pattern has a solution; --nearest changes the fewest cells of the sketch\n"
    assert output_of("design", BLOCK, code=1) == why
    out = output_of("design car -n 2")
    assert out.endswith("there are no more such patterns\n")
    out = output_of("design", LETTER, "--min-solutions", "99999999999999", "--timeout", "0", code=3)
    assert out.startswith("gave up: ")
