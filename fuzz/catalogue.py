"""The fuzzers by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

from fuzz.fuzzer import Fuzzer

_MODULES = (
    *("patterns", "boards", "lattices", "shapes", "pieces", "puzzles", "placements", "positions"),
    *("solutions", "sketches", "batches", "runs", "policies"),
    *("counts", "hints", "wrapped", "pictures", "requests", "commands"),
)

FUZZERS: Mapping[str, Fuzzer] = MappingProxyType(
    {name: import_module(f"fuzz.{name}").FUZZER for name in _MODULES}
)
"""The fuzzers by name, in the order in which they run."""


def missing(fuzzer: Fuzzer) -> list[str]:
    """Return the modules that a fuzzer needs and that are not installed."""
    return [name for name in fuzzer.extras if find_spec(name) is None]
