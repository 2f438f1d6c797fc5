"""The gallery of figures: a picture, light and dark, for each plotting function, with its code."""

from __future__ import annotations

from inspect import getdoc
from io import BytesIO
from typing import Any, NamedTuple

from matplotlib.figure import Figure

from kaleido import plot
from kaleido.plot.animation import Animation
from kaleido.plot.themes import THEMES

NO_PICTURES = ("save_figure", "theme")  # what `kaleido.plot` has besides functions that draw

INTRO = """\
# Gallery of figures

Every function of `kaleido.plot` with its picture and the code that draws it. In a notebook a figure
is shown when it is the last value of a cell. With `ax=` or `figure=` it is drawn on yours;
`plot.save_figure` writes a PDF, PNG or SVG; `figure.alt` describes a figure in words.

Figures are light or dark as matplotlib's own are: after `plt.style.use("dark_background")`, or for
some of them with

```python
with plot.theme("dark"):
    plot.board("car")
```

On the command line, `kaleido plot car --figure tree --theme dark -o tree.svg` draws those of a
search."""

GIVEN = """\
The examples start with

```python"""

START = """\
import kaleido
from kaleido import CLASSIC, Position, compare, named_puzzle, plot, record
from kaleido.heuristics import sweep
from kaleido.library.patterns import members

recording = record("twelve", "paper")
solutions = kaleido.sample("car", 300, 1)
names = kaleido.pattern_names("standard")
days = {day: kaleido.count(day) for day in members("calendar@2024")}
strategies = ["constrained", "paper", "paper-text", "paper-plus", "tuned"]
runs = compare(names, strategies, seeds=2, max_nodes=1000)
recordings = [record(name, each, max_nodes=300) for name in names[:8] for each in strategies[1:]]
swept = compare(names, sweep("paper-plus", "corner", [0, 0.26, 0.52, 1.04]), max_nodes=1000)
"""


class Group(NamedTuple):
    """Figures that answer one kind of question: the code of each picture, by its name.

    The first picture of a function has its name; others that it draws follow.
    """

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
            "edge_curve": 'plot.edge_curve(record("car", "paper"))',
            "score_curve": 'plot.score_curve(record("car", "paper"))',
            "search_tree": 'plot.search_tree(record("car", "paper"))',
            "animate": "plot.animate(recording)",
        },
    ),
    Group(
        "Edges",
        "What the colours alone say about the borders of pieces.",
        {
            "edges": 'plot.edges("car")',
            "edge_reasons": 'plot.edge_reasons("car", (1, 2))',
            "features_and_edges": 'plot.features_and_edges("twelve")',
            "overlap": 'plot.overlap("car", Position("car", ["t-r@0,4"]).placements[0])',
            "placements": 'plot.placements("greek-temple")',
        },
    ),
    Group(
        "Islands",
        "The parts into which known edges cut a board.",
        {
            "island_filling": 'plot.island_filling("seal", (0, 0))',
            "island_scan": 'plot.island_scan("seal")',
            "exploded_islands": 'plot.exploded_islands("seal")',
            "exploded_islands_edges": 'plot.exploded_islands("seal", caption="edges")',
            "exploded_islands_piece": 'plot.exploded_islands("car", caption="piece")',
            "filled_island": "plot.filled_island(solutions[0], (0, 0))",
        },
    ),
    Group(
        "Windows",
        "Where the paper's method looks for its next move.",
        {
            "window_frame": 'plot.window_frame("twelve", (4, 2), (2, 3))',
            "window_map": "plot.window_map(recording.start)",
            "window_map_moves": "plot.window_map(recording)",
            "window_moves": "plot.window_moves(recording.steps[12].place)",
        },
    ),
    Group(
        "Many solutions, and none",
        "Where pieces tend to lie, and why a board has no solution.",
        {
            "piece_map": 'plot.piece_map(solutions, "small-wand")',
            "piece_map_all": "plot.piece_map(solutions)",
            "year": "plot.year(days)",
            "parity": 'plot.parity(kaleido.Puzzle(kaleido.Board.parse("4x5"), '
            'kaleido.named_set("tetrominoes")))',
        },
    ),
    Group(
        "Strategies compared",
        "Many runs: what each strategy solves, and at what cost.",
        {
            "cactus": "plot.cactus(runs)",
            "cactus_tails": "plot.cactus(runs, tails=True)",
            "performance_profile": "plot.performance_profile(runs)",
            "progressions": "plot.progressions(recordings)",
            "anytime": "plot.anytime(recordings)",
            "sensitivity": "plot.sensitivity(swept)",
            "ablation": "plot.ablation(runs)",
            "paired": 'plot.paired(runs, "constrained", "tuned")',
            "parting": 'plot.parting(record("mushroom"), record("mushroom", "paper-plus"))',
            "ratio_curve": 'plot.ratio_curve(runs, "constrained", "tuned")',
        },
    ),
)

CODE = {name: code for group in GROUPS for name, code in group.code.items()}


def given() -> dict[str, Any]:
    """Run the code that all examples start from, and return the names that it defines."""
    names: dict[str, Any] = {}
    exec(START, names)  # noqa: S102 -- the code above
    return names


def drawn(name: str, names: dict[str, Any]) -> Figure | Animation:
    """Return the figure of a function, from what `given` returned."""
    made = eval(CODE[name], names)  # noqa: S307 -- the code above
    assert isinstance(made, Figure | Animation)
    return made


def find_faults() -> list[str]:
    """Name the functions that the gallery does not show, and those that are no more."""
    shown = {*map(function_of, CODE.values()), *NO_PICTURES}
    return [f"plot.{name}" for name in sorted(shown ^ {*plot.__all__})]


def function_of(code: str) -> str:
    """Return the name of the function that draws a picture."""
    return code.removeprefix("plot.").partition("(")[0]


def write_pages() -> dict[str, str | bytes]:
    """Return the page and its pictures, by the names of files."""
    names, pages = given(), dict[str, str | bytes]()
    small, lines = [], []
    for group in GROUPS:
        lines += [f"## {group.title}", group.about]
        for name, code in group.code.items():
            function = function_of(code)
            if function == name:
                doc = " ".join(str(getdoc(getattr(plot, name))).split("\n\n")[0].split())
                lines += [f"### {name}", f"{doc} {{py:obj}}`Parameters <kaleido.plot.{name}>`"]
            target, thumbs = function.replace("_", "-"), list[str]()
            for theme in THEMES:
                with plot.theme(theme):
                    file, content, alt, width = _picture(drawn(name, names), f"{name}-{theme}")
                pages[file] = content
                thumbs.append(_image(file, theme, name, f':target: "#{target}"'))
                lines.append(_image(file, theme, alt, f":width: {width}px"))
            lines.append(f"```python\n{code}\n```")
            words = name if name == function else code.removeprefix("plot.")
            shown = "\n".join([*thumbs, "", f"[`{words}`](#{function})"])
            small.append(f"````{{container}} thumb\n{shown}\n````")
    shown = "`````{container} figures\n" + "\n".join(small) + "\n`````"
    page = "\n\n".join([INTRO, shown, f"{GIVEN}\n{START}```", *lines])
    return pages | {"figures.md": f"{page}\n"}


def small(function: str) -> list[str]:
    """Return the content of a directive: the picture of a function, which leads to the gallery."""
    lines = []
    for theme in THEMES if function in CODE else ():
        lines += [
            "",
            f"   .. image:: figure-{function}-{theme}.*",
            f"      :alt: What {function} draws",
            f"      :class: drawn only-{theme}",
            f"      :target: figures.html#{function.replace('_', '-')}",
        ]
    return lines


def _picture(made: Figure | Animation, name: str) -> tuple[str, bytes, str, int]:
    """Return the name, the content, the alternative text and the width of a picture."""
    if isinstance(made, Animation):
        return f"figure-{name}.gif", made.data, made.title, 720
    file = BytesIO()
    made.savefig(file, format="png", dpi=2 * 72, metadata={"Software": None})
    return f"figure-{name}.png", file.getvalue(), made.alt, round(72 * made.get_figwidth())


def _image(file: str, theme: str, alt: str, option: str) -> str:
    return f"```{{image}} {file}\n:alt: {alt}\n:class: only-{theme}\n{option}\n```"
