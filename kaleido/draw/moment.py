"""The picture of a moment of a search: the board, the window of a move, a piece taken back."""

from dataclasses import replace

from kaleido.analysis.recording import Frame, Moment
from kaleido.draw import look
from kaleido.draw.geometry import is_upright
from kaleido.draw.look import MOVED, MUTED, PAPER, Loop
from kaleido.draw.picture import Element, Stroke, loops_around, picture
from kaleido.draw.scene import Scene, scene_of
from kaleido.model.grid import Cell

# The distance from its cells, so that a piece that fills the window shows its own outline.
BEYOND = 0.12
_DASH = 0.3  # about the length of a dash
_GAP = 0.16  # the space between dashes


def moment_picture(
    frame: Frame, *, islands: bool = False, marks: str = "none"
) -> tuple[Scene, list[Element]]:
    """Return the scene of a moment and the elements of its picture, from back to front.

    A move has the frame of its window, and a piece taken back its outline. An `OptionError` is
    raised if `marks` is unknown.
    """
    scene = scene_of(frame.state, islands=islands, implied=True)
    if frame.moment is not Moment.MOVE:
        scene = replace(scene, moved=None)
    items = list(picture(scene, marks=marks))
    found = frame.place.found if frame.place is not None else None
    if frame.moment is Moment.MOVE and found is not None and found.window is not None:
        items += window_strokes(found.window.corner, found.window.shape)
    if frame.moment is Moment.BACK and frame.place is not None:
        loops = loops_around(frame.place.placement.cells, scene.grid)
        # It has a light rim because free cells are greyish, too.
        for kind, colour, width in (("rim", PAPER, 2 * MOVED), ("back", MUTED, MOVED)):
            items.append(Stroke(kind, loops, colour, width, not is_upright(scene.grid)))
    return scene, items


def window_strokes(corner: Cell, shape: tuple[int, int]) -> list[Stroke]:
    """Return the dashed frame of a window, by its top left cell and its rows and columns.

    The dashes tell it from outlines in black and white, too.
    """
    top, left = (each - BEYOND for each in corner)
    bottom, right = (each + size + BEYOND for each, size in zip(corner, shape, strict=True))
    loop: Loop = ((top, left), (top, right), (bottom, right), (bottom, left))
    level = _dashes(left, right)
    upright = _dashes(top, bottom)
    dashes: list[Loop] = [((row, low), (row, high)) for row in (top, bottom) for low, high in level]
    dashes += [((low, col), (high, col)) for col in (left, right) for low, high in upright]
    return [
        Stroke("casing", (loop,), look.PAPER, look.BORDER),
        Stroke("window", tuple(dashes), look.WINDOW, look.EDGE),
    ]


def _dashes(start: float, end: float) -> list[tuple[float, float]]:
    """Return the ends of dashes along a side, with one at either corner."""
    # Strokes go on for half their width at both ends.
    length = end - start + look.EDGE
    count = round((length + _GAP) / (_DASH + _GAP))
    step = (length + _GAP) / count
    dash = step - _GAP - look.EDGE
    return [(start + number * step, start + number * step + dash) for number in range(count)]
