"""The rules of the method in which the paper's text and its program differ."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Self

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.text import unknown


@checked_arguments
@dataclass(frozen=True)
class Rules:
    """Differences from the paper's program; by default none.

    Parameters
    ----------
    across : bool
        Once small islands are full, the island with the densest window comes next, in edges per
        open cell. The program works on one island until it is full.
    tallied : bool
        Progressions are computed again before every move, from the pieces left. The program makes
        them once, from the number of cells.
    held : bool
        Moves that split an island come after all others, unless the additional parts have fewer
        than three cells and pieces left can fill them. The program does not check for splits.
    every_line : bool
        The small wand has windows in every row and column, at both ends of every run. The program
        looks at the last row and at the last column that have room.
    at_once : bool
        An island that one piece fills is filled at once. In the program it waits for its turn.
    as_published : bool
        The search gives up where the program fails or crashes.

    Examples
    --------
    >>> Rules.text().switched("no-held", "as-published").names
    ('across', 'tallied', 'every-line', 'at-once', 'as-published')
    """

    across: bool = False
    tallied: bool = False
    held: bool = False
    every_line: bool = False
    at_once: bool = False
    as_published: bool = False

    @classmethod
    def text(cls) -> Self:
        """Return the rules of the paper's text: the first five."""
        return cls(across=True, tallied=True, held=True, every_line=True, at_once=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The rules that are on, by name."""
        own = (each.name for each in fields(self) if getattr(self, each.name))
        return tuple(name.replace("_", "-") for name in own)

    def switched(self, *names: str) -> Self:
        """Return the same rules with some switched on, or off if ``no-`` is before the name.

        Raises
        ------
        OptionError
            There is no such rule.
        """
        known = [each.name.replace("_", "-") for each in fields(self)]
        changes = {}
        for name in names:
            bare = name.removeprefix("no-")
            if bare not in known:
                raise OptionError(unknown("rule", name, known))
            changes[bare.replace("-", "_")] = bare == name
        return replace(self, **changes)

    def beside(self, usual: Rules) -> str:
        """Return how the rules differ from the usual ones, as it follows a strategy's name."""
        added = [f"+{name}" for name in self.names if name not in usual.names]
        return "".join(added + [f"+no-{name}" for name in usual.names if name not in self.names])
