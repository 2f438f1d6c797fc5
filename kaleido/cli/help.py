"""The help: its colours follow the rule for all output, and nothing in it is cut off."""

from typing import Any

from typer.core import TyperCommand, TyperGroup

LEAST_WIDTH = 60
"""In columns. In fewer, the names of options would be cut off; the terminal breaks the lines."""


class _Helpful:
    """A command or a group of commands that prints its help by our rules."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        import sys

        from typer import rich_utils

        from kaleido.consoles import colour_system, make_console

        rich_utils.COLOR_SYSTEM = colour_system()
        rich_utils.FORCE_TERMINAL = None  # which Rich decides then, as for all other output
        rich_utils.MAX_WIDTH = max(make_console(sys.stdout).width, LEAST_WIDTH)
        super().format_help(ctx, formatter)  # type: ignore[misc]


class HelpfulCommand(_Helpful, TyperCommand):
    """A command of typer with our help."""


class HelpfulGroup(_Helpful, TyperGroup):
    """A group of commands of typer with our help."""
