"""The command line."""

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import click
from click.shell_completion import shell_complete

from kaleido._version import __version__
from kaleido.base.errors import INTERRUPTED, USAGE, KaleidoError
from kaleido.base.text import one_line, quote, quote_path
from kaleido.base.unforeseen import DEBUG, describe_unforeseen, exhausted
from kaleido.cli.commands import ANYWHERE, EXAMPLES, Commands, describe
from kaleido.cli.parameters import CommandOption
from kaleido.cli.streams import standard_streams

_NO_UNICODE, _NO_COLOR = ANYWHERE
_COMPLETE = "_KALEIDO_COMPLETE"  # the variable by which a shell asks for completions
_MAX_MESSAGE = 300  # the longest message of Click, which quotes whole words of the command


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from kaleido.search.core import describe_engine

        print(f"kaleido {__version__} ({describe_engine()})")
        ctx.exit()


def _flag(names: str, about: str, **given: Any) -> CommandOption:
    return CommandOption(names.split(), is_flag=True, expose_value=False, help=about, **given)


app = Commands(
    "kaleido",
    help="Solve, explain and design patterns of Dr Wood's Kaleidoscope and other polyomino "
    "puzzles.",
    params=[
        _flag("-V --version", "Show the version and exit.", callback=_version, is_eager=True),
        _flag(DEBUG, "Show the traceback of unexpected errors (or set KALEIDO_DEBUG=1)."),
        _flag(
            _NO_UNICODE,
            "Write ASCII only, before or after the command (or set KALEIDO_NO_UNICODE=1).",
        ),
        _flag(_NO_COLOR, "Write no colours, before or after the command (or set NO_COLOR=1)."),
    ],
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line with some arguments, by default those of the process.

    Return the exit code: 0 solved or done, 1 no solution, 2 bad input or usage, 3 gave up, 70
    unexpected error, 130 interrupted.
    """
    # Windows asks for help with /?, which is no option of ours, as paths begin with / elsewhere.
    given = sys.argv[1:] if args is None else args
    words = ["--help" if word in ("/?", "-?") else word for word in given]
    if words[:1] == ["help"]:
        words = [*(word for word in words if word != "help"), "--help"]
    only_ascii = _NO_UNICODE in words or bool(os.environ.get("KALEIDO_NO_UNICODE"))
    with ExitStack() as opened:
        if _NO_COLOR in words and not os.environ.get("NO_COLOR"):
            os.environ["NO_COLOR"] = "1"
            opened.callback(os.environ.pop, "NO_COLOR")
        opened.enter_context(standard_streams(only_ascii=only_ascii))
        return _run([word for word in words if word not in ANYWHERE])


def _run(words: list[str]) -> int:
    """Run a command and return its exit code; print an error as one line, with --json of JSON."""
    try:
        if os.environ.get("KALEIDO_ENGINE"):
            from kaleido.search.core import engine

            engine()  # a wrong one is an error, whatever the command
        code = _invoke(words)
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads the output any more
        return 0
    except (KeyboardInterrupt, Exception) as error:
        message, code = _described(error, words)
        if message and "--json" in words:
            from kaleido.cli.console import print_json
            from kaleido.cli.messages import CommandError

            print_json(CommandError(code, message), sys.stderr)
        elif message:  # otherwise the help has been shown
            print(f"kaleido: {message}", file=sys.stderr)
    return code


def _described(error: BaseException, words: list[str]) -> tuple[str, int]:
    """Return the line and the exit code for an error that ends a command."""
    if isinstance(error, KaleidoError):
        return describe(error), error.exit_code
    if isinstance(error, KeyboardInterrupt):
        return "interrupted", INTERRUPTED
    if isinstance(error, OSError) and not exhausted(error):
        where = f"{quote_path(error.filename)}: " if error.filename else ""
        return f"{where}{error.strerror or error}", USAGE
    if isinstance(error, UnicodeEncodeError) and error.object in words:
        return f"{quote(error.object)}: expected a name that a file can have", USAGE
    if isinstance(error, click.ClickException):
        message = _usage_message(error, words)
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "kaleido"
        return message and f"{message.rstrip('.')}; see `{command} --help`", USAGE
    return describe_unforeseen(error, words)


def _invoke(words: list[str]) -> int:
    """Run a command, or complete it for a shell that asks; return its exit code."""
    if instruction := os.environ.get(_COMPLETE):
        return shell_complete(app, {}, "kaleido", _COMPLETE, instruction)
    try:
        with app.make_context("kaleido", [*words]) as context:
            app.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return 0


def _usage_message(error: click.ClickException, words: list[str]) -> str:
    """Return an error in the words of a command, on one line."""
    if isinstance(error, click.NoSuchOption):
        from kaleido.cli.unknown_options import UnknownOption

        option, hint = error.option_name, ""
        if error.ctx is not None:
            hint = UnknownOption(option, error.ctx, words, app).advice()
        return f"unknown option {quote(option)}" + (f": {hint}" if hint else "")
    message = one_line(error.format_message(), _MAX_MESSAGE).removeprefix("Invalid value: ")
    if isinstance(error, click.MissingParameter) and error.ctx is not None:
        example = next(iter(EXAMPLES.get(str(error.ctx.command.name), ())), "")
        message = f"{message.rstrip('.')}, as in `{example}`" if example else message
    return message
