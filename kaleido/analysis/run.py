"""A run: one strategy on one board with one seed; as a value and as a row of text."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, Literal, NamedTuple

from kaleido.analysis.answer import Status
from kaleido.errors import OptionError
from kaleido.text import either, quote, shown, unknown

Cost = Literal["nodes", "backtracks", "seconds"]
"""A measure of a run."""

COSTS: tuple[Cost, ...] = ("nodes", "backtracks", "seconds")


class Run(NamedTuple):
    """One strategy on one board with one seed.

    Attributes
    ----------
    pattern, strategy : str
        The names of the board and the strategy.
    seed : int
        The seed of the strategy.
    status : str
        "solved", "no-solution" or "gave-up".
    nodes, backtracks : int
        The number of placements tried, and of those taken back one by one.
    seconds : float
        The time taken, including the verification and, for a pattern, building its problem.
    max_nodes, timeout : int or float, or None
        The limits of the run.
    puzzle : str
        A fingerprint of the board and the pieces, whatever their names; see `fingerprint`. Empty
        if it is not known.
    """

    pattern: str
    strategy: str
    seed: int
    status: str
    nodes: int
    backtracks: int
    seconds: float
    max_nodes: int | None = None
    timeout: float | None = None
    puzzle: str = ""

    @property
    def gave_up(self) -> bool:
        """Whether a limit ended the run, so that its costs are only the least it would need."""
        return self.status == Status.GAVE_UP

    @property
    def key(self) -> tuple[str, str, int, int | None, float | None]:
        """What makes a run: the puzzle, the strategy's label, the seed and the limits."""
        return self.puzzle or self.pattern, self.strategy, self.seed, self.max_nodes, self.timeout


FIELDS = Run._fields
REQUIRED = tuple(name for name in FIELDS if name not in Run._field_defaults)
_WHOLE = ("seed", "nodes", "backtracks", "max_nodes")
_REAL = ("seconds", "timeout")


def read_run(record: Mapping[str, Any]) -> Run:
    """Return the run of a record, whose numbers may be text; other fields are ignored.

    Raises
    ------
    OptionError
        The record lacks a field, or a field does not have such a value.

    Examples
    --------
    >>> run = Run("car", "paper", 0, "solved", 20, 2, 0.0625, max_nodes=500)
    >>> read_run(run._asdict() | {"nodes": "20", "timeout": ""}) == run
    True
    """
    check_columns(record)
    values = {name: _value(name, record[name]) for name in FIELDS if name in record}
    return Run(**values)


def check_columns(columns: Iterable[str]) -> None:
    """Raise an error unless the columns are those of runs.

    Raises
    ------
    OptionError
        One is missing; the message names it.
    """
    found = list(map(str, columns))
    missing = [name for name in REQUIRED if name not in found]
    if missing:
        raise OptionError(
            f"runs have no column {either(map(quote, missing))}: expected {', '.join(REQUIRED)}, "
            f"got {quote(', '.join(found), 80)}"
        )


def _value(name: str, value: Any) -> Any:
    # A missing value is an empty cell in CSV and not a number in a data frame.
    if name not in REQUIRED and (value is None or value != value or value == ""):
        return Run._field_defaults[name]
    if name == "status" and value not in list(Status):
        raise OptionError(unknown("status", str(value), Status))
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
        raise OptionError(
            f"{name} {quote(str(value))} of a run is not a {'whole ' * (name in _WHOLE)}number"
        ) from None
    if not isinstance(value, str):
        raise OptionError(f"{name} {shown(value)} of a run is not text")
    return str(value)
