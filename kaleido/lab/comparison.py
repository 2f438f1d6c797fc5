"""The runs of several strategies, as one value that answers questions about them, and in files.

CSV and Parquet have a row for each run and a column for each field of `Run`; JSON lines have an
object. An empty cell is a missing value, such as a limit that was not set.
"""

from __future__ import annotations

import csv
import io
import json
from codecs import BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import EllipsisType
from typing import TYPE_CHECKING, Any, overload

from kaleido.base.arguments import checked_arguments
from kaleido.base.attributes import named_attributes
from kaleido.base.errors import NoItemsError, OptionError
from kaleido.base.extras import data_frame
from kaleido.base.files import as_text, check_target, read_file, write_text, written_whole
from kaleido.base.text import both, csv_text, one_line, plural, quote, quote_path, shown, unknown
from kaleido.lab.pairing import Paired, every_two, pair_runs, set_against
from kaleido.lab.run import (
    FIELDS,
    Cost,
    Run,
    by_strategy,
    check_columns,
    check_cost,
    label_of,
    read_run,
)
from kaleido.lab.store import is_store, read_store
from kaleido.lab.summary import Summary, Table, summarise

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = ("csv", "jsonl", "parquet")
MAX_BYTES = 1024**3  # the longest file of runs that is read


def read_runs(path: Path) -> list[Run]:
    """Return the runs in a file, or raise an `OptionError`. An incomplete last line is ignored."""
    name = quote_path(path)
    if is_store(path):
        return read_store(path)
    suffix = path.suffix[1:].lower()
    if suffix == "parquet":
        return _read_parquet(path, name)
    raw = read_file(path, OptionError, MAX_BYTES)
    # A power cut may leave anything after the last end of a line.
    end = raw.rfind(b"\n") + (2 if raw.startswith(BOM_UTF16_LE) else 1)
    text = as_text(raw[:end], name, OptionError)
    return _read_json_lines(text, name) if suffix == "jsonl" else _read_csv(text, name)


def write_runs(path: Path, runs: Sequence[Run]) -> None:
    """Write runs in the form that the suffix of a path names."""
    suffix = check_target(path, SUFFIXES)
    if suffix == "parquet":
        frame = data_frame(runs, FIELDS)
        with written_whole(path) as draft, _needing_arrow():
            frame.to_parquet(draft, engine="pyarrow", index=False)
    elif suffix == "jsonl":
        lines = (json.dumps(run._asdict(), allow_nan=False) for run in runs)
        write_text(path, "".join(f"{line}\n" for line in lines))
    else:
        write_text(path, rows_of(runs))


def rows_of(runs: Iterable[Run], *, head: bool = True) -> str:
    """Return runs as CSV."""
    return csv_text([FIELDS, *runs] if head else runs)


@contextmanager
def _needing_arrow() -> Iterator[None]:
    try:
        yield
    except ImportError:
        needed = "a Parquet file needs pandas and pyarrow: pip install pandas pyarrow"
        raise OptionError(needed) from None


def _read_parquet(path: Path, name: str) -> list[Run]:
    try:
        with _needing_arrow():
            import pandas as pd

            frame = pd.read_parquet(path, engine="pyarrow")
    except OSError as problem:
        raise OptionError(f"cannot read {name}: {problem.strerror or problem}") from None
    except ValueError as problem:  # Arrow's error for another kind of file
        raise OptionError(f"{name} is no Parquet file: {one_line(problem)}") from None
    check_columns(frame.columns)
    return _records(frame.to_dict("records"), f"{name}, row")


def _read_json_lines(text: str, name: str) -> list[Run]:
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found.append(json.loads(line))
        except ValueError:
            raise OptionError(f"line {number} of {name} is not JSON") from None
    return _records(found, f"{name}, line")


def _read_csv(text: str, name: str) -> list[Run]:
    table = csv.reader(io.StringIO(text), strict=True)
    head: list[str] | None = None
    try:
        head = next(table, None)
        if head is None:
            raise OptionError("there is no complete line, expected the names of columns")
        check_columns(head)
        return [read_run(dict(zip(head, cells, strict=True))) for cells in table if cells]
    except OptionError as problem:
        raise OptionError(f"{problem} (in {name}, line {table.line_num})") from None
    except (ValueError, csv.Error):
        raise OptionError(
            f"line {table.line_num} of {name} is not a run: expected {len(head or FIELDS)} columns"
        ) from None


def _records(records: Iterable[Mapping[str, Any]], where: str) -> list[Run]:
    found = []
    for number, record in enumerate(records, start=1):
        try:
            found.append(read_run(record))
        except OptionError as problem:
            raise OptionError(f"{problem} (in {where} {number})") from None
    return found


@checked_arguments
@named_attributes
@dataclass(frozen=True, repr=False)
class Comparison(Sequence[Run]):
    """Runs of several strategies on several patterns: a sequence of `Run`, which shows its summary.

    `kaleido.compare` returns one, and so do slices, sums and `select`. An `OptionError` is raised
    for anything that is not a run, for unknown costs, and for strategies and patterns without runs.

    Examples
    --------
    >>> from kaleido import compare
    >>> runs = compare(["car", "key"], ["constrained", "random"], seeds=2, max_nodes=200)
    >>> len(runs), runs[0].strategy
    (8, 'constrained')
    >>> runs
    Comparison: 8 runs of 2 strategies on 2 patterns, seeds 0 and 1; 4 solved, 4 gave up
    >>> runs.paired("constrained", "random").wins
    4
    """

    runs: tuple[Run, ...]
    planned: int | None = field(default=None, compare=False)
    """The number of runs of the experiment that these are of; None if it is not known."""

    def __init__(self, runs: Iterable[Run], planned: int | None = None) -> None:
        kept = tuple(runs)
        for run in kept:
            if not isinstance(run, Run):
                raise OptionError(
                    f"{shown(run)} is no run: expected kaleido.lab.Run; from_records takes "
                    "mappings and data frames"
                )
        object.__setattr__(self, "runs", kept)
        object.__setattr__(self, "planned", planned)

    @classmethod
    def from_records(cls, records: Iterable[Mapping[str, Any]] | pd.DataFrame) -> Comparison:
        """Return the runs in records, or in the rows of a data frame; other columns are ignored."""
        columns = getattr(records, "columns", None)
        if columns is not None:
            check_columns(columns)
            records = records.to_dict("records")  # type: ignore[union-attr]
        if isinstance(records, str | Mapping) or not isinstance(records, Iterable):
            expected = "an iterable of mappings, or a data frame"
            raise OptionError(f"{shown(records)} is not records: expected {expected}")
        return cls(map(read_run, records))

    @classmethod
    def of(cls, runs: Any) -> Comparison:
        """Return runs, their records or a data frame of them as a comparison."""
        if isinstance(runs, cls):
            return runs
        if hasattr(runs, "columns"):
            return cls.from_records(runs)
        if isinstance(runs, str) or not isinstance(runs, Iterable):
            raise OptionError(f"{shown(runs)} is not runs: expected those of kaleido.compare")
        kept = list(runs)
        is_records = kept and all(isinstance(each, Mapping) for each in kept)
        return cls.from_records(kept) if is_records else cls(kept)

    @classmethod
    def load(cls, path: str | Path) -> Comparison:
        """Return the runs in a file that `save` wrote, or in the store of an `Experiment`.

        A store has the runs of all experiments, earlier versions of a heuristic among them: choose
        with `select`, or ask for those of one experiment with `Experiment.results`.
        """
        return cls(read_runs(Path(path)))

    def save(self, path: str | Path) -> None:
        """Write the runs to a file, from which `load` returns the same runs.

        Parameters
        ----------
        path : str or Path
            CSV (``.csv``), JSON lines (``.jsonl``) or Parquet (``.parquet``, which needs pandas and
            pyarrow), with a row or an object for each run.
        """
        write_runs(Path(path), self.runs)

    def __len__(self) -> int:
        return len(self.runs)

    @overload
    def __getitem__(self, place: int) -> Run: ...
    @overload
    def __getitem__(self, place: slice) -> Comparison: ...
    def __getitem__(self, place: int | slice) -> Run | Comparison:
        if isinstance(place, str):
            how = "select(STRATEGY) returns those of a strategy, to_pandas() a table"
            raise NoItemsError(f"a Comparison has its runs by number, not {place!r}: {how}")
        return Comparison(self.runs[place]) if isinstance(place, slice) else self.runs[place]

    def __add__(self, other: Iterable[Run]) -> Comparison:
        if not isinstance(other, Iterable):
            return NotImplemented
        return Comparison((*self.runs, *other))

    def __repr__(self) -> str:
        if not self.runs:
            return f"Comparison: {self.incomplete or 'no runs'}"
        seeds = list(dict.fromkeys(run.seed for run in self))
        few = f"seed{'s' * (len(seeds) > 1)} {' and '.join(map(str, seeds))}"
        ends = {"solved": "solved", "no-solution": "without a solution", "gave-up": "gave up"}
        counts = Counter(run.status for run in self)
        ended = ", ".join(f"{counts[end]:,} {text}" for end, text in ends.items() if counts[end])
        number = len(self.strategies)
        strategies = f"{number:,} strategies" if number > 1 else "1 strategy"
        return (
            f"Comparison: {self.incomplete or plural(len(self), 'run')} of {strategies} on "
            f"{plural(len(self.patterns), 'pattern')}, "
            f"{few if len(seeds) < 3 else f'{len(seeds):,} seeds'}; {ended}{self._settings}"
        )

    @property
    def incomplete(self) -> str:
        """How many runs there are of those planned, in words; empty if none is missing."""
        planned = self.planned or 0
        return f"{len(self):,} of {plural(planned, 'run')}" if len(self) < planned else ""

    @property
    def _seedless(self) -> str:
        """The strategies that use no seed, in words; empty if the others have one seed, too."""
        drawn = {run.strategy for run in self if run.uses_seed}
        names = [name for name in self.strategies if name not in drawn]
        if not names or (drawn and len({run.seed for run in self}) == 1):
            return ""
        return f"{both(names)} use{'s' * (len(names) == 1)} no seed: one run on each board"

    @property
    def _settings(self) -> str:
        """In words, strategies without seeds, and limits or versions if there are several."""
        text = f"; {self._seedless}" if self._seedless else ""
        for name, what, unit in (
            ("max_nodes", "limits", " nodes"),
            ("timeout", "limits", " s"),
            ("version", "versions", ""),
        ):
            found = dict.fromkeys(getattr(run, name) for run in self)
            if len(found) > 1:
                each = (
                    "none" if value is None else f"{value:,}" if unit else value or "unknown"
                    for value in found
                )
                text += f"; {what}: {both(each)}{unit}"
        return text

    def _repr_html_(self) -> str:
        return f"<p>{self!r}</p>{self.summary()._repr_html_()}"

    @property
    def patterns(self) -> tuple[str, ...]:
        """The names of the patterns, in order."""
        return tuple(dict.fromkeys(run.pattern for run in self))

    @property
    def strategies(self) -> tuple[str, ...]:
        """The labels of the strategies, in order."""
        return tuple(dict.fromkeys(run.strategy for run in self))

    def records(self) -> list[dict[str, Any]]:
        """Return the runs as plain values."""
        return [run._asdict() for run in self]

    def to_pandas(self) -> pd.DataFrame:
        """Return the runs as a pandas data frame, with a row for each; it needs pandas."""
        return data_frame(self.runs, FIELDS)

    def select(
        self,
        strategies: str | Iterable[str] | None = None,
        patterns: Iterable[str] | None = None,
        *,
        seed: int | None = None,
        max_nodes: int | EllipsisType | None = ...,
        timeout: float | EllipsisType | None = ...,
        version: str | None = None,
        identity: str | None = None,
    ) -> Comparison:
        """Return the runs of some strategies, on some patterns, in the order asked for.

        Parameters
        ----------
        strategies, patterns : iterable of str, optional
            Labels and names; by default all.
        seed, max_nodes, timeout, version, identity
            What these fields of `Run` must be; by default anything. Runs with several limits or of
            several versions are not combined: functions that count or draw them ask you to choose.

        Examples
        --------
        >>> from kaleido import compare
        >>> runs = compare("car", max_nodes=100) + compare("car", max_nodes=200)
        >>> runs
        Comparison: 4 runs of 2 strategies on 1 pattern, seed 0; 4 solved; limits: 100 and 200 nodes
        >>> len(runs.select(max_nodes=200).summary())
        2
        """
        kept = list(self.runs)
        if strategies is not None:
            labels = dict.fromkeys(_known("strategy", strategies, self.strategies))
            kept = [run for name in labels for run in kept if run.strategy == name]
        if patterns is not None:
            chosen = _known("pattern", patterns, self.patterns)
            kept = [run for run in kept if run.pattern in chosen]
        wanted = {"seed": seed, "version": version, "identity": identity}
        fields: dict[str, Any] = {name: each for name, each in wanted.items() if each is not None}
        limits = {"max_nodes": max_nodes, "timeout": timeout}
        fields |= {name: each for name, each in limits.items() if each is not ...}
        kept = [run for run in kept if all(getattr(run, each) == fields[each] for each in fields)]
        return Comparison(kept)

    def renamed(self, labels: Mapping[str, str]) -> Comparison:
        """Return the runs with other labels for some strategies, or raise an `OptionError`.

        Two strategies cannot have the same label.
        """
        known = _known("strategy", labels, self.strategies)
        labels = dict(zip(known, labels.values(), strict=True))
        taken: dict[str, str] = {}
        for own in self.strategies:
            label = labels.get(own, own)
            if label in taken:
                raise OptionError(
                    f"strategies {quote(taken[label])} and {quote(own)} would both be called "
                    f"{quote(label)}"
                )
            taken[label] = own
        return Comparison(
            run._replace(strategy=labels.get(run.strategy, run.strategy)) for run in self
        )

    def summary(self, *, by: Cost = "nodes") -> Table[Summary]:
        """Return a summary of each strategy: runs solved and given up, quantiles with intervals.

        The table shows the cost `by`; the summaries have all of them. A note below it says if runs
        of an experiment are missing, and which strategies use no seed.
        """
        check_cost(by)
        return summarise(self, by, "; ".join(filter(None, (self.incomplete, self._seedless))))

    def paired(self, first: object, second: object, *, by: Cost = "nodes") -> Paired:
        """Return how one strategy compares with another on the same boards and seeds.

        The strategies are given by label, or as strategies with their names. A ratio below 1 says
        that the first needs less.
        """
        check_cost(by)
        # The label of a strategy, a class or a function is its name.
        names = (
            str(getattr(each, "name", None) or getattr(each, "__name__", each))
            for each in (first, second)
        )
        return set_against(pair_runs(by_strategy(self), *names), by)

    def pairwise(self, *, by: Cost = "nodes") -> Table[Paired]:
        """Return the comparison of every two strategies.

        The p-values are adjusted for this number of tests by Holm's method.
        """
        check_cost(by)
        return every_two(by_strategy(self), by)


def _known(noun: str, names: str | Iterable[str], known: Sequence[str]) -> list[str]:
    """Return one or several names as a list, or raise an `OptionError` for an unknown one."""
    wanted = [label_of(each, known) for each in ([names] if isinstance(names, str) else names)]
    for name in wanted:
        if name not in known:
            raise OptionError(unknown(noun, str(name), known or ["none: no runs"]))
    return wanted
