"""The help of commands: its colours follow the rule for all output, and nothing is cut off."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

LEAST_WIDTH = 60
"""In columns. In fewer, the names of options would be cut off; the terminal breaks the lines."""


class _Helpful:
    """A command or a group of commands that prints its help itself.

    That of typer loads a reader of Markdown and a highlighter of code, which takes longer than all
    else that the help needs, and its colours and its width are global variables.
    """

    def format_help(self, ctx: Any, _: Any) -> None:
        """Print the help."""
        from rich.padding import Padding
        from rich.panel import Panel
        from rich.table import Table
        from rich.text import Text

        from kaleido.consoles import make_console

        console = make_console(sys.stdout)
        console.width = max(console.width, LEAST_WIDTH)
        command: Any = self
        usage = Text("Usage: ", "yellow")
        usage.append(
            " ".join([ctx.command_path, *command.collect_usage_pieces(ctx)]), "bold default"
        )
        for paragraph in (usage, *map(Text, _paragraphs(command.help))):
            console.print(Padding(paragraph, (1, 1, 0, 1)))
        console.print()
        panels: dict[str, Table] = {}
        for panel, name, text in (*_parameters(command, ctx), *self.listed(ctx)):
            if panel not in panels:
                panels[panel] = Table.grid(padding=(0, 2))
                panels[panel].add_column(style="bold cyan", no_wrap=True)
                panels[panel].add_column()
            panels[panel].add_row(name, text)
        for panel, table in panels.items():
            console.print(Panel(table, title=panel, title_align="left", border_style="dim"))
        # Examples are not broken, so that they can be copied.
        for example in _paragraphs(command.epilog):
            console.print(f"\n {example}", soft_wrap=True)

    def listed(self, _: Any) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command of a group."""
        yield from ()


def _paragraphs(text: str | None) -> list[str]:
    return text.split("\n\n") if text else []


def _parameters(command: Any, ctx: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the panel, the name and the help of each argument, and then of each option."""
    for kind in ("argument", "option"):
        for parameter in command.get_params(ctx):
            record = parameter.get_help_record(ctx)  # None if it is hidden
            if record and parameter.param_type_name == kind:
                # In older versions of Typer, --help is an option of Click, which has no panel.
                panel = getattr(parameter, "rich_help_panel", None)
                yield panel or f"{kind.capitalize()}s", *record


class HelpfulCommand(_Helpful, TyperCommand):
    """A command of typer with our help."""


class HelpfulGroup(_Helpful, TyperGroup):
    """A group of commands of typer with our help."""

    def listed(self, ctx: Any) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command."""
        for name in self.list_commands(ctx):
            each: Any = self.get_command(ctx, name)
            yield each.rich_help_panel or "Commands", name, _paragraphs(each.help)[0]
