"""Measure Kaleido and its rivals side by side: ``python benchmarks/rivals.py BOARDS.json``.

docs/benchmarks.md says what is timed. The packages it needs are the extra ``bench``.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NoReturn

from engines import ENGINES, Engine
from report import report
from run import Run, WrongAnswer, run_all
from worker import EngineError

from kaleido import KaleidoError, OptionError, Pattern
from kaleido.library.board_files import read_boards
from kaleido.text import quote

EXIT_WRONG = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise the message as an error of ours."""
        raise OptionError(f"{message}; see --help")


def _parser() -> _Parser:
    parser = _Parser(
        prog="rivals", description="Measure Kaleido and its rivals side by side on the same boards."
    )
    parser.add_argument("file", type=Path, metavar="BOARDS", help="a JSON file of name → 8 rows")
    parser.add_argument(
        "--cap",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="kill a run after so long, in processor time [10]",
    )
    parser.add_argument(
        "--orders",
        type=int,
        default=1,
        metavar="N",
        help="how many seeds of Kaleido, and orders of the placements for the others [1]",
    )
    parser.add_argument(
        "--what", choices=["first", "count", "both"], default="first", help="the question [first]"
    )
    parser.add_argument("--boards", nargs="+", metavar="NAME", help="only these boards")
    parser.add_argument(
        "--engines", nargs="+", metavar="ENGINE", help=f"only these: {' '.join(ENGINES)}"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="also write every run to a file")
    return parser


def choose_boards(path: Path, names: Sequence[str] | None) -> dict[str, Pattern]:
    """Read the boards to run on.

    Parameters
    ----------
    path : Path
    names : sequence of str or None
        Which of them; None for all.

    Raises
    ------
    KaleidoError
        The file is no file of boards, or one of the names is not in it.
    """
    boards: dict[str, Pattern] = read_boards(path)
    if names is None:
        return boards
    for name in names:
        if name not in boards:
            raise OptionError(f"no board {quote(name)} in {quote(str(path), 80)}")
    return {name: boards[name] for name in names}


def choose_engines(names: Sequence[str] | None) -> list[Engine]:
    """Look up the engines to run, in the order given.

    Raises
    ------
    OptionError
        A name is unknown, or its package is not installed.
    """
    for name in names or ():
        if name not in ENGINES:
            raise OptionError(f"no engine {quote(name)}; there are {', '.join(ENGINES)}")
    engines = [ENGINES[name] for name in dict.fromkeys(names or ENGINES)]
    missing = dict.fromkeys(engine.package for engine in engines if not engine.installed)
    if missing:
        raise OptionError(
            f"not installed: {', '.join(missing)}; run pip install 'kaleidoscope-solver[bench]' "
            "or name the others with --engines"
        )
    return engines


def able_engines(engines: Sequence[Engine], what: str, *, told: bool) -> list[str]:
    """Leave out, with a word on stderr, the engines that cannot answer a question.

    Parameters
    ----------
    engines : sequence of Engine
    what : {"first", "count"}
    told : bool
        Whether the engines were asked for by name. If not, those that are not meant for the
        question are left out in silence.

    Raises
    ------
    OptionError
        None is left.
    """
    for engine in engines:
        gap = engine.gap(what)
        if gap and (told or getattr(engine, what) is not None):
            print(f"rivals: {gap}: left out", file=sys.stderr)
    able = [engine.name for engine in engines if not engine.gap(what)]
    if not able:
        raise OptionError(f"no engine left for the question {what!r}")
    return able


def measure(
    boards: Mapping[str, Pattern],
    questions: Mapping[str, Sequence[str]],
    cap: float,
    orders: int,
    file: IO[str] | None,
) -> None:
    """Run everything and print a report for each question.

    Parameters
    ----------
    boards : mapping of str to Pattern
    questions : mapping of str to sequence of str
        By question, the names of the engines.
    cap : float
        In processor seconds.
    orders : int
        How many runs of each engine on each board.
    file : text file or None
        Where every run goes as it ends, as CSV.
    """
    writer = csv.writer(file, lineterminator="\n") if file else None
    if writer:
        writer.writerow(Run._fields)
    for what, engines in questions.items():
        runs = []
        for run in run_all(boards, engines, what, cap, orders):
            runs.append(run)
            if writer and file:
                writer.writerow(run)
                file.flush()
        print(report(runs, cap), end="\n\n", flush=True)


def _work(args: Sequence[str] | None) -> None:
    options = _parser().parse_args(args)
    if not 0 < options.cap < float("inf"):
        raise OptionError(f"the cap {options.cap:g} is not a positive number of seconds")
    if options.orders < 1:
        raise OptionError(f"the number of orders {options.orders} is not 1 or more")
    boards = choose_boards(options.file, options.boards)
    engines = choose_engines(options.engines)
    questions = {
        what: able_engines(engines, what, told=options.engines is not None)
        for what in ("first", "count")
        if options.what in (what, "both")
    }
    with ExitStack() as stack:
        file = None
        if options.csv:
            file = stack.enter_context(options.csv.open("w", encoding="utf-8", newline=""))
        measure(boards, questions, options.cap, options.orders, file)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns
    -------
    int
        The exit code: 0 done, 1 a wrong answer or an engine's own error, 2 bad input,
        130 interrupted.
    """
    try:
        _work(args)
    except (WrongAnswer, EngineError) as error:
        return _fail(str(error), EXIT_WRONG)
    except KaleidoError as error:
        return _fail(str(error), EXIT_USAGE)
    except OSError as error:
        name = quote(str(error.filename or ""), 80)
        return _fail(f"{name}: {error.strerror or error}", EXIT_USAGE)
    except KeyboardInterrupt:
        return _fail("interrupted", EXIT_INTERRUPTED)
    return 0


def _fail(message: str, code: int) -> int:
    print(f"rivals: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
