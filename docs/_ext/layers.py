"""The rooms of the package in their layers, read from the import contract."""

from __future__ import annotations

import importlib
import inspect
import tomllib
from dataclasses import dataclass
from pathlib import Path

import kaleido

ROOT = Path(kaleido.__file__).parent

CHECKOUT = Path(__file__).parents[2]
"""Where the import contract is; the package itself may be installed elsewhere."""


@dataclass(frozen=True)
class Room:
    """A package or module directly under ``kaleido``.

    Parameters
    ----------
    name : str
        Without ``kaleido.``.
    """

    name: str

    @property
    def documented(self) -> bool:
        """Whether it has names for others, and so a page in the API reference."""
        return hasattr(importlib.import_module(f"kaleido.{self.name}"), "__all__")

    @property
    def about(self) -> str:
        """The first paragraph of its docstring."""
        doc = inspect.getdoc(importlib.import_module(f"kaleido.{self.name}")) or ""
        return " ".join(doc.partition("\n\n")[0].split())


def read_layers() -> list[list[Room]]:
    """Return the rooms of each layer, from the lowest layer to the highest.

    Their order is the contract that import-linter holds (see ``pyproject.toml``).
    """
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    layers = ([Room(name.strip()) for name in row.split("|")] for row in contract["layers"])
    return list(layers)[::-1]
