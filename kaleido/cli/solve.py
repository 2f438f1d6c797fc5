"""``kaleido solve``."""

import sys
import textwrap
from pathlib import Path
from typing import Annotated, Any

import click
from rich.console import Console

from kaleido.base.text import plural
from kaleido.cli import options
from kaleido.cli.console import (
    answers,
    is_plain,
    print_drawing,
    print_json,
    print_wrapped,
    unbroken,
)
from kaleido.cli.parameters import exclude, option
from kaleido.cli.progress import search_progress
from kaleido.heuristics.makers import make_any_strategy
from kaleido.heuristics.registry import DEFAULT
from kaleido.hints.assembly import Assembly
from kaleido.model.names import cell_name
from kaleido.puzzle.answer import Answer
from kaleido.puzzle.puzzle import Position
from kaleido.puzzle.recording import how_failed
from kaleido.puzzle.trace import check_trace
from kaleido.search.events import Backtrack, Event, Exhausted, GaveUp, Place, Resume, Tracker
from kaleido.search.fork import MethodEnd
from kaleido.search.found import Found
from kaleido.search.state import State

_HEADER = " #  edges  wait  piece              face  at  "

_SUM = "matched + window/2 + piece = score"  # the parts of a score, if it has any
_FOUND = 82  # the column of how a move was found

_WIDE = 103
"""The least width of a terminal that has room for that column; else it is a line below."""

_BELOW = 17  # the column where that line begins: that of the piece


class StepPrinter:
    """Print the events of a search while it runs, in ASCII only if it is to be `plain`."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self._console = console
        self._plain = plain
        # A file or another program takes lines of any length.
        width = console.width if console.is_terminal else sys.maxsize
        self._has_room = width >= _WIDE
        self._wrapped = textwrap.TextWrapper(max(width - _BELOW, _BELOW))
        if self._has_room:
            self._wrapped.width = width - _FOUND
        self._back, self._again, self._end = ("<-", "<<", "x ") if plain else ("↩ ", "⟲ ", "× ")
        self._tracker = Tracker()
        self._fullest: State | None = None

    def follow(self, event: Event) -> None:
        """Print one event."""
        if isinstance(event, Place):
            if not self._tracker.nodes:
                self._print_header(event)
            self._tracker.follow(event)
            if self._fullest is None or event.state.depth > self._fullest.depth:
                self._fullest = event.state
            line = _place_line(event)
            self._print_move(_ascii(line) if self._plain else line, event.found)
            return
        if isinstance(event, Backtrack):
            last = self._tracker.line[-1].placement
            number = "" if last.is_blank else event.state.depth
            self._print_dim(f"{number:>2}  {self._back} {last.taken_back()}")
        elif isinstance(event, Exhausted | GaveUp) and self._fullest is not None:
            words = how_failed(self._fullest, event.limit if isinstance(event, GaveUp) else None)
            self._console.print(f"    {self._end} {words}", style="bold")
        elif isinstance(event, MethodEnd):
            self._print_dim(f"    {self._end} {event.cause}")
        elif isinstance(event, Resume) and event.line:
            self._print_dim(
                f"    {self._again} resumes a deferred sibling "
                f"with {plural(event.line[-1].state.depth, 'piece')} on the board"
            )
        elif isinstance(event, Resume):
            self._print_dim(f"    {self._again} starts again with an empty board")
        self._tracker.follow(event)

    def _print_header(self, first: Place) -> None:
        header = _HEADER + ("score" if first.score.weights is None else _SUM)
        if first.found is not None and self._has_room:
            header = f"{header:<{_FOUND}}found"
        self._console.print(header, style="bold")

    def _print_move(self, line: str, found: Found | None) -> None:
        """Print a move and how it was found, on lines below it in a narrow terminal."""
        if found is None:
            self._console.print(line)
            return
        words = _ascii(str(found)) if self._plain else str(found)
        lines = self._wrapped.wrap(words)
        if self._has_room:
            self._console.print(f"{line:<{_FOUND}}{lines.pop(0)}")
        else:
            self._console.print(line)
        for rest in lines:
            self._print_dim(f"{'':<{_FOUND if self._has_room else _BELOW}}{rest}")

    def _print_dim(self, line: str) -> None:
        self._console.print(line, style="dim")


def _ascii(words: str) -> str:
    """Return words with the signs of arithmetic as they are in ASCII."""
    return words.replace("×", "x").replace("−", "-")


def _place_line(event: Place) -> str:
    placement, state = event.placement, event.state
    edges = f"{state.inner_edges}/{state.problem.solved_edges}"
    number, at = f"{state.depth:>2}", cell_name(placement.cells[0])
    words = f"{placement.name:<18} {placement.face:<5} {at:<3}"
    if placement.is_blank:
        number, words = "  ", f"{placement.title:<28}"
    return f"{number} {edges:>6}  {event.waiting or '':>4}  {words} {event.score.line}"


def solve(
    position: Position,
    strategy: options.Strategy = DEFAULT,
    rule: options.SwitchedRules = None,
    as_published: Annotated[
        bool, option("--as-published", "Stop where the paper's program fails or crashes.")
    ] = False,
    seed: options.Seed = 0,
    max_nodes: options.MaxNodes = None,
    timeout: options.Timeout = None,
    steps: Annotated[
        bool, option("--steps", "Show every move with its score while the search runs.")
    ] = False,
    trace: Annotated[
        Path | None,
        option("--trace FILE", "Write every event of the search to a file of JSON lines, .jsonl."),
    ] = None,
    by_piece: options.ByPiece = False,
    as_json: options.AsJson = False,
) -> None:
    """Solve a pattern or another puzzle, and show the moves that lead to the solution.

    Exit codes: 0 solved, 1 no solution (proved), 2 bad input or usage, 3 gave up.
    """
    exclude("--steps", "--json", given=steps and as_json)
    rules = [*(rule or ()), *(["as-published"] if as_published else [])]
    chosen = make_any_strategy("+".join([strategy, *rules]), seed)
    console = answers(quiet=as_json)
    printer = StepPrinter(console, plain=is_plain(console)) if steps else None
    if trace is not None:
        check_trace(trace)
    with search_progress(visible=not steps) as follow:
        watch = printer.follow if printer is not None else follow
        limits: dict[str, Any] = {"max_nodes": max_nodes, "timeout": timeout, "watch": watch}
        if trace is None:
            answer = position.solve(chosen, **limits)
        else:
            recording = position.record(chosen, **limits)
            recording.save(trace)
            answer = recording.answer
    if as_json:
        from kaleido.cli.outputs import SolveOutput

        print_json(SolveOutput(answer, position.text if position.placements else None))
    else:
        _print_answer(answer, console, position, by_piece=by_piece)
    raise click.exceptions.Exit(answer.status.exit_code)


def _print_answer(answer: Answer, console: Console, position: Position, *, by_piece: bool) -> None:
    looks = ""
    if answer.looks is not None:
        probes = f" ({plural(answer.looks.nodes, 'node')})" if answer.looks.nodes else ""
        looks = f"{plural(answer.looks.moves, 'look')} ahead{probes}, "
    effort = (
        f"{plural(answer.nodes, 'node')}, {plural(answer.backtracks, 'backtrack')}, {looks}"
        f"{answer.seconds:.3f} s, strategy {answer.strategy}"
    )
    if answer.pattern.title:
        console.print(answer.pattern.title, style="bold")
    if answer.solution is None:
        lying = bool(position.placements)
        print_drawing(console, position if lying else answer.pattern, implied=not lying)
        console.print(f"{answer.status.replace('-', ' ')}: {answer.reason}")
        console.print(effort)
        return
    print_drawing(console, answer.solution, by_piece=by_piece)
    if not answer.pattern.grid.lattice.is_flat:
        print_wrapped(console, Assembly(answer.pattern.grid, answer.solution.placements).words)
    console.print(f"solved and verified: {effort}")
    moves = (
        unbroken(f"{move.placement.name} {round(move.score.total, 2):g}")
        for move in answer.moves
        if move.score is not None
    )
    print_wrapped(console, f"moves and scores: {', '.join(moves)}")
