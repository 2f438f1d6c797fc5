"""Polyominoes and their kin without colours: one by one, and all of a size."""
