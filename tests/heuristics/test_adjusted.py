"""Strategies adjusted in their names: ``paper-plus+held+window=2``."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import click
import pytest
from hypothesis import given, strategies as st

import kaleido
from kaleido import OptionError
from kaleido.base.bounds import Bounds
from kaleido.cli import app
from kaleido.heuristics import (
    STRATEGIES,
    PaperPlus,
    PlusRules,
    ScoredStrategy,
    make_strategy,
    parameters_of,
)
from kaleido.heuristics.adjusted import Parameter, split_name
from kaleido.heuristics.makers import make_any_strategy, maker_of
from kaleido.lab.identity import identify
from kaleido.paper import Paper, PaperText, Rules
from kaleido.search import (
    Constrained,
    EdgeMatching,
    Policy,
    Probing,
    Tuned,
    Weights,
)
from kaleido.search.strategies.policy import shipped_policy

LAB = '''
from typing import Annotated
from kaleido import heuristic
from kaleido.heuristics import ScoredStrategy
from kaleido.base.bounds import Bounds


@heuristic
def tightest(
    candidate,
    *,
    loose: Annotated[float, Bounds(0, 3), "What a side that is not matched costs."] = 1.0,
    large: bool = False,
):
    """Prefer what leaves few sides open."""
    return candidate.matched - loose * candidate.unmatched + large * candidate.size


def plain(candidate, *, loose: Annotated[int, Bounds(0, 3)] = 1):
    return candidate.matched - loose * candidate.unmatched


class Weighed(ScoredStrategy):
    def __init__(self, seed=0, *, loose: Annotated[float, Bounds(0, 3)] = 1.0):
        super().__init__(seed)
        self.loose = loose

    def score(self, candidate):
        return candidate.matched - self.loose * candidate.unmatched


def made(seed, loose: Annotated[float, Bounds(0, 3)] = 1.0):
    return Weighed(seed, loose=loose)
'''


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A module of somebody's own in the working directory; its name."""
    name = f"lab_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(LAB, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield name
    sys.modules.pop(name, None)


def events(strategy, seed=None, pattern="twelve"):
    """Give what a search did, with the scores of its moves."""
    told = kaleido.record(pattern, strategy, seed=seed, max_nodes=200).events
    return [
        (type(each).__name__, getattr(each, "number", None), getattr(each, "score", None))
        for each in told
    ]


@st.composite
def changed(draw):
    """Draw the name of a strategy, and values for some of its parameters."""
    name = draw(st.sampled_from([each for each in STRATEGIES if parameters_of(each)]))
    values = {}
    parameters = parameters_of(name).values()
    for each in draw(st.lists(st.sampled_from([*parameters]), unique_by=lambda own: own.name)):
        if each.kind == "switch":
            values[each.name] = draw(st.booleans())
        elif each.kind == "whole":
            values[each.name] = draw(st.integers(int(each.least), int(each.most)))
        else:
            values[each.name] = draw(st.floats(each.least, each.most))
    return name, values


def written(name, values):
    known = parameters_of(name)
    return name + "".join(known[each].write(value) for each, value in values.items())


def value_of(strategy, parameter):
    """Give the value that a strategy has, wherever it keeps it."""
    holders = [strategy, *(getattr(strategy, each, None) for each in ("rules", "weights"))]
    if hasattr(strategy, "policy"):
        holders = [strategy.policy.weights, strategy.policy]
    attribute = parameter.replace("-", "_")
    return next(getattr(each, attribute) for each in holders if hasattr(each, attribute))


@given(changed())
def test_a_name_makes_what_it_says(given_changes):
    name, values = given_changes
    text = written(name, values)
    try:
        strategy = make_any_strategy(text, 5)
    except OptionError as problem:
        assert "as-published and propagation exclude each other" in str(problem)
        return
    # The name that a strategy has then is the only one of all that make the same.
    again = make_any_strategy(strategy.name.upper(), 5)
    assert again.name == strategy.name == make_strategy(text, 5).name
    assert strategy.seed == again.seed == 5
    known = parameters_of(name)
    differ = {each for each, value in values.items() if value != known[each].default}
    _, parts = split_name(strategy.name)
    assert {each.partition("=")[0].removeprefix("no-") for each in parts} == differ
    for each in differ:
        assert value_of(strategy, each) == value_of(again, each) == values[each]


@pytest.mark.parametrize("name", [" paper +held ", "paper + held", "Paper", " paper"])
def test_blanks_and_capitals_do_not_matter_in_our_names(name):
    expected = name.replace(" ", "").lower()
    for make in (make_strategy, make_any_strategy, lambda text: maker_of(text)(0)):
        assert make(name).name == expected
    assert kaleido.solve("car", name).strategy == expected


@given(st.text(st.characters(exclude_characters="+:"), max_size=12), st.text(max_size=12))
def test_errors_quote_what_was_typed(key, text):
    for change in (key, f"{key}={text}"):
        change = change.replace("+", "").replace(":", "").strip().lower()
        if change.partition("=")[0].removeprefix("no-") in parameters_of("paper-plus"):
            continue
        if ".json" in change:
            continue
        with pytest.raises(
            OptionError, match=r"^strategy 'paper-plus' has no (rule|parameter) "
        ) as problem:
            make_any_strategy(f"paper-plus+{change}")
        assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("paper+held+no-held", "strategy 'paper' has two values of held"),
        ("paper+window=2+window=3", "strategy 'paper' has two values of window"),
        ("paper+window=much", "window is 'much', expected a number from -5 to 5"),
        ("paper+window=inf", "window is 'inf', expected a number from -5 to 5"),
        ("paper+window=5.01", "window is '5.01', expected a number from -5 to 5"),
        ("tuned+forks=1.5", "forks is '1.5', expected a whole number from 1 to 50"),
        ("paper+window", "'window' has no value, expected one as in window=0.5"),
        ("paper+held=1", "'held=1': held is a rule, expected +held or +no-held"),
        (
            "paper+no-window=1",
            "strategy 'paper' has no parameter 'no-window': expected matched, window",
        ),
        ("random+held", "strategy 'random' has no rule 'held'"),
        ("random+window=2", "strategy 'random' has no parameter 'window'"),
        (
            "constrained+window=2",
            "strategy 'constrained' has no parameter 'window': expected matched, corner, block",
        ),
        ("guess+held", "unknown strategy 'guess': expected constrained"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(name, said, error_of, refusal_of):
    assert said in refusal_of(OptionError, make_any_strategy, name)
    assert said in " ".join(error_of("solve car -s", name).split())


POLICY = shipped_policy()


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("paper+window=2", Paper(weights=Weights(window=2))),
        ("paper+tallied+corner=1", Paper(weights=Weights(corner=1), rules=Rules(tallied=True))),
        (
            "paper-text+no-held+split=-2",
            PaperText(
                weights=Weights(split=-2),
                rules=Rules(across=True, tallied=True, every_line=True, at_once=True),
            ),
        ),
        ("paper+forced", PaperPlus(rules=PlusRules(forced=True))),
        ("paper-plus+matched=-1+span=3", PaperPlus(4, Weights(matched=-1, span=3))),
        ("constrained+matched=0.5", Constrained(4, Weights(matched=0.5))),
        ("edge-matching+no-propagation", EdgeMatching(4, propagation=False)),
        ("probing+probe-nodes=5", Probing(4, probe_nodes=5)),
        (
            "tuned+noise=0+forks=2+pairs=1",
            Tuned(
                4,
                Policy(
                    Weights(**{**vars(POLICY.weights), "pairs": 1.0}),
                    **{
                        **{key: each for key, each in vars(POLICY).items() if key != "weights"},
                        "noise": 0.0,
                        "forks": 2,
                    },
                ),
            ),
        ),
    ],
)
def test_it_is_the_strategy_that_python_makes(name, made):
    assert make_any_strategy(name, 4).name == kaleido.solve("car", name).strategy
    assert events(name, 4) == events(made, 4)
    assert events(name, 4) != events(split_name(name)[0], 4)


def test_each_adjustment_is_another_strategy_for_experiments():
    names = ("paper", "paper+window=2", "paper+window=2.5", "paper+held", "paper-plus+window=2")
    digests = [identify(maker_of(each), each).digest for each in names]
    assert len(set(digests)) == len(names)
    same = ("paper+window=2+held", "paper+held+no-tallied+window=2.0")
    assert len({identify(maker_of(each), each).digest for each in same}) == 1
    runs = kaleido.compare("car", names, max_nodes=50)
    assert runs.strategies == names
    assert [run.identity for run in runs] == digests


@pytest.mark.parametrize("thing", ["tightest", "plain", "Weighed", "made"])
def test_what_somebody_declares_can_be_adjusted(lab, thing):
    for place in (f"{lab}:{thing}", f"{lab}.py:{thing}"):
        parameter = parameters_of(place)["loose"]
        assert (parameter.least, parameter.most, parameter.default) == (0, 3, 1)
        assert parameter.kind == ("whole" if thing == "plain" else "number")
        name = f"{place}+loose=2"
        assert make_any_strategy(name, 3).name == name
        assert events(name, 3) != events(f"{place}+loose=0", 3)
        assert events(f"{place}+loose=1", 3) == events(place, 3)
        with pytest.raises(OptionError, match=r"loose is '4', expected a .*number from 0 to 3"):
            make_any_strategy(f"{place}+loose=4")


def test_words_and_switches_of_somebody_are_known(lab):
    loose, large = parameters_of(f"{lab}:tightest").values()
    assert loose.about == "What a side that is not matched costs."
    assert large == Parameter("large", "switch", None, None, False, "")
    assert make_any_strategy(f"{lab}:tightest+large+loose=0.5").name.endswith("+large+loose=0.5")


def test_a_class_in_a_notebook_declares_as_one_in_a_file():
    class Own(ScoredStrategy):
        weight = 1.0

        def __init__(self, seed=0, *, weight: Annotated[float, Bounds(0, 2)] = 1.0):
            super().__init__(seed)
            self.weight = weight

        def score(self, candidate):
            return self.weight * candidate.matched

    assert list(parameters_of(Own)) == ["weight"]
    assert parameters_of(Own(3)) == parameters_of("random") == {}


def test_a_file_of_weights_can_be_adjusted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    value = {"strategy": "tuned", "policy": {**POLICY.as_dict(), "noise": 0.25}}
    Path("a+b.json").write_text(json.dumps(value), encoding="utf-8")
    assert parameters_of("a+b.json")["noise"].default == 0.25
    strategy = make_any_strategy("a+b.json+forks=2", 3)
    assert (strategy.name, strategy.policy.forks, strategy.policy.noise) == (
        "a+b.json+forks=2", 2, 0.25,
    )  # fmt: skip


def test_all_commands_take_adjusted_names(lab, output_of):
    solve = [sys.executable, "-m", "kaleido", "solve", "car", "-s", f"{lab}:tightest+loose=2"]
    done = subprocess.run(solve, capture_output=True, text=True, check=True)
    assert "+loose=2" in done.stdout
    names = ["-s", "paper+window=2", "-s", f"{lab}:Weighed+loose=2"]
    assert "+loose=2" in output_of("bench car", *names, "--max-nodes", "50")


def test_the_example_of_the_documentation_runs(tmp_path, monkeypatch, output_of):
    page = (Path(__file__).parents[2] / "docs" / "heuristics.md").read_text(encoding="utf-8")
    section = page.partition("\n## Adjust ")[2].partition("\n## Use it")[0]
    code = re.search(r"```python\n(# mylab.py\n.*?)```", section, re.DOTALL)[1]
    commands = re.search(r"```sh\n(.*?)```", section, re.DOTALL)[1].splitlines()
    (tmp_path / "mylab.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mylab", raising=False)
    assert len(commands) == 2
    for command in commands:
        assert "mylab:tightest" in output_of(command.removeprefix("kaleido ")) or "solve" in command
    names = re.search(r"names = (\[.*?\])", section)[1]
    assert [make_any_strategy(name).name for name in json.loads(names)] == json.loads(names)


def test_the_help_names_all_rules():
    context = click.Context(app.get_command(click.Context(app), "solve"))
    (option,) = (each for each in context.command.params if each.name == "rule")
    _, about = option.get_help_record(context)
    rules = [each.name for each in parameters_of("paper-plus").values() if each.kind == "switch"]
    assert f": {', '.join(rules)}. " in about
