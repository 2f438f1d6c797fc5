"""The pictures of the gallery: code for each plotting function, to copy and to run."""

from __future__ import annotations

from typing import Any, NamedTuple

from matplotlib.figure import Figure

START = """\
import kaleido
from kaleido import CLASSIC, Position, Puzzle, compare, named_pattern, named_puzzle, plot, record

car, seal, twelve = map(named_pattern, ("car", "seal", "twelve"))
recording = record(twelve, "paper")
puzzle = Puzzle(car)
solutions = puzzle.sample(300, 1)
strategies = ["constrained", "paper", "paper-text", "paper-plus", "tuned"]
runs = compare(kaleido.pattern_names("standard"), strategies, seeds=2, max_nodes=1000)
"""


class Group(NamedTuple):
    """Figures that answer one kind of question, by the function that draws each."""

    title: str
    about: str
    code: dict[str, str]


GROUPS = (
    Group(
        "Boards and pieces",
        "What is on the table.",
        {
            "board": "plot.board(recording.answer.solution, coordinates=True)",
            "piece_faces": 'plot.piece_faces(CLASSIC["l4-left-r"])',
            "exploded": 'plot.exploded(kaleido.solve(named_puzzle("soma-cube")).solution)',
        },
    ),
    Group(
        "One search",
        "The moves of a recording, their scores, and what was taken back.",
        {
            "progression": "plot.progression(recording)",
            "hole_progression": "plot.hole_progression(recording)",
            "edge_curve": 'plot.edge_curve(record(car, "paper"))',
            "score_curve": 'plot.score_curve(record(car, "paper"))',
            "search_tree": 'plot.search_tree(record(car, "paper"))',
        },
    ),
    Group(
        "Edges",
        "What the colours alone say about the borders of pieces.",
        {
            "edges": "plot.edges(car)",
            "edge_reasons": "plot.edge_reasons(car, (1, 2))",
            "features_and_edges": "plot.features_and_edges(twelve)",
            "overlap": 'plot.overlap(puzzle, Position(car, ["t-r@0,4"]).placements[0])',
            "placements": 'plot.placements(Puzzle(named_pattern("greek-temple")))',
        },
    ),
    Group(
        "Islands",
        "The parts into which known edges cut a board.",
        {
            "island_filling": "plot.island_filling(seal, (0, 0))",
            "island_scan": "plot.island_scan(seal)",
            "exploded_islands": "plot.exploded_islands(seal)",
            "constrained_islands": "plot.constrained_islands(seal)",
            "trivial_islands": "plot.trivial_islands(puzzle)",
            "filled_island": "plot.filled_island(solutions[0], (0, 0))",
        },
    ),
    Group(
        "Windows",
        "Where the paper's method looks for its next move.",
        {
            "window_frame": "plot.window_frame(twelve, (4, 2), (2, 3))",
            "window_map": "plot.window_map(recording.start)",
            "window_maps": "plot.window_maps(recording)",
            "window_moves": "plot.window_moves(recording.steps[12].place)",
        },
    ),
    Group(
        "Many solutions, and none",
        "Where pieces tend to lie, and why a board has no solution.",
        {
            "piece_map": 'plot.piece_map(solutions, "small-wand")',
            "piece_maps": "plot.piece_maps(solutions)",
            "parity": 'plot.parity(kaleido.Puzzle(kaleido.Board.parse("4x5"), '
            'kaleido.named_set("tetrominoes")))',
        },
    ),
    Group(
        "Strategies compared",
        "Many runs: what each strategy solves, and at what cost.",
        {
            "cactus": "plot.cactus(runs)",
            "tails": "plot.tails(runs)",
            "ablation": "plot.ablation(runs)",
            "paired": 'plot.paired(runs, "constrained", "tuned")',
        },
    ),
)

CODE = {name: code for group in GROUPS for name, code in group.code.items()}


def given() -> dict[str, Any]:
    """Run the code that all examples start from, and return what it defines."""
    names: dict[str, Any] = {}
    exec(START, names)  # noqa: S102 -- the code above
    return names


def drawn(name: str, names: dict[str, Any]) -> Figure:
    """Return the figure of a function, from what `given` returned."""
    figure = eval(CODE[name], names)  # noqa: S307 -- the code above
    assert isinstance(figure, Figure)
    return figure
