"""Hardships of a batch on a Dask cluster."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from dask_cluster import DaskCluster
from silent_proxy import SilentProxy
from trial import PATIENCE, Trial

FROZEN_SECONDS = 8.0
"""Seconds for which the scheduler is stopped, or the net silent, when the run must outlast it."""

WORKER_TTL = 15
"""Seconds after which the scheduler gives up a worker that is stopped; by default five minutes."""


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
