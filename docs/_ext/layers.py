"""The rooms of the package in their layers, read from the import contract, and their picture."""

from __future__ import annotations

import ast
import importlib
import inspect
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
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

    @property
    def path(self) -> Path:
        """Its folder or file."""
        folder = ROOT / self.name
        return folder if folder.is_dir() else folder.with_suffix(".py")

    @cached_property
    def imports(self) -> frozenset[str]:
        """The other rooms that it imports, inside functions or not."""
        paths = [self.path] if self.path.is_file() else self.path.rglob("*.py")
        nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))))
        found = (
            node.module.split(".")[1]
            for node in nodes
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kaleido.")
        )
        return frozenset(found) - {self.name}


def read_layers() -> list[list[Room]]:
    """Return the rooms of each layer, from the lowest layer to the highest.

    Their order is the contract that import-linter holds (see ``pyproject.toml``).
    """
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    layers = ([Room(name.strip()) for name in row.split("|")] for row in contract["layers"])
    return list(layers)[::-1]


def write_table(layers: list[list[Room]]) -> str:
    """Return what each room holds, as a table for the architecture page."""
    lines = ["| room | contents |", "|---|---|"]
    for layer in layers:
        lines += [f"| `{room.name}` | {room.about} |" for room in layer if room.name[0] != "_"]
    return "\n".join(lines) + "\n"


PAGES = {"cli": "reference/cli.html", "web": "api.html"}
"""The pages of rooms that are not imported."""

WIDTH, LEFT, BAND, GAP, BOX = 760, 8, 30, 10, 24
CHARACTER, PADDING = 7.3, 9  # of the 12 px monospaced names


def draw(layers: list[list[Room]]) -> str:
    """Draw the layers as SVG, in the colours of the page around it."""
    parts: list[str] = []
    top = 4.0
    for layer in layers:
        for number, row in enumerate(rows := list(_wrap(layer))):
            x, y = LEFT + 8.0, top + 4 + BAND * number + (BAND - BOX) / 2
            for room in row:
                page = PAGES.get(room.name, f"reference/{room.name}.html")
                linked = room.documented or room.name in PAGES
                href = f' href="{page}"' if linked else ""
                title = f"{room.name}: {room.about} Imports {_listed(room.imports)}."
                width = len(room.name) * CHARACTER + 2 * PADDING
                parts.append(
                    f"<a{href}><title>{escape(title)}</title>"
                    f'<rect class="box" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BOX}" '
                    f'rx="4"/><text class="module" x="{x + width / 2:.1f}" y="{y + 16}">'
                    f"{room.name}</text></a>"
                )
                x += width + GAP
        height = BAND * len(rows) + 8
        parts.insert(
            0,
            f'<rect class="band" x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 40}" '
            f'height="{height}" rx="6"/>',
        )
        top += height + GAP
    arrow, bottom = WIDTH - 22, top - GAP
    parts.append(
        f'<path class="arrow" d="M{arrow} {bottom}V8m-5 8l5 -8l5 8"/>'
        f'<text class="along" transform="translate({arrow + 15} {top / 2}) rotate(-90)">imports'
        "</text>"
    )
    return (
        f'<div class="wide"><svg class="layers" viewBox="0 0 {WIDTH} {top:.0f}" role="img" '
        'xmlns="http://www.w3.org/2000/svg" aria-label="The layers of the package: a room '
        f'imports from itself or the layers above it">{"".join(parts)}</svg></div>\n'
    )


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "no other room"


def _wrap(rooms: list[Room]) -> Iterator[list[Room]]:
    """Break the boxes of a layer into rows."""
    row: list[Room] = []
    used = 0.0
    for room in rooms:
        width = len(room.name) * CHARACTER + 2 * PADDING + GAP
        if row and used + width > WIDTH - LEFT - 50:
            yield row
            row, used = [], 0.0
        row.append(room)
        used += width
    yield row
