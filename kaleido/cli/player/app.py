"""The game in a terminal: the board, the pieces that are left, and all solutions."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from threading import Thread
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Static

from kaleido.base.errors import PlacingError
from kaleido.base.words import say, sentence
from kaleido.cli.player.browser import SolutionScreen
from kaleido.cli.player.hand import Hand
from kaleido.cli.player.keys import FOOTER, HelpScreen, Keys
from kaleido.draw.look import SHADES, Shade, piece_shades
from kaleido.draw.scene import Scene, scene_of
from kaleido.draw.terminal import draw_terminal
from kaleido.hints.hint import Hint
from kaleido.model.grid import Cell
from kaleido.model.lattices.lattice import Place
from kaleido.model.names import cell_name, player_name
from kaleido.model.piece import Piece
from kaleido.model.piece_set import piece_letters
from kaleido.model.placement import Placement
from kaleido.puzzle.puzzle import Position, Puzzle
from kaleido.search.placing import find_clash, left_empty, pose_words

_ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

_HINT_SECONDS = 20.0

_GAP = 2  # columns between pieces of the tray


class TrayPiece(NamedTuple):
    """A piece of the tray: its label, whether it is in the hand, and its shade if it is plain."""

    piece: Piece
    label: str
    is_held: bool
    shade: Shade

    @property
    def lines(self) -> list[Text]:
        """The label and below it the piece as it is drawn; one column for each triangle."""
        drawing, lattice = self.piece.front.drawing, self.piece.lattice
        cells: dict[tuple[int, int], Shade] = {}

        def at(place: Place) -> tuple[int, int]:
            left = min(right for _, right in lattice.corners(*place[-2:]))
            # Layers stand side by side.
            layer = place[0] if len(place) > 2 else 0
            return place[-2], round(2 * (left + layer * (drawing.width + 1)))

        for place, letter in zip(drawing.places, drawing.colours, strict=True):
            cells[at(place)] = self.shade if self.piece.is_plain else SHADES[letter]
        start = min(col for _, col in cells)
        lines = [Text() for _ in range(1 + max(row for row, _ in cells))]
        for (row, col), shade in sorted(cells.items()):
            line, room = lines[row], 1 if (row, col + 1) in cells else 2
            line.append(" " * (col - start - len(line)))
            line.append(f"{shade.letter:{room}}"[:room], f"{shade.ink} on {shade.fill}")
        return [Text(self.label, "reverse" if self.is_held else "bold"), *lines]


def draw_tray(pieces: Iterable[TrayPiece], width: int) -> Text:
    """Return pieces side by side, as many in a row as there is room for in some columns."""
    rows: list[list[list[Text]]] = [[]]
    for lines in (each.lines for each in pieces):
        if rows[-1] and sum(map(_width, rows[-1])) + _width(lines) > width:
            rows.append([])
        rows[-1].append(lines)
    return Text("\n", no_wrap=True).join(line for row in rows for line in _beside(row))


def _width(lines: Sequence[Text]) -> int:
    return max(map(len, lines)) + _GAP


def _beside(row: Sequence[Sequence[Text]]) -> Iterator[Text]:
    """Yield the lines of drawings beside each other, and an empty one below them."""
    for number in range(max(map(len, row), default=0)):
        joined = Text(no_wrap=True)
        for lines in row:
            line = lines[number] if number < len(lines) else Text()
            joined.append_text(line).append(" " * (_width(lines) - len(line)))
        yield joined
    yield Text()


class Player(App[None]):
    """A game on one puzzle, from a position on."""

    CSS = """
    Screen { overflow: hidden; }
    #title { text-style: bold; height: 1; }
    #middle { height: 1fr; }
    #scroll { width: auto; max-width: 70%; scrollbar-size: 1 1; }
    #board { width: auto; height: auto; padding: 0 2 0 0; }
    #room { width: 1fr; scrollbar-size: 1 1; }
    #middle.below { layout: vertical; }
    #middle.below #scroll { max-width: 100%; height: auto; max-height: 70%; }
    #middle.below #room { height: 1fr; }
    #tray { height: auto; }
    #status { height: auto; min-height: 2; max-height: 6; }
    #keys { height: 2; color: $text-muted; }
    """
    TITLE = "Kaleido"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", priority=True),
        Binding("ctrl+y", "lay_again"),
        Binding("tab", "take_next(1)", priority=True),
        Binding("shift+tab", "take_next(-1)", priority=True),
    ]

    def __init__(self, start: Position, *, plain: bool = False) -> None:
        super().__init__()
        self.position = start
        self.hand: Hand | None = None
        self.undone: list[Placement] = []
        """The pieces that were taken back, the next to lay again at the end."""
        self._hint: Hint | None = None
        self._steps = 0  # how many steps of the hint are shown
        self._asked = False  # whether the last key asked for the solutions
        self._is_plain = plain
        self._middle: tuple[float, float] | None = None
        self._said = say("play.left", n=self._left.total())
        self._letters = piece_letters(start.pieces)
        self.keys = Keys(self._letters.values())
        self._shades = piece_shades(start.pieces)

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen from top to bottom."""
        board = self.position.pattern
        yield Static(Text(board.title or board.text), id="title")
        with Horizontal(id="middle"):
            yield ScrollableContainer(Static(id="board"), id="scroll", can_focus=False)
            yield ScrollableContainer(Static(id="tray"), id="room", can_focus=False)
        yield Static(id="status")
        yield Static(Text(self.keys.text(FOOTER)), id="keys")

    def on_mount(self) -> None:
        """Draw the board for the first time."""
        self._show()

    def on_resize(self) -> None:
        """Draw again in another width."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Act on a key: the letter of a piece, in either case, or the key of a command."""
        if isinstance(self.screen, ModalScreen):
            return
        sign, key, hand = event.character or "", event.key, self.hand
        command = self.keys.command(event)
        asked, self._asked = self._asked, command == "solutions"
        letter = sign if sign in self._letters.values() else sign.swapcase()
        if named := [name for name, own in self._letters.items() if own == letter]:
            # Pieces for one choice share a letter, and come in turn.
            held = named.index(hand.piece.name) + 1 if hand and hand.piece.name in named else 0
            self._take(named[held % len(named)])
        elif command == "solutions" and asked:
            self._asked = False
            self.push_screen(SolutionScreen(self.position, plain=self._is_plain))
        elif command == "solutions":
            keys = f"{self.keys.labels[command]} again shows them, any other key plays on."
            self._say(f"{say('solutions.ask')} {keys}")
        elif command == "help":
            self.push_screen(HelpScreen(self._goal, self.keys))
        elif command == "hint":
            self._tell_hint()
        elif key in ("backspace", "ctrl+z") and not hand:
            self._take_back()
        elif key in ("pageup", "pagedown"):
            room = self.query_one("#room")
            (room.scroll_page_up if key == "pageup" else room.scroll_page_down)(animate=False)
        elif hand and key in _ARROWS:
            self._hold(hand.moved(*_ARROWS[key]))
        elif hand and command == "rotate":
            self._hold(hand.turned())
        elif hand and command == "turn over":
            self._turn_over(hand)
        elif hand and key in ("enter", "space"):
            self._place(hand)
        elif hand and key in ("escape", "backspace"):
            self._put_back(say("play.inTray", piece=self._called(hand.piece.name)))
        elif command or key in (*_ARROWS, "enter", "space"):
            self._say("Take a piece first: press its letter, or Tab.")
        elif asked:
            self._say(say("play.left", n=self._left.total()))

    @property
    def _goal(self) -> str:
        pieces = self.position.pieces
        plain = "goalOneSided" if pieces.sides == "one-sided" else "goalPlain"
        return say(f"help.{plain if pieces.is_plain else 'goalColours'}")

    def action_take_next(self, step: int) -> None:
        """Take the next piece of those that are left, or the one before."""
        names = [piece.name for piece in self.position.pieces if self._left[piece.name]]
        if isinstance(self.screen, ModalScreen) or not names:
            return
        held = self.hand.piece.name if self.hand else ""
        at = names.index(held) + step if held in names else min(step, 0)
        self._take(names[at % len(names)])

    @property
    def _left(self) -> Counter[str]:
        """How many copies of each piece are left."""
        position = self.position
        left = Counter(
            {
                piece.name: n
                for piece, n in zip(position.pieces, position.pieces.counts, strict=True)
            }
        )
        left.subtract(each.piece for each in position.problem.placements(position.state.path))
        return left

    def _called(self, name: str) -> str:
        return player_name(self.position.pieces, name)

    def _take(self, name: str) -> None:
        """Take a piece into the hand: one that is left, or else the last of its kind laid."""
        position, piece = self.position, self.position.pieces[name]
        grid = position.pattern.grid
        if self._left[name]:
            hand = Hand.over(grid, piece, self._middle)
            if hand is None:
                pose = pose_words(position.pieces, name, piece.front.name, "")
                self._say(say("pieces.noRoom", piece=self._called(name), pose=pose))
            else:
                self._hold(hand)
            return
        lying = [each for each in position.placements if each.piece == name]
        if not lying:
            self._say(say("play.fixed", piece=self._called(name)))
            return
        others = (each for each in position.placements if each != lying[-1])
        self._go_to(Position(position.puzzle, others))
        self._hold(Hand.holding(grid, piece, lying[-1]))

    def _hold(self, hand: Hand) -> None:
        self.hand, self._middle = hand, hand.middle
        words = {"piece": self._called(hand.piece.name), "cell": cell_name(hand.first)}
        words["pose"] = pose_words(self.position.pieces, hand.piece.name, hand.up.name, hand.turn)
        clash = find_clash(self.position.state, hand.placement)
        fits = say("play.fits", **words) if clash is None else ""
        self._say(fits or say("play.clashes", **words, why=clash and clash.words))

    def _turn_over(self, hand: Hand) -> None:
        if len(hand.piece.faces) == 1 and self.position.pieces.sides == "one-sided":
            self._say(say("play.oneSided"))
        else:
            self._hold(hand.turned_over())

    def _place(self, hand: Hand) -> None:
        called = self._called(hand.piece.name)
        clash = find_clash(self.position.state, hand.placement)
        if clash is not None:
            self._say(say("play.noFit", piece=called, why=clash.words))
            return
        self._go_to(self.position.push(hand.placement))
        self._tell_placed(called)

    def _tell_placed(self, called: str) -> None:
        placed = say("play.placed", piece=called)
        if left_empty(self.position.state).solved:
            left = say("play.wellDone")
        else:
            left = say("play.left", n=self._left.total())
        self._put_back(f"{placed} {left}")

    def _put_back(self, said: str) -> None:
        self.hand = None
        self._say(said)

    def _go_to(self, position: Position, undone: Sequence[Placement] = ()) -> None:
        """Show another position, in which some pieces can be laid again."""
        self.position, self.undone = position, [*undone]
        self.hand = self._hint = None
        self._steps = 0

    def _take_back(self) -> None:
        try:
            before = self.position.pop()
        except PlacingError as problem:
            self._say(str(problem))
            return
        last = self.position.placements[-1]
        self._go_to(before, [*self.undone, last])
        self._say(say("play.inTray", piece=self._called(last.piece)))

    def action_lay_again(self) -> None:
        """Lay the last piece again that was taken back."""
        if isinstance(self.screen, ModalScreen):
            return
        if not self.undone:
            self._say("no piece was taken back")
            return
        *left, last = self.undone
        self._go_to(self.position.push(last), left)
        self._tell_placed(self._called(last.piece))

    def _tell_hint(self) -> None:
        """Tell the next step of a hint, or search for one; after the last step, do as it says."""
        hint = self._hint
        if hint is None:
            self._put_back(say("play.looking"))
            # A daemon, so that the program can end during a search.
            Thread(target=self._search_hint, args=[self.position], daemon=True).start()
            return
        words, move = hint.words, hint.placement
        told = [each for each in (words.where, words.piece, words.place) if each]
        self._steps += 1
        if self._steps <= len(told):
            if move is not None and self._steps == len(told):
                grid, piece = self.position.pattern.grid, self.position.pieces[move.piece]
                self._hold(Hand.holding(grid, piece, move))
            else:
                self.hand = None
            self._say(told[self._steps - 1])
        elif move is not None:
            self._go_to(self.position.push(move))
            self._tell_placed(self._called(move.piece))
        elif hint.remove:
            kept = [each for each in self.position.placements if each not in hint.remove]
            self._go_to(Position(self.position.puzzle, kept))
            self._say(say("play.left", n=self._left.total()))

    def _search_hint(self, position: Position) -> None:
        hint = position.hint(timeout=_HINT_SECONDS)

        def begin() -> None:
            # Unless the position is another one by now, or the key was pressed twice.
            if position is self.position and self._hint is None:
                self._hint = hint
                self._tell_hint()

        self.post_message(events.Callback(callback=begin))

    def _say(self, said: str) -> None:
        self._said = sentence(said)
        self._show()

    def _show(self) -> None:
        """Draw the board, the tray and the last message."""
        scene, hand = scene_of(self.position), self.hand
        marked: Mapping[Cell, Shade] | Collection[Cell] = self._hinted_cells
        if hand is not None:
            marked = held = self._marked(hand)
            scene = _held_over(scene, held)
        room = self.size.width
        drawing = draw_terminal(scene, plain=self._is_plain, marked=marked, width=room)
        wide = max(map(len, drawing.plain.splitlines()))
        is_below = wide > room // 2 + 10
        self.query_one("#middle").set_class(is_below, "below")
        self.query_one("#board", Static).update(drawing)
        tray = draw_tray(self._tray(), room if is_below else room - wide - 4)
        self.query_one("#tray", Static).update(tray)
        self.query_one("#status", Static).update(Text(self._said))
        if hand is not None:
            self.query_one("#scroll").scroll_to_region(_region(drawing), animate=False)

    @property
    def _hinted_cells(self) -> Collection[Cell]:
        """The cells that the hint is about, as far as it is shown."""
        hint = self._hint
        if hint is None or not self._steps:
            return ()
        off = [cell for each in hint.remove for cell in each.cells]
        return off if off and self._steps > 1 else hint.reason.cells

    def _marked(self, hand: Hand) -> dict[Cell, Shade]:
        """Return how the piece in the hand is drawn: with ! for letters where it does not fit."""
        fits = find_clash(self.position.state, hand.placement) is None
        own = self._shades[hand.piece.name] if hand.piece.is_plain else None
        shades = {cell: own or SHADES[letter] for cell, letter in hand.coloured.items()}
        return {cell: each if fits else each._replace(letter="!") for cell, each in shades.items()}

    def _tray(self) -> Iterator[TrayPiece]:
        for piece in self.position.pieces:
            if not (copies := self._left[piece.name]):
                continue
            letter = self._letters.get(piece.name, "")
            named = f" {piece.name}" if len(piece.name) < 3 and piece.name != letter else ""
            label = f"{letter}{named}{f' ×{copies}' if copies > 1 else ''}"
            is_held = self.hand is not None and self.hand.piece == piece
            yield TrayPiece(piece, label, is_held, self._shades[piece.name])


def _held_over(scene: Scene, held: Mapping[Cell, Shade]) -> Scene:
    """Return a scene with a piece drawn over its cells."""
    border = scene.grid.border(held)
    inside = reduce(or_, (scene.grid.border([cell]) for cell in held)) & ~border
    cells, borders = {**scene.cells, **held}, scene.borders & ~inside | border
    return replace(scene, cells=cells, borders=borders, pale=scene.pale - held.keys())


def _region(drawing: Text) -> Region:
    """Return where the piece in the hand is drawn, whose letters are in brackets."""
    lines = list(enumerate(drawing.plain.splitlines()))
    rows = [row for row, line in lines if "[" in line]
    left = min(line.index("[") for _, line in lines if "[" in line)
    right = max(line.rfind("]") for _, line in lines)
    return Region(left, rows[0], right - left + 1, rows[-1] - rows[0] + 1).grow((1, 1, 1, 1))


def play_in_terminal(puzzle: Puzzle, *, plain: bool = False) -> None:
    """Play a puzzle until the player ends it; `plain` draws lines in ASCII."""
    Player(Position(puzzle), plain=plain).run()
