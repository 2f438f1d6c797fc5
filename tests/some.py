"""A loop that looks at something: a test that only asserts in a loop over nothing passes."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def some(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items; fail at the end if there were none."""
    item = nothing = object()
    for item in items:
        yield item
    if item is nothing:
        raise AssertionError("the test has nothing to look at")
