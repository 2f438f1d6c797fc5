"""What a puzzle consists of: boards, patterns, pieces, placements, solutions."""
