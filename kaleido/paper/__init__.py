"""The method of Singh's paper, a module for each of its ideas.

`grid` is the coloured grid with its implied edges and islands, `edges` counts edges around cells,
`windows` slides windows over an island, `progression` splits its cells into sizes of pieces,
`forks` ranks the moves and keeps the best three, `program` joins them, and `strategies` makes of it
`paper` and `paper-text`. Scores are in ``kaleido.search.score``; ``docs/method.md`` has the rules.
"""

from kaleido.base.stubs import attach_stub

# Each name is imported when it is first used; the stub lists them.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
