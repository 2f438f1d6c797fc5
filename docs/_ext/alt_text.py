"""What stands for a picture that cannot be seen, for the outputs of code, which come without.

Boards and solutions say it themselves in the title of their SVG. Figures do not; they belong to the
text right before their code, which says what they show.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

logger = logging.getLogger(__name__)


class AltText(SphinxTransform):
    """Give every picture an alternative text, and warn of those that have an empty one."""

    default_priority = 400

    def apply(self, **_: object) -> None:
        """Go through a page, and keep the heading and the text before each picture."""
        heading = text = ""
        for node in self.document.findall():
            if isinstance(node, nodes.title):
                heading, text = node.astext(), ""
            elif isinstance(node, nodes.paragraph):
                text = node.astext()
            elif isinstance(node, nodes.image):
                if "alt" not in node:
                    _, path = self.env.relfn2path(node["uri"], self.env.docname)
                    node["alt"] = svg_title(Path(path)) or described(heading, text)
                if not node["alt"].strip():
                    logger.warning("picture without alt text: %s", node["uri"], location=node)


def svg_title(path: Path) -> str:
    """Return the title that a file states, if it is an SVG with one."""
    if path.suffix != ".svg":
        return ""
    found = re.search(r"<svg\b[^>]*>\s*<title>([^<]+)</title>", path.read_text("utf-8"))
    return unescape(found[1]) if found else ""


def described(heading: str, text: str) -> str:
    """Return what a figure is about, from the heading and the text before it."""
    return ": ".join(" ".join(each.split()) for each in (heading, text) if each)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_transform(AltText)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
