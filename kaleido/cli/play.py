"""``kaleido play``."""

from __future__ import annotations

from typing import Annotated

import typer

from kaleido.cli.options import count
from kaleido.cli.source import read_pattern
from kaleido.extras import need
from kaleido.text import quote

MAX_PORT = 65535


def _port(text: str) -> int:
    number = count(text)
    if number > MAX_PORT:
        raise typer.BadParameter(f"{quote(text)} is no port: expected 0 to {MAX_PORT}")
    return number


def play(
    pattern: Annotated[
        str | None,
        typer.Argument(
            metavar="[PATTERN]",
            help="What to open: a name, a file, - for standard input, or rows with / between them.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            parser=_port,
            metavar="N",
            help="The port; 0 for any that is free.  [8064, or any if that is in use]",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The address to listen on; others than this machine's see it, too."
        ),
    ] = "127.0.0.1",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")
    ] = True,
) -> None:
    """Play in the browser: place pieces, ask for hints, watch searches, design patterns.

    It serves the page and an HTTP API until Ctrl-C ends it. Needs the extra `web`.

    Exit codes: 0 ended by Ctrl-C, 2 bad input or usage.
    """
    wanted = None if pattern is None else read_pattern(pattern)
    need("web")
    from kaleido.web import server

    listener = server.open_socket(host, port)
    address = server.name_address(listener, host)
    page = address if wanted is None else f"{address}#tab=play&pattern={wanted.text}"

    def ready() -> None:
        typer.echo(f"Kaleido plays at {page} (Ctrl-C ends it)")
        if not server.is_local(host):
            typer.echo("Whoever reaches this machine can use it.", err=True)
        if browser:
            _open(page)

    server.serve(listener, host, ready=ready)


def _open(page: str) -> None:
    """Open the page; the server need not wait until the browser is there."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
