"""What an interactive session shows: short texts, and in a notebook pictures with a line."""

import re
import subprocess
import sys
from base64 import b64decode
from xml.etree import ElementTree as Tree

import pytest
from samples import NONE, unsolvable

import kaleido
from kaleido import CLASSIC, Pattern, Puzzle, named_pattern, record
from kaleido.draw.svg import draw_svg
from kaleido.model import implied_edges
from kaleido.search import Resume, Tracker

CAR = named_pattern("car")
PAPER = record(CAR, "paper")
LONG = record("face-to-face", "paper")
GAVE_UP = record("fancy-chessboard", "paper", max_nodes=50)
ANSWERS = [PAPER.answer, LONG.answer, GAVE_UP.answer, kaleido.solve(unsolvable(NONE[6]))]


def kept_back(recording):
    return next(event for event in recording.events if isinstance(event, Resume))


@pytest.mark.parametrize("value", [PAPER, LONG, GAVE_UP], ids=repr)
def test_a_recording_in_three_lines(value):
    assert repr(value).count("\n") < 3
    assert value.answer.heading in repr(value)


@pytest.mark.parametrize("value", ANSWERS, ids=repr)
def test_an_answer_in_five_lines(value):
    assert repr(value).count("\n") < 5
    assert len(repr(value)) < 300
    assert value.heading in repr(value)


@pytest.mark.parametrize(
    "value",
    [
        *PAPER.answer.moves,
        PAPER.answer.solution,
        *PAPER.events,
        *PAPER.steps,
        *(step.place.fork for step in PAPER.steps),
        kept_back(LONG),
        LONG.start,
        LONG.fullest,
        Puzzle(CAR),
        Puzzle(CAR).problem,
        Puzzle("pentomino-6x10"),
        CAR,
        CLASSIC,
        CLASSIC["wand"],
        Tracker(),
        implied_edges(CAR),
        Puzzle(CAR).hint(),
        Puzzle(CAR).rate(),
        Puzzle(CAR).count(),
    ],
)
def test_everything_else_in_one_line_that_is_the_same_in_every_run(value):
    assert "\n" not in repr(value)
    assert len(repr(value)) < 400
    assert not re.search("0x[0-9a-f]{6}", repr(value))


def test_texts_say_what_is_there():
    assert repr(PAPER.answer) == (
        "<Answer: Car, strategy paper: solved, 20 moves tried, 2 backtracks>"
    )
    assert repr(PAPER.answer.solution) == "<Solution of Car: 18 pieces>"
    assert repr(PAPER.start) == (
        "<State of Car: open, 0 of 18 pieces, 270 placements left, 52 inner edges>"
    )
    assert repr(PAPER.fullest).startswith("<State of Car: solved, 18 of 18 pieces, ")
    assert repr(implied_edges(CAR)) == "<EdgeMap: 8 × 8 cells, 52 inner edges>"
    fork = PAPER.steps[0].place.fork
    assert repr(fork).startswith(f"<Fork: {len(fork.moves)} moves, ")
    assert repr(kept_back(LONG)) == f"<Resume: {len(kept_back(LONG).line)} moves on the board>"


@pytest.mark.parametrize("value", [*ANSWERS, PAPER, GAVE_UP], ids=repr)
def test_a_notebook_shows_a_picture_and_a_line(value):
    figure = Tree.fromstring(re.sub("(<img [^>]*)>", r"\1/>", value._repr_html_()))
    image, caption = figure
    head, _, data = image.get("src").partition(",")
    assert head == "data:image/svg+xml;base64"
    svg = b64decode(data).decode()
    assert svg == draw_svg(value.pictured)
    assert image.get("alt") == Tree.fromstring(svg)[0].text
    assert caption.text == value.caption
    answer = getattr(value, "answer", value)
    assert value.caption.startswith(answer.heading)


def test_what_is_shown_is_the_furthest_board():
    assert PAPER.answer.pictured is PAPER.answer.solution
    assert GAVE_UP.answer.pictured is GAVE_UP.answer.pattern
    assert GAVE_UP.pictured is GAVE_UP.fullest
    title = Pattern(CAR.text, title="<A & B>")
    assert "&lt;A &amp; B&gt;" in kaleido.solve(title)._repr_html_()


CODE = """
import pkgutil, sys
from importlib import import_module
import kaleido
rooms = [each.name for each in pkgutil.iter_modules(kaleido.__path__) if each.ispkg]
assert all([import_module(f"kaleido.{room}") for room in rooms]) and len(rooms) > 15, rooms
heavy = {"matplotlib", "scipy", "numpy", "ipywidgets", "cv2", "loky"} & set(sys.modules)
assert not heavy, heavy
assert kaleido.plot.board
"""


def test_rooms_cost_nothing_until_their_names_are_used():
    subprocess.run([sys.executable, "-c", CODE], check=True)
