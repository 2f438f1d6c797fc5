"""Natural mistakes, each answered in one line that says what was expected."""

import pytest

import kaleido
from kaleido import KaleidoError, Puzzle, batch, lab, plot
from kaleido.model import implied_edges
from kaleido.paper import Paper
from kaleido.search import Constrained, Policy, Weights, search


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: kaleido.solve("car", "papre"), "unknown strategy 'papre': expected constrained"),
        (lambda: kaleido.solve("carr"), "unknown name 'carr': did you mean car?"),
        (lambda: kaleido.solve(5), "5 is an int, expected a Pattern, a name, rows or a Puzzle"),
        (lambda: kaleido.solve(None), "None is a NoneType, expected a Pattern"),
        (lambda: kaleido.solve([1, 2]), "1 is an int, expected rows of letters"),
        (lambda: kaleido.solve(kaleido.solve("car")), "is an Answer, expected a Pattern, a name"),
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
        (lambda: kaleido.Position("car", [7]), "7 is an int, expected a Placement"),
        (lambda: implied_edges("car"), "'car' is a str, expected a Pattern or another Bo"),
        (lambda: implied_edges(Puzzle("car")), "is a Puzzle, expected a Pattern or anothe"),
        (lambda: lab.tune(boards="9"), "'9' is a str, expected a whole number for boards"),
        (lambda: lab.tune(boards=1), "boards is 1, expected 2 or more"),
        (lambda: batch.make_verb("solve", max_nodes=-1), "max_nodes is -1, expected 0 or more"),
        (lambda: plot.board(5), "5 is an int, expected a Pattern, a name, rows or a Puzzle"),
        (lambda: plot.placements("carr"), "unknown name 'carr': did you mean car?"),
        (lambda: plot.edge_curve(kaleido.solve("car")), "an Answer keeps no events: kaleido.rec"),
        (lambda: plot.piece_map("pentomino-3x3", "wand"), "unknown name 'pentomino-3x3'"),
        (lambda: plot.filled_island(["rxrxrxrr"] * 8, (0, 0)), "there is no solution to draw"),
        (lambda: kaleido.compare("car", [5]), "strategy 5 is an int, expected a name, a strategy"),
        (lambda: kaleido.compare(5), "5 is no pattern: expected a Pattern, a Puzzle, a name, rows"),
        (lambda: kaleido.compare("car", seeds="three"), "expected whole numbers, or how many"),
    ],
)
def test_in_one_line(mistake, message):
    with pytest.raises(KaleidoError) as caught:
        mistake()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whole_numbers_of_numpy_are_whole_numbers():
    numpy = pytest.importorskip("numpy")
    two = numpy.int64(2)
    assert kaleido.solve("car", "random", seed=two, max_nodes=9).nodes == 9
    assert kaleido.sample("car", two, two) == kaleido.sample("car", 2, 2)
    assert len(Puzzle("car").survey(most=two, cell=(two, two)).candidates) == 2


def test_a_single_piece_may_be_laid_without_a_list():
    assert kaleido.Position("first-steps", "V@A3") == kaleido.Position("first-steps", ["V@A3"])


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
def test_frames_without_the_columns(figure):
    pandas = pytest.importorskip("pandas")
    for runs in (pandas.DataFrame({"strategy": ["a"]}), [{"strategy": "a"}]):
        with pytest.raises(KaleidoError) as caught:
            figure(runs)
        assert "expected pattern, strategy, seed, status, nodes" in str(caught.value)


@pytest.mark.parametrize("figure", FRAMES[:2])
def test_frames_with_the_columns_do(figure):
    pytest.importorskip("pandas")
    runs = kaleido.compare("car", ["paper", "constrained"])
    assert figure(runs.to_pandas()).alt == figure(runs).alt
