"""What the JavaScript of the page is tested against is what the package says today."""

import page_expected
import page_games
from packings import SEEDS, packing

import kaleido


def test_the_values_that_the_page_must_agree_with_are_up_to_date():
    assert page_expected.FILE.read_text(encoding="utf-8") == page_expected.text()


def test_the_page_keeps_every_piece_of_every_game(tmp_path):
    names = kaleido.pattern_names()
    solved = [(name, kaleido.solve(kaleido.named_pattern(name))) for name in names]
    games = [(name, answer.pattern, answer.solution.placements) for name, answer in solved]
    games += [(f"packing {seed}", *packing(seed)) for seed in SEEDS]
    assert page_games.play(games, tmp_path) == len(names) + len(SEEDS)
