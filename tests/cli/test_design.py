"""``kaleido design``."""

import json

import pytest

from kaleido import Pattern, named_pattern
from kaleido.cli import main
from kaleido.designing import Sketch

LETTER = "????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????"
BLOCK = "????????/????????/" + "??rrrr??/" * 4 + "????????/????????"


def run(capsys, *args):
    code = main(["design", *args])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.long
def test_a_letter_on_a_chequered_ground_in_one_command(capsys, tmp_path):
    sketch = tmp_path / "letter.txt"
    sketch.write_text("# title: The letter A\n" + LETTER.replace("/", "\n"))
    target = tmp_path / "a.txt"
    options = ("--nearest", "--background", "checker:xr", "--timeout", "3600")
    code, out, err = run(capsys, str(sketch), *options, "-o", str(target))
    assert (code, err) == (0, "")
    assert out.startswith("The letter A\n")
    assert "0 cells changed (fewest)" in out
    assert "7 cells off the background (fewest)" in out
    pattern = Pattern.parse(target.read_text())
    assert pattern.title == "The letter A"
    assert Sketch.parse(LETTER).fits(pattern)
    assert main(["solve", str(target)]) == 0


def test_changed_cells_are_named(capsys):
    car = named_pattern("car")
    wrong = f"{car.text[:2]}y{car.text[3:]}"
    code, out, _ = run(capsys, wrong, "--nearest")
    assert code == 0
    assert "1 cell changed (fewest)" in out
    assert "  A3: r, not y" in out
    code, out, _ = run(capsys, wrong, "--nearest", "--json")
    values = json.loads(out)
    assert (values["changed"], values["off"], values["proved"]) == (1, 0, True)


def test_several_patterns_with_count_and_rating(capsys, tmp_path):
    code, out, _ = run(
        capsys, LETTER, "-n", "2", "--max-solutions", "1", "--seed", "4", "--json",
        "-o", str(tmp_path / "a.txt"),
    )  # fmt: skip
    assert code == 0
    one, other = map(json.loads, out.splitlines())
    assert one["pattern"] != other["pattern"]
    assert one["solutions"] == other["solutions"] == 1
    assert 1 <= one["difficulty"] <= 5
    written = [Pattern.parse((tmp_path / f"a-{k}.txt").read_text()).text for k in (1, 2)]
    assert written == [one["pattern"], other["pattern"]]


def test_none_few_and_giving_up_are_told_apart(capsys):
    why = "no such pattern has a solution; --nearest changes the fewest cells of the sketch\n"
    assert run(capsys, BLOCK)[:2] == (1, why)
    code, out, _ = run(capsys, "car", "-n", "2")
    assert code == 0
    assert out.endswith("there are no more such patterns\n")
    code, out, _ = run(capsys, LETTER, "--min-solutions", "99999999999999", "--timeout", "0")
    assert code == 3
    assert out.startswith("gave up: ")
