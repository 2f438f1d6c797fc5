"""How many nodes each strategy takes, and how its first moves score."""

from functools import partial

import pytest

from kaleido import Board, OptionError, PieceSet, Puzzle
from kaleido.heuristics.plus import PaperPlus
from kaleido.paper import Paper, PaperText
from kaleido.search import (
    Constrained,
    EdgeMatching,
    GaveUp,
    Probing,
    Problem,
    State,
    Tuned,
    Weights,
)
from kaleido.search.core import load_core
from kaleido.search.result import search_result

MAKERS = {
    "constrained": partial(Constrained, 3),
    "restarting": partial(Constrained, 3, run_nodes=5),
    "tuned": partial(Tuned, 3, run_nodes=20),
    "probing": partial(Probing, 3),
    "edge-matching": partial(EdgeMatching, 3),
    "paper-plus": partial(PaperPlus, 3),
    "paper": partial(Paper, 3),
    "paper-text": partial(PaperText, 3),
    "weighed": partial(Constrained, 3, weights=Weights(matched=2, pieces={"X": 7.0, "wand": -3.0})),
}

PACES = {
    "fancy-chessboard": """
        constrained Solved 58 40 0 18 2 6.4 5.26
        restarting Solved 138 49 14 18 2 5.26 4
        tuned GaveUp:limit 300 223 9 14
        probing Solved 18 0 0 18 2 6.4 5.26
        edge-matching GaveUp:limit 300 290 0 13
        paper-plus Solved 125 107 0 18 2 10.26 8.26
        paper GaveUp:limit 300 292 0 11
        paper-text GaveUp:limit 300 292 0 14
        weighed Solved 58 40 0 18 1 12.4 10.26
    """,
    "heart": """
        constrained Solved 56 38 0 18 10 5.25 6.26
        restarting Solved 59 1 6 18 10 3.52 4.26
        tuned Solved 18 0 0 18 9.695 5.325 4.612
        probing Solved 18 0 0 18 10 5.25 6.26
        edge-matching Solved 57 39 0 18 10 4 5
        paper-plus Solved 76 58 0 18 10 7.76 9.25
        paper GaveUp:limit 300 293 0 11
        paper-text GaveUp:limit 300 290 0 14
        weighed Solved 56 38 0 18 17 10.25 12.26
    """,
    "pentomino-6x10": """
        constrained Solved 64 52 0 12 7.75 10.59 9.59
        restarting Solved 58 21 6 12 7.75 9.59 14.08
        tuned Solved 74 44 2 12 1.853 8.184 7.918
        probing Solved 16 4 0 12 7.75 10.59 9.59
        edge-matching GaveUp:limit 300 292 0 9
        paper-plus GaveUp:limit 300 292 0 11
        paper GaveUp:limit 300 291 0 11
        paper-text GaveUp:limit 300 290 0 11
        weighed Solved 90 78 0 12 9 16.66 14.52
    """,
    "kanoodle": """
        constrained Solved 19 7 0 12 7.84 12.08 9.72
        restarting Solved 118 38 13 12 7.84 9.72 10.35
        tuned Solved 19 7 0 12 1.848 7.438 7.372
        probing Solved 16 4 0 12 7.84 12.08 9.72
        edge-matching GaveUp:limit 300 293 0 10
        paper-plus Solved 18 6 0 12 9.26 11.52 10.16
        paper GaveUp:limit 300 291 0 11
        paper-text Solved 16 4 0 12 9.26 11.52 10.16
        weighed Solved 16 4 0 12 3.04 20.52 18.26
    """,
    "hexiamond-3x12": """
        constrained GaveUp:limit 300 297 0 10
        restarting GaveUp:limit 300 190 29 8
        tuned GaveUp:limit 300 253 9 10
        probing Exhausted 42 42 0 4
        edge-matching GaveUp:limit 300 296 0 8
        weighed GaveUp:limit 300 298 0 10
    """,
    "soma-cube": """
        constrained Solved 10 3 0 7 8.43 10.08 9.887
        restarting Solved 17 0 2 7 8.08 10.43 10.08
        tuned Solved 7 0 0 7 9.841 11.79 11.79
        probing Solved 7 0 0 7 8.43 10.08 9.413
        edge-matching GaveUp:limit 300 296 0 6
        weighed Solved 7 0 0 7 20 24 24
    """,
    "calendar@2026-11-29": """
        constrained Solved 16 8 0 8 10.59 11.33 7.69
        restarting Solved 18 1 2 8 10.1 11.33 8.59
        tuned Solved 64 49 2 8 8.159 6.677 5.517
        probing Solved 8 0 0 8 10.59 11.33 7.69
        edge-matching GaveUp:limit 300 295 0 7
        paper-plus Solved 23 15 0 8 9.3 16.02 11.26
        paper Solved 149 141 0 8 9.3 16.02 11.26
        paper-text Solved 174 166 0 8 9.3 16.02 11.26
        weighed Solved 38 30 0 8 16.78 14.8 14.52
    """,
    "katamino-2-9": """
        constrained Solved 33 24 0 9 8.72 7.79 9.08
        restarting Solved 60 29 6 9 8.72 7.79 7.72
        tuned Solved 15 6 0 9 6.17 7.365 6.453
        probing Solved 9 0 0 9 8.72 7.79 9.08
        edge-matching Solved 99 90 0 9 6 6 6
        paper-plus Solved 30 21 0 9 9.26 11.52 10.66
        paper GaveUp:limit 300 294 0 8
        paper-text GaveUp:limit 300 293 0 8
        weighed Solved 53 44 0 9 12.26 14.52 12.66
    """,
}
"""What `told` returns, by puzzle and strategy: a change of pace is not to go unseen."""


def told(name: str, maker: str) -> str:
    """Search, and return how that ends and after how many nodes, backtracks and deferred boards.

    After these come the most pieces placed, and the scores of the first moves of a solution.
    """
    state = Puzzle(name).state
    try:
        found = search_result(state, MAKERS[maker](), max_nodes=300)
    except OptionError:
        return ""  # a strategy for squares
    counts = found.nodes, found.backtracks, found.resumes, found.deepest
    scores = [f"{score.total:.4g}" for score, _ in found.line.explain()[:3]]
    last = found.last
    end = f"GaveUp:{last.limit.kind}" if isinstance(last, GaveUp) else type(last).__name__
    return " ".join([end, *map(str, counts), *scores])


@pytest.mark.parametrize("engine", ["core", "python"])
@pytest.mark.parametrize("name", PACES)
@pytest.mark.few(9)
def test_a_seed_takes_as_many_nodes_as_ever(name: str, engine: str, monkeypatch):
    if engine == "core" and load_core() is None:
        pytest.skip("the core is not built here")
    monkeypatch.setenv("KALEIDO_ENGINE", engine)
    lines = [line.split(maxsplit=1) for line in PACES[name].strip().splitlines()]
    assert {maker: pace for maker in MAKERS if (pace := told(name, maker))} == dict(lines)
    assert search_result(Puzzle(name).state, Tuned(), max_nodes=1).engine == engine


def test_an_island_that_no_pieces_fill_is_dead_before_the_first_move():
    # Each cell can be covered, but three cells cannot.
    pieces = PieceSet.parse("own", "# sides: mirrored\nD oo x4")
    state = State.empty(Problem(Board("ooo.ooooo"), pieces))
    assert state.dead
    assert not State.empty(Problem(Board("oooo.oooo"), pieces)).dead
