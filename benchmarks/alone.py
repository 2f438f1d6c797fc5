"""How quick the site without a server is: until its engine is there, and for hints to the end.

It needs Playwright and Chromium.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import psutil
import typer
from harness import BoardFile, boards_of, run, served, table
from processes import command, kilobytes

from kaleido.web.site import build_site, runtime_folder

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

READY = "document.documentElement.dataset.solver === 'ready'"

COUNT = 'async (pattern) => (await import("./static/api.js")).post("count", { pattern })'

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


def files_served(folder: Path) -> AbstractContextManager[tuple[str, int]]:
    """Serve the files of a folder; give the address, and the id of the server's process."""
    return served("http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder))


@contextmanager
def chromium() -> Iterator[Any]:
    """Run the browser."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def measure(address: str, boards: Sequence[str], repeat: int) -> tuple[Any, list[float], int]:
    """Open the site several times, and ask for hints to the end of each board.

    Return the seconds until the page is there and until the engine, in the median; those of the
    hints; and the kilobytes of memory.
    """
    starts = []
    with chromium() as browser:
        for _ in range(repeat):
            page = browser.new_context(service_workers="block").new_page()
            page.add_init_script("localStorage.setItem('kaleido.met', 'true')")
            began = time.perf_counter()
            page.goto(f"{address}#tab=play")
            page.wait_for_selector("[data-ready]", state="attached")
            shown = time.perf_counter() - began
            while not page.evaluate(READY):
                page.wait_for_timeout(20)
            starts.append((shown, time.perf_counter() - began))
            if len(starts) < repeat:
                page.context.close()
        times = page.evaluate(HINTS, list(boards))
        # Counts are made by a second engine, beside the first.
        page.evaluate(COUNT, boards[0])
        # The largest process that shows a page, with its workers; what is shared is divided.
        shows = (each for each in psutil.pids() if "--type=renderer" in command(each))
        memory = max(kilobytes(each, "smaps_rollup", "Pss") for each in shows)
    return np.median(starts, axis=0), [each / 1000 for each in times], memory


def main(
    boards: BoardFile = None,
    runtime: Annotated[Path | None, typer.Option(help="The npm package pyodide, unpacked.")] = None,
    number: Annotated[int, typer.Option(help="How many boards.")] = 60,
    rounds: Annotated[int, typer.Option(help="How often the site is opened.")] = 5,
) -> None:
    """Build the site, measure it and print a table."""
    texts = [board.text for board in boards_of(boards).values()][:number]
    with tempfile.TemporaryDirectory() as name, runtime_folder(runtime) as source:
        size = build_site(Path(name, "site"), source).size
        with files_served(Path(name, "site")) as (address, _):
            (page, engine), hints, memory = measure(address, texts, rounds)
    median, p95, slowest = np.quantile(hints, (0.5, 0.95, 1))
    table(
        ("the site, uncompressed", f"{size / 1e6:.1f} MB"),
        [
            ("until the board can be played", f"{page:.2f} s"),
            ("until the engine answers", f"{engine:.2f} s"),
            (f"a hint, median of {len(hints):,} on {len(texts)} boards", f"{median:.3f} s"),
            ("a hint, 95th percentile", f"{p95:.3f} s"),
            ("a hint, slowest", f"{slowest:.3f} s"),
            ("memory of the page's process, with both engines", f"{1.024e-3 * memory:.0f} MB"),
        ],
    )


if __name__ == "__main__":
    run(main)
