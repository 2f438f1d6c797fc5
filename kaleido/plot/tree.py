"""The tree of a search: the line kept, dead branches, which may be folded, and siblings."""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kaleido.base.text import plural
from kaleido.draw.look import INK, MUTED
from kaleido.plot.documented import documented, recording_of
from kaleido.plot.failed import kept_colour, kept_name, mark_end
from kaleido.plot.figure import FEW, figure_of, legend_above, make_axes, width_of
from kaleido.plot.themes import current_theme, seen
from kaleido.puzzle.recording import Recording

WIDTH = 7.5  # the greatest width of a figure made for one tree, in inches
ROW = 0.21  # the height of a piece on the board in such a figure, in inches
ABOVE = 0.95  # the height of its heading, its legend and its margins, in inches
LEAST = 4.0  # its least width, which its heading and its legend take
# The least width of a leaf, in inches, which takes the number of its moves, and the one wanted.
COLUMN, WANTED = 0.34, 0.36
FRAME = 0.7  # the width of the margin of a figure with its ticks, in inches
NAME = 2.8  # the width that is kept free for the names of pieces and their scores, in inches
BESIDE = 0.16  # the distance between deferred siblings, in inches
RINGS = 5  # the most deferred siblings that are drawn beside a move; more are a number

_Point = tuple[float, float]
_Line = tuple[_Point, _Point]


class Branch(NamedTuple):
    """A move tried, or the folded subtree of moves that were taken back.

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
        """Whether it is several moves."""
        return self.nodes > 1


@documented(recording_of)
def search_tree(recording: Recording, *, ax: Axes | None = None) -> Figure:
    """Draw the tree of a search, downwards: a node for every move tried.

    The line to the solution stands out, or in another colour that to the fullest board; crosses are
    the ends of dead branches; small rings are deferred siblings. In the tree of a long search a
    dead branch is a triangle with the number of its moves, as deep as they went. y is the number of
    pieces on the board; x only keeps branches apart: the dead ones in the order in which they were
    tried, then the one kept, straight down, with the pieces and their scores beside it.
    """
    given, ax = ax, make_axes(ax, *tree_size(recording, WIDTH))
    steps, inches, top = recording.steps, width_of(ax), recording.start.depth
    branches = _branches(recording, inches)
    across = spread(branches)
    leaves = max(across, default=0.0) + 1
    # Leaves share the width beside the names, so that the tree fills the canvas.
    unit = leaves / max(inches - NAME, COLUMN)
    points = [(x, float(each.depth)) for x, each in zip(across, branches, strict=True)]
    kept_at = max(across, default=0.0)
    root = kept_at, float(top)
    starts = [root if each.parent < 0 else points[each.parent] for each in branches]
    siblings = _siblings(recording, branches, points, BESIDE * unit)
    beside = zip(starts, siblings, strict=True)
    rings = [(start, end) for start, (ends, _) in beside for end in ends]
    _draw_lines(ax, recording, branches, list(zip(starts, points, strict=True)), rings)
    _draw_folded(ax, branches, points)
    _draw_nodes(ax, recording, branches, points, [end for _, end in rings])
    ax.plot(*root, "s", color=seen(INK), markersize=6)
    # The words start where the rings of the fullest row end.
    rings_end = max([x for _, (x, _) in rings if x > kept_at], default=kept_at)
    for branch, (_, y), (_, more) in zip(branches, points, siblings, strict=True):
        place = steps[branch.step].place
        # A cell that stays empty is on the line of the piece before it.
        if branch.is_kept and not place.placement.is_blank:
            words = f"{place.placement.name}  {place.score.line}"
            words += f"  +{more} wait" if more else ""
            _write(ax, words, (rings_end, y), (8, 0), va="center")
    if recording.failed:
        mark_end(ax, kept_at, recording.fullest.depth, recording.end)
    ax.set_xlim(-0.6, leaves - 1 + NAME * unit)
    ax.set_ylim(max([each.deepest for each in branches], default=top) + 1.2, top - 0.6)
    ax.set(ylabel="pieces on the board", xticks=[])
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    if steps or recording.failed:
        legend_above(ax)
    kept = len(recording.line)
    waiting = sum(steps[number].place.waiting for number in recording.line)
    waits = f"{plural(waiting, 'sibling')} waiting beside the line"
    line = f"the line {kept_name(recording)}" if recording.failed else "the line kept"
    alt = f"A search tree of {plural(len(steps), 'move')}: {kept} on {line}, "
    alt += f"{len(steps) - kept:,} taken back, {waits}"
    alt += f"; {recording.end}." if recording.failed else "."
    return figure_of(ax, given, title=recording.answer.heading, alt=alt)


def tree_size(recording: Recording, most: float) -> tuple[float, float]:
    """Return the size that a figure of a tree needs, in inches, but not wider than `most`."""
    branches, top = _branches(recording, most - FRAME), recording.start.depth
    width = FRAME + NAME + WANTED * (max(spread(branches), default=0.0) + 1)
    deepest = max([each.deepest for each in branches], default=top)
    return min(most, max(LEAST, width)), ABOVE + ROW * (deepest - top + 2)


def _branches(recording: Recording, inches: float) -> list[Branch]:
    return branches_of(recording, max(1, int((inches - NAME) / COLUMN)))


def spread(branches: Sequence[Branch]) -> list[float]:
    """Return the x of every branch: leaves side by side, and others above their last child."""
    inner = {each.parent for each in branches}
    leaves = [each for each in range(len(branches)) if each not in inner]
    across = [0.0] * len(branches)
    for leaf, at in enumerate(leaves):
        # The last leaf of a branch sets the place of all above it.
        while at >= 0:
            across[at], at = float(leaf), branches[at].parent
    return across


def _siblings(
    recording: Recording, branches: Sequence[Branch], points: Sequence[_Point], beside: float
) -> list[tuple[list[_Point], int]]:
    """Return the places of the siblings beside each branch, and the number of those not shown."""
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
    ax: Axes,
    recording: Recording,
    branches: Sequence[Branch],
    lines: Sequence[_Line],
    rings: Sequence[_Line],
) -> None:
    tried = [line for line, each in zip(lines, branches, strict=True) if not each.is_kept]
    kept = [line for line, each in zip(lines, branches, strict=True) if each.is_kept]
    grey, lined = seen(MUTED), seen(kept_colour(recording))
    looks = (rings, grey, 0.7, ":"), (tried, grey, 1.0, "-"), (kept, lined, 2.2, "-")
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
    look: dict[str, Any] = {"linewidths": 0.8}
    look |= {"facecolors": current_theme().faint, "edgecolors": seen(INK)}
    ax.add_collection(PolyCollection(triangles, label=label, zorder=1.5, **look))


def _draw_nodes(
    ax: Axes,
    recording: Recording,
    branches: Sequence[Branch],
    points: Sequence[_Point],
    rings: Sequence[_Point],
) -> None:
    inner = {each.parent for each in branches}
    line = [point for each, point in zip(branches, points, strict=True) if each.is_kept]
    ends = [
        point
        for number, (each, point) in enumerate(zip(branches, points, strict=True))
        if not (each.is_kept or each.is_folded or number in inner)
    ]
    size, ground = 5.0 if len(branches) <= FEW else 4.0, current_theme().ground
    ink, lined = seen(INK), seen(kept_colour(recording))
    for dots, marker, width, colour, edge, label in (
        (rings, "o", size - 1, ground, ink, "sibling waiting"),
        (ends, "x", size, ink, ink, "taken back"),
        (line, "o", size, lined, lined, kept_name(recording)),
    ):
        if dots:
            look: dict[str, Any] = {"color": colour, "markeredgecolor": edge, "label": label}
            ax.plot(*zip(*dots, strict=True), marker, markersize=width, **look)


def _write(
    ax: Axes, text: str, point: _Point, by: _Point, *, size: float = 7.5, **looks: Any
) -> None:
    looks |= {"textcoords": "offset points", "parse_math": False}
    ax.annotate(text, point, xytext=by, fontsize=size, **looks)


def branches_of(recording: Recording, most: int) -> list[Branch]:
    """Return the branches of a few moves; of many, dead ones are folded into `most` leaves."""
    tree = _Tree(recording)
    if len(recording.steps) <= FEW:
        return tree.branches(None)
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
        self._nodes = recording.subtree_nodes
        self._deepest = list(self._depths)
        self._children: dict[int | None, list[int]] = {}
        for number, step in enumerate(steps):
            self._children.setdefault(step.parent, []).append(number)
        # Later moves never come before earlier ones.
        for number in reversed(range(len(steps))):
            before = steps[number].parent
            if before is not None:
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
