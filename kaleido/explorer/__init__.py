"""Searches, step by step, in a notebook."""

from kaleido.explorer.exploring import explore
from kaleido.explorer.walkthrough import Choice, Fate, Walkthrough

__all__ = ["Choice", "Fate", "Walkthrough", "explore"]
