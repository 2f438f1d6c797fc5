"""All options of all commands, with values that nobody would type; see `fuzz.options`."""

import signal
import subprocess
import sys
from random import Random
from unittest.mock import Mock

import click
import pytest
from hypothesis import given, settings, strategies as st

pytest.importorskip("uvicorn")

from fuzz.fuzzer import FUZZERS, Refused, run
from fuzz.options import (
    AMOUNTS,
    BASES,
    NUMBERS,
    SLOW,
    TEXTS,
    check_end,
    commands,
    leads_away,
    options_of,
    words_of,
)

from kaleido import OptionError
from kaleido.base import bounds
from kaleido.base.bounds import Bounds
from kaleido.cli import main

KINDS = {name: each for name, each in vars(bounds).items() if isinstance(each, Bounds)}
MEMORY = 2 * 10**9

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
from kaleido.__main__ import main
sys.argv[1:] = sys.argv[2:]
sys.exit(main())
"""


def test_there_is_a_command_line_for_each_command():
    assert {path for path, _ in commands()} == set(BASES)


def test_every_number_has_bounds():
    """Options that read numbers refuse what is beyond; none is a plain int or float."""
    numbers = 0
    for path, command in commands():
        context = command.make_context(path, [], resilient_parsing=True)
        for parameter in command.params:
            if getattr(parameter, "is_flag", False):
                continue
            refused = 0
            for text in (texts := ("9" * 5000, "-" + "9" * 400, "inf", "nan", "-1e400")):
                several = parameter.multiple or parameter.nargs == -1
                try:
                    value = parameter.process_value(context, [text] if several else text)
                except click.BadParameter:
                    refused += 1
                else:
                    assert not isinstance(value, int | float), (path, parameter.name)
            numbers += refused == len(texts)
    assert numbers > 60


@pytest.mark.parametrize("name", sorted(KINDS))
@given(number=st.one_of(st.integers(), st.floats(), st.sampled_from([*NUMBERS, *TEXTS])))
@settings(max_examples=50)
def test_a_number_is_read_within_its_bounds_or_refused_in_a_line(name, number):
    kind = KINDS[name]
    try:
        value = kind.read(str(number))
    except OptionError as error:
        assert str(error).isprintable()
        assert len(str(error)) < 150
        return
    assert kind.least <= value <= kind.most
    assert isinstance(value, float if kind.what else int)
    kind.check(value, "it")


@pytest.mark.parametrize("name", sorted(KINDS))
def test_the_ends_of_bounds_belong_to_them(name):
    kind = KINDS[name]
    for end in (kind.least, kind.most):
        assert kind.read(str(end)) == end
        kind.check(end, "it")
    for beyond in (kind.least - 1, kind.most + 2000):
        with pytest.raises(OptionError):
            kind.read(str(beyond))
        with pytest.raises(OptionError):
            kind.check(beyond, "it")


def test_what_is_not_foreseen_ends_in_one_line_and_70(monkeypatch, capsys):
    monkeypatch.setattr(
        "kaleido.puzzle.puzzle.Position.count", Mock(side_effect=KeyError("neither\nseen"))
    )
    for words, variable, is_long in (
        (["count", "car"], "", False),
        (["--debug", "count", "car"], "", True),
        (["count", "car"], "1", True),
    ):
        monkeypatch.setenv("KALEIDO_DEBUG", variable)
        assert main([*words, "--workers", "1"]) == 70
        *lines, last = capsys.readouterr().err.splitlines()
        assert last.startswith("kaleido: unforeseen: KeyError: 'neither\\nseen' (in '")
        assert "github.com" in last
        assert bool(lines) == is_long == any("Traceback" in line for line in lines)


def test_thirty_million_seeds_are_no_list():
    words = ["bench", "car", "--max-nodes", "300", "--seeds", "30000000", "--csv"]
    command = [sys.executable, "-c", LIMITED, str(MEMORY), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        lines = [process.stdout.readline() for _ in range(4)]
        process.kill()
    assert [line.split(",")[2] for line in lines] == ["seed", "0", "1", "2"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_ten_thousand_values(seed):
    outcome = run(FUZZERS["options"], seed, cases=500)
    assert outcome.failure is None, f"{outcome.failure}"
    assert outcome.accepted > 0


def drawn(source):
    """Draw a case for a real start, of the slow commands, too; not of those that need a network."""
    while True:
        path = source.choice(sorted(BASES.keys() - {"play", "site"}))
        name, takes_value = source.choice(options_of(path))
        value = source.choice(NUMBERS + TEXTS)
        if not leads_away(value) and value != "..":
            return path, [(name, value if takes_value else "")]


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(300))
def test_real_starts(seed, tmp_path):
    pytest.importorskip("resource")
    path, given = drawn(Random(seed))
    command = [sys.executable, "-c", LIMITED, str(MEMORY), *words_of(path, given)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        assert path in SLOW or given[0][0] in AMOUNTS, given
        return
    try:
        check_end(path, done.returncode, done.stderr)
    except Refused:
        assert done.stdout == ""
