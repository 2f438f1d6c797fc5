"""Makes docs/reference from the code: API by room, command line, fields in JSON, figures."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import api
import commands
import fields
import figures
import layers
import stills
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import kaleido

logger = logging.getLogger(__name__)

SHORT_NAMES: dict[str, str] = {}
"""Full names of what the API reference shows, by their last part."""

EXPORTED: dict[str, str] = {}
"""Full names of what `kaleido` exports, where other modules have names with the same last part."""


INTERNAL: set[str] = set()
"""What docstrings may name, and the reference does not show."""


def make_reference(app: Sphinx) -> None:
    """Write every page of docs/reference, and warn of exported names that no page shows."""
    source = Path(app.srcdir)
    plan = layers.read_layers()
    rooms = [room for layer in plan for room in layer if room.documented]
    rooms.sort(key=lambda room: room.name)
    for fault in api.find_faults(rooms):
        logger.warning("reference: %s", fault)
    for fault in stills.find_faults(source):
        logger.warning("gallery: %s", fault)
    for fault in figures.find_faults():
        logger.warning("gallery of figures: %s", fault)
    entries = [*api.own_entries(), *(entry for room in rooms for entry in api.entries(room))]
    shared = Counter(entry.name.rpartition(".")[2] for entry in entries)
    SHORT_NAMES.update({entry.name.rpartition(".")[2]: entry.name for entry in entries})
    for name in kaleido.__all__:
        if shared[name] > 1:
            EXPORTED[name] = SHORT_NAMES[name] = f"kaleido.{name}"
    INTERNAL.update(api.internal_names() - set(SHORT_NAMES))
    pages: dict[str, str | bytes] = {
        **figures.write_pages(),
        "cli.rst": commands.write_page(),
        "outputs.md": fields.write_outputs(),
        "http.md": fields.write_http(),
        "index.rst": api.write_index(rooms),
        "kaleido.rst": api.write_own_page(),
        **{f"{room.name}.rst": api.write_page(room) for room in rooms},
    }
    folder = source / "reference"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        if old.name not in pages:
            old.unlink()
    for name, page in pages.items():
        path = folder / name
        content = page.encode() if isinstance(page, str) else page
        # Unchanged pages keep their time, so that Sphinx need not read them again.
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


def find_short_name(
    app: Sphinx, env: BuildEnvironment, node: nodes.Element, content: nodes.TextElement
) -> nodes.Element | None:
    """Resolve what docstrings call `Board.parse` or `Grid` in whatever module they stand.

    What is not public stays what it is: a name.
    """
    if node.get("refdomain") != "py":
        return None
    named = node.get("reftarget", "")
    first, dot, rest = named.removeprefix("kaleido.").partition(".")
    if not INTERNAL.isdisjoint(named.split(".")):
        return content
    full = SHORT_NAMES.get(first)
    if full is None:
        return None
    domain = env.domains.python_domain
    target = f"{full}{dot}{rest}"
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", target, node, content)


def prefer_exported(_: Sphinx, doctree: nodes.document) -> None:
    """Let a name that `kaleido` exports mean that, whatever else is called so."""
    for node in doctree.findall(addnodes.pending_xref):
        first, dot, rest = node.get("reftarget", "").partition(".")
        if node.get("refdomain") == "py" and first in EXPORTED:
            node["reftarget"] = f"{EXPORTED[first]}{dot}{rest}"


BACK = re.compile(
    r'(?<=<div class="viewcode-block" id=")([^"]+)">\n<a class="viewcode-back" '
    r'href="([^"#]+)#[^"]+">[^<]*</a>'
)


def mend_source_links(app: Sphinx, page: str, _: str, context: dict[str, Any], *__: Any) -> None:
    """Lead from a module's source to its names where they are shown, which Sphinx guesses."""
    if not page.startswith("_modules/"):
        return
    shown = {name for name, *_ in app.env.domains.python_domain.get_objects()}

    def mend(found: re.Match[str]) -> str:
        name, target = found.groups()
        room = f"kaleido.{Path(target).stem}"
        names = [each for each in (f"{room}.{name}", f"kaleido.{name}") if each in shown]
        back = f'\n<a class="viewcode-back" href="{target}#{names[0]}">[docs]</a>' if names else ""
        return f'{name}">{back}'

    context["body"] = BACK.sub(mend, context["body"])


def forget_builtins(app: Sphinx) -> list[Any]:
    """Leave modules without a page of source out of their index."""
    sources: dict[str, Any] = getattr(app.env, "_viewcode_modules", {})
    for name in [name for name, entry in sources.items() if not entry]:
        del sources[name]
    return []


def skip_fields(*event: Any) -> bool | None:
    """Leave out the fields of named tuples, which their class describes."""
    _, _, _, value, *_ = event
    return True if type(value).__name__ == "_tuplegetter" else None


def shorten_defaults(*event: Any) -> tuple[str, str] | None:
    """Write CLASSIC for the pieces that are the default, not all 18 of them."""
    *_, signature, returns = event
    classic = repr(kaleido.CLASSIC)
    if not signature or classic not in signature:
        return None
    return signature.replace(classic, "CLASSIC"), returns


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", make_reference)
    app.connect("missing-reference", find_short_name)
    app.connect("doctree-read", prefer_exported)
    app.connect("html-page-context", mend_source_links)
    app.connect("html-collect-pages", forget_builtins, priority=100)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("autodoc-process-signature", shorten_defaults)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
