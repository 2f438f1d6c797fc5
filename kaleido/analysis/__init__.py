"""The questions that a puzzle answers."""
