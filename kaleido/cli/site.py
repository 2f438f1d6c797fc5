"""``kaleido site``."""

from pathlib import Path
from typing import Annotated

import typer


def site(
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write.")
    ],
    runtime: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The npm package pyodide, unpacked.",
            show_default="got with npm",
        ),
    ] = None,
) -> None:
    """Write the page as a site that needs no server: Python runs in the browser.

    Any static host serves the folder, for instance `python -m http.server -d DIR`. Playing, hints,
    watching and designing work there, without a network too after the first visit; photos and
    ratings need the program.

    Exit codes: 0 written, 2 bad input or usage.
    """
    from kaleido.cli.console import output
    from kaleido.web.site import build_site, runtime_folder

    with runtime_folder(runtime) as found:
        size = build_site(folder, found)
    output().print(f"Wrote {folder} ({size / 1e6:.1f} MB)")
