"""Why something is so: a key of the words and its facts, said in the words of players."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kaleido.base.words import has_word, say
from kaleido.model.names import cell_name, player_name
from kaleido.model.pattern import COLOURS
from kaleido.model.piece_set import PieceSet


@dataclass(frozen=True)
class Cause:
    """Why something is so.

    The kind is the key of its words, in the group `reasons`; the facts are plain values. With
    `pieces`, a piece among the facts is called as players call it.

    Examples
    --------
    >>> cause = Cause("cell", {"cell": [3, 4]})
    >>> str(cause), cause.as_dict()
    ('no piece fits on D5', {'kind': 'cell', 'cell': [3, 4]})
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    pieces: PieceSet | None = field(default=None, compare=False, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """Return the kind and the facts as plain values."""
        return {"kind": self.kind, **self.facts}

    def __str__(self) -> str:
        facts = self.facts
        if "tried" not in facts:
            return self._simple
        most, pieces = facts["most"], facts["pieces"]
        return _say("reached", reached=self._simple, n=facts["tried"], most=most, pieces=pieces)

    @property
    def _simple(self) -> str:
        """Its sentence without the attempt."""
        facts = self.facts
        match self.kind:
            case "limit":
                key = "nodes" if "nodes" in facts else "seconds"
                return _say(key, n=facts[key])
            case "searched":
                return _say("searched", n=facts["nodes"])
            case "conflict":
                names = [
                    name if self.pieces is None else player_name(self.pieces, name)
                    for name in facts["pieces"]
                ]
                values = {"cells": ", ".join(map(cell_name, facts["cells"]))}
                key = "conflict-with" if names else "conflict"
                return _say(key, n=len(facts["cells"]), pieces=", ".join(names), **values)
            case "program-crashed":
                return _say("program-crashed", why=_say(facts["why"]))
            case "parity":
                tally, cell, nearest = facts["board"], facts["cell"], facts["nearest"]
                place = _say("part", n=sum(tally), cell=cell_name(cell)) if cell else _say("board")
                values = {
                    "coloured": name_colouring(facts["colouring"], len(tally)),
                    "place": place,
                    "has": " + ".join(map(str, tally)),
                }
                if not nearest:
                    return _say("uneven", **values)
                return _say("parity", **values, nearest=" + ".join(map(str, nearest)))
        values = {name: self._value(name) for name in facts}
        if "empty" in facts:
            return _say(f"{self.kind}-or-empty", **values, n=facts["empty"])
        return _say(self.kind, **values)

    def _value(self, name: str) -> str:
        """Return a fact as a sentence has it."""
        value = self.facts[name]
        if name == "cell":
            return cell_name(value)
        if name == "piece" and self.pieces is not None:
            return player_name(self.pieces, value)
        return name_amounts(value) if isinstance(value, Mapping) else str(value)


def name_amounts(amounts: Mapping[str, int]) -> str:
    """Return numbers of cells by their colours in words; "cells" are those without a colour."""
    said = []
    for letter, n in amounts.items():
        colour = {} if letter == "cells" else {"colour": say(f"colours.{COLOURS[letter]}")}
        said.append(_say("count" if colour else "cells", n=n, **colour))
    return ", ".join(said)


def name_colouring(name: str, number: int) -> str:
    """Return how a board is coloured in a number of colours."""
    known = has_word("colourings", name)
    return say(f"colourings.{name}") if known else say("colourings.lines", n=number)


def reason_fields(reason: Cause | str | None) -> dict[str, Any]:
    """Return a reason as the fields of outputs, its words and its facts, or None for both."""
    facts = reason.as_dict() if isinstance(reason, Cause) else None
    return {"reason": str(reason) if reason else None, "facts": facts}


def reason_of(error: Exception) -> Cause | str:
    """Return the cause with which an error was raised, or else its words."""
    reason = error.args[0] if error.args else ""
    return reason if isinstance(reason, Cause) else str(error)


def _say(key: str, **values: object) -> str:
    return say(f"reasons.{key}", **values)
