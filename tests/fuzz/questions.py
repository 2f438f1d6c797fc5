"""The questions about a puzzle, and how brute force checks the answers."""

import json
import math
import os
import pickle
import tempfile
from collections import OrderedDict
from contextlib import suppress
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from naive_puzzle import Full, Line, TooManyError
from seen import Seen

from fuzz.asked import (
    OFTEN,
    Asked,
    as_full,
    check_all,
    check_classes,
    check_likely,
    in_order,
    listed,
    question,
    rare,
)
from fuzz.fuzzer import Refused, expect, same
from kaleido import Placement, Position, Puzzle, Solution
from kaleido.base.errors import (
    LimitReachedError,
    NoSolutionError,
    OptionError,
    PatternError,
    PieceError,
    PlacingError,
    SolutionError,
    TooLargeError,
)
from kaleido.export import export_lines, parts_from_burrtools, parts_from_json
from kaleido.heuristics.makers import make_strategy
from kaleido.hints.infeasibility import find_argument, find_conflict
from kaleido.library.puzzles import apply_rules
from kaleido.parallel.workers import Serial
from kaleido.search.engine import search
from kaleido.search.events import Backtrack, Exhausted, Place, Resume, Solved
from kaleido.search.notation import format_place, parse_place, place_name
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.tuned import Tuned
from kaleido.search.symmetry import UpTo

STRATEGIES: tuple[Any, ...] = (
    *("constrained", "constrained", "tuned", "probing", "edge-matching", "random"),
    *("constrained+splitting", "probing+probe-nodes=3"),
    lambda seed: Constrained(seed, run_nodes=1),
    lambda seed: Tuned(seed, run_nodes=1),
)
UP_TO: tuple[UpTo, ...] = (True, "turns")
OF_PAPER = ("paper", "paper-text", "paper-plus", "paper-plus+held", "paper-plus+propagation")
"""The strategies of the paper, which need squares."""


def any_strategy(asked: Asked) -> Any:
    """Return a strategy or its name."""
    square = asked.naive.texts.lattice == "square"
    found = asked.dice.choice((*STRATEGIES, *(OF_PAPER * square)))
    return found if isinstance(found, str) else found(asked.dice.randrange(3))


# Searches.


@question
def _solve(asked: Asked) -> None:
    placed, strategy = asked.some(), any_strategy(asked)
    answer = asked.position(placed).solve(strategy, seed=asked.dice.randrange(3))
    truth = asked.holding(placed)
    strategy = answer.strategy
    same(answer.status.value, "solved" if truth else "no-solution", f"status with {strategy}")
    if truth:
        expect(as_full(answer.solution.placements) in truth, f"{strategy} finds a solution")
        same({each.placement for each in answer.moves}, set(answer.solution.placements), "moves")
        own = placed
        for move in answer.moves:
            (number,) = asked.numbers([move.placement])
            # Those that lie there already have no score.
            # Cells left empty are no moves, but they have sides.
            if move.score and move.score.weights and number not in own and not asked.naive.optional:
                edges = asked.naive.edges_of(number, own)
                expect(edges is None or move.score.matched == edges[0], f"{move!r} has {edges}")
            own = [*own, number]
    else:
        same((answer.solution, answer.moves), (None, ()), "no solution")


@question
def _both_engines(asked: Asked) -> None:
    """Check that both engines and a search that is watched make the same moves."""
    placed, seed = asked.some(), asked.dice.randrange(3)
    strategies = [any_strategy(asked), asked.dice.choice(OF_PAPER[:3])]
    for strategy in strategies if asked.naive.texts.lattice == "square" else strategies[:1]:
        answers = []
        for name in ("core", "python"):
            with mock.patch.dict(os.environ, KALEIDO_ENGINE=name):
                again = Asked(asked.naive, 0)
                answers.append(again.position(placed).solve(strategy, seed=seed).as_dict())
        answers.append(asked.position(placed).record(strategy, seed=seed).answer.as_dict())
        for answer in answers:
            answer.update(seconds=0, engine="")
        same(answers[0], answers[1], f"answers of both engines by {strategy}")
        same(answers[1], answers[2], f"answers of a search that is watched by {strategy}")


@question
def _events(asked: Asked) -> None:
    """Check that each move of a search can be made, and that all are taken back in order."""
    naive, placed, strategy = asked.naive, asked.some(), any_strategy(asked)
    start = asked.position(placed)
    recording = start.record(strategy, seed=asked.dice.randrange(3))
    line: list[int | None] = []
    for event in recording.events:
        if isinstance(event, Place):
            line.append(_laid(asked, event.state, event.number, placed, line))
            depth = len(line) - line.count(None)
            same(event.state.depth - start.state.depth, depth, "the depth after a move")
        elif isinstance(event, Backtrack):
            line.pop()
        elif isinstance(event, Resume):
            line = []
            for each in event.line:
                line.append(_laid(asked, each.state, each.number, placed, line))
    last = recording.events[-1]
    truth = asked.holding(placed)
    expect(isinstance(last, Solved if truth else Exhausted), f"{strategy} ends with {last!r}")
    if truth:
        own = {each for each in line if each is not None} | {*placed, *naive.givens}
        expect(frozenset(map(naive.lying, own)) in truth, f"the line of {strategy} is a solution")
    for row in recording.records()[:5]:
        json.dumps(row)


def _laid(asked: Asked, state: State, move: int, placed: list[int], line: list[Any]) -> int | None:
    """Return a move by its number, None for a cell left empty; a `Fault` if it is not legal."""
    naive, problem = asked.naive, state.problem
    own = [each for each in line if each is not None]
    if problem.is_blank(move):
        expect(naive.optional.bit_count() > 0, "only optional cells stay empty")
        return None
    (number,) = asked.numbers([problem.placement(move)])
    expect(number in naive.fitting({*placed, *own}), f"{naive.lying(number)} can be laid")
    return number


@question
def _along_a_solution(asked: Asked) -> None:
    naive, strategy = asked.naive, any_strategy(asked)
    if not naive.solutions:
        raise Refused("no solution")
    solution = asked.dice.choice(naive.solutions)
    recording = asked.puzzle.record(strategy, solution=asked.laid(sorted(solution)))
    same(as_full(recording.answer.solution.placements), frozenset(map(naive.lying, solution)), "it")


@question
def _solutions(asked: Asked) -> None:
    placed = asked.some()
    start = asked.position(placed)
    truth = asked.holding(placed)
    check_all(listed(start.solutions(seed=asked.dice.randrange(3))), truth, "solutions")
    same(start.unique(), len(truth) == 1, "unique (got, expected)")


@question
def _all_by_a_strategy(asked: Asked) -> None:
    placed, strategy = asked.some(), any_strategy(asked)
    state = asked.position(placed).state
    made = make_strategy(strategy, 1) if isinstance(strategy, str) else strategy
    events = search(state.problem, made, start=state, max_solutions=None)
    found = [event.state.path for event in events if isinstance(event, Solved)]
    truth = asked.holding(placed)
    check_all(
        (as_full(state.problem.placements(path)) for path in found), truth, f"all by {made.name}"
    )


@question
def _solutions_up_to_symmetry(asked: Asked) -> None:
    placed = asked.some()
    up_to = asked.dice.choice(UP_TO)
    found = listed(asked.position(placed).solutions(up_to_symmetry=up_to))
    check_classes(found, asked.naive.classes(placed, turns=up_to == "turns"), "classes")


@question
def _congruent_parts(asked: Asked) -> None:
    naive, number = asked.naive, asked.dice.choice((2, 2, 3))
    if naive.texts.wrap or len(naive.cells) % number:
        raise Refused("no parts")
    found = list(asked.puzzle.congruent_parts(number))
    truth = [full for full in naive.fulls if any(naive.groupings(full, number))]
    check_all(listed(each.solution for each in found), truth, f"solutions in {number} parts")
    for each in found:
        same(
            sorted(map(str, sum(each.parts, ()))), sorted(map(str, each.solution.placements)), "it"
        )


@question
def _out_of_time(asked: Asked) -> None:
    """Let the time be over in the midst of it: then nothing is proved that is not so."""
    placed, dice = asked.some(0.4), asked.dice
    start, truth = asked.position(placed), asked.holding(placed)
    kind, calls = dice.choice(("solve", "hint", "hint", "bounds", "list", "count")), count()
    last = dice.choice((0, 1, 2, 5, 20, 100))

    def clock() -> float:
        return 1e6 * (next(calls) > last)

    with mock.patch("time.perf_counter", clock):
        if kind == "solve":
            answer = start.solve(any_strategy(asked), timeout=1.0)
            right = "solved" if truth else "no-solution"
            expect(answer.status.value in (right, "gave-up"), f"{answer.status}, expected {right}")
        elif kind == "hint":
            hint = start.hint(timeout=1.0)
            expect(not (hint.lost and truth), f"the board is not lost: {hint}")
            hopeless = hint.reason.kind == "hopeless"
            expect(not (hopeless and asked.naive.fulls), f"there is a solution: {hint}")
            if hint.placement is not None:
                expect(bool(truth), f"there is no solution: {hint}")
                expect(bool(asked.holding([*placed, *asked.numbers([hint.placement])])), f"{hint}")
            for other in (*hint.reason.alternatives, *hint.reason.candidates):
                if other.lost and hasattr(other, "placement"):
                    number = asked.numbers([other.placement])
                    expect(not asked.holding([*placed, *number]), f"{other} is not lost")
        elif kind == "bounds":
            bounds = start.bounds(timeout=1.0)
            expect(bounds.least <= len(truth) <= bounds.most, f"{bounds} around {len(truth)}")
        else:
            with suppress(LimitReachedError, TooLargeError):
                if kind == "list":
                    check_all(listed(start.solutions(timeout=1.0)), truth, "solutions in time")
                else:
                    same(start.count(timeout=1.0).solutions, len(truth), "counted in time")


@question
def _out_of_nodes(asked: Asked) -> None:
    """Let a search end after some moves: then what it has found is right, and nothing is proved."""
    placed, most = asked.some(0.5), asked.dice.choice((1, 2, 5, 20, 100))
    start, truth = asked.position(placed), asked.holding(placed)
    answer = start.solve(any_strategy(asked), max_nodes=most)
    right = "solved" if truth else "no-solution"
    expect(answer.nodes <= most, f"{answer!r}, expected at most {most} moves")
    expect(answer.status.value in (right, "gave-up"), f"{answer!r}, expected {right}")
    expect(answer.solution is None or as_full(answer.solution.placements) in truth, f"{answer!r}")
    found: list[Any] = []
    try:
        found.extend(as_full(each.placements) for each in start.solutions(max_nodes=most))
    except LimitReachedError:
        truth &= set(found)
    check_all(found, truth, f"solutions within {most} moves")


# Counting.


def _limits(asked: Asked) -> Any:
    """Return limits with which small boards are swept in dicts or arrays, in one block or many."""
    from kaleido.counting import CountLimits

    dice = asked.dice
    return CountLimits(small=dice.choice((0, 0, 250_000)), block=dice.choice((1, 30, 500_000)))


@question
def _count(asked: Asked) -> None:
    placed = asked.some()
    found = asked.position(placed).count(workers=asked.dice.choice((1, Serial())))
    same(found.solutions, len(asked.holding(placed)), "the number of solutions (got, expected)")
    same(found.symmetric, len(asked.naive.classes(placed)), "up to symmetry (got, expected)")
    turned = asked.naive.classes(placed, turns=True)
    same(found.turned, len(turned), "up to turns (got, expected)")
    _check_by_placement(asked, placed, found.by_placement)


def _check_by_placement(asked: Asked, placed: list[int], counted: Any) -> None:
    problem = asked.puzzle.problem
    for move, number in counted.items():
        if problem.is_blank(move):
            continue
        own = asked.numbers([problem.placement(move)])
        same(number, len(asked.holding([*placed, *own])), f"solutions with {own} (got, expected)")


@question
def _count_with_a_piece(asked: Asked) -> None:
    placed = asked.some()
    if not (fits := asked.naive.fitting(placed)):
        raise Refused("nothing fits")
    more = asked.dice.choice(fits)
    found, hold = asked.position(placed).count_with(asked.placement(more))
    same(found.solutions, len(asked.holding(placed)), "solutions (got, expected)")
    same(hold, len(asked.holding([*placed, more])), "solutions with a piece (got, expected)")


@question
def _count_where(asked: Asked) -> None:
    naive, placed = asked.naive, asked.some()
    place = {cell: number for number, cell in enumerate(naive.cells)}

    def colours_suffice(full: Full) -> bool:
        owner = {place[cell]: number for number, (_, own) in enumerate(full) for cell in own}
        near = {(own, owner.get(to)) for at, own in owner.items() for to in naive.beside[at]}
        pairs = [(own, to) for own, to in near if to is not None and own < to]
        if len(full) > 9:
            raise Refused("too many colourings")
        return any(
            all(colours[one] != colours[other] for one, other in pairs)
            for colours in product(range(3), repeat=len(full))
        )

    found = asked.position(placed).count(where="three-colours")
    numbers = [len(list(filter(colours_suffice, asked.holding(placed))))]
    for turns in (True, False):
        classes = naive.classes(placed, turns=turns)
        numbers.append(sum(colours_suffice(min(own, key=in_order)) for own in classes))
    same([found.solutions, found.turned, found.symmetric], numbers, "where (got, expected)")


@question
def _count_by_sweeping(asked: Asked) -> None:
    """Count in the ways that small boards do not take by themselves."""
    from kaleido.counting import CountLimits
    from kaleido.counting.completions import CompletionCounter
    from kaleido.counting.count import count_at_most
    from kaleido.counting.enumerating import Enumeration, enumerates
    from kaleido.counting.frontier import exceeds_arrays, sweep_board
    from kaleido.counting.meter import Meter
    from kaleido.counting.searching import Searching
    from kaleido.counting.tasks import count_by_placement

    placed = asked.some()
    state, number = asked.position(placed).state, len(asked.holding(placed))
    most = asked.dice.choice((0, 1, max(0, number - 1), number, number + 1))
    found = count_at_most(state, most)
    said = f"solutions, at most {most}: {found}, expected {number}"
    expect(found == number if number <= most else found > most, said)
    state = state.refuted()
    if state.dead or state.solved:
        same(int(state.solved), number, "a board that is dead or solved (got, expected)")
        return
    same(Searching(Meter(CountLimits())).count(state), number, "by a search (got, expected)")
    if enumerates(state):
        enumeration = Enumeration(state)
        expect(enumeration.run(Meter(CountLimits())), "the enumeration ends")
        same(enumeration.solutions, number, "by enumeration (got, expected)")
    same(sweep_board(state, Meter(CountLimits())).total, number, "on a frontier (got, expected)")
    if not exceeds_arrays(state):
        limits = _limits(asked)
        counter = CompletionCounter(state, limits)
        counted, _ = count_by_placement(counter)
        same(sum(counted.values()), number, f"by sweeps, {limits} (got, expected)")
        _check_by_placement(asked, placed, counted)


@question
def _bounds(asked: Asked) -> None:
    placed = asked.some()
    number = len(asked.holding(placed))
    bounds = asked.position(placed).bounds(timeout=asked.dice.choice((0.0, 5.0)))
    expect(bounds.least <= number <= bounds.most, f"{bounds} around {number}")


@question
def _solutions_by_number(asked: Asked) -> None:
    from kaleido.counting.ranking import Ranking, SolutionSymmetries

    placed = asked.some()
    state = asked.position(placed).state
    up_to = asked.dice.choice((False, *UP_TO))
    symmetries = SolutionSymmetries.of(state, up_to)
    ranking = Ranking(state, _limits(asked), symmetries=symmetries)
    problem = asked.puzzle.problem
    found = [as_full(problem.placements(ranking[rank])) for rank in range(ranking.reachable)]
    same(ranking.total, ranking.reachable, "solutions that can be reached")
    if up_to:
        classes = asked.naive.classes(placed, turns=up_to == "turns")
        check_classes(found, classes, "classes by number")
    else:
        check_all(found, asked.holding(placed), "solutions by number")


@question
def _sample(asked: Asked) -> None:
    from kaleido.counting import sample_solutions

    placed = asked.some()
    truth = asked.holding(placed)
    number = asked.dice.choice(OFTEN) * len(truth) if len(truth) < 8 else 5
    state, dice = asked.position(placed).state, Random(asked.dice.randrange(9))
    paths = sample_solutions(state, max(number, 1), dice, _limits(asked))
    found = [as_full(asked.puzzle.problem.placements(path)) for path in paths]
    same(len(found), number, "the number of samples (got, expected)")
    expect(set(found) <= truth, "samples are solutions")
    if len(truth) < 8:
        check_likely(found, [{full} for full in truth])


@question
def _sample_up_to_symmetry(asked: Asked) -> None:
    from kaleido.counting import sample_solutions

    up_to = asked.dice.choice(UP_TO)
    classes = asked.naive.classes(turns=up_to == "turns")
    number = asked.dice.choice(OFTEN) * len(classes) if len(classes) < 8 else 5
    state, dice = asked.puzzle.state, Random(asked.dice.randrange(9))
    paths = sample_solutions(state, max(number, 1), dice, up_to_symmetry=up_to)
    found = [as_full(asked.puzzle.problem.placements(path)) for path in paths]
    expect({*found} <= asked.naive.fulls, "samples are solutions")
    shown = [len(own & {*found}) for own in classes]
    expect(max(shown, default=0) <= 1, "a class is shown by one solution")
    if len(classes) < 8:
        check_likely(found, classes)


# Difficulty.


@rare
def _rate(asked: Asked) -> None:
    """Check that a turned puzzle is as difficult, and that one without a solution is refused."""
    naive = asked.naive
    if naive.texts.lattice != "square":
        raise Refused("squares alone have a difficulty")
    try:
        rating = asked.puzzle.rate()
    except NoSolutionError:
        same(len(naive.fulls), 0, "solutions of a puzzle without difficulty (got, expected)")
        return
    expect(bool(naive.fulls), "a rated puzzle has a solution")
    same(rating.log_solutions, round(math.log10(len(naive.fulls)), 4), "logarithm of the solutions")
    if not naive.has_fixed:
        turned = Puzzle(asked.board.rotated(asked.dice.randint(1, 3)), asked.pieces)
        same(turned.rate().as_dict(), rating.as_dict(), "a turned puzzle is as difficult")


@question
def _turned(asked: Asked) -> None:
    """Count the solutions of the puzzle when its board is turned."""
    naive = asked.naive
    if naive.has_fixed:
        raise Refused("its pieces may not be turned")
    found = Puzzle(asked.board.rotated(asked.dice.randint(1, 5)), asked.pieces).count()
    same(found.solutions, len(naive.fulls), "solutions of a turned board (got, expected)")
    same(found.symmetric, len(naive.classes()), "up to symmetry when turned (got, expected)")


# The verifier.


@question
def _check(asked: Asked) -> None:
    """Check right solutions, those of looser rules, and those in which something was changed."""
    for _ in range(8):
        placements = _nearly_right(asked)
        faults = asked.puzzle.check(placements)
        wrong = asked.naive.is_wrong([(each.piece, each.face, each.cells) for each in placements])
        said = f"{faults!r} of {placements}, expected {wrong or 'no fault'!r}"
        expect(bool(faults) == bool(wrong), said)
        expect(all(fault.isprintable() for fault in faults), "faults are printable")
        try:
            Solution(asked.board, tuple(placements), asked.pieces)
        except SolutionError:
            expect(bool(wrong), f"only what is wrong is refused: {placements}")
        else:
            expect(not wrong, f"a wrong solution is made: {wrong}: {placements}")


def _nearly_right(asked: Asked) -> list[Placement]:
    naive, dice = asked.naive, asked.dice
    source = dice.choice((naive, *naive.looser))
    try:
        source = source if source.solutions else naive
    except TooManyError:
        source = naive
    placements = []
    for number in sorted(dice.choice(source.solutions)) if source.solutions else ():
        name, cells = source.lying(number)
        own = naive.numbers.get((name, cells))
        faces = ("front", "back") if own is None else naive.faces[naive.lies[own]]
        placements.append(Placement(name, dice.choice(faces), tuple(sorted(cells))))
    dice.shuffle(placements)
    for _ in range(dice.choice((0, 1, 1, 1, 2)) if source is naive else 0):
        _change(asked, placements)
    return placements


def _change(asked: Asked, placements: list[Placement]) -> None:
    naive, dice = asked.naive, asked.dice
    kinds = ("drop", "add", "swap", "cell", "face", "name", "move", "twice")
    kind = dice.choice(kinds) if placements else "add"
    place = dice.randrange(len(placements)) if placements else 0
    if kind == "drop":
        del placements[place]
    elif kind in ("add", "swap"):
        source = dice.choice((naive, *naive.looser))
        if source.lies:
            name, cells = source.lying(dice.randrange(len(source.lies)))
            new = Placement(name, dice.choice(("front", "front", "back")), tuple(sorted(cells)))
            placements[place : place + (kind == "swap")] = [new]
    elif kind == "twice":
        placements.append(placements[place])
    else:
        piece, face, cells = (
            getattr(placements[place], name) for name in ("piece", "face", "cells")
        )
        if kind == "cell":
            cells = {
                *cells[: dice.randint(0, len(cells) - 1)],
                *cells[1:],
                dice.choice(naive.cells),
            }
        elif kind == "face":
            face = "back" if face == "front" else "front"
        elif kind == "name":
            piece = dice.choice([*naive.names, "(empty)"])
        else:
            down, right = dice.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
            cells = {(max(0, row + down), max(0, col + right)) for row, col in cells}
        placements[place] = Placement(piece, face, tuple(sorted(cells)))


# Positions and texts.


@question
def _position(asked: Asked) -> None:
    naive, placed = asked.naive, asked.some(0.5)
    position = asked.position(placed)
    same(as_full(position.placements), frozenset(map(naive.lying, placed)), "what was laid")
    legal = as_full(dict.fromkeys(each for each in position.legal_placements))
    truth = frozenset(map(naive.lying, naive.fitting(placed)))
    check_all(
        [frozenset((each,)) for each in legal], [frozenset((each,)) for each in truth], "legal"
    )
    same(pickle.loads(pickle.dumps(position)), position, "pickled")
    same(
        Position(asked.puzzle, reversed(position.placements)), position, "laid the other way round"
    )
    problem = asked.puzzle.problem
    every = [number for number in range(len(problem)) if not problem.is_blank(number)]
    again = [problem.number_of(problem.placement(number)) for number in every]
    same(again, every, "numbers of placements")
    for lying, face in product(
        asked.dice.sample(naive.lies, min(9, len(naive.lies))), ("front", "back")
    ):
        cells = tuple(sorted(naive.cells_of(lying[1])))
        found = problem.number_of(Placement(naive.names[lying[0]], face, cells))
        same(found is not None, face in naive.faces[lying], f"{face} on {cells} has a number")
    if placed:
        same(position.pop(), asked.position(placed[:-1]), "one piece less")
    for number in asked.dice.sample(range(len(naive.lies)), min(3, len(naive.lies))):
        given = number in naive.givens
        try:
            position.push(asked.placement(number))
            fits = True
        except PlacingError:
            fits = False
        expect(given or fits == (naive.lying(number) in truth), f"{naive.lying(number)} is laid")
    complete = frozenset(map(naive.lying, {*placed, *naive.givens})) in naive.fulls
    same(not position.check(), complete, "nothing is missing (got, expected)")


@question
def _position_as_text(asked: Asked) -> None:
    naive, placed = asked.naive, asked.some(0.5)
    position = asked.position(placed)
    again = Position.parse(asked.puzzle, position.text)
    same(again.text.count("."), position.text.count("."), "as many free cells")
    masks = [{cells for _, cells in map(naive.lying, own)} for own in (
        asked.numbers(again.placements), placed)]  # fmt: skip
    same(masks[0], masks[1], "pieces on the same cells, written and read")
    if naive.is_plain:
        same(as_full(again.placements), as_full(position.placements), "written and read")
    else:
        same(again.check(), position.check(), "faults, written and read")


@question
def _placements_as_text(asked: Asked) -> None:
    naive = asked.naive
    state, grid = asked.puzzle.state, asked.board.grid
    fits = naive.fitting(())
    for number in asked.dice.sample(fits, min(len(fits), 4)):
        placement = asked.placement(number)
        for write in (format_place, place_name):
            text = write(placement, asked.pieces, grid)
            same(as_full([parse_place(text, state)]), as_full([placement]), f"{text}, read again")
        position = Position(asked.puzzle).push(format_place(placement, asked.pieces, grid))
        same(as_full(position.placements), as_full([placement]), "pushed as text")
        again = Placement.from_dict(json.loads(json.dumps(placement.as_dict())))
        same(again, placement, "as JSON")


@question
def _own_texts(asked: Asked) -> None:
    """Read the texts of the board and of the pieces again, as they were typed and as written."""
    from kaleido import Board, PieceSet

    texts = asked.naive.texts
    for text in (texts.board, str(asked.board)):
        same(Board.parse(text), asked.board, "the board, read again")
    bare = texts._replace(lines=tuple(Line(*each[:2]) for each in texts.lines))
    if all(each.sides == "" or texts.sides != "two-faced" for each in texts.lines):
        ruled = apply_rules(texts.ruled, PieceSet.parse("own", bare.pieces))
        same(ruled, asked.pieces, "pieces with the rules of the board")
    pieces = PieceSet.parse("own", asked.pieces.written())
    same(pieces, asked.pieces, "the pieces, read again")
    found = Puzzle(Board.parse(str(asked.board)), pieces).count()
    same(found.solutions, len(asked.naive.fulls), "solutions of what was read again")


# Exports.


@question
def _export_and_back(asked: Asked) -> None:
    """Count the solutions of what other formats say."""
    form = asked.dice.choice(("json", "json", "burrtools"))
    naive, placed = asked.naive, asked.some()
    own = {*placed, *naive.givens}
    pairs = zip(naive.ranges, naive.texts.lines, strict=True)
    pieces = sum(most for (_, most), line in pairs if not line.choice) + len(naive.choices)
    if pieces == len(own) or len(naive.cells) == sum(len(naive.lying(n)[1]) for n in own):
        raise Refused("there is nothing left")
    state = asked.position(placed).state
    try:
        raw = "\n".join(export_lines(state, form)).encode()
    except OptionError as error:
        expect(form == "burrtools" or bool(naive.texts.leave), f"JSON says all: {error}")
        raise Refused(str(error)) from None
    if form == "json":
        options = json.loads(raw)["options"]
        numbers = asked.numbers(Placement.from_dict(each) for each in options)
        truth = asked.holding(placed)
        needed = {each for full in truth for each in map(naive.numbers.get, full)}
        expect(needed <= {*numbers, *own}, "options have all that solutions have")
        try:
            found = parts_from_json(raw)
        except PatternError as error:
            in_edge = any("edge" in (line.zone, line.at) for line in naive.texts.lines)
            expect(bool(own) and in_edge, f"refused what was written: {error}")
            raise Refused(str(error)) from None
        except PieceError as error:
            # The pieces left fit nowhere, and none of them is needed.
            expect("has no pieces" in str(error), f"refused what was written: {error}")
            raise Refused(str(error)) from None
        if not own:
            same(found, (asked.board, asked.pieces), "the puzzle, written and read")
    else:
        found = parts_from_burrtools(raw, "own")
    assert found is not None
    try:
        number = Puzzle(*found).count().solutions
    except PieceError:  # the pieces that must be used do not fit any more
        number = 0
    same(number, len(asked.holding(placed)), f"solutions in {form} (got, expected)")


def _exported(asked: Asked, placed: list[int], form: str) -> list[str]:
    try:
        return list(export_lines(asked.position(placed).state, form))
    except OptionError as error:
        expect(asked.board.leave > 0 and not asked.pieces.uses_all, f"refused: {error}")
        raise Refused(str(error)) from None


@question
def _export_to_exact_cover(asked: Asked) -> None:
    from solver_files import covers, printed, read_dlx

    from kaleido.export import placements_from_dlx

    placed = asked.some()
    problem = asked.puzzle.problem
    bounds, options = read_dlx(_exported(asked, placed, "dlx"))
    truth = asked.holding(placed)
    found = list(islice(covers(bounds, options), len(truth) + 1))
    solutions = placements_from_dlx(printed(options, found), problem)
    check_all(map(as_full, solutions), truth, "exact covers")


@question
def _export_to_sat(asked: Asked) -> None:
    from solver_files import every_model, read_dimacs, valued

    from kaleido.export import placements_from_dimacs

    placed = asked.some()
    size, clauses = read_dimacs(_exported(asked, placed, "dimacs"))
    truth = asked.holding(placed)
    if len(clauses) > 2500 or len(truth) > 40:
        raise Refused("too many clauses for a plain solver")
    found = list(islice(every_model(clauses, size), len(truth) + 1))
    text = "\n".join(map(valued, found)) or "s UNSATISFIABLE"
    solutions = placements_from_dimacs(text, asked.puzzle.problem)
    check_all(map(as_full, solutions), truth, "models")


# The doors: the page, the batch and the command line.


@question
def _page(asked: Asked) -> None:
    from kaleido.web import jobs, question as asking

    naive, placed, dice = asked.naive, asked.some(), asked.dice
    texts = naive.texts
    if texts.optional or texts.leave or texts.lattice != "square":
        raise Refused("the page asks for such a board in another way")
    params: dict[str, Any] = {"pattern": texts.rows, "pieces": texts.pieces, "wrap": texts.wrap}
    params |= {"placed": [asked.placement(each).as_dict() for each in placed], "timeout": None}
    params |= {"max_nodes": None, "seed": 0, "strategy": "constrained", "most": 5, "cell": None}
    up_to = dice.choice((False, *UP_TO))
    truth, classes = asked.holding(placed), naive.classes(placed, turns=up_to == "turns")
    own = {"up_to_symmetry": up_to}
    number = len(classes) if up_to else len(truth)
    kind = dice.choice(("solve", "judge", "count", "left", "solutions", "first-solutions", "hint"))
    emitted: list[Any] = []

    def ask(**more: Any) -> dict[str, Any]:
        job = jobs.Job(kind, {**params, **own, **more}, 10**9)
        # Nothing is left of what the other engine was asked.
        with mock.patch.object(asking, "_kept", OrderedDict()):
            answer: dict[str, Any] = json.loads(json.dumps(jobs.run_job(job, emitted.append)))
        return answer

    if kind in ("solutions", "first-solutions"):
        answer = ask(offset=0, limit=number + 3)
        same(answer["solutions"], number, f"{kind} of the page (got, expected)")
        found = [as_full(map(Placement.from_dict, each)) for each in answer["found"]]
        if up_to:
            check_classes(found, classes, "classes of the page")
        else:
            check_all(found, truth, "solutions of the page")
        first = dice.randint(0, number)
        part = ask(offset=first, limit=2)["found"]
        same(part, answer["found"][first : first + 2], "a part of the solutions of the page")
        return
    answer = ask()
    if kind == "count":
        told = [answer[key] for key in ("solutions", "symmetric", "turned")]
        every = [naive.classes(placed, turns=turns) for turns in (False, True)]
        same(told, [len(truth), *map(len, every)], "the count")
    elif kind == "left":
        expect(answer["least"] <= len(truth) <= answer["most"], f"{answer} around {len(truth)}")
    else:
        status = naive.fulls if kind == "judge" else truth
        same(answer["status"], "solved" if status else "no-solution", f"{kind} of the page")


@question
def _batch(asked: Asked) -> None:
    from kaleido.batch import CountVerb, SolveVerb

    texts, naive = asked.naive.texts, asked.naive
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "own.txt")
        path.write_text(texts.pieces, encoding="utf-8")
        counted = CountVerb(str(path)).do("it", texts.board)
        solved = SolveVerb(str(path), strategy=any_strategy(asked)).do("it", texts.board)
    same((counted["status"], counted["solutions"]), ("counted", len(naive.fulls)), "counted")
    same(counted["symmetric"], len(naive.classes()), "counted up to symmetry (got, expected)")
    same(solved["status"], "solved" if naive.fulls else "no-solution", "solved in a batch")


@rare
def _command(asked: Asked) -> None:
    from fuzz.doors import ran

    texts, naive, placed = asked.naive.texts, asked.naive, asked.some()
    kind = asked.dice.choice(("count", "solve", "solutions", "hint"))
    truth, grid = asked.holding(placed), asked.board.grid
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("board.txt", texts.board), ("pieces.txt", texts.pieces)):
            Path(folder, name).write_text(text, encoding="utf-8")
        words = [kind, "--board", "board.txt", "--pieces", "pieces.txt", "--json"]
        for placement in asked.laid(placed):
            words += ["--place", format_place(placement, asked.pieces, grid)]
        code, out, err = ran(words, "", folder)
    expect(code in (0, 1), f"{words} ends with {code}: {err}")
    answers = [json.loads(line) for line in out.splitlines()]
    same(code, int(not truth and kind != "count"), f"exit code of {kind} (got, expected)")
    if kind == "count":
        same(answers[0]["solutions"], len(truth), "counted")
        same(answers[0]["symmetric"], len(naive.classes(placed)), "counted up to symmetry")
    elif kind == "solutions":
        found = [as_full(map(Placement.from_dict, each["placements"])) for each in answers]
        check_all(found, truth, "solutions printed")
    else:
        same(answers[0]["status"], "solved" if truth else "no-solution", kind)


# Reasons, hints and surveys: each fact that they state holds as a player sees the board.


@question
def _hint(asked: Asked) -> None:
    """Check hints on a few boards of one puzzle, which remembers facts for the next hint."""
    seen = Seen(asked.naive)
    for _ in range(3):
        placed = asked.some(0.5)
        seen.check_hint(asked.position(placed).hint(), lies(asked, placed))


@question
def _why(asked: Asked) -> None:
    """Check the reason why there is no solution."""
    placed = asked.some(0.2)
    position, truth, seen = asked.position(placed), asked.holding(placed), Seen(asked.naive)
    cause, reason = position.why(), position.solve().reason
    expect(not (truth and reason), f"there is a solution: {reason}")
    expect(bool(truth or cause or reason.kind == "searched"), f"the reason of a search: {reason}")
    conflict = None if truth else find_conflict(position.state)
    for each in filter(None, (cause, reason, conflict)):
        seen.check_cause(each, lies(asked, placed))
    refuted = position.state.refuted()
    same(pickle.loads(pickle.dumps(refuted)).dead, refuted.dead, "dead, pickled (got, expected)")
    # Colours say nothing more where the pieces left never have as many cells as are free.
    is_said = truth or find_argument(position.state) or (cause and cause.kind == "free")
    if position.state.free and not is_said:
        seen.check_no_parity(position.state, lies(asked, placed))


@question
def _survey(asked: Asked) -> None:
    naive, placed, seen = asked.naive, asked.some(0.5), Seen(asked.naive)
    cell = asked.dice.choice(naive.cells)
    survey = asked.position(placed).survey(any_strategy(asked), cell=cell)
    if (edges := naive.inner_edges(placed)) is not None:
        same(survey.known.edges, edges, "inner edges (got, expected)")
        labels: dict[int, set[tuple[int, int]]] = {}
        for row, col in naive.cells:
            labels.setdefault(survey.known.islands[row][col], set()).add((row, col))
        found = {frozenset(cells) for label, cells in labels.items() if label}
        same(found, naive.islands(placed), "islands (got, expected)")
    proposed = asked.numbers(each.placement for each in survey.candidates)
    expect(set(proposed) <= set(naive.fitting(placed)), "moves proposed can be made")
    if cell in seen.free(lies(asked, placed)):
        seen.check_choices(survey.choices, lies(asked, placed))
    else:
        same(survey.choices, None, "nothing covers a covered cell")


def lies(asked: Asked, placed: list[int]) -> list[Any]:
    """Return placements as pieces on cells."""
    return [asked.naive.lying(number) for number in placed]


# Designs, for the classic pieces alone; the puzzle does not matter.


@rare
def _complete_a_sketch(asked: Asked) -> None:
    """Leave cells of a solvable pattern open, and try every colour of them."""
    from packings import packing

    from kaleido.designing import Sketch, complete

    pattern = packing(asked.dice.randrange(30)).pattern
    cells = asked.dice.sample(range(64), 2)
    letters = list("".join(pattern.rows))
    sketch = Sketch.of(pattern).with_cells(
        "xryb" if place in cells else letter for place, letter in enumerate(letters)
    )
    truth = set()
    for pair in product("xryb", repeat=2):
        for cell, letter in zip(cells, pair, strict=True):
            letters[cell] = letter
        board = sketch.pattern("".join(letters))
        if Puzzle(board).solve().solution is not None:
            truth.add(board.text)
    found = complete(sketch)
    same((found.is_all, found.is_sure, set(found.patterns)), (True, True, truth), "completions")
    for each in found.cells:
        place = each.cell[0] * 9 + each.cell[1]
        same(set(each.letters), {text[place] for text in truth}, "colours of a cell")


@rare
def _design_with_symmetry(asked: Asked) -> None:
    """Make a symmetric pattern: turned or mirrored, with colours exchanged, it is the same."""
    from kaleido.designing import Sketch, Space, Symmetry

    name = asked.dice.choice(("mirror", "flip", "diagonal", "antidiagonal", "half-turn", "turn"))
    swaps = asked.dice.choice(((), (), ("xr",), ("ry",), ("xb", "ry")))
    other = asked.dice.choice(((), (Symmetry("half-turn"),)))
    try:
        space = Space(Sketch.free(), (Symmetry(name, swaps), *other))
        found = space.sample(Random(asked.dice.randrange(9)), 2.0)
    except (LimitReachedError, PatternError):
        raise Refused("no such pattern in time") from None
    if found is None:
        return
    swapped = str.maketrans("".join(swaps) + "".join(map(reversed_text, swaps)),
                            "".join(map(reversed_text, swaps)) + "".join(swaps))  # fmt: skip
    rows = found.pattern.rows
    images = {
        "mirror": lambda row, col: (row, 7 - col),
        "flip": lambda row, col: (7 - row, col),
        "diagonal": lambda row, col: (col, row),
        "antidiagonal": lambda row, col: (7 - col, 7 - row),
        "half-turn": lambda row, col: (7 - row, 7 - col),
        "turn": lambda row, col: (col, 7 - row),
    }
    for kind, exchange in ((name, swapped), *(("half-turn", {}),) * len(other)):
        for row, col in product(range(8), repeat=2):
            to_row, to_col = images[kind](row, col)
            image = rows[row][col].translate(exchange)
            same(rows[to_row][to_col], image, f"{kind} of {'/'.join(rows)}")


def reversed_text(text: str) -> str:
    """Return a text from its end to its start."""
    return text[::-1]
