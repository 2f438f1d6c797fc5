"""Searches, step by step, in a notebook."""

from kaleido.explorer.exploring import explore
from kaleido.explorer.walkthrough import Candidate, Fate, Walkthrough

__all__ = ["Candidate", "Fate", "Walkthrough", "explore"]
