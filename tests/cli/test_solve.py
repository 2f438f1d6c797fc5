import io
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from rich.console import Console

from kaleido import named_pattern, pattern_names, record, solve
from kaleido.cli import main
from kaleido.cli.solve import StepPrinter
from kaleido.draw.terminal import draw_terminal
from kaleido.hints.reason import HintWords, Reason
from kaleido.library.patterns import GROUPS, pattern_facts

CAR = named_pattern("car")
# Solvable, but not by the baseline within minutes: 2,000,000 nodes did not do.
LONG_FOR_RANDOM = "seal"
NO_COUNTS = "/".join(["rxrxrxrr"] * 8)


def process(*args, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "kaleido", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        **options,
    )


def test_solve_tells_how_far_a_strategy_looks_ahead(output_of):
    effort = r"\d+ nodes, \d+ backtracks?, "
    out = output_of("solve fancy-chessboard -s probing")
    assert re.search(effort + r"\d+ looks? ahead \(\d+ nodes\), [\d.]+ s, strategy probing", out)
    out = output_of("solve car -s tuned")
    assert re.search(effort + r"\d+ looks? ahead, [\d.]+ s, strategy tuned", out)


def test_solve_prints_board_effort_and_moves(output_of):
    out = output_of("solve car")
    lines = out.splitlines()
    assert lines[0] == "Car"
    assert [line[4:-2:4] for line in lines[3:19:2]] == list(CAR.rows)
    assert re.search(r"solved and verified: \d+ nodes?, \d+ backtracks?, [\d.]+ s", out)
    progression = out[out.index("moves and scores:") :]
    assert (
        len(re.findall(r"[A-Z)] \d+(?:\.\d+)?(?=,|\s)", " ".join(progression.split()) + " ")) == 18
    )
    assert "big wand (W) 16" in progression
    assert "\x1b" not in out
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("strategy", ["constrained", "paper"])
def test_json_has_exactly_the_promised_keys_and_checks(output_of, tmp_path, strategy):
    out = output_of("solve twelve --json --seed 3 --strategy", strategy)
    answer = json.loads(out)
    assert next(iter(answer)) == "schema"
    assert set(answer) == {
        "schema", "pattern", "status", "reason", "facts", "strategy", "nodes", "backtracks",
        "seconds", "placements", "engine",
    }  # fmt: skip
    assert answer["pattern"] == named_pattern("twelve").text
    assert answer["status"] == "solved"
    assert answer["strategy"] == strategy
    assert len(answer["placements"]) == 18
    for placement in answer["placements"]:
        assert list(placement) == ["piece", "face", "cells", "score", "found"]
        score = placement["score"]
        whole = score["matched"] + score["window"] / 2 - 2 * score["splits"]
        assert score["total"] == pytest.approx(whole + score["crookedness"] + score["span"])
    path = tmp_path / "answer.json"
    path.write_text(out)
    assert output_of("check twelve", path)
    assert "not a solution" in output_of("check car", path, code=1)


def test_no_solution_is_said_at_once_with_the_counts(output_of):
    out = output_of("solve", NO_COUNTS, code=1)
    assert "no solution: the pieces cannot make 24 black, 40 red" in out
    assert "0 nodes" in out
    answer = json.loads(output_of("solve --json", NO_COUNTS, code=1))
    assert (answer["status"], answer["placements"]) == ("no-solution", [])


def test_gave_up_is_another_answer(output_of):
    out = output_of("solve car --max-nodes 3", code=3)
    assert "gave up: the limit of 3 nodes is reached; tried 3 placements" in out
    out = output_of("solve car --timeout 0 --json", code=3)
    assert json.loads(out)["status"] == "gave-up"


def test_steps_show_every_event(output_of):
    out = output_of("solve car --strategy paper --steps")
    answer = json.loads(output_of("solve car -s paper --json"))
    moves = re.findall(r"^ ?\d+ +(\d+/65) ", out, re.MULTILINE)
    assert len(moves) == answer["nodes"]
    assert out.count("takes back") == answer["backtracks"] > 0
    assert moves[-1] == "65/65"
    assert re.search(r"Z +front +F1 +10 \+ 10/2 \+ 0.78 = 15.78\n", out)
    assert re.search(r"big wand.* front 90° +A4 +16\n", out)
    assert max(map(len, out.splitlines()[: len(moves)])) <= 80
    assert " ".join(out.split()).startswith(
        "edges: sides between pieces that are known, of all (more: a"
    )


def test_steps_say_how_each_move_was_found(output_of):
    out = output_of("solve car -s paper --steps")
    found = re.findall(r"^ {19}(\w.*)$", out, re.MULTILINE)
    assert found[:3] == ["found", "longest piece", "trivial island"]
    assert found[10] == "window 3 × 2 at B7, progression changed to 3 + 3 + 2"
    assert "forced" in output_of("solve car -s paper-plus --steps")
    # The other strategies do not find moves in stages.
    assert "found" not in output_of("solve car --steps")


@pytest.mark.parametrize("width", [80, 100, 120])
def test_steps_fit_the_terminal(width):
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system=None, soft_wrap=True, width=width
    )
    record(CAR, "paper", watch=StepPrinter(console, plain=True).follow)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    told = " ".join(" ".join(lines).split())
    assert told.isascii()
    assert "window 3 x 2 at B7, progression changed to 3 + 3 + 2" in told


def test_a_list_says_how_to_lay_each_piece(output_of):
    out = output_of("solve first-steps --lay")
    told = re.findall(r"^ ?(\d+)  (.+), at [A-Z]\d+$", out, re.MULTILINE)
    solution = solve("first-steps").solution
    assert [int(number) for number, _ in told] == [*range(1, len(solution.placements) + 1)]
    for (_, words), placement in zip(told, solution.placements, strict=True):
        hint = HintWords(Reason("score"), placement, (), solution.pieces, solution.pattern)
        assert f"Like this: {words}, at " in hint.place


def test_a_search_that_gives_up_shows_the_fullest_board(output_of):
    out = output_of("solve smiley --max-nodes 30", code=3)
    recording = record("smiley", max_nodes=30)
    said = f"the fullest board reached: {recording.fullest.progress}"
    assert said == "the fullest board reached: 14 of 18 pieces"
    drawn = draw_terminal(recording.fullest).plain
    assert f"{said}\n{drawn}\ngave up: " in out
    # Before the first move there is none, and a proof needs none.
    assert "fullest" not in output_of("solve smiley --max-nodes 0", code=3)
    assert "fullest" not in output_of("solve", NO_COUNTS, code=1)


def test_json_says_how_each_move_was_found(output_of):
    answer = json.loads(output_of("solve car -s paper --json"))
    found = {each["piece"]: each["found"] for each in answer["placements"]}
    assert found["wand"] == {
        "kind": "longest", "window": None, "sizes": [], "changed": False, "words": "longest piece",
    }  # fmt: skip
    assert found["l3-x"] == {
        "kind": "window",
        "window": {"corner": [1, 6], "shape": [3, 2]},
        "sizes": [3, 3, 2],
        "changed": True,
        "words": "window 3 × 2 at B7, progression changed to 3 + 3 + 2",
    }
    answer = json.loads(output_of("solve car --json"))
    assert [each["found"] for each in answer["placements"]] == [None] * 18


@pytest.mark.parametrize(
    ("words", "code", "end"),
    [
        ("smiley --as-published", 3, "10 of 18 pieces: dead end"),
        ("smiley --max-nodes 30", 3, "10 of 18 pieces: gave up"),
        ("car", 0, None),
    ],
)
def test_steps_without_a_solution_end_with_how_far_they_came(output_of, words, code, end):
    lines = output_of(f"solve -s paper --steps {words}", code=code).splitlines()
    failed = [line for line in lines if line.endswith(("dead end", "gave up"))]
    assert failed == ([] if end is None else [f"    ×  {end}"])


def test_steps_show_restarts(output_of):
    out = output_of("solve --steps --max-nodes 2000", LONG_FOR_RANDOM, code=0)
    resumed = out.count("starts again")
    backtracks = out.count("takes back")
    places = len(re.findall(r"^ ?\d+ +\d+/65", out, re.MULTILINE))
    assert places >= backtracks
    assert (places > 100) == bool(resumed)


def test_a_seed_without_effect_is_noted(capsys):
    assert main(["solve", "twelve", "-s", "paper", "--seed", "3"]) == 0
    assert capsys.readouterr().err == "paper uses no seed: every seed makes the same moves\n"
    assert main(["solve", "twelve", "-s", "constrained", "--seed", "3"]) == 0
    assert capsys.readouterr().err == ""


def test_same_seed_same_run(output_of):
    def runs(seed):
        out = output_of("solve starship --json --seed", seed)
        return {key: value for key, value in json.loads(out).items() if key != "seconds"}

    assert runs("5") == runs("5")
    assert len({json.dumps(runs(str(seed))) for seed in range(4)}) > 1


def test_pattern_from_file_stdin_and_inline(output_of, monkeypatch, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(f"{CAR}\n")
    wanted = json.loads(output_of("solve car --json"))["placements"]
    digits = CAR.text.translate(str.maketrans("xryb", "1234"))
    for source in (str(path), CAR.text, CAR.text.upper(), digits):
        assert json.loads(output_of("solve --json", source))["placements"] == wanted
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(str(CAR).encode())))
    assert json.loads(output_of("solve - --json"))["placements"] == wanted


def test_names_are_found_from_any_folder(output_of, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "car").mkdir()  # a name goes before a file
    assert output_of("solve car")


@pytest.mark.parametrize("name", pattern_names("standard"))
def test_shown_patterns_are_legible_without_colour(output_of, name):
    out, pattern = output_of("show", name), named_pattern(name)
    board = out.splitlines()[2:19]  # below the title and the numbers of the columns
    assert [line[4:-2:4] for line in board[1::2]] == list(pattern.rows)
    assert pattern.title in out
    assert "implied edges:" in out


def test_edges_across_seams_are_shown_of_all_that_a_solution_has(output_of):
    assert "implied edges: 60 of 81\n" in output_of("show car --wrap both")
    assert "implied edges: 52 of 65\n" in output_of("show car")


def test_list_names_every_pattern(output_of):
    out = output_of("list")
    rows = [line.split(maxsplit=1) for line in out.splitlines() if line.strip()]
    named = [row[0] for row in rows if row[0] in pattern_names()]
    assert named == [name for group in GROUPS for name in pattern_names(group)]
    assert [title for title in GROUPS.values() if f"\n{title} (" in f"\n{out}"] == [
        *GROUPS.values()
    ]
    car = next(line.split() for line in out.splitlines() if line.split()[:1] == ["car"])
    assert car == ["car", "Car", "32", "★☆☆☆☆", "52"]
    assert "153,632,920,704" in out


def test_list_names_the_patterns_of_a_group(output_of, error_of):
    out = output_of("list unique")
    rows = [line.split() for line in out.splitlines() if line.strip()]
    named = [row[0] for row in rows[3:] if row[0] in pattern_names()]
    assert tuple(named) == pattern_names("unique")
    assert {row[-3] for row in rows[3:]} == {"1"}
    error = "kaleido: unknown group 'uniques': did you mean unique? (a group, or"
    assert error_of("list uniques").startswith(error)


def test_list_names_the_patterns_of_a_difficulty(output_of):
    hard = {name for name in pattern_names() if pattern_facts(name).difficulty in (4, 5)}
    for group, wanted in ((), hard), (("digits",), hard & {*pattern_names("digits")}):
        listed = json.loads(output_of("list --difficulty 4..5 --json", *group))
        assert listed["puzzles"] == []
        assert {each["name"] for each in listed["patterns"]} == wanted != set()


def test_ascii_output_where_boxes_cannot_be_written(capsys, monkeypatch):
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))
    assert main(["solve", "car", "-s", "paper", "--steps"]) == 0
    assert capsys.readouterr() == ("", "")
    assert b"+-----------+" in out.getvalue()


@pytest.mark.long
def test_interrupt_ends_cleanly():
    with process("solve", LONG_FOR_RANDOM, "-s", "random", "--steps") as child:
        child.stdout.readline()  # it searches
        child.send_signal(signal.SIGINT)
        _, err = child.communicate()
    assert (child.returncode, err) == (130, "kaleido: interrupted\n")


def test_closed_pipe_is_no_error():
    with process("solve", LONG_FOR_RANDOM, "--steps", "--max-nodes", "3000") as child:
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == ""


def test_hints_need_no_arrays():
    code = (
        "import sys; sys.modules.update(numpy=None, scipy=None); import kaleido; "
        "puzzle = kaleido.Puzzle(kaleido.named_pattern('car')); placed = []\n"
        "while hint := kaleido.Position(puzzle, placed).hint().placement: placed.append(hint)\n"
        "from kaleido.model import find_faults\n"
        "assert not find_faults(puzzle.pattern, placed); print(len(placed))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "18\n"), done.stderr
