"""``kaleido play``."""

from typing import Annotated

import typer

from kaleido.cli.options import PATTERN_HELP, count
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
            metavar="PATTERN", help=f"The pattern to open. {PATTERN_HELP}", show_default=False
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            parser=_port,
            metavar="N",
            help="The port; 0 for any free one.",
            show_default="8064 if it is free",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The address to listen on. Only this machine can reach the default.",
        ),
    ] = "127.0.0.1",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")
    ] = True,
) -> None:
    """Play in the browser: place pieces, ask for hints, watch searches, design patterns.

    The command serves the page and an HTTP API until you press Ctrl-C. It needs the extra `web`.

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
    """Open the page in a thread, because a browser may take long to start."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
