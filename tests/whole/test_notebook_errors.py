"""What a notebook shows of a mistake: one line, and none of the package's own code."""

import re

import pytest

import kaleido
from kaleido.heuristics import make_strategy

InteractiveShell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell


@pytest.fixture(scope="module")
def shell():
    made = InteractiveShell()
    made.history_manager.enabled = False
    made.run_cell("import kaleido")
    return made


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("kaleido.solve('carr')", "PatternError: unknown name 'carr': did you mean car?"),
        ("kaleido.plot.edge_curv", "kaleido.plot has no edge_curv. Did you mean 'edge_curve'?"),
        ("kaleido.Puzle", "kaleido has no Puzle. Did you mean 'Puzzle'?"),
        ("kaleido.compare(['car'], max_node=3)", "'max_node'. Did you mean 'max_nodes'?"),
        ("kaleido.Puzzle('car').solve(sed=3)", "'sed'. Did you mean 'seed'?"),
        ("kaleido.solve('car', lambda candidate: candidate.match)", "Did you mean 'matched'"),
        ("kaleido.solve('car', lambda candidate: 1 / 0)", "ZeroDivisionError in line 1"),
    ],
)
def test_a_mistake_is_one_line(shell, capsys, cell, said):
    assert not shell.run_cell(cell).success
    shown = capsys.readouterr().out.strip()
    assert said in shown
    assert "\n" not in shown
    assert re.match(r"\w+Error: ", shown)


def test_other_errors_show_where_they_are(shell, capsys):
    assert not shell.run_cell("1 / 0").success
    assert "\n" in capsys.readouterr().out.strip()


def test_a_misspelt_name_is_an_attribute_error():
    assert not hasattr(kaleido, "edge_curv")
    with pytest.raises(AttributeError) as caught:
        kaleido.plot.nothing_of_the_kind  # noqa: B018
    assert str(caught.value) == "kaleido.plot has no nothing_of_the_kind"


def test_a_heuristic_is_not_called_before_the_search():
    called = []

    def first(candidate):
        called.append(candidate)
        return candidate.matched

    answer = kaleido.solve("car", first)
    assert answer.strategy == "first"
    assert all(isinstance(each, kaleido.heuristics.Candidate) for each in called)


def test_a_function_of_a_seed_has_a_parameter_of_that_name():
    def of_seed(seed):
        return make_strategy("random", seed)

    def of_number(number):
        return make_strategy("random", int(number.size > 9))

    assert kaleido.solve("car", of_seed, seed=3, max_nodes=50).strategy == "random"
    with pytest.raises(
        kaleido.OptionError, match="one that makes strategies has a parameter called"
    ):
        kaleido.solve("car", of_number)
