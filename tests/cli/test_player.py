"""The game in a terminal: what keys do, and what is seen of it in 80 columns and 24 lines."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import pytest

from kaleido import Board, PieceSet, Placement, Position, Puzzle, named_puzzle, named_set, solve
from kaleido.cli import main
from kaleido.cli.player.hand import Hand
from kaleido.model.grid import Cell
from kaleido.model.piece import PIECE_COLOURS
from kaleido.model.piece_set import piece_letters

pytest.importorskip("textual")
from some import some
from textual import _wait
from textual.pilot import Pilot

from kaleido.cli.player.app import Player
from kaleido.cli.player.browser import SolutionScreen
from kaleido.cli.player.keys import FOOTER

TRIHEXES = Puzzle(Board.parse("hexagonal: oo../ooo./oooo"), named_set("trihexes"))
KATAMINO = Puzzle(Board.parse("3x5"), named_set("katamino").chosen(["6", "7", "9"]))
"""Has four solutions."""

Act = Callable[[Player, Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch):
    """Let a pilot look after each key ten times as often whether all is done."""
    for name in ("SLEEP_GRANULARITY", "SLEEP_IDLE"):
        monkeypatch.setattr(_wait, name, getattr(_wait, name) / 10)


def play(name: str | Puzzle, act: Act) -> None:
    """Let somebody play a puzzle on a screen of 80 columns and 24 lines."""
    app = Player(Position(Puzzle(name)))

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await act(app, pilot)

    asyncio.run(run())


def seen(app: Player) -> list[str]:
    """Return the lines of the screen."""
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]


def told(app: Player) -> str:
    """Return the text of the screen, on one line."""
    return " ".join(" ".join(seen(app)).split())


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    for _ in range(2000):
        if is_so():
            return
        await pilot.pause(0.01)
    pytest.fail("it did not come about")


def keys_to(app: Player, placement: Placement) -> list[str]:
    """Return the keys that bring the piece in the hand to where it must lie."""
    assert app.hand is not None
    start, keys = app.hand, {}
    waiting: list[tuple[Hand, list[str]]] = [(start, [])]
    steps = {
        app.keys.labels["rotate"].lower(): Hand.turned,
        app.keys.labels["turn over"].lower(): Hand.turned_over,
    }
    arrows: dict[str, Cell] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    for hand, way in waiting:
        if hand.placement == placement:
            return way
        after = [(key, turn(hand)) for key, turn in steps.items()]
        after += [(key, hand.moved(*by)) for key, by in arrows.items()]
        for key, then in after:
            if then not in keys:
                keys[then] = key
                waiting.append((then, [*way, key]))
    pytest.fail(f"{placement} is out of reach")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "name",
    ["first-steps", "katamino-1-4", "tetromino-tube", TRIHEXES, "tetrahex-4x7", "soma-cube"],
)
def test_a_puzzle_is_solved_with_the_keys(name: str | Puzzle):
    puzzle = Puzzle(name)
    letters = piece_letters(puzzle.pieces)

    async def act(app: Player, pilot: Pilot[None]) -> None:
        for placement in solve(puzzle).solution.placements:
            await pilot.press(letters[placement.piece])
            await pilot.press(*keys_to(app, placement), "enter")
            assert app.position.placements[-1] == placement
        assert "Well done!" in "\n".join(seen(app))
        # All of it comes back, the last one first.
        for number in reversed(range(len(app.position.placements))):
            await pilot.press("backspace")
            assert len(app.position.placements) == number
        await pilot.press("backspace")
        assert "no piece was laid on the board" in "\n".join(seen(app)).lower()

    play(name, act)


@pytest.mark.parametrize(
    "name", ["hexiamond-6x6", "kanoodle-pyramid", "tetrahex-4x7", "tetromino-torus"]
)
def test_arrows_lead_to_every_home(name: str):
    puzzle = Puzzle(name)
    for piece in some(puzzle.pieces):
        hand = Hand.over(puzzle.pattern.grid, piece)
        assert hand is not None
        reached = [hand]
        for at in reached:
            for by in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                if (then := at.moved(*by)) not in reached:
                    reached.append(then)
        assert {at.first for at in reached} == {*hand.homes}


def test_the_whole_game_is_seen_in_80_columns():
    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.pause()
        lines = seen(app)
        assert len(lines) == 24
        assert lines[0] == "Car"
        assert lines[-2:] == app.keys.text(FOOTER).splitlines()
        assert any(line.startswith("H ┃") for line in lines)
        drawn = "\n".join(lines)
        for letter in piece_letters(app.position.pieces).values():
            assert re.search(rf" {letter}( |$)", drawn, re.MULTILINE)
        assert "18 pieces left." in drawn

    play("car", act)


def test_pieces_are_drawn_in_their_colours_and_taken_by_their_letters():
    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.press("plus")
        assert app.hand is not None
        assert app.hand.piece.name == "+"
        assert PIECE_COLOURS["silver"] in app.export_screenshot()
        # R is the red piece, also with a piece in the hand; another key rotates.
        turned = app.hand.turned()
        await pilot.press(".")
        assert app.hand == turned
        await pilot.press("p")
        assert app.hand.piece.name == "p"
        await pilot.press("R")
        assert app.hand.piece.name == "R"
        await pilot.press("escape", "w")
        assert app.hand.piece.name == "W"
        await pilot.press("tab", "tab", "shift+tab")
        assert app.hand.piece.name == "g"

    play("kanoodle", act)


def test_what_does_not_fit_is_said_and_a_piece_that_lies_is_taken_up_again():
    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.press("up")
        assert "Take a piece first" in "\n".join(seen(app))
        await pilot.press("P", "enter")
        (lying,) = app.position.placements
        await pilot.press("B")
        assert "[!]" in "\n".join(seen(app))
        assert "overlaps the piece P" in "\n".join(seen(app))
        await pilot.press("enter")
        assert app.position.placements == (lying,)
        await pilot.press("escape", "P")
        assert app.position.placements == ()
        assert app.hand is not None
        assert app.hand.placement == lying

    play("kanoodle", act)


def test_pieces_that_the_board_shows_stay():
    few = named_puzzle("kanoodle").pieces.chosen("Wg")

    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.press("W")
        assert app.hand is None
        assert "belongs to the board" in "\n".join(seen(app))
        await pilot.press("g", "right", "enter")
        assert "Well done!" in "\n".join(seen(app))

    play(Puzzle(Board.parse("WWoo/W.oo"), few), act)


def test_all_solutions_are_shown_one_by_one():
    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        assert "Do you want to see them? Q again shows them" in told(app)
        await pilot.press("6", "q")
        assert not isinstance(app.screen, SolutionScreen)
        await pilot.press("q")
        screen = app.screen
        assert isinstance(screen, SolutionScreen)
        for number in range(1, 5):
            caption = f"Solution {number} of 4."
            await until(pilot, lambda said=caption: said == seen(app)[0])
            await pilot.press("right")
        await until(pilot, lambda: seen(app)[0] == "Solution 4 of 4.")
        await pilot.press("right", "left")
        assert seen(app)[0] == "Solution 3 of 4."
        await pilot.press("home")
        assert seen(app)[0] == "Solution 1 of 4."
        assert len({frozenset(each.placements) for each in screen.found}) == 4
        assert PIECE_COLOURS["yellow"] in app.export_screenshot()
        await pilot.press("Q")
        assert seen(app)[0] == KATAMINO.pattern.text

    play(KATAMINO, act)


@pytest.mark.parametrize("name", ["katamino-1-3", "car"])
def test_solutions_of_what_has_none_or_has_colours(name: str):
    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.press("q", "q")
        expected = "There is no solution." if name == "katamino-1-3" else "Solution 1"
        await until(pilot, lambda: seen(app)[0].startswith(expected))

    play(name, act)


async def hinted(app: Player, pilot: Pilot[None], key: str, words: str) -> None:
    """Press the key of hints, and wait until its words are there."""
    await pilot.press(key)
    await until(pilot, lambda: words in told(app))


def test_a_hint_gets_stronger_and_is_followed():
    async def act(app: Player, pilot: Pilot[None]) -> None:
        hint = app.position.hint()
        await hinted(app, pilot, "h", hint.words.where)
        assert "[ ]" not in "\n".join(seen(app))
        assert re.search(r"\[\w\]", "\n".join(seen(app)))
        assert app.hand is None
        await hinted(app, pilot, "h", hint.words.piece)
        await hinted(app, pilot, "h", hint.words.place)
        assert app.hand is not None
        assert app.hand.placement == hint.placement
        await hinted(app, pilot, "H", "is placed. 17 pieces left.")
        assert app.position.placements == (hint.placement,)
        # The next one is about the new board.
        await hinted(app, pilot, "h", app.position.hint().words.where)

    play("car", act)


def test_on_a_lost_board_a_hint_takes_pieces_off():
    lost = Position(Puzzle("car"), ["M@A2"])

    async def act(app: Player, pilot: Pilot[None]) -> None:
        app.position = lost
        await hinted(app, pilot, "h", lost.hint().words.where.split(".")[0])
        await hinted(app, pilot, "h", lost.hint().words.piece)
        await hinted(app, pilot, "h", "18 pieces left.")
        assert app.position.placements == ()

    assert lost.hint().lost
    play("car", act)


def test_what_was_taken_back_is_laid_again():
    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+y")
        assert "No piece was taken back" in "\n".join(seen(app))
        await pilot.press("g", "enter", "P", *["down"] * 4, "enter")
        both = app.position.placements
        assert len(both) == 2
        await pilot.press("backspace", "ctrl+z", "ctrl+y")
        assert app.position.placements == both[:1]
        await pilot.press("ctrl+y")
        assert app.position.placements == both
        # Another move leaves nothing to lay again.
        await pilot.press("backspace", "g", "ctrl+y")
        assert app.position.placements == ()

    play("kanoodle", act)


@pytest.mark.parametrize("clash", ["", "rfHq?", "RFhQd"])
def test_the_footer_says_the_keys_of_every_set(clash: str):
    pieces = f"{clash}xyzabcegi"[:8]
    lines = "\n".join(["# sides: mirrored", *(f"{letter}  ooo/o.." for letter in pieces)])

    async def act(app: Player, pilot: Pilot[None]) -> None:
        for letter in pieces:
            await pilot.press(letter)
            assert app.hand is not None
            assert app.hand.piece.name == letter
        footer = " ".join(seen(app)[-2:])
        keys = {
            command: re.search(rf"(\S+) {word}", footer)[1]
            for command, word in {
                "rotate": "rotates",
                "over": "turns over",
                "hint": "hint",
                "solutions": "solutions",
                "help": "help",
            }.items()
        }
        assert not {*map(str.lower, keys.values())} & {*pieces.lower()}
        turned = app.hand.turned()
        await pilot.press(keys["rotate"].lower())
        assert app.hand == turned
        over = turned.turned_over()
        await pilot.press(keys["over"].lower())
        assert app.hand == over
        await pilot.press(keys["help"].lower())
        assert keys["hint"] in "\n".join(seen(app))
        assert "lay it again" in "\n".join(seen(app))
        await pilot.press("escape")
        await hinted(app, pilot, keys["hint"].lower(), "Look at")
        await pilot.press(keys["solutions"].lower(), keys["solutions"].lower())
        assert isinstance(app.screen, SolutionScreen)

    play(Puzzle(Board.parse("4x8"), PieceSet.parse("own", lines)), act)


def test_a_board_larger_than_the_screen_follows_the_hand():
    async def act(app: Player, pilot: Pilot[None]) -> None:
        await pilot.press("L", *["right"] * 12)
        assert app.query_one("#scroll").scroll_offset.x > 0
        assert "[L]" in "\n".join(seen(app))

    play("pentomino-3x20", act)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("kanodle", "unknown name 'kanodle'"),
        ("car --port 9000", "--terminal and --port exclude each other"),
        ("car --host localhost", "--terminal and --host exclude each other"),
        ("car --no-browser", "--terminal and --no-browser exclude each other"),
        ("kanoodle", "--terminal needs a terminal to draw in and to read keys from"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(error_of, args: str, message: str):
    assert message in error_of("play --terminal", *args.split())


def test_without_the_extra_it_is_said_how_to_get_it(capsys, monkeypatch):
    monkeypatch.setattr("kaleido.base.extras.find_spec", lambda _: None)
    monkeypatch.setattr("sys.__stdin__", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("kaleido.cli.play.is_watched", lambda _: True)
    assert main(["play", "--terminal", "car"]) == 2
    message = "playing in a terminal needs the extra `terminal`: pip install"
    assert message in capsys.readouterr().err
    assert "textual" in sys.modules
