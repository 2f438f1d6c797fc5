"""The compiled core and Python search alike: the same events in the same order."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial, reduce
from itertools import islice
from random import Random

import pytest
from both_engines import by_both, check, told
from fuzz.draw import ruled_small
from small_boards import game
from some import some

from kaleido import (
    Board,
    Pattern,
    PieceSet,
    Puzzle,
    named_pattern,
    named_puzzle,
    pattern_names,
    solve,
)
from kaleido.heuristics.makers import maker_of
from kaleido.heuristics.plus import PLUS_RULES, PaperPlus
from kaleido.hints.rating import rate_counted
from kaleido.library import named_set
from kaleido.model.piece_set import CLASSIC
from kaleido.paper import Paper
from kaleido.search import Constrained, Probing, Problem, State, Weights, search
from kaleido.search.compiled import LARGE
from kaleido.search.events import GaveUp, Place
from kaleido.search.result import search_result, solved_states
from kaleido.search.stopping import REFUTE_AFTER
from kaleido.search.strategies import constrained


def test_a_large_table_is_not_listed_in_python(monkeypatch):
    heptominoes = named_set("heptominoes")
    pieces = heptominoes.chosen([piece.name for piece in heptominoes][:64])
    board = Board.parse("16x28")
    monkeypatch.setattr("kaleido.search.problem.list_placements", lambda *_: 1 / 0)
    problem = Problem(board, pieces)
    result = search_result(State.empty(problem), Constrained(), max_nodes=REFUTE_AFTER + 100)
    assert isinstance(result.last, GaveUp)
    assert len(problem.compiled) > LARGE


@pytest.mark.long
def test_a_large_table(monkeypatch):
    heptominoes = named_set("heptominoes")
    pieces = heptominoes.chosen([piece.name for piece in heptominoes][:64])
    check(monkeypatch, Board.parse("16x28"), pieces, max_nodes=150)


@pytest.mark.parametrize(
    ("name", "number"),
    [("twelve", 63), pytest.param("fancy-chessboard", 118, marks=pytest.mark.long)],
)
def test_every_solution_once(monkeypatch, name, number):
    def paths():
        problem = Problem(named_pattern(name))
        return [state.path for state in solved_states(State.empty(problem), Constrained())]

    core, python = by_both(monkeypatch, paths)
    assert core == python
    assert len(core) == number


class Growing(Constrained):
    growth = 50


@pytest.mark.parametrize(
    "strategy",
    [
        lambda: Constrained(run_nodes=None),
        lambda: Constrained(run_nodes=1),
        lambda: Constrained(run_nodes=1 << 70),
        lambda: Growing(run_nodes=1),
        lambda: Constrained(weights=Weights(matched=0.1, corner=0.3, pieces={"wand": 2.5})),
        lambda: Probing(2),
        lambda: Probing(probe_nodes=0),
    ],
)
def test_parameters(monkeypatch, strategy):
    for name in ("car", "key"):
        check(monkeypatch, named_pattern(name), Puzzle("car").pieces, strategy=strategy)


def test_states_that_nobody_looked_at_are_those_of_python():
    problem = Problem(named_pattern("car"))
    state = State.empty(problem)
    seen = 0
    for event in search(problem, Constrained()):
        if isinstance(event, Place):
            made = State.empty(problem)
            for number in event.state.path:
                made = made.place(number)
            names = ("live", "items", "edges", "filled", "budget", "depth", "scarcest", "solved")
            assert all(getattr(event.state, each) == getattr(made, each) for each in names)
            before = event.state.parent
            assert event.score.matched == (problem.borders[event.number] & before.edges).bit_count()
            seen += 1
    assert seen >= 18
    assert state.depth == 0


@pytest.mark.parametrize("puzzle", ["car", "tetromino-tube", "orders-3x3"])
def test_placements_made_at_once_leave_what_they_leave_one_by_one(puzzle):
    start = State.empty(Puzzle(puzzle).problem)
    path = next(solved_states(start, Constrained())).path
    names = "live", "items", "edges", "filled", "budget", "depth", "scarcest", "path", "dead"
    for number in range(2, len(path) + 1):
        states = reduce(State.place, path[:number], start), start.place(*path[:number])
        before = [state.parent for state in states]
        for one, other in (states, before):
            assert all(getattr(one, each) == getattr(other, each) for each in names)
    assert states[1].solved


def test_numbers_that_are_none_leave_the_search_to_python():
    problem = Problem(named_pattern("car"))
    assert Constrained(weights=Weights(matched=math.nan)).plan(problem) is None
    assert constrained.NOISE.first in Constrained().plan(problem).reals


def test_limits(monkeypatch):
    def ends():
        problem, found = Problem(named_pattern("fancy-chessboard")), []
        for max_nodes in (0, 1, 7, 8, 9, 100):
            result = search_result(State.empty(problem), Constrained(5), max_nodes=max_nodes)
            found.append((told(result.last), *result[1:5]))
        result = search_result(State.empty(problem), Constrained(5), timeout=0)
        return [*found, told(result.last), result.nodes]

    core, python = by_both(monkeypatch, ends)
    assert core == python
    assert core[-1] == 0


def test_events_can_be_left_early(monkeypatch):
    def first():
        return [
            told(event) for event in islice(search(Problem(named_pattern("car")), Constrained()), 5)
        ]

    core, python = by_both(monkeypatch, first)
    assert core == python


def test_a_proof_by_colouring_ends_the_search(monkeypatch):
    tetrominoes = named_set("tetrominoes")
    assert check(monkeypatch, Board.parse("4x5"), tetrominoes)[0] == ("Exhausted",)
    # Two colours do not tell; more are tried when the search takes long.
    bars = PieceSet.parse("bars", "# sides: mirrored\nI oooo x25")
    for strategy in (Constrained, partial(Constrained, run_nodes=None)):
        found = check(monkeypatch, Board.parse("10x10"), bars, strategy=strategy, max_nodes=5000)
        assert found[:2] == (("Exhausted",), REFUTE_AFTER)
    # With marks, each piece covers white cells where its own letters are.
    marked = PieceSet.parse("marked", "# sides: mirrored\nT oAo/.o. x2\nI oooA")
    assert check(monkeypatch, Board("ooao/aaoa/oaao"), marked)[:2] == (("Exhausted",), 0)


def switched(seed):
    """Return what makes a strategy of the paper with some rules switched at random."""
    chance, rules = Random(seed), [*PLUS_RULES.names, "held", "every-line", "at-once"]
    if chance.random() < 0.2:
        rules = ["as-published", "across", "tallied", "held", "chance", "bounded"]
    base = chance.choice(["paper", "paper-text", "paper-plus"])
    if "as-published" in rules and base == "paper-plus":
        base = "paper"
    names = chance.sample(rules, chance.randrange(1, 5))
    return maker_of(base + "".join(chance.choice(["+", "+no-"]) + name for name in names))


class TestPaper:
    """The strategies of the paper; told runs and the oracle are compared with in test_paper."""

    @pytest.mark.parametrize("seed", range(1000))
    @pytest.mark.few(5)
    def test_rules(self, monkeypatch, seed):
        names = pattern_names("standard")
        pattern = named_pattern(names[seed % len(names)]).rotated(seed)
        most = None if seed % 2 else 1
        check(
            monkeypatch,
            pattern,
            Puzzle(pattern).pieces,
            strategy=partial(switched(seed), seed),
            max_nodes=150,
            max_solutions=most,
        )

    @pytest.mark.parametrize("seed", range(400))
    @pytest.mark.few(1)
    def test_other_sheets(self, monkeypatch, seed):
        """Compare on small boards, puzzles with rules, and plain ones: some have no solution."""
        ruled = ruled_small(seed)
        problems = [(ruled.pattern, ruled.pieces)]
        for family in ("plain", "copies", "spare", "coloured", "twins", "unsolvable"):
            problem = game(family, seed).puzzle.problem
            problems.append((problem.pattern, problem.pieces))
        for number, (board, pieces) in enumerate(problems, seed):
            if board.grid.lattice.is_square:
                for strategy in (Paper, PaperPlus, switched(seed)):
                    check(
                        monkeypatch,
                        board,
                        pieces,
                        strategy=partial(strategy, seed),
                        max_nodes=50,
                        max_solutions=None if number % 2 else 1,
                    )

    @pytest.mark.parametrize("name", ["matched", "window", "corner", "block", "span", "split"])
    def test_one_weight_too_large_for_the_core_to_round(self, name):
        strategy = Paper(weights=replace(Weights(), **{name: 2e6}))
        assert strategy.plan(Problem(named_pattern("car"))) is None

    @pytest.mark.parametrize("strategy", [Paper, PaperPlus, maker_of("paper+forced")])
    def test_from_positions(self, monkeypatch, strategy):
        """Boards on the line, dead ones among them, are searched on alike."""
        problem = Problem(named_pattern("key"))
        line = [event.state for event in search(problem, Paper()) if isinstance(event, Place)]
        dead = [state for state in line if state.dead]
        assert dead
        for state in line[:60:14] + dead[:20:8]:

            def events(state=state):
                found = search(state.problem, strategy(0), start=state, max_nodes=120)
                return [told(event) for event in found]

            core, python = by_both(monkeypatch, events)
            assert core == python

    def test_moves_that_were_tried_are_ruled_out_of_the_boards_of_events(self, monkeypatch):
        def live():
            own = maker_of("paper+propagation")(0)
            found = search(Problem(named_pattern("key")), own, max_nodes=20)
            return [event.state.live for event in found if isinstance(event, Place)]

        core, python = by_both(monkeypatch, live)
        assert core == python

    def test_boards_without_a_solution(self, monkeypatch):
        """The program plays on where it is proved that there is none, for a thousand nodes."""
        blocks = Pattern.parse("/".join(["rrxxrrxx", "rrxxrrxx", "xxrrxxrr", "xxrrxxrr"] * 2))
        problems = [
            (blocks, CLASSIC),
            (Pattern.parse("/".join(["r" * 8, *named_pattern("checkerboard").rows[1:]])), CLASSIC),
            (Board.parse("4x5"), named_set("tetrominoes")),
            (
                Board.parse("o.oooooo/.ooooooo/" + "oooooooo/" * 5 + "oooooo.."),
                named_set("pentominoes"),
            ),
        ]
        for board, pieces in some(problems):
            assert State.empty(Problem(board, pieces)).dead
            for strategy in (Paper, PaperPlus, maker_of("paper+forced+fallback")):
                check(monkeypatch, board, pieces, strategy=partial(strategy, 0), max_nodes=1500)

    def test_classes_of_others_are_asked_in_python(self):
        class Own(PaperPlus):
            pass

        assert Own().plan(Problem(named_pattern("car"))) is None

    def test_ratings(self, monkeypatch):
        core, python = by_both(monkeypatch, lambda: rate_counted(Problem(named_pattern("key")), 26))
        assert core == python


def test_answers_say_which_engine_ran(monkeypatch):
    puzzle = Puzzle(named_pattern("car"))
    for engine in ("core", "python"):
        monkeypatch.setenv("KALEIDO_ENGINE", engine)
        watched = solve(puzzle, "paper", watch=lambda _: None)
        asked = solve(puzzle), watched, puzzle.count(), puzzle.rate()
        assert [each.as_dict()["engine"] for each in asked] == [engine] * 4
    # A strategy of one's own chooses its moves in Python.
    monkeypatch.setenv("KALEIDO_ENGINE", "core")
    assert solve(puzzle, lambda candidate: candidate.matched).engine == "python"


def test_threads_may_ask_the_same_puzzle():
    def ask(puzzles, seed):
        strategy = ("constrained", "paper-plus", "tuned", "probing")[seed % 4]
        answers = [each.solve(strategy, seed=seed, max_nodes=200) for each in puzzles]
        return *answers, *(each.count() for each in puzzles[1:])

    def puzzles():
        return [Puzzle(named_pattern("checkerboard")), named_puzzle("orders-torus")]

    alone = [ask(puzzles(), seed) for seed in range(8)]
    for _ in range(2):
        with ThreadPoolExecutor(8) as pool:
            together = pool.map(partial(ask, puzzles()), range(8))
            assert list(together) == alone


def test_the_placements_on_each_cell_of_a_large_board_are_those_that_cover_it():
    drawings = (".oo/oo./.o.", "oooo/o...", "oo../.ooo", "oo/oo/o.", "oooo/.o..")
    lines = (f"{name} {drawing} x12" for name, drawing in zip("FLNPY", drawings, strict=True))
    pieces = PieceSet.parse("many", "\n".join(("# sides: mirrored", *lines)))
    problem = Problem(Board.parse("15x20"), pieces)
    assert len(problem) > 8192
    every = list(enumerate(problem.masks))
    for cell in (0, 137, 299):
        covering = sum(1 << number for number, mask in every if mask >> cell & 1)
        assert problem.cell_options[cell] == covering
