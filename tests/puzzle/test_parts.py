"""Congruent parts of solutions, against all ways to group the pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations

import pytest
from packings import all_turns
from small_boards import Cells, Full, Game, Kind, as_full, drawn, game, mirrored

from kaleido import Solution
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.puzzle.parts import congruent_parts

Grouping = frozenset[Cells]


def groupings(full: Full, number: int) -> Iterator[Grouping]:
    """Yield every way to share out what lies on a board among groups of as many cells."""
    size = sum(len(cells) for _, cells in full) // number
    pieces = sorted((cells for _, cells in full), key=sorted)

    def share(left: list[Cells], done: Grouping) -> Iterator[Grouping]:
        if not left:
            yield done
            return
        for others in range(len(left)):
            for chosen in combinations(left[1:], others):
                group = frozenset().union(left[0], *chosen)
                if len(group) == size:
                    rest = [cells for cells in left[1:] if cells not in chosen]
                    yield from share(rest, done | {group})

    yield from share(pieces, frozenset())


def is_one_shape(own: Game, groups: Grouping) -> bool:
    """Whether groups are connected and turns and mirror images of each other."""
    shapes = set()
    for group in groups:
        part = frozenset({min(group)})
        while grown := own.touching(part) & group - part:
            part |= grown
        drawing = drawn(dict.fromkeys(group, "o"))
        shapes.add(min(*all_turns(drawing), *all_turns(mirrored(drawing)), key=repr))
        if part != group:
            return False
    return len(shapes) == 1


def parted(own: Game, full: Full, number: int) -> list[Grouping]:
    solution = Solution(own.board, own.placements(full), own.pieces)
    return [
        frozenset(
            frozenset(cell for placement in part for cell in placement.cells) for part in parts
        )
        for parts in congruent_parts(solution, number)
    ]


@pytest.mark.parametrize("family", ["plain", "copies", "figures", "coloured", "pairs"])
@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 30), marks=pytest.mark.long)])
def test_small_boards(family: str, seeds: range):
    found = 0
    for own in (game(family, seed) for seed in seeds):
        if own.wrap:
            continue
        for number in (2, 3, 4):
            if len(own.cells) % number:
                continue
            for full in sorted(own.solutions, key=repr)[:12]:
                known = {each for each in groupings(full, number) if is_one_shape(own, each)}
                groups = parted(own, full, number)
                assert len(set(groups)) == len(groups)
                assert set(groups) == known
                found += len(known)
    assert found > 1


def test_the_solutions_that_fall_into_halves():
    own = Game(("oooo",) * 3, "", (Kind("I", ("ooo",), 3), Kind("A", ("o",), 3)), "mirrored")
    known = {
        full
        for full in own.solutions
        if any(is_one_shape(own, groups) for groups in groupings(full, 2))
    }
    found = [as_full(solution.placements) for solution, _ in own.puzzle.congruent_parts(2)]
    assert len(found) == len(set(found))
    assert set(found) == known
    assert 0 < len(known) < len(own.solutions)
    first = next(own.puzzle.congruent_parts(2))
    assert [sum(len(each.cells) for each in part) for part in first.parts] == [6, 6]


@pytest.mark.parametrize(
    ("wrap", "number", "message"),
    [
        ("", 3, "a board of 8 cells does not fall into 3 equal parts"),
        ("", 0, "a board of 8 cells does not fall into 0 equal parts"),
        ("columns", 2, "congruent parts are sought on boards whose sides are not joined"),
    ],
)
def test_what_has_no_such_parts(wrap: str, number: int, message: str):
    own = Game(("oooo",) * 2, wrap, (Kind("I", ("oo",), 4),), "mirrored")
    with pytest.raises(OptionError, match=message):
        next(own.puzzle.congruent_parts(number))


def test_command(capsys, tmp_path):
    pieces = tmp_path / "pieces.txt"
    pieces.write_text("# sides: mirrored\nL ooo/o.. x2\nO oo/oo x2\n")
    asked = ["solutions", "--board", "4x4", "--pieces", str(pieces), "--parts", "2"]
    assert main([*asked, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines
    for line in lines:
        assert sorted(place for part in line["parts"] for place in part) == [0, 1, 2, 3]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert shown.endswith(f"{len(lines)} solutions\n")
    # Heavy lines run around the parts, light ones between their pieces.
    assert "┃" in shown
    assert "│" in shown or "───" in shown
    assert main([*asked[:-1], "3"]) == 2
    assert "a board of 16 cells does not fall into 3 equal parts" in capsys.readouterr().err
