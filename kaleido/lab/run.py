"""A run: one strategy on one board with one seed; as a value, and as a record of plain values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Annotated, Any, Literal, NamedTuple, get_args

from kaleido.base.attributes import named_attributes
from kaleido.base.contract import Keywords, Natural
from kaleido.base.errors import OptionError
from kaleido.base.text import both, either, quote, shown, unknown
from kaleido.search.result import Status

Cost = Literal["nodes", "work", "backtracks", "seconds"]  # a measure of a run

COSTS: tuple[Cost, ...] = get_args(Cost)


@named_attributes
class Run(NamedTuple):
    """One strategy on one board with one seed.

    Attributes
    ----------
    pattern : str
        The name of the board.
    strategy : str
        The label of the strategy.
    seed : int
        The seed of the strategy.
    status : str
        How the search ended: with a solution, with the proof that there is none, or at a limit.
    nodes : int
        The number of placements tried.
    backtracks : int
        The number of placements taken back one by one.
    seconds : float
        The duration of the run, including the verification, without the imports of its process.
    max_nodes : int or None
        The limit of placements; null without one.
    timeout : float or None
        The limit of seconds; null without one.
    puzzle : str
        A fingerprint of the cells of the board and of the pieces, whatever their names; empty if it
        is not known.
    identity : str
        The digits that identify the strategy's code and parameters; empty if they are not known.
    uses_seed : bool
        Whether another seed may make other moves. If not, the run holds for every seed.
    version : str
        The version of Kaleido; empty if it is not known.
    engine : str
        What searched: "core" or "python", which make the same moves; empty if it is not known.
    machine : str
        The machine, for the seconds; empty if it is not known.
    probed : int
        The nodes of short searches ahead, which `nodes` does not count, such as those of `probing`.
    """

    pattern: str
    strategy: str
    seed: int
    status: Annotated[str, Keywords(enum=[*map(str, Status)])]
    nodes: Natural
    backtracks: Natural
    seconds: float
    max_nodes: Natural | None = None
    timeout: float | None = None
    puzzle: str = ""
    identity: str = ""
    uses_seed: bool = True
    version: str = ""
    engine: str = ""
    machine: str = ""
    probed: Natural = 0

    @property
    def work(self) -> int:
        """All nodes: those of the search and those of its short searches ahead."""
        return self.nodes + self.probed

    @property
    def gave_up(self) -> bool:
        """Whether a limit ended the run, so that its costs are lower bounds."""
        return self.status == Status.GAVE_UP

    @property
    def straight(self) -> bool:
        """Whether the run found a solution without a backtrack."""
        return self.status == Status.SOLVED and not self.backtracks

    @property
    def key(self) -> RunKey:
        """The key of a run: puzzle, strategy, seed (if it matters), limits and version."""
        return (
            self.puzzle or self.pattern,
            self.identity or self.strategy,
            self.seed if self.uses_seed else None,
            self.max_nodes,
            self.timeout,
            self.version,
        )


RunKey = tuple[str, str, int | None, int | None, float | None, str]

FIELDS = Run._fields
REQUIRED = tuple(name for name in FIELDS if name not in Run._field_defaults)
_WHOLE = ("seed", "nodes", "backtracks", "max_nodes", "probed")
_REAL = ("seconds", "timeout")


def label_of(name: str, known: Iterable[str]) -> str:
    """Return the label that a name means: itself, or the only one with choices added to it.

    Examples
    --------
    >>> label_of("flush", ["flush (everywhere)", "random"])
    'flush (everywhere)'
    """
    labels = list(known)
    longer = [each for each in labels if each.startswith(f"{name} (")]
    return longer[0] if name not in labels and len(longer) == 1 else name


def by_strategy(runs: Iterable[Run]) -> dict[str, list[Run]]:
    """Return the runs of each strategy, in the order in which the strategies first appear.

    An `OptionError` says why runs must not be combined: their limits or versions differ, a label
    names two strategies, or a run is there twice.
    """
    kept = list(runs)
    _check_alike(kept)
    grouped: dict[str, list[Run]] = {}
    for run in kept:
        grouped.setdefault(run.strategy, []).append(run)
    return grouped


# The fields that combined runs must have in common, in words.
_ALIKE = {"max_nodes": "limits of nodes", "timeout": "limits of seconds", "version": "versions"}


def _check_alike(runs: Sequence[Run]) -> None:
    for name, words in _ALIKE.items():
        found = dict.fromkeys(getattr(run, name) for run in runs)
        if len(found) > 1:
            first = next(iter(found))
            raise OptionError(
                f"the runs have several {words}, {both(_text(each) for each in found)}: choose, as "
                f"in .select({name}={first!r})"
            )
    identities: dict[str, str] = {}
    cells: set[tuple[str, str, int]] = set()
    for run in runs:
        if identities.setdefault(run.strategy, run.identity) != run.identity:
            names = [each or "unknown" for each in (identities[run.strategy], run.identity)]
            raise OptionError(
                f"{quote(run.strategy)} stands for two strategies, {both(names)}: choose, as in "
                f".select(identity={run.identity!r})"
            )
        cell = run.pattern, run.strategy, run.seed
        if cell in cells:
            raise OptionError(
                f"strategy {quote(run.strategy)} has run twice on {quote(run.pattern)} with seed "
                f"{run.seed}: choose, as in runs[:10]"
            )
        cells.add(cell)


def _text(value: object) -> str:
    return "none" if value is None else str(value) or "unknown"


def match_runs(own: Iterable[Run], others: Iterable[Run]) -> list[tuple[Run, Run]]:
    """Return the pairs of runs on the same board with the same seed.

    A run of a strategy that uses no seed goes with each run of the other on its board.
    """
    by_board = defaultdict[str, list[Run]](list)
    for each in others:
        by_board[each.pattern].append(each)
    return [
        (run, other)
        for run in own
        for other in by_board[run.pattern]
        if run.seed == other.seed or not (run.uses_seed and other.uses_seed)
    ]


def match_all(groups: Sequence[Iterable[Run]]) -> list[tuple[Run, ...]]:
    """Return the runs of several strategies on the same board with the same seed, as `match_runs`.

    Each row has one run of each strategy.
    """
    rows: list[tuple[Run, ...]] = [(run,) for run in groups[0]]
    for own in groups[1:]:
        # The first run that uses its seed identifies its row.
        heads = [next((run for run in row if run.uses_seed), row[0]) for row in rows]
        found = {id(head): row for head, row in zip(heads, rows, strict=True)}
        rows = [(*found[id(head)], other) for head, other in match_runs(heads, own)]
    return rows


def check_cost(by: str) -> None:
    """Raise an `OptionError` unless there is such a cost."""
    if by not in COSTS:
        raise OptionError(unknown("cost", str(by), COSTS))


def read_run(record: Mapping[str, Any]) -> Run:
    """Return the run of a record, whose numbers may be text; other fields are ignored."""
    if not isinstance(record, Mapping):
        raise OptionError(f"{shown(record)} is no record: expected a mapping")
    check_columns(record)
    values = {name: _value(name, record[name]) for name in FIELDS if name in record}
    return Run(**values)


def check_columns(columns: Iterable[str]) -> None:
    """Raise an `OptionError` that names the missing columns unless all those of runs are there."""
    found = list(map(str, columns))
    missing = [name for name in REQUIRED if name not in found]
    if missing:
        got = f"expected {', '.join(REQUIRED)}, got {quote(', '.join(found), 80)}"
        raise OptionError(f"runs have no column {either(map(quote, missing))}: {got}")


def _value(name: str, value: Any) -> Any:
    # A missing value is an empty cell in CSV and NaN in a data frame.
    if name not in REQUIRED and (value is None or value != value or value == ""):
        return Run._field_defaults[name]
    if name == "status" and value not in list(Status):
        raise OptionError(unknown("status", str(value), Status))
    if name == "uses_seed":
        if str(value) not in ("True", "False", "true", "false", "1", "0"):
            raise OptionError(f"uses_seed {shown(value)} of a run is not true or false")
        return str(value).lower() in ("true", "1")
    try:
        if name in _WHOLE:
            number = int(value)
            if not isinstance(value, str) and number != value:
                raise ValueError
            return number
        if name in _REAL:
            real = float(value)
            if not isfinite(real):
                raise ValueError
            return real
    except (TypeError, ValueError, OverflowError):
        kind = "whole number" if name in _WHOLE else "number"
        raise OptionError(f"{name} {quote(str(value))} of a run is not a {kind}") from None
    if not isinstance(value, str):
        raise OptionError(f"{name} {shown(value)} of a run is not text")
    return str(value)
