"""An experiment: strategies on boards with seeds and limits, whose runs a store keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from types import MappingProxyType

from kaleido._version import __version__
from kaleido.base.arguments import named_options
from kaleido.base.bounds import SEED
from kaleido.base.errors import OptionError
from kaleido.base.text import plural, shown
from kaleido.heuristics.makers import Maker, Strategies, strategy_makers
from kaleido.heuristics.registry import DEFAULT
from kaleido.lab.board_names import Compared, Patterns, check_name, fingerprint, name_boards
from kaleido.lab.comparison import Comparison
from kaleido.lab.identity import StrategyIdentity, identify
from kaleido.lab.run import Run
from kaleido.lab.run_progress import run_progress
from kaleido.lab.schedule import PlannedRun, Schedule
from kaleido.lab.store import Registration, check_store, open_store
from kaleido.parallel import Workers, describe_machine
from kaleido.search.stopping import check_limits

Seeds = int | Iterable[int]  # the seeds, or how many of them, starting with 0


@named_options
@dataclass(frozen=True, init=False, repr=False)
class Experiment:
    """Strategies on boards with seeds and limits: what is compared, and how.

    Its runs come board by board, seed by seed, with the strategies in turn, so that a machine that
    slows down slows all of them. A strategy that uses no seed runs once on a board, and that run
    holds for every seed.

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
        stand for them: a name, rows, a pattern file, a folder of them or a file of many boards (see
        `read_boards`). A board without a name is called by its title, with a number if the title is
        taken.
    strategies : mapping of str to StrategyLike, iterable of StrategyLike, or one, optional
        As for `kaleido.solve`, by label or by their own names. Copies with the seeds are run.
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
    >>> experiment.run()
    Comparison: 12 runs of 2 strategies on 2 patterns, 5 seeds; 11 solved, 1 gave up
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
            "timeout": None if timeout in (None, inf) else float(timeout),
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
        parts += [f"at most {self.max_nodes:,} nodes"] if self.max_nodes is not None else []
        parts += [f"at most {self.timeout:g} s"] if self.timeout is not None else []
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
            with run_progress(done, total, visible=progress) as report:
                return Comparison(
                    schedule.runs(workers=workers, scheduler=scheduler, report=report)
                )

    def results(self) -> Comparison:
        """Return the runs of this experiment that are in the store, in order, without making any.

        Raises
        ------
        OptionError
            The experiment has no file, or the file is not a store.
        """
        if self.file is None:
            raise OptionError("the experiment has no file, so that its runs are those of .run()")
        if not self.file.exists():
            return Comparison(())
        with self.opened() as schedule:
            return Comparison(schedule.known)

    @contextmanager
    @named_options
    def opened(self, known: Iterable[Run] = ()) -> Iterator[Schedule]:
        """Open the store, if there is one, and yield which runs there are and which are to come."""
        puzzles = {name: fingerprint(board) for name, board in self.boards.items()}
        # Only now, because a notebook may have changed what they refer to.
        identities = {label: self._identify(label) for label in self.strategies}
        done = {run.key: run for run in Comparison(known) if run.identity}
        with open_store(self.file) if self.file is not None else nullcontext() as store:
            if store is not None:
                found = {label: each for label, each in identities.items() if each is not None}
                limits = self.seeds, self.max_nodes, self.timeout
                told = Registration(
                    self.boards, puzzles, found, *limits, self.version, self.machine
                )
                store.register(told)
                digests = [each.digest for each in found.values()]
                done |= {run.key: run for run in store.runs(digests, self.version)}
            modules = {name for each in identities.values() if each for name in each.modules}
            order = partial(self._order, puzzles, identities)
            turns = (
                len(self.seeds) if own is None or own.uses_seed else 1
                for own in identities.values()
            )
            total = len(self.boards) * sum(turns)
            yield Schedule(order, total, done, store, tuple(sorted(modules)))

    def _identify(self, label: str) -> StrategyIdentity | None:
        """Return the identity of a strategy; None if no run needs to be found again."""
        try:
            return identify(self.strategies[label], label, self.seeds)
        except OptionError:
            if self.file is not None:
                raise
            return None

    def _order(
        self, puzzles: Mapping[str, str], identities: Mapping[str, StrategyIdentity | None]
    ) -> Iterator[PlannedRun]:
        for name, board in self.boards.items():
            for seed in self.seeds:
                for label, make in self.strategies.items():
                    own = identities[label]
                    uses_seed = own is None or own.uses_seed
                    if uses_seed or seed == self.seeds[0]:
                        limits = self.max_nodes, self.timeout
                        known_by = own.digest if own else "", uses_seed
                        yield PlannedRun(
                            *(name, board, label, make, seed), *limits, puzzles[name], *known_by
                        )


@named_options
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
    patterns, strategies, seeds, max_nodes, timeout, file
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

    >>> from functools import partial
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
        raise OptionError(f"seeds is {shown(seeds)}: expected whole numbers, or how many") from None
    if not numbers:
        raise OptionError(f"seeds is {shown(seeds)}: expected one or more")
    for seed in numbers if isinstance(numbers, tuple) else (numbers[0], numbers[-1]):
        SEED.check(seed, "a seed")
    return numbers
