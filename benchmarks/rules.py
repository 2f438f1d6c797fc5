"""Measure the paper's method with one rule switched at a time.

The first row is `paper`, which plays as the paper's program does. Then each rule of the paper's
text follows alone, and all of them together (`paper-text`); then each addition of `paper-plus`
alone; at last `paper-plus` without each of them. The last two columns are the nodes as a multiple
of those of `paper` on the same boards, where both finished, and on how many boards the variant is
better, worse and equal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from kaleido import Comparison, Pattern, compare, named_pattern, pattern_names
from kaleido.heuristics import PaperPlus
from kaleido.library.board_files import read_boards
from kaleido.paper import PaperText


def variants() -> list[str]:
    """Return the names of the strategies to measure."""
    text, plus = PaperText().rules.names, PaperPlus().rules.names
    return [
        "paper",
        *(f"paper+{name}" for name in text),
        "paper-text",
        *(f"paper+{name}" for name in plus if name not in text),
        "paper-plus",
        *(f"paper-plus+no-{name}" for name in plus),
    ]


def row(label: str, runs: Comparison, base: Comparison) -> str:
    """Return a row of the table."""
    (summary,) = runs.summary()
    nodes = summary.nodes
    ratio = counts = "–"
    if label != "paper":
        pair = (base + runs).paired(label, "paper")
        ratio = f"{pair.ratio:.2f}" if pair.finished else "–"
        counts = f"{pair.wins} / {pair.losses} / {pair.ties}"
    median = nodes.median.number(nodes.median.value, ",.0f")
    return (
        f"| {label} | {summary.solved} of {summary.runs} | {median} "
        f"| {nodes.total / summary.runs:,.0f} | {ratio} | {counts} |"
    )


def main() -> int:
    """Print a table of the variants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="?", help="a file of boards; by default ours")
    parser.add_argument("--max-nodes", type=int, default=2000)
    args = parser.parse_args()
    boards: Mapping[str, Pattern] = (
        read_boards(Path(args.boards))
        if args.boards
        else {name: named_pattern(name) for name in pattern_names("standard")}
    )
    print(
        "| variant | solved | median nodes | mean nodes | times `paper` | better / worse / equal |"
    )
    print("|---|---|---:|---:|---:|---:|")
    base = Comparison(())
    for label in variants():
        runs = compare(boards, label, max_nodes=args.max_nodes)
        base = base or runs
        print(row(label, runs, base), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
