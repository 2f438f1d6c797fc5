"""Figures with matplotlib: boards, progressions, searches and comparisons.

Every function draws on the axes or the figure passed to it, or on a new one, and returns the
figure. A notebook shows a new figure that is the last value of a cell; `alt` has its alternative
text. No function uses pyplot or changes matplotlib's settings.
"""

from kaleido.base.stubs import attach_stub

# Each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
