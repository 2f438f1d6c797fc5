"""The curve of the edges known over the moments of a search, as SVG, with a cursor."""

from collections.abc import Sequence

from kaleido.draw.look import ACCENT, MUTED
from kaleido.explorer.walkthrough import Walkthrough

WIDTH, HEIGHT = 720, 96
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 12, 16

COLUMNS = 340
"""The most moments that have a step each; of more, each column shows the range of several."""


def draw_curve(walk: Walkthrough, number: int) -> str:
    """Return the steps of the edges known, with a line at a moment; what is past stands out."""
    last = max(len(walk) - 1, 1)
    low, high = min(walk.edges), max(walk.full, *walk.edges)
    span = max(high - low, 1)

    def across(moment: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * moment / last

    def down(edges: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (edges - low) / span

    def path(start: int, edges: Sequence[int]) -> str:
        stride = -(-len(walk) // COLUMNS)
        points = ""
        for offset in range(0, len(edges), stride):
            ahead = edges[offset : offset + stride]
            x = across(start + offset)
            heights = [ahead[0], *((min(ahead), max(ahead)) if stride > 1 else ())]
            points += f"{'H' if points else 'M'}{x:.1f}" + (
                "" if points else f" {down(heights[0]):.1f}"
            )
            points += "".join(f"V{down(height):.1f}" for height in heights)
        return points

    cursor = across(number)
    known = walk.edges[number]
    future = path(number, walk.edges[number:])
    past = path(0, walk.edges[: number + 1])
    text = 'font-size="11" fill="currentColor"'
    title = f"{known} of {walk.full} edges known at step {number} of {len(walk) - 1}"
    ends = {low, walk.full}
    labels = "".join(
        f'<text x="{LEFT - 6}" y="{down(each) + 4:.1f}" text-anchor="end" {text}>{each}</text>'
        for each in ends
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'style="width: 100%; max-width: {WIDTH}px"><title>{title}</title>'
        f'<path d="M{LEFT} {down(walk.full):.1f}H{WIDTH - RIGHT}" stroke="currentColor" '
        f'stroke-dasharray="1 3"/>{labels}'
        f'<path d="{future}" fill="none" stroke="{MUTED}" stroke-width="1.2"/>'
        f'<path d="{past}" fill="none" stroke="{ACCENT}" stroke-width="2"/>'
        f'<path d="M{cursor:.1f} {TOP - 6}V{HEIGHT - BOTTOM + 4}" stroke="currentColor"/>'
        f'<circle cx="{cursor:.1f}" cy="{down(known):.1f}" r="4" fill="{ACCENT}"/>'
        f'<text x="{LEFT}" y="{HEIGHT - 2}" {text}>{title}</text></svg>'
    )
