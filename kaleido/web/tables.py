"""The tables of puzzles for the compiled core in a browser, so that it needs no Python.

For each puzzle of the lists these are the numbers that `kaleido.search.compiled` hands to the core.
All patterns for the classic pieces share one table: the page adds the board itself.
"""

from collections.abc import Iterator
from typing import Any

from kaleido.heuristics.makers import make_strategy
from kaleido.library.patterns import named_pattern, pattern_names
from kaleido.library.piece_sets import named_set, set_names
from kaleido.model.grid import bits
from kaleido.puzzle.puzzle import Puzzle
from kaleido.search.budget import LETTERS, budget_of
from kaleido.search.compiled import piece_numbers
from kaleido.search.plan import Option
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.tuned import Tuned
from kaleido.web.lists import describe_parts, read_list
from kaleido.web.question import read_puzzle

PATTERNS = "patterns"
"""The name of the table of all patterns."""

SEARCHED = ("constrained", "tuned", "probing", "random", "edge-matching")
"""The strategies that are watched without Python: their scores have no windows."""

_NO_NOTES = (0, 0x7FF80000, 0, 0)
"""Of a move that has no lookahead terms: the first two are a float that is no number."""


def tables() -> Iterator[tuple[str, Any]]:
    """Yield the name of each file of tables and its plain value.

    The first is an index: the names of the others by `question_key`. Each of the others holds the
    `parts` (the reply to `/api/pieces`) and, for puzzles, the `table`.

    Examples
    --------
    >>> name, index = next(tables())
    >>> name, index["pentominoes"]
    ('index', 'set-pentominoes')
    """
    sets = {name: f"set-{name}" for name in set_names()}
    # The puzzles of calendars are other ones every day.
    listed = [entry for entry in read_list("puzzles") if not entry["calendar"]]
    puzzles = {entry["name"]: question_of(entry) for entry in listed}
    yield "index", sets | {question_key(each): name for name, each in puzzles.items()}
    for name, file in sets.items():
        yield file, {"parts": describe_parts(named_set(name), None).as_dict()}
    for name, question in puzzles.items():
        puzzle = read_puzzle(question)
        parts = describe_parts(puzzle.pieces, puzzle).as_dict()
        yield name, {"parts": parts, "table": table_of(puzzle.problem)}
    yield PATTERNS, {"table": pattern_table()}


def question_key(question: dict[str, Any]) -> str:
    """Return the key of a question's puzzle in the index."""
    use = ",".join(question.get("use") or ())
    parts = (question.get("pattern"), question.get("pieces"), use, question.get("wrap"))
    return " ".join(filter(None, parts))


def question_of(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the question that the page asks about a puzzle of its list."""
    lattice, text = entry["lattice"], entry["pattern"]
    return {**entry, "pattern": text if lattice == "square" else f"{lattice}: {text}"}


def pattern_table() -> dict[str, Any]:
    """Return all patterns as the core reads them: what their boards share, whichever it is."""
    pattern = named_pattern(next(iter(pattern_names())))
    return table_of(Puzzle(pattern).problem, is_board=False)


def table_of(problem: Problem, *, is_board: bool = True) -> dict[str, Any]:
    """Return a puzzle as the core reads it, with further data for scores and counts.

    Without `is_board`, the page adds the board: the table has only what all boards of its shape
    share.
    """
    grid, pieces = problem.grid, problem.placeable
    budget = budget_of(pieces, problem.counts_colours)
    return {
        "letters": LETTERS,  # those whose cells the core counts, in its order
        "names": [piece.name for piece in pieces],
        "copies": pieces.counts,  # of each piece
        "needed": pieces.needed,  # how many of them must be used
        "rows": grid.rows,
        "cols": grid.cols,
        "is_plain": pieces.is_plain,  # whether the pieces have no colours
        "frame": problem.frame.bit_count(),  # its edges
        "full": problem.solved_edges,  # the edges that a solved board has inside
        "pieces": piece_numbers(pieces, grid, budget).tolist(),  # as the core reads them
        "board": problem.numbers().tolist() if is_board else [],  # as the core reads it
        # What `tuned` reads of the board.
        "passages": Lookahead(problem).numbers.tolist() if is_board else [],
        "counts": dict(problem.counts) if is_board else {},  # the cells of each letter
        "implied": list(bits(problem.implied if is_board else problem.frame)),  # known at first
        "givens": problem.givens,  # the placements that the board shows
        # Those that are watched, by name; null for one that the core does not play here.
        "strategies": {name: _strategy(name, problem) for name in SEARCHED},
    }


def _strategy(name: str, problem: Problem) -> dict[str, Any] | None:
    strategies: Any = [make_strategy(name, seed) for seed in (0, 1)]
    plans = [each.plan(problem) for each in strategies]
    if None in plans:
        return None
    plan, seeded = plans
    start = State.empty(problem)
    scores = [
        plan.score(Option(start, 0, 0, piece, _NO_NOTES)) for piece in range(len(problem.placeable))
    ]
    weights, is_tuned = scores[0].weights, isinstance(strategies[0], Tuned)
    # The words of the seed, which 0 has none of, follow the first number; passages are last.
    passages = len(Lookahead(problem).numbers) if is_tuned else 0
    rests = (numbers.tolist() for numbers in (plan.numbers[2:], seeded.numbers[3:]))
    return {
        "number": plan.numbers[0],  # its number in the core
        # Read by the core after the seed: for seed 0, and for all others.
        "rests": [rest[: len(rest) - passages] for rest in rests],
        "reals": plan.reals,  # the numbers that need not be whole
        "matched": weights.matched,  # the weight of a matched edge
        "shapes": [(score.crookedness, score.span) for score in scores],  # of each piece
        # The weights of the lookahead terms; with them the table holds the `passages`, too.
        "ahead": (weights.scarce_cells, weights.singles, weights.pairs) if is_tuned else None,
    }
