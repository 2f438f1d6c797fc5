"""Proofs that a board has no solution: parity, colourings, sums."""
