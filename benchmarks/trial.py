"""A batch that meets hardships, wherever its workers run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from many_boards import faults_of, read_records, write_boards

import kaleido

PATIENCE = 180.0
"""Seconds in which a run must go on, or end."""

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
        patterns = write_boards(self._file, boards)
        self._asked = {f"{self._file}:{each}": pattern for each, pattern in enumerate(patterns)}
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


def _is_own(line: str) -> bool:
    return line.startswith("kaleido: ")
