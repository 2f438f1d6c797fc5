"""Boards that are dealt: the same for a level and a seed, wherever and however they are made."""

import json
import subprocess
import sys

import pytest

from kaleido import Pattern, Puzzle
from kaleido.designing.dealing import MOST, deal_board

DEALT = {
    (1, 3): "xrxrrxrr/rxrxxrrx/xxxxrrxx/rrxrxrrr/xxrxxrxx/rxxrrxrx/xxrrxrrx/rrxrrxxr",
    (3, 5): "rxxrxrxr/rrxxxxrr/xrxrrxrx/rrxxxrxr/xrrxrrrx/xxxrxxxr/rrxrxrrx/xrxrxrxr",
}
"""What a level and a seed stand for, for ever: links name them."""

ALONE = """
import sys
for name in ("numpy", "scipy"):
    sys.modules[name] = None
from kaleido.designing.dealing import deal_board
board = deal_board(int(sys.argv[1]), int(sys.argv[2]))
print(board.pattern, board.solutions)
"""
"""A browser's Python: it has no arrays, and no core."""


@pytest.mark.parametrize(("level", "seed"), DEALT)
def test_a_level_and_a_seed_stand_for_a_board(level, seed):
    board = deal_board(level, seed)
    assert board.pattern == DEALT[level, seed]
    puzzle = Puzzle(Pattern(board.pattern))
    assert puzzle.count().solutions == board.solutions <= MOST
    assert puzzle.rate().difficulty == board.difficulty == level


@pytest.mark.usefixtures("engine")
def test_another_process_without_arrays_deals_the_same():
    made = subprocess.run(
        [sys.executable, "-c", ALONE, "2", "0"],
        capture_output=True,
        text=True,
        check=True,
    )
    board = deal_board(2, 0)
    assert made.stdout.split() == [board.pattern, str(board.solutions)]


def test_it_is_told_how_many_patterns_were_tried():
    told = []
    board = deal_board(2, 1, told.append)
    assert told == [*range(1, board.tried + 1)]


def test_the_browser_deals_what_the_server_does():
    from kaleido.web.engine import answer

    told = []
    reply = json.loads(answer("deal", json.dumps({"level": 3, "seed": 5}), told.append))
    assert reply["body"]["pattern"] == DEALT[3, 5]
    assert json.loads(told[0]) == {"type": "tried", "tried": 1}
