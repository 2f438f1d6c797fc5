"""The explorer's view of a moment, as HTML: the board, candidates, the moves, and a curve."""

from collections.abc import Iterable, Sequence
from html import escape

from kaleido.base.text import plural
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import MUTED
from kaleido.draw.picture import moment_picture
from kaleido.draw.svg import paint_svg
from kaleido.plot.explorer.walkthrough import Fate, Walkthrough
from kaleido.plot.failed import edges_known, kept_colour
from kaleido.puzzle.recording import Moment

SIDE = 320  # the longer side of a board, in pixels

STYLE = """<style>
.kaleido-panel { font: 13px/1.4 var(--jp-ui-font-family, system-ui, sans-serif);
  color: var(--jp-ui-font-color1, inherit); display: grid; gap: 4px 16px; align-content: start;
  max-width: 760px; margin: 0 0 8px;
  grid-template-columns: minmax(140px, 2fr) minmax(220px, 3fr); }
.kaleido-panel > h4, .kaleido-panel > .curve, .kaleido-panel > .line { grid-column: 1 / -1; }
.kaleido-panel h4 { font-size: 14px; margin: 4px 0; }
.kaleido-panel .board svg { display: block; width: 100%; height: auto; max-width: 320px; }
.kaleido-panel .move { overflow-x: auto; }
.kaleido-panel p { margin: 0 0 2px; }
.kaleido-panel .headline { font-weight: 600; font-size: 15px; }
.kaleido-panel table { border-collapse: collapse; margin: 8px 0 0; font-size: 12px; width: 100%; }
.kaleido-panel caption { text-align: left; font-weight: 600; padding-bottom: 2px; }
.kaleido-panel th, .kaleido-panel td { padding: 1px 6px 1px 0; text-align: left; }
.kaleido-panel th { font-weight: 400; opacity: .75; border-bottom: 1px solid currentColor; }
.kaleido-panel td { white-space: nowrap; vertical-align: top; }
.kaleido-panel .line td:last-child { white-space: normal; width: 60%; }
.kaleido-panel .number { text-align: right; font-variant-numeric: tabular-nums; }
.kaleido-panel .chosen td { font-weight: 600; }
.kaleido-panel .back td { text-decoration: line-through; opacity: .65; }
.kaleido-panel .deferred td { opacity: .65; }
.kaleido-panel .line { max-height: 168px; overflow: auto; }
.kaleido-panels { display: grid; gap: 0 20px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
.kaleido-tree { position: relative; overflow-x: auto; color: var(--jp-ui-font-color1, inherit); }
.kaleido-tree .widget-button { position: absolute; width: 14px; height: 14px; min-width: 0;
  padding: 0; margin: 0; background: none; border-radius: 50%; opacity: .35; }
.kaleido-tree .widget-button:hover, .kaleido-tree .widget-button:focus-visible {
  outline: 2px solid currentColor; box-shadow: none; }
</style>"""

_MARKS = {Fate.CHOSEN: "▶", Fate.BACK: "↩", Fate.WAITS: "…", Fate.DEFERRED: "⤓"}


# The most moments that have a step each; of more, each column shows the range of several.
COLUMNS = 340
WIDTH, HEIGHT = 720, 96
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 12, 16


def show_panel(walk: Walkthrough, number: int, *, islands: bool = True, marks: str = "none") -> str:
    """Return what there is to see at a moment of a walk, or after it at its end, as HTML."""
    number = min(number, len(walk) - 1)
    answer = walk.recording.answer
    title = f"{answer.pattern.heading}, strategy {answer.strategy}"
    details = "".join(f"<p>{escape(line)}</p>" for line in walk.details(number))
    return (
        f'<div class="kaleido-panel"><h4>{escape(title)}</h4>'
        f'<div class="board">{_board(walk, number, islands=islands, marks=marks)}</div>'
        f'<div class="move"><p class="headline">{escape(walk.headline(number))}</p>'
        f"{details}{_candidates(walk, number)}</div>"
        f'<div class="curve">{draw_curve(walk, number)}</div>'
        f'<div class="line" tabindex="0">{_line(walk, number)}</div></div>'
    )


def _board(walk: Walkthrough, number: int, *, islands: bool, marks: str) -> str:
    scene, elements = moment_picture(walk.frames[number], islands=islands, marks=marks)
    return paint_svg(scene, elements, size=SIDE / max(picture_size(scene.grid)))


def _candidates(walk: Walkthrough, number: int) -> str:
    place = walk.frames[number].place
    if place is None:
        return ""
    shown = walk.candidates(number)
    # Each part as it counts, so that a row adds up to its total.
    parts = list(dict.fromkeys(name for each in shown if each for name in each.score.parts))
    if parts != ["score"]:
        parts.append("total")
    rows = []
    for each in shown:
        if each is None:
            rows.append(("", ["", "⋮", *[""] * len(parts), ""]))
        else:
            values = each.score.parts | {"total": each.score.total}
            numbers = [_brief(values.get(part, 0)) for part in parts]
            fate = each.fate.value
            kind = "back" if each.fate is Fate.BACK else fate
            rows.append((kind, [_MARKS[each.fate], walk.name(each.placement), *numbers, fate]))
    caption = f"{plural(len(place.fork.moves), 'candidate')}, {place.kept} to try here"
    return _table(caption, ["", "move", *parts, ""], rows, numbers=range(2, 2 + len(parts)))


def _line(walk: Walkthrough, number: int) -> str:
    places = walk.line(number)
    if not places:
        return ""
    rows = []
    for depth, place in reversed(list(enumerate(places, start=1))):
        found = "" if place.found is None else place.found.brief
        waiting = walk.waiting(place)
        siblings = [f"{walk.name(each)} ({_brief(score.total)})" for each, score in waiting]
        if len(siblings) < place.waiting:
            siblings.append(f"{place.waiting - len(siblings):,} more")
        cells = [str(depth), walk.name(place.placement), _brief(place.score.total), found]
        rows.append(("", [*cells, "; ".join(siblings)]))
    is_back = walk.frames[number].moment is Moment.BACK
    caption = f"The {plural(len(rows), 'move')} {'left ' if is_back else ''}on the board"
    head = ["", "move", "score", "how found", "siblings that wait"]
    return _table(caption, head, rows, numbers=[0, 2])


def _brief(part: float) -> str:
    return f"{round(part, 2):g}"


def _table(
    caption: str, head: list[str], rows: Iterable[tuple[str, list[str]]], *, numbers: Iterable[int]
) -> str:
    right = set(numbers)

    def row(tag: str, cells: list[str], kind: str = "") -> str:
        inner = "".join(
            f"<{tag}{' class=number' if place in right else ''}>{escape(cell)}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr{f' class={kind}' if kind else ''}>{inner}</tr>"

    body = "".join(row("td", cells, kind) for kind, cells in rows)
    return f"<table><caption>{escape(caption)}</caption>{row('th', head)}{body}</table>"


def draw_curve(walk: Walkthrough, number: int) -> str:
    """Return the curve of the edges known, with a line at a moment; the past stands out."""
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
            x = f"{across(start + offset):.1f}"
            heights = [ahead[0], *((min(ahead), max(ahead)) if stride > 1 else ())]
            points += f"H{x}" if points else f"M{x} {down(ahead[0]):.1f}"
            points += "".join(f"V{down(height):.1f}" for height in heights)
        return points

    cursor = across(number)
    known = walk.edges[number]
    future = path(number, walk.edges[number:])
    past = path(0, walk.edges[: number + 1])
    text = 'font-size="11" fill="currentColor"'
    state, failed = walk.frames[number].state, walk.recording.failed
    told, _ = edges_known(state, failed=failed, noun="edges known")
    title = f"{told} at step {number} of {len(walk) - 1}"
    kept = kept_colour(walk.recording)
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
        f'<path d="{past}" fill="none" stroke="{kept}" stroke-width="2"/>'
        f'<path d="M{cursor:.1f} {TOP - 6}V{HEIGHT - BOTTOM + 4}" stroke="currentColor"/>'
        f'<circle cx="{cursor:.1f}" cy="{down(known):.1f}" r="4" fill="{kept}"/>'
        f'<text x="{LEFT}" y="{HEIGHT - 2}" {text}>{title}</text></svg>'
    )
