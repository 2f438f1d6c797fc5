"""The command line."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from kaleido._version import __version__
from kaleido.base.errors import INTERRUPTED, USAGE, KaleidoError
from kaleido.base.text import either, escaped, quote
from kaleido.base.unforeseen import DEBUG, exhausted, tell_unforeseen
from kaleido.cli.commands import Commands, describe
from kaleido.cli.parameters import option
from kaleido.cli.streams import standard_streams
from kaleido.search.core import describe_engine, engine

app = typer.Typer(
    name="kaleido",
    cls=Commands,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


_NO_UNICODE = "--no-unicode"
_MAX_MESSAGE = 300  # the longest message of typer, which quotes whole words of the command


def _version(wanted: bool) -> None:
    if wanted:
        print(f"kaleido {__version__} ({describe_engine()})")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[
        bool,
        option("--version -V", "Show the version and exit.", callback=_version, is_eager=True),
    ] = False,
    debug: Annotated[
        bool,
        option(
            DEBUG,
            "Show the traceback of unexpected errors (or set KALEIDO_DEBUG=1).",
        ),
    ] = False,
    no_unicode: Annotated[
        bool,
        option(
            _NO_UNICODE,
            "Write ASCII only, before or after the command (or set KALEIDO_NO_UNICODE=1).",
        ),
    ] = False,
) -> None:
    """Solve, explain and design patterns of Dr Wood's Kaleidoscope and other polyomino puzzles."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line with some arguments, by default those of the process.

    Return the exit code: 0 solved or done, 1 no solution, 2 bad input or usage, 3 gave up, 70
    unexpected error, 130 interrupted.
    """
    words = list(sys.argv[1:] if args is None else args)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    only_ascii = _NO_UNICODE in words or bool(os.environ.get("KALEIDO_NO_UNICODE"))
    with standard_streams(only_ascii=only_ascii):
        return _run([word for word in words if word != _NO_UNICODE])


def _run(words: list[str]) -> int:
    """Run a command, and return its exit code; say what is wrong in one line."""
    try:
        if os.environ.get("KALEIDO_ENGINE"):
            engine()  # a wrong one is an error, whatever the command
        code = app(args=words, standalone_mode=False)
        sys.stdout.flush()
        if code == INTERRUPTED:  # newer versions of typer return it
            raise typer.Abort
    except KaleidoError as error:
        return _fail(describe(error), error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:  # nobody reads the output any more
        return 0
    except SystemExit as end:
        # Typer ends the process with 1 when the reader of its help has stopped reading.
        if isinstance(end.__context__, BrokenPipeError):
            return 0
        raise
    except OSError as error:
        if exhausted(error):
            return tell_unforeseen(error, words)
        where = f"{quote(str(error.filename))}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}")
    except Exception as error:
        # The errors in options and arguments: their class has no public name in all versions of
        # typer, but all of them have this method.
        if not hasattr(error, "format_message"):
            return tell_unforeseen(error, words)
        message = _usage_message(error)
        if not message:  # the help has been shown
            return USAGE
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "kaleido"
        return _fail(f"{message.rstrip('.')}; see `{command} --help`")
    return code if isinstance(code, int) else 0


def _usage_message(error: Any) -> str:
    """Return what is wrong with the words of a command, on one line."""
    # The option that does not exist; each version of typer says it in words of its own.
    if hasattr(error, "possibilities") and (option := getattr(error, "option_name", None)):
        close: list[str] = error.possibilities or []
        # The others only look alike.
        meant = [each for each in close if option.strip("-") in each]
        elsewhere = "" if meant else error.ctx.find_root().command.with_option(option, error.ctx)
        meant = meant or close
        hint = elsewhere or (f"did you mean {either(sorted(meant))}?" if meant else "")
        return f"unknown option {quote(option)}" + (f": {hint}" if hint else "")
    message = escaped(" ".join(error.format_message().split())).removeprefix("Invalid value: ")
    return message if len(message) <= _MAX_MESSAGE else message[:_MAX_MESSAGE] + "…"


def _fail(message: str, code: int = USAGE) -> int:
    print(f"kaleido: {message}", file=sys.stderr)
    return code
