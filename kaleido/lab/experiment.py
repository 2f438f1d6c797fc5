"""An experiment: strategies on boards with seeds and limits, whose runs a store keeps."""

import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.util import find_spec
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from kaleido._version import __version__
from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import SEED
from kaleido.base.errors import OptionError, WorkersError
from kaleido.base.text import plural, quote, shown
from kaleido.heuristics.makers import (
    Maker,
    Strategies,
    make_any_strategy,
    resolved,
    strategy_makers,
)
from kaleido.heuristics.registry import DEFAULT, STRATEGIES, strategy_name
from kaleido.lab.board_names import Compared, Patterns, check_name, fingerprint, name_boards
from kaleido.lab.comparison import Comparison
from kaleido.lab.identity import StrategyIdentity, identify
from kaleido.lab.run import Run, RunKey
from kaleido.lab.store import Registration, Store, check_store, open_store
from kaleido.model.grid import Grid
from kaleido.model.piece_set import PieceSet
from kaleido.parallel import Crash, Serial, Shipped, Workers, describe_machine, open_jobs
from kaleido.puzzle.answer import solution_of
from kaleido.puzzle.questions import as_state
from kaleido.search.events import Event, looks_of
from kaleido.search.result import Status, search_result
from kaleido.search.state import State
from kaleido.search.stopping import check_limits

Seeds = int | Iterable[int]  # the seeds, or how many of them, starting with 0


class PlannedRun(NamedTuple):
    """A run that is left to do: its key and names, the board and the maker of its strategy."""

    run: Run
    board: Compared
    make: Maker


@dataclass(frozen=True)
class Schedule:
    """The runs of an experiment in their order, and the known ones by their keys.

    Each call of `order` yields all `total` of them, which may be too many for a list. Runs are
    written to the store, if there is one. `modules` are those whose code is sent to other
    processes.
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
                if task.run.key in self.done:
                    yield _named(self.done[task.run.key], task)

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
                while task.run.key not in done:
                    run = next(results)
                    done[run.key] = run
                    if report is not None:
                        report(run)
                yield _named(done[task.run.key], task)

    def _results(self, workers: Workers) -> Iterator[Run]:
        """Make the missing runs; yield them as they finish, with those of other processes."""
        started: list[PlannedRun] = []
        found: deque[Run] = deque()
        makers: dict[str, Maker] = {}
        seen = set(self.done)

        def fresh() -> Iterator[PlannedRun]:
            for task in self.order():
                if task.run.key in seen:
                    continue
                seen.add(task.run.key)
                label = task.run.strategy
                if label not in makers:
                    here = isinstance(workers, Serial)
                    makers[label] = (
                        task.make if here else Shipped(resolved(task.make), self.modules)
                    )
                known = self.store.find(task.run.key) if self.store else None
                if known is not None:
                    found.append(_named(known, task))
                else:
                    started.append(task)
                    yield task._replace(make=makers[label])

        for place, result in workers.map_unordered(done_run, fresh()):
            if isinstance(result, Crash):
                lost = started[place].run
                what = f"strategy {quote(lost.strategy)} with seed {lost.seed}"
                raise WorkersError(f"{what} on {quote(lost.pattern)} failed: {result.reason}")
            if result.version != __version__:
                raise WorkersError(f"a worker has Kaleido {result.version}, expected {__version__}")
            found.append(self.store.add(result) if self.store else result)
            while found:
                yield found.popleft()
        yield from found


def _named(run: Run, task: PlannedRun) -> Run:
    """Return a known run with the names that it has in a task."""
    own = task.run
    return run._replace(pattern=own.pattern, strategy=own.strategy, seed=own.seed)


_practised: set[tuple[str, PieceSet, Grid]] = set()
"""The strategies that this process has run, each with the pieces and the grid."""


def done_run(task: PlannedRun, watch: Callable[[Event], None] | None = None) -> Run:
    """Make a planned run and return it; `watch` is called with each event of the search.

    Before the first run of a strategy with some pieces on some grid, a process searches for one
    node, so that its imports and tables are in the seconds of no run.
    """
    run = task.run
    problem = as_state(task.board).problem
    kind = run.strategy, problem.pieces, problem.grid
    if kind not in _practised:
        _practised.add(kind)
        practice = make_any_strategy(task.make(run.seed))
        search_result(State.empty(problem), practice, max_nodes=1, timeout=run.timeout)
    began = time.perf_counter()
    start, strategy = as_state(task.board), make_any_strategy(task.make(run.seed))
    result = search_result(
        start, strategy, max_nodes=run.max_nodes, timeout=run.timeout, watch=watch
    )
    # The other parts of an answer, such as scores of moves, may take longer than the search.
    solution_of(start, result)
    looks = looks_of(strategy)
    return run._replace(
        status=str(result.status),
        nodes=result.nodes,
        backtracks=result.backtracks,
        seconds=round(time.perf_counter() - began, 6),
        version=__version__,  # of the process that made it
        engine=result.engine,
        machine=describe_machine(),
        probed=looks.nodes if looks else 0,
    )


@checked_arguments
@dataclass(frozen=True, init=False, repr=False)
class Experiment:
    """Strategies to compare on boards, with seeds and limits.

    Its runs come seed by seed, board by board, with the strategies in turn: what an interruption
    leaves is balanced, and a machine that slows down slows all strategies. A strategy that uses no
    seed runs once on a board, with the first seed, and that run holds for every seed.

    With a file, each run is kept there when it finishes, and no run is made twice: not after an
    interruption, and not when several experiments, or several processes, share the file. Two runs
    are the same if they have the same cells and pieces of the board, strategy, seed, limits and
    version of Kaleido. Two strategies are the same if they have the same parameters and the same
    code, with all that it refers to in its module, in modules beside it and in a notebook, whatever
    their labels.

    Parameters
    ----------
    patterns : mapping of str to Board, Puzzle, Position or str, or iterable of them, or one of them
        Boards by name; or patterns, puzzles, positions from which searches go on, and texts that
        name them: a name, rows, a pattern file, a folder of them or a file of many boards (see
        `read_boards`). A board without a name is called by its title, with a number if the title is
        taken.
    strategies : mapping of str to StrategyLike, iterable of StrategyLike, or one, optional
        As for `kaleido.solve`, by label or by their own names. Copies with the seeds are run. One
        that is given twice runs once, and so does a seed; a board given twice is two boards.
    seeds : int or iterable of int, optional
        The number of seeds, starting with 0, or the seeds themselves.
    max_nodes, timeout
        As for `kaleido.solve`, for each run. Without either, a run may take very long.
    file : str or Path, optional
        The store: an SQLite file (``.db`` or ``.sqlite``), created if it does not exist.

    Attributes
    ----------
    boards : mapping of str to Board, Puzzle or Position
    strategies : mapping of str to callable
        Functions that make the strategies from a seed, by label.
    version, machine : str
        Of Kaleido, and this machine in words.

    Raises
    ------
    OptionError, PatternError
        A strategy or pattern is unknown, two strategies have the same name, or there is nothing to
        run.

    Examples
    --------
    >>> experiment = Experiment(["car", "key"], ["constrained", "paper"], seeds=5, max_nodes=300)
    >>> experiment
    Experiment: 2 strategies on 2 patterns, 5 seeds, at most 300 nodes
    >>> experiment.run().summary().select("strategy", "runs", "solved", "gave up")
    strategy     runs  solved  gave up
    constrained    10      10        0
    paper           2       1        1
    paper uses no seed: one run on each board
    """

    boards: Mapping[str, Compared]
    strategies: Mapping[str, Maker]
    seeds: Sequence[int]
    max_nodes: int | None
    timeout: float | None
    file: Path | None
    version: str = field(default=__version__, compare=False)
    machine: str = field(default="", compare=False)

    def __init__(
        self,
        patterns: Patterns,
        strategies: Strategies = (DEFAULT, "paper-plus"),
        seeds: Seeds = 1,
        *,
        max_nodes: int | None = None,
        timeout: float | None = None,
        file: str | Path | None = None,
    ) -> None:
        boards = name_boards(patterns)
        makers = strategy_makers(strategies)
        for label in makers:
            check_name(label, "strategy")
        numbers = _list_seeds(seeds)
        check_limits(max_nodes, timeout)
        if file is not None:
            check_store(Path(file))
        for name, value in {
            "boards": MappingProxyType(boards),
            "strategies": MappingProxyType(makers),
            "seeds": numbers,
            "max_nodes": max_nodes,
            # Files of runs have no endless number.
            "timeout": None if timeout is None or timeout == inf else float(timeout),
            "file": None if file is None else Path(file),
            "version": __version__,
            "machine": describe_machine(),
        }.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        number = len(self.strategies)
        parts = [
            f"{f'{number:,} strategies' if number > 1 else '1 strategy'} on "
            f"{plural(len(self.boards), 'pattern')}",
            plural(len(self.seeds), "seed"),
        ]
        parts += [f"at most {plural(self.max_nodes, 'node')}"] if self.max_nodes is not None else []
        parts += [f"at most {self.timeout:g} s"] if self.timeout is not None else []
        with suppress(OptionError):  # there is no file, or another than a store
            parts += filter(None, [self.results().incomplete])
        return f"Experiment: {', '.join(parts)}"

    def run(
        self,
        *,
        workers: int | Workers = 1,
        scheduler: str | None = None,
        known: Iterable[Run] = (),
        progress: bool | None = None,
    ) -> Comparison:
        """Make the runs that are not known yet, and return all of them in order.

        Parameters
        ----------
        workers : int or Workers, optional
            The number of processes that share the work, -1 for one on each core, or those of
            `kaleido.parallel.make_workers`. The runs and their order are the same for any number,
            but times worth reporting are measured with 1.
        scheduler : str, optional
            The address of the scheduler of a Dask cluster, such as ``tcp://host:8786``, whose
            workers make the runs instead. The code of strategies is sent along.
        known : iterable of Run, optional
            Runs that are not made again, such as those of an earlier comparison.
        progress : bool, optional
            Whether to show a progress bar on standard error, or below the cell of a notebook. By
            default it is shown if somebody can see it.

        Raises
        ------
        OptionError
            The file is not a store, or cannot be written; or with a file, what a strategy refers to
            cannot be read.
        WorkersError
            A run ended its process.
        """
        with self.opened(known) as schedule:
            done, total = schedule.progress
            with _run_progress(done, total, visible=progress) as report:
                return Comparison(
                    schedule.runs(workers=workers, scheduler=scheduler, report=report)
                )

    def results(self) -> Comparison:
        """Return the runs of this experiment that are in the store, in order, without making any.

        If some are missing, the result says so: "200 of 2,400 runs".

        Raises
        ------
        OptionError
            The experiment has no file, or the file is not a store.
        """
        if self.file is None:
            raise OptionError("the experiment has no file, so that its runs are those of .run()")
        identities = self._identities()
        with open_store(self.file) if self.file.exists() else nullcontext() as store:
            schedule = self._schedule(store, identities)
            return Comparison(schedule.known, schedule.total)

    @contextmanager
    @checked_arguments
    def opened(self, known: Iterable[Run] = ()) -> Iterator[Schedule]:
        """Open the store, if there is one, and yield the schedule of known and missing runs."""
        identities = self._identities()
        with open_store(self.file) if self.file is not None else nullcontext() as store:
            if store is not None:
                found = {label: each for label, each in identities.items() if each is not None}
                settings = self.seeds, self.max_nodes, self.timeout, self.version, self.machine
                store.register(Registration(self.boards, self._puzzles, found, *settings))
            yield self._schedule(store, identities, known)

    @cached_property
    def _puzzles(self) -> dict[str, str]:
        return {name: fingerprint(board) for name, board in self.boards.items()}

    def _identities(self) -> dict[str, StrategyIdentity | None]:
        """Return the identity of each strategy as it is now, as a notebook may have changed it."""
        return {label: self._identify(label) for label in self.strategies}

    def _schedule(
        self,
        store: Store | None,
        identities: Mapping[str, StrategyIdentity | None],
        known: Iterable[Run] = (),
    ) -> Schedule:
        done = {run.key: run for run in Comparison(known) if run.identity}
        if store is not None:
            digests = [each.digest for each in identities.values() if each is not None]
            done |= {run.key: run for run in store.runs(digests, self.version)}
        modules = {name for each in identities.values() if each for name in each.modules}
        order = partial(self._order, identities)
        turns = (
            len(self.seeds) if own is None or own.uses_seed else 1 for own in identities.values()
        )
        total = len(self.boards) * sum(turns)
        return Schedule(order, total, done, store, tuple(sorted(modules)))

    def _identify(self, label: str) -> StrategyIdentity | None:
        """Return the identity of a strategy; None if no run needs to be found again."""
        try:
            return identify(self.strategies[label], label, self.seeds)
        except OptionError:
            if self.file is not None:
                raise
            return None

    def _order(self, identities: Mapping[str, StrategyIdentity | None]) -> Iterator[PlannedRun]:
        for seed in self.seeds:
            for name, board in self.boards.items():
                for label, make in self.strategies.items():
                    own = identities[label]
                    uses_seed = own is None or own.uses_seed
                    if uses_seed or seed == self.seeds[0]:
                        run = Run(
                            *(name, label, seed, Status.GAVE_UP, 0, 0, 0.0),
                            *(self.max_nodes, self.timeout, self._puzzles[name]),
                            *(own.digest if own else "", uses_seed, __version__),
                        )
                        yield PlannedRun(run, board, make)


def compare(
    patterns: Patterns,
    strategies: Strategies = (DEFAULT, "paper-plus"),
    seeds: Seeds = 1,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    workers: int | Workers = 1,
    scheduler: str | None = None,
    known: Iterable[Run] = (),
    file: str | Path | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Solve every board with every strategy and every seed: an `Experiment`, which is run.

    Parameters
    ----------
    patterns : mapping or iterable
        One board or several, such as ["car", "key"], as for `kaleido.Experiment`.
    strategies, seeds, max_nodes, timeout, file
        As for `Experiment`.
    workers, scheduler, known, progress
        As for `Experiment.run`.

    Raises
    ------
    OptionError, PatternError
        A strategy or pattern is unknown, there is nothing to run, or the file holds something else.
        Nothing has run yet.
    WorkersError
        A run ended its process.

    Examples
    --------
    >>> for run in compare(["car", "key"], seeds=2, max_nodes=5000)[:2]:
    ...     print(run.pattern, run.seed, run.strategy, run.status)
    car 0 constrained solved
    car 0 paper-plus solved

    A sweep over weights, or over anything else of a strategy:

    >>> from functools import cached_property, partial
    >>> from kaleido.heuristics import PaperPlus
    >>> from kaleido.search import Weights
    >>> sweep = {f"window {w}": partial(PaperPlus, weights=Weights(window=w)) for w in (0, 0.5)}
    >>> compare(["car"], sweep).strategies
    ('window 0', 'window 0.5')
    """
    experiment = Experiment(
        patterns, strategies, seeds, max_nodes=max_nodes, timeout=timeout, file=file
    )
    return experiment.run(workers=workers, scheduler=scheduler, known=known, progress=progress)


def _list_seeds(seeds: Seeds) -> Sequence[int]:
    """Return the seeds; consecutive ones, of which there may be many, as a range."""
    numbers: Iterable[int]
    # `random.Random` does not accept other integers, such as NumPy's.
    try:
        numbers = range(seeds) if isinstance(seeds, int) else seeds
        if not isinstance(numbers, range):
            numbers = tuple(dict.fromkeys(map(int, numbers)))
    except (TypeError, ValueError):
        is_other = callable(seeds) or strategy_name(str(seeds)) in STRATEGIES
        also = "; several strategies go in a list" if is_other else ""
        expected = f"expected whole numbers, or how many{also}"
        raise OptionError(f"seeds is {shown(seeds)}: {expected}") from None
    if not numbers:
        raise OptionError(f"seeds is {shown(seeds)}: expected one or more")
    for seed in numbers if isinstance(numbers, tuple) else (numbers[0], numbers[-1]):
        SEED.check(seed, "a seed")
    return numbers


@contextmanager
def _run_progress(
    done: int, total: int, *, visible: bool | None
) -> Iterator[Callable[[Run], None] | None]:
    """Show a bar of the runs done, by default if somebody sees it; yield its callback."""
    module: Any = sys.modules.get("IPython")
    kernel = getattr(module.get_ipython(), "kernel", None) if module is not None else None
    if visible is None:
        # A notebook that a program executes cannot ask for input; Rich's bar there is a widget.
        is_asked = getattr(kernel, "_allow_stdin", False) and find_spec("ipywidgets")
        visible = bool(is_asked) if kernel else sys.stderr.isatty()
    if not visible or done == total:
        yield None
        return
    from rich.progress import MofNCompleteColumn, TimeRemainingColumn

    from kaleido.base.consoles import make_console, make_progress

    columns = MofNCompleteColumn(), TimeRemainingColumn()
    with make_progress(make_console(sys.stderr), *columns) as progress:
        task = progress.add_task("compare", total=total, completed=done)

        def report(run: Run) -> None:
            name = f"{run.strategy[-24:]} on {run.pattern[-24:]}"
            progress.update(task, advance=1, description=name)

        yield report
