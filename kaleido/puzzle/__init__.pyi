"""The names of the package; `kaleido/puzzle/__init__.py` imports each when first used."""

from .answer import Answer as Answer, Move as Move
from .puzzle import (
    Faults as Faults,
    Position as Position,
    Puzzle as Puzzle,
    as_puzzle as as_puzzle,
)
from .recording import Moment as Moment, Recording as Recording
