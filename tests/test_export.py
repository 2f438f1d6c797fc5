import itertools
import json
import re

import numpy as np
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from samples import NONE, unsolvable

from kaleido import (
    OptionError,
    PieceSet,
    Placement,
    Puzzle,
    Solution,
    SolutionError,
    named_pattern,
)
from kaleido.board import Board
from kaleido.cli.export import export
from kaleido.export import (
    FORMS,
    dimacs_lines,
    dlx_lines,
    export_lines,
    json_lines,
    placements_from_dimacs,
    placements_from_dlx,
    puzzle_dict,
)
from kaleido.export.cardinality import PAIRWISE, between
from kaleido.export.cover import Cover
from kaleido.piece import Orientation, Piece
from kaleido.placing import parse_place, place_all

ORDERS = "# sides: mirrored\n1 o\n2 oo\n3I ooo\n3L oo/o."
TETROMINOES = "# sides: mirrored\nI oooo\nL ooo/o..\nO oo/oo\nS .oo/oo.\nT ooo/.o."
PENTOMINOES = """
    F .oo/oo./.o.
    I ooooo
    L oooo/o...
    N ooo./..oo
    P oo/oo/o.
    T ooo/.o./.o.
    U o.o/ooo
    V o../o../ooo
    W o../oo./.oo
    X .o./ooo/.o.
    Y oooo/.o..
    Z oo./.o./.oo
"""
MIRRORED = f"# sides: mirrored\n{PENTOMINOES}"
SPARE = f"# sides: mirrored\n# use: some\n{PENTOMINOES}"

# By name: the board, its seams, the pieces, the pieces placed.
PUZZLES = {
    "3x3": ("3x3", "", ORDERS, ()),
    "tube": ("4x5", "columns", TETROMINOES, ()),
    "torus": ("4x5", "both", TETROMINOES, ("I@0,0:front",)),
    "holes": ("oooooo/o.oooo/oooo.o/oooooo", "", TETROMINOES + "\nD oo", ()),
    "5x6": ("5x6", "", MIRRORED, ("F", "L", "P", "U", "V", "Y")),
    "dominoes": ("4x6", "", "# sides: mirrored\nD oo x12", ()),
    "copies": ("4x5", "", "# sides: mirrored\nL oo/o. x3\nI ooo x2\nD oo x2\nM o", ()),
    "spare": ("3x5", "", SPARE, ()),
    "spare copies": ("4x4", "", "# sides: one-sided\n# use: some\nS .oo/oo. x2\nL oo/o. x3\nM o x2", ()),
    "seen in place": ("oooII/oooII/ooooo/ooooo".replace("I", "Q"), "", TETROMINOES.replace("O ", "Q "), ()),
    "placed": ("4x5", "columns", TETROMINOES, ("O@0,4",)),
    "two alike": ("IIoo/oooo", "", "# sides: mirrored\nI oo x4", ("I@1,0:front90",)),
    "faces alike": ("2x3", "", "# sides: two-faced\nD oo oo x2\nM o o\nN o o", ()),
    "none": ("4x5", "", TETROMINOES, ()),
    "none of copies": ("3x3", "", "# sides: mirrored\nI ooo x2\nX .o/oo", ("X@0,0:front180",)),
}


def posed(name):
    """Give a puzzle by name, and the pieces placed on it."""
    if name not in PUZZLES:
        return Puzzle(named_pattern(name)), ()
    text, wrap, pieces, more = PUZZLES[name]
    chosen = PieceSet.parse(name, pieces)
    if more and "@" not in more[0]:
        chosen, more = chosen.chosen(more), ()
    puzzle = Puzzle(Board.parse(text, wrap), chosen)
    return puzzle, tuple(parse_place(place, puzzle) for place in more)


NAMES = ["fancy-chessboard", *PUZZLES]


def check(puzzle, placed, found):
    """Hold what another solver found against the package's own answers."""
    expected = {frozenset(each.placements) for each in puzzle.solutions(placed)}
    assert puzzle.count(placed).solutions == len(expected)
    solutions = [Solution(puzzle.pattern, each, puzzle.pieces) for each in found]
    assert len(solutions) == len(expected)
    assert {frozenset(each.placements) for each in solutions} == expected


# Knuth's text, and a solver for it.


def read_dlx(lines):
    """Read Knuth's format: how many options each item needs and takes, and the options."""
    first, *options = [line.split() for line in lines if not line.startswith("|")]
    bounds = {}
    end = first.index("|") if "|" in first else len(first)
    for place, word in enumerate(first):
        multiple, _, name = word.rpartition("|")
        if place != end:
            assert re.fullmatch(r"[!-9;-{}~]{1,8}", name)
            assert name not in bounds
            least, _, most = multiple.rpartition(":")
            bounds[name] = (int(least or most or 1), int(most or 1))
        if place > end:
            bounds[name] = (0, 1)
    for option in options:
        assert len(set(option)) == len(option)
        assert set(option) <= set(bounds)
    return bounds, options


def covers(bounds, options):
    """Find every set of options that fills each item often enough and not too often."""
    filling = {
        name: sum(1 << number for number, option in enumerate(options) if name in option)
        for name in bounds
    }

    def run(live, used, chosen):
        def spare(name):
            return (live & filling[name]).bit_count() - bounds[name][0] + used[name]

        wanted = [name for name in bounds if used[name] < bounds[name][0]]
        if not wanted:
            assert not live
            yield chosen
            return
        name = min(wanted, key=spare)
        for _ in range(spare(name) + 1):
            bit = live & filling[name]
            bit &= -bit
            live &= ~bit  # so that no set is found twice
            number = bit.bit_length() - 1
            left, filled = live, dict(used)
            for other in options[number]:
                filled[other] += 1
                if filled[other] == bounds[other][1]:
                    left &= ~filling[other]
            yield from run(left, filled, [*chosen, number])

    return run((1 << len(options)) - 1, dict.fromkeys(bounds, 0), [])


def printed(options, solutions):
    """Print solutions as Knuth's programs do: each option from some item on, around its end."""
    lines = []
    for number, chosen in enumerate(solutions, start=1):
        lines.append(f"{number}:")
        for place in chosen:
            option = options[place]
            turn = (place + number) % len(option)
            lines.append(f" {' '.join(option[turn:] + option[:turn])} (1 of {number})")
    return "\n".join(lines)


@pytest.mark.parametrize("name", NAMES)
def test_dlx_has_every_solution_once(name):
    puzzle, placed = posed(name)
    bounds, options = read_dlx(dlx_lines(place_all(puzzle, placed)))
    text = printed(options, covers(bounds, options))
    check(puzzle, placed, placements_from_dlx(text, puzzle))


@pytest.mark.parametrize("name", [name for name in NAMES if "copies" not in name])
def test_dlx_is_solved_by_exact_cover(name):
    exact_cover = pytest.importorskip("exact_cover")
    puzzle, placed = posed(name)
    bounds, options = read_dlx(dlx_lines(place_all(puzzle, placed)))
    if any(most > 1 for _, most in bounds.values()):
        # It has no multiplicities: with all copies used, the cells do without the pieces.
        assert puzzle.pieces.use == "all"
        assert len(puzzle.pieces) == 1 or name == "faces alike"
        pytest.skip("copies")
    # Nor secondary items: an option fills each alone.
    alone = [[each] for each, (least, _) in bounds.items() if not least]
    columns = {each: column for column, each in enumerate(bounds)}
    matrix = np.zeros((len(options) + len(alone), len(bounds)), dtype=bool)
    for row, option in enumerate(options + alone):
        matrix[row, [columns[each] for each in option]] = True
    found = [
        [row for row in rows if row < len(options)]
        for rows in exact_cover.get_all_solutions(matrix)
    ]
    check(puzzle, placed, placements_from_dlx(printed(options, found), puzzle))


def test_dlx_names_suit_the_programs():
    puzzle = Puzzle(named_pattern("car"))
    lines = list(dlx_lines(place_all(puzzle, ())))
    assert lines[:2] == ["| Car", "| 82 items, 270 options"]
    assert "| l4-rig~6 is the piece l4-right-x" in lines
    bounds, _ = read_dlx(lines)
    assert list(bounds)[:2] == ["0,0", "0,1"]
    assert {"wand", "t-r", "domino", "small-~2"} <= set(bounds)
    assert set(bounds.values()) == {(1, 1)}


WEIRD = st.text(st.sampled_from("ab~1,:|=() é\t"), min_size=1, max_size=12)


@given(st.lists(WEIRD, min_size=1, max_size=30, unique=True))
def test_any_names_become_safe_and_different(names):
    dot = Orientation.parse("o")
    pieces = PieceSet(
        "weird",
        tuple(Piece.of(name, dot, mirrors=False) for name in names),
        sides="one-sided",
        use="some",
    )
    items = [item.name for item in Cover(Puzzle(Board.parse("1x1"), pieces)).items]
    assert len(set(items)) == len(items)
    assert all(re.fullmatch(r"[!-9;-{}~]{1,8}", item) for item in items)


def test_dlx_output_may_be_one_solution_without_a_number():
    puzzle, _ = posed("3x3")
    text = "| a remark\n 2 0,1 0,0\n\n 1 0,2 (1 of 9)\n1,0 2,0 1,1 3L\n"
    text += " 3I 1,2 2,2 2,1\n".replace("3I", "3L").replace("1,2 2,2 2,1", "1,1 1,0 2,0")
    (found,) = placements_from_dlx(text, puzzle)
    assert found[0] == Placement("2", "front", ((0, 0), (0, 1)))
    with pytest.raises(SolutionError, match="2 times"):
        Solution(puzzle.pattern, found, puzzle.pieces)
    assert placements_from_dlx("null 0,0\n", puzzle) == []
    assert placements_from_dlx("", puzzle) == []


@pytest.mark.parametrize("line", ["0,0 0,1 3L", "0,0 0,1", "0,0 zz", "Altogether 5 solutions"])
def test_dlx_output_that_is_not_of_the_puzzle(line):
    with pytest.raises(SolutionError, match=rf"^'{re.escape(line)}' is no option") as error:
        placements_from_dlx(f"1:\n {line} (2 of 3)", posed("3x3")[0])
    assert "\n" not in str(error.value)


# Clauses.


def read_dimacs(lines):
    """Read a CNF: the number of its variables, and its clauses."""
    rows = [line.split() for line in lines if not line.startswith("c ")]
    assert rows[0][:2] == ["p", "cnf"]
    variables, clauses = map(int, rows[0][2:])
    assert len(rows) == clauses + 1
    assert all(row[-1] == "0" and "0" not in row[:-1] for row in rows[1:])
    return variables, [tuple(map(int, row[:-1])) for row in rows[1:]]


def models(variables, clauses):
    """Find every model: deny or affirm variables one by one, with what follows at once."""

    def follow(values, fresh):
        while fresh:
            literal = fresh.pop()
            if values.get(abs(literal)) is not None:
                if values[abs(literal)] != (literal > 0):
                    return False
                continue
            values[abs(literal)] = literal > 0
            for clause in holding.get(-literal, ()):
                open_ = []
                for each in clause:
                    value = values.get(abs(each))
                    if value is None:
                        open_.append(each)
                    elif value == (each > 0):
                        break
                else:
                    if not open_:
                        return False
                    if len(open_) == 1:
                        fresh.append(open_[0])
        return True

    holding = {}
    for clause in clauses:
        for literal in clause:
            holding.setdefault(literal, []).append(clause)

    def run(values):
        # What a clause that is not yet true asks for, of the shortest.
        open_ = [
            [each for each in clause if abs(each) not in values]
            for clause in clauses
            if not any(values.get(abs(each)) == (each > 0) for each in clause)
        ]
        if not open_:
            free = [each for each in range(1, variables + 1) if each not in values]
            assert not free
            yield values
            return
        shortest = min(open_, key=len)
        if not shortest:
            return
        literal = shortest[0]
        for each in (literal, -literal):
            grown = dict(values)
            if follow(grown, [each]):
                yield from run(grown)

    values = {}
    if all(clauses) and follow(values, [clause[0] for clause in clauses if len(clause) == 1]):
        yield from run(values)


def valued(model):
    """Print a model as SAT solvers do."""
    literals = [number if true else -number for number, true in sorted(model.items())]
    lines = [f"v {' '.join(map(str, part))}" for part in itertools.batched(literals, 20)]
    return "\n".join([*lines, "v 0"])
