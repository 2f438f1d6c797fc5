"""How polyominoes grow, and their numbers over several sizes."""

import json
from itertools import chain

import pytest

from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.library import (
    Polyomino,
    count_by_symmetry,
    polyforms,
)


@pytest.mark.parametrize("kind", ["free", "one-sided", "fixed"])
@pytest.mark.parametrize("size", range(2, 7))
def test_all_polyominoes_grow_out_of_those_of_one_cell_less(kind: str, size: int):
    smaller = polyforms(size - 1, kind)
    grown = set(chain.from_iterable(each.grown(kind) for each in smaller))
    assert sorted(grown) == list(polyforms(size, kind))


@pytest.mark.parametrize("drawing", ["#", "###", "##./.##", ".#./###/.#.", "###/#.#/##."])
def test_neighbours_are_the_cells_that_can_be_added(drawing: str):
    own = Polyomino.parse(drawing)
    cells = set(own.cells)
    around = [(row, col) for row in range(-1, own.height + 1) for col in range(-1, own.width + 1)]
    beside = [
        (row, col)
        for row, col in around
        if (row, col) not in cells
        and cells & {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)}
    ]
    assert list(own.neighbours) == beside
    assert {Polyomino([*own.cells, cell]) for cell in beside} == set(own.grown("fixed"))
    for larger, cell in own.growth().items():
        assert Polyomino([*own.cells, cell]).canonical == larger


def test_an_unknown_kind_does_not_grow():
    with pytest.raises(OptionError, match="unknown kind 'half'"):
        Polyomino.parse("#").grown("half")


def test_growth_in_the_terminal_and_as_json(output_of):
    shown = output_of("polyominoes 4 --growth")
    assert "3 grow out of ###" in shown
    assert "4 grow out of ##/#." in shown
    assert shown.count("░░") == 3 + 4
    assert shown.count("██") == 3 * (3 + 4)
    lines = [json.loads(line) for line in output_of("polyominoes 4 --growth --json").splitlines()]
    assert [line["drawing"] for line in lines] == ["###", "##/#."]
    assert lines[0]["grown"] == ["####", "###/#..", "###/.#."]


def test_growth_as_a_picture(capsys, tmp_path):
    path = tmp_path / "growth.svg"
    assert main(["polyominoes", "5", "--growth", "-o", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    pairs = [each for smaller in polyforms(4) for each in smaller.grown()]
    # The ground, the five smaller ones of four cells, and what grows out of them.
    assert text.count("<rect") == 1 + 5 * 4 + 5 * len(pairs)
    assert text.count('fill="#c8472f"') == len(pairs)
    assert "5 free polyominoes" in capsys.readouterr().out


def test_the_symmetries_of_several_sizes(output_of):
    lines = [
        json.loads(line) for line in output_of("polyominoes 3..6 --one-sided --json").splitlines()
    ]
    assert [line["size"] for line in lines] == [3, 4, 5, 6]
    for line in lines:
        counts = count_by_symmetry(line["size"], "one-sided")
        told = {each["symmetry"]: each["count"] for each in line["symmetries"]}
        assert told == {str(key): value for key, value in counts.items()}
    rows = [line.split() for line in output_of("polyominoes 3..6 --one-sided").splitlines()]
    table = {row[0]: row[-1] for row in rows if row and row[0].isdecimal()}
    assert table == {"3": "2", "4": "7", "5": "18", "6": "60"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["3..2"], "expected the smaller number of cells first"),
        (["1..x"], "'1..x' is not a whole number"),
        (["1..4", "--list"], "--list takes one number of cells"),
        (["4", "--list", "--growth"], "--list and --growth exclude each other"),
        (["4", "--growth", "--no-holes"], "--no-holes and --growth exclude each other"),
        (["4", "-o", "x.svg"], "--output goes with --growth"),
        (["5", "--growth", "-o", "x.png"], "'x.png': expected a name that ends in .svg"),
        (["1", "--growth"], "growth is shown for 2 to 8 cells"),
    ],
)
def test_what_cannot_be_asked_of_polyominoes(error_of, arguments: list[str], message: str):
    assert message in error_of("polyominoes", *arguments)
