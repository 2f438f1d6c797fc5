"""Recordings are written to files and read back as they were."""

import json
import math
import re
from io import BytesIO
from pathlib import Path

import pytest
from any_puzzles import any_puzzle
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator
from lattice_samples import soma
from packings import packings

from kaleido import STRATEGIES, OptionError, Position, Puzzle, Recording, plot, record
from kaleido.base.schemas import read_schema
from kaleido.library.puzzles import apply_rules, sized_board
from kaleido.model.piece_set import PieceSet
from kaleido.puzzle.recording import moments_of
from kaleido.search import Constrained, Fork, Place, Resume, Score
from kaleido.search.score import ScoreParts, Weights

SMALL = PieceSet.parse("small", "# sides: mirrored\nI ooo\nL oo/o.\nD oo")
TEXT = "# optional: a\n# rule D: x0-2\naao/ooo/oaa"
VALIDATOR = Draft202012Validator(read_schema("trace"))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("traces") / "search.jsonl"


def shown(recording):
    """Everything that figures, tables and the explorer show of a recording."""
    rows = []
    for frame in moments_of(recording):
        state, place = frame.state, frame.place
        rows.append((*frame[3:], frame.moment, state.path, state.edges, state.filled))
        if place is not None:
            moves = [(n, place.fork.score(rank)) for rank, n in enumerate(place.fork.moves)]
            found = place.found and (place.found, place.found.window)
            rows.append((moves, place.rank, place.kept, place.score, found))
    kinds = [(type(event).__name__, str(getattr(event, "cause", ""))) for event in recording.events]
    return rows, kinds, recording.records(), repr(recording), recording.answer.outcome


def round_trip(recording, path):
    recording.save(path)
    lines = path.read_text().splitlines()
    loaded = Recording.load(path)
    assert shown(loaded) == shown(recording)
    loaded.save(path)
    assert path.read_text().splitlines() == lines
    one, other = recording.answer, loaded.answer
    assert one.as_dict() == other.as_dict()
    assert (one.pattern, one.moves, one.solution) == (other.pattern, other.moves, other.solution)
    return lines


@settings(max_examples=4)
@given(packings(), st.sampled_from(sorted(STRATEGIES)), st.integers(0, 9))
def test_any_search_comes_back(path, pack, strategy, seed):
    limit = 12 if strategy in ("edge-matching", "random", "probing") else 40
    round_trip(record(pack.pattern, strategy, seed=seed, max_nodes=limit), path)


@pytest.mark.parametrize("seed", range(4))
def test_so_do_boards_of_any_shape(path, seed):
    puzzle = any_puzzle(seed)
    recording = record(Puzzle(puzzle.board, puzzle.pieces), seed=seed, max_nodes=60)
    assert round_trip(recording, path)[0].count(json.dumps(puzzle.pieces.name)) == 1


def test_so_do_other_lattices_and_cells_that_may_stay_empty(path):
    round_trip(soma().record(), path)
    pieces = apply_rules(TEXT, SMALL)
    few = Puzzle(sized_board(TEXT, pieces), pieces).record()
    assert few.answer.solution is not None
    assert len(few.steps) > len(few.answer.solution.placements)  # those that leave a cell empty
    round_trip(few, path)


@pytest.mark.parametrize(
    ("name", "strategy", "options"),
    [
        ("key", "paper-text", {"max_nodes": 60}),  # takes pieces back
        ("tree", Constrained(2, run_nodes=20), {"max_nodes": 90}),  # starts again
        ("car", "probing", {}),
        ("car", "paper+as-published", {}),
        ("/".join(["rxrxrxrr"] * 8), "paper", {}),  # the program crashes, and there is no solution
    ],
)
def test_whatever_a_search_does(path, name, strategy, options):
    recording = record(name, strategy, **options)
    lines = [json.loads(line) for line in round_trip(recording, path)]
    for line in {each["type"]: each for each in lines}.values():
        VALIDATOR.validate(line)


def test_figures_show_the_same(path):
    recording = record("car", "paper")
    recording.save(path)
    for figure in (plot.edge_curve, plot.score_curve):
        one, other = (BytesIO(), BytesIO())
        for file, each in ((one, recording), (other, Recording.load(path))):
            figure(each).savefig(file, format="raw", dpi=40)
        assert one.getvalue() == other.getvalue()


def test_pieces_laid_by_hand_stay_where_they_lie(path):
    start = Position("car", ["wand@0,3"])
    recording = start.record("paper")
    round_trip(recording, path)
    assert Recording.load(path).start.path == start.state.path


class Cached:
    """Returns the same fork wherever it can, whose scores have weights of several kinds."""

    name, width = "cached", 1

    def runs(self, _problem):
        self._forks = {}
        yield 60
        yield None

    def fork(self, state):
        moves = [n for n in range(len(state.problem)) if state.scarcest >> n & 1]
        scores = [Weights(matched=n % 3).score(ScoreParts(n, 2)) for n in moves[1:]]
        return self._forks.setdefault(
            tuple(moves),
            Fork(moves, [Score.plain(1), *scores].__getitem__, complete=True),
        )


def test_a_strategy_of_ones_own(path):
    recording = record("tree", Cached(), max_nodes=120)
    lines = [len(event.line) for event in recording.events if isinstance(event, Resume)]
    assert 0 in lines  # it starts again
    assert max(lines) > 1  # it goes back to boards that waited
    places = [event for event in recording.events if isinstance(event, Place)]
    assert len({id(place.fork) for place in places}) < len(places)
    round_trip(recording, path)


def test_bad_files_are_named_in_one_line(tmp_path):
    path = tmp_path / "car.jsonl"
    record("car", "paper").save(path)
    lines = path.read_text().splitlines()
    moved = lines[5].replace('"cells": [[', '"cells": [[7, 7], [', 1)
    kinds = {
        "": "is no whole trace: it ends after 0 lines",
        lines[0]: "is no whole trace: it ends after 1 line",
        "\n".join(lines[:-1]): f"it ends after {len(lines) - 1} lines",
        "\n".join(lines[1:]): "line 1 of",
        "\n".join([*lines, lines[0]]): f"line {len(lines) + 1} of",
        "\n".join([*lines[:5], "{}", *lines[5:]]): "line 6 of",
        "\n".join([*lines[:5], "rxr", *lines[5:]]): "line 6 of",
        "\n".join([*lines[:5], "[]", *lines[5:]]): "line 6 of",
        "\n".join([*lines[:5], moved, *lines[6:]]): "line 6 of",
        "\n".join([*lines[:4], *lines[5:]]): "not a solution: black-footed J (j) is missing (in ",
        "\n".join([lines[0].replace("wand", "wond"), *lines[1:]]): "line 3 of",
        "\n".join([lines[0].replace("rxr", "qxr"), *lines[1:]]): "(in ",
    }
    for text, message in kinds.items():
        path.write_text(text)
        with pytest.raises(OptionError, match=re.escape(message)) as caught:
            Recording.load(path)
        assert "\n" not in str(caught.value)
        assert "car.jsonl" in str(caught.value)
    for bad in (tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(OptionError):
            Recording.load(bad)
    with pytest.raises(OptionError, match=r"expected a name that ends in \.jsonl"):
        record("car").save(tmp_path / "car.txt")


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("trace", "weights", [{"matched": None, "pieces": {}}]),
        ("place", "rank", math.inf),
        ("place", "waiting_count", math.inf),
        ("place", "placement", {"piece": "none", "face": "front", "cells": [[0, 0], [0, 1]]}),
        ("answer", "nodes", "many"),
        ("answer", "backtracks", True),
        ("answer", "facts", {"kind": "none"}),
    ],
)
def test_bad_values_are_named_in_one_line(path, kind, key, value):
    pieces = apply_rules(TEXT, SMALL)
    Puzzle(sized_board(TEXT, pieces), pieces).record().save(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    bad = next(number for number, line in enumerate(lines) if line["type"] == kind)
    lines[bad][key] = value
    path.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(OptionError, match=rf"^line {bad + 1} of \S+ is no line of a trace"):
        Recording.load(path)


def test_solve_writes_the_same(tmp_path, error_of, output_of):
    path = tmp_path / "car.jsonl"
    assert "solved and verified: 20 nodes, 2 backtracks" in output_of(
        "solve car -s paper --trace", path
    )
    assert shown(Recording.load(path)) == shown(record("car", "paper"))
    assert "ends in .jsonl" in error_of("solve car --trace", Path(tmp_path, "car.txt"))


def test_records_are_rows_of_a_table():
    recording = record("car", "paper")
    rows = recording.records()
    assert [row["node"] for row in rows] == list(range(1, 21))
    for row, step in zip(rows, recording.steps, strict=True):
        assert row["piece"] == step.place.placement.piece
        assert row["edges"] == step.place.state.inner_edges
        assert row["total"] == step.place.score.total
        assert (row["parent"] or 0) == (0 if step.parent is None else step.parent + 1)
    assert sum(row["kept"] for row in rows) == 18
    assert rows[-1]["backtracks"] == 2
    pandas = pytest.importorskip("pandas")
    frame = recording.to_pandas()
    assert list(frame.columns) == list(rows[0])
    assert frame["total"].sum() == pytest.approx(sum(row["total"] for row in rows))
    assert isinstance(frame, pandas.DataFrame)
