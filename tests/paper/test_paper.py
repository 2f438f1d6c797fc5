"""The strategy paper: the runs of the author's program, and those of one written the plain way."""

import random
from functools import cache

import naive_paper
import pytest
from packings import packing
from paper_boards import EXCHANGED, random_board, told_runs
from paper_runs import TOO_SHORT, Rows, expected, outline, pattern_of, shown
from samples import NONE, unsolvable
from some import some
from walkthroughs import WALKTHROUGHS, Move

from kaleido import Pattern, Status, named_pattern, solve
from kaleido.heuristics.makers import make_any_strategy
from kaleido.model import find_faults
from kaleido.paper import Paper
from kaleido.search import (
    Backtrack,
    Exhausted,
    GaveUp,
    MethodEnd,
    Place,
    Problem,
    Resume,
    Solved,
    search,
)
from kaleido.search.events import Event

pytestmark = pytest.mark.usefixtures("engine")

# Columns of an island that is a row of the board: the author's program counts these false homes of
# the wand among those kept.
FALSE_HOMES = {"no-single-squares": 8}

# Red and black patterns, some of which are searched to the end soon and some of which are not.
NAMES = ("car", "key", "digit-3", "checkerboard", "quarter-turns", "seal", "two-llamas",
         "twelve", "no-single-squares", "crossroads", "periscope", "greek-temple",
         "postal-van")  # fmt: skip

PLAIN = tuple(["rxrxrxrx", "xrxrxrxr"] * 4)

SHIFTED = (*PLAIN[:7], "rxrxrxrx")
"""The last row is an island, so that the wand may fill the last island but one."""


def events_of(pattern: Pattern, name: str = "paper", most: int | None = None) -> list[Event]:
    return list(search(Problem(pattern), make_any_strategy(name), max_nodes=most))


def parts_of(event: Place) -> tuple[float, ...]:
    """Give the parts of a score as the walkthroughs do."""
    score, borders = event.score, event.state.problem.borders[event.number]
    edges = borders.bit_count()
    return score.matched, score.window, edges, score.crookedness, score.span


@pytest.mark.parametrize("name", WALKTHROUGHS)
def test_the_paper_move_for_move(name: str):
    moves: list[Move | None] = []
    for event in events_of(WALKTHROUGHS[name].pattern, most=60):
        if isinstance(event, Backtrack):
            moves.append(None)
        elif isinstance(event, Place):
            lying, total = event.placement, event.score.total
            parts, kept = parts_of(event), event.kept
            if lying.piece == "wand":
                assert parts == (total, 0, 18, 0, 0)
                parts, kept = (), kept + FALSE_HOMES.get(name, 0)
            moves.append(Move(lying.piece, lying.cells, parts, total, event.rank, kept))
        else:
            assert isinstance(event, Solved)
    assert moves == list(WALKTHROUGHS[name].moves)


def as_told(event: naive_paper.Event | None) -> object:
    return "backtrack" if event is None else [event.piece, [list(cell) for cell in event.cells]]


def test_the_runs_that_are_told():
    runs = list(told_runs())
    if not runs:
        pytest.skip("the told runs are not here")
    assert len(runs) == 23
    for name, rows, events, end in runs:
        told = [
            [event["piece"], event["cells"]] if isinstance(event, dict) else event
            for event in events
            if event not in ("solved", "failed")
        ]
        own = [as_told(event) for event in shown(rows, most=len(told) + 1)]
        # Where its progression is empty, the author's program crashes before it tells of the move;
        # at a false home of the wand it crashes, too, and we pass it over.
        assert own[: len(told)] == told, name
        if end in ("solved", "failed"):
            assert len(own) == len(told), name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.few(5)
def test_the_program_the_plain_way(name: str):
    rows = named_pattern(name).rows
    events = shown(rows)
    assert len(events) >= 18
    assert events == expected(rows)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("name", NAMES[1:10:4])
@pytest.mark.few(3)
def test_the_program_the_plain_way_on_rotations(name: str, turns: int):
    rows = named_pattern(name).rotated(turns).rows
    assert shown(rows) == expected(rows)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.few(8)
def test_the_program_the_plain_way_on_random_boards(seed: int):
    rows = random_board(random.Random(seed))
    assert shown(rows) == expected(rows)


@pytest.mark.parametrize("rows", [PLAIN, SHIFTED])
@pytest.mark.parametrize("exchanged", [False, True])
def test_the_program_the_plain_way_on_the_plain_board(rows: Rows, exchanged: bool):
    rows = tuple(row.translate(EXCHANGED) for row in rows) if exchanged else rows
    assert shown(rows) == expected(rows)


def test_the_wand_fills_the_last_island_but_one():
    # What is left takes the pieces in the order of the table, so that the first move is a four.
    wand, first = shown(SHIFTED, most=2)
    assert (wand.piece, {row for row, _ in wand.cells}) == ("wand", {7})
    assert len(first.cells) == 4
    problem = Problem(pattern_of(SHIFTED))
    _, place = (
        event for event in search(problem, Paper(), max_nodes=2) if isinstance(event, Place)
    )
    assert place.found.sizes == (*[4] * 10, 3, 3, 3, 3, 2, 1, 1)


@pytest.mark.parametrize("seed", [3, 11])
@pytest.mark.parametrize("name", ["car", "two-llamas", "paper-text"])
def test_seeds_make_no_difference(name: str, seed: int):
    rows = named_pattern("two-llamas" if name == "paper-text" else name).rows
    text = "paper-text" if name == "paper-text" else "paper"
    first, other = (shown(rows, make_any_strategy(text, each)) for each in (0, seed))
    assert first == other


def test_a_strategy_that_was_used_starts_afresh():
    strategy = Paper()
    for name in ("car", "two-llamas", "car"):
        rows = named_pattern(name).rows
        assert shown(rows, strategy) == expected(rows)


def ended(rows: Rows, most: int) -> tuple[int, str]:
    """Give how many events the author's program has, and how it ends.

    Of the run that ends with an empty progression its last move is counted, which it does not tell.
    """
    events, end = naive_paper.run(rows, most, false_homes=True)
    passed, other = naive_paper.run(rows, most)
    is_empty = end == other == "crashed" and len(passed) == len(events) + 1
    return len(events) + is_empty, end


def first_end(pattern: Pattern, most: int) -> tuple[int, MethodEnd | None]:
    """Give the first end of the method that the search tells, and how many events come before."""
    for count, event in enumerate(search(Problem(pattern), Paper())):
        if isinstance(event, MethodEnd):
            return count, event
        if isinstance(event, Solved) or count == most:
            return count, None
        assert isinstance(event, Place | Backtrack)
    raise AssertionError("the search ends without a word")


@cache
def ending_boards(end: str) -> list[Rows]:
    """Give two random boards on which the author's program ends in one way soon."""
    rng, found = random.Random({"failed": 18, "crashed": 4}[end]), []
    while len(found) < 2:
        rows = random_board(rng)
        if ended(rows, 120)[1] == end:
            found.append(rows)
    return found


@pytest.mark.parametrize("end", ["failed", "crashed"])
def test_where_the_authors_program_ends_we_say_so(end: str):
    for rows in some(ending_boards(end)):
        events, _ = ended(rows, 120)
        count, word = first_end(pattern_of(rows), 200)
        assert word is not None
        assert (word.kind, count, word.stops) == (end, events, False)
        assert word.cause.kind == f"program-{end}"


@pytest.mark.parametrize("name", ["car", "twelve", "no-single-squares", "morning-exercise"])
def test_where_the_authors_program_solves_no_end_is_told(name: str):
    assert ended(WALKTHROUGHS[name].pattern.rows, 100)[1] in ("solved", "crashed")
    count, word = first_end(WALKTHROUGHS[name].pattern, 200)
    assert (count, word) == (len(WALKTHROUGHS[name].moves), None)


@pytest.mark.parametrize("end", ["failed", "crashed"])
def test_as_published_gives_up_there(end: str):
    for rows in some(ending_boards(end)[:2]):
        events = events_of(pattern_of(rows), "paper+as-published")
        count, word = first_end(pattern_of(rows), 200)
        *before, last, gave_up = events
        assert outline(before)[:count] == shown(rows, most=200)[:count]
        assert len(before) == count
        assert last == word._replace(stops=True)
        assert gave_up == GaveUp(last.cause)
        answer = solve(pattern_of(rows), "paper+as-published")
        assert answer.status is Status.GAVE_UP
        assert str(answer.reason).startswith(f"{last.cause}; tried ")


def test_the_search_goes_on_where_the_program_ends():
    known = set()
    for seed in range(2):
        pattern = packing(seed).pattern
        events = events_of(pattern, most=2000)
        ends = [at for at, event in enumerate(events) if isinstance(event, MethodEnd)]
        failed = [at for at in ends if events[at].kind == "failed"]
        assert failed == ends[-1:] or not failed
        if failed:
            # The program's own run is over, and a second one starts that draws conclusions.
            assert events[failed[0] + 1] == Resume(())
        assert not isinstance(events[-1], Exhausted)
        if isinstance(events[-1], Solved):
            state = events[-1].state
            assert find_faults(pattern, state.problem.placements(state.path)) == []
            known.add(bool(failed))
    assert known


def test_a_crash_at_a_home_that_is_too_short_is_passed_over():
    # On this board the author's program comes to a false home before it solves or fails.
    rng = random.Random(2)
    while True:
        rows = random_board(rng)
        told, end = naive_paper.run(rows, 120, false_homes=True)
        if end == "crashed" and len(naive_paper.run(rows, 120)[0]) > len(told) + 1:
            break
    events = [*search(Problem(pattern_of(rows)), Paper(), max_nodes=100)]
    (at,) = (at for at, event in enumerate(events) if getattr(event, "kind", "") == "crashed")
    assert at == len(told)
    assert TOO_SHORT in str(events[at].cause)
    assert isinstance(events[at + 1], Place)
    assert outline(events)[at:] == expected(rows)[at : len(outline(events))]


@pytest.mark.parametrize("sample", NONE[3:7])
def test_what_has_no_solution_is_proved_to_have_none(sample: tuple[int, int, int]):
    pattern = unsolvable(sample)
    events = events_of(pattern)
    assert isinstance(events[-1], Exhausted)
    assert Resume(()) in events
    ends = [event.kind for event in events if isinstance(event, MethodEnd)]
    assert ends.count("failed") == 1
    answer = solve(pattern, "paper+as-published")
    assert answer.status is Status.GAVE_UP


@pytest.mark.parametrize("sample", NONE[3:5])
def test_paper_text_proves_the_same(sample: tuple[int, int, int]):
    assert isinstance(events_of(unsolvable(sample), "paper-text")[-1], Exhausted)
