"""``kaleido play``."""

import sys
import threading
import webbrowser
from typing import Annotated, Any, Unpack
from urllib.parse import quote as quote_url

from kaleido.base.bounds import PORT
from kaleido.base.consoles import is_watched
from kaleido.base.errors import OptionError
from kaleido.base.extras import need
from kaleido.base.text import split_names
from kaleido.cli import options
from kaleido.cli.console import answers, is_plain, note
from kaleido.cli.parameters import NAMES, argument, exclude, option, within
from kaleido.cli.puzzle import BoardOptions, read_puzzle
from kaleido.heuristics.makers import maker_of
from kaleido.heuristics.registry import STRATEGIES, strategy_name
from kaleido.library.data import known
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.puzzles import puzzle_facts, puzzle_names
from kaleido.model.names import chosen_pieces
from kaleido.model.piece_set import CLASSIC
from kaleido.puzzle.puzzle import named_puzzle

HOST = "127.0.0.1"


def play(
    pattern: Annotated[str | None, argument("PUZZLE", options.PATTERN_HELP, complete=NAMES)] = None,
    terminal: Annotated[
        bool,
        option("--terminal", "Play in the terminal itself, without the page."),
    ] = False,
    strategy: Annotated[
        list[str] | None,
        option(
            "--strategy -s NAME",
            "Offer a strategy of your own in Watch, before the others: MODULE:NAME or "
            "FILE.py:NAME. May be repeated.",
        ),
    ] = None,
    port: Annotated[
        int | None,
        option(
            "--port N",
            "The port; 0 for any free one.",
            parser=within(PORT),
            show_default="8064 if it is free",
        ),
    ] = None,
    host: Annotated[
        str | None,
        option(
            "--host NAME",
            "The address to listen on. Only this machine can reach the default.",
            show_default=HOST,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        option(
            "--allow-host NAME",
            "Also accept requests addressed to this name, such as a proxy's. May be repeated.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[
        bool | None,
        option("--browser/--no-browser", "Whether to open the page.", show_default="browser"),
    ] = None,
    **named: Unpack[BoardOptions],
) -> None:
    """Play in the browser: place pieces, ask for hints, watch searches, design patterns.

    Any puzzle can be opened: a pattern, a board with pieces, or a puzzle by its name.

    The command serves the page and an HTTP API until you press Ctrl-C. It needs the extra `web`.

    With --terminal, the game is played in the terminal itself: take a piece by its letter, move it
    with the arrows and place it with Enter. The screen shows the other keys, and ? explains them:
    hints in steps, undo and redo, all solutions. It needs the extra `terminal`.

    Exit codes: 0 ended by Ctrl-C, 143 by SIGTERM, 2 bad input or usage.
    """
    asked: dict[str, Any] = {"pattern": pattern, **named}
    if terminal:
        of_the_page: dict[str, object] = {"--strategy": strategy, "--port": port, "--host": host}
        of_the_page |= {"--allow-host": allow_host}
        of_the_page["--browser" if browser else "--no-browser"] = browser
        for name, given in of_the_page.items():
            exclude("--terminal", name, given=given is not None)
        play_here(asked)
        return
    fragment = link_fragment(asked) if any(each is not None for each in asked.values()) else ""
    own = dict.fromkeys(name for name in strategy or () if strategy_name(name) not in STRATEGIES)
    for name in own:
        maker_of(name)  # raises an error now, not in the browser
    need("web")
    from kaleido.web import server
    from kaleido.web.middleware import check_name
    from kaleido.web.page import stale_bundle

    host = HOST if host is None else host
    names = [check_name(name) for name in allow_host or ()]

    def ready() -> None:
        page = f"{server.name_address(listener, host)}{fragment}"
        answers().print(f"Kaleido plays at {page} (Ctrl-C ends it)")
        if stale := stale_bundle():
            note(stale)
        if not server.is_local(host):
            note("Everybody who reaches this machine can use it.")
        if browser is not False:
            # In a thread, because a browser may take long to start.
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    with server.open_socket(host, port) as listener:
        server.serve(listener, host, names=names, own=own, ready=ready)


def play_here(asked: dict[str, Any]) -> None:
    """Play what `read_puzzle` reads in the terminal, by default the board of the first steps."""
    chosen = any(each is not None for each in asked.values())
    puzzle = read_puzzle(**asked) if chosen else named_puzzle("first-steps")
    if not (sys.__stdin__ and sys.__stdin__.isatty() and is_watched(answers())):
        raise OptionError("--terminal needs a terminal to draw in and to read keys from")
    need("terminal")
    from kaleido.cli.player.app import play_in_terminal

    play_in_terminal(puzzle, plain=is_plain(answers()))


def link_fragment(asked: dict[str, Any]) -> str:
    """Return the end of a link to the page that opens what `read_puzzle` reads.

    Examples
    --------
    >>> link_fragment({"pattern": "kanoodle"})
    '#tab=play&pattern=kanoodle'
    >>> link_fragment({"board": "2x4", "pieces": "tetrominoes", "use": "I,O", "wrap": "columns"})
    '#tab=play&pattern=oooo/oooo&pieces=tetrominoes&use=I,O&wrap=columns'
    """
    from kaleido.web.lists import describe_puzzle
    from kaleido.web.question import check_playable, check_size

    wanted = read_puzzle(**asked)
    check_playable(wanted.pieces, wanted.pattern)
    check_size(wanted.pattern, wanted.pieces)
    use = asked.get("use")
    parts = {"tab": "play", "pattern": wanted.pattern.text}
    named = known(asked.get("pattern") or "", puzzle_names())
    whole = not any(asked.get(each) for each in ("use", "wrap", "pieces", "date", "without"))
    if named is not None and whole and describe_puzzle(named):
        parts["pattern"] = named
    else:
        chosen = asked.get("pieces") or (puzzle_facts(named).pieces if named else None)
        # A puzzle may add rules to those of its set.
        usual = named_set(chosen) if chosen in set_names() else None
        if usual and use is not None:
            usual = chosen_pieces(usual, split_names(use))
        if chosen and wanted.pieces == usual:
            parts |= {"pieces": chosen, "use": (use or "").replace(" ", "")}
        elif wanted.pieces != CLASSIC:
            lines = wanted.pieces.written().splitlines()
            parts["pieces"] = "\n".join(" ".join(line.split()) for line in lines)
        parts["wrap"] = wanted.pattern.wrap
    return "#" + "&".join(
        f"{key}={quote_url(value, '/,')}" for key, value in parts.items() if value
    )
