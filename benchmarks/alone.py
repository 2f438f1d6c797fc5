"""How quick the site without a server is: until its engine is there, and for hints to the end.

Run ``python benchmarks/alone.py --runtime FOLDER``; it needs Playwright and Chromium. The boards
are those of a JSON file of names and rows, or the first patterns that come with Kaleido.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import json
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from processes import all_ids, command, kilobytes

from kaleido import named_pattern, pattern_names
from kaleido.web.site import build_site, runtime_folder

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

READY = "document.documentElement.dataset.solver === 'ready'"

COUNT = """
async (pattern) => (await import("./static/api.js")).post("count", { pattern })
"""

HINTS = """
async (boards) => {
    const { post } = await import("./static/api.js");
    const times = [];
    for (const pattern of boards) {
        const placed = [];
        for (;;) {
            const start = performance.now();
            const { placement, reason } = await post("hint", { pattern, placed });
            times.push(performance.now() - start);
            if (!placement) {
                if (reason.kind !== "solved") throw new Error(`${pattern}: ${reason.kind}`);
                break;
            }
            placed.push(placement);
        }
    }
    return times;
}
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serve files without a line for each."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def files_served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; yield the address."""
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def read_boards(path: Path | None, count: int) -> list[str]:
    """Return the texts of some boards."""
    if path is None:
        return [named_pattern(name).text for name in pattern_names()[:count]]
    return ["/".join(rows) for rows in json.loads(path.read_text()).values()][:count]


def largest_renderer() -> int:
    """Return the bytes of the largest process that shows a page, with its workers."""
    renderers = (each for each in all_ids() if "--type=renderer" in command(each))
    # What processes share is divided among them.
    return max((1024 * kilobytes(each, "smaps_rollup", "Pss") for each in renderers), default=0)


def measure(address: str, boards: Sequence[str], repeat: int) -> dict[str, Any]:
    """Open the site several times, and ask for hints to the end of each board."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    starts = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for _ in range(repeat):
            context = browser.new_context(service_workers="block")
            page = context.new_page()
            page.add_init_script("localStorage.setItem('kaleido.met', 'true')")
            began = time.perf_counter()
            page.goto(f"{address}#tab=play")
            page.wait_for_selector("[data-ready]", state="attached")
            shown = time.perf_counter() - began
            while not page.evaluate(READY):
                page.wait_for_timeout(20)
            starts.append((shown, time.perf_counter() - began))
            if len(starts) < repeat:
                context.close()
        times = sorted(page.evaluate(HINTS, list(boards)))
        # Counts are made by a second engine, beside the first.
        page.evaluate(COUNT, boards[0])
        memory = largest_renderer()
        browser.close()
    return {
        "page": statistics.median(shown for shown, _ in starts),
        "engine": statistics.median(ready for _, ready in starts),
        "hints": len(times),
        "median": statistics.median(times) / 1000,
        "p95": times[int(len(times) * 0.95)] / 1000,
        "slowest": times[-1] / 1000,
        "memory": memory,
    }


def main(args: Sequence[str] | None = None) -> int:
    """Build the site, measure it and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runtime", type=Path, help="the npm package pyodide, unpacked")
    parser.add_argument("--boards", type=Path, help="a JSON file of names and rows")
    parser.add_argument("-n", type=int, default=60, dest="count", help="the number of boards")
    parser.add_argument("--repeat", type=int, default=5, help="how often the site is opened")
    asked = parser.parse_args(args)
    with tempfile.TemporaryDirectory() as name, runtime_folder(asked.runtime) as runtime:
        folder = Path(name) / "site"
        size = build_site(folder, runtime)
        boards = read_boards(asked.boards, asked.count)
        with files_served(folder) as address:
            found = measure(address, boards, asked.repeat)
    print(f"| the site, uncompressed | {size / 1e6:.1f} MB |")
    print("| --- | ---: |")
    print(f"| until the board can be played | {found['page']:.2f} s |")
    print(f"| until the engine answers | {found['engine']:.2f} s |")
    print(
        f"| a hint, median of {found['hints']:,} on {len(boards)} boards "
        f"| {found['median']:.3f} s |"
    )
    print(f"| a hint, 95th percentile | {found['p95']:.3f} s |")
    print(f"| a hint, slowest | {found['slowest']:.3f} s |")
    print(f"| memory of the page's process, with both engines | {found['memory'] / 1e6:.0f} MB |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
