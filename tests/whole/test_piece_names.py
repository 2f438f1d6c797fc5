"""In all that people read, a piece has one name with its letter; its id stays in data."""

import json
import re

import pytest
from matplotlib.text import Text

import kaleido
from kaleido import CLASSIC, PieceSet, Position, Puzzle, plot
from kaleido.base.errors import PieceError
from kaleido.cli import main
from kaleido.draw import draw_svg
from kaleido.model.names import chosen_pieces, find_piece, piece_label, piece_labels, player_name
from kaleido.model.piece_set import CLASSIC_LETTERS
from kaleido.model.placement import placements_from_json
from kaleido.plot.explorer.walkthrough import Walkthrough
from kaleido.printing import PAPERS, piece_pages
from kaleido.web.lists import describe_pieces

CAR = Puzzle("car")
PAPER, BEGUN = kaleido.record(CAR, "paper"), kaleido.record(CAR, "paper", max_nodes=4)
LABELS = piece_labels(CLASSIC)
LOST = "M......." + "/........" * 7
"""A position of the car that has no solution."""

# "wand" is also a word of two names, "square" and "domino" are names.
IDS = re.compile(
    rf"(?<![\w-])(?:{'|'.join(name for name in LABELS if '-' in name)})(?![\w-])"
    r"|(?<!\bbig )(?<!\bsmall )\bwand\b"
)


def ids_in(text):
    return IDS.findall(" ".join(text.split()))


COMMANDS = [
    ["solve", "car"],
    ["solve", "car", "--steps"],
    ["solve", "smiley", "-s", "paper", "--steps", "--max-nodes", "40"],
    ["solve", "car", "--place", "l@A1", "--by-piece"],
    ["solutions", "car", "-n", "1"],
    ["sample", "car", "-n", "1", "--seed", "7"],
    ["count", "car"],
    ["hint", "car"],
    ["hint", "twelve", "--step", "piece"],
    ["hint", "car", "--position", LOST],
    ["position", "car", LOST],
    ["why", "/".join(["rxrxrxrr"] * 8)],
    ["check", "car", "[]"],
    ["rate", "car"],
    ["show", "car"],
    ["show", "first-steps"],
    ["solve", "car", "--place", "q@A1"],
    ["solve", "car", "--place", "wond@A1"],
    ["solve", "car", "--place", "wand@A4", "--place", "wand@A5"],
    ["solve", "car", "--place", "wand@A4", "--place", "t-r@A3"],
    ["solve", "car", "--place", "D@A1"],
    ["solve", "first-steps", "--use", "l4-right-x"],
    ["check", "car", '[{"piece": "t-r", "face": "front", "cells": [[0, 0]]}]'],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_prints_an_id(capsys, words):
    main(words)
    out, err = capsys.readouterr()
    # Only what the user wrote is quoted.
    said = re.sub(r"'[^'\n]*'", "", out + err)
    assert said.strip()
    assert ids_in(said) == []


def test_the_pieces_are_shown_with_name_letter_and_id(output_of):
    out = output_of("pieces classic")
    for name, label in LABELS.items():
        is_told = label.startswith(name)
        assert re.search(rf"^{re.escape(label)}{'' if is_told else f', id {name}'} *$", out, re.M)
    assert "6b, letter B" in output_of("pieces hexominoes")


FIGURES = {
    "progression": lambda: plot.progression(BEGUN),
    "hole_progression": lambda: plot.hole_progression(BEGUN),
    "search_tree": lambda: plot.search_tree(PAPER),
    "window_moves": lambda: plot.window_moves(
        next(each.place for each in PAPER.steps if each.place.found.window)
    ),
    "placements": lambda: plot.placements(CAR, "square"),
    "overlap": lambda: plot.overlap(CAR, Position(CAR, ["t-r@0,4"]).placements[0]),
    "piece_faces": lambda: plot.piece_faces(CLASSIC["l4-left-r"]),
    "piece_map": lambda: plot.piece_map([PAPER.answer.solution]),
    "one piece_map": lambda: plot.piece_map([PAPER.answer.solution], "small-wand"),
    "filled_island": lambda: plot.filled_island(PAPER.answer.solution, (0, 0)),
    "exploded_islands": lambda: plot.exploded_islands("car", caption="piece"),
}


@pytest.mark.parametrize("name", FIGURES)
def test_no_figure_shows_an_id(name):
    figure = FIGURES[name]()
    said = [text.get_text() for text in figure.findobj(Text)]
    said += [figure.alt or ""] if hasattr(figure, "alt") else []
    assert any(label in text for label in LABELS.values() for text in said)
    assert ids_in(" ; ".join(said)) == []


def test_cut_outs_pictures_and_the_explorer_show_no_id():
    said = [text.get_text() for page in piece_pages(CLASSIC, PAPERS["a4"], 12) for text in
            page.figure.findobj(Text)]  # fmt: skip
    assert set(LABELS.values()) < set(said)
    said += [re.sub(r"<[^>]*>", "", draw_svg(CLASSIC[name])) for name in LABELS]
    walk = Walkthrough(PAPER)
    said += [walk.headline(number) for number in range(len(walk))]
    assert ids_in(" ; ".join(said)) == []


def test_placements_say_the_name_and_keep_the_id():
    placement = PAPER.answer.moves[1].placement
    assert str(placement) == "black-footed L (l) front at A1"
    data = json.dumps(placement.as_dict())
    assert "black-footed" not in data
    (read,) = placements_from_json(f"[{data}]")
    assert (read, read.piece, str(read)) == (placement, "l4-right-x", "l4-right-x front at A1")
    assert read.labelled(CLASSIC).label == placement.label


@pytest.mark.parametrize("name", CLASSIC_LETTERS)
def test_commands_take_the_name_the_letter_the_id_and_what_is_printed(name):
    label = LABELS[name]
    bare = label.partition(" (")[0]
    for text in (
        name,
        CLASSIC_LETTERS[name],
        label,
        bare,
        label.upper(),
        player_name(CLASSIC, name),
    ):
        assert find_piece(CLASSIC, text) == name
    assert [piece.name for piece in chosen_pieces(CLASSIC, [label])] == [name]


def test_an_unknown_piece_of_a_choice_is_told_with_those_that_exist():
    with pytest.raises(PieceError, match=r"unknown piece 'wond': did you mean big wand \(W\)\?"):
        chosen_pieces(CLASSIC, ["wond"])
    with pytest.raises(PieceError, match=r"'q': expected big wand \(W\), small wand \(w\)"):
        chosen_pieces(CLASSIC, ["q"])


def test_other_sets_keep_their_names():
    own = PieceSet.parse("own", "# sides: mirrored\nP ooo/oo.\n5b oo/o.\nwand oooo\nB o")
    assert dict(piece_labels(own)) == {"P": "P", "5b": "5b", "wand": "wand (C)", "B": "B"}
    assert [player_name(own, name) for name in ("P", "wand")] == ["piece P", "piece wand (C)"]
    assert [piece_label(piece) for piece in own] == ["P", "5b", "wand", "B"]
    assert [each.form.letter for each in describe_pieces(own).pieces] == ["", "", "C", ""]
    # A drawn piece has its short name or its letter, and so has the tray of the page.
    assert [each.shade.letter for each in describe_pieces(own).pieces] == ["P", "5b", "C", "B"]
