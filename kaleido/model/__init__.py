"""What a puzzle is made of: boards, patterns, pieces, placements, solutions."""
