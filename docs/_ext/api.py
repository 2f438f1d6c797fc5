"""The API reference: a page for each room of the package, from the docstrings."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from layers import ROOT, Room

import kaleido


class Entry(NamedTuple):
    """One thing to document.

    Attributes
    ----------
    name : str
        As people import it: ``kaleido.Pattern`` rather than ``kaleido.pattern.Pattern``.
    home : str
        The module that defines it.
    doc : str or None
        The docstring of a constant, which only its source holds; None for the rest.
    """

    name: str
    home: str
    doc: str | None

    @property
    def value(self) -> object:
        """The thing itself."""
        return getattr(importlib.import_module(self.home), self.name.rpartition(".")[2])


def find_faults(rooms: list[Room]) -> list[str]:
    """Name what the package exports but no page shows."""
    shown = {entry.name for room in rooms for entry in entries(room)}
    return [
        f"kaleido.{name} is on no page of the API reference: has it a docstring?"
        for name in kaleido.__all__
        if name[0] != "_"
        and not inspect.ismodule(getattr(kaleido, name))
        and f"kaleido.{name}" not in shown
    ]


def entries(room: Room) -> list[Entry]:
    """Return all that a room holds for others."""
    return [entry for held in sections(room).values() for entry in held]


def sections(room: Room) -> dict[str, list[Entry]]:
    """Return what each module of a room holds for others; a package shows what it exports."""
    found: dict[str, list[Entry]] = {}
    for module in (f"kaleido.{each}" for each in room.modules):
        exported = getattr(importlib.import_module(module), "__all__", None)
        if exported is None:
            # What the package itself exports is shown there.
            package = importlib.import_module(module.rpartition(".")[0])
            names = [] if package is kaleido else getattr(package, "__all__", [])
            held = [each for each in _defined(module) if each[0] not in names]
            found[module] = [_entry(module, *each) for each in held]
        else:
            parts = [module, *_submodules(module)]
            homes = {name: (part, doc) for part in reversed(parts) for name, doc in _defined(part)}
            names = [name for name in exported if name in homes]
            found[module] = [_entry(homes[name][0], name, homes[name][1], module) for name in names]
    return {module: held for module, held in found.items() if held}


def _entry(home: str, name: str, doc: str | None, package: str = "") -> Entry:
    value = getattr(importlib.import_module(home), name)
    exported = name in kaleido.__all__ and getattr(kaleido, name) is value
    return Entry(f"{'kaleido' if exported else package or home}.{name}", home, doc)


def _path(module: str) -> Path:
    path = ROOT.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _submodules(module: str) -> list[str]:
    path = _path(module)
    if path.name != "__init__.py":
        return []
    return [f"{module}.{each.stem}" for each in sorted(path.parent.glob("*.py")) if each != path]


@cache
def _defined(module: str) -> list[tuple[str, str | None]]:
    """Give the public classes, functions and documented constants of a module's source."""
    body = ast.parse(_path(module).read_text(encoding="utf-8")).body
    found: list[tuple[str, str | None]] = []
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            found.append((statement.name, None))
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            single = isinstance(statement, ast.AnnAssign)
            target = statement.target if single else statement.targets[0]
            doc = following.value if isinstance(following, ast.Expr) else None
            if isinstance(target, ast.Name) and isinstance(doc, ast.Constant):
                found.append((target.id, str(doc.value)))
    # A function with overloads is defined several times.
    return [(name, doc) for name, doc in dict(found).items() if not name.startswith("_")]


def write_index(rooms: list[Room]) -> str:
    """Return the page that lists everything by room."""
    lines = ["API reference", "=============", ""]
    lines += ["Everything, by room of the :doc:`architecture </architecture>`. What the package"]
    lines += ["exports is shown as ``kaleido.NAME``, the rest with its module. Most need only"]
    lines += ["`kaleido.solve`, `kaleido.Puzzle`, `kaleido.record`, `kaleido.compare` and the"]
    lines += ["figures of :doc:`kaleido.plot <plot>`.", ""]
    lines += [".. toctree::", "   :hidden:", "", *(f"   {room.name}" for room in rooms), ""]
    for room in rooms:
        title = f":doc:`{room.name} <{room.name}>`"
        lines += [title, "-" * len(title), "", room.about, ""]
        lines += [".. list-table::", "   :widths: 40 60", ""]
        for entry in entries(room):
            lines += [f"   * - :py:obj:`{entry.name}`", f"     - {_first_sentence(entry)}"]
        lines += [""]
    return "\n".join(lines)


def _first_sentence(entry: Entry) -> str:
    doc = entry.doc or inspect.getdoc(entry.value) or ""
    text = " ".join(doc.partition("\n\n")[0].split())
    return text.partition(". ")[0].rstrip(".:") + "."


def write_page(room: Room) -> str:
    """Return the page of a room."""
    title = f"kaleido.{room.name}"
    lines = [title, "=" * len(title), "", room.about, ""]
    for module, held in sections(room).items():
        lines += [module, "-" * len(module), ""]
        # The module's own docstring; what it holds comes under the names that people import.
        clash = module.removeprefix("kaleido.") in kaleido.__all__  # a function's name, too
        lines += [f".. automodule:: {module}", "   :no-members:"]
        lines += ["   :no-index:"] * clash + [""]
        for entry in held:
            lines += [*_directive(entry), ""]
    return "\n".join(lines)


def _directive(entry: Entry) -> list[str]:
    value = entry.value
    if entry.doc is not None:
        module, _, name = entry.name.rpartition(".")
        options = [f"   :module: {module}"]
        options += [f"   :canonical: {entry.home}.{name}"] * (entry.home != module)
        doc = inspect.cleandoc(entry.doc).replace("\n+ ", "\n\\+ ")  # a label, not a bullet
        return [f".. py:data:: {name}", *options, "", indent(doc, "   ")]
    if not isinstance(value, type):
        return [f".. autofunction:: {entry.name}"]
    ours = any(base.__module__.startswith("kaleido") for base in value.__bases__)
    return [
        f".. auto{'exception' if issubclass(value, Exception) else 'class'}:: {entry.name}",
        "   :members:",
        *["   :show-inheritance:"] * ours,
        *["   :undoc-members:"] * issubclass(value, enum.Enum),
    ]
