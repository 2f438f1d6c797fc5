"""Where two searches part: the two moves side by side, with how both strategies rate them."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.base.text import plural
from kaleido.draw.geometry import picture_size
from kaleido.draw.scene import scene_of_state
from kaleido.lab.differing import ForkChoice, MoveRating, Parting
from kaleido.plot.boards import INCHES, MARGIN, board
from kaleido.plot.documented import documented, recording_of
from kaleido.plot.figure import (
    FONT,
    LINE,
    PAD,
    TITLE,
    describe,
    figure_width,
    make_figure,
    set_heading,
    title_panel,
    wrapped,
    write,
)
from kaleido.plot.moves import show_move
from kaleido.puzzle.recording import Recording
from kaleido.search.score import ScoreParts, short_number

TALLEST = 4.0  # the greatest height of a board, in inches
COLUMNS = (0.56, 0.93)  # where the numbers of the two strategies end, in widths of a board's place

LONGEST = 22  # the most letters of a strategy's name above its numbers
LEAST = 6.0  # the width of a figure in inches below which its words are smaller


@documented(recording_of)
def parting(
    first: Recording,
    second: Recording,
    *,
    figure: Figure | None = None,
    width: float = 7.5,
    marks: str = "none",
) -> Figure:
    """Draw the first fork at which two searches of a board choose differently.

    Side by side stand the boards after the move of each; a dashed frame shows the window in which
    it was found. Above are the placements made from it on, of all those of its search; below, how
    both strategies rate the move: the weighted parts of its score, and its rank among the moves
    that the strategy proposes. Of a search that ended there the last board is drawn.

    Parameters
    ----------
    first, second : Recording
        Searches that start from the same board with the same pieces, or an `OptionError` is raised.
    """
    found, recordings = Parting.of(first, second), (first, second)
    moves = plural(found.moves, "move")
    heading = f"{found.pattern}: parting after {moves}, {found.kind}"
    if found.kind == "none":
        heading = f"{found.pattern}: no parting, the same {moves}"
    width = figure_width(figure, width)
    scale = min(1.0, width / LEAST)
    high, wide = picture_size(first.start.problem.grid)
    side = min(INCHES, TALLEST / high, (width / 2 - 2 * PAD) / (wide + 2 * MARGIN))
    ratings = [each for choice in found.choices for each in choice.ratings if each]
    parts = dict.fromkeys(part for each in ratings for part in each.score.parts)
    # The parts of our scores in their usual order, then those that heuristics name themselves.
    names = [each for each in {**dict.fromkeys(ScoreParts._fields), **parts} if each in parts]
    heights = side * (high + 2 * MARGIN), LINE * scale * (len(names) + 5)
    if figure is None:
        # The heading, and three lines above each board.
        above = LINE * (2 + wrapped(heading, width).count("\n") + 4 * scale)
        figure = make_figure(width, sum(heights) + above)
    set_heading(figure, heading, width)
    axes = figure.subplots(2, 2, height_ratios=heights, squeeze=False)
    told = []
    for number, (choice, recording) in enumerate(zip(found.choices, recordings, strict=True)):
        lines = _draw_choice(axes[0, number], choice, recording, marks)
        title_panel(axes[0, number], "\n".join((found.strategies[number], *lines)), TITLE * scale)
        told.append(f"{found.strategies[number]}: {', '.join(lines)}")
        _write_ratings(axes[1, number], found, number, [*names, "score"], FONT * scale)
    return describe(figure, f"{heading}. {'; '.join(told)}.")


def _draw_choice(ax: Axes, choice: ForkChoice, recording: Recording, marks: str) -> list[str]:
    """Draw the board after a choice, or the last board, and return the lines above it."""
    place = choice.place
    if place is None:
        board(recording, ax=ax, marks=marks)
        return [recording.end, choice.cost]
    window = place.found.window if place.found else None
    show_move(ax, scene_of_state(place.state, implied=True), window, marks)
    return [str(place.placement), f"nodes: {choice.cost}"]


def _write_ratings(ax: Axes, parting: Parting, own: int, names: Sequence[str], size: float) -> None:
    """Write how the strategies rate one of the two moves, in a column for each.

    The last lines say how the move was found, and whether the other search makes it, too.
    """
    ax.set_axis_off()
    choice = parting.choices[own]
    if choice.place is None:
        return
    shown = (
        name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name in parting.strategies
    )
    rows = [("", *shown)]
    rows += [(name, *(_value(each, name) for each in choice.ratings)) for name in names]
    without = "–" if parting.kind in ("one ended", "other board") else "not proposed"
    ranks = (f"{each.rank + 1:,} of {each.moves:,}" if each else without for each in choice.ratings)
    rows.append(("rank", *ranks))
    for row, (name, *texts) in enumerate(rows):
        weight = "bold" if name in ("", "score") else "normal"
        write(ax, 0, row, name, size, va="top", fontweight=weight)
        for x, text in zip(COLUMNS, texts, strict=True):
            write(ax, x, row, text, size, ha="right", va="top", fontweight=weight)
    notes = [choice.place.found.brief] if choice.place.found else []
    notes += [f"also on the last board of {parting.strategies[1 - own]}"] if choice.shared else []
    for row, note in enumerate(notes, len(rows)):
        # The layout would make room for all of a long name.
        write(ax, 0, row, note, size, va="top", style="italic").set_in_layout(False)
    ax.set(xlim=(0, 1), ylim=(len(rows) + 2, 0))


def _value(rating: MoveRating | None, name: str) -> str:
    """Return the score of a rating, or one of its parts, as text."""
    if rating is None:
        return "–"
    score = rating.score
    return short_number(score.total if name == "score" else score.parts.get(name, 0.0))
