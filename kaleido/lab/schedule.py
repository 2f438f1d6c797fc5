"""The runs of an experiment in their order: those that are known, and those that are left to do."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kaleido._version import __version__
from kaleido.base.errors import WorkersError
from kaleido.base.text import quote
from kaleido.heuristics.makers import Maker, make_any_strategy, resolved
from kaleido.lab.board_names import Compared
from kaleido.lab.run import Run, RunKey
from kaleido.lab.store import Store
from kaleido.parallel import Crash, Serial, Shipped, Workers, describe_machine, open_jobs
from kaleido.puzzle.answer import solution_of
from kaleido.puzzle.questions import as_state
from kaleido.search.events import Event
from kaleido.search.result import search_result


class PlannedRun(NamedTuple):
    """A run that is left to do."""

    name: str
    board: Compared
    label: str
    make: Maker
    seed: int
    max_nodes: int | None
    timeout: float | None
    puzzle: str
    identity: str
    uses_seed: bool

    @property
    def key(self) -> RunKey:
        """What identifies the run, as in `Run.key`."""
        own = self.puzzle, self.identity or self.label, self.seed if self.uses_seed else None
        return (*own, self.max_nodes, self.timeout, __version__)


@dataclass(frozen=True)
class Schedule:
    """The runs of an experiment in their order, and the known ones by their keys.

    `order` yields them anew, `total` of them: they may be too many for a list. Runs are written to
    the store, if there is one. `modules` are those whose code is sent to other processes.
    """

    order: Callable[[], Iterator[PlannedRun]]
    total: int
    done: Mapping[RunKey, Run] = field(default_factory=dict)
    store: Store | None = None
    modules: tuple[str, ...] = ()

    @property
    def known(self) -> Iterator[Run]:
        """The runs that are known, in their order."""
        if self.done:
            for task in self.order():
                if task.key in self.done:
                    yield _named(self.done[task.key], task)

    @property
    def progress(self) -> tuple[int, int]:
        """How many runs are known, and how many there are."""
        return sum(1 for _ in self.known), self.total

    def runs(
        self,
        *,
        workers: int | Workers = 1,
        scheduler: str | None = None,
        report: Callable[[Run], None] | None = None,
    ) -> Iterator[Run]:
        """Make the missing runs, write and report each, and yield all in their order."""
        done = dict(self.done)
        with open_jobs(workers, scheduler) as opened:  # no process starts before the first task
            results = self._results(opened)
            for task in self.order():
                while task.key not in done:
                    run = next(results)
                    done[run.key] = run
                    if report is not None:
                        report(run)
                yield _named(done[task.key], task)

    def _results(self, workers: Workers) -> Iterator[Run]:
        """Make the runs left; yield them as they finish, and those that others write."""
        started: list[PlannedRun] = []
        found: deque[Run] = deque()
        makers: dict[str, Maker] = {}
        seen = set(self.done)

        def fresh() -> Iterator[PlannedRun]:
            for task in self.order():
                if task.key in seen:
                    continue
                seen.add(task.key)
                if task.label not in makers:
                    here = isinstance(workers, Serial)
                    makers[task.label] = (
                        task.make if here else Shipped(resolved(task.make), self.modules)
                    )
                known = self.store.find(task.key) if self.store else None
                if known is not None:
                    found.append(known._replace(pattern=task.name, strategy=task.label))
                else:
                    started.append(task)
                    yield task._replace(make=makers[task.label])

        for place, result in workers.map_unordered(done_run, fresh()):
            if isinstance(result, Crash):
                task = started[place]
                what = f"strategy {quote(task.label)} with seed {task.seed} on {quote(task.name)}"
                raise WorkersError(f"{what} failed: {result.reason}")
            if result.version != __version__:
                raise WorkersError(f"a worker has Kaleido {result.version}, expected {__version__}")
            found.append(self.store.add(result) if self.store else result)
            while found:
                yield found.popleft()
        yield from found


def _named(run: Run, task: PlannedRun) -> Run:
    """Return a known run with the names that it has in a task."""
    return run._replace(pattern=task.name, strategy=task.label, seed=task.seed)


def done_run(task: PlannedRun, watch: Callable[[Event], None] | None = None) -> Run:
    """Do what is planned and return the run; `watch` is called with each event of the search."""
    began = time.perf_counter()
    start, strategy = as_state(task.board), make_any_strategy(task.make(task.seed))
    limits: dict[str, Any] = {"max_nodes": task.max_nodes, "timeout": task.timeout}
    result = search_result(start, strategy, **limits, watch=watch)
    # What an answer says besides, such as scores of moves, may take longer than the search.
    solution_of(start, result)
    seconds = round(time.perf_counter() - began, 6)
    return Run(
        pattern=task.name,
        strategy=task.label,
        seed=task.seed,
        status=str(result.status),
        nodes=result.nodes,
        backtracks=result.backtracks,
        seconds=seconds,
        max_nodes=task.max_nodes,
        timeout=task.timeout,
        puzzle=task.puzzle,
        identity=task.identity,
        uses_seed=task.uses_seed,
        version=__version__,
        engine=result.engine,
        machine=describe_machine(),
    )
