"""Mock photos of printed boards: photos that nobody took, of boards that are known.

A printed page with a board is tilted, badly lit, blurred and made noisy. The tests and
``benchmarks/photos.py`` measure the reader on them.
"""

from __future__ import annotations

from mockups.conditions import KINDS, Conditions
from mockups.harms import DISTORTIONS, HARMS, make_harmed
from mockups.mockup import Booklet, Mockup, make_booklet, make_mockup
from mockups.page import sample_pattern

__all__ = [
    "DISTORTIONS",
    "HARMS",
    "KINDS",
    "Booklet",
    "Conditions",
    "Mockup",
    "make_booklet",
    "make_harmed",
    "make_mockup",
    "sample_pattern",
]
