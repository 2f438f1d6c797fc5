"""A file of many boards, and whether each of them has one record in the end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kaleido


def write_boards(file: Path, number: int) -> list[kaleido.Pattern]:
    """Write a file of boards that are solved fast, named by their numbers from 0, and return them.

    Patterns that come with Kaleido are repeated as often as it takes.
    """
    names = [each for each in kaleido.pattern_names("standard") if each != "checkerboard"]
    patterns = [kaleido.named_pattern(names[each % len(names)]) for each in range(number)]
    file.write_text(json.dumps({str(each): pattern.text for each, pattern in enumerate(patterns)}))
    return patterns


def read_records(file: Path) -> list[dict[str, Any]]:
    """Return the records of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def faults_of(records: Sequence[dict[str, Any]], number: int) -> list[str]:
    """Return what is wrong with records of so many boards, each of which must be there once."""
    boards = Counter(record["board"] for record in records)
    wrong = [] if len(boards) == number else [f"{len(boards):,} boards, expected {number:,}"]
    twice = [board for board, times in boards.items() if times > 1]
    return wrong + [f"{board} is there {boards[board]} times" for board in twice[:3]]
