"""``kaleido solve``."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import click
from rich.console import Console

from kaleido.base.text import plural
from kaleido.cli import options
from kaleido.cli.console import (
    answers,
    is_plain,
    note,
    print_drawing,
    print_json,
    print_wrapped,
    unbroken,
)
from kaleido.cli.parameters import exclude, option
from kaleido.cli.progress import search_progress
from kaleido.heuristics.makers import make_any_strategy
from kaleido.heuristics.registry import DEFAULT
from kaleido.model.names import cell_name, piece_labels
from kaleido.puzzle.answer import Answer
from kaleido.puzzle.puzzle import Position
from kaleido.puzzle.recording import how_failed
from kaleido.search.events import Backtrack, Event, Exhausted, GaveUp, Place, Resume, Tracker
from kaleido.search.fork import MethodEnd
from kaleido.search.notation import lying_words, name_orientation
from kaleido.search.result import Status
from kaleido.search.state import State

_LEGEND = (
    "edges: sides between pieces that are known, of all (more: a dead end); wait: other moves "
    "that wait; turn: clockwise; at: the first cell; score: "
)
_SUM = "matched edges + half the edges of the window + a bonus for the piece"

_PIPED = 80  # columns of lines that go to a file or to another program
_BELOW = 19  # the column of a score that has no room on its line: that of the piece
_SCORE = 28  # the columns of a score beside which there is more


class StepPrinter:
    """Print the events of a search while it runs, in ASCII only if it is to be `plain`."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self._console = console
        self._plain = plain
        self._width = console.width if console.is_terminal else _PIPED
        self._back, self._again, self._end = ("<-", "<<", "x ") if plain else ("↩ ", "⟲ ", "× ")
        self._tracker = Tracker()
        self._piece = 0  # the columns of a piece's name

    def follow(self, event: Event) -> None:
        """Print one event."""
        fullest = self._tracker.fullest
        if isinstance(event, Place):
            if not self._tracker.nodes:
                self._print_header(event)
            self._tracker.follow(event)
            self._print_move(event)
            return
        if isinstance(event, Backtrack):
            last = self._tracker.line[-1].placement
            number = "" if last.is_blank else event.state.depth
            self._print_dim(f"{number:>2}  {self._back} {last.taken_back()}")
        elif isinstance(event, Exhausted | GaveUp) and fullest is not None:
            words = how_failed(fullest, event.limit if isinstance(event, GaveUp) else None)
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
        labels = piece_labels(first.state.problem.pieces)
        self._piece = max(map(len, ["piece", *labels.values()]))
        own = "one number" if first.score.named is None else "the sum of its parts"
        legend = _LEGEND + (own if first.score.weights is None else _SUM)
        self._print_dim(textwrap.fill(legend, self._width))
        header = self._columns("#", "edges", "wait", "piece", "face", "turn", "at")
        found = "" if first.found is None else "found"
        self._print_parts(header, ["score", found], "bold")

    def _columns(self, *words: object) -> str:
        number, edges, wait, piece, *others = map(str, words)
        face, turn, at = others if others else ("", "", "")
        line = f"{number:>2}  {edges:>7}  {wait:>4}  {piece:<{self._piece}} "
        return f"{line}{face:<5} {turn:<4} {at:<4}"

    def _print_move(self, event: Place) -> None:
        """Print a move, its score and how it was found."""
        placement, state = event.placement, event.state
        number: object = state.depth
        edges = f"{state.inner_edges}/{state.problem.solved_edges}"
        if placement.is_blank:
            number, words = "", [placement.title]
        else:
            pieces, board = state.problem.pieces, state.problem.pattern
            turn = name_orientation(placement, pieces, board).removeprefix(placement.face)
            turn += "°" if turn and board.grid.lattice.is_flat else ""
            at = cell_name(placement.cells[0])
            words = [placement.name, placement.face, turn, at]
        line = self._columns(number, edges, event.waiting or "", *words)
        self._print_parts(line, [event.score.line, str(event.found or "")])

    def _print_parts(self, line: str, parts: Sequence[str], style: str = "") -> None:
        """Print a line and its score and finding: beside it where there is room, or else below."""
        below: list[str] = []
        for column, part in zip((len(line), len(line) + 1 + _SCORE), parts, strict=True):
            if not below and column + 1 + len(part) <= self._width:
                line = f"{line:<{column}} {part}"
            elif part:
                below.append(part)
        self._console.print(self._ascii(line.rstrip()), style=style)
        for part in below:
            for rest in textwrap.wrap(part, self._width - _BELOW):
                self._print_dim(f"{'':<{_BELOW}}{rest}")

    def _print_dim(self, line: str) -> None:
        self._console.print(self._ascii(line), style="dim")

    def _ascii(self, words: str) -> str:
        """Return words with the signs of arithmetic as they are in ASCII, if they are to be."""
        if not self._plain:
            return words
        return words.replace("×", "x").replace("−", "-").replace("°", "")


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
    lay: Annotated[
        bool, option("--lay", "Say how to lay each piece, in the words of hints.")
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
    exclude("--steps" if steps else "--lay", "--json", given=(steps or lay) and as_json)
    rules = [*(rule or ()), *(["as-published"] if as_published else [])]
    chosen = make_any_strategy("+".join([strategy, *rules]), seed)
    if seed and not as_json and not getattr(chosen, "uses_seed", True):
        note(f"{strategy} uses no seed: every seed makes the same moves")
    console = answers(quiet=as_json)
    printer = StepPrinter(console, plain=is_plain(console)) if steps else None
    if trace is not None:
        from kaleido.puzzle.trace import check_trace

        check_trace(trace)
    tracker = Tracker()
    with search_progress(visible=not steps) as follow:

        def watch(event: Event) -> None:
            tracker.follow(event)
            (printer.follow if printer is not None else follow)(event)

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
        reached = tracker.fullest if answer.status is Status.GAVE_UP else None
        _print_answer(answer, console, position, reached, by_piece=by_piece, lay=lay)
    raise click.exceptions.Exit(answer.status.exit_code)


def _print_answer(
    answer: Answer,
    console: Console,
    position: Position,
    reached: State | None,
    *,
    by_piece: bool,
    lay: bool,
) -> None:
    """Print an answer; of a search that gave up, with the fullest board that it has reached."""
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
        if reached is not None:
            console.print(f"the fullest board reached: {reached.progress}")
            print_drawing(console, reached, by_piece=by_piece)
        else:
            lying = bool(position.placements)
            print_drawing(console, position if lying else answer.pattern, implied=not lying)
        console.print(f"{answer.status.replace('-', ' ')}: {answer.reason}")
        console.print(effort)
        return
    print_drawing(console, answer.solution, by_piece=by_piece)
    if not answer.pattern.grid.lattice.is_flat:
        from kaleido.hints.assembly import Assembly, is_solid

        if is_solid(answer.pattern.grid):
            print_wrapped(console, Assembly(answer.pattern.grid, answer.solution.placements).words)
    if lay:
        pieces = answer.solution.pieces
        for number, each in enumerate(answer.solution.placements, start=1):
            words = lying_words(each, pieces, answer.pattern)
            console.print(f"{number:>2}  {words}, at {cell_name(each.cells[0])}")
    console.print(f"solved and verified: {effort}")
    moves = (
        unbroken(f"{move.placement.name} {round(move.score.total, 2):g}")
        for move in answer.moves
        if move.score is not None
    )
    print_wrapped(console, f"moves and scores: {', '.join(moves)}")
