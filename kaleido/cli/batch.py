"""``kaleido batch``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kaleido.cli import options
from kaleido.cli.console import note
from kaleido.cli.parameters import argument, check_output, option
from kaleido.cli.progress import board_progress, open_workers
from kaleido.cli.puzzle import Pieces
from kaleido.errors import USAGE, OptionError
from kaleido.files import check_target
from kaleido.text import plural, unknown

if TYPE_CHECKING:
    from kaleido.batch import Form, Journal, Verb


def batch(
    verb: Annotated[str, argument("VERB", "What to do: solve, count, rate or read.")],
    files: Annotated[
        list[str],
        argument(
            "FILES",
            "Names of patterns, pattern files, pictures, folders of them; files of many boards "
            "(a board per line, JSON, JSON lines, CSV); - for standard input.",
        ),
    ],
    output: Annotated[
        Path | None,
        option(
            "--output -o FILE",
            "Write to a file: .jsonl or .csv.",
            show_default="standard output",
        ),
    ] = None,
    form: Annotated[
        str | None,
        option(
            "--format jsonl|csv",
            "The format of the records.",
            show_default="by the suffix of FILE",
        ),
    ] = None,
    resume: options.Resume = False,
    force: options.Force = False,
    strategy: options.Strategy = None,  # type: ignore[assignment]
    seed: options.Seed = None,  # type: ignore[assignment]
    max_nodes: options.MaxNodes = None,
    timeout: options.Timeout = None,
    max_memory: options.MaxMemory = None,  # type: ignore[assignment]
    pieces: Pieces = None,
    workers: options.WorkerCount = None,
    scheduler: options.Scheduler = None,
) -> None:
    """Solve, count, rate or read thousands of boards, and write a record for each.

    However a run ends, the same command with --resume continues it. Limits apply to each board:
    --strategy, --seed, --max-nodes and --timeout go with solve, --max-memory with count and rate.
    With --pieces the boards are for that set; solve and count take any.

    Exit codes: 0 all boards done (giving up counts as done), 2 bad input, or some boards are
    errors and their records say why; 130 interrupted, 143 terminated.
    """
    from kaleido.batch import BoardInputs, make_verb, open_journal, remaining, run_batch

    asked = make_verb(
        verb,
        strategy=strategy,
        seed=seed,
        max_nodes=max_nodes,
        timeout=timeout,
        max_memory=max_memory,
        pieces=pieces,
    )
    chosen = _choose_form(form, output, asked)
    check_output(output, resume=resume, force=force)
    items = BoardInputs(files, pictures=verb == "read")
    total = sum(1 for _ in items)
    with (
        open_workers(workers, scheduler, isolated=True) as pool,
        open_journal(output, chosen, asked.asked, resume=resume, force=force) as journal,
        _summary(journal, output, total),
        board_progress(
            verb,
            total - sum(1 for _ in remaining(items, journal)),
            total,
            printing=output is None,
        ) as report,
    ):
        for record in run_batch(items, asked, pool, journal):
            report(record["board"])
    if any(status not in asked.answers for status in journal.counts):
        raise typer.Exit(USAGE)


def _choose_form(name: str | None, output: Path | None, verb: Verb) -> Form:
    from kaleido.batch import FORMS

    if name is not None and name not in FORMS:
        raise OptionError(unknown("format", name, FORMS))
    if output is not None:
        suffix = check_target(output, [output.suffix[1:].lower()] if name else FORMS)
        name = name or suffix
    return FORMS[name or "jsonl"](verb.fields)


@contextmanager
def _summary(journal: Journal, output: Path | None, total: int) -> Iterator[None]:
    """Print what was done when the run ends, even if it is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        if output is not None:
            note(
                f"kaleido: {len(journal.done):,} of {total:,} boards are in {output}; the same "
                "command with --resume goes on"
            )
        raise
    counts = journal.counts
    parts = ", ".join(f"{number:,} {status}" for status, number in counts.most_common())
    note(f"kaleido: {plural(counts.total(), 'board')}: {parts}")
