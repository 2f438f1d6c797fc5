"""The page of the command line, from the commands themselves."""

from __future__ import annotations

import re
from typing import Any

from kaleido.cli import app


def write_page() -> str:
    """Give the page: every command with all its arguments and options."""
    context = app.make_context("kaleido", [], resilient_parsing=True)
    commands: dict[str, Any] = {
        name: app.get_command(context, name) for name in app.list_commands(context)
    }
    lines = ["Command line", "============", "", *_paragraphs(app.help), ""]
    lines += [".. list-table::", "   :widths: 25 75", ""]
    for name, command in commands.items():
        lines += [f"   * - :ref:`kaleido {name} <cli-{name}>`"]
        lines += [f"     - {_paragraphs(command.help)[0]}"]
    lines += ["", "A pattern is a name, a file, ``-`` for standard input, or eight rows with ``/``"]
    lines += ["between them. ``kaleido COMMAND --help`` shows the same as this page.", ""]
    lines += [".. program:: kaleido", "", *_options(app, context)]
    for name, command in commands.items():
        title = f"kaleido {name}"
        inner = command.make_context(name, [], parent=context, resilient_parsing=True)
        lines += [f".. _cli-{name}:", "", title, "-" * len(title), "", *_paragraphs(command.help)]
        usage = " ".join(command.collect_usage_pieces(inner))
        lines += [".. code-block:: text", "", f"   {title} {usage}", ""]
        lines += [f".. program:: {title}", "", *_options(command, inner)]
    return "\n".join(lines)


def _paragraphs(text: str | None) -> list[str]:
    joined = (" ".join(part.split()) for part in (text or "").split("\n\n"))
    return [line for paragraph in joined for line in (_plain(paragraph), "")]


def _options(command: Any, context: Any) -> list[str]:
    lines = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and "--help" not in parameter.opts:
            names, text = record
            lines += [f".. option:: {names}", "", f"   {_plain(text)}", ""]
    return lines


def _plain(text: str) -> str:
    """Escape what reStructuredText would take for markup; options and `code` are literals."""

    def mark(found: re.Match[str]) -> str:
        literal = found[1] or found[2]
        return f"``{literal}``" if literal else f"\\{found[0]}"

    return re.sub(r"`([^`]+)`|(?<!\S)(--[\w-]+)|[*`|\\_]", mark, " ".join(text.split()))
