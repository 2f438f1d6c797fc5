"""Figures with matplotlib: boards, progressions, searches and comparisons.

Every function draws on the axes or the figure that it is given, or else on a new one, and returns
the figure: a notebook shows a new one when it is the last value of a cell, and its `alt` says in
words what it shows. None of them touches pyplot, and all leave matplotlib's settings as they were.
"""

from kaleido.base.stubs import attach_stub

# Each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
