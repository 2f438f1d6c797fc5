"""Who may import whom: the plan in architecture.md, held against the code, and its picture."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

import kaleido

ROOT = Path(kaleido.__file__).parent


@dataclass(frozen=True)
class Layer:
    """A row of the table in architecture.md.

    Parameters
    ----------
    name : str
    modules : tuple of str
        Without ``kaleido.``; a package stands for all its modules that no row names.
    about : str
        What they hold.
    """

    name: str
    modules: tuple[str, ...]
    about: str

    @property
    def documented(self) -> bool:
        """Whether it has a page in the API reference; what is used otherwise has one of its own."""
        return self.name not in ("page", "command")


def read_plan(path: Path) -> list[Layer]:
    """Read the table whose first column is called layer."""
    plan: list[Layer] = []
    _, _, table = path.read_text(encoding="utf-8").partition("| layer |")
    for line in table.splitlines()[2:]:
        if not line.startswith("|"):
            break
        name, modules, about = (cell.strip() for cell in line.strip("|").split("|"))
        plan.append(Layer(name, tuple(re.findall(r"`([\w.]+)`", modules)), about))
    return plan


def read_modules() -> dict[str, set[str]]:
    """Give every module's imports of other modules, those made inside functions left out."""
    modules = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if name not in ("__init__", "__main__"):
            modules[name] = set(_imports(ast.parse(path.read_text(encoding="utf-8")).body))
    return modules


def _imports(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, ast.ImportFrom) and statement.module:
            package, _, module = statement.module.partition(".")
            if package == "kaleido" and module:
                yield module


def planned(module: str, plan: list[Layer]) -> str | None:
    """Give the entry of the plan that stands for a module."""
    entries = {entry for layer in plan for entry in layer.modules}
    while module and module not in entries:
        module = module.rpartition(".")[0]
    return module or None


def find_faults(plan: list[Layer], modules: dict[str, set[str]]) -> list[str]:
    """Say where the code and the plan differ."""
    level = {entry: number for number, layer in enumerate(plan) for entry in layer.modules}
    faults = [f"there is no module {entry}" for entry in level if entry not in modules]
    for module, imported in modules.items():
        entry = planned(module, plan)
        if entry is None:
            faults.append(f"{module} is in no row of the table")
            continue
        for other in sorted(imported):
            target = planned(other, plan)
            if target is not None and level[target] > level[entry]:
                faults.append(f"{module} imports {other}, which is in a row below its own")
    return faults


def without_missing(plan: list[Layer], modules: dict[str, set[str]]) -> list[Layer]:
    """Give the plan less the modules that do not exist, so that the rest can be built."""
    return [
        replace(layer, modules=tuple(each for each in layer.modules if each in modules))
        for layer in plan
    ]


WIDTH, LEFT, BAND, GAP, BOX = 760, 92, 30, 10, 24
CHARACTER, PADDING = 7.3, 9  # of the 12 px monospaced names


def draw(plan: list[Layer], modules: dict[str, set[str]]) -> str:
    """Draw the layers as SVG, in the colours of the page around it."""
    parts: list[str] = []
    top = 4.0
    for layer in plan:
        rows = list(_wrap(layer.modules))
        height = BAND * len(rows) + 8
        middle = top + height / 2 + 4
        parts.append(
            f'<rect class="band" x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 40}" '
            f'height="{height}" rx="6"/>'
            f'<text class="layer" x="{LEFT - 12}" y="{middle}">{layer.name}</text>'
        )
        for number, row in enumerate(rows):
            x, y = LEFT + 8.0, top + 4 + BAND * number + (BAND - BOX) / 2
            for entry in row:
                page = f"{layer.name}.html#module-kaleido.{entry}"
                link = f"reference/{page}" if layer.documented else "reference/cli.html"
                others = sorted(
                    {
                        target
                        for module, imported in modules.items()
                        if planned(module, plan) == entry
                        for other in imported
                        if (target := planned(other, plan)) not in (None, entry)
                    }
                )
                title = f"{entry} imports {', '.join(others) or 'none of the others'}"
                width = len(entry) * CHARACTER + 2 * PADDING
                parts.append(
                    f'<a href="{link}"><title>{escape(title)}</title>'
                    f'<rect class="box" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BOX}" '
                    f'rx="4"/><text class="module" x="{x + width / 2:.1f}" y="{y + 16}">{entry}'
                    "</text></a>"
                )
                x += width + GAP
        top += height + GAP
    arrow, bottom = WIDTH - 22, top - GAP
    parts.append(
        f'<path class="arrow" d="M{arrow} {bottom}V8m-5 8l5 -8l5 8"/>'
        f'<text class="along" transform="translate({arrow + 15} {top / 2}) rotate(-90)">imports'
        "</text>"
    )
    return (
        f'<div class="wide"><svg class="layers" viewBox="0 0 {WIDTH} {top:.0f}" role="img" '
        'xmlns="http://www.w3.org/2000/svg" aria-label="The layers of the package: a module '
        f'imports from its own layer or those above it">{"".join(parts)}</svg></div>\n'
    )


def _wrap(entries: tuple[str, ...]) -> Iterator[list[str]]:
    """Break the boxes of a layer into rows."""
    row: list[str] = []
    used = 0.0
    for entry in entries:
        width = len(entry) * CHARACTER + 2 * PADDING + GAP
        if row and used + width > WIDTH - LEFT - 50:
            yield row
            row, used = [], 0.0
        row.append(entry)
        used += width
    yield row
