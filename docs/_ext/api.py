"""The API reference: a page for each layer of the architecture, from the docstrings."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from layers import ROOT, Layer

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


def find_faults(plan: list[Layer]) -> list[str]:
    """Name what the package exports but no page shows."""
    shown = {entry.name for layer in plan for entry in entries(layer)}
    return [
        f"kaleido.{name} is on no page of the API reference: has it a docstring?"
        for name in kaleido.__all__
        if f"kaleido.{name}" not in shown
    ]


def entries(layer: Layer) -> list[Entry]:
    """Give all that a layer holds for others."""
    return [entry for held in sections(layer).values() for entry in held]


def sections(layer: Layer) -> dict[str, list[Entry]]:
    """Give each module of a layer, and each package, with what it holds for others."""
    found: dict[str, list[Entry]] = {}
    for module in (f"kaleido.{each}" for each in layer.modules):
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
    return [(name, doc) for name, doc in found if not name.startswith("_")]


def write_index(plan: list[Layer]) -> str:
    """Give the page that lists everything by layer."""
    documented = [layer for layer in plan if layer.documented]
    lines = ["API reference", "=============", ""]
    lines += ["Everything, by layer of the :doc:`architecture </architecture>`. What the package"]
    lines += ["exports is shown as ``kaleido.NAME``, the rest with its module. Most need only"]
    lines += ["`kaleido.solve`, `kaleido.Puzzle`, `kaleido.record`, `kaleido.compare` and the"]
    lines += ["figures of :doc:`kaleido.plot <drawing>`.", ""]
    lines += [".. toctree::", "   :hidden:", "", *(f"   {layer.name}" for layer in documented), ""]
    for layer in documented:
        title = f":doc:`{layer.name.capitalize()} <{layer.name}>`"
        lines += [title, "-" * len(title), "", layer.about, ""]
        lines += [".. list-table::", "   :widths: 40 60", ""]
        for entry in entries(layer):
            lines += [f"   * - :py:obj:`{entry.name}`", f"     - {_first_sentence(entry)}"]
        lines += [""]
    return "\n".join(lines)


def _first_sentence(entry: Entry) -> str:
    doc = entry.doc or inspect.getdoc(entry.value) or ""
    text = " ".join(doc.partition("\n\n")[0].split())
    return text.partition(". ")[0].rstrip(".:") + "."


def write_page(layer: Layer) -> str:
    """Give the page of a layer."""
    title = layer.name.capitalize()
    lines = [title, "=" * len(title), "", layer.about, ""]
    for module, held in sections(layer).items():
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
