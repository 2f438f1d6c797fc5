"""The JSON outputs of any command: its error, and a file that it has written."""

from pathlib import Path
from typing import Annotated

from kaleido.base.contract import Plain, output
from kaleido.cli.console import answers, print_json


@output("error", "The error of a command with --json, the last line of standard error")
class CommandError(Plain):
    """The error with which a command ended."""

    code: Annotated[int, "The exit code of the command."]
    error: Annotated[str, "The error in one line."]


@output("written", "The answer of a command with --json that writes a file or a folder")
class Written(Plain):
    """A file or a folder that a command has written."""

    file: Annotated[str, "Its path as the command was given it."]
    about: Annotated[str, "Its content in a few words."]


def tell_written(path: Path, about: str, *, as_json: bool) -> None:
    """Print that a file or a folder is written, and its content in a few words."""
    if as_json:
        print_json(Written(str(path), about))
    answers(quiet=as_json).print(f"{path}: {about}")
