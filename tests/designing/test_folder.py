"""Boards by the thousand: the same whatever happens on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice

import pytest
from samples import solutions

from kaleido import Pattern, Puzzle, named_pattern
from kaleido.base.errors import LimitReachedError, NoSolutionError
from kaleido.cli import main
from kaleido.designing import Sketch, Target
from kaleido.designing.folder import Specification, canonical_text, generate
from kaleido.parallel import make_workers

EASY = Target(max_solutions=50, difficulties=(1, 2))


def boards(specification, number, workers=1, **options):
    with make_workers(workers) as crew:
        return list(islice(generate(specification, crew, **options), number))


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_boards_are_as_ordered():
    found = boards(Specification(target=EASY, seed=4), 4)
    assert [each.assessment.rating.difficulty for each in found] == [1, 2, 1, 2]
    for each in found[:2]:
        puzzle = Puzzle(each.assessment.solution.pattern)
        assert puzzle.count().solutions == each.assessment.solutions <= 50
        assert puzzle.rate() == each.assessment.rating
    assert len({canonical_text(each.assessment.solution.pattern) for each in found}) == 4


UNIQUE = {
    1: (
        "xbxbxrxr/rxyxybxy/xyxbxrxx/rxyyxbxr/xbrbxyxx/rrxrybbr/xbxxxxxx/rxybxyxr",
        "bxyxbxyx/byxryxbx/xybxxxxy/bxyxbrxr/xyxxrxbx/yxyxxrry/xbxbybxx/bxyxxxrb",
    ),
    3: ("bxxbbxyx/xrxxybxy/yxxbxyxx/xxyyxbxr/bbrbxyxx/xrxrybbr/yxyxxxxx/xbxbxyxr",),
    5: ("rxrxxbxr/xxxxyxrb/rbxbxrxx/xxrxyxxy/rbxrxrrx/xxybxyxb/ryxbxyxx/xxbxxrxr",),
}
"""The first boards with one solution, of each level: a seed stands for them."""


@pytest.mark.parametrize(
    "level", [1, *(pytest.param(level, marks=pytest.mark.long) for level in (3, 5))]
)
def test_a_seed_stands_for_boards_that_the_oracle_finds_unique(level):
    target = Target(max_solutions=1, difficulties=(level, level))
    found = boards(Specification(target=target), len(UNIQUE[level]))
    assert tuple(each.assessment.solution.pattern.text for each in found) == UNIQUE[level]
    for each in found:
        assert each.assessment == target.assess(each.assessment.solution)
        assert each.assessment.rating.difficulty == level
        assert len(solutions(each.assessment.solution.pattern)) == 1


@pytest.mark.long
def test_more_workers_make_the_same_boards():
    specification = Specification(
        sketch=Sketch.free("xr"), target=Target(difficulties=(1, 1)), seed=2
    )
    assert boards(specification, 2, workers=2) == boards(specification, 2)


@pytest.mark.long
def test_a_run_is_gone_on_with():
    specification = Specification(target=EASY, seed=9)
    whole = boards(specification, 4)
    known = frozenset(canonical_text(each.assessment.solution.pattern) for each in whole[:2])
    assert boards(specification, 2, first=whole[1].number + 1, known=known) == whole[2:]


def test_a_board_known_the_other_way_round_is_not_made_again():
    specification = Specification(target=EASY, seed=9)
    first, second = boards(specification, 2)
    turned = first.assessment.solution.pattern.rotated(3)
    assert canonical_text(turned) == canonical_text(first.assessment.solution.pattern)
    assert boards(specification, 1, known=frozenset({canonical_text(turned)})) == [second]


def test_few_boards_come_to_an_end(monkeypatch):
    monkeypatch.setattr("kaleido.designing.folder.MAX_FAILURES", 3)
    specification = Specification(
        sketch=Sketch.of(named_pattern("car")), target=Target(difficulties=(1, 1))
    )
    with make_workers(1) as crew:
        coming = generate(specification, crew)
        assert next(coming).assessment.solution.pattern == named_pattern("car")
        with pytest.raises(LimitReachedError, match="tries in a row gave no new board"):
            next(coming)


def test_no_board_at_all_is_proved():
    block = Sketch.parse("????????/" + "??rrrr??/" * 4 + "????????/????????/????????")
    with pytest.raises(NoSolutionError):
        boards(Specification(sketch=block), 1)


@pytest.mark.long
def test_a_folder_of_boards(capsys, output_of, error_of, tmp_path):
    folder = tmp_path / "boards"
    options = ("--unique", "--difficulty", "1..2", "--seed", "7", "--workers", "1")
    assert main(["generate", "-n", "3", "-o", str(folder), *options]) == 0
    assert capsys.readouterr() == ("", f"kaleido: 3 boards in {folder}\n")
    lines = (folder / "boards.jsonl").read_text().splitlines()
    for number, record in enumerate(map(json.loads, lines), start=1):
        name = f"board-{number:05}"
        assert record["board"] == name
        pattern = Pattern.parse((folder / f"{name}.txt").read_text())
        assert pattern.text == record["pattern"]
        assert record["solutions"] == Puzzle(pattern).count().solutions == 1
        assert record["difficulty"] == Puzzle(pattern).rate().difficulty == 1 + (number - 1) % 2
        assert output_of("check", folder / f"{name}.txt", folder / f"solutions/{name}.json")
    before = files(folder)

    err = error_of("generate -n 3 -o", folder, *options)
    assert "is not empty: --resume goes on with it, --force empties it" in err
    assert "--seed 7" in error_of("generate -n 4 --seed 8 --resume -o", folder)
    assert files(folder) == before

    assert output_of("generate -n 4 --resume -o", folder, *options) == ""
    grown = files(folder)
    assert len(grown) == 9
    assert all(grown[name] == content for name, content in before.items() if "jsonl" not in name)

    assert output_of("generate -n 2 --force -o", folder, *options) == ""
    emptied = files(folder)
    assert len(emptied) == 5
    assert all(grown[name] == content for name, content in emptied.items() if "jsonl" not in name)


@pytest.mark.long
def test_a_run_that_is_killed_goes_on_as_if_nothing_had_happened(output_of, tmp_path):
    options = ("-n", "4", "--difficulty", "1", "--seed", "3", "--workers", "1")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert output_of("generate -o", whole, *options) == ""
    command = [sys.executable, "-m", "kaleido", "generate", "-o", str(broken), *options]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=dict(os.environ))
    records = broken / "boards.jsonl"
    while process.poll() is None and not (records.exists() and records.read_text().count("\n") > 1):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    with records.open("a") as torn:
        torn.write('{"board": "boa')
    assert output_of("generate --resume -o", broken, *options) == ""
    assert files(broken) == files(whole)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["-o", ""], "'' names no folder"),
        (["-o", "nowhere/boards"], "no such folder: 'nowhere'"),
        (["-o", "file"], "'file' is a file, expected a folder"),
        (["-o", "full"], "'full' is not empty"),
        (["-o", "full", "--force"], "'full' holds something other than generated boards"),
        (["-o", "full", "--resume"], "'full' holds something other than generated boards"),
        (["-o", "new", "--resume", "--force"], "exclude each other"),
        (["-o", "new", "-n", "0"], "'0' is less than 1"),
        (["-o", "new", "--difficulty", "9"], "'9' is not a difficulty"),
        (["-o", "new", "--unique", "--max-solutions", "4"], "--unique goes without"),
        (["-o", "new", "--min-solutions", "4", "--max-solutions", "3"], "exclude each other"),
        (["-o", "new", "--colours", "rz"], "unknown colours 'rz'"),
        (["-o", "new", "--sketch", "xx"], "unknown sketch 'xx'"),
        (["-o", "new", "--symmetry", "round"], "unknown symmetry 'round'"),
        (["-o", "new", "--scheduler", "tcp://127.0.0.1:1", "--workers", "2"], "give no number"),
    ],
)
def test_bad_orders_write_nothing(error_of, tmp_path, monkeypatch, options, wanted):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("x")
    before = files(tmp_path)
    assert wanted in error_of("generate", *options)
    assert files(tmp_path) == before
    assert not (tmp_path / "new").exists()


def test_boards_that_cannot_be_are_told_from_giving_up(output_of, tmp_path, monkeypatch):
    monkeypatch.setattr("kaleido.designing.folder.MAX_FAILURES", 3)
    block = "????????/" + "??rrrr??/" * 4 + "????????/????????/????????"
    # Both are answers, and go to standard output.
    assert (
        output_of("generate -o", tmp_path / "new", "--sketch", block, code=1)
        == "no pattern that fits the sketch has a solution\n"
    )
    assert not (tmp_path / "new").exists()
    one = tmp_path / "one"
    few = ["-n", "2", "--sketch", "car", "--difficulty", "1", "--workers", "1"]
    out = output_of("generate -o", one, *few, code=3)
    assert out.startswith("gave up: ")
    assert out.endswith(f"1 board in {one}\n")
