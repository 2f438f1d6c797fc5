"""The search: a problem, its states, the engine that explores them, and the strategies."""

from __future__ import annotations

from kaleido.search.engine import search

__all__ = ["search"]
