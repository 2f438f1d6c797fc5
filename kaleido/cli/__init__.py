"""The command line."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Annotated, Any, cast

import typer

from kaleido._version import __version__
from kaleido.cli.animate import animate
from kaleido.cli.batch import batch
from kaleido.cli.bench import bench
from kaleido.cli.check import check
from kaleido.cli.count import count, sample
from kaleido.cli.design import design
from kaleido.cli.export import export
from kaleido.cli.generate import generate
from kaleido.cli.hint import hint
from kaleido.cli.patterns import list_, show
from kaleido.cli.pieces import pieces
from kaleido.cli.play import play
from kaleido.cli.plot import plot
from kaleido.cli.polyominoes import polyominoes
from kaleido.cli.puzzles import app as puzzles
from kaleido.cli.rate import rate
from kaleido.cli.read import read
from kaleido.cli.site import site
from kaleido.cli.solutions import solutions, unique
from kaleido.cli.solve import solve
from kaleido.cli.tune import tune
from kaleido.errors import INTERRUPTED, USAGE, GaveUpError, KaleidoError, NoSolutionError
from kaleido.text import quote

COMMANDS: tuple[Callable[..., None], ...] = (
    solve, read, solutions, unique, hint, count, sample, rate, check, list_, show, design,
    generate, export, plot, play, site, pieces, polyominoes, animate, batch, bench, tune,
)  # fmt: skip
"""The commands in the order of the help; a trailing underscore is not part of a name."""


def _answer(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command print as its answer that it gave up, or that there is no solution.

    This goes for the commands that have an option ``--json``, when it is not given. With it,
    standard output is for JSON alone; the other commands do not print answers.
    """

    @wraps(command)
    def run(**given: Any) -> None:
        try:
            command(**given)
        except (GaveUpError, NoSolutionError) as error:
            if given.get("as_json", True):
                raise
            print(_describe(error))
            raise typer.Exit(error.exit_code) from None

    return run


def _paragraphs(command: Callable[..., None]) -> str:
    """Return the docstring of a command as help, each paragraph on one line."""
    return "\n\n".join(" ".join(part.split()) for part in (command.__doc__ or "").split("\n\n"))


app = typer.Typer(
    name="kaleido",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for each in COMMANDS:
    app.command(name=each.__name__.rstrip("_"), help=_paragraphs(each))(_answer(each))
app.add_typer(puzzles, name="puzzle")


def _version(wanted: bool) -> None:
    if wanted:
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
    """Solve, explain and design patterns of Dr Wood's Kaleidoscope and other polyomino puzzles."""


# The base class of the errors in options and arguments, which has no public name in typer.
_UsageError = cast(type[typer.BadParameter], typer.BadParameter.__base__)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    args : sequence of str, optional
        The arguments; by default those of the process.

    Returns
    -------
    int
        The exit code: 0 solved or done, 1 no solution, 2 bad input or usage, 3 gave up,
        130 interrupted.
    """
    try:
        code = app(args=args, standalone_mode=False)
        sys.stdout.flush()
        if code == INTERRUPTED:  # newer versions of typer return it
            raise typer.Abort
    except KaleidoError as error:
        return _fail(_describe(error), error.exit_code)
    except _UsageError as error:
        message = " ".join(error.format_message().split())
        if not message:  # typer has shown the help
            return USAGE
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "kaleido"
        return _fail(f"{message.rstrip('.')}; see `{command} --help`")
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader of the output has stopped reading; keep the interpreter from flushing it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(f"{quote(str(error.filename or ''))}: {error.strerror or error}")
    return code if isinstance(code, int) else 0


def _describe(error: KaleidoError) -> str:
    return f"gave up: {error}" if isinstance(error, GaveUpError) else str(error)


def _fail(message: str, code: int = USAGE) -> int:
    print(f"kaleido: {message}", file=sys.stderr)
    return code
