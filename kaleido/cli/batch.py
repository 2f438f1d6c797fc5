"""``kaleido batch``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kaleido.cli.options import MaxMemory, MaxNodes, Number, Scheduler, Seed, Timeout
from kaleido.errors import USAGE

if TYPE_CHECKING:
    from collections import Counter

    from kaleido.batch import Form, Journal, Verb


def batch(
    verb: Annotated[
        str, typer.Argument(metavar="VERB", help="What to do: solve, count, rate or read.")
    ],
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILES...",
            help="Names of patterns, pattern files, pictures, folders of them; files of many "
            "boards (a board a line, JSON, JSON lines, CSV); - for standard input.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to a file (.jsonl, .csv), not the screen."
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="jsonl|csv", help="What to write  [by the file's suffix]"),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with FILE: only boards that have no record yet."),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write FILE anew, whatever is in it.")
    ] = False,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", "-s", help="solve: which moves come first  [constrained]"),
    ] = None,
    seed: Seed = None,  # type: ignore[assignment]
    max_nodes: MaxNodes = None,
    timeout: Timeout = None,
    max_memory: MaxMemory = None,  # type: ignore[assignment]
    workers: Number = None,
    scheduler: Scheduler = None,
) -> None:
    """Solve, count, rate or read thousands of boards: a record for each, as it finishes.

    A run that was ended in any way goes on with the same command and --resume. Limits are each
    board's; --strategy, --seed, --max-nodes and --timeout go with solve, --max-memory with count
    and rate.

    Exit codes: 0 all boards done (given up is done, too), 2 bad input, or some boards are errors:
    their records say why; 130 interrupted.
    """
    from kaleido.batch import Items, left_over, run_batch
    from kaleido.cli.progress import board_progress
    from kaleido.parallel import make_workers

    asked = _verb(
        verb,
        {
            "strategy": strategy,
            "seed": seed,
            "max_nodes": max_nodes,
            "timeout": timeout,
            "max_memory": max_memory,
        },
    )
    chosen = _form(form, output, asked)
    if output is None and (resume or force):
        raise typer.BadParameter("--resume and --force need --output FILE")
    if resume and force:
        raise typer.BadParameter("--resume and --force exclude each other")
    items = Items(files, pictures=verb == "read")
    total = sum(1 for _ in items)
    with (
        make_workers(workers, scheduler, isolated=True) as crew,
        _journal(output, chosen, asked, resume=resume, force=force) as journal,
        _told(journal, output, total),
        board_progress(verb, total - sum(1 for _ in left_over(items, journal)), total) as tell,
    ):
        for record in run_batch(items, asked, crew, journal):
            tell(record["board"])
    if any(status not in asked.answers for status in journal.counts):
        raise typer.Exit(USAGE)


def _verb(name: str, given: dict[str, Any]) -> Verb:
    from kaleido.batch import VERBS
    from kaleido.errors import OptionError
    from kaleido.text import quote

    if name not in VERBS:
        raise OptionError(f"unknown verb {quote(name)}: expected one of {', '.join(VERBS)}")
    options = {option: value for option, value in given.items() if value is not None}
    takes = {each: {field.name for field in fields(VERBS[each])} for each in VERBS}
    for option in options.keys() - takes[name]:
        verbs = " and ".join(each for each in VERBS if option in takes[each])
        raise OptionError(f"--{option.replace('_', '-')} goes with {verbs}, not with {name}")
    verb = VERBS[name](**options)
    verb.check()
    return verb


def _form(name: str | None, output: Path | None, verb: Verb) -> Form:
    from kaleido.batch import FORMS
    from kaleido.errors import OptionError
    from kaleido.files import check_target
    from kaleido.text import quote

    if name is not None and name not in FORMS:
        raise OptionError(f"unknown format {quote(name)}: expected {' or '.join(FORMS)}")
    if output is not None:
        suffix = check_target(output, [output.suffix[1:].lower()] if name else FORMS)
        name = name or suffix
    return FORMS[name or "jsonl"](verb.fields)


@contextmanager
def _journal(
    output: Path | None, form: Form, verb: Verb, *, resume: bool, force: bool
) -> Iterator[Journal]:
    import sys

    from kaleido.batch import Journal, open_journal

    if output is not None:
        with open_journal(output, form, verb.asked, resume=resume, force=force) as journal:
            yield journal
        return
    journal = Journal(sys.stdout.buffer, form)
    journal.begin()
    yield journal


@contextmanager
def _told(journal: Journal, output: Path | None, total: int) -> Iterator[None]:
    """Say at the end, whatever it is, what there is now."""
    try:
        yield
    except KeyboardInterrupt:
        if output is not None:
            typer.echo(
                f"kaleido: {len(journal.done):,} of {total:,} boards are in {output}; the same "
                "command with --resume goes on",
                err=True,
            )
        raise
    typer.echo(f"kaleido: {_summary(journal.counts)}", err=True)


def _summary(counts: Counter[str]) -> str:
    boards = counts.total()
    parts = ", ".join(f"{number:,} {status}" for status, number in counts.most_common())
    return f"{boards:,} board{'s' * (boards != 1)}: {parts}"
