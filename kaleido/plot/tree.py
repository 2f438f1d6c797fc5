"""The tree of a search: the line kept, dead branches, which may be folded, and siblings."""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kaleido.analysis.recording import Recording
from kaleido.draw.look import ACCENT, INK, MUTED, PAPER
from kaleido.plot.documented import documented
from kaleido.plot.figure import FEW, figure_of, legend_above, make_axes, width_of
from kaleido.plot.given import Searched, recording_of
from kaleido.text import plural

# The size of a figure made for one tree, in inches; one of few branches is narrower.
WIDTH, HEIGHT = 7.5, 5.5
LEAST = 4.2  # the least width of such a figure, which its legend and its heading take
# The least width of a leaf, in inches, which takes the number of its moves, and the one wanted.
COLUMN, WANTED = 0.34, 0.55
FRAME = 0.7  # the width of the margin of a figure with its ticks, in inches
NAME = 0.95  # the width that is kept free for the names of pieces, in inches
BESIDE = 0.16  # the distance between deferred siblings, in inches
RINGS = 5  # the most deferred siblings that are drawn beside a move; more are a number

_Point = tuple[float, float]
_Line = tuple[_Point, _Point]


class Branch(NamedTuple):
    """A move tried, or what follows from some moves that were taken back, folded.

    It has the number of its first move in the recording, the place of the branch before it, or -1,
    the pieces on the board then and on the fullest that follows, and the number of its moves.
    """

    step: int
    parent: int
    depth: int
    deepest: int
    nodes: int
    is_kept: bool

    @property
    def is_folded(self) -> bool:
        """Whether it stands for several moves."""
        return self.nodes > 1


@documented
def search_tree(recording: Searched, *, ax: Axes | None = None) -> Figure:
    """Draw the tree of a search, downwards: a node for every move tried.

    The line to the solution (or to the fullest board) stands out; crosses are the ends of dead
    branches; small rings are deferred siblings. In the tree of a long search a dead branch is a
    triangle with the number of its moves, as deep as they went. y is the number of pieces on the
    board; x only keeps branches apart: the dead ones in the order in which they were tried, then
    the one kept.
    """
    recording = recording_of(recording)
    given, ax = ax, make_axes(ax, tree_width(recording, WIDTH), HEIGHT)
    steps, inches, top = recording.steps, width_of(ax), recording.start.depth
    branches = _branches(recording, inches)
    across = _spread(branches)
    leaves = max(across, default=0.0) + 1
    # The width of a leaf takes what is left of the canvas, which the tree fills.
    unit = leaves / max(inches - NAME, COLUMN)
    points = [(x, float(each.depth)) for x, each in zip(across, branches, strict=True)]
    root = (points[0][0] if points else 0.0, float(top))
    starts = [root if each.parent < 0 else points[each.parent] for each in branches]
    siblings = _siblings(recording, branches, points, BESIDE * unit)
    beside = zip(starts, siblings, strict=True)
    rings = [(start, end) for start, (ends, _) in beside for end in ends]
    _draw_lines(ax, branches, list(zip(starts, points, strict=True)), rings)
    _draw_folded(ax, branches, points)
    _draw_nodes(ax, branches, points, [end for _, end in rings])
    ax.plot(*root, "s", color=INK, markersize=6)
    for branch, point, (ends, more) in zip(branches, points, siblings, strict=True):
        if branch.is_kept:
            name = steps[branch.step].place.placement.piece
            words = f"{name}  +{more} wait" if more else name
            _write(ax, words, ends[-1] if ends else point, (6, 2), va="bottom")
    ax.set_xlim(-0.6, leaves - 1 + NAME * unit)
    ax.set_ylim(max([each.deepest for each in branches], default=top) + 1.2, top - 0.6)
    ax.set(ylabel="pieces on the board", xticks=[])
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    if steps:
        legend_above(ax)
    kept = len(recording.line)
    waiting = sum(steps[number].place.waiting for number in recording.line)
    waits = f"{plural(waiting, 'sibling')} waiting beside the line"
    alt = f"A search tree of {plural(len(steps), 'move')}: {kept} on the line kept, "
    alt += f"{len(steps) - kept:,} taken back, {waits}."
    return figure_of(ax, given, title=recording.answer.heading, alt=alt)


def tree_width(recording: Recording, most: float) -> float:
    """Return the width that a figure of a tree needs, in inches, but not more than `most`."""
    across = _spread(_branches(recording, most - FRAME))
    return min(most, max(LEAST, FRAME + NAME + WANTED * (max(across, default=0.0) + 1)))


def _branches(recording: Recording, inches: float) -> list[Branch]:
    if len(recording.steps) <= FEW:
        return _Tree(recording).branches(None)
    return folded_branches(recording, max(1, int((inches - NAME) / COLUMN)))


def _spread(branches: Sequence[Branch]) -> list[float]:
    """Return the x of every branch: leaves side by side, and others above their first child."""
    across = [-1.0] * len(branches)
    inner = {each.parent for each in branches}
    for leaf, at in enumerate(each for each in range(len(branches)) if each not in inner):
        # The first leaf of a branch sets the place of all above it that have none yet.
        while at >= 0 and across[at] < 0:
            across[at], at = float(leaf), branches[at].parent
    return across


def _siblings(
    recording: Recording, branches: Sequence[Branch], points: Sequence[_Point], beside: float
) -> list[tuple[list[_Point], int]]:
    """Return where siblings stand beside the last of their fork tried, and how many more wait."""
    places = [recording.steps[branch.step].place for branch in branches]
    last = {
        (branch.parent, id(places[number].fork)): number
        for number, branch in sorted(enumerate(branches), key=lambda each: each[1].step)
        if not branch.is_folded
    }
    standing = set(last.values())
    found = []
    for number, (branch, (x, y)) in enumerate(zip(branches, points, strict=True)):
        count = places[number].waiting if number in standing else 0
        # A dead branch has no more room than its leaf.
        shown = min(count, RINGS if branch.is_kept else 2)
        found.append(([(x + beside * (1 + place), y) for place in range(shown)], count - shown))
    return found


def _draw_lines(
    ax: Axes, branches: Sequence[Branch], lines: Sequence[_Line], rings: Sequence[_Line]
) -> None:
    tried = [line for line, each in zip(lines, branches, strict=True) if not each.is_kept]
    kept = [line for line, each in zip(lines, branches, strict=True) if each.is_kept]
    looks = (rings, MUTED, 0.7, ":"), (tried, MUTED, 1.0, "-"), (kept, ACCENT, 2.2, "-")
    for drawn, colour, width, style in looks:
        made = LineCollection(list(drawn), colors=colour, linewidths=width, linestyles=style)
        ax.add_collection(made)


def _draw_folded(ax: Axes, branches: Sequence[Branch], points: Sequence[_Point]) -> None:
    """Draw folded branches as triangles, down to their greatest depth and wider with more moves."""
    folded = [(each, at) for each, at in zip(branches, points, strict=True) if each.is_folded]
    if not folded:
        return
    largest = log(max(each.nodes for each, _ in folded) + 1)
    triangles = []
    for each, (x, y) in folded:
        half = 0.14 + 0.28 * log(each.nodes) / largest
        bottom = max(each.deepest, y + 0.7)
        triangles.append([(x, y), (x - half, bottom), (x + half, bottom)])
        _write(ax, f"{each.nodes:,}", (x, bottom), (0, -2), ha="center", va="top", size=6.6)
    label = "taken back, with the moves below"
    look: dict[str, Any] = {"facecolors": PAPER, "edgecolors": INK, "linewidths": 0.8}
    ax.add_collection(PolyCollection(triangles, label=label, zorder=1.5, **look))


def _draw_nodes(
    ax: Axes, branches: Sequence[Branch], points: Sequence[_Point], rings: Sequence[_Point]
) -> None:
    inner = {each.parent for each in branches}
    line = [point for each, point in zip(branches, points, strict=True) if each.is_kept]
    ends = [
        point
        for number, (each, point) in enumerate(zip(branches, points, strict=True))
        if not (each.is_kept or each.is_folded or number in inner)
    ]
    size = 5.0 if len(branches) <= FEW else 4.0
    for dots, marker, width, colour, edge, label in (
        (rings, "o", size - 1, PAPER, INK, "sibling waiting"),
        (ends, "x", size, INK, INK, "taken back"),
        (line, "o", size, ACCENT, ACCENT, "kept"),
    ):
        if dots:
            look: dict[str, Any] = {"color": colour, "markeredgecolor": edge, "label": label}
            ax.plot(*zip(*dots, strict=True), marker, markersize=width, **look)


def _write(
    ax: Axes, text: str, point: _Point, by: _Point, *, size: float = 7.5, **looks: Any
) -> None:
    looks |= {"textcoords": "offset points", "parse_math": False}
    ax.annotate(text, point, xytext=by, fontsize=size, color=INK, **looks)


def folded_branches(recording: Recording, most: int) -> list[Branch]:
    """Return the branches of the moves kept, and dead ones folded into at most `most` leaves."""
    tree = _Tree(recording)
    for each in range(max(1, most), 0, -1):
        branches = tree.branches(each)
        if sum(not branch.is_kept for branch in branches) <= most:
            break
    return branches


class _Tree:
    """The moves of a recording by the moves before them."""

    def __init__(self, recording: Recording) -> None:
        steps = recording.steps
        self._line = set(recording.line)
        self._depths = [step.place.state.depth for step in steps]
        self._nodes = [1] * len(steps)
        self._deepest = list(self._depths)
        self._children: dict[int | None, list[int]] = {}
        for number, step in enumerate(steps):
            self._children.setdefault(step.parent, []).append(number)
        # Later moves never come before earlier ones.
        for number in reversed(range(len(steps))):
            before = steps[number].parent
            if before is not None:
                self._nodes[before] += self._nodes[number]
                self._deepest[before] = max(self._deepest[before], self._deepest[number])

    def branches(self, most: int | None) -> list[Branch]:
        """Return all branches, parents first and the kept one last; dead ones folded to `most`."""
        found: list[Branch] = []
        walk = [(group, -1) for group in reversed(self._groups(None, most))]
        while walk:
            group, parent = walk.pop()
            first, is_kept = group[0], group[0] in self._line
            depth, deepest, nodes = self._depths[first], self._depths[first], 1
            if most is None or is_kept:
                walk += [(each, len(found)) for each in reversed(self._groups(first, most))]
            else:
                deepest = max(self._deepest[each] for each in group)
                nodes = sum(self._nodes[each] for each in group)
            found.append(Branch(first, parent, depth, deepest, nodes, is_kept))
        return found

    def _groups(self, before: int | None, most: int | None) -> list[list[int]]:
        """Return the moves made from a board; of many dead ones the smallest are in one list."""
        moves = self._children.get(before, [])
        kept = [[move] for move in moves if move in self._line]
        dead = [move for move in moves if move not in self._line]
        if most is None or len(dead) <= most:
            return [[move] for move in dead] + kept
        alone = set(sorted(dead, key=lambda move: -self._nodes[move])[: most - 1])
        rest = [move for move in dead if move not in alone]
        return [rest, *([move] for move in dead if move in alone), *kept]
