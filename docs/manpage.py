"""Write the manual page of the command, from the same text as its help.

    python docs/manpage.py man/kaleido.1

With `--check` it only says whether the file is up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from docutils.core import publish_string
from typer.main import get_command

from kaleido.base.files import write_text
from kaleido.cli import app
from kaleido.cli.commands import EXAMPLES, GROUPS, help_record, usage_of

HEAD = """\
=======
kaleido
=======

{dashes}
{summary}
{dashes}

:Manual section: 1

SYNOPSIS
========

kaleido [*OPTIONS*] *COMMAND* [*ARGUMENTS*]

DESCRIPTION
===========

{summary} A pattern is a name, a file, ``-`` for standard input, or eight rows with ``/`` between
them. ``kaleido COMMAND --help`` shows the same as this page.
"""

EXIT = """\
EXIT STATUS
===========

0 solved or done, 1 no solution, 2 bad input or usage, 3 gave up, 70 unforeseen (please
report it; ``--debug`` before the command shows more), 130 interrupted, 143 terminated.
"""


def write_manual() -> str:
    """Return the manual page as roff."""
    root: Any = get_command(app)
    context = root.make_context("kaleido", [], resilient_parsing=True)
    summary = " ".join(root.help.split())
    lines = [HEAD.format(summary=summary, dashes="-" * len(summary)), *_options(root, context)]
    for group, names in GROUPS.items():
        lines += [group.upper(), "=" * len(group), ""]
        for name in names:
            lines += _command(f"kaleido {name}", root.get_command(context, name), context)
            lines += ["Examples::", "", *(f"    {each}" for each in EXAMPLES[name]), ""]
    text = "\n".join([*lines, EXIT])
    settings = {"input_encoding": "unicode", "output_encoding": "unicode", "report_level": 2}
    page = publish_string(text, writer_name="manpage", settings_overrides=settings)
    # The first lines name the version of the program that wrote them.
    return re.sub(r'\A(?:\.\\".*\n|\n)+', "", str(page))


def _command(title: str, command: Any, parent: Any) -> list[str]:
    """Return a command and its own commands as text."""
    inner = command.make_context(title, [], parent=parent, resilient_parsing=True)
    usage = _plain(usage_of(command))
    lines = [title, "-" * len(title), "", f"**{title}** {usage}", ""]
    for paragraph in (command.help or "").split("\n\n"):
        lines += [_plain(" ".join(paragraph.split())), ""]
    lines += _options(command, inner)
    for name in getattr(command, "commands", ()):
        own = command.get_command(inner, name)
        lines += [f"**{title} {name}**", f"    {_plain(' '.join(own.help.split()))}", ""]
    return lines


def _options(command: Any, context: Any) -> list[str]:
    lines = []
    for parameter in command.get_params(context):
        record = help_record(parameter, context)
        if record is not None and "--help" not in parameter.opts:
            lines += [f"**{_plain(record[0])}**", f"    {_plain(record[1])}", ""]
    return lines


def _plain(text: str) -> str:
    """Escape what reStructuredText would take for markup, save for literals."""
    parts = re.split(r"`([^`]*)`", text.replace("\\[", "["))
    escaped = [re.sub(r"([\\*|_<>@])", r"\\\1", part) for part in parts[::2]]
    literals = [f"``{part}``" for part in parts[1::2]]
    return "".join(a + b for a, b in zip(escaped, [*literals, ""], strict=True)).strip()


if __name__ == "__main__":
    path = Path(sys.argv[-1])
    if "--check" not in sys.argv:
        write_text(path, write_manual())
    elif path.read_text(encoding="utf-8") != write_manual():
        sys.exit(f"{path} is not what the help says: run `python docs/manpage.py {path}`")
