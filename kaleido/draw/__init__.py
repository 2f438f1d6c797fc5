"""Drawings: a module per medium. The core never imports them."""
