"""`kaleido batch` on workers that are killed, stopped and cut off: each board once in the end.

python benchmarks/hardship.py [--boards 10000] [--seed 0] [pool] [cluster]

A run over many boards meets one hardship after the other, at equal distances. Where it ends, it
must say why in one line and go on with `--resume`; otherwise it must go on by itself. In the end
each board must have exactly one record, with the answer of an undisturbed search. It prints
Markdown, and gives 0 when all of this holds. It needs Linux, and for `cluster` the extra of that
name.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from dask_cluster import DaskCluster
from processes import descendants
from silent_proxy import SilentProxy

import kaleido

PATIENCE = 180.0
"""Seconds in which a run must go on, or end."""

FROZEN_SECONDS = 8.0
"""Seconds for which the scheduler is stopped, or the net silent, when the run must outlast it."""

WORKER_TTL = 15
"""Seconds after which the scheduler gives up a worker that is stopped; by default five minutes."""

PAUSE_SECONDS = 3.0
"""Seconds for which a process of this machine is stopped: nobody waits for it, nor gives it up."""

WITHIN = 40
"""Records that must come after a hardship for the run to have gone on."""


class HardshipError(Exception):
    """A run that did not do what it must."""


class Trial(ABC):
    """A run over boards that meets hardships.

    Parameters
    ----------
    folder : Path
    boards : int
    source : random.Random
    """

    def __init__(self, folder: Path, boards: int, source: random.Random) -> None:
        self._file, self._out = folder / "boards.json", folder / "out.jsonl"
        self._source = source
        names = [each for each in kaleido.pattern_names("standard") if each != "checkerboard"]
        self._asked = {
            f"{self._file}:{number}": kaleido.named_pattern(names[number % len(names)])
            for number in range(boards)
        }
        texts = {name.rpartition(":")[2]: each.text for name, each in self._asked.items()}
        self._file.write_text(json.dumps(texts))
        self._run: subprocess.Popen[str] | None = None
        self._begun = 0

    @property
    @abstractmethod
    def hardships(self) -> dict[str, Callable[[], str]]:
        """What happens, each with a function that lets it happen and says what came of it."""

    @abstractmethod
    def _options(self) -> list[str]:
        """Return the options that name the workers."""

    def meet(self) -> list[tuple[str, ...]]:
        """Run, and return what happened: at which record, what, what came of it, the seconds."""
        rows = []
        self.start()
        steps = list(self.hardships.items())
        for number, (what, happen) in enumerate(steps, start=1):
            # A run that has just been resumed must have begun, too.
            share = len(self._asked) * number // (len(steps) + 1)
            self.wait_for(min(max(share, self._begun + 1), len(self._asked)))
            at, began = self.records, time.monotonic()
            try:
                came = happen()
            except HardshipError as fault:
                raise HardshipError(f"{what}: {fault}") from None
            rows.append((f"{at:,}", what, came, f"{time.monotonic() - began:.1f}"))
        code, err = self.end()
        if code != 0:
            raise HardshipError(f"the last run ended with {code}: {err}")
        self.check()
        return rows

    def start(self) -> None:
        """Start the run, or go on with it."""
        self._begun = self.records
        command = [sys.executable, "-m", "kaleido", "batch", "solve", str(self._file)]
        command += ["-o", str(self._out), "--resume", *self._options()]
        self._run = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    @property
    def process(self) -> subprocess.Popen[str]:
        """The run."""
        assert self._run is not None
        return self._run

    @property
    def records(self) -> int:
        """The number of lines that are written."""
        return self._out.read_bytes().count(b"\n") if self._out.exists() else 0

    def wait_for(self, records: int) -> None:
        """Wait until the run has written so many records."""
        until = time.monotonic() + PATIENCE
        seen = -1
        while (now := self.records) < records:
            if now > seen:
                seen, until = now, time.monotonic() + PATIENCE
            if self.process.poll() is not None:
                raise HardshipError(f"ended with {self.process.returncode}: {self.end()[1]}")
            if time.monotonic() > until:
                raise HardshipError(f"no record for {PATIENCE:g} s")
            time.sleep(0.05)

    def goes_on(self) -> str:
        """Wait until the run has written more records."""
        self.wait_for(min(self.records + WITHIN, len(self._asked)))
        return "went on by itself"

    def end(self) -> tuple[int, str]:
        """Wait for the end of the run; return its exit code and what it said."""
        try:
            _, err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise HardshipError(f"did not end within {PATIENCE:g} s") from None
        return self.process.returncode, err

    def ends_and_goes_on(self, code: int, lines: int = 1) -> str:
        """Wait for the end, check what was said, and go on."""
        found, err = self.end()
        # Whoever is killed says nothing; some tidy up after it and say so.
        said = err.splitlines() if code >= 0 else []
        if found != code or len(said) > lines or not all(map(_is_own, said)):
            raise HardshipError(f"ended with {found}: {err}")
        self.start()
        return f"ended with {found}{f', said “{said[-1][9:]}”' if said else ''}, and was resumed"

    def send(self, how: signal.Signals) -> None:
        """Send the run itself a signal."""
        self.process.send_signal(how)

    def check(self) -> None:
        """Check that each board has one record, with the answer of an undisturbed search."""
        answers: dict[str, object] = {}
        found: set[str] = set()
        for line in self._out.read_text().splitlines():
            record = json.loads(line)
            board = record["board"]
            if board in found:
                raise HardshipError(f"{board} has two records")
            found.add(board)
            pattern = self._asked[board]
            if pattern.text not in answers:
                answer = json.loads(json.dumps(kaleido.solve(pattern).as_dict()))
                answers[pattern.text] = [answer[field] for field in ("nodes", "placements")]
            if [record["nodes"], record["placements"]] != answers[pattern.text]:
                raise HardshipError(f"{board} has another answer: {line[:200]}")
        if missing := self._asked.keys() - found:
            raise HardshipError(f"{len(missing):,} boards have no record")

    def close(self) -> None:
        """End the run if it has not ended."""
        if self._run is not None and self._run.poll() is None:
            os.killpg(self._run.pid, signal.SIGKILL)
            self._run.communicate()


def _is_own(line: str) -> bool:
    return line.startswith("kaleido: ")


class PoolTrial(Trial):
    """A run on two processes of this machine."""

    def _options(self) -> list[str]:
        return ["--workers", "2"]

    @property
    def hardships(self) -> dict[str, Callable[[], str]]:
        """What happens."""
        return {
            "a worker is killed": lambda: self._kill(1),
            "both workers are killed": lambda: self._kill(2),
            "a worker is killed ten times": self._keep_killing,
            f"a worker is stopped for {PAUSE_SECONDS:g} s": self._freeze,
            "the run is killed": lambda: self._end_run(signal.SIGKILL, -9),
            "the run gets SIGTERM": lambda: self._end_run(signal.SIGTERM, 143, 2),
            "the run gets Ctrl-C": lambda: self._end_run(signal.SIGINT, 130, 2),
        }

    def _workers(self) -> list[int]:
        found = []
        for process in descendants(self.process.pid):
            try:
                words = Path(f"/proc/{process}/cmdline").read_bytes()
            except OSError:
                continue
            if b"popen_loky" in words:
                found.append(process)
        return found

    def _kill(self, number: int) -> str:
        for worker in self._workers()[:number]:
            os.kill(worker, signal.SIGKILL)
        return self.goes_on()

    def _keep_killing(self) -> str:
        for _ in range(10):
            time.sleep(self._source.uniform(0.05, 0.5))
            if workers := self._workers():
                os.kill(self._source.choice(workers), signal.SIGKILL)
        return self.goes_on()

    def _freeze(self) -> str:
        worker = self._workers()[0]
        os.kill(worker, signal.SIGSTOP)
        time.sleep(PAUSE_SECONDS)
        os.kill(worker, signal.SIGCONT)
        return self.goes_on()

    def _end_run(self, how: signal.Signals, code: int, lines: int = 1) -> str:
        self.send(how)
        return self.ends_and_goes_on(code, lines)


class ClusterTrial(Trial):
    """A run on a Dask cluster of two workers, with a connection that can be cut."""

    def __init__(self, folder: Path, boards: int, source: random.Random) -> None:
        super().__init__(folder, boards, source)
        self._folder = folder
        self._stack = ExitStack()
        self._renew()

    def _renew(self) -> None:
        """Start a cluster, and a connection to it, in place of those before."""
        self._stack.close()
        settings = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": f"{WORKER_TTL} s"}
        for file in self._folder.glob("scheduler.json"):
            file.unlink()
        self._cluster = self._stack.enter_context(DaskCluster(self._folder, 2, settings))
        self._cluster.wait_for_workers(2)
        self._proxy = self._stack.enter_context(SilentProxy(self._cluster.address))

    def _options(self) -> list[str]:
        return ["--scheduler", self._proxy.address]

    @property
    def hardships(self) -> dict[str, Callable[[], str]]:
        """What happens."""
        frozen = f"for {FROZEN_SECONDS:g} s"
        return {
            "a worker is killed, another comes": self._kill_worker,
            "both workers are killed, others come": lambda: self._kill_worker(2),
            "a worker is stopped until the scheduler gives it up": self._freeze_worker,
            f"the scheduler is stopped {frozen}": self._freeze_scheduler,
            f"the net is silent {frozen}": lambda: self._silence(FROZEN_SECONDS),
            "the net is silent until the run ends": lambda: self._silence(None),
            "the connection is cut": self._cut,
            "the scheduler is killed": self._kill_scheduler,
            "the scheduler is stopped until the run ends": self._stop_scheduler,
            "the run is killed": self._kill_run,
        }

    def _kill_worker(self, number: int = 1) -> str:
        for _ in range(number):
            worker = self._cluster.workers.pop(0)
            worker.kill()
            worker.wait()
        for _ in range(number):
            self._cluster.workers.append(self._cluster.add_worker())
        return self.goes_on()

    def _freeze_worker(self) -> str:
        worker = self._cluster.workers.pop(0)
        worker.send_signal(signal.SIGSTOP)
        self._cluster.workers.append(self._cluster.add_worker())
        time.sleep(1.5 * WORKER_TTL)
        came = self.goes_on()
        worker.kill()
        worker.wait()
        return came

    def _freeze_scheduler(self) -> str:
        self._cluster.scheduler.send_signal(signal.SIGSTOP)
        time.sleep(FROZEN_SECONDS)
        self._cluster.scheduler.send_signal(signal.SIGCONT)
        return self.goes_on()

    def _silence(self, seconds: float | None) -> str:
        self._proxy.fall_silent()
        if seconds is not None:
            time.sleep(seconds)
            self._proxy.heal()
            return self.goes_on()
        self.process.wait(PATIENCE)
        self._proxy.heal()
        return self.ends_and_goes_on(2)

    def _cut(self) -> str:
        self._proxy.cut()
        return self.ends_and_goes_on(2)

    def _kill_scheduler(self) -> str:
        self._cluster.scheduler.kill()
        self.process.wait(PATIENCE)
        self._renew()
        return self.ends_and_goes_on(2)

    def _stop_scheduler(self) -> str:
        self._cluster.scheduler.send_signal(signal.SIGSTOP)
        self.process.wait(PATIENCE)
        self._renew()
        return self.ends_and_goes_on(2)

    def _kill_run(self) -> str:
        self.send(signal.SIGKILL)
        return self.ends_and_goes_on(-9)

    def close(self) -> None:
        """End the run and the cluster."""
        super().close()
        self._stack.close()


TRIALS = {"pool": PoolTrial, "cluster": ClusterTrial}


def main(args: Sequence[str] | None = None) -> int:
    """Run the trials, print what happened, and give 0 when no board was lost or done twice."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ways", nargs="*", default=list(TRIALS), help=", ".join(TRIALS))
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(args)
    faults = 0
    for way in given.ways:
        with tempfile.TemporaryDirectory() as name:
            trial = TRIALS[way](Path(name), given.boards, random.Random(given.seed))
            began = time.monotonic()
            try:
                rows = trial.meet()
            except (HardshipError, subprocess.TimeoutExpired) as fault:
                faults += 1
                print(f"{way}: {fault}", flush=True)
                continue
            finally:
                trial.close()
        seconds = time.monotonic() - began
        print(f"{way}: {given.boards:,} boards, each with one record, in {seconds:,.0f} s\n")
        print("| at record | what happens | the run | s |\n|---:|---|---|---:|")
        print("\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n", flush=True)
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
