"""Whole games for the page's own position, which Node plays: javascript/whole_games.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from kaleido import Pattern, Placement

SCRIPT = Path(__file__).parent / "javascript" / "whole_games.js"


def play(games: Iterable[tuple[str, Pattern, Iterable[Placement]]], folder: Path) -> int:
    """Let Node play games of a name, a pattern and its pieces in order; return how many."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the page's position needs node")
    file = folder / "games.json"
    file.write_text(
        json.dumps(
            [
                {
                    "name": name,
                    "text": pattern.text,
                    "placements": [each.as_dict() for each in placements],
                }
                for name, pattern, placements in games
            ]
        ),
        encoding="utf-8",
    )
    done = subprocess.run([node, SCRIPT, file], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[0])
