"""Makes docs/reference from the code: API by room, command line, import picture, galleries."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import api
import commands
import figures
import gallery
import layers
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


def make_reference(app: Sphinx) -> None:
    """Write every page of docs/reference, and warn of exported names that no page shows."""
    source = Path(app.srcdir)
    plan = layers.read_layers()
    rooms = [room for layer in plan for room in layer if room.documented]
    for fault in api.find_faults(rooms):
        logger.warning("reference: %s", fault)
    for fault in gallery.find_faults(source):
        logger.warning("gallery: %s", fault)
    for fault in figures.find_faults():
        logger.warning("gallery of figures: %s", fault)
    entries = [entry for room in rooms for entry in api.entries(room)]
    shared = Counter(entry.name.rpartition(".")[2] for entry in entries)
    SHORT_NAMES.update({entry.name.rpartition(".")[2]: entry.name for entry in entries})
    for name in kaleido.__all__:
        if shared[name] > 1:
            EXPORTED[name] = SHORT_NAMES[name] = f"kaleido.{name}"
    pages: dict[str, str | bytes] = {
        **figures.write_pages(),
        "layers.html": layers.draw(plan),
        "rooms.md": layers.write_table(plan),
        **gallery.write_pages(),
        "cli.rst": commands.write_page(),
        "index.rst": api.write_index(rooms),
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
) -> nodes.reference | None:
    """Resolve what docstrings call `ColourBudget.start` or `Grid` in whatever module they stand."""
    first, dot, rest = node.get("reftarget", "").partition(".")
    full = SHORT_NAMES.get(first)
    if full is None or node.get("refdomain") != "py":
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
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("autodoc-process-signature", shorten_defaults)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
