"""The questions about a puzzle: solve, record, compare, hint, rate, infeasibility."""
