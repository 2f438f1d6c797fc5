"""The picture of a moment of a search: the board, the window of a move, a piece taken back."""

from dataclasses import replace

from kaleido.analysis.moments import Frame, Moment
from kaleido.draw.geometry import is_upright
from kaleido.draw.look import MOVED, MUTED, PAPER
from kaleido.draw.picture import Element, Stroke, loops_around, picture
from kaleido.draw.scene import Scene, scene_of
from kaleido.draw.window import window_frame


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
        items += window_frame(found.window.corner, found.window.shape)
    if frame.moment is Moment.BACK and frame.place is not None:
        loops = loops_around(frame.place.placement.cells, scene.grid)
        # It has a light rim because free cells are greyish, too.
        for kind, colour, width in (("rim", PAPER, 2 * MOVED), ("back", MUTED, MOVED)):
            items.append(Stroke(kind, loops, colour, width, not is_upright(scene.grid)))
    return scene, items
