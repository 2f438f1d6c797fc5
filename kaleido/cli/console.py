"""The two consoles: answers go to standard output, talk to standard error."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console


def output() -> Console:
    """Give a console on standard output; without colour when piped."""
    return Console(file=sys.stdout, highlight=False, emoji=False, markup=False, soft_wrap=True)


def talk() -> Console:
    """Give a console on standard error."""
    return Console(file=sys.stderr, highlight=False, emoji=False, markup=False)


def is_plain(console: Console) -> bool:
    """Whether box-drawing characters cannot be written there."""
    try:
        "┏━┃⟲→·".encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return True
    return False


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value, allow_nan=False))
