"""The keys of the game in a terminal: each takes a piece or gives a command, never both."""

from collections.abc import Iterable

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

COMMANDS = {
    "rotate": ("r", "."),
    "turn over": ("f", "/"),
    "hint": ("h", "f2"),
    "solutions": ("q", "f3"),
    "help": ("?", "f1"),
}
"""Two keys of each command. The first gives the command unless it is the letter of a piece, and the
second always does: it is never a piece's letter."""

FOOTER = (
    "a letter takes a piece · arrows move · {rotate} rotates · {turn over} turns over · "
    "Enter places\n{hint} hint · Backspace undo · Ctrl+Y redo · {solutions} solutions · "
    "{help} help · Ctrl+Q end"
)

HELP = """\
a letter   take the piece with that letter, also from the board
Tab        take the next piece; Shift+Tab the one before
arrows     move the piece
{rotate:<11}rotate it
{turn over:<11}turn it over
Enter      place it; Esc puts it back
Backspace  take back the last piece
Ctrl+Y     lay it again
{hint:<11}a hint: where to look; again: which piece; again: how it lies;
           once more: place it
{solutions:<11}all solutions, after a question
PageDown   more pieces, if there is no room for all; PageUp back
Ctrl+Q     end the game
{help:<11}this help; any key leaves it"""


class Keys:
    """The keys of the commands for a set whose pieces have some letters."""

    def __init__(self, letters: Iterable[str]) -> None:
        taken = {letter.lower() for letter in letters}
        self._commands: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        """The key of each command as the player reads it."""
        for command, (first, second) in COMMANDS.items():
            own = [second] if first in taken else [first, second]
            self._commands |= dict.fromkeys(own, command)
            self.labels[command] = own[0].upper()

    def command(self, event: events.Key) -> str | None:
        """Return the command that a key gives."""
        return self._commands.get(event.key) or self._commands.get((event.character or "").lower())

    def text(self, form: str) -> str:
        """Return a text with the keys in the places of their commands."""
        return form.format_map(self.labels)


class HelpScreen(ModalScreen[None]):
    """How to play, and the keys; any key leaves it."""

    CSS = "HelpScreen { background: $background; } #help { padding: 1 2; }"

    def __init__(self, goal: str, keys: Keys) -> None:
        super().__init__()
        self._text = Text(f"{goal}\n\n{keys.text(HELP)}")

    def compose(self) -> ComposeResult:
        """Yield the text."""
        yield Static(self._text, id="help")

    def on_key(self, event: events.Key) -> None:
        """Go back to the game."""
        event.stop()
        self.dismiss()
