"""``kaleido hint``."""

from __future__ import annotations

import typer

from kaleido.cli.options import AsJson, PatternSource, Places
from kaleido.cli.source import read_pattern, read_places

EXIT_LOST = 1


def hint(pattern: PatternSource, place: Places = None, as_json: AsJson = False) -> None:
    """Say the next move and why; or, on a lost board, which piece must come off.

    Exit codes: 0 a move (or solved already), 1 no solution contains the board, 2 bad input.
    """
    from kaleido.cli.console import output, print_json
    from kaleido.hint import give_hint
    from kaleido.placing import format_place
    from kaleido.table import PlacementTable

    wanted = read_pattern(pattern)
    table = PlacementTable(wanted)
    given = give_hint(table, read_places(place, wanted))
    if as_json:
        print_json(given.as_dict() | {"pattern": wanted.text})
    else:
        console = output()
        console.print(given.sentence)
        if given.placement is not None:
            console.print(f"--place {format_place(given.placement, table.pieces)}", style="dim")
    if given.lost:
        raise typer.Exit(EXIT_LOST)
