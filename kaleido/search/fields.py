"""What the type of a parameter says of its fields."""

from typing import NamedTuple


class Fields(NamedTuple):
    """Which fields of a parameter the strategy makes use of."""

    names: tuple[str, ...]
