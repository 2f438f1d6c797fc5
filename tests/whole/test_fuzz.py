"""The fuzzers of the folder ``fuzz``: they run, they find faults, and past faults stay mended."""

import ast
import os
import shlex
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from random import Random
from unittest.mock import Mock

import pytest
from fuzz.__main__ import main
from fuzz.answers import plain
from fuzz.asked import QUESTIONS, RARE
from fuzz.fuzzer import FUZZERS, Refused, Share, run, shrunk, try_case
from fuzz.puzzles import draw_puzzle
from naive_puzzle import Texts
from some import some

from kaleido import Pattern, PatternError
from kaleido.cli import main as kaleido_main
from kaleido.puzzle.questions import Solvable
from kaleido.search.core import load_core

SLOW = ("commands", "options", "pictures")
"""Making a picture and loading all commands take a second."""

MANY = {"hint": 40, "why": 40}
"""The number of puzzles for questions whose answers are of many kinds."""

PAST = (
    # Titles that do not print, in sketches and in sets of pieces.
    ("sketches", ("sketch", "# title: \x1b[31m\n" + "????????\n" * 8)),
    ("pieces", ("text", "# title: a\x85b\n# sides: mirrored\nA oo")),
    ("pieces", ("text", "# title: \x07\n# sides: mirrored\nA oo")),
    ("pieces", ("text", "# sides: mirrored\n\x1b[2J oo")),
    # Rows that read as something else when they are written, or when the board is turned.
    ("boards", "#/o"),
    ("boards", "5x4/oo."),
    ("boards", "3\nx\n1\n3\n3"),
    ("boards", "o/+"),
    ("boards", "#\ne:"),
    ("boards", "#\nab:\noo."),
    ("lattices", "square:e:"),
    ("lattices", "square: cubic:/abcdef"),
    # A line of hexagons without any.
    ("lattices", "hexagonal:/ :"),
    ("lattices", "# lattice: hexagonal\n o o\n/ o"),
    # A row that is too long when it is turned.
    ("lattices", f"hexagonal: {'o' * 72}"),
    ("lattices", f"triangular: {'o' * 100}"),
    # An optional cell that somebody covers with a letter.
    ("positions", ("ruled 6", ".A..../......")),
    # Placements from JSON: names that do not print, and givens with their cells in another order.
    ("solutions", ("car", '[{"piece": "\\u0000", "face": "front", "cells": [[3, 7]]}]')),
    ("solutions", ("car", '[{"piece": "wand", "face": "\\u001b", "cells": [[3, 7]]}]')),
    ("solutions", ("car", f'[{{"piece": "wand", "face": "front", "cells": [[{10**400}, 7]]}}]')),
    (
        "solutions",
        (
            "any 8",
            '[{"piece":"G","face":"front","cells":[[1,1], [1, 0], [1, 5], [2, 5], [3, 5]]}, '
            '{"piece": "A", "face": "back", "cells": [[1, 2], [1, 3], [1, 4], [2, 4]]}, '
            '{"piece": "F", "face": "front", "cells": [[2, 2], [3, 2], [3, 3]]}, '
            '{"piece": "C", "face": "front", "cells": [[3, 1], [4, 0], [4, 1], [4, 4], [4, 5]]}, '
            '{"piece": "J", "face": "front", "cells": [[5, 0], [5, 3], [5, 4], [5, 5]]}]',
        ),
    ),
    # Words that do not print, quoted by the parser of options; and long ones.
    ("commands", (["list", "", "\xad"], "")),
    ("commands", (["list", "", "a" * 5000], "")),
)
"""Cases that failed once, with the fuzzers that found them or would have."""


def ready(name: str):
    """Return a fuzzer; skip the test where an extra is missing."""
    fuzzer = FUZZERS[name]
    if fuzzer.missing:
        pytest.skip(f"needs {', '.join(fuzzer.missing)}")
    return fuzzer


@pytest.mark.parametrize(("name", "case"), PAST)
def test_past_faults_stay_mended(name: str, case: object):
    failure = try_case(ready(name), case)
    assert failure is None, f"{failure.error!r}"


@pytest.mark.parametrize("name", [name for name in FUZZERS if name not in SLOW])
def test_each_fuzzer_finds_nothing_in_a_few_cases(name: str):
    outcome = run(ready(name), 11, cases=3)
    assert outcome.failure is None, f"{outcome.failure}"
    assert outcome.tried == 3


@pytest.mark.parametrize(
    ("seed", "cases"),
    [*((seed, 100) for seed in range(2)),
     *(pytest.param(seed, 1000, marks=pytest.mark.long) for seed in range(100, 120))],
)  # fmt: skip
def test_every_question_is_answered_as_brute_force_does(seed: int, cases: int):
    outcome = run(ready("answers"), seed, cases=cases)
    failure = outcome.failure
    assert failure is None, f"{failure.error!r}\n{FUZZERS['answers'].told(failure.case)}"
    assert outcome.tried == cases
    assert outcome.accepted > cases // 2


@cache
def drawn(seed: int) -> object:
    """Return the texts of a random puzzle, about which every question is asked."""
    return plain(draw_puzzle(Random(seed)).texts)


@pytest.mark.parametrize("question", [name for name in QUESTIONS if name not in RARE])
def test_a_question_is_answered_rightly_about_many_puzzles(question: str):
    fuzzer = ready("answers")
    engines = ("core", "python") if load_core() is not None else ("python",)
    for seed in some(range(MANY.get(question, 10))):
        case = drawn(seed), question, engines[seed % len(engines)], seed
        failure = try_case(fuzzer, case)
        assert failure is None, f"{failure.error!r}\n{fuzzer.told(case)}"


def test_each_question_is_asked_of_puzzles_of_every_kind():
    asked = Counter()
    for seed in range(120):
        for texts, question, engine, _ in FUZZERS["answers"].cases(Random(seed)):
            asked.update((question, engine))
            own = Texts.of(texts)
            rules = [own.sides, *(word for line in own.lines for word in line[2:])]
            asked.update({own.lattice, own.wrap, *map(str, rules), *own.rows})
            asked["optional"] += bool(own.optional)
            asked["padded"] += set(own.rows.split("/")[-1]) == {"."}
    kinds = {*QUESTIONS, "core", "python", "hexagonal", "triangular", "cubic", "spheres", "edge"}
    kinds |= {"columns", "both", "mirrored", "one-sided", "fixed", "two-faced", "x0-1", "x1-2"}
    assert {
        kind for kind in kinds | {"optional", "padded", "A", "a", "y"} if not asked[kind]
    } == set()


def test_a_wrong_answer_is_shrunk_and_printed_to_be_pasted(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(Solvable, "unique", lambda _: False)
    words = ["answers", "--cases", "400", "--seed", "1", "--jobs", "1"]
    assert main(words) == 1
    printed = capsys.readouterr().err
    assert "question 'solutions'" in printed
    assert "unique (got, expected): False is not True" in printed
    again = shlex.split(printed.splitlines()[-1].partition("python -m tests.fuzz ")[2])
    texts = Texts.of(ast.literal_eval(again[2])[0])
    assert len(texts.rows) <= 5
    assert f"kaleido count --board <(printf %s {shlex.quote(texts.board)})" in printed
    monkeypatch.undo()
    assert main(again) == 0
    (tmp_path / "board").write_text(texts.board)
    (tmp_path / "pieces").write_text(texts.pieces)
    options = ["--board", str(tmp_path / "board"), "--pieces", str(tmp_path / "pieces")]
    assert kaleido_main(["count", *options]) == 0


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(FUZZERS))
def test_each_fuzzer_finds_nothing_in_some_cases(name: str):
    outcome = run(ready(name), 12, cases=10 if name == "pictures" else 150)
    assert outcome.failure is None, f"{outcome.failure}"
    assert outcome.accepted > 0


def test_the_same_seed_makes_the_same_cases():
    seen: list[list[object]] = [[], [], []]
    fuzzer = FUZZERS["boards"]
    for cases, seed in zip(seen, (3, 3, 4), strict=True):
        run(fuzzer._replace(check=cases.append), seed, cases=30)
    assert seen[0] == seen[1] != seen[2]
    assert len(seen[0]) == 30


def test_a_puzzle_has_its_solutions_in_the_same_order_in_every_process():
    code = (
        "from fuzz.puzzles import draw_puzzle; from random import Random; "
        "print([sorted(each) for each in draw_puzzle(Random(12)).solutions])"
    )
    told = [
        subprocess.check_output(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for seed in ("1", "2")
    ]
    assert told[0] == told[1] != b"[]\n"


def test_processes_share_the_cases_of_a_seed():
    seen: list[list[object]] = [[], [], []]
    fuzzer = FUZZERS["answers"]._replace(cases=lambda random: iter([random.random()]))
    for cases, share in zip(seen, (Share(), Share(0, 2), Share(1, 2)), strict=True):
        run(fuzzer._replace(check=cases.append), 3, cases=20, share=share)
    assert seen[0] == [each for pair in zip(*seen[1:], strict=True) for each in pair][:20]


def test_a_run_ends_when_its_time_is_up():
    began = time.monotonic()
    outcome = run(FUZZERS["boards"]._replace(check=lambda _: time.sleep(0.01)), 1, seconds=0.1)
    assert outcome.failure is None
    assert 0 < outcome.tried <= (time.monotonic() - began) / 0.01


def broken_parse(text: str, wrap: str = "", parse=Pattern.parse):
    if "y" in text:
        raise KeyError("y")
    return parse(text, wrap)


def test_a_fault_is_found_made_small_and_printed_with_a_command(monkeypatch, capsys):
    monkeypatch.setattr(Pattern, "parse", broken_parse)
    assert main(["patterns", "--cases", "300", "--seed", "5", "--jobs", "1"]) == 1
    printed = capsys.readouterr()
    assert "| patterns | " in printed.out
    assert "| 1 |" in printed.out
    assert "KeyError: 'y'" in printed.err
    line = printed.err.splitlines()[-1].removeprefix("try it again: python -m tests.fuzz ")
    words = shlex.split(line)
    assert words[:2] == ["patterns", "--case"]
    assert ast.literal_eval(words[2]) == "y"
    # The command fails as long as the fault is there.
    assert main(words) == 1
    monkeypatch.undo()
    assert main(words) == 0


def test_what_is_accepted_and_refused_later_is_a_fault(monkeypatch):
    monkeypatch.setattr(Pattern, "rotated", Mock(side_effect=PatternError("it cannot be turned")))
    failure = run(FUZZERS["patterns"], 1, cases=100).failure
    assert failure is not None
    assert "it cannot be turned" in str(failure.error)


@pytest.mark.parametrize("message", ["two\nlines", "", "\x1b[31mred", "a" * 2000])
def test_an_error_that_is_no_clear_line_is_a_fault(monkeypatch, message: str):
    monkeypatch.setattr(Pattern, "parse", Mock(side_effect=PatternError(message)))
    assert try_case(FUZZERS["patterns"], "rx") is not None


def test_what_is_refused_is_none():
    with pytest.raises(Refused):
        FUZZERS["patterns"].check("rx")
    assert try_case(FUZZERS["patterns"], "rx") is None


@pytest.mark.parametrize(
    ("case", "least"),
    [
        ("some text with an x in it", "x"),
        (b"bytes with an x", b"x"),
        (("text", ["a", "box"]), ("", ["x"])),
        ([{"key": "axe", "other": 3}], [{"key": "x"}]),
    ],
)
def test_cases_are_made_smaller(case: object, least: object):
    assert shrunk(case, lambda each: "x" in repr(each).replace("text", "")) == least


def test_what_cannot_be_run(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    assert ended.value.code == 2
    assert "unknown fuzzer 'nonsense'" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["boards", "--case", "no value"])
    assert ended.value.code == 2


def test_the_list_names_every_fuzzer(capsys):
    assert main(["--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(FUZZERS)
