"""Re-run the commands whose numbers the documentation states, and say which numbers differ.

    python tools/documented.py                       # those that are done in a few minutes
    python tools/documented.py --boards boards.json  # and those about a file of boards
    python tools/documented.py --slow                # and those that take long
    python tools/documented.py --list                # what there is, without running it
    python tools/documented.py README.md --write     # correct the page

A page names the command in a comment, on its own line before a table or paragraph, or around
a few words::

    <!-- numbers: kaleido bench patterns --max-nodes 20000 -->
    <!-- numbers, slow (ten minutes): python benchmarks/rules.py && kaleido bench boards.json -->
    It has <!-- numbers: kaleido count car -->32 solutions<!-- /numbers -->.

Before commands in a fence, the comment after that command is meant. Every number there must stand
in what the commands print, as often as on the page. Times and sizes of memory do not count: columns
and rows of seconds, and numbers with such a unit. With ``--write``, numbers that have changed are
replaced where it is clear by which; the others are listed.

``boards.json`` is a file of boards that does not come with Kaleido. The exit code is 1 if a
number differs and is not corrected.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
BOARDS = "boards.json"

_MARKER = re.compile(r"<!-- numbers(?:, slow \((?P<slow>[^)]*)\))?: (?P<command>.*?) -->")
_END = "<!-- /numbers -->"
_NUMBER = re.compile(r"(?<![\w.,/-])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w-]|[.,/]\d)")
_UNIT = re.compile(r"[ \u00a0]?(?:s|ms|seconds?|minutes?|hours?|[kMG]B)\b")
_TIMES = re.compile(r"(?:^|\W)(?:s|ms|seconds|time)(?:\W|$)")


class Number(NamedTuple):
    """A number in a text: its digits without commas, and where it stands."""

    value: str
    start: int
    end: int


class Claim(NamedTuple):
    """Numbers on a page, and the command that gives them; if that takes long, how long."""

    page: str
    line: int
    command: str
    slow: str
    numbers: tuple[Number, ...]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.command}"


def numbers_of(text: str, offset: int = 0) -> Iterator[Number]:
    r"""Yield the numbers of a text that are no times and no sizes of memory, in order.

    Examples
    --------
    >>> table = "| | nodes | s |\n|---|---:|---:|\n| car | 1,024 | 0.5 |\n| seconds | 1 | 2 |"
    >>> [number.value for number in numbers_of(table)]
    ['1024']
    >>> [number.value for number in numbers_of("5xN, p90: 3 of 4, 2.5 to 3, 10 s, 4 GB")]
    ['3', '4', '2.5', '3']
    """
    head: list[bool] = []
    place = 0
    for line in text.splitlines(keepends=True):
        own, place = place, place + len(line)
        is_row = line.lstrip().startswith("|")
        if not is_row:
            head = []
            if not re.match(r"\W*seconds\b", line):
                yield from _numbers(line, offset + own)
            continue
        cells = line.split("|")
        if not head:
            # The first row names the columns.
            head = [bool(_TIMES.search(cell)) for cell in cells]
            continue
        if any(cell.strip() == "seconds" for cell in cells):
            continue
        for number, cell in enumerate(cells):
            if number >= len(head) or not head[number]:
                yield from _numbers(cell, offset + own)
            own += len(cell) + 1


def _numbers(text: str, offset: int) -> Iterator[Number]:
    for found in _NUMBER.finditer(text):
        if not _UNIT.match(text, found.end()):
            value = found[0].replace(",", "")
            yield Number(value, offset + found.start(), offset + found.end())


def claims_of(page: str, text: str) -> Iterator[Claim]:
    """Yield the claims of a page, in order."""
    for marker in _MARKER.finditer(text):
        line = text.count("\n", 0, marker.start()) + 1
        command, slow = marker["command"], marker["slow"] or ""
        start, end = _extent(text, marker.end(), command)
        numbers = tuple(numbers_of(text[start:end], start))
        if not numbers:
            raise SystemExit(f"{page}:{line}: no number is marked for {command!r}")
        yield Claim(page, line, command, slow, numbers)


def _extent(text: str, start: int, command: str) -> tuple[int, int]:
    """Return where the text begins and ends that a marker before `start` is about."""
    is_inline = not text.startswith("\n", start)
    if is_inline:
        return start, text.index(_END, start)
    # Other markers may follow, and blank lines, before the block.
    block = re.compile(r"(?:\s*<!--.*?-->[ ]*\n)*\s*").match(text, start)
    begin = block.end() if block else start
    if not text.startswith("```", begin):
        end = text.find("\n\n", begin)
        return begin, len(text) if end < 0 else end
    end = text.index("\n```", begin)
    said = re.compile(rf"^{re.escape(command)}\s*#(.*)$", re.MULTILINE).search(text, begin, end)
    return said.span(1) if said else (text.index("\n", begin), end)


def run(command: str, boards: Path | None) -> str:
    """Return what a command prints, or several with ``&&`` between them."""
    here = {"kaleido": [sys.executable, "-m", "kaleido"], "python": [sys.executable]}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    # Wide, so that no table is cut.
    surroundings = os.environ | {"COLUMNS": "200", "NO_COLOR": "1", "PYTHONPATH": path}
    printed = ""
    for single in command.split(" && "):
        program, *arguments = shlex.split(single)
        arguments = [str(boards) if each == BOARDS else each for each in arguments]
        full = [*here.get(program, [program]), *arguments]
        printed += subprocess.check_output(full, cwd=ROOT, env=surroundings, text=True)
    return printed


def timed_run(command: str, boards: Path | None) -> tuple[str, float]:
    """Return what a command prints, and its seconds."""
    began = time.monotonic()
    return run(command, boards), time.monotonic() - began


def missing(claim: Claim, printed: str) -> list[str]:
    """Return the numbers of a claim that are missing from its command's output."""
    wanted = Counter(number.value for number in claim.numbers)
    return list((wanted - Counter(number.value for number in numbers_of(printed))).elements())


def corrected(text: str, claim: Claim, printed: str) -> str:
    """Return a page with the numbers of a claim replaced where the order says by which."""
    old = [number.value for number in claim.numbers]
    new = [number.value for number in numbers_of(printed)]
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for kind, first, last, begin, end in reversed(changes):
        if kind == "replace" and last - first == end - begin:
            pairs = zip(claim.numbers[first:last], new[begin:end], strict=True)
            for number, value in reversed(list(pairs)):
                whole, dot, part = value.partition(".")
                shown = f"{int(whole):,}" if "," in text[number.start : number.end] else whole
                shown = f"{int(whole):,}" if len(whole.lstrip("-")) > 3 else shown
                text = text[: number.start] + shown + dot + part + text[number.end :]
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the pages that are named, or all of them, and return the exit code."""
    about, _, more = (__doc__ or "").partition("\n\n")
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=about, epilog=more, formatter_class=raw)
    parser.add_argument("pages", nargs="*", default=PAGES, metavar="PAGE")
    parser.add_argument("--boards", type=Path, help=f"a file of boards for {BOARDS}")
    parser.add_argument("--slow", action="store_true", help="also those that take long")
    parser.add_argument("--list", action="store_true", help="only list the commands")
    parser.add_argument("--write", action="store_true", help="correct the pages")
    parser.add_argument("--jobs", type=int, default=1, help="commands that run at the same time")
    options = parser.parse_args(arguments)
    boards = options.boards.resolve() if options.boards else None
    with ThreadPoolExecutor(options.jobs) as pool:
        started = cache(lambda command: pool.submit(timed_run, command, boards))
        return _check(options, boards, started)


def _check(
    options: argparse.Namespace,
    boards: Path | None,
    started: Callable[[str], Future[tuple[str, float]]],
) -> int:
    """Check pages by the outputs of their commands, which run ahead."""

    def reason(claim: Claim) -> str:
        lacks = "needs --boards" if BOARDS in claim.command and boards is None else ""
        slow = claim.slow if lacks or not options.slow else ""
        return ", ".join(filter(None, (lacks, slow)))

    differs, left_out = False, []
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page in options.pages}
    if not options.list:
        for page, text in texts.items():
            for claim in reversed(list(claims_of(page, text))):
                if not reason(claim):
                    started(claim.command)
    for page, text in texts.items():
        # From the last to the first, so that a correction moves none that is still to come.
        for claim in reversed(list(claims_of(page, text))):
            if reason(claim) or options.list:
                left_out.append(f"{claim} ({reason(claim) or 'quick'})")
                continue
            output, seconds = started(claim.command).result()
            wrong = missing(claim, output)
            if wrong and options.write:
                text = corrected(text, claim, output)
                fresh = next(each for each in claims_of(page, text) if each.line == claim.line)
                wrong = missing(fresh, output)
                print(f"{claim}: corrected")
            differs |= bool(wrong)
            said = f"not in its output: {', '.join(wrong)}" if wrong else "the same"
            print(f"{claim}: {len(claim.numbers)} numbers, {said} ({seconds:.0f} s)", flush=True)
        if options.write:
            (ROOT / page).write_text(text, encoding="utf-8")
    if left_out:
        print("\nNot run:" if not options.list else "Commands:", *left_out, sep="\n  ")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
