"""How long the page takes over a slow network: from a server, and as the site without one.

The network is DevTools' "fast 3G", emulated by the browser, and every visit is somebody's first. It
needs Playwright and Chromium, and a bundle of the page: `npm run bundle`.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
import uvicorn
from alone import chromium
from harness import run, served, table
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from kaleido.web.page import bundled_names
from kaleido.web.server import name_address, open_socket
from kaleido.web.site import build_site, runtime_folder

FAST_3G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 0.9 * 1.6e6 / 8,
    "uploadThroughput": 0.9 * 0.75e6 / 8,
}
PLAY = ("kaleido", "play", "--no-browser", "--port", "0")

WATCH = """
localStorage.setItem("kaleido.met", "true");
new MutationObserver((_, observer) => {
    if (!document.documentElement?.dataset.ready) return;
    observer.disconnect();
    const all = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
    const come = all.filter(({ transferSize }) => transferSize);
    const size = come.reduce((sum, { transferSize }) => sum + transferSize, 0);
    globalThis.measured = [performance.now() / 1000, come.length, size / 1000];
}).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
"""


PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"


@contextmanager
def hosted(folder: Path) -> Iterator[tuple[str, int]]:
    """Serve the files of a folder as hosts of static pages do, compressed; as `served`."""
    files = GZipMiddleware(StaticFiles(directory=folder, html=True))
    server = uvicorn.Server(uvicorn.Config(files, log_level="warning"))
    with open_socket(port=0) as listener:
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        yield name_address(listener, ""), 0
        server.should_exit = True
        thread.join()


def measure(address: str, rounds: int, language: str) -> np.ndarray:
    """Return medians: seconds until the first paint and until the board can be played.

    After them come the requests and the kilobytes until then.
    """
    found = []
    with chromium() as browser:
        for _ in range(rounds + 1):
            context = browser.new_context(service_workers="block", locale=language)
            page = context.new_page()
            page.add_init_script(WATCH)
            network = context.new_cdp_session(page)
            network.send("Network.enable")
            network.send("Network.emulateNetworkConditions", FAST_3G)
            page.goto(f"{address}#tab=play")
            page.wait_for_selector("[data-ready]", state="attached", timeout=60_000)
            # In another language the first paint waits for the words.
            page.wait_for_timeout(500)
            found.append([page.evaluate(PAINT), *page.evaluate("measured")])
            context.close()
    # The first one finds a server that has just begun.
    return np.median(found[1:], axis=0)


def main(
    runtime: Annotated[Path | None, typer.Option(help="The npm package pyodide, unpacked.")] = None,
    rounds: Annotated[int, typer.Option(help="How often each page is opened.")] = 5,
) -> int:
    """Open both pages in both languages and print a table."""
    bundle = bundled_names()
    if bundle is None:
        print("there is no fresh bundle: npm run bundle")
        return 2

    def rows() -> Iterator[tuple[str, ...]]:
        with tempfile.TemporaryDirectory() as name, runtime_folder(runtime) as source:
            build_site(Path(name, "site"), source, bundle)
            places = {"from a server": served(*PLAY), "without one": hosted(Path(name, "site"))}
            for title, place in places.items():
                with place as (address, _):
                    for language in ("en", "de"):
                        painted, played, requests, size = measure(address, rounds, language)
                        seconds = (f"{painted:.2f} s", f"{played:.2f} s")
                        yield (
                            f"{title}, `{language}`",
                            *seconds,
                            f"{requests:.0f}",
                            f"{size:.0f} kB",
                        )

    table(("the page", "first paint", "playable", "requests", "size"), rows())
    return 0


if __name__ == "__main__":
    run(main)
