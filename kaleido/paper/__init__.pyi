"""The names of the package; `kaleido/paper/__init__.py` imports each when first used."""

from .edges import Sides as Sides
from .islands import ColouredGrid as ColouredGrid
from .progression import (
    alternatives as alternatives,
    changed_progression as changed_progression,
    fixed_progression as fixed_progression,
)
from .rules import Rules as Rules
from .strategies import Paper as Paper, PaperText as PaperText
from .windows import WindowTable as WindowTable, opened as opened
