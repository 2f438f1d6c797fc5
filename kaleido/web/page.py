"""The page's files, its HTML, and the headers that say what a browser may do with it.

The page is its modules in `static`, or the bundle that was made from them in `dist`.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from kaleido.base.words import languages

STATIC = Path(__file__).parent / "static"
DIST = Path(__file__).parent / "dist"
MANIFEST = "manifest.json"
"""The file of a bundle that lists its sources and which of its files replaces which module."""

FOR_GOOD = "public, max-age=31536000, immutable"
"""How long the files of a bundle may be kept: their names contain a hash of their contents."""

_SOURCES = "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
"""The page makes pictures as blobs and data URLs; all else is loaded from its own files."""

_PERMISSIONS = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "usb",
)  # fmt: skip
"""Permissions that the page never asks for. The system's own camera takes photos, as files."""

_COMMON = {
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _PERMISSIONS),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # For browsers that do not know `frame-ancestors`.
    "X-Frame-Options": "DENY",
}

SERVER_HEADERS = _COMMON | {
    "Content-Security-Policy": (
        # With trusted types a browser refuses to make markup or code of text, wherever it is from.
        f"default-src 'self'; {_SOURCES}; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
}
"""The headers of every reply of the server."""

SITE_POLICY = (
    f"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; {_SOURCES}"
)
"""The policy of a page of the site: its own files, and Python as WebAssembly."""

SITE_HEADERS = _COMMON | {"Content-Security-Policy": f"{SITE_POLICY}; frame-ancestors 'none'"}
"""The headers that a host of the site should send."""


def bundled_names() -> dict[str, str] | None:
    """Return the names in the bundle of files of the page, or None if there is no fresh bundle."""
    manifest = _manifest()
    fresh = manifest and manifest["sources"] == _hash_sources()
    return manifest["names"] if fresh else None


def stale_bundle() -> str:
    """Return a sentence that says so if there is a bundle that is not used, else nothing."""
    if not _manifest() or bundled_names():
        return ""
    return "The page's bundle is older than its modules, so these are used: `npm run bundle`."


def _manifest() -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((DIST / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return manifest


def _hash_sources() -> str:
    """Return the hash of all files of the page, as tools/bundle.js makes it."""
    contents = sha256()
    files = (path for path in STATIC.rglob("*") if path.is_file())
    for name, path in sorted((path.relative_to(STATIC).as_posix(), path) for path in files):
        contents.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return contents.hexdigest()


def page_text(bundle: Mapping[str, str] | None = None, head: str = "") -> str:
    """Return the HTML of the page, which names the languages that there are words of.

    With the names of a bundle it loads that. The text of *head* comes before the title.
    """
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    page = page.replace("<title>", f"{head}<title>", 1)
    names = languages()
    words = "".join(
        f' data-words-{name}="static/words/{name}.json"' for name in names if name != "en"
    )
    page = page.replace('data-languages="en"', f'data-languages="{" ".join(names)}"{words}', 1)
    if bundle is None:
        return page
    # Modules and styles that are in the bundle are not loaded again.
    parts = re.compile(
        r' *<link rel="(?:modulepreload|stylesheet)"[^>]* href="static/([^"]+)".*>\n'
    )
    page = parts.sub(lambda found: found[0] if found[1] in bundle else "", page)
    for name, bundled in bundle.items():
        page = page.replace(f'"static/{name}"', f'"dist/{bundled}"')
    return page
