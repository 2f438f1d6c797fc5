"""Make the boards of the day: ``python tools/collection/days.py``.

Each week goes from easy to hard. A week that is added has a board of each difficulty in `WEEK`,
from Monday to Sunday, and there are `WEEKS`
weeks. The looks of the boards are those of the ornaments in this folder: their drawings and
symmetries, with other colours. The numbers of solutions and the difficulties are exact, no two
boards are rotations of each other, and none is one of a pattern that comes with Kaleido.

The file that is written has a line for each day: the rows of the board, its number of solutions,
and its difficulty. It grows by whole weeks, so that the work can be interrupted and
goes on later.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from make import read_group

from kaleido import Pattern, named_pattern, pattern_names
from kaleido.base.files import written_whole
from kaleido.designing import Sketch, Symmetry, Target
from kaleido.designing.folder import Specification, canonical_text, make_candidate

TARGET = Path(__file__).resolve().parents[2] / "kaleido/web/static/days.txt"
WEEK = (1, 2, 2, 3, 3, 4, 5)
WEEKS = 26
MOST = 10_000
"""Solutions of a board: with more of them, most cells are one chequerboard."""


def read_looks() -> list[tuple[Sketch, tuple[Symmetry, ...]]]:
    """Return the sketch and the symmetries of each ornament."""
    looks = []
    for table in read_group("ornaments").values():
        rows = table["drawing"].split()
        sketch = Sketch.parse("/".join("".join(table["signs"].get(s, s) for s in r) for r in rows))
        looks.append((sketch, tuple(Symmetry.parse(each) for each in table["symmetries"])))
    return looks


def make_days(known: set[str], first: int) -> Iterator[tuple[Pattern, int]]:
    """Yield the boards of the days from one on, with their numbers of solutions."""
    looks = read_looks()
    for day in range(first, 7 * WEEKS):
        level = WEEK[day % 7]
        target = Target(max_solutions=MOST, difficulties=(level, level))
        for attempt in count():
            sketch, symmetries = looks[(5 * day + attempt) % len(looks)]
            task = Specification(sketch, symmetries, target, seed=day), attempt
            made = make_candidate(task).assessment
            if made is None:
                continue
            pattern = made.solution.pattern
            if canonical_text(pattern) not in known:
                known.add(canonical_text(pattern))
                yield pattern, made.solutions
                break


def main() -> None:
    """Make the boards that are missing, week by week."""
    lines = TARGET.read_text(encoding="utf-8").split("\n")[:-1] if TARGET.exists() else []
    known = {canonical_text(named_pattern(name)) for name in pattern_names()}
    known |= {canonical_text(Pattern(line.split()[0])) for line in lines}
    for pattern, solutions in make_days(known, len(lines)):
        lines.append(f"{pattern.text} {solutions} {WEEK[len(lines) % 7]}")
        print(len(lines), pattern.text, solutions, flush=True)
        if len(lines) % 7 == 0:
            with written_whole(TARGET) as draft:
                draft.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
