"""Warns of links in the built pages that lead to no file, or to no anchor in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

TARGETS = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src"}
"""The attribute that holds the target, by tag."""

CODE = ("code", "pre", "script", "style", "textarea")
UNREAD = re.compile(r"\[[^]\n]+\]\([^)\s]*[./#][^)\s]*\)")
"""A link in Markdown that was not read as one, in the text of a page."""


class Page(HTMLParser):
    """The links and the anchors of an HTML file.

    Attributes
    ----------
    links : list of (int, str)
        The line and the target of each link.
    anchors : set of str
    unread : list of (int, str)
        The line and the text of each link that stands there as Markdown.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[tuple[int, str]] = []
        self.anchors: set[str] = set()
        self.unread: list[tuple[int, str]] = []
        self._code = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the anchor and the target of a tag."""
        values = dict(attrs)
        self.anchors.update(name for name in (values.get("id"), values.get("name")) if name)
        target = values.get(TARGETS.get(tag, ""))
        if target:
            self.links.append((self.getpos()[0], target))
        self._code += tag in CODE

    def handle_endtag(self, tag: str) -> None:
        """Leave code."""
        self._code -= tag in CODE

    def handle_data(self, data: str) -> None:
        """Note what should have been a link."""
        if not self._code:
            self.unread += [(self.getpos()[0], found) for found in UNREAD.findall(data)]


def find_broken(folder: Path) -> Iterator[str]:
    """Yield a line for each link within a folder of HTML files that leads nowhere."""
    read = cache(Page)
    for path in sorted(folder.rglob("*.html")):
        page = read(path)
        name = path.relative_to(folder).as_posix()
        for line, text in page.unread:
            yield f"{name}:{line}: not read as a link: {text}"
        for line, target in page.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = place / "index.html" if place.is_dir() else place
            if not place.is_file():
                yield f"{name}:{line}: no file for {target}"
            elif (
                parts.fragment
                and place.suffix == ".html"
                and unquote(parts.fragment) not in read(place).anchors
            ):
                yield f"{name}:{line}: no anchor for {target}"


def check_links(app: Sphinx, error: Exception | None) -> None:
    """Warn of each broken link of a site that was built."""
    if error is None and app.builder.format == "html":
        for fault in find_broken(Path(app.outdir)):
            logger.warning("link: %s", fault)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("build-finished", check_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
