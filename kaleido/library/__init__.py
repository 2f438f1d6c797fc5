"""What comes with Kaleido, by name: patterns, sets of pieces, puzzles."""
