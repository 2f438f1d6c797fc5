"""What a node of the search costs, strategy by strategy.

    python benchmarks/nodes.py [boards.json] [--rounds 5] [--max-nodes 2000] [--before PYTHON]

Prints Markdown: for each strategy the nodes of all boards and the processor time of one in
microseconds, over all nodes and in the median over boards. In a round every board is searched with
every strategy in turn; shown is the median of the rounds. The table of placements is not timed;
what a strategy prepares for a board is. `--before` names another Python with another Kaleido, which
takes turns with this one; its times are columns of their own. Without a file, the standard patterns
are searched.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from kaleido import STRATEGIES, Pattern, named_pattern, pattern_names
from kaleido.library.board_files import read_boards
from kaleido.search import Place, Problem, search

NAMES = ("paper", "paper-plus", "constrained")

Round = Mapping[str, list[tuple[float, int]]]
"""By strategy, the seconds and the nodes of each board."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="a JSON file of name → 8 rows")
    parser.add_argument("--rounds", type=int, default=5, help="how often all is searched")
    parser.add_argument("--max-nodes", type=int, default=2000, help="where a search gives up")
    parser.add_argument("--before", metavar="PYTHON", help="another Python to compare with")
    parser.add_argument("--one-round", action="store_true", help="print one round as JSON")
    options = parser.parse_args()
    if options.one_round:
        print(json.dumps(measure(options.file, options.max_nodes)))
        return
    pythons = [*([options.before] if options.before else []), sys.executable]
    rounds: dict[str, list[Round]] = {python: [] for python in pythons}
    for _ in range(options.rounds):
        for python in pythons:
            rounds[python].append(ask(python, sys.argv[1:]))
    heads = ["before", "after"] if options.before else ["now"]
    titles = [f"{head}: nodes | time in µs, all nodes | time in µs, median board" for head in heads]
    print(f"| strategy | {' | '.join(titles)} |")
    print("|---|" + "---:|---:|---:|" * len(heads))
    for name in NAMES:
        cells = []
        for own in rounds.values():
            nodes = {sum(nodes for _, nodes in each[name]) for each in own}
            if len(nodes) > 1:
                sys.exit(f"{name} does not search the same nodes every time: {sorted(nodes)}")
            cells += [f"{nodes.pop():,}", *(f"{cost:.1f}" for cost in costs(own, name))]
        print(f"| `{name}` | {' | '.join(cells)} |")


def measure(file: Path | None, max_nodes: int) -> Round:
    """Search every board once with every strategy."""
    boards: Mapping[str, Pattern] = (
        {name: named_pattern(name) for name in pattern_names("standard")}
        if file is None
        else read_boards(file)
    )
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in NAMES}
    for pattern in boards.values():
        problem = Problem(pattern)
        for name in NAMES:
            strategy = STRATEGIES[name](0)
            began = time.process_time()
            events = search(problem, strategy, max_nodes=max_nodes)
            nodes = sum(isinstance(event, Place) for event in events)
            seconds = time.process_time() - began
            if nodes:
                found[name].append((seconds, nodes))
    return found


def ask(python: str, arguments: list[str]) -> Round:
    """Have a Python measure one round."""
    command = [python, __file__, *arguments, "--one-round"]
    found: Round = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def costs(rounds: list[Round], name: str) -> tuple[float, float]:
    """Return the microseconds of a node, over all nodes and in the median over boards."""
    over_all, medians = [], []
    for each in rounds:
        pairs = each[name]
        over_all.append(sum(pair[0] for pair in pairs) / sum(pair[1] for pair in pairs))
        medians.append(statistics.median(seconds / nodes for seconds, nodes in pairs))
    return 1e6 * statistics.median(over_all), 1e6 * statistics.median(medians)


if __name__ == "__main__":
    main()
