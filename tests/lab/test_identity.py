"""The identity of a strategy: every edit makes another one of it."""

import importlib
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from functools import partial

import pytest

import kaleido
from kaleido import OptionError, compare
from kaleido.heuristics import PaperPlus, ScoredStrategy, ablation
from kaleido.heuristics.makers import maker_of
from kaleido.lab.identity import identify
from kaleido.search import Constrained, Fork, Score, Weights

LAB = """
import math
from dataclasses import dataclass

import beside
import kaleido
from beside import shared

FACTOR = {"matched": 2.0, "words": ("a", "b"), "set": {"a", "b", "c"}}


def helper(candidate, share=0.5, *, scale=1.0):
    return scale * share * FACTOR["matched"] * candidate.matched


def unrelated(candidate):
    return candidate.border


class Base(kaleido.heuristics.ScoredStrategy):
    bonus = 1

    def extra(self, candidate):
        return self.bonus if candidate.border > 3 else 0


@dataclass
class Settings:
    weight: float = 1.5

    def apply(self, number):
        return self.weight * number


SETTINGS = Settings()


def power(exponent):
    return lambda number: math.pow(number, exponent)


squared = power(2)


class Mine(Base):
    def score(self, candidate):
        from beside import hidden

        inner = [helper(candidate) + shared(each) for each in (1, 2)]
        told = beside.deep.value + beside.called(3) + hidden()
        return sum(inner) + told + self.extra(candidate) + SETTINGS.apply(squared(2.0))
"""

BESIDE = """
from functools import cache


class deep:
    value = 1


def shared(number):
    return number + below()


@cache
def below():
    return 1


def called(number):
    return number


def hidden():
    return 0


def unrelated():
    return 1
"""


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """Return a function that writes the two modules with a change and imports them again."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load(old="", new="", count=1):
        assert old in LAB + BESIDE
        for name, text in (("lab", LAB), ("beside", BESIDE)):
            (tmp_path / f"{name}.py").write_text(text.replace(old, new, count) if old else text)
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        return importlib.import_module("lab")

    yield load
    for name in ("lab", "beside"):
        sys.modules.pop(name, None)


def identity(strategy):
    (run,) = compare("car", {"mine": strategy}, max_nodes=0)
    return run.identity


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("share * FACTOR", "2 * share * FACTOR"),
        ("share=0.5", "share=0.6"),
        ("scale=1.0", "scale=1.5"),
        ('"matched": 2.0', '"matched": 2.5'),
        ('("a", "b")', '("b", "a")'),
        ('{"a", "b", "c"}', '{"a", "b", "d"}'),
        ("bonus = 1", "bonus = 2"),
        ("candidate.border > 3", "candidate.border > 4"),
        ("weight: float = 1.5", "weight: float = 1.25"),
        ("self.weight * number", "self.weight + number"),
        ("Settings()", "Settings(1.75)"),
        ("power(2)", "power(3)"),
        ("math.pow", "math.fmod"),
        ("in (1, 2)", "in (1, 3)"),
        ("value = 1", "value = 2"),
        ("number + below()", "number - below()"),
        ("def below():\n    return 1", "def below():\n    return 2"),
        ("def called(number):\n    return number", "def called(number):\n    return -number"),
        ("def hidden():\n    return 0", "def hidden():\n    return 1"),
    ],
)
def test_an_edit_makes_another_strategy(lab, old, new):
    before = identity(lab().Mine)
    assert before
    assert identity(lab(old, new).Mine) != before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("def helper", "# a remark\n\n\n\ndef helper"),
        ("return candidate.border", "return 2 * candidate.border"),
        ("def unrelated():\n    return 1", "def unrelated():\n    return 2"),
    ],
)
def test_what_it_does_not_use_makes_no_other_strategy(lab, old, new):
    before = identity(lab().Mine)
    assert identity(lab(old, new).Mine) == before


def test_it_is_the_same_in_the_next_process(lab, tmp_path):
    before = identity(lab().Mine)
    code = "import kaleido; print(kaleido.compare('car', 'lab:Mine', max_nodes=0)[0].identity)"
    # Another seed of the hashes makes another order of sets.
    settings = {"PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=os.environ | settings,
    )
    assert told.stdout.strip() == before


def test_names_do_not_matter(lab, tmp_path):
    mine = lab().Mine
    names = {"by name": "lab:Mine", "by file": f"{tmp_path / 'lab.py'}:Mine", "itself": mine}
    assert len({identity(each) for each in names.values()}) == 1
    ours = ["constrained", Constrained, Constrained(), partial(Constrained)]
    assert len({identity(each) for each in ours}) == 1
    *_, whole = ablation().values()
    assert identity(whole) == identity("paper-plus") == identity(PaperPlus(7))


def test_parameters_count():
    makers = [
        Constrained,
        Constrained(run_nodes=50),
        Constrained(weights=Weights(window=0.25)),
        partial(Constrained, weights=Weights(window=0.5)),
        kaleido.heuristic(lambda candidate: candidate.matched),
        kaleido.heuristic(where="reading")(lambda candidate: candidate.matched),
        Weighed(1.0),
        Weighed(2.0),
    ]
    assert len(set(map(identity, makers))) == len(makers)
    assert identity(Weighed(2.0)) == identity(Weighed(2.0))


class Weighed(ScoredStrategy):
    """Has a parameter that its run does not change."""

    def __init__(self, weight=1.0, seed=0):
        super().__init__(seed)
        self._weight = weight

    def score(self, candidate):
        return self._weight * candidate.matched


def test_a_strategy_that_has_run_is_the_same():
    for used in (Weighed(3.0), PaperPlus(), kaleido.heuristic(lambda candidate: candidate.border)):
        before = identity(used)
        kaleido.solve("car", used, max_nodes=30)
        assert vars(used).keys() > {"seed"}
        assert identity(used) == before


@dataclass
class Held:
    """A strategy with something that may or may not be read."""

    held: object
    name = "held"
    width = None

    def runs(self, _):
        yield None

    def fork(self, state):
        return Fork([state.scarcest.bit_length() - 1], lambda _: Score.plain(0), complete=False)


def scored_by_text(candidate):
    return eval(f"{candidate.matched} + 1")


LOCK = threading.Lock()


def locked(candidate):
    with LOCK:
        return candidate.matched


@pytest.mark.parametrize(
    ("strategy", "reason"),
    [
        (scored_by_text, "eval() runs code that is not known before (scored_by_text refers to it)"),
        (locked, "cannot pickle '_thread.lock' object (locked refers to it)"),
        (Held(open), None),
        (Held(threading.Lock()), "cannot pickle '_thread.lock' object"),
        (Held(number for number in range(3)), "cannot pickle 'generator' object"),
    ],
)
def test_what_cannot_be_read_is_refused_where_runs_are_kept(tmp_path, strategy, reason, refusal_of):
    path = tmp_path / "runs.db"
    if reason is None:
        compare("car", {"mine": strategy}, max_nodes=0, file=path)
        return
    line = refusal_of(OptionError, compare, "car", {"mine": strategy}, max_nodes=0, file=path)
    assert line.startswith("strategy 'mine' cannot be told from others: ")
    assert reason in line
    assert not path.exists()
    assert identity(strategy) == ""  # where nothing is kept, it runs all the same


class FirstOption:
    """Uses no chance, but does not say so."""

    name = "first-option"
    width = None

    def runs(self, _):
        yield None

    def fork(self, state):
        options = [number for number in range(len(state.problem)) if state.scarcest >> number & 1]
        return Fork(options, lambda rank: Score.plain(-rank), complete=True)


class SaysSo(FirstOption):
    name = "says-so"
    uses_seed = False


class OwnPaper(PaperPlus):
    def fork(self, state):
        return super().fork(state)


@pytest.mark.parametrize(
    ("strategy", "uses_seed"),
    [
        *((name, name not in ("paper", "paper-text")) for name in kaleido.STRATEGIES),
        (FirstOption, True),
        (SaysSo, False),
        (OwnPaper, True),
        ("paper-plus+no-chance", False),
        (lambda candidate: candidate.matched, True),
        (partial(lambda name, seed: PaperPlus(seed) if name else None, "x"), True),
        (lambda seed: kaleido.paper.Paper(seed), False),
        (lambda seed: kaleido.paper.Paper(seed, Weights(window=seed)), True),
    ],
)
def test_a_strategy_that_uses_no_seed_runs_once(strategy, uses_seed):
    runs = compare(["car", "key"], {"mine": strategy}, seeds=[4, 2, 9], max_nodes=20)
    assert len(runs) == (6 if uses_seed else 2)
    assert {run.uses_seed for run in runs} == {uses_seed}
    assert runs[0].seed == 4


CELLS = (
    "import kaleido\nWEIGHT = 2.0",
    "def part(candidate):\n    return WEIGHT * candidate.matched",
    "@kaleido.heuristic\ndef mine(candidate):\n    return part(candidate)",
)


@pytest.fixture
def notebook():
    shell_of = pytest.importorskip("IPython.core.interactiveshell")
    shell = shell_of.InteractiveShell()
    yield shell
    shell_of.InteractiveShell.clear_instance()


def test_cells_of_a_notebook_count(notebook):
    def run(*cells):
        for cell in cells:
            notebook.run_cell(cell, store_history=True).raise_error()
        return identity(notebook.user_ns["mine"])

    before = run(*CELLS)
    assert run("other = 5") == before
    assert run(*CELLS) == before  # at other places in the history
    assert run("WEIGHT = 3.0") != before
    assert run("WEIGHT = 2.0") == before
    assert run("def part(candidate):\n    return WEIGHT + candidate.matched") != before
    assert run(CELLS[1]) == before
    assert run(CELLS[2].replace("part(", "1 + part(")) != before


def test_the_store_has_the_source_that_runs(lab, tmp_path):
    module = lab()
    told = identify(maker_of(module.Mine), "mine")
    assert "def helper(candidate, share=0.5, *, scale=1.0):" in told.source
    assert "class Base(kaleido" in told.source
    assert "unrelated" not in told.source
    assert told.modules == ("lab", "beside")
    # The file has changed since, but not the code in memory.
    (tmp_path / "lab.py").write_text(LAB.replace("scale * share", "2 * scale * share"))
    again = identify(maker_of(module.Mine), "mine")
    assert again.digest == told.digest
    assert "2 * scale" not in again.source


@pytest.mark.parametrize("line", ["from pack import inner", "import pack.inner as inner"])
def test_an_import_within_a_function_counts(tmp_path, monkeypatch, line):
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").touch()
    (tmp_path / "pack" / "inner.py").write_text("VALUE = 1\n")
    (tmp_path / "own.py").write_text(
        f"def scored(candidate):\n    {line}\n    return inner.VALUE * candidate.matched\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("own", "pack", "pack.inner"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    scored = importlib.import_module("own").scored
    before = identity(scored)
    assert before
    monkeypatch.setattr("pack.inner.VALUE", 2)
    assert identity(scored) != before


def test_a_module_that_is_handed_on_counts_with_all_that_it_holds(lab):
    lab()
    beside = sys.modules["beside"]

    def scored(candidate):
        return getattr(beside, "unrelated")() + candidate.border  # noqa: B009

    before = identity(scored)
    assert before
    assert identity(scored) == before
    assert "beside" in identify(maker_of(scored), "mine").modules  # for the processes of a cluster
    beside.unrelated = lambda: 2
    assert identity(scored) != before
