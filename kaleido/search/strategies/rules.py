"""The rules of the paper's method where its text and its figures differ, or one is silent."""

from dataclasses import dataclass, fields
from typing import Literal, get_args, get_type_hints

from kaleido.errors import OptionError
from kaleido.text import unknown


@dataclass(frozen=True)
class Rules:
    """How the paper's method reads where its text and its program differ.

    The default of every rule is what reproduces the paper's figures, which its program made.

    Parameters
    ----------
    first : {"longest", "trivial"}
        What is placed first: the longest piece, as in the figures, or the pieces of trivial
        islands, as in the text.
    islands : {"once", "anew"}
        Whether islands are found once, so that one that is split stays one island, or found anew
        after every move. Those found once are taken small ones first, then by density; those found
        anew by size.
    across : bool
        Whether the windows of all larger islands compete, as in the text. In the figures one
        island is worked on until it is full.
    progressions : {"fixed", "tallied", "none"}
        Whether an island's size progression is made once, from its number of cells alone, or
        tallied anew after every move against the pieces left, as in the text; or whether moves
        of all sizes left are sought.
    six : {"3+3", "4+2"}
        Which split of six cells comes first in a fixed progression.
    windows : {"values", "density"}
        Which windows are opened, and where pieces are tried in them: those with the four highest
        numbers of cells (small islands) or edges (large ones), at their top left corner; or the
        densest, until they hold three moves, with pieces tried anywhere in them.
    lines : {"ends", "covered"}
        Where windows for lines of four lie: at the ends of a run of open cells, with at least five
        edges; or wherever a whole long side and an end are covered by edges. Densest windows
        need five edges only.
    shortlist : {"edges", "score", "none"}
        Whether the six moves that are ranked by score are chosen by matched + window edges, or by
        matched + window / 2; or whether all are ranked.
    splits : {"free", "held"}
        Whether moves that split an island wait behind all others, as in the text.
    longest : {"edges", "score"}
        Whether the longest piece scores its matched edges alone, or half an edge for each edge on
        its cells, too.

    Raises
    ------
    OptionError
        A rule has no such value.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019; ``docs/method.md`` sets the
    text beside the figures.

    Examples
    --------
    >>> Rules().progressions, Rules.text().progressions
    ('fixed', 'tallied')
    """

    first: Literal["longest", "trivial"] = "longest"
    islands: Literal["once", "anew"] = "once"
    across: bool = False
    progressions: Literal["fixed", "tallied", "none"] = "fixed"
    six: Literal["3+3", "4+2"] = "3+3"
    windows: Literal["values", "density"] = "values"
    lines: Literal["ends", "covered"] = "ends"
    shortlist: Literal["edges", "score", "none"] = "edges"
    splits: Literal["free", "held"] = "free"
    longest: Literal["edges", "score"] = "edges"

    def __post_init__(self) -> None:
        hints = get_type_hints(type(self))
        for field in fields(self):
            value, allowed = getattr(self, field.name), get_args(hints[field.name])
            if allowed and value not in allowed:
                raise OptionError(unknown(f"rule {field.name}", str(value), allowed))

    @classmethod
    def text(cls) -> "Rules":
        """Return the rules that the paper's text states, wherever it differs from its figures."""
        return cls(
            first="trivial",
            islands="anew",
            across=True,
            progressions="tallied",
            six="4+2",
            windows="density",
            lines="covered",
            shortlist="score",
            splits="held",
        )
