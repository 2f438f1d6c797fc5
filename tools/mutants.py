"""Change the package in one place at a time, and count how many of the changes the tests notice.

    python tools/mutants.py                        # 300 mutants of the room of the night
    python tools/mutants.py paper --number 60 --seed 7
    python tools/mutants.py hints --list           # show the mutants and run nothing

The tests run first with coverage, which shows the lines that each test reaches; `build/mutants`
keeps this until the package or the tests change. Each mutant then has a copy of the checkout and a
forked process. It runs the tests that reach the changed lines, the fastest first, until one fails.
Only tests that run by day take part. Mutants that cannot be imported do not count, nor do those
that `equivalent_mutants.toml` lists with a reason why no test can notice them. Needs `coverage` and
a system that forks.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from hashlib import sha256
from multiprocessing import connection, get_context
from pathlib import Path
from typing import Any

import coverage
import hypothesis  # noqa: F401 - imported here, once for all processes that fork
import matplotlib.pyplot  # noqa: F401
import pytest
from mutations import Mutant, mutants_of
from scipy import optimize, sparse, stats  # noqa: F401

ROOT = Path(__file__).parents[1]
ROOMS = {
    "model": ["model/**/*.py"],
    "search": ["search/**/*.py"],
    "paper": ["paper/*.py"],
    "counting": ["counting/*.py"],
    "hints": ["hints/*.py"],
    "verifier": ["model/verify.py", "model/solution.py"],
    "photo": ["photo/*.py"],
    "stores": ["base/files.py", "lab/store.py", "batch/journal.py", "designing/folder.py"],
}
BAR = 0.85
"""The share that the tests shall notice: the command fails if the interval lies below."""

FIRST, MOST = 40, 60.0
"""So many of the fastest tests run first; all of a mutant's tests take at most these seconds."""

INVALID, BROKEN = 99, 98
"""Exit codes of processes: the changed module cannot be imported; this tool has failed."""


class Reach:
    """A plugin of pytest that notes the lines that each test runs, and its seconds."""

    def __init__(self, package: Path) -> None:
        self.coverage = coverage.Coverage(data_file=None, source=[str(package)], config_file=False)
        self.seconds = Counter[str]()
        self.bad: set[str] = set()
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run a test in its own context, without the caches that others filled."""
        for module in [each for name, each in sys.modules.items() if name.startswith("kaleido.")]:
            for value in vars(module).values():
                getattr(value, "cache_clear", int)()
        self.coverage.switch_context(item.nodeid)
        result = yield
        self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the seconds of a test, and note whether it passes."""
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.bad.add(report.nodeid)

    def found(self, root: Path) -> dict[str, Any]:
        """Return the seconds of the tests that pass, and for each line a number: a bit a test."""
        self.coverage.stop()
        data = self.coverage.get_data()
        tests = {test: seconds for test, seconds in self.seconds.items() if test not in self.bad}
        bits = {test: 1 << place for place, test in enumerate(tests)}
        lines = {
            str(Path(path).relative_to(root)): {
                line: hex(sum(bits.get(test, 0) for test in set(own)))
                for line, own in data.contexts_by_lineno(path).items()
            }
            for path in data.measured_files()
        }
        return {"tests": tests, "lines": lines}


class Chosen:
    """A plugin of pytest that runs some tests, the fastest first, and writes down what fails."""

    def __init__(self, seconds: dict[str, float], failed: Path) -> None:
        self.seconds, self.failed = seconds, failed

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen tests."""
        chosen = (item for item in items if item.nodeid in self.seconds)
        items[:] = sorted(chosen, key=lambda item: self.seconds[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down a test that fails."""
        if report.failed:
            with self.failed.open("a", encoding="utf-8") as file:
                print(report.nodeid, file=file)


def call_pytest(folder: Path, tests: Iterable[str], plugin: object, *options: str) -> int:
    """Run tests in a copy of the checkout, and return the exit code of pytest."""
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = str(folder)
    asked = dict.fromkeys(test.partition("[")[0] for test in tests)
    ignored = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # hypothesis is imported already
    quiet = ("-q", "--tb=no", "-n", "0", "-p", "no:cacheprovider", *ignored, *options)
    return int(pytest.main([*quiet, *asked], [plugin]))


def write_reach(folder: Path, tests: str, target: Path) -> int:
    """Run tests with coverage, and write down the lines that they reach."""
    reach = Reach(folder / "kaleido")
    call_pytest(folder, [tests], reach)
    target.write_text(json.dumps(reach.found(folder)), "utf-8")
    return 0


def try_mutant(folder: Path, place: int, mutant: Mutant, seconds: dict[str, float]) -> int:
    """Run tests with a mutant until one fails; return pytest's exit code or `INVALID`."""
    own = folder / str(place)
    shutil.copytree(folder / "base", own)
    (own / mutant.path).write_text(mutant.code, "utf-8")
    module = mutant.path.removesuffix(".py").replace("/", ".")
    for tests in (list(seconds)[:FIRST], list(seconds)[FIRST:]):
        if (process := os.fork()) == 0:
            sys.path.insert(0, str(own))
            try:
                importlib.import_module(module)
            except Exception:
                os._exit(INVALID)
            plugin = Chosen({test: seconds[test] for test in tests}, own.with_suffix(".txt"))
            os._exit(call_pytest(own, tests, plugin, "-x") if tests else 0)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return code
    return 0


def run(
    tasks: Iterable[tuple[Any, float, Callable[[], int]]], jobs: int
) -> Iterator[tuple[Any, int | None]]:
    """Call functions in processes that fork: yield each name and exit code, None if time is up."""

    def child(function: Callable[[], int]) -> None:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            os._exit(function())
        finally:
            traceback.print_exc()
            os._exit(BROKEN)

    waiting, running = iter(tasks), dict[Any, tuple[Any, float]]()
    while True:
        while len(running) < jobs and (task := next(waiting, None)):
            name, seconds, function = task
            process = get_context("fork").Process(target=child, args=[function])
            process.start()
            running[process] = name, time.monotonic() + seconds
        if not running:
            return
        connection.wait([process.sentinel for process in running], 1)
        for process, (name, end) in list(running.items()):
            late = time.monotonic() > end
            if late or not process.is_alive():
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.join()
                del running[process]
                yield name, None if late else process.exitcode


def copy_checkout(folder: Path) -> None:
    """Copy the files of the checkout, and the compiled core with its checksum, to a folder."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.check_output(listed, cwd=ROOT, text=True).split("\0")[:-1]
    for path in (
        *map(ROOT.joinpath, names),
        *ROOT.glob("kaleido/search/core/*kaleido_core.*"),
    ):
        if path.exists():
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)


def find_reach(base: Path, names: Iterable[str], jobs: int) -> list[dict[str, Any]]:
    """Return the lines that the tests of each file reach, from the cache where it is valid."""
    kept = ROOT / "build/mutants"
    kept.mkdir(parents=True, exist_ok=True)
    every = {*base.glob("tests/*/test_*.py"), base / "kaleido", base / "benchmarks/mockups"}
    asked = set(names)
    tests = [
        path
        for path in every
        if not asked or asked & {path.parent.name, path.stem.removeprefix("test_")}
    ]
    helpers = set(base.glob("tests/*.py")) - every
    package = sha256(b"".join(path.read_bytes() for path in sorted(base.glob("kaleido/**/*.py"))))
    tasks, found = [], []
    for path in sorted(tests):
        name, key = str(path.relative_to(base)), package.copy()
        text = path.read_text("utf-8") if path.is_file() else name
        used = (each.read_text("utf-8") for each in sorted(helpers) if each.stem in text)
        key.update("".join((text, *used)).encode())
        found.append(kept / f"{key.hexdigest()}.json")
        if not found[-1].exists():
            tasks.append((name, 900.0, partial(write_reach, base, name, found[-1])))
    for name, code in run(tasks, jobs):
        print(f"{name}: {code or 'coverage'}", file=sys.stderr)
    return [json.loads(path.read_text("utf-8")) for path in found if path.exists()]


def find_tests(mutant: Mutant, reach: list[dict[str, Any]]) -> dict[str, float]:
    """Return the tests that reach a mutant's lines and their seconds, the fastest first."""
    found: list[tuple[float, str]] = []
    for own in reach:
        lines, mask = own["lines"].get(mutant.path, {}), 0
        for line in mutant.lines:
            mask |= int(lines.get(str(line), "0"), 16)
        tests = enumerate(own["tests"].items())
        found += [(seconds, test) for place, (test, seconds) in tests if mask >> place & 1]
    chosen, whole = {}, 0.0
    for seconds, test in sorted(found):
        whole += seconds
        if whole <= MOST:
            chosen[test] = seconds
    return chosen


def show(mutant: Mutant) -> str:
    """Return a mutant as `equivalent_mutants.toml` lists it."""
    fields = zip(("where", "before", "after"), mutant.difference, strict=True)
    lines = (f"{name} = {json.dumps(value)}" for name, value in fields)
    return "\n".join((f"[[mutant]]  # {mutant.operator}", *lines, ""))


def main() -> int:
    """Try the mutants that the command line asks for, and print those that survive."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    night = date.today().toordinal()
    tonight = list(ROOMS)[night % len(ROOMS)]
    parser.add_argument("room", nargs="?", choices=ROOMS, default=tonight)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--seed", type=int, default=night)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument(
        "--tests",
        nargs="*",
        default=(),
        help="only those of a folder of tests, or of files test_NAME.py",
        metavar="NAME",
    )
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    paths = [path for each in ROOMS[asked.room] for path in sorted((ROOT / "kaleido").glob(each))]
    every = [each for path in paths for each in mutants_of(ROOT, str(path.relative_to(ROOT)))]
    drawn = random.Random(asked.seed).sample(every, min(asked.number, len(every)))
    listed = tomllib.loads(Path(__file__).with_name("equivalent_mutants.toml").read_text("utf-8"))
    fields = ("where", "before", "after")
    equivalent = {tuple(each.get(name) for name in fields) for each in listed["mutant"]}
    mutants = [
        mutant
        for mutant in drawn
        if equivalent.isdisjoint({mutant.difference, (mutant.difference[0], None, None)})
    ]
    print(f"{asked.room}, seed {asked.seed}: {len(drawn)} of {len(every)} mutants", flush=True)
    if asked.list:
        print(*map(show, mutants), sep="\n")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        copy_checkout(folder / "base")
        reach = find_reach(folder / "base", asked.tests, asked.jobs)
        tests = [find_tests(mutant, reach) for mutant in mutants]
        tasks = (
            (place, 30 + 5 * sum(own.values()), partial(try_mutant, folder, place, mutant, own))
            for place, (mutant, own) in enumerate(zip(mutants, tests, strict=True))
        )
        codes = {}
        for place, codes[place] in run(tasks, asked.jobs):
            shutil.rmtree(folder / str(place), ignore_errors=True)
            if codes[place] == 0:
                print(show(mutants[place]), flush=True)
        failed = {path.read_text("utf-8").split("\n")[0] for path in folder.glob("*.txt")}
        plugin = Chosen(dict.fromkeys(failed, 0.0), folder / "failed")
        task = ("", 3600.0, partial(call_pytest, folder / "base", failed, plugin))
        if failed and [code for _, code in run([task], 1)] != [0]:
            print("fail without a change, too:", (folder / "failed").read_text("utf-8"), sep="\n")
            return 2
    counts = Counter(codes.values())
    tried = len(mutants) - counts[INVALID]
    noticed = tried - counts[0]
    low, high = stats.binomtest(noticed, tried).proportion_ci(method="wilson")
    print(
        f"{asked.room}, seed {asked.seed}: {noticed} of {tried} mutants noticed ="
        f" {noticed / tried:.1%} ({low:.1%} to {high:.1%}), {counts[None]} by the time limit;"
        f" {len(drawn) - len(mutants)} equivalent and {counts[INVALID]} invalid ones do not count"
    )
    if BROKEN in counts:
        return 2
    return int(high < BAR)


if __name__ == "__main__":
    sys.exit(main())
