"""Strategies compared: each of them on every board, with every seed, and a bar of the progress."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from kaleido.analysis.answer import solution_of, status_of
from kaleido.analysis.comparison import Comparison
from kaleido.analysis.puzzle import Puzzle
from kaleido.analysis.questions import as_state
from kaleido.analysis.run import SUFFIXES, Run, RunFile, open_runs
from kaleido.arguments import named_options
from kaleido.errors import OptionError, PatternError, WorkersError
from kaleido.files import check_target, find_path
from kaleido.heuristics.makers import Maker, Strategies, make_any_strategy, strategy_makers
from kaleido.heuristics.registry import DEFAULT
from kaleido.library.board_files import BOARD_SUFFIXES, read_boards
from kaleido.library.patterns import looks_like_rows, pattern_names
from kaleido.library.puzzles import puzzle_names
from kaleido.model.board import Board
from kaleido.model.piece_set import CLASSIC
from kaleido.parallel import Crash, make_workers
from kaleido.search.result import search_result
from kaleido.search.stopping import check_limits
from kaleido.text import free_name, plural, quote, shown

# A pattern, a puzzle, or what names one or several: a name, rows, a file or a folder.
BoardSource = Board | Puzzle | str | Path
Patterns = Mapping[str, BoardSource] | Iterable[BoardSource] | BoardSource  # by name, or in order
Seeds = int | Iterable[int]  # the seeds, or how many of them, starting with 0


@named_options
def compare(
    patterns: Patterns,
    strategies: Strategies = (DEFAULT, "paper-plus"),
    seeds: Seeds = 1,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
    n_jobs: int = 1,
    known: Iterable[Run] = (),
    file: str | Path | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Solve every board with every strategy and every seed.

    The runs come board by board, seed by seed, with the strategies in turn, so that a machine that
    slows down slows all of them.

    Parameters
    ----------
    patterns : mapping of str to Board, Puzzle or str, or iterable of them, or one of them
        Boards by name; or patterns, puzzles, and text that names them: a name, rows, a pattern
        file, a folder of them or a file of many boards (see `read_boards`). A board without a name
        is called by its title, with a number if the title is taken.
    strategies : mapping of str to StrategyLike, iterable of StrategyLike, or one, optional
        As for `kaleido.solve`, by label or by their own names. Copies with the seeds are run.
    seeds : int or iterable of int, optional
        The number of seeds, starting with 0, or the seeds themselves.
    max_nodes, timeout
        As for `kaleido.solve`, for each run. Without either, a run may take very long.
    n_jobs : int, optional
        The number of processes that share the work; -1 is one for each core. The runs and their
        order are the same for any number, but times worth reporting are measured with 1.
    known : iterable of Run, optional
        Runs that are not run again, such as an earlier comparison. A run is known if the puzzle
        (whatever its name), the label of the strategy, the seed and the limits are the same; give
        a strategy that you have changed another label.
    file : str or Path, optional
        A CSV file to which each run is added when it finishes; those that are in it already are
        known, so that the same call goes on with what was interrupted.
    progress : bool, optional
        Whether to show a progress bar on standard error, or below the cell of a notebook. By
        default if somebody can see it.

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
    plan = make_plan(patterns, strategies, seeds, max_nodes=max_nodes, timeout=timeout)
    kept = Comparison(known)
    if file is not None:
        check_target(Path(file), SUFFIXES)
    with open_runs(Path(file)) if file is not None else nullcontext() as opened:
        todo = plan.without([*kept, *(opened.runs if opened else ())])
        total = len(plan.order)
        with run_progress(total - len(todo.tasks), total, visible=progress) as report:
            return Comparison(todo.runs(n_jobs=n_jobs, file=opened, report=report))


class PlannedRun(NamedTuple):
    """A run that is to be done."""

    name: str
    board: Board | Puzzle
    label: str
    make: Maker
    seed: int
    max_nodes: int | None
    timeout: float | None
    puzzle: str

    @property
    def key(self) -> tuple[str, str, int, int | None, float | None]:
        """What makes the run, as in `Run.key`."""
        return self.puzzle, self.label, self.seed, self.max_nodes, self.timeout


@dataclass(frozen=True)
class RunPlan:
    """The runs of a comparison in their order, and by their keys those that are known."""

    order: tuple[PlannedRun, ...]
    done: Mapping[object, Run] = field(default_factory=dict)

    @property
    def tasks(self) -> tuple[PlannedRun, ...]:
        """The runs that are to be done."""
        return tuple({task.key: task for task in self.order if task.key not in self.done}.values())

    def without(self, known: Iterable[Run]) -> RunPlan:
        """Return the plan with these runs as done."""
        return RunPlan(self.order, {**self.done, **{run.key: run for run in known}})

    def runs(
        self,
        *,
        n_jobs: int = 1,
        file: RunFile | None = None,
        report: Callable[[Run], None] = lambda _: None,
    ) -> Iterator[Run]:
        """Do what is to be done, write and report each run, and yield all in their order."""
        if isinstance(n_jobs, bool) or not isinstance(n_jobs, int) or n_jobs == 0 or n_jobs < -1:
            raise OptionError(f"n_jobs is {n_jobs!r}: expected 1 or more, or -1 for all cores")
        number = None if n_jobs == -1 else n_jobs
        done, tasks = dict(self.done), self.tasks
        # Without anything to do, no process starts.
        with make_workers(number if tasks else 1) as workers:
            results = _results(workers.map_unordered(_do, tasks), tasks)
            for task in self.order:
                while task.key not in done:
                    run = next(results)
                    done[run.key] = run
                    if file is not None:
                        file.add(run)
                    report(run)
                yield done[task.key]._replace(pattern=task.name)


def make_plan(
    patterns: Patterns,
    strategies: Strategies,
    seeds: Seeds,
    *,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> RunPlan:
    """Return the plan of a comparison; the arguments and errors are those of `compare`."""
    boards = _name_boards(patterns)
    makers = strategy_makers(strategies)
    for label in makers:
        _checked_name(label, "strategy")
    numbers = _list_seeds(seeds)
    check_limits(max_nodes, timeout)
    marks = {name: fingerprint(board) for name, board in boards.items()}
    order = (
        PlannedRun(name, board, label, make, seed, max_nodes, timeout, marks[name])
        for name, board in boards.items()
        for seed in numbers
        for label, make in makers.items()
    )
    return RunPlan(tuple(order))


def fingerprint(board: Board | Puzzle) -> str:
    """Return twelve hexadecimal digits for a board and its pieces, whatever they are called."""
    board, pieces = (board.pattern, board.pieces) if isinstance(board, Puzzle) else (board, CLASSIC)
    # The faces say what the pieces are; the name of a set does not matter.
    faces = [(piece.name, *(str(face.drawing) for face in piece.faces)) for piece in pieces]
    said = board.text, board.wrap, pieces.sides, pieces.use, pieces.counts, faces
    own = tuple((each.name, each.fixed, each.zone) for each in pieces if each.fixed or each.zone)
    rules = (board.optional, pieces.least, own)
    text = f"{said}{rules if any(rules) else ''}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _do(task: PlannedRun) -> Run:
    began = time.perf_counter()
    start, strategy = as_state(task.board), make_any_strategy(task.make(task.seed))
    result = search_result(start, strategy, max_nodes=task.max_nodes, timeout=task.timeout)
    # What an answer says besides, such as scores of moves, may take longer than the search.
    solution_of(start, result)
    found = str(status_of(result)), result.nodes, result.backtracks
    limits = task.max_nodes, task.timeout
    seconds = round(time.perf_counter() - began, 6)
    return Run(task.name, task.label, task.seed, *found, seconds, *limits, task.puzzle)


def _results(
    results: Iterator[tuple[int, Run | Crash]], tasks: Sequence[PlannedRun]
) -> Iterator[Run]:
    for place, result in results:
        if isinstance(result, Crash):
            task = tasks[place]
            what = f"strategy {quote(task.label)} with seed {task.seed} on {quote(task.name)}"
            raise WorkersError(f"{what} failed: {result.reason}")
        yield result


def _name_boards(patterns: Patterns) -> dict[str, Board | Puzzle]:
    boards: dict[str, Board | Puzzle] = {}
    if isinstance(patterns, Mapping):
        for name, each in patterns.items():
            boards[_checked_name(name, "pattern")] = _board_or_puzzle(each)
    else:
        # A single name must not be iterated over letter by letter.
        if isinstance(patterns, str | Path | Board | Puzzle) or not isinstance(patterns, Iterable):
            patterns = (patterns,)
        for name, board in chain.from_iterable(map(_named, patterns)):
            boards[free_name(_checked_name(name, "pattern"), boards)] = board
    if not boards:
        raise OptionError(f"patterns is {shown(patterns)}: expected one or more")
    return boards


def _named(each: BoardSource) -> Iterator[tuple[str, Board | Puzzle]]:
    path = each if isinstance(each, Path) else None
    if isinstance(each, str) and each not in pattern_names() and each not in puzzle_names():
        path = find_path(each)
    if path is not None and (path.is_dir() or path.suffix in BOARD_SUFFIXES):
        yield from read_boards(path).items()
        return
    board = _board_or_puzzle(each)
    title = board.title if isinstance(board, Board) else board.pattern.title
    is_name = isinstance(each, str) and not looks_like_rows(each)
    yield path.stem if path else str(each) if is_name else title or "untitled", board


def _board_or_puzzle(each: BoardSource) -> Board | Puzzle:
    if isinstance(each, Board | Puzzle):
        return each
    rows = each if isinstance(each, Sequence) else (None,)
    if not isinstance(each, Path) and not all(isinstance(row, str) for row in rows):
        expected = "a Pattern, a Puzzle, a name, rows, a file or a folder"
        raise PatternError(f"{shown(each)} is no pattern: expected {expected}")
    puzzle = Puzzle(str(each) if isinstance(each, Path) else each)
    # Building the problem of a pattern is part of each timed run.
    return puzzle if puzzle.pieces is not CLASSIC else puzzle.pattern


def _checked_name(name: object, what: str) -> str:
    if not isinstance(name, str) or not name or not name.isprintable():
        raise OptionError(f"{shown(name)} is no name of a {what}: expected one line")
    return name


def _list_seeds(seeds: Seeds) -> list[int]:
    # `random.Random` does not accept other integers, such as NumPy's.
    try:
        each = range(seeds) if isinstance(seeds, int) else (int(seed) for seed in seeds)
        numbers = list(dict.fromkeys(each))
    except (TypeError, ValueError):
        raise OptionError(f"seeds is {shown(seeds)}: expected whole numbers, or how many") from None
    if not numbers:
        raise OptionError(f"seeds is {seeds!r}: expected one or more")
    return numbers


REDRAW_SECONDS = 0.2  # how often a notebook's bar is drawn again


@contextmanager
def run_progress(
    done: int, total: int, *, visible: bool | None = None
) -> Iterator[Callable[[Run], None]]:
    """Show how many runs are done, by default if somebody sees it, and yield what takes each."""
    module: Any = sys.modules.get("IPython")
    kernel = getattr(module.get_ipython(), "kernel", None) if module is not None else None
    if visible is None:
        # A notebook that a program executes cannot ask for input.
        visible = getattr(kernel, "_allow_stdin", False) if kernel else sys.stderr.isatty()
    if not visible or done == total:
        yield lambda _: None
    else:
        with (_notebook_bar if kernel else _terminal_bar)(done, total) as report:
            yield report


@contextmanager
def _terminal_bar(done: int, total: int) -> Iterator[Callable[[Run], None]]:
    from rich import progress as bars

    from kaleido.consoles import make_console

    columns = bars.BarColumn(), bars.MofNCompleteColumn(), bars.TimeRemainingColumn()
    with bars.Progress(
        bars.TextColumn("{task.description}"),
        *columns,
        console=make_console(sys.stderr),
        transient=True,
        redirect_stdout=False,
    ) as progress:
        task = progress.add_task("compare", total=total, completed=done)
        yield lambda run: progress.update(task, advance=1, description=_short(run))


@contextmanager
def _notebook_bar(done: int, total: int) -> Iterator[Callable[[Run], None]]:
    from IPython.display import display

    began = drawn = time.monotonic()
    finished = 0
    handle = display({"text/plain": ""}, raw=True, display_id=True)

    def report(run: Run) -> None:
        nonlocal finished, drawn
        finished += 1
        now = time.monotonic()
        if now - drawn < REDRAW_SECONDS:
            return
        drawn = now
        left = (now - began) / finished * (total - done - finished)
        text = f"{done + finished:,} of {plural(total, 'run')}, {left:,.0f} s left: {_short(run)}"
        bar = (
            f'<progress value="{done + finished}" max="{total}" aria-label="runs done"></progress>'
        )
        handle.update({"text/plain": text, "text/html": f"{bar} {escape(text)}"}, raw=True)

    try:
        yield report
    finally:
        handle.update({}, raw=True)


def _short(run: Run) -> str:
    return f"{run.strategy[-24:]} on {run.pattern[-24:]}"
