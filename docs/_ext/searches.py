"""The pictures of the pages that show boards and searches; stills.py writes them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.patches import Rectangle

import kaleido
from kaleido import plot
from kaleido.designing import Background, Sketch, design as designs
from kaleido.lab import Sample, cost_ratio
from kaleido.model.names import piece_label
from kaleido.printing import Booklet, make_entry

WIDTH = 7.5  # inches

EDGE_RUNS = Path(__file__).parents[2] / "notebooks" / "edge-information.csv"
EDGE_LIMIT = 2000
EDGE_COLOURS = {
    "pictures, two colours": "#0072B2",
    "random, two colours": "#D55E00",
    "matched, two colours": "#CC79A7",
    "pictures, four colours": "#56B4E9",
    "random, four colours": "#009E73",
}
MANY = 0.2
"""The share of pairs with a run that gave up from which on a ratio is marked."""


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


def design() -> Figure:
    """Draw a letter, two patterns that complete it, and a solution of the second."""
    text = "????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????"
    sketch = Sketch.parse(text)
    grounds = ((), (Background("rx"),))
    free, chequered = (next(designs(sketch, background=each)).pattern for each in grounds)
    return row(
        (kaleido.Board.parse(text.replace("?", ".")), "a sketch", {}),
        (free, "a pattern that fits", {}),
        (chequered, "a chequered one", {}),
        (kaleido.solve(chequered).solution, "its solution", {}),
        height=2.2,
    )


def booklet() -> Figure:
    """Draw pages of a small booklet: boards, pieces to cut out, and solutions."""
    entries = tuple(make_entry(kaleido.Puzzle(name)) for name in ("car", "heart", "tree", "seal"))
    pages = [*Booklet("Four boards", entries, per_page=4, with_pieces=True).pages()][2:]
    figure = Figure(figsize=(WIDTH, 3.6), layout="constrained")
    for ax, page in zip(figure.subplots(1, len(pages)), pages, strict=True):
        file = BytesIO()
        page.figure.savefig(file, format="png", dpi=100)
        file.seek(0)
        ax.imshow(imread(file))
        ax.set(xticks=[], yticks=[])
    return figure


def batch() -> Figure:
    """Draw the solutions and the nodes of all boards of the suite."""
    figure = Figure(figsize=(WIDTH, 3), layout="constrained")
    boards = kaleido.suite(split=None).boards
    axes = figure.subplots(1, 3, sharex=True, sharey=True)
    for ax, family in zip(axes, dict.fromkeys(board.family for board in boards), strict=True):
        own = [board for board in boards if board.family == family]
        nodes = [board.reference_nodes for board in own]
        ax.scatter([board.solutions for board in own], nodes, 9, "#0072B2", alpha=0.5, linewidth=0)
        ax.set(title=f"{family}, {len(own)} boards", xlabel="solutions", xscale="log", yscale="log")
        ax.grid(color="0.9")
        ax.set_axisbelow(True)
    axes[0].set_ylabel("nodes")
    return figure


def first() -> Figure:
    """Draw how many standard patterns three strategies solve within a number of nodes."""
    names = kaleido.pattern_names("standard")
    strategies = ("constrained", "paper-plus", "paper")
    return plot.cactus(kaleido.compare(names, strategies, max_nodes=2000))


def edges() -> Figure:
    """Draw what the implied edges are worth to each strategy, from the runs of a notebook."""
    boards: dict[str, list[dict[str, str]]] = {}
    with EDGE_RUNS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            origin = {"collection": "pictures", "matched": "matched"}.get(row["kind"], "random")
            colours = "four" if {*row["pattern"]} & {*"yb"} else "two"
            boards.setdefault(f"{origin}, {colours} colours", []).append(row)
    strategies = ("edge-matching", "paper", "paper-plus", "constrained")
    figure = Figure(figsize=(WIDTH, 4), layout="constrained")
    ax = figure.subplots()
    for place, (kind, colour) in enumerate(EDGE_COLOURS.items()):
        ax.plot([], [], color=colour, marker="o", label=kind)
        for level, strategy in enumerate(strategies):
            versions = (strategy, f"{strategy} frame only")
            one, other = (edge_sample(boards[kind], each) for each in versions)
            found = cost_ratio(one, other, EDGE_LIMIT)
            few = (one.censored | other.censored).mean() < MANY
            height, fill = level + (place - 2) * 0.14, colour if few else "white"
            ax.plot([found.low, found.high], [height, height], color=colour)
            ax.plot(found.value, height, "o", color=colour, markersize=5, markerfacecolor=fill)
    ax.axvline(1, color="0.3", linewidth=0.8)
    ax.set(yticks=range(len(strategies)), yticklabels=strategies, xscale="log", xlim=(0.18, 1.25))
    ax.set_xticks([0.2, 0.3, 0.5, 0.7, 1], ["0.2", "0.3", "0.5", "0.7", "1"])
    ax.minorticks_off()
    ax.invert_yaxis()
    ax.set_xlabel("nodes with the implied edges / nodes without, within 2,000 nodes")
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure


def edge_sample(rows: list[dict[str, str]], version: str) -> Sample:
    """Return the nodes of all runs of a strategy, by board."""
    found = [(row[f"{version} {seed}"], row["board"]) for row in rows for seed in range(4)]
    nodes, boards = zip(*found, strict=True)
    return Sample.of([int(each or EDGE_LIMIT) for each in nodes], [not n for n in nodes], boards)


PICTURES: dict[str, Callable[[], Figure]] = {
    each.__name__: each
    for each in (
        *(pieces, islands, homes, window, moves, tree),
        *(anytime, suite, profile, soma, solutions, progressions),
        *(design, booklet, batch, first, edges),
    )
}
"""How each picture is drawn, by the name of its file."""
