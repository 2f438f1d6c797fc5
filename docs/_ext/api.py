"""The API reference: a page for the package and one for each room, of their public names."""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import figures
from layers import ROOT, Room

INTRODUCTION = """\
All that is public: what people import from :doc:`kaleido <kaleido>` itself, and from the rooms of
the :doc:`architecture </architecture>` beside it. What is not listed may change in any version.
Most need only `kaleido.solve`, `kaleido.Puzzle`, `kaleido.record`, `kaleido.compare` and the
figures of :doc:`kaleido.plot <plot>`, which are :doc:`all shown <figures>`."""


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

    @property
    def value_id(self) -> tuple[str, str]:
        """What tells it from all others, by whatever name it is imported."""
        return self.home, self.name.rpartition(".")[2]


def find_faults(rooms: list[Room]) -> list[str]:
    """Name what the package and its rooms export but no page shows."""
    return [
        f"{module}.{name} is on no page of the API reference: has it a docstring?"
        for module in ("kaleido", *(f"kaleido.{room.name}" for room in rooms))
        for name in getattr(importlib.import_module(module), "__all__", ())
        if name[0] != "_"
        and not inspect.ismodule(getattr(importlib.import_module(module), name))
        and f"{module}.{name}" not in {entry.name for entry in _entries(module)}
    ]


def own_entries() -> list[Entry]:
    """Return what people import from the package itself."""
    return _entries("kaleido")


def entries(room: Room) -> list[Entry]:
    """Return what people import from a room, without what the package itself exports."""
    own = {entry.value_id for entry in own_entries()}
    return [entry for entry in _entries(f"kaleido.{room.name}") if entry.value_id not in own]


def also(room: Room) -> list[str]:
    """Return the names of a room that the package itself exports."""
    own = {entry.value_id: entry.name for entry in own_entries()}
    found = (own.get(entry.value_id) for entry in _entries(f"kaleido.{room.name}"))
    return [name for name in found if name]


def internal_names() -> set[str]:
    """Return the classes, functions and constants of all modules, public or not."""
    modules = (path.relative_to(ROOT).with_suffix("") for path in ROOT.rglob("*.py"))
    names = (".".join(("kaleido", *each.parts)).removesuffix(".__init__") for each in modules)
    return {name for module in names for name, _ in _defined(module)}


@cache
def _entries(module: str) -> list[Entry]:
    found = []
    for name, home in _homes(module).items():
        docs = dict(_defined(home))
        if name in docs:
            found.append(Entry(f"{module}.{name}", home, docs[name]))
    return found


@cache
def _homes(module: str) -> dict[str, str]:
    """Return the modules that define what a module exports, by name, as its source says."""
    source = _path(module)
    stub = source.with_suffix(".pyi")
    body = ast.parse((stub if stub.exists() else source).read_text(encoding="utf-8")).body
    found = {name: module for name, _ in _defined(module)}
    exported = getattr(importlib.import_module(module), "__all__", None)
    for node in body:
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        package = module if source.name == "__init__.py" else module.rpartition(".")[0]
        home = f"{package}.{node.module}" if node.level else node.module
        for each in node.names:
            if home.startswith("kaleido") and (exported is not None or each.asname == each.name):
                found[each.name] = home if home == module else _homes(home).get(each.name, home)
    return {name: home for name, home in found.items() if exported is None or name in exported}


def _path(module: str) -> Path:
    path = ROOT.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


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
    """Return the page that lists the public names, by room of the architecture."""
    lines = ["API reference", "=============", ""]
    lines += [INTRODUCTION, ""]
    pages = ["kaleido", *(room.name for room in rooms)]
    lines += [".. toctree::", "   :hidden:", "", *(f"   {page}" for page in pages), ""]
    lines += [".. list-table::", "   :widths: 35 65", "   :class: names", ""]
    for entry in own_entries():
        lines += [f"   * - :py:obj:`{entry.name}`", f"     - {_first_sentence(entry)}"]
    for room in rooms:
        title = f":doc:`kaleido.{room.name} <{room.name}>`"
        names = [entry.name for entry in entries(room)] + also(room)
        listed = (f":py:obj:`{name.rpartition('.')[2]} <{name}>`" for name in sorted(names))
        lines += ["", title, "-" * len(title), "", room.about, "", ", ".join(listed), ""]
    return "\n".join(lines)


def _first_sentence(entry: Entry) -> str:
    doc = entry.doc or inspect.getdoc(entry.value) or ""
    text = " ".join(doc.partition("\n\n")[0].split())
    return text.partition(". ")[0].rstrip(".:") + "."


def write_own_page() -> str:
    """Return the page of the package itself: its functions, its classes, and the rest."""
    lines = ["kaleido", "=======", "", ".. automodule:: kaleido", "   :no-members:", ""]
    held = own_entries()
    errors = [each for each in held if _is_error(each.value)]
    classes = [each for each in held if isinstance(each.value, type) and each not in errors]
    functions = [each for each in held if inspect.isroutine(each.value)]
    others = [each for each in held if each not in (*errors, *classes, *functions)]
    titled = {"Functions": functions, "Classes": classes, "Constants": others, "Errors": errors}
    for title, group in titled.items():
        lines += [title, "-" * len(title), ""]
        for entry in sorted(group, key=lambda each: each.name.lower()):
            lines += [*_directive(entry), ""]
    return "\n".join(lines)


def write_page(room: Room) -> str:
    """Return the page of a room."""
    title = f"kaleido.{room.name}"
    lines = [title, "=" * len(title), ""]
    # The module's own docstring; what it holds comes under the names that people import.
    lines += [f".. automodule:: {title}", "   :no-members:", ""]
    if room.name == "plot":
        lines += [":doc:`The gallery <figures>` has the code of each picture.", ""]
    if exported := also(room):
        names = ", ".join(f":py:obj:`{name}`" for name in exported)
        lines += [f"Also importable from here: {names}.", ""]
    for entry in entries(room):
        lines += [*_directive(entry), ""]
        if room.name == "plot":
            lines += [*figures.small(entry.name.rpartition(".")[2]), ""]
    return "\n".join(lines)


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


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
        f".. auto{'exception' if _is_error(value) else 'class'}:: {entry.name}",
        "   :members:",
        *["   :show-inheritance:"] * ours,
        *["   :undoc-members:"] * issubclass(value, enum.Enum),
    ]
