"""The names of the package; `kaleido/photo/__init__.py` imports each when first used."""

from .reader import (
    Stages as Stages,
    read as read,
    read_boards as read_boards,
    read_pixels as read_pixels,
    read_stages as read_stages,
)
from .reading import Reading as Reading, Step as Step
