"""What tells boards apart, in JSON."""

from dataclasses import dataclass
from typing import Annotated

from kaleido.contract import Maybe, Plain, Rule

Text = Annotated[str, Rule(minLength=1)]


@dataclass(frozen=True)
class Identity(Plain):
    """The rows of a board, and its lattice."""

    pattern: Annotated[
        Text,
        "The rows of the board from top to bottom, with / between them; in space, the layers "
        "from bottom to top, with // between them.",
    ]
    lattice: Annotated[
        Maybe[Text],
        "The lattice that the cells belong to, such as hexagonal, triangular, cubic or spheres. "
        "The key is missing for squares.",
    ]


@dataclass(frozen=True)
class BoardForm(Identity):
    """A board with its rules."""

    wrap: Annotated[
        Maybe[Annotated[str, Rule(enum=["columns", "rows", "both"])]],
        "Which sides of the board are joined. The key is missing if none are.",
    ]
    optional: Annotated[
        Maybe[Text],
        "The letters of the cells that need not be covered. The key is missing if there are none.",
    ]
