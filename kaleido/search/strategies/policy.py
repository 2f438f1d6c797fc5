"""The policy of `Tuned`: its weights and the figures that go with them, kept in a file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Self, get_args, get_type_hints

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import Bounds
from kaleido.base.contract import Natural, Plain, Positive
from kaleido.base.errors import OptionError
from kaleido.base.files import read_text
from kaleido.base.text import quote, quote_path
from kaleido.search.score import Fields, Weights

TUNED_FILE = Path(__file__).with_name("tuned.json")


@checked_arguments
@dataclass(frozen=True)
class Policy(Plain):
    """How moves are weighed and forks chosen.

    Parameters
    ----------
    weights : Weights
        The weights of the score by name, and those of single pieces under pieces.
    sharpness : float
        The meaning of a score difference of 1: the better move is e^sharpness times as likely to be
        right.
    breadth : float
        The weight of the logarithm of a fork's number of moves, which is subtracted from the
        logarithm of the likelihood of its best move.
    extra : int
        Cells and pieces with up to this many placements more than the scarcest are considered.
    forks : int
        The largest number of cells and pieces considered.
    sure : float
        A fork is taken at once if its best move is at least this likely.
    noise : float
        The range of the random number added to each score in the first run.

    Raises
    ------
    OptionError
        One of the figures is no number, or less than its least.
    """

    weights: Annotated[Weights, Fields(("matched", "scarce_cells", "singles", "pairs"))]
    sharpness: Annotated[float, Bounds(0, 2)] = 1.0
    breadth: Annotated[float, Bounds(0, 2)] = 0.5
    extra: Annotated[Natural, Bounds(0, 10)] = 3
    forks: Annotated[Positive, Bounds(1, 50)] = 20
    sure: Annotated[float, Bounds(0, 1)] = 0.9
    noise: Annotated[float, Bounds(0, 5)] = 0.5

    def __post_init__(self) -> None:
        for name, hint in get_type_hints(Policy, include_extras=True).items():
            kind, *said = get_args(hint)
            for bounds in said:
                if isinstance(bounds, Bounds):
                    bounds.from_least().check(getattr(self, name), name, kind)

    @classmethod
    def from_dict(cls, value: Any) -> Self:
        """Read a policy from plain values, in the form that `as_dict` returns.

        Raises
        ------
        OptionError
            A weight is unknown or is not a number.
        """
        known = {each.name for each in fields(cls)}
        _check_keys(value, known, "policy")
        weights = value.get("weights", {})
        _check_keys(weights, {each.name for each in fields(Weights)}, "weights")
        pieces = weights.get("pieces", {})
        _check_keys(pieces, set(pieces), "weights of pieces")
        flat = {name: worth for name, worth in weights.items() if name != "pieces"}
        for name, worth in (flat | pieces).items():
            if not _is_number(worth):
                raise OptionError(f"weight {quote(name)} is {worth!r}, expected a number")
        own = {name: each for name, each in value.items() if name != "weights"}
        return cls(Weights(**flat, pieces=dict(pieces)), **own)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a policy from a file that `kaleido tune` has written.

        Raises
        ------
        OptionError
            The file cannot be read or contains no policy.
        """
        return cls.learned(path)[1]

    @classmethod
    def learned(cls, path: Path) -> tuple[str, Self]:
        """Read the name of a strategy and its policy from a file that `read` takes."""
        text = read_text(path, OptionError)
        try:
            value = json.loads(text)
            return str(value.get("strategy", "tuned")), cls.from_dict(value["policy"])
        except (AttributeError, ValueError, KeyError, TypeError, RecursionError) as problem:
            if isinstance(problem, OptionError):
                raise OptionError(f"{problem} (in {quote_path(path)})") from None
            raise OptionError(f"{quote_path(path)} is not a file of weights") from None


@cache
def shipped_policy() -> Policy:
    """Return the policy that comes with Kaleido."""
    return Policy.read(TUNED_FILE)


def _is_number(value: object) -> bool:
    # The limit keeps sums from overflowing.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _check_keys(value: Any, known: set[str], what: str) -> None:
    if not isinstance(value, Mapping):
        raise OptionError(f"the {what} are {quote(str(value))}, expected names and numbers")
    for name in value:
        if name not in known:
            raise OptionError(f"unknown {quote(name)} in the {what}")
