"""The progression in a terminal: one line for each event of the search."""

from rich.console import Console
from rich.text import Text

from kaleido.analysis.progress import solved_edges
from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.tracker import Tracker

_HEADER = (
    " #  piece       face   at    matched|window|piece  shape splits   ahead"
    "   score  edges  waiting"
)


class StepPrinter:
    """Print the events of a search while it runs.

    Parameters
    ----------
    console : Console
    plain : bool
        Whether to print ASCII only.
    """

    def __init__(self, console: Console, *, plain: bool) -> None:
        self._console = console
        self._back, self._again = ("<-", "<<") if plain else ("↩ ", "⟲ ")
        self._tracker = Tracker()

    def follow(self, event: Event) -> None:
        """Print one event."""
        if isinstance(event, Place):
            if not self._tracker.nodes:
                self._console.print(_HEADER, style="bold")
            self._tracker.follow(event)
            self._console.print(_place_line(event))
            return
        if isinstance(event, Backtrack):
            last = self._tracker.line[-1].placement
            self._print_dim(f"{len(self._tracker.line):>2}  {self._back} takes back {last}")
        elif isinstance(event, Resume) and event.line:
            self._print_dim(
                f"    {self._again} resumes a deferred sibling "
                f"with {len(event.line)} pieces on the board"
            )
        elif isinstance(event, Resume):
            self._print_dim(f"    {self._again} starts again with an empty board")
        self._tracker.follow(event)

    def _print_dim(self, line: str) -> None:
        self._console.print(line, style="dim")


def _place_line(event: Place) -> Text:
    placement, score, state = event.placement, event.score, event.state
    perimeter = state.problem.borders[event.number].bit_count()
    row, col = placement.cells[0]
    line = Text(f"{state.depth:>2}  {placement.piece:<11} {placement.face:<6} {row},{col}   ")
    line.append(f"{f'{score.matched}|{score.window}|{perimeter}':>20}  ")
    line.append(f"{score.crookedness + score.span:>5.2f} {-score.splits:>6} {score.ahead:>7.2f} ")
    line.append(f"{score.total:>7.2f}", "bold")
    line.append(f"  {state.inner_edges:>2}/{solved_edges(state.problem)}  {event.waiting or '':>7}")
    return line
