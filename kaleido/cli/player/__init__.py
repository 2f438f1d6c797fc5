"""Play in a terminal, by the keys alone."""
