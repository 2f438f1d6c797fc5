"""Calls that a newcomer tries: each works, or is answered in a line that says what was expected."""

import json
import math
import pickle
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from matplotlib.figure import Figure

import kaleido
from kaleido import KaleidoError, Position, Puzzle, batch, designing, heuristics, lab, library, plot
from kaleido.base import ArgumentsError, MisspeltOptionError, OptionError
from kaleido.model import implied_edges
from kaleido.model.piece import Rule
from kaleido.paper import Paper
from kaleido.search import Constrained, Policy, Score, ScoreParts, Weights, search


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: kaleido.solve("car", "papre"), "unknown strategy 'papre': expected constrained"),
        (
            lambda: np.asarray(kaleido.solve(["rxrxrxrr"] * 8)),
            "there is no solution to make an array of: no solution (proved): the pieces cannot",
        ),
        (lambda: kaleido.solve("carr"), "unknown name 'carr': did you mean car?"),
        (lambda: kaleido.solve(5), "5 is an int, expected a Pattern, a Puzzle, a name, a file"),
        (lambda: kaleido.solve(None), "None is a NoneType, expected a Pattern"),
        (lambda: kaleido.solve([1, 2]), "1 is an int, expected rows of letters"),
        (lambda: kaleido.solve(kaleido.solve("car")), "is an Answer, expected a Pattern, a Puzzle"),
        (lambda: kaleido.solve(kaleido.record("car")), "is a Recording, expected a Pattern"),
        (lambda: kaleido.solve("car", max_nodes="5"), "'5' is a str, expected a whole number"),
        (lambda: kaleido.solve("car", seed=True), "True is a bool, expected a whole number"),
        (lambda: Puzzle("car").solutions(seed=1.5), "1.5 is a float, expected a whole number"),
        (lambda: kaleido.sample("car", -1, 0), "n is -1, expected 0 or more"),
        (lambda: kaleido.hint("car", timeout=-1), "timeout is -1, expected 0 seconds or more"),
        (lambda: Puzzle("car").survey(most=-1), "most is -1, expected 0 or more"),
        (lambda: Puzzle("car").survey(cell=(0, 0, 0)), "(0, 0, 0), expected a row and a column"),
        (lambda: Puzzle("car").survey(cell="a1"), "cell is 'a1', expected a row and a column"),
        (lambda: Constrained(run_nodes="often"), "'often' is a str, expected a whole number"),
        (lambda: Policy(Weights(), sure="x"), "'x' is a str, expected a number"),
        (lambda: Policy(Weights(), noise=float("nan")), "noise is nan, expected 0 or more"),
        (lambda: Position("car", [7]), "7 is an int, expected a Placement"),
        (lambda: implied_edges("car"), "'car' is a str, expected a Pattern or another Bo"),
        (lambda: implied_edges(Puzzle("car")), "is a Puzzle, expected a Pattern or anothe"),
        (lambda: lab.tune(boards="9"), "'9' is a str, expected a whole number for boards"),
        (lambda: lab.tune(boards=1), "boards is 1, expected 2 or more"),
        (lambda: batch.make_verb("solve", max_nodes=-1), "max_nodes is -1, expected 0 or more"),
        (lambda: plot.board(5), "5 is an int, expected a Pattern, a Puzzle, a name, a file"),
        (lambda: plot.placements("carr"), "unknown name 'carr': did you mean car?"),
        (lambda: plot.edge_curve(kaleido.solve("car")), "an Answer keeps no events: kaleido.rec"),
        (lambda: plot.piece_map("pentomino-3x3", "wand"), "unknown name 'pentomino-3x3'"),
        (lambda: plot.filled_island(["rxrxrxrr"] * 8, (0, 0)), "there is no solution to draw"),
        (lambda: kaleido.compare("car", [5]), "strategy 5 is an int, expected a name, a strategy"),
        (lambda: kaleido.compare(5), "5 is no pattern: expected a Pattern, a Puzzle, a name, rows"),
        (lambda: kaleido.compare("car", seeds="three"), "expected whole numbers, or how many"),
        (lambda: kaleido.solve("car", "pap"), "; did you mean paper?"),
        (lambda: kaleido.solve("car", "mylab:"), "lacks a name, expected module:name"),
        (lambda: kaleido.solve(b"car"), "b'car' is a bytes, expected a Pattern, a Puzzle, a"),
        (lambda: kaleido.Pattern("car"), "the letters x r y b; named_pattern() takes a name"),
        (
            lambda: kaleido.solve(kaleido.Board("car")),
            "Board('car') is a row of cells: a name goes without Board, as 'car'",
        ),
        (lambda: Puzzle("car").pieces[0], "0 is an int, expected the name of a piece"),
        (lambda: kaleido.heuristic({"matched": 1}, noise=-1), "noise is -1, expected 0 or more"),
        (
            lambda: kaleido.solve("car", kaleido.heuristic(lambda each: each.matched, noise=-1)),
            "noise is -1, expected 0 or more",
        ),
        (
            lambda: kaleido.heuristic(lambda each, other: each.matched - other.matched),
            "<lambda>(each, other): a heuristic takes one argument, a candidate",
        ),
        (lambda: kaleido.heuristic(divmod), "divmod(x, y, /): a heuristic takes one argument"),
        (lambda: Position("car").push("L, front, A1"), "did you mean L@A1:front?"),
        (lambda: kaleido.solve("paper_plus"), "'paper_plus' is a strategy, expected a Pattern"),
        (lambda: kaleido.solve("mylab.py:fast"), "'mylab.py:fast' is a strategy, expected a"),
        (lambda: kaleido.compare(["paper"], ["car"]), "'paper' is a strategy, expected a Pattern"),
        (lambda: kaleido.solve("Reflection of a Car"), "'Reflection of a Car': did you mean car?"),
        (lambda: kaleido.count(["car", "twelve"]), "'twelve'] names 2 boards, expected one"),
        (lambda: Puzzle("tetrominoes", "5x4"), "'5x4' is a board, expected a set of pieces"),
        (lambda: kaleido.count("soma"), "in Python kaleido.solve(BOARD, pieces='soma'))"),
        (lambda: kaleido.solve("5x4", "tetrominoes"), "in Python pieces=SET;"),
        (lambda: Puzzle("2x3", "A oo/o.\nB oo/o."), "line 1: 'A oo/o.': before the first piece"),
        (lambda: Puzzle(["car"]), "['car'] names 1 board, expected one, not in a list"),
        (lambda: kaleido.check("car", "car"), "'car' is a str, expected a solution: an Answer"),
        (
            lambda: kaleido.solve("car", kaleido.paper),
            "a module, expected a name, a strategy, a cl",
        ),
        (lambda: kaleido.compare("car", kaleido.paper), "of a candidate; did you mean 'paper'?"),
        (lambda: kaleido.solve("car", {"matched": 1}), "; kaleido.heuristic makes one of weights"),
        (lambda: kaleido.compare("car", "paper", "random"), "; several strategies go in a list"),
        (lambda: kaleido.compare("car", "paper,random"), "by itself (-s A -s B, in Python a list)"),
        (lambda: Puzzle("car").export("cnf"), "json or burrtools; did you mean dimacs?"),
        (lambda: Position("car", "W@A4 l@A1"), "T@A4:back90; give each of several by itself"),
        (lambda: heuristics.ablation(int), "<class 'int'> is a class, expected a kind of Paper"),
        (lambda: kaleido.named_pattern(5), "5 is an int, expected a text for name"),
        (lambda: kaleido.solve("\n".join(["xr" * 4] * 16)), "of several boards, each is one line"),
        (
            lambda: kaleido.count("checkerboard", report=5),
            "5 is an int, expected a function for report",
        ),
        (
            lambda: plot.board(kaleido.compare("car", max_nodes=1)),
            "is a Comparison, expected a Pattern, a Puzzle, a name, a file or rows",
        ),
        (lambda: kaleido.count("car", where=3), "expected a text, a function or a sequence of te"),
        (lambda: kaleido.suite().facts("car"), "'car' is no board of the Suite"),
        (lambda: kaleido.suite()[0], "0 is no board of the Suite"),
        (lambda: kaleido.suite(split="al"), "expected train, dev, test or all; did you mean all?"),
        (lambda: kaleido.PieceSet("mine", ["W"]), "'W' is a str, expected a Piece for pieces"),
        (lambda: kaleido.heuristic("matched"), "expected a function of a candidate, or a mapping"),
        (lambda: kaleido.puzzle_names("all"), "or None for all; did you mean None for all?"),
        (lambda: kaleido.STRATEGIES["singh"], "unknown strategy 'singh': expected constrained,"),
        (lambda: kaleido.named_pattern("soma-cube"), "is a puzzle with pieces of its own (named_p"),
        (lambda: kaleido.named_pattern("soma"), "'soma' is a set of pieces (named_set), expected"),
        (lambda: kaleido.named_pattern("digits"), "'digits' is a group of boards, expected"),
        (lambda: kaleido.named_pattern("new-1-1"), "is a board without a file (Puzzle takes it)"),
        (lambda: kaleido.Piece("T", "###/.#."), "is a str, expected a Face; PieceSet.parse reads"),
        (lambda: plot.progression(kaleido.solve("car")), "; a pattern or its name, such as"),
        (lambda: plot.board("car").show(), "as the value of a cell; save(FILE) keeps it"),
        (lambda: kaleido.design("A"), "in Python kaleido.designing.lettered('AB'), shows"),
        (lambda: kaleido.design([1, 2]), "1 is an int, expected a text for sketch"),
        (lambda: kaleido.design("car", symmetries="round"), "unknown symmetry 'round': expected"),
        (
            lambda: kaleido.solve(Position("first-steps", ["V@A3"]), pieces="classic"),
            "pieces are laid on that board: leave out pieces, or give its puzzle",
        ),
    ],
)
def test_in_one_line(mistake, message, refusal_of):
    assert message in refusal_of(KaleidoError, mistake)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: kaleido.hint("car", "W@A4"), "; kaleido.Position takes pieces on the board"),
        (lambda: kaleido.hint("car", place="W@A4"), "'place'. Did you mean 'kaleido.Position'?"),
        (lambda: Position("car", moves=["L@A1"]), "'moves'. Did you mean 'placements'?"),
        (lambda: kaleido.solve("car", callback=print), "'callback'. Did you mean 'watch'?"),
        (lambda: kaleido.compare("car", strategy="paper"), "Did you mean 'strategies'?"),
        (
            lambda: plot.progression("car", "paper"),
            "; kaleido.record, which makes the search, takes strategy, pieces, seed, max_nodes and",
        ),
        (
            lambda: plot.progression("car", strategy="paper"),
            "'strategy': kaleido.record(…, strategy=…) makes the search",
        ),
        (lambda: plot.board("car").save(), "ShownFigure.save() lacks path: path is a path or a"),
        (lambda: kaleido.PieceSet("soma"), "names; `named_set` returns a whole set by its name"),
        (lambda: kaleido.solve("car", max_seconds=1), "'max_seconds'. Did you mean 'timeout'?"),
        (lambda: kaleido.solve("car", time_limit=1), "'time_limit'. Did you mean 'timeout'?"),
        (lambda: kaleido.count("car", seconds=1), "'seconds'. Did you mean 'timeout'?"),
        (lambda: kaleido.count("car", n_jobs=2), "'n_jobs'. Did you mean 'workers'?"),
        (lambda: kaleido.sample("car", 1, rng=0), "'rng'. Did you mean 'seed'?"),
        (lambda: kaleido.solve("car", random_state=0), "'random_state'. Did you mean 'seed'?"),
        (lambda: kaleido.compare("car", repeats=3), "'repeats'. Did you mean 'seeds'?"),
        (lambda: plot.board("car", title="My car"), "unexpected keyword argument 'title'"),
        (lambda: kaleido.design("car", symmetry="turn"), "'symmetry'. Did you mean 'symmetries'?"),
        (
            lambda: kaleido.count("car", up_to_symmetry=True),
            "'up_to_symmetry'. Did you mean 'count(…).symmetric'?",
        ),
        (
            lambda: Puzzle("car").solutions(limit=3),
            "'limit': itertools.islice(Puzzle.solutions(…), limit) takes the first results",
        ),
        (
            lambda: kaleido.generate(n=3),
            "'n': itertools.islice(generate(…), n) takes the first results",
        ),
        (
            lambda: Puzzle("car").export(),
            """Puzzle.export() lacks form: form is a name in \
`kaleido.export.FORMS`, such as "dlx", "dimacs" or "json\"""",
        ),
        (lambda: Puzzle(), "a picture of one, or its rows, as one text or a sequence"),
        (lambda: kaleido.sample("car"), "is empty if there is no solution"),
        (
            lambda: Position("car").push("W", "A4"),
            "Position.push() has no place for 'A4': placement is a placement, one as players "
            "write it (T@A4, t-r@0,3 or T@A4:back90), or a hint that has one",
        ),
        (lambda: Position("car").pop("W"), "Position.pop() has no place for 'W'"),
        (
            lambda: kaleido.solve("car", "paper", 5),
            "solve() has no place for 5; by name it takes pieces, seed, max_nodes, timeout and wat",
        ),
        (
            lambda: kaleido.named_set(),
            "named_set() lacks name: name is one of `kaleido.set_names()`, or another name, such",
        ),
        (lambda: kaleido.check("car"), "check() lacks solution: solution is an answer with a s"),
        (lambda: kaleido.check(kaleido.solve("car")), "check() lacks pattern: pattern is a pat"),
        (lambda: len(kaleido.solve("car")), "Answer has no items. Did you mean 'answer.moves'?"),
        (lambda: len(kaleido.named_pattern("car")), "no items. Did you mean 'pattern.rows'?"),
        (lambda: kaleido.export("car"), "a package: call one of its functions, such as kaleido.P"),
        (lambda: plot.animation("car"), "is a module: call one of its functions, such as"),
        (
            lambda: kaleido.generate(difficulty=3),
            "'difficulty': expected specification=kaleido.designing.Specification("
            "target=kaleido.designing.Target(difficulties=(1, 5)))",
        ),
        (
            lambda: kaleido.solve("car", wrap="rows"),
            "'wrap': expected pattern=kaleido.Board(wrap=…)",
        ),
        (lambda: kaleido.solve("car").solution["A1"], "no items. Did you mean 'solution.grid'?"),
        (lambda: kaleido.solve("car")[0], "Answer has no items. Did you mean 'answer.moves'?"),
        (lambda: list(Puzzle("car")), "Puzzle has no items. Did you mean 'puzzle.pattern'?"),
        (
            lambda: kaleido.compare("car", "random", max_nodes=1)["random"],
            "by number, not 'random': select(STRATEGY) returns those of a strategy",
        ),
        (lambda: kaleido.solve("5x8", use="I"), "'kaleido.named_set(SET).chosen([NAME, …])'"),
        (lambda: kaleido.solve("5x8", leave=3), "'kaleido.solve(\"# leave: N\\n8x8\", pieces=…)'"),
        (lambda: kaleido.count("car", limit=3), "Did you mean 'kaleido.Puzzle(…).solutions()'?"),
        (
            lambda: kaleido.Puzzle(6, 10, pieces="pentominoes"),
            "Puzzle() gets pieces twice: 10 and 'pentominoes': pieces is a set, its name, file or",
        ),
        (lambda: plot(kaleido.solve("car")), "such as kaleido.plot.board"),
        (lambda: plot("car"), "such as kaleido.plot.progression"),
        (lambda: plot.boards("car"), "functions. Did you mean 'board'?"),
        (lambda: plot.tree("car"), "functions. Did you mean 'search_tree'?"),
    ],
)
def test_a_call_by_another_form(mistake, message, refusal_of):
    assert message in refusal_of(TypeError, mistake)


def test_a_lacking_argument_has_an_error_of_its_own():
    with pytest.raises(ArgumentsError, match="lacks pattern") as caught:
        kaleido.solve()
    assert not isinstance(caught.value, MisspeltOptionError)


@pytest.mark.parametrize(
    ("task", "told"),
    [
        (kaleido.named_pattern, "name is one of `kaleido.pattern_names()`"),
        (kaleido.named_puzzle, "name is one of `kaleido.puzzle_names()`"),
        (library.pattern_facts, "name is one of `kaleido.pattern_names()`"),
        (library.puzzle_facts, "name is one of `kaleido.puzzle_names()`"),
        (plot.theme, 'name is "light" or "dark"'),
        (kaleido.check, 'such as "car", as for `kaleido.solve`'),
        (kaleido.compare, 'such as ["car", "key"], as for `kaleido.Experiment`'),
        (kaleido.count, 'such as "car", as for `kaleido.solve`'),
        (kaleido.hint, 'such as "car", as for `kaleido.solve`'),
        (kaleido.rate, 'such as "car", as for `kaleido.solve`'),
        (kaleido.record, 'such as "car", as for `kaleido.solve`'),
        (kaleido.sample, 'such as "car", as for `kaleido.solve`'),
        (partial(plot.parting, kaleido.record("car")), "first, second are searches that start"),
    ],
)
def test_a_call_without_arguments_is_told_what_to_give(task, told, refusal_of):
    assert told in refusal_of(ArgumentsError, task)


def test_the_arguments_of_a_generator_are_looked_at_when_it_is_called():
    with pytest.raises(
        OptionError,
        match=r"expected a Specification for specification: itertools.islice\(generate\(…\), 3\)",
    ):
        kaleido.generate(3)
    with pytest.raises(OptionError, match="'two' is a str, expected a whole number for number"):
        Puzzle("pentomino-6x10").congruent_parts("two")
    with pytest.raises(OptionError, match="does not fall into 7 equal parts"):
        Puzzle("pentomino-6x10").congruent_parts(7)


def test_only_a_number_of_results_is_taken_for_one(refusal_of):
    refusal = refusal_of(OptionError, lambda: Puzzle("car").export(5))
    assert refusal.endswith("5 is an int, expected a text for form")


def test_whole_numbers_of_numpy_are_whole_numbers():
    numpy = pytest.importorskip("numpy")
    two = numpy.int64(2)
    assert kaleido.solve("car", "random", seed=two, max_nodes=9).nodes == 9
    assert kaleido.sample("car", two, two) == kaleido.sample("car", 2, 2)
    assert len(Puzzle("car").survey(most=two, cell=(two, two)).candidates) == 2


def test_a_single_piece_may_be_laid_without_a_list():
    assert Position("first-steps", "V@A3") == Position("first-steps", ["V@A3"])


def test_the_explorer_needs_strategies():
    pytest.importorskip("ipywidgets")
    with pytest.raises(KaleidoError, match="strategy 5 is an int, expected a name, a strategy"):
        kaleido.explore("car", 5)


def test_a_class_does_where_a_strategy_is_meant():
    assert kaleido.solve("car", Paper).nodes == kaleido.solve("car", "paper").nodes


def test_a_class_does_not_where_the_search_itself_is_asked():
    with pytest.raises(KaleidoError, match="Paper is a class, expected a strategy that it makes"):
        next(search(Puzzle("car").problem, Paper))


FRAMES = [plot.cactus, plot.ablation, lambda runs: plot.paired(runs, "a", "b")]


@pytest.mark.parametrize("figure", FRAMES)
def test_frames_without_the_columns(figure, refusal_of):
    pandas = pytest.importorskip("pandas")
    for runs in (pandas.DataFrame({"strategy": ["a"]}), [{"strategy": "a"}]):
        assert "expected pattern, strategy, seed, status, nodes" in refusal_of(
            KaleidoError, figure, runs
        )


@pytest.mark.parametrize("figure", FRAMES[:2])
def test_frames_with_the_columns_do(figure):
    pytest.importorskip("pandas")
    runs = kaleido.compare("car", ["paper", "constrained"])
    assert figure(runs.to_pandas()).alt == figure(runs).alt


def test_a_count_is_its_number():
    found = kaleido.count("car")
    assert found == 32
    assert found != 31
    assert found == kaleido.count("car")
    assert found != kaleido.count("fancy-chessboard")
    assert found != "32"
    assert 32 in {found}
    assert 31 < found <= 32.5
    assert found >= found > 31
    assert not found < found
    assert (f"{found:5,}", f"{found}") == ("   32", "32")
    assert str(found) == "32 solutions, 16 up to symmetry"
    assert not kaleido.count("/".join(["rxrxrxrr"] * 8))
    assert (found + 1, 2 * found, found / 64, -found, sum([found, found])) == (33, 64, 0.5, -32, 64)
    assert (math.log2(found), len(range(found)), json.dumps(found)) == (5, 32, "32")
    changed = replace(found, symmetric=3)
    assert changed != found == pickle.loads(pickle.dumps(found))
    assert not (changed == found)  # noqa: SIM201
    assert changed == 32
    assert kaleido.sample("car", found) == kaleido.sample("car", 32)


def test_a_rating_is_its_difficulty():
    easy, hard = kaleido.rate("car"), kaleido.rate("twelve")
    assert 1 == easy < 2 < hard == 3
    assert sorted([hard, easy]) == [easy, hard]
    assert (f"{hard:2}", str(hard)) == (" 3", "difficulty 3 of 5")
    assert replace(easy, effort=0) != easy


def test_a_score_is_its_total():
    first, second, *_ = (move.score for move in kaleido.solve("car", "paper").moves)
    assert first > 15.5 > second
    assert second <= second < first >= 16
    assert first + second == sum([first, second]) == first.total + second.total
    assert first + 1 == 17
    assert f"{second:.1f} {float(first)}" == "15.3 16.0"
    assert (repr(first), f"{second}") == ("<Score: 16>", second.line)
    # By its total rather than by its first part.
    plain, own = Score.plain(3), Weights().score(ScoreParts(2))
    assert max(plain, own) is plain


def test_a_figure_of_ones_own_is_saved_as_well(tmp_path):
    axes = Figure().subplots()
    plot.board("car", ax=axes).save(tmp_path / "car.svg")
    assert (tmp_path / "car.svg").exists()


def test_values_fit_in_columns():
    move = kaleido.solve("car").moves[0]
    assert f"{move:>40}" == f"{move!s:>40}"


def test_the_letter_of_a_piece_is_a_name_of_it():
    pieces = kaleido.CLASSIC
    assert {letter: pieces[letter].name for letter in "Ww"} == {"W": "wand", "w": "small-wand"}
    assert pieces.ruled({"D": Rule(colour="")}) == pieces
    assert kaleido.named_set("kanoodle")["P"].name == "P"
    assert [each in pieces for each in ("W", "wand", pieces["W"])] == [True] * 3
    assert [each in pieces for each in ("q", "", [], 5)] == [False] * 4


def test_sizes_as_people_write_them():
    for size in ("5x4", "5,4", "5 by 4", "5 × 4", "5*4"):
        assert Puzzle(size, "tetrominoes").pattern.rows == ("oooo",) * 5


def test_symmetries_have_names():
    free = designing.Sketch.free("xr")
    first, second = (
        next(kaleido.design(free, given, seed=3))
        for given in ("half-turn:xr", [designing.Symmetry("half-turn", ("xr",))])
    )
    assert first == second


def test_other_spellings_of_a_strategy():
    assert kaleido.solve("car", "paper_plus").strategy == "paper-plus"


def test_pieces_take_the_place_of_those_of_a_puzzle(refusal_of):
    puzzle, own = Puzzle("pentomino-6x10"), "one-sided-pentominoes"
    for laid in (puzzle, Position(puzzle)):
        line = refusal_of(KaleidoError, kaleido.solve, laid, pieces=own)
        assert line == refusal_of(KaleidoError, Puzzle, laid, own)
    car = Puzzle("car")
    assert kaleido.count(car, pieces="classic").solutions == 32
    assert kaleido.hint(car, pieces="classic") == car.hint()
    assert Puzzle(Position(car)) == car


def test_lists_of_colours_are_boards():
    words, rows = ["black", "red"] * 4, [list("xr" * 4)] * 8
    assert Puzzle([words] * 8) == Puzzle(words * 8) == Puzzle([1, 2] * 32) == Puzzle(rows)


def test_a_data_frame_is_a_board():
    pandas = pytest.importorskip("pandas")
    rows = [list("xr" * 4), list("rx" * 4)] * 4
    assert Puzzle(pandas.DataFrame(rows)) == Puzzle(rows)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("solver", "solve"),
        ("Solve", "solve"),
        ("patterns", r"kaleido.pattern_names\(\)"),
        ("load", r"kaleido.Puzzle\(FILE\)"),
        ("list", r"kaleido.pattern_names\(\)"),
        ("solve_all", r"kaleido.Puzzle\(…\).solutions\(\)"),
        ("pieces", r"kaleido.named_set' or 'kaleido.set_names\(\)"),
        ("PIECES", r"kaleido.CLASSIC' or 'kaleido.set_names\(\)"),
        ("difficulty", "kaleido.rate"),
        ("explain", r"kaleido.Puzzle\(…\).why\(\)"),
        ("islands", r"kaleido.plot.board\(…, islands=True\)"),
        ("pieceset", "kaleido.named_set' or 'kaleido.PieceSet"),
    ],
)
def test_a_name_that_is_not_there(name, near):
    with pytest.raises(AttributeError, match=rf"kaleido has no {name}. Did you mean '{near}'"):
        getattr(kaleido, name)


@pytest.mark.parametrize(
    ("owner", "name", "near"),
    [
        (plot, "pieces", "kaleido.plot.piece_faces"),
        (plot, "solution", r"kaleido.plot.board\(kaleido.solve\(…\)\)"),
        (kaleido.named_pattern("car"), "solve", r"kaleido.solve\(pattern\)"),
        (kaleido.solve("car"), "count", r"kaleido.count\(answer.pattern\)"),
        (kaleido.solve("car"), "steps", "answer.moves"),
        (Puzzle("car"), "implied_edges", r"kaleido.model.implied_edges\(puzzle.pattern\)"),
        (kaleido.CLASSIC["W"], "cells", "piece.front.drawing.cells"),
        (Puzzle, "solution", r"Puzzle.solve\(\).solution"),
        (Position("car"), "is_game_over", "position.state.solved"),
        (kaleido.solve("car"), "is_complete", "answer.status"),
    ],
)
def test_an_attribute_that_is_not_there(owner, name, near):
    with pytest.raises(AttributeError, match=rf"has no {name}. Did you mean '{near}'"):
        getattr(owner, name)


def test_values_are_arrays():
    numpy = pytest.importorskip("numpy")
    solution = kaleido.solve("car").solution
    assert (numpy.array(solution) == solution.grid).all()
    assert numpy.asarray(solution.pattern, float).sum() == solution.pattern.array.sum()


def test_a_sketch_is_a_list_of_rows(tmp_path):
    rows = ["xr" * 4, "rx" * 4] * 4
    (tmp_path / "own.txt").write_text("\n".join(rows))
    for sketch in (rows, tuple(rows), tmp_path / "own.txt"):
        assert next(kaleido.design(sketch)).pattern.rows == tuple(rows)
    with pytest.raises(StopIteration, match="nearest=True lets cells differ from the sketch"):
        next(kaleido.design(designing.lettered("HI")))


def test_a_set_is_its_text():
    text = "# sides: mirrored\nA oo/o.\nB oo/o.\n"
    puzzle = Puzzle("2x3", text)
    assert puzzle.pieces.size == 6
    assert {piece.name for piece in puzzle.pieces} == {"A", "B"}
    assert kaleido.solve("2x3", pieces=text.replace("\n", "\r\n")).status.value == "solved"
