"""The search: a problem, its states, the engine that explores them, and the strategies."""

from kaleido.search.engine import search as search
