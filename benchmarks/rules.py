"""Measure the paper's method with one rule or one addition changed at a time.

The first row is `paper` as the figures show it. Then each rule follows as the text has it, all of
them together, and each of our additions alone; at last `paper-plus` without each addition. The last
two columns are the nodes as a multiple of those of `paper` on the same boards, where both finished,
and on how many boards the variant is better, worse and equal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

from kaleido import (
    Comparison,
    Paper,
    PaperPlus,
    Pattern,
    Rules,
    compare,
    named_pattern,
    pattern_names,
)
from kaleido.library.board_files import read_boards

ADDITIONS = ("forced", "propagation", "fallback")


def variants() -> Mapping[str, Callable[[int], Paper]]:
    """Return the strategies to measure, by label."""
    figures, text = Rules(), Rules.text()
    found: dict[str, Callable[[int], Paper]] = {"paper": Paper}
    for field in fields(Rules):
        value = getattr(text, field.name)
        if value != getattr(figures, field.name):
            rules = replace(figures, **{field.name: value})
            found[f"{field.name} = {value}"] = partial(Paper, rules=rules)
    found["all rules as in the text"] = partial(Paper, rules=text)
    for name in ADDITIONS:
        found[f"paper + {name}"] = partial(Paper, **{name: True})
    found["paper + all three"] = partial(Paper, **dict.fromkeys(ADDITIONS, True))
    found["paper-plus"] = PaperPlus
    for name in ADDITIONS:
        found[f"paper-plus - {name}"] = partial(PaperPlus, **{name: False})
    return found


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
    for label, factory in variants().items():
        runs = compare(boards, {label: factory}, max_nodes=args.max_nodes)
        base = base or runs
        print(row(label, runs, base), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
