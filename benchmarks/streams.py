"""How many events a second a search that is watched sends, and what an event costs.

Run ``python benchmarks/streams.py boards.json`` on Linux: it starts `kaleido play` on a free port,
watches a search of each board with each strategy, one after the other, and prints Markdown. The
rate is that of an otherwise idle machine; processor time of the server and of its workers is also
shown for each event.
"""

from __future__ import annotations

import argparse
import http.client
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

from load import served
from processes import descendants, processor_seconds

from kaleido.library.board_files import read_boards

STRATEGIES = ("constrained", "tuned", "paper", "paper-plus")


def watch(port: int, text: str, strategy: str, max_nodes: int) -> int:
    """Watch a search to its end; return the number of its events."""
    asked = {"pattern": text, "strategy": strategy, "seed": 0, "max_nodes": max_nodes}
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", f"/api/events?{urlencode(asked)}")
    found = line.getresponse().read()
    line.close()
    return found.count(b"data: ")


def main(arguments: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", type=Path, help="JSON file of boards, or folder of patterns")
    parser.add_argument("--max-nodes", type=int, default=500)
    args = parser.parse_args(arguments)
    boards = ["/".join(board.rows) for board in read_boards(args.boards).values()]
    print("| strategy | events | events/s | server, µs an event | worker, µs an event |")
    print("|---|--:|--:|--:|--:|")
    with served() as server:
        for strategy in STRATEGIES:
            watch(server.port, boards[0], strategy, 1)  # imports
            workers = descendants(server.process)
            before = processor_seconds(server.process), sum(map(processor_seconds, workers))
            began = time.perf_counter()
            events = sum(watch(server.port, text, strategy, args.max_nodes) for text in boards)
            seconds = time.perf_counter() - began
            after = processor_seconds(server.process), sum(map(processor_seconds, workers))
            costs = (f"{(b - a) / events * 1e6:.0f}" for a, b in zip(before, after, strict=True))
            print(
                f"| `{strategy}` | {events:,} | {events / seconds:,.0f} | {' | '.join(costs)} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
