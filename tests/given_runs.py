"""Runs of given numbers of nodes, to draw figures of."""

from kaleido.lab import Run


def made(strategy: str, *ends: int) -> list[Run]:
    """Return runs on boards 0, 1, …: nodes, or nodes given up as a negative number."""
    return [
        Run(
            f"board {number}",
            strategy,
            0,
            "solved" if nodes > 0 else "gave-up",
            abs(nodes),
            0,
            abs(nodes) / 100,
        )
        for number, nodes in enumerate(ends)
    ]
