"""Keeps the moves on the board and the node counts while a search goes on."""

from kaleido.search.events import Backtrack, Event, Place, Resume


class Tracker:
    """Follows the events of a search: the line of moves on the board, and the counts.

    Attributes
    ----------
    line : list of Place
        The moves on the board.
    nodes, backtracks : int
        The number of placements made, and of those taken back one by one.
    resumes : int
        How often the search left its line for another board.
    deepest : int
        The largest number of pieces placed so far.
    """

    def __init__(self) -> None:
        self.line: list[Place] = []
        self.nodes = self.backtracks = self.resumes = self.deepest = 0
        self._given = 0

    def __repr__(self) -> str:
        return (
            f"<Tracker: {self.nodes:,} nodes, {self.backtracks:,} backtracks, "
            f"{len(self.line)} moves on the board>"
        )

    def follow(self, event: Event) -> None:
        """Take the next event into account."""
        if isinstance(event, Place):
            if not self.line:
                before = event.state.parent
                self._given = before.depth if before else 0
            self.nodes += 1
            self.line.append(event)
            depth = event.state.depth - self._given
            if depth > self.deepest:
                self.deepest = depth
        elif isinstance(event, Backtrack):
            self.backtracks += 1
            self.line.pop()
        elif isinstance(event, Resume):
            self.resumes += 1
            self.line = list(event.line)
