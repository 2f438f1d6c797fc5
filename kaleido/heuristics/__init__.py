"""Heuristics of one's own: candidates, scored strategies, and what may stand for a strategy."""
