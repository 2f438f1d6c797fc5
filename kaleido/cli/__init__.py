"""The command line."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from kaleido._version import __version__
from kaleido.cli.commands import Commands, describe
from kaleido.errors import INTERRUPTED, USAGE, KaleidoError
from kaleido.text import quote

app = typer.Typer(
    name="kaleido",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
        return _fail(describe(error), error.exit_code)
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


def _fail(message: str, code: int = USAGE) -> int:
    print(f"kaleido: {message}", file=sys.stderr)
    return code
