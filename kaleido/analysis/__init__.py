"""What can be asked of a puzzle."""
