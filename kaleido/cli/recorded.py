"""Searches kept whole for pictures, their progress shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kaleido.analysis.puzzle import Puzzle
    from kaleido.analysis.recording import Recording
    from kaleido.model.placement import Placement


def record_puzzle(
    puzzle: Puzzle,
    placed: tuple[Placement, ...],
    strategy: str,
    seed: int,
    max_nodes: int | None,
    timeout: float | None,
) -> Recording:
    """Search as a command's options say, and keep every event."""
    from kaleido.cli.progress import SearchProgress

    with SearchProgress(visible=True) as progress:
        return puzzle.record(
            strategy,
            seed=seed,
            max_nodes=max_nodes,
            timeout=timeout,
            placed=placed,
            watch=progress.follow,
        )
