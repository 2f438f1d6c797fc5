"""Whole games for the page's own position, which Node plays: javascript/whole_games.js."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from kaleido import PieceSet, Placement
from kaleido.web.lists import describe_pieces, read_list

SCRIPT = Path(__file__).parent / "javascript" / "whole_games.js"


class Game(NamedTuple):
    """A game: the puzzle as a question to the server has it, its pieces, and its moves in order."""

    name: str
    question: Mapping[str, str]
    pieces: PieceSet
    placements: Iterable[Placement]


def play(games: Iterable[Game], folder: Path) -> int:
    """Let Node play games from start to end and back; return how many."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the page's position needs node")
    file = folder / "games.json"
    sets = {}
    listed = []
    for name, question, pieces, placements in games:
        sets[pieces.name] = describe_pieces(pieces).as_dict()
        moves = [each.as_dict() for each in placements]
        listed.append({"name": name, "question": question, "set": pieces.name, "placements": moves})
    told = {"lattices": read_list("lattices"), "sets": sets, "games": listed}
    file.write_text(json.dumps(told), encoding="utf-8")
    done = subprocess.run([node, SCRIPT, file], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[0])
