"""What tells boards apart, in JSON."""

from dataclasses import dataclass
from typing import Annotated

from kaleido.contract import Maybe, Plain, Rule

Text = Annotated[str, Rule(minLength=1)]


@dataclass(frozen=True)
class Identity(Plain):
    """The rows of a board, and its lattice.

    Attributes
    ----------
    pattern : str
        The rows of the board from top to bottom, with / between them; in space, the layers from
        bottom to top, with // between them.
    lattice : str or None
        The lattice that the cells belong to, such as hexagonal, triangular, cubic or spheres. The
        key is missing for squares.
    """

    pattern: Text
    lattice: Maybe[Text]


@dataclass(frozen=True)
class BoardForm(Identity):
    """A board with its rules.

    Attributes
    ----------
    wrap : {"columns", "rows", "both"} or None
        Which sides of the board are joined. The key is missing if none are.
    optional : str or None
        The letters of the cells that need not be covered. The key is missing if there are none.
    """

    wrap: Maybe[Annotated[str, Rule(enum=["columns", "rows", "both"])]]
    optional: Maybe[Text]
