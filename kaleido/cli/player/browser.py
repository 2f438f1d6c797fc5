"""A screen of the terminal for the solutions of a position, one by one."""

from collections.abc import Iterator
from threading import Thread

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from kaleido.base.errors import KaleidoError
from kaleido.base.words import say, sentence
from kaleido.draw.terminal import draw_terminal
from kaleido.model.solution import Solution
from kaleido.puzzle.puzzle import Position

_KEYS = "left and right one by one · up and down scroll · Home the first · Q back to the game"
_COUNT_SECONDS = 20.0
_COUNT_MEMORY = 10**9


class SolutionScreen(ModalScreen[None]):
    """The solutions of a position, one by one, searched for as they are asked for."""

    CSS = """
    SolutionScreen { layout: vertical; background: $background; }
    #number { text-style: bold; height: 1; }
    #shown { height: 1fr; }
    #solution { width: auto; }
    #how { height: 1; color: $text-muted; }
    """

    class Brought(Message):
        """The next solution; None after the last, or a message why it is not known."""

        def __init__(self, solution: Solution | str | None) -> None:
            super().__init__()
            self.solution = solution

    class Counted(Message):
        """How many solutions there are."""

        def __init__(self, solutions: int) -> None:
            super().__init__()
            self.solutions = solutions

    def __init__(self, position: Position, *, plain: bool) -> None:
        super().__init__()
        self.found: list[Solution] = []
        self._position = position
        self._coming: Iterator[Solution] | None = position.solutions()
        self._is_plain = plain
        self._at = 0
        self._asked = False
        self._total: int | None = None
        self._why = ""

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen from top to bottom."""
        yield Static(Text(say("play.looking")), id="number")
        yield ScrollableContainer(Static(id="solution"), id="shown", can_focus=False)
        yield Static(Text(_KEYS), id="how")

    def on_mount(self) -> None:
        """Ask for the first solution and for their number."""
        self._show()
        Thread(target=self._count, daemon=True).start()

    def on_key(self, event: events.Key) -> None:
        """Go from one solution to another, or back to the game."""
        step = {"right": 1, "space": 1, "left": -1, "home": -self._at}.get(event.key)
        if event.key.lower() in ("q", "escape"):
            self.dismiss()
        elif event.key in ("up", "down"):
            shown = self.query_one("#shown")
            (shown.scroll_up if event.key == "up" else shown.scroll_down)(animate=False)
        elif step is not None:
            last = len(self.found) - (self._coming is None)
            self._at = max(0, min(self._at + step, last))
            self._show()
        event.stop()

    def on_solution_screen_brought(self, message: Brought) -> None:
        """Keep a solution, or that there are no more."""
        self._asked = False
        if isinstance(message.solution, Solution):
            self.found.append(message.solution)
        else:
            self._coming = None
            self._why = message.solution or ""
            self._total = len(self.found) if message.solution is None else self._total
            self._at = max(0, min(self._at, len(self.found) - 1))
        self._show()

    def on_solution_screen_counted(self, message: Counted) -> None:
        """Keep their number."""
        self._total = message.solutions
        self._show()

    def _show(self) -> None:
        if self._at == len(self.found) and self._coming is not None:
            if not self._asked:
                self._asked = True
                # A daemon, so that the program can end during a search.
                Thread(target=self._bring, daemon=True).start()
            self._tell(say("play.looking"))
        elif not self.found:
            self._tell(self._why or say("solutions.none"))
        else:
            drawing = draw_terminal(
                self.found[self._at], plain=self._is_plain, width=self.app.size.width
            )
            self.query_one("#solution", Static).update(drawing)
            number = f"{self._at + 1:,}"
            is_last = self._why and self._at == len(self.found) - 1
            known = "" if self._total is None else f"{self._total:,}"
            shown = say("solutions.shown", number=number, text=known)
            said = shown if known else say("solutions.board", number=number)
            self._tell(f"{said} {self._why}" if is_last else said)

    def _tell(self, said: str) -> None:
        self.query_one("#number", Static).update(Text(sentence(said)))

    def _bring(self) -> None:
        assert self._coming is not None
        try:
            self.post_message(self.Brought(next(self._coming, None)))
        except KaleidoError as problem:
            self.post_message(self.Brought(str(problem)))

    def _count(self) -> None:
        try:
            count = self._position.count(max_memory=_COUNT_MEMORY, timeout=_COUNT_SECONDS)
        except KaleidoError:
            return
        self.post_message(self.Counted(count.solutions))
