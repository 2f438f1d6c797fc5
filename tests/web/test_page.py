"""What the JavaScript of the page is tested against is what the package says today."""

import re
from pathlib import Path

import page_expected
import page_games
import pytest
from any_puzzles import any_puzzle
from packings import SEEDS, packing
from page_games import Game

import kaleido
from kaleido.library.puzzles import puzzle_names
from kaleido.web import designs
from kaleido.web.lists import describe_puzzle


def test_the_values_that_the_page_must_agree_with_are_up_to_date():
    assert page_expected.FILE.read_text(encoding="utf-8") == page_expected.text()
    assert page_expected.PLACES.read_text(encoding="utf-8") == page_expected.places()


def test_the_page_says_how_long_a_proposal_takes_at_most():
    text = (Path(kaleido.__file__).parent / "web/static/proposal.js").read_text("utf-8")
    told = re.findall(r"(\w+): (\d+)", re.search(r"const SECONDS = \{(.*?)\}", text)[1])
    assert {kind: float(seconds) for kind, seconds in told} == {
        "fix": designs.NEAREST_SECONDS,
        "fill": designs.FILL_SECONDS,
        "chequer": designs.CHEQUER_SECONDS,
        "wish": designs.TARGET_SECONDS,
    }


@pytest.mark.parametrize("panel", ["play", "watch", "design", "photo"])
def test_no_rule_of_a_panel_reaches_another_panel(panel):
    static = Path(kaleido.__file__).parent / "web" / "static"
    sheet = re.sub(r"/\*.*?\*/", "", (static / f"{panel}.css").read_text("utf-8"), flags=re.DOTALL)
    # All rules are nested in one, which selects the panel and adds no weight to them.
    outer = re.fullmatch(rf"\s*:where\(\.{panel}\) \{{(.*)\}}\s*", sheet, re.DOTALL)
    assert outer
    depth = 0
    for brace in re.findall("[{}]", outer[1]):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert f'class="{panel}"' in (static / "index.html").read_text("utf-8")


@pytest.mark.long
def test_the_page_keeps_every_piece_of_every_game(tmp_path):
    # The table of the dominoes' placements takes a second; other boards have copies, too.
    entries = map(describe_puzzle, puzzle_names())
    puzzles = {entry.name for entry in entries if entry and not entry.calendar}
    posed = {name: kaleido.Puzzle(name) for name in sorted(puzzles - {"domino-8x8"})}
    names = [
        *kaleido.pattern_names(),
        # Games on other lattices are kept in a test of their own.
        *(
            name
            for name, puzzle in posed.items()
            if puzzle.pattern.lattice == "square" and "no solution" not in puzzle.pattern.note
        ),
    ]
    games = [solved(name, posed.get(name) or kaleido.Puzzle(name)) for name in names]
    packings = [packing(seed) for seed in SEEDS]
    games += [
        Game(f"packing {seed}", {"pattern": pattern.text}, kaleido.CLASSIC, placements)
        for seed, (pattern, placements) in enumerate(packings)
    ]
    others = [any_puzzle(seed) for seed in range(24)]
    games += [
        Game(f"puzzle {seed}", question, pieces, placements)
        for seed, (question, _, pieces, placements) in enumerate(others)
    ]
    assert page_games.play(games, tmp_path) == len(names) + len(SEEDS) + len(others)


def solved(name, puzzle):
    """The game that solves a puzzle."""
    board, pieces = puzzle.pattern, puzzle.pieces
    question = {"pattern": board.text, "pieces": pieces.name, "wrap": board.wrap}
    placements = puzzle.solve("constrained").solution.placements
    return Game(name, question, pieces, placements)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", kaleido.pattern_names())
def test_a_game_by_hints_is_kept(tmp_path, name):
    puzzle = kaleido.Puzzle(name)
    pieces = []
    while len(pieces) < 18:
        pieces.append(kaleido.Position(puzzle, pieces).hint().placement)
    game = Game(name, {"pattern": puzzle.pattern.text}, kaleido.CLASSIC, pieces)
    assert page_games.play([game], tmp_path) == 1


def test_random_puzzles_are_solved_by_their_pieces():
    for seed in range(24):
        _, board, pieces, placements = any_puzzle(seed)
        puzzle = kaleido.Puzzle(board, pieces)
        givens = puzzle.problem.placements(puzzle.problem.givens)
        assert puzzle.check([*placements, *givens]) == ()
