"""Kaleido and its rivals side by side on the same boards; docs/benchmarks.md says what is timed.

The packages that it needs are the extra ``bench``.
"""

from __future__ import annotations

import csv
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from engines import ALL_ENGINES, ENGINES
from harness import boards_of, run
from report import report
from runs import Run, run_all

from kaleido import OptionError
from kaleido.base.text import quote

What = StrEnum("What", ["first", "count", "both"])

Engines = Annotated[list[str], typer.Option("--engine", help="Only these engines.")]


def chosen_engines(names: list[str]) -> list[str]:
    """Return the engines to run, in the order given; all by default."""
    for name in names:
        if name not in ALL_ENGINES:
            raise OptionError(f"no engine {quote(name)}; there are {', '.join(ALL_ENGINES)}")
    chosen = list(dict.fromkeys(names or ENGINES))
    missing = dict.fromkeys(
        ALL_ENGINES[name].package for name in chosen if not ALL_ENGINES[name].installed
    )
    if missing:
        raise OptionError(
            f"not installed: {', '.join(missing)}; run pip install 'kaleidoscope-solver[bench]' "
            "or name the others with --engine"
        )
    return chosen


def main(
    file: Annotated[Path, typer.Argument(metavar="boards.json")],
    cap: Annotated[
        float, typer.Option(help="Processor seconds after which a run is killed.")
    ] = 10.0,
    orders: Annotated[int, typer.Option(min=1, help="Seeds, and orders of the placements.")] = 1,
    what: Annotated[What, typer.Option(help="The question.")] = What.first,
    board: Annotated[list[str], typer.Option(help="Only these boards.")] = (),
    engine: Engines = (),
    csv_file: Annotated[Path | None, typer.Option("--csv", help="Also write every run.")] = None,
) -> None:
    """Measure Kaleido and its rivals; exit with 2 after a wrong answer or bad input."""
    if not 0 < cap < float("inf"):
        raise OptionError(f"the cap {cap:g} is not a positive number of seconds")
    boards = boards_of(file)
    for name in board:
        if name not in boards:
            raise OptionError(f"no board {quote(name)} in {quote(str(file), 80)}")
    engines = chosen_engines(engine)
    questions = ("first", "count") if what == "both" else (str(what),)
    with (csv_file or Path(os.devnull)).open(
        "w", encoding="utf-8", newline="", buffering=1
    ) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Run._fields)
        for question in questions:
            able = [name for name in engines if ALL_ENGINES[name].answers(question)]
            if left := [name for name in engine if name not in able]:
                print(f"rivals: {', '.join(left)} left out of '{question}'", file=sys.stderr)
            if not able:
                raise OptionError(f"no engine left for the question '{question}'")
            runs = []
            asked = {name: boards[name] for name in board or boards}
            for each in run_all(asked, able, question, cap, orders):
                runs.append(each)
                writer.writerow(each)
            report(runs, cap)


if __name__ == "__main__":
    run(main)
