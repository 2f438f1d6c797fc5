"""The page's files, its HTML, and the headers that say what a browser may do with it."""

from pathlib import Path

from kaleido.words import languages

STATIC = Path(__file__).parent / "static"

_SOURCES = "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
"""The page makes pictures as blobs and data URLs; all else that is loaded is a file of its own."""

_PERMISSIONS = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "usb",
)  # fmt: skip
"""What the page never asks for. Photos are taken by the system's own camera, which is a file."""

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
"""What a page of the site may load: files of its own, and Python as WebAssembly."""

SITE_HEADERS = _COMMON | {"Content-Security-Policy": f"{SITE_POLICY}; frame-ancestors 'none'"}
"""The headers that a host of the site should send."""


def page_text() -> str:
    """Return the HTML of the page, which names the languages that there are words of."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    return page.replace('data-languages="en"', f'data-languages="{" ".join(languages())}"', 1)
