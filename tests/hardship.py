"""`kaleido batch` on workers that are killed, stopped and cut off: each board once in the end.

A run over many boards meets one hardship after the other, at equal distances. Where it ends, it
must say why in one line and go on with `--resume`; otherwise it must go on by itself. In the end
each board must have exactly one record, with the answer of an undisturbed search. It needs Linux.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from cluster import DaskCluster, SilentProxy
from processes import command, descendants

import kaleido

PATIENCE = 180.0
"""Seconds in which a run must go on, or end."""

WITHIN = 40
"""Records that must come after a hardship for the run to have gone on."""

PAUSE = 3.0
"""Seconds for which a process of this machine is stopped: nobody waits for it, nor gives it up."""

FROZEN = 8.0
"""Seconds for which the scheduler is stopped, or the net silent, when the run must outlast it."""

WORKER_TTL = 15
"""Seconds after which the scheduler gives up a worker that is stopped; by default five minutes."""

SLOW = {"KALEIDO_ENGINE": "python"}
"""With the compiled core a run would be at its end before all has happened."""

Hardships = Mapping[str, Callable[[], str]]
"""What happens, each with a function that lets it happen and says what came of it."""


class HardshipError(Exception):
    """A run that did not do what it must."""


def write_boards(file: Path, number: int) -> list[kaleido.Pattern]:
    """Write a file of boards that are solved fast, named by their numbers from 0, and return them.

    Patterns that come with Kaleido are repeated as often as it takes.
    """
    names = [each for each in kaleido.pattern_names("standard") if each != "checkerboard"]
    patterns = [kaleido.named_pattern(names[each % len(names)]) for each in range(number)]
    file.write_text(json.dumps({str(each): pattern.text for each, pattern in enumerate(patterns)}))
    return patterns


def read_records(file: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def faults_of(records: Iterable[dict[str, Any]], number: int) -> list[str]:
    """Return what is wrong with records of so many boards, each of which must be there once."""
    boards = Counter(record["board"] for record in records)
    wrong = [] if len(boards) == number else [f"{len(boards):,} boards, expected {number:,}"]
    twice = [board for board, times in boards.items() if times > 1]
    return wrong + [f"{board} is there {boards[board]} times" for board in twice[:3]]


class Trial:
    """A run over boards that meets hardships, wherever its workers run."""

    hardships: Hardships
    options: Sequence[str]
    """Those that name the workers."""

    def __init__(self, folder: Path, boards: int, source: random.Random) -> None:
        self._folder, self._source = folder, source
        self._file, self._out = folder / "boards.json", folder / "out.jsonl"
        patterns = write_boards(self._file, boards)
        self._asked = {f"{self._file}:{each}": pattern for each, pattern in enumerate(patterns)}
        self._run: subprocess.Popen[str] | None = None
        self._begun = 0

    def meet(self) -> list[tuple[str, ...]]:
        """Run, and return what happened: at which record, what, what came of it, the seconds."""
        rows = []
        self._start()
        for number, (what, happen) in enumerate(self.hardships.items(), start=1):
            # A run that has just been resumed must have begun, too.
            share = len(self._asked) * number // (len(self.hardships) + 1)
            self._wait_for(max(share, self._begun + 1))
            at, began = self._records, time.monotonic()
            try:
                came = happen()
            except HardshipError as fault:
                raise HardshipError(f"{what}: {fault}") from None
            rows.append((f"{at:,}", what, came, f"{time.monotonic() - began:.1f}"))
        code, err = self._ended()
        if code != 0:
            raise HardshipError(f"the last run ended with {code}: {err}")
        self._check()
        return rows

    def _start(self) -> None:
        """Start the run, or go on with it."""
        self._begun = self._records
        words = [sys.executable, "-m", "kaleido", "batch", "solve", str(self._file)]
        words += ["-o", str(self._out), "--resume", *self.options]
        self._run = subprocess.Popen(
            words,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ | SLOW,
        )

    @property
    def _records(self) -> int:
        """The number of lines that are written."""
        return self._out.read_bytes().count(b"\n") if self._out.exists() else 0

    def _wait_for(self, records: int) -> None:
        """Wait until the run has written so many records."""
        seen, until = -1, 0.0
        while (now := self._records) < min(records, len(self._asked)):
            if now > seen:
                seen, until = now, time.monotonic() + PATIENCE
            if self._run.poll() is not None:
                raise HardshipError(f"ended with {self._run.returncode}: {self._ended()[1]}")
            if time.monotonic() > until:
                raise HardshipError(f"no record for {PATIENCE:g} s")
            time.sleep(0.05)

    def _go_on(self, records: int) -> None:
        """Wait until the run has written so many records more."""
        self._wait_for(self._records + records)

    def _after(self, *happen: Callable[[], object]) -> str:
        """Let things happen, and wait until the run has written more records."""
        for each in happen:
            each()
        self._go_on(WITHIN)
        return "went on by itself"

    def _ended(self) -> tuple[int, str]:
        """Wait for the end of the run; return its exit code and what it said."""
        try:
            _, err = self._run.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.close()
            raise HardshipError(f"did not end within {PATIENCE:g} s") from None
        return self._run.returncode, err

    def _resumed(self, code: int, *happen: Callable[[], object], lines: int = 1) -> str:
        """Let things happen, wait for the end, check what was said, and go on."""
        for each in happen:
            each()
        found, err = self._ended()
        # Whoever is killed says nothing; some tidy up after it and say so.
        said = err.splitlines() if code >= 0 else []
        own = all(line.startswith("kaleido: ") for line in said)
        if found != code or len(said) > lines or not own:
            raise HardshipError(f"ended with {found}: {err}")
        self._start()
        return f"ended with {found}{f', said “{said[-1][9:]}”' if said else ''}, and was resumed"

    def _end_run(self, how: signal.Signals, code: int) -> str:
        return self._resumed(code, lambda: self._run.send_signal(how), lines=2)

    def _check(self) -> None:
        """Check that each board has one record, with the answer of an undisturbed search."""
        records = read_records(self._out)
        if faults := faults_of(records, len(self._asked)):
            raise HardshipError("; ".join(faults))
        answers: dict[str, object] = {}
        for record in records:
            pattern = self._asked[record["board"]]
            if pattern.text not in answers:
                answer = json.loads(json.dumps(kaleido.solve(pattern).as_dict()))
                answers[pattern.text] = [answer[field] for field in ("nodes", "placements")]
            if [record["nodes"], record["placements"]] != answers[pattern.text]:
                raise HardshipError(f"another answer: {json.dumps(record)[:200]}")

    def close(self) -> None:
        """End the run if it has not ended."""
        if self._run is not None and self._run.poll() is None:
            os.killpg(self._run.pid, signal.SIGKILL)
            self._run.communicate()


class PoolTrial(Trial):
    """A run on two processes of this machine."""

    options = ("--workers", "2")

    def __init__(self, folder: Path, boards: int, source: random.Random) -> None:
        super().__init__(folder, boards, source)
        self.hardships = {
            "a worker is killed": lambda: self._after(partial(self._signal, signal.SIGKILL, 1)),
            "both workers are killed": lambda: self._after(partial(self._signal, signal.SIGKILL)),
            "a worker is killed ten times": lambda: self._after(*[self._kill_any] * 10),
            f"a worker is stopped for {PAUSE:g} s": lambda: self._after(
                partial(self._signal, signal.SIGSTOP, 1),
                partial(time.sleep, PAUSE),
                partial(self._signal, signal.SIGCONT),
            ),
            "the run is killed": lambda: self._end_run(signal.SIGKILL, -9),
            "the run gets SIGTERM": lambda: self._end_run(signal.SIGTERM, 143),
            "the run gets Ctrl-C": lambda: self._end_run(signal.SIGINT, 130),
        }

    def _workers(self) -> list[int]:
        return [each for each in descendants(self._run.pid) if "popen_loky" in command(each)]

    def _signal(self, how: signal.Signals, number: int | None = None) -> None:
        workers = self._workers()
        if not workers:
            raise HardshipError("the run has ended; it needs more boards")
        for worker in workers[:number]:
            # When one has ended, the run ends the others itself.
            with suppress(ProcessLookupError):
                os.kill(worker, how)

    def _kill_any(self) -> None:
        # Not before it has gone on: a task that ends several workers would be given up.
        self._go_on(self._source.randint(1, 9))
        if workers := self._workers():
            with suppress(ProcessLookupError):
                os.kill(self._source.choice(workers), signal.SIGKILL)


class ClusterTrial(Trial):
    """A run on a Dask cluster of two workers, with a connection that can be cut."""

    def __init__(self, folder: Path, boards: int, source: random.Random) -> None:
        super().__init__(folder, boards, source)
        self._stack = ExitStack()
        self._renew()
        frozen, sleep = f"for {FROZEN:g} s", partial(time.sleep, FROZEN)
        self.hardships = {
            "a worker is killed, another comes": lambda: self._after(self._kill),
            "both workers are killed, others come": lambda: self._after(self._kill, self._kill),
            "a worker is stopped until the scheduler gives it up": self._freeze_worker,
            f"the scheduler is stopped {frozen}": lambda: self._after(
                partial(self._cluster.scheduler.send_signal, signal.SIGSTOP),
                sleep,
                partial(self._cluster.scheduler.send_signal, signal.SIGCONT),
            ),
            f"the net is silent {frozen}": lambda: self._after(
                self._proxy.fall_silent, sleep, self._proxy.heal
            ),
            "the net is silent until the run ends": lambda: self._resumed(
                2, self._proxy.fall_silent, self._wait, self._proxy.heal
            ),
            "the connection is cut": lambda: self._resumed(2, self._proxy.cut),
            "the scheduler is killed": lambda: self._end_scheduler(signal.SIGKILL),
            "the scheduler is stopped until the run ends": lambda: self._end_scheduler(
                signal.SIGSTOP
            ),
            "the run is killed": lambda: self._end_run(signal.SIGKILL, -9),
        }

    def _renew(self) -> None:
        """Start a cluster, and a connection to it, in place of those before."""
        self._stack.close()
        settings = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": f"{WORKER_TTL} s", **SLOW}
        (self._folder / "scheduler.json").unlink(missing_ok=True)
        self._cluster = self._stack.enter_context(DaskCluster(self._folder, 2, settings))
        self._cluster.wait_for_workers(2)
        self._proxy = self._stack.enter_context(SilentProxy(self._cluster.address))
        self.options = ("--scheduler", self._proxy.address)

    def _replaced(self) -> subprocess.Popen[bytes]:
        """Give a worker, in whose place another comes."""
        self._cluster.workers.append(self._cluster.add_worker())
        return self._cluster.workers.pop(0)

    def _kill(self, worker: subprocess.Popen[bytes] | None = None) -> None:
        worker = worker or self._replaced()
        worker.kill()
        worker.wait()

    def _freeze_worker(self) -> str:
        worker = self._replaced()
        worker.send_signal(signal.SIGSTOP)
        came = self._after(partial(time.sleep, 1.5 * WORKER_TTL))
        self._kill(worker)
        return came

    def _wait(self) -> None:
        self._run.wait(PATIENCE)

    def _end_scheduler(self, how: signal.Signals) -> str:
        self._cluster.scheduler.send_signal(how)
        return self._resumed(2, self._wait, self._renew)

    def close(self) -> None:
        """End the run and the cluster."""
        super().close()
        self._stack.close()
