"""A run: one strategy on one board with one seed; as a value and as a row of text."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Annotated, Any, Literal, NamedTuple

from kaleido.analysis.answer import Status
from kaleido.contract import Natural, Rule
from kaleido.errors import OptionError
from kaleido.text import either, quote, shown, unknown

Cost = Literal["nodes", "backtracks", "seconds"]
"""A measure of a run."""

COSTS: tuple[Cost, ...] = ("nodes", "backtracks", "seconds")


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
        The duration of the run, including the verification.
    max_nodes : int or None
        The limit of placements; null without one.
    timeout : float or None
        The limit of seconds; null without one.
    puzzle : str
        A fingerprint of the cells of the board and of the pieces, whatever their names; empty if it
        is not known.
    """

    pattern: str
    strategy: str
    seed: int
    status: Annotated[str, Rule(enum=[*map(str, Status)])]
    nodes: Natural
    backtracks: Natural
    seconds: float
    max_nodes: Natural | None = None
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
