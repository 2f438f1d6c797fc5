"""Kaleido solves the patterns of Dr Wood's Kaleidoscope puzzle and shows how.

>>> import kaleido
>>> answer = kaleido.solve("car")
>>> answer.status.value, len(answer.solution.placements)
('solved', 18)
"""

import warnings
from typing import Any, Literal

from kaleido._version import __version__ as __version__
from kaleido.base.arguments import checked_arguments
from kaleido.base.stubs import attach_stub
from kaleido.library import dealer
from kaleido.model.drawable import Drawable
from kaleidoscope_solver import clash

# Each name is imported when it is first used (Scientific Python SPEC 1); the stub lists them.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)


@checked_arguments
def _draw(value: Any, medium: Literal["svg", "text"]) -> str:
    if medium == "text":
        from kaleido.draw.terminal import draw_terminal

        return draw_terminal(value, plain=True).plain
    from kaleido.draw.svg import draw_svg

    return draw_svg(value)


def _deal(level: int, number: int) -> str:
    from kaleido.designing.dealing import deal_board

    return deal_board(level, number).pattern


Drawable.painter = _draw
dealer.deal = _deal

if _fault := clash():
    warnings.warn(_fault, stacklevel=2)
