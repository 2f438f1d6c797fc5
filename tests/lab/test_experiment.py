"""Experiments and their store: each run once, whatever ends the process, and whoever writes."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress

import pytest

import kaleido
from kaleido import Comparison, Experiment, OptionError, compare
from kaleido.base.errors import WorkersError
from kaleido.cli import main
from kaleido.lab.experiment import done_run
from kaleido.lab.run import Run
from kaleido.lab.store import is_store, open_store

BOARDS = ("car", "key", "arrow", "crossroads", "seal", "twelve")
STRATEGIES = ("constrained", "paper", "random")


def untimed(runs):
    return [run._replace(seconds=0.0) for run in runs]


@pytest.fixture
def path(tmp_path):
    """The path of a store."""
    return tmp_path / "runs.db"


def asked(path, seeds=4):
    return Experiment(BOARDS, STRATEGIES, seeds, max_nodes=60, file=path)


def rows(path):
    """Return the runs of a store by what makes them, each of which must be there once."""
    if not path.exists():
        return {}
    found = Comparison.load(path)
    by_key = {run.key: run for run in found}
    assert len(by_key) == len(found)
    return by_key


def test_an_experiment_makes_each_run_once(tmp_path, path):
    experiment = asked(path)
    assert list(experiment.results()) == []
    first = experiment.run()
    assert len(first) == len(BOARDS) * (4 + 1 + 4)
    assert untimed(first) == untimed(compare(BOARDS, STRATEGIES, 4, max_nodes=60))
    # Seconds tell whether a run has been made again.
    assert experiment.run() == experiment.results() == asked(path).results() == first
    more = compare(("car", "letter-a"), [*STRATEGIES, "tuned"], 5, max_nodes=60, file=path)
    assert [run for run in more if run in first] == [run for run in first if run.pattern == "car"]
    assert len(rows(path)) == len({*first, *more})
    assert {each.suffix for each in tmp_path.iterdir()} == {".db"}


def test_a_worker_of_another_version_is_an_error(monkeypatch):
    def old(task):
        return done_run(task)._replace(version="0.1")

    monkeypatch.setattr("kaleido.lab.experiment.done_run", old)
    expected = f"^a worker has Kaleido 0.1, expected {kaleido.__version__}$"
    with pytest.raises(WorkersError, match=expected):
        compare("car")


def test_an_edited_heuristic_runs_again(tmp_path):
    def asked(factor):
        def mine(candidate):
            return factor * candidate.matched

        return compare(BOARDS[:2], [mine], max_nodes=60, file=tmp_path / "runs.db")

    one, other = asked(1), asked(-1)
    assert {run.identity for run in one}.isdisjoint(run.identity for run in other)
    assert asked(1) == one
    assert asked(-1) == other
    both = Comparison.load(tmp_path / "runs.db")
    with pytest.raises(OptionError, match=r"'mine' stands for two strategies, .* choose, as in"):
        both.summary()
    assert both.select(identity=one[0].identity) == one


def test_labels_and_boards_go_by_their_latest_names(path):
    compare({"a": "car"}, {"old": "constrained"}, max_nodes=60, file=path)
    compare({"b": "car", "a": "key"}, {"new": "constrained"}, max_nodes=60, file=path)
    found = Comparison.load(path)
    assert [(run.pattern, run.strategy) for run in found] == [("b", "new"), ("a", "new")]


def test_an_interrupted_experiment_goes_on(path):
    seen = []

    def interrupt(run):
        seen.append(run)
        if len(seen) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), asked(path).opened() as schedule:
        list(schedule.runs(report=interrupt))
    kept = asked(path).results()
    assert list(kept) == seen
    assert list(asked(path).run())[:5] == seen


def test_an_unfinished_experiment_says_how_far_it_is(path):
    experiment = asked(path)
    assert repr(experiment).endswith(", at most 60 nodes, 0 of 54 runs")
    assert repr(experiment.results()) == "Comparison: 0 of 54 runs"
    assert not path.exists()
    compare(BOARDS, STRATEGIES[:2], 2, max_nodes=60, file=path)
    assert repr(experiment).endswith(", 18 of 54 runs")
    part = experiment.results()
    with closing(sqlite3.connect(path)) as store:  # who only looks writes nothing
        assert store.execute("SELECT count(*) FROM experiments").fetchone() == (1,)
    assert repr(part).startswith("Comparison: 18 of 54 runs of 2 strategies on 6 patterns")
    assert repr(part.summary()).splitlines()[-1].startswith("18 of 54 runs")
    assert "<p>18 of 54 runs; paper" in part.summary().select("strategy")._repr_html_()
    whole = experiment.run()
    for shown in (experiment, whole, experiment.results(), whole.summary()):
        assert "of 54" not in repr(shown)
    path.write_text("something else")
    assert repr(experiment) == repr(asked(None))


def test_an_interruption_leaves_each_seed_whole():
    """Runs come seed by seed, so that all but the last seed have all boards and strategies."""
    with asked(None).opened() as schedule:
        some = [run for run, _ in zip(schedule.runs(), range(6 * 3 + 6 * 2 + 5), strict=False)]
    done = {seed: [run for run in some if run.seed == seed] for seed in range(3)}
    assert [len(own) for own in done.values()] == [18, 12, 5]
    assert len({(run.pattern, run.strategy) for run in done[0]}) == 18
    assert {run.strategy for run in done[1]} == {"constrained", "random"}


def test_the_nodes_of_searches_ahead_are_kept(tmp_path):
    runs = compare("car", ["probing", "constrained"], max_nodes=60, file=tmp_path / "runs.db")
    first, second = asked_again = Comparison.load(tmp_path / "runs.db")
    assert asked_again == runs
    answer = kaleido.solve("car", "probing", seed=0, max_nodes=60)
    assert (first.nodes, first.probed) == (answer.nodes, answer.looks.nodes)
    assert first.work == answer.nodes + answer.looks.nodes > first.nodes
    assert (second.probed, second.work) == (0, second.nodes)
    ratio = runs.paired("probing", "constrained", by="work").ratio.value
    assert ratio == pytest.approx(first.work / second.nodes)
    assert runs.summary(by="work")[0].work.median.value == first.work


def begun(work):
    """Start a process that is a copy of this one and does some work; return its number."""
    child = os.fork()
    if not child:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return child


def ended(child):
    """Wait for a process, and return its exit code, or the signal that ended it as below 0."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


@fork
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("times", [6, pytest.param(20, marks=pytest.mark.long)])
def test_no_run_is_lost_or_double_when_it_is_killed(path, times):
    chance = random.Random(1)
    experiment = asked(path, seeds=2 * times)
    before = {}
    for _ in range(times):
        listening, telling = os.pipe()

        def work(telling=telling):
            with experiment.opened() as schedule:
                list(schedule.runs(report=lambda _: os.write(telling, b".")))

        child = begun(work)
        os.close(telling)
        told = 0
        for _ in range(chance.randrange(6)):
            told += len(os.read(listening, 1))
        time.sleep(chance.uniform(0, 0.002))  # into the middle of a run, or of its writing
        os.kill(child, signal.SIGKILL)
        assert ended(child) == -signal.SIGKILL
        os.close(listening)
        after = rows(path)
        assert before.items() <= after.items()
        assert len(after) >= len(before) + told
        before = after
    whole = experiment.run()
    assert len(before) < len(whole)
    assert set(before) < {run.key for run in whole}
    assert rows(path).keys() == {run.key for run in whole}
    assert untimed(whole) == untimed(compare(BOARDS, STRATEGIES, 2 * times, max_nodes=60))


@fork
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_several_processes_write_one_store(path):
    writers = [begun(asked(path, seeds=[*range(first, first + 6)]).run) for first in (0, 0, 3)]
    assert [ended(each) for each in writers] == [0, 0, 0]
    found = rows(path)
    assert len(found) == len(BOARDS) * (9 + 1 + 9)
    assert set(asked(path, seeds=9).run()) >= {
        run._replace(seed=0) if not run.uses_seed else run for run in found.values()
    }


@pytest.mark.long
def test_a_comparison_with_processes_is_killed_twenty_times(tmp_path, path):
    chance = random.Random(2)
    script = tmp_path / "script.py"
    script.write_text(
        "import kaleido\n"
        "@kaleido.heuristic\n"
        "def mine(candidate):\n"
        "    return candidate.matched\n"
        "if __name__ == '__main__':\n"
        "    names = kaleido.pattern_names('standard')\n"
        f"    file = {str(path)!r}\n"
        "    kaleido.compare(names, [mine, 'paper'], 9, max_nodes=60, file=file, workers=2)\n"
    )
    before = {}
    for _ in range(20):
        child = subprocess.Popen([sys.executable, script])
        wanted = len(before) + chance.randrange(6)
        while len(rows(path)) < wanted:
            assert child.poll() is None
            time.sleep(0.01)
        child.kill()
        child.wait()
        after = rows(path)
        assert before.items() <= after.items()
        before = after
    subprocess.run([sys.executable, script], check=True)
    assert len(rows(path)) == 10 * len(kaleido.pattern_names("standard"))


@pytest.mark.parametrize(
    "content", [b"some text\n", b"\x00" * 200, b"SQLite format 3\x00 and more"]
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path, path, content):
    path.write_bytes(content)
    with pytest.raises(OptionError, match="holds something else, expected a store of runs"):
        compare("car", file=path)
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == ["runs.db"]


def test_databases_of_others_and_of_later_versions_are_left_as_they_are(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE runs (a)")
        other.commit()
    before = path.read_bytes()
    for ask in (lambda: compare("car", file=path), lambda: Comparison.load(path)):
        with pytest.raises(OptionError, match="holds something else, expected a store of runs"):
            ask()
    assert path.read_bytes() == before
    path.unlink()
    compare("car", max_nodes=9, file=path)
    with closing(sqlite3.connect(path)) as later:
        later.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(OptionError, match="of another version of Kaleido: its tables are of versi"):
        compare("car", max_nodes=9, file=path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "name",
    [
        "file:y?mode=memory&a=.db", "file:x.db", "file::memory:?cache=shared&.db", ":memory:.db",
        "a b?c#d%20e&f.db", "%41.db", "-x.db", "é日.db", "a'b\"c.db",
    ],
)  # fmt: skip
def test_a_store_of_any_name_is_a_file_of_that_name(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / name
    command = ["bench", "car", "--seeds", "2", f"--output={name}"]
    assert main(command) == 0
    assert list(tmp_path.iterdir()) == [path]
    assert {run.pattern for run in Comparison.load(name)} == {"car"}
    with closing(sqlite3.connect("other")) as other:
        other.execute("CREATE TABLE other (a)")
        other.commit()
    before = path.with_name("other").replace(path).read_bytes()
    assert main(command) == 2
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == before


@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 400), marks=pytest.mark.long)])
def test_a_damaged_store_is_one_clear_error_or_the_same_runs(tmp_path, capsys, seeds):
    compare(["car", "key"], max_nodes=9, file=tmp_path / "runs.db")
    whole = (tmp_path / "runs.db").read_bytes()
    used = [place for place, byte in enumerate(whole) if byte and place >= 100]
    for seed in seeds:
        path, random_, damaged = tmp_path / f"{seed}.db", random.Random(seed), bytearray(whole)
        for place in random_.sample(used, random_.choice([1, 2, 20])):
            damaged[place] = random_.choice([0xFF, 0x80, 0, random_.randrange(256)])
        path.write_bytes(damaged[: random_.choice([len(damaged), random_.randrange(100, 9000)])])
        check_damaged(path, capsys)


def check_damaged(path, capsys):
    """Check that a store is read and goes on, or that what is wrong with it is said in a line."""
    with suppress(OptionError):
        assert all(run.status in ("solved", "gave-up") for run in Comparison.load(path))
    code = main(["bench", "car", "--max-nodes", "9", "--output", str(path)])
    assert code in (0, 2)
    assert capsys.readouterr().err.count("\n") <= (1 if code else 0)


def test_a_store_whose_tables_are_not_utf_8_is_damaged(path):
    compare("car", max_nodes=9, file=path)
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE runs (", b"CREATE TABL\xff runs ("))
    for verb, ask in (
        ("write", lambda: compare("car", file=path)),
        ("read", lambda: Comparison.load(path)),
    ):
        with pytest.raises(OptionError, match=f"^cannot {verb} '.*runs.db': its text is damaged$"):
            ask()


def test_a_store_that_is_busy_for_too_long_is_said(path, monkeypatch):
    compare("car", max_nodes=9, file=path)
    monkeypatch.setattr("kaleido.lab.store.BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OptionError, match=r"^cannot write '.*runs.db': database is locked$"):
            compare("key", max_nodes=9, file=path)
    assert len(compare("key", max_nodes=9, file=path)) == 2


@pytest.mark.parametrize("number", [0, -5, 2**53])
def test_numbers_of_any_size_are_kept(tmp_path, number):
    asked = Experiment("car", "random", [number], max_nodes=abs(number), file=tmp_path / "a.db")
    if number > 0:
        assert asked.run() == asked.results() == asked.run()
        assert asked.results()[0].seed == number
    else:
        asked.run()
        assert asked.results() == Comparison.load(tmp_path / "a.db")


def test_runs_that_differ_in_limits_or_versions_are_not_pooled(refusal_of):
    runs = compare("car", max_nodes=100) + compare("car", max_nodes=None)
    assert repr(runs).endswith("limits: 100 and none nodes")
    later = [run._replace(version="99") for run in runs[:2]]
    timed = [run._replace(timeout=2.0) for run in runs[:2]]
    for mixed, wanted, chosen in (
        (runs, "several limits of nodes, 100 and none: choose, as in .select(max_nodes=100)", 2),
        (runs[:2] + later, f"several versions, {kaleido.__version__} and 99: choose, as in", None),
        (runs[:2] + timed, "several limits of seconds, none and 2.0: choose, as in .select(ti", 2),
        (runs[:2] + runs[:1], "'constrained' has run twice on 'car' with seed 0", None),
    ):
        for ask in (
            mixed.summary,
            mixed.pairwise,
            lambda mixed=mixed: mixed.paired("constrained", "paper-plus"),
            lambda mixed=mixed: kaleido.plot.cactus(mixed),
        ):
            assert wanted in refusal_of(OptionError, ask)
        if chosen:
            assert len(runs.select(max_nodes=100).summary()) == chosen
    with pytest.raises(TypeError, match=r"Did you mean .max_nodes."):
        runs.select(max_node=100)


def test_a_run_that_holds_for_every_seed_goes_with_each():
    runs = compare(["car", "key"], ["random", "paper"], 4, max_nodes=60)
    assert runs.paired("random", "paper").pairs == runs.paired("paper", "random").pairs == 8
    assert runs.summary()[1].runs == 2


def test_labels_do_not_clash(refusal_of):
    one, other = kaleido.heuristic(lambda _: 1), kaleido.heuristic(lambda _: 2)
    assert refusal_of(OptionError, compare, "car", [one, other]).startswith(
        "<Heuristic lambda> and <Heuristic lambda> are both called 'lambda': give"
    )
    assert len(compare("car", [one, one], max_nodes=5)) == 1
    runs = compare("car", {"a": one, "b": other}, max_nodes=5)
    with pytest.raises(OptionError, match="'a' and 'b' would both be called 'b'"):
        runs.renamed({"a": "b"})


def test_an_experiment_says_what_it_is():
    experiment = asked(None)
    assert repr(experiment) == ("Experiment: 3 strategies on 6 patterns, 4 seeds, at most 60 nodes")
    assert experiment.version == kaleido.__version__
    assert "core" in experiment.machine
    with pytest.raises(AttributeError):
        experiment.seeds = (1,)
    with pytest.raises(OptionError, match="has no file"):
        experiment.results()


def test_the_store_answers_in_sql(path):
    runs = asked(path).run()
    with closing(sqlite3.connect(path)) as store:
        totals = store.execute(
            "SELECT label, sum(nodes) FROM runs JOIN experiment_strategies USING (identity) "
            "GROUP BY label"
        )
        assert dict(totals) == {
            name: sum(run.nodes for run in runs.select(name)) for name in STRATEGIES
        }
        assert store.execute("SELECT version, seeds, max_nodes FROM experiments").fetchall() == [
            (kaleido.__version__, "[0, 1, 2, 3]", 60)
        ]


def test_parquet_goes_there_and_back_or_says_what_it_needs(tmp_path):
    runs = compare("car", STRATEGIES, 2, max_nodes=60)
    path = tmp_path / "runs.parquet"
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        for ask in (lambda: runs.save(path), lambda: Comparison.load(path)):
            with pytest.raises(OptionError, match="needs pandas and pyarrow: pip install"):
                ask()
        assert not path.exists()
    else:
        runs.save(path)
        assert Comparison.load(path) == runs


def test_what_is_stored_by_hand_is_there_once(path):
    (run,) = compare("car", "constrained", max_nodes=60, file=path)
    with open_store(path) as store:
        assert store.add(run._replace(seconds=99.0)) == run._replace(
            pattern=run.puzzle, strategy=run.identity
        )
        assert store.find(run.key).nodes == run.nodes
        assert store.find(run._replace(seed=1).key) is None
        assert isinstance(store.add(run._replace(seed=1)), Run)
    assert len(rows(path)) == 2


def test_what_a_process_does_once_is_in_no_runs_seconds(monkeypatch):
    monkeypatch.setattr("kaleido.lab.experiment._practised", set())
    clock, calls = [0.0], []

    def tightest(candidate):
        if not calls:
            clock[0] += 60  # as if it imported something large
        calls.append(candidate)
        return candidate.matched

    monkeypatch.setattr("kaleido.lab.experiment.time.perf_counter", lambda: clock[0])
    runs = compare(["car", "twelve"], {"tightest": tightest}, seeds=2).runs
    assert calls
    assert [run.seconds for run in runs] == [0.0] * 4
    # Another board is another grid, which may ask for something new, but only for once.
    calls.clear()
    again = compare("pentomino-3x20", {"tightest": tightest}, max_nodes=50)
    assert [run.seconds for run in again] == [0.0]


def test_of_many_seeds_the_first_and_the_last_are_stored(path):
    with Experiment("car", "random", seeds=range(3, 12_003), file=path).opened():
        pass
    with closing(sqlite3.connect(path)) as store:
        ((seeds,),) = store.execute("SELECT seeds FROM experiments").fetchall()
    assert json.loads(seeds) == {"first": 3, "last": 12_002}


def test_a_name_says_whether_a_file_will_be_a_store(tmp_path):
    assert all(is_store(tmp_path / f"runs{suffix}") for suffix in (".db", ".SQLITE", ".sqlite3"))
    assert not any(is_store(tmp_path / name) for name in ("runs.csv", "db", "runs.d"))
