"""The pictures of the pages that show boards and searches; stills.py writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import kaleido
from kaleido import plot
from kaleido.model.names import piece_label

WIDTH = 7.5  # inches


def row(*shown: tuple[Any, str, dict[str, bool]], height: float = 2.1) -> Figure:
    """Draw boards side by side, each with a caption and the options of `plot.board`."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(1, len(shown), squeeze=False)[0]
    for ax, (thing, caption, options) in zip(axes, shown, strict=True):
        plot.board(thing, ax=ax, **options)
        ax.set_title(caption, fontsize="medium")
    return figure


def line() -> list[Any]:
    """Return the moves of `paper` that solve *twelve*."""
    recording = kaleido.record("twelve", "paper")
    return [recording.steps[number].place for number in recording.line]


def pieces() -> Figure:
    """Draw both faces of the 18 pieces."""
    figure = Figure(figsize=(WIDTH, 4.2), layout="constrained")
    for ax, piece in zip(figure.subplots(3, 6).flat, kaleido.CLASSIC, strict=True):
        plot.board(piece, ax=ax)
        ax.set_title(piece_label(piece), fontsize="small")
    return figure


def islands() -> Figure:
    """Draw the implied edges and the islands of *car*."""
    car = kaleido.named_pattern("car")
    edges = (car, "implied edges", {"implied": True})
    return row(edges, (car, "islands", {"islands": True}), height=3.2)


def homes() -> Figure:
    """Draw the homes of the wand in *twelve*, with their scores."""
    wand = line()[0]
    moves = [wand._replace(rank=rank) for rank in range(len(wand.fork.moves))]
    placed = [wand.state.parent.place(number) for number in wand.fork.moves]
    scores = [f"score {wand.fork.score(move.rank).total:g}" for move in moves]
    return row(*((home, score, {}) for home, score in zip(placed, scores, strict=True)))


def window() -> Figure:
    """Draw the first window of *twelve*, and the densest window over each cell."""
    place = next(each for each in line() if each.found.kind == "window")
    (height, width), (top, left) = place.found.window.shape, place.found.window.corner
    figure = Figure(figsize=(WIDTH, 3.6), layout="constrained")
    first, second = figure.subplots(1, 2)
    plot.board(place.state.parent, ax=first, islands=True)
    plot.window_map(place.state.parent, ax=second)
    first.set_title(f"{place.found.window.edges} edges around {place.found.window.cells} cells")
    second.set_title("the densest window over each cell")
    frame = {"fill": False, "edgecolor": "#e8730c", "linewidth": 4, "zorder": 9}
    for ax in (first, second):
        ax.add_patch(Rectangle((left, top), width, height, **frame))
    figure.colorbar(second.images[0], ax=second, label="edges per cell", shrink=0.8)
    return figure


def moves() -> Figure:
    """Draw the three moves that are kept of the fork in that window, with their scores."""
    place = next(each for each in line() if each.found.kind == "window")
    before = place.state.parent
    ranked = [place._replace(rank=rank) for rank in range(place.kept)]
    return row(
        *((before.place(place.fork.moves[each.rank]), each.score.line, {}) for each in ranked)
    )


def tree() -> Figure:
    """Draw the search of *car* as a tree."""
    return plot.search_tree(kaleido.record("car", "paper"))


def anytime() -> Figure:
    """Draw the fullest board over the nodes of three strategies."""
    searches = [
        kaleido.record(board, strategy, seed=seed, max_nodes=1000)
        for strategy in ("constrained", "paper-plus", "edge-matching")
        for board in ("car", "twelve", "tree")
        for seed in range(3)
    ]
    return plot.anytime(searches)


def suite() -> Figure:
    """Draw a board of each family of the suite, easy and hard."""
    boards = kaleido.suite(split="test")
    names = ("pictures", "two-colours", "four-colours")
    shown = {}
    for board in boards.boards:
        if board.level in (1, 4):
            shown.setdefault((board.family, board.level), board.name)
    pairs = [(family, level) for family in names for level in (1, 4)]
    return row(
        *((boards[shown[pair]], f"{pair[0]}\nlevel {pair[1]}", {}) for pair in pairs), height=1.9
    )


def profile() -> Figure:
    """Draw the nodes of eight strategies on the test boards, in multiples of the fewest."""
    names = list(kaleido.heuristics.STRATEGIES)
    return plot.performance_profile(
        kaleido.compare(kaleido.suite(split="test"), names, max_nodes=500)
    )


def soma() -> Figure:
    """Draw a solution of the Soma cube with its pieces apart."""
    return plot.exploded(kaleido.solve("soma-cube").solution)


def solutions() -> Figure:
    """Draw solutions of three patterns."""
    names = ("car", "heart", "starship")
    solved = [kaleido.solve(name).solution for name in names]
    return row(*((each, each.pattern.title, {}) for each in solved), height=2.7)


def progressions() -> Figure:
    """Draw the known edges of three searches of *twelve*."""
    names = ("paper", "constrained", "tuned")
    return plot.progressions([kaleido.record("twelve", name) for name in names])


PICTURES: dict[str, Callable[[], Figure]] = {
    each.__name__: each
    for each in (
        *(pieces, islands, homes, window, moves, tree),
        *(anytime, suite, profile, soma, solutions, progressions),
    )
}
"""How each picture is drawn, by the name of its file."""
