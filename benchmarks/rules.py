"""Measure the paper's method with one rule or one addition changed at a time.

The first row is `paper` as the figures show it. Then each rule follows as the text has it, all of
them together, and each of our additions alone; at last `paper-plus` without each addition.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

from kaleido import Paper, PaperPlus, Pattern, Rules, Run, compare, named_pattern, pattern_names
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


def row(label: str, runs: list[Run]) -> str:
    """Return a row of the table."""
    solved = sum(run.status == "solved" for run in runs)
    nodes = [run.nodes for run in runs]
    return (
        f"| {label} | {solved} of {len(runs)} | {statistics.median(nodes):,.0f} "
        f"| {statistics.fmean(nodes):,.0f} |"
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
    print("| variant | solved | median nodes | mean nodes |\n|---|---|---:|---:|")
    for label, factory in variants().items():
        runs = compare(boards, {label: factory}, max_nodes=args.max_nodes)
        print(row(label, runs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
