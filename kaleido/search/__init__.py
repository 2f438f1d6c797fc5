"""The search: a problem, its states, the engine that walks them, and the strategies."""

from kaleido.search.engine import search as search
