"""The command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from kaleido.cli.animate import animate
from kaleido.cli.batch import batch
from kaleido.cli.bench import bench
from kaleido.cli.check import check
from kaleido.cli.count import count, sample
from kaleido.cli.design import design
from kaleido.cli.exits import INTERRUPTED, USAGE
from kaleido.cli.export import export
from kaleido.cli.generate import generate
from kaleido.cli.hint import hint
from kaleido.cli.patterns import list_patterns, show
from kaleido.cli.pieces import pieces
from kaleido.cli.play import play
from kaleido.cli.plot import plot
from kaleido.cli.polyominoes import polyominoes
from kaleido.cli.puzzles import app as puzzles
from kaleido.cli.rate import rate
from kaleido.cli.read import read
from kaleido.cli.solutions import solutions, unique
from kaleido.cli.solve import solve
from kaleido.cli.tune import tune
from kaleido.errors import KaleidoError, quote

app = typer.Typer(
    name="kaleido",
    help="Solve the patterns of Dr Wood's Kaleidoscope puzzle, and other polyominoes, and see how.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(solve)
app.command()(read)
app.command()(solutions)
app.command()(unique)
app.command()(hint)
app.command()(count)
app.command()(sample)
app.command()(rate)
app.command()(check)
app.command(name="list")(list_patterns)
app.command()(show)
app.command()(design)
app.command()(generate)
app.command()(export)
app.command()(plot)
app.command()(play)
app.command()(pieces)
app.add_typer(puzzles, name="puzzle")
app.command()(polyominoes)
app.command()(animate)
app.command()(batch)
app.command()(bench)
app.command()(tune)


def _version(wanted: bool) -> None:
    if wanted:
        from kaleido._version import __version__

        typer.echo(f"kaleido {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Solve the patterns of Dr Wood's Kaleidoscope puzzle, and others, and see how."""


# What typer raises for wrong options and arguments; it has no public name of its own.
_UsageError = cast(type[typer.BadParameter], typer.BadParameter.__bases__[0])


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    args : sequence of str, optional
        The arguments; by default the process's own.

    Returns
    -------
    int
        The exit code: 0 solved or done, 1 no solution, 2 bad input or usage, 3 gave up,
        130 interrupted.
    """
    try:
        code = app(args=args, standalone_mode=False)
        sys.stdout.flush()
        if code == INTERRUPTED:  # as newer versions of typer report it
            raise typer.Abort
    except KaleidoError as error:
        return _fail(str(error))
    except _UsageError as error:
        message = " ".join(error.format_message().split())
        if not message:  # help was shown instead of a message
            return USAGE
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "kaleido"
        return _fail(f"{message.rstrip('.')}; see `{command} --help`")
    except (KeyboardInterrupt, typer.Abort):
        print("kaleido: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep the interpreter from flushing again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{quote(str(error.filename or ''))}: {error.strerror or error}")
    return code if isinstance(code, int) else 0


def _fail(message: str) -> int:
    print(f"kaleido: {message}", file=sys.stderr)
    return USAGE
