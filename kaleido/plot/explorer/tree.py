"""The tree of a search as the explorer shows it, from left to right, with places to click."""

from html import escape
from typing import NamedTuple

from kaleido.base.text import plural
from kaleido.draw.look import MUTED
from kaleido.plot.explorer.walkthrough import Walkthrough
from kaleido.plot.failed import kept_colour
from kaleido.plot.tree import Branch, branches_of, spread

MOST = 12  # the most leaves of a tree that is folded
WIDTH = 500  # of a tree, in pixels
ROW = 15  # the height of a leaf, in pixels
LEFT, RIGHT, TOP = 14, 44, 12  # the margins, in pixels
WIDEST = 30  # the most pixels from one piece to the next


class BranchSpot(NamedTuple):
    """A place to click: the moment that it leads to, its place in pixels, and its words."""

    moment: int
    x: float
    y: float
    words: str


class SearchTree:
    """The branches of a walk, each with its spot."""

    def __init__(self, walk: Walkthrough) -> None:
        self._walk = walk
        self._branches = branches_of(walk.recording, MOST)
        self._top = walk.recording.start.depth
        deepest = max((each.deepest for each in self._branches), default=self._top + 1)
        self._unit = min(WIDEST, (WIDTH - LEFT - RIGHT) / max(deepest - self._top, 1))
        rows = spread(self._branches)
        first = BranchSpot(0, LEFT, TOP + ROW * (rows[0] if rows else 0), "the board at the start")
        # The start of the search, and then each branch.
        self.spots = [first, *map(self._spot, self._branches, rows)]
        self.height = max(spot.y for spot in self.spots) + ROW  # of the picture, in pixels

    def _across(self, depth: float) -> float:
        return LEFT + self._unit * (depth - self._top)

    def _spot(self, branch: Branch, row: float) -> BranchSpot:
        moment = self._walk.moments[branch.step]
        words = self._walk.headline(moment)
        if branch.is_folded:
            words += f", and {plural(branch.nodes - 1, 'move')} more, all taken back"
        return BranchSpot(moment, self._across(branch.depth), TOP + ROW * row, words)

    def spot_at(self, number: int) -> int:
        """Return the index in `spots` of the spot of a moment."""
        places = {branch.step: place for place, branch in enumerate(self._branches, start=1)}
        step = self._walk.frames[number].top
        while step is not None and step not in places:
            step = self._walk.recording.steps[step].parent
        return 0 if step is None else places[step]

    def draw(self, number: int) -> str:
        """Return the tree as SVG, with a ring around where a moment is."""
        spots, here = self.spots, self.spots[self.spot_at(number)]
        lines, dots, kept = [], [], kept_colour(self._walk.recording)
        for branch, spot in zip(self._branches, spots[1:], strict=True):
            before = spots[branch.parent + 1]
            colour, width = (kept, 2.2) if branch.is_kept else (MUTED, 1)
            lines.append(
                f'<path d="M{before.x:.1f} {before.y}V{spot.y}H{spot.x:.1f}" fill="none" '
                f'stroke="{colour}" stroke-width="{width}"/>'
            )
            dots.append(self._dot(branch, spot, colour))
        start = spots[0]
        title = f"The tree of {plural(len(self._walk.recording.steps), 'move')}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" width="{WIDTH}" '
            f'height="{self.height}" role="img"><title>{title}</title>{"".join(lines + dots)}'
            f'<rect x="{start.x - 4}" y="{start.y - 4}" width="8" height="8" '
            'fill="currentColor"/>'
            f'<circle cx="{here.x:.1f}" cy="{here.y}" r="6.5" fill="none" '
            'stroke="currentColor" stroke-width="2"/></svg>'
        )

    def _dot(self, branch: Branch, spot: BranchSpot, colour: str) -> str:
        title = f"<title>{escape(spot.words)}</title>"
        x, y = spot.x, spot.y
        if not branch.is_folded:
            return f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="{colour}">{title}</circle>'
        end = self._across(max(branch.deepest, branch.depth + 0.5))
        return (
            f'<path d="M{x:.1f} {y}L{end:.1f} {y - 5}V{y + 5}Z" fill="{colour}" '
            f'fill-opacity=".5" stroke="{colour}">{title}</path>'
            f'<text x="{end + 4:.1f}" y="{y + 4}" font-size="10" fill="currentColor">'
            f"{branch.nodes:,}</text>"
        )
