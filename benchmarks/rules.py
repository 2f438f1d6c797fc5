"""The paper's method with one rule switched at a time.

The first row is `paper`, which plays as the paper's program does. Then each rule of the paper's
text follows alone, and all of them together (`paper-text`); then each addition of `paper-plus`
alone; at last `paper-plus` without each of them. The last two columns are the nodes as a multiple
of those of `paper` on the same boards, and on how many boards the variant is better, worse and
equal.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness import BoardFile, boards_of, run, table

from kaleido import Comparison, compare
from kaleido.heuristics import PaperPlus
from kaleido.paper import PaperText


def variants() -> list[str]:
    """Return the names of the strategies to measure."""
    text, plus = PaperText().rules.names, PaperPlus().rules.names
    return [
        *("paper", *(f"paper+{name}" for name in text), "paper-text"),
        *(f"paper+{name}" for name in plus if name not in text),
        *("paper-plus", *(f"paper-plus+no-{name}" for name in plus)),
    ]


def main(boards: BoardFile = None, max_nodes: int = 2000) -> None:
    """Print a table of the variants."""
    chosen = boards_of(boards)

    def rows() -> Iterator[tuple[str, ...]]:
        base = Comparison(())
        for label in variants():
            runs = compare(chosen, label, max_nodes=max_nodes)
            base = base or runs
            (summary,) = runs.summary()
            nodes, median = summary.nodes, summary.nodes.median
            ratio = counts = "–"
            if label != "paper":
                pair = (base + runs).paired(label, "paper")
                ratio = pair.times
                counts = f"{pair.wins} / {pair.losses} / {pair.ties}"
            solved = f"{summary.solved} of {summary.runs}"
            figures = median.number(median.value, ",.0f"), f"{nodes.total / summary.runs:,.0f}"
            yield label, solved, *figures, ratio, counts

    titles = ("variant", "solved", "median nodes", "mean nodes", "times `paper`")
    table((*titles, "better / worse / equal"), rows(), 2)


if __name__ == "__main__":
    run(main)
