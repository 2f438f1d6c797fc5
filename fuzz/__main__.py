"""Run fuzzers and print what was tried: ``python -m fuzz --seconds 60 --seed 7 [NAME …]``.

The seconds are shared out among the fuzzers. A case that fails is made as small as possible, and
printed with a command that tries it again; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import ast
import shlex
import sys
import traceback
from collections.abc import Sequence

from fuzz.catalogue import FUZZERS, missing
from fuzz.fuzzer import Fuzzer
from fuzz.running import Failure, run, try_case


def main(words: Sequence[str] | None = None) -> int:
    """Run the fuzzers that the words of a command name; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="fuzzers; all by default")
    parser.add_argument("--list", action="store_true", help="list the fuzzers")
    parser.add_argument("--seconds", type=float, help="for how long, in all; 60 by default")
    parser.add_argument("--cases", type=int, help="how many cases of each, instead of a time")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same cases")
    parser.add_argument("--case", help="try this one case, a Python value, with the one fuzzer")
    given = parser.parse_args(words)
    for name in given.names:
        if name not in FUZZERS:
            parser.error(f"unknown fuzzer {name!r}: expected {', '.join(FUZZERS)}")
    chosen = [FUZZERS[name] for name in given.names or FUZZERS]
    if given.list:
        for fuzzer in chosen:
            print(f"{fuzzer.name:<12} {fuzzer.about}")
        return 0
    if given.case is not None:
        if len(given.names) != 1:
            parser.error("--case goes with one NAME")
        return _try_again(chosen[0], given.case, parser)
    seconds = given.seconds if given.seconds or given.cases else 60.0
    ready = [fuzzer for fuzzer in chosen if not missing(fuzzer)]
    for fuzzer in chosen:
        if fuzzer not in ready:
            print(f"{fuzzer.name}: left out, needs {', '.join(missing(fuzzer))}", file=sys.stderr)
    if given.names and not ready:
        return 2
    return _run_all(ready, given.seed, seconds, given.cases)


def _run_all(fuzzers: Sequence[Fuzzer], seed: int, seconds: float | None, cases: int | None) -> int:
    print("| fuzzer | tried | accepted | failures |\n|---|---:|---:|---:|", flush=True)
    failures, tried, accepted = [], 0, 0
    for fuzzer in fuzzers:
        share = None if seconds is None else seconds / len(fuzzers)
        outcome = run(fuzzer, seed, share, cases)
        tried, accepted = tried + outcome.tried, accepted + outcome.accepted
        number = int(outcome.failure is not None)
        print(
            f"| {fuzzer.name} | {outcome.tried:,} | {outcome.accepted:,} | {number} |", flush=True
        )
        if outcome.failure is not None:
            failures.append(outcome.failure)
            _tell(fuzzer, outcome.failure)
    print(f"| **all** | {tried:,} | {accepted:,} | {len(failures)} |")
    return 1 if failures else 0


def _tell(fuzzer: Fuzzer, failure: Failure) -> None:
    """Print how a case failed, and how to try it again."""
    shown = ascii(failure.case)
    print(
        f"{fuzzer.name} failed:\n"
        f"{''.join(traceback.format_exception(failure.error, limit=-6))}"
        f"try it again: python -m fuzz {fuzzer.name} --case {shlex.quote(shown)}",
        file=sys.stderr,
        flush=True,
    )


def _try_again(fuzzer: Fuzzer, text: str, parser: argparse.ArgumentParser) -> int:
    try:
        case = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        parser.error(f"--case {text!r} is no Python value")
    failure = try_case(fuzzer, case)
    if failure is None:
        print("no fault")
        return 0
    _tell(fuzzer, failure)
    return 1


if __name__ == "__main__":
    sys.exit(main())
