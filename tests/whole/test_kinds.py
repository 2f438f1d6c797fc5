"""Arguments of the wrong kind, for every public function and method: it works, or one line."""

import inspect
import math
from functools import cache
from pathlib import Path
from random import Random
from types import GeneratorType
from typing import Any, NamedTuple

import numpy as np
import pytest
from exported import public
from some import some

import kaleido
from kaleido import (
    CLASSIC,
    KaleidoError,
    Puzzle,
    designing,
    heuristics,
    lab,
    model,
    paper,
    parallel,
    printing,
    search,
)
from kaleido.base import bounds
from kaleido.batch import VERBS
from kaleido.library import Polyomino

OUTSIDE = (
    # They take long with values that do.
    *("kaleido.plot.animate", "kaleido.lab.tune", "kaleido.lab.generate_suite"),
    *("kaleido.designing.deal_board", "kaleido.lab.generate_boards"),
    *("kaleido.designing.generate", "kaleido.generate", "Tuning.kept"),
    # They are parts of a run of many boards, which makes what they are given.
    *("Journal.add", "Journal.register", "Verb.do", "Verb.effort", "Verb.record"),
    # It stays.
    "kaleido.model.register",
)
# A search calls these at every node, where a check of arguments would take half as long again.
INNER = {"BoardView", "Candidate", "Fork", "Grid", "Lattice", "Problem", "SquareGrid", "State"}
LIMITS = {"timeout": 0.2, "max_nodes": 50}


PUBLIC = {
    label: each
    for label, each in public().items()
    if label not in OUTSIDE and label.partition(".")[0] not in INNER
}


class Odd:
    """A class, and its objects, that nothing asks for."""

    def __init__(self, *_: object) -> None:
        pass

    def __repr__(self) -> str:
        return "Odd()"


def function(*_: object) -> None:
    """Return nothing."""


class World(NamedTuple):
    """Valid arguments by the names of parameters, and an object of each class by its name."""

    values: dict[str, Any]
    holders: dict[str, Any]
    wrong: dict[str, Any]


@cache
def world() -> World:
    """Return the values; they are never changed."""
    car, puzzle, big = kaleido.named_pattern("car"), Puzzle("first-steps"), Puzzle("car")
    answer = puzzle.solve()
    solution, recording = answer.solution, puzzle.record("paper-plus")
    runs = kaleido.compare("car", ["constrained", "paper"], max_nodes=50)
    sketch, state, grid = designing.as_sketch(car), puzzle.state, car.grid
    sample = lab.Sample.of([1.0, 2.0, 3.0], [False, True, False], ["a", "b", "a"])
    page, view = printing.Page(printing.find_paper("A4")), heuristics.BoardView(big.state)

    def started(strategy: Any) -> Any:
        next(iter(strategy.runs(puzzle.problem)))
        return strategy

    strategies = {each.__name__: started(each()) for each in (
        search.Constrained, search.EdgeMatching, search.Random, search.Probing, search.Tuned,
        heuristics.PaperPlus, paper.Paper, paper.PaperText,
    )}  # fmt: skip
    own = kaleido.heuristic(lambda candidate: candidate.matched)
    whole = ("around balance cells cost column count edges exclusions face free island live mask "
             "near number n options other piece row col seed side size status times total value "
             "within level")  # fmt: skip
    values = {
        **dict.fromkeys(whole.split(), 1),
        **dict.fromkeys(["text", "name", "title", "message", "command", "marks"], "car"),
        **dict.fromkeys(["pattern", "patterns", "board", "thing", "sketch", "argument"], car),
        **dict.fromkeys(["recording", "recordings", "first", "second"], recording),
        **{each: [] for each in ("items", "pages", "openings", "files", "tasks")},
        **dict.fromkeys(["alike", "apart", "corners"], np.eye(3)),
        "candidate": heuristics.Candidate(view, 0), "cell": (0, 0), "corner": (0, 0),
        "centre": (0, 0), "centres": [(0, 0)], "event": recording.events[0], "grid": grid,
        "labels": {"paper": "p"}, "lattice": model.SQUARE, "left": (4, 4), "medium": "svg",
        "max_memory": 10**8, "names": ["wand"], "numbers": [0],
        "pieces": CLASSIC, "placement": solution.placements[0], "placements": solution.placements,
        "problem": puzzle.problem, "problems": [big.problem], "puzzle": puzzle, "random": Random(1),
        "rng": Random(1), "record": {"board": "car"}, "rows": ["oo"], "runs": runs, "seeds": [0],
        "shape": (2, 3), "share": 0.5, "sizes": (4, 4), "solution": solution,
        "solutions": [solution], "state": state, "strategy": "paper", "values": [0.5],
        "weight": "corner", "workers": parallel.make_workers(1), "path": Path("nothing.txt"),
        "paper": printing.find_paper("A4"), "make": search.Constrained, "remarks": {}, "rules": {},
    }  # fmt: skip
    holders = {
        "Board": car, "Pattern": car, "Comparison": runs, "Piece": CLASSIC["wand"],
        "PieceSet": CLASSIC, "Position": kaleido.Position(puzzle), "Puzzle": puzzle,
        "Recording": recording, "Placement": solution.placements[0], "Solution": solution,
        "Bounds": bounds.SEED, "Sketch": sketch, "Space": designing.Space(sketch),
        "Target": designing.Target(),
        "Background": designing.Background.parse("checker")[0],
        "Experiment": kaleido.Experiment(car, "paper", max_nodes=50),
        "BoardView": view, "Heuristic": own, "Linear": heuristics.Linear({"matched": 1}),
        "ScoredStrategy": own,
        "PlusRules": heuristics.PlusRules(), "Rules": paper.Rules(),
        "Parameter": heuristics.parameters_of("paper-plus")["window"],
        "Interval": lab.proportion(1, 2), "Ratio": lab.cost_ratio(sample, sample),
        "Sample": sample, "Suite": lab.suite(), "Polyform": Polyomino.parse("oo/o."),
        "Polyomino": Polyomino.parse("oo/o."), "Grid": Puzzle("soma-cube").pattern.grid,
        "SquareGrid": grid, "Lattice": model.SQUARE,
        "ColouredGrid": paper.ColouredGrid(big.problem),
        "Sides": paper.Sides.of(grid, 5), "WindowTable": paper.WindowTable(big.problem),
        "Serial": parallel.make_workers(1), "Workers": parallel.make_workers(1), "Page": page,
        "Fork": strategies["Constrained"].fork(state), "Problem": puzzle.problem, "State": state,
        "SolutionSymmetries": search.SolutionSymmetries(state), "Tracker": search.Tracker(),
        "Weights": search.Weights(), "Strategy": strategies["Constrained"], **strategies,
        # Made without `make_verb`, which wants the extra `photo` for reading pictures.
        **{each.__name__: each() for each in VERBS.values()},
        "Orientation": CLASSIC["wand"].faces[0].drawing,
    }  # fmt: skip
    wrong = {
        "None": None, "5": 5, "2.5": 2.5, "nan": math.nan, "''": "", "word": "nonsense",
        "bytes": b"x", "[]": [], "nested": [[1], "a", None], "{}": {}, "object": Odd(),
        "class": Odd, "function": function, "path": Path("not-there.txt"), "set": {"a"},
        "array": np.zeros((2, 3)), "puzzle": puzzle, "pattern": car, "answer": answer,
        "solution": solution, "True": True, "numbers": [1, 2, 3], "strategy": search.Constrained(),
    }  # fmt: skip
    return World(values, holders, wrong)


def call(label: str, name: str, wrong: Any) -> None:
    """Call what is public with one wrong argument, and ask for the first results."""
    values, holders, _ = world()
    called, (owner, *_) = PUBLIC[label], label.split(".")
    parameters = list(inspect.signature(called).parameters.values())
    if parameters[0].name == "self":
        called = getattr(holders[owner], label.partition(".")[2])
        parameters = parameters[1:]
    takes_more = any(each.kind is each.VAR_POSITIONAL for each in parameters)
    args, given = [], {}
    for each in parameters:
        is_meant, is_many = each.name == name, each.kind is each.VAR_POSITIONAL
        if is_many or each.kind is each.VAR_KEYWORD:
            args += [wrong] * (is_meant and is_many)
        elif is_meant or each.default is each.empty or each.name in LIMITS:
            value = wrong if is_meant else {**values, **LIMITS}.get(each.name)
            if takes_more or each.kind is each.POSITIONAL_ONLY:
                args.append(value)
            else:
                given[each.name] = value
    made = called(*args, **given)
    if isinstance(made, GeneratorType):
        next(made, None)


def asked(label: str) -> list[str]:
    """Return the parameters of a public name that take more than true or false."""
    return [
        name
        for name, each in inspect.signature(PUBLIC[label]).parameters.items()
        if name != "self" and str(each.annotation) not in ("bool", "<class 'bool'>")
    ]


def is_right(value: Any, annotation: str) -> bool:
    """Return whether a value has a type that the annotation names, so that only its size is odd."""
    kinds = [kind.__name__ for kind in type(value).__mro__[:-1]]
    if isinstance(value, list):
        kinds += ["tuple", "Iterable", "Sequence", "Vector", "Shape"]
    return any(kind in annotation for kind in kinds)


@pytest.mark.few(50)
@pytest.mark.parametrize("label", [*filter(asked, PUBLIC)])
def test_a_wrong_kind_ends_in_one_line(label, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in some(asked(label)):
        check_kinds(label, name, tmp_path)
    plot_closed()


def check_kinds(label: str, name: str, folder: Path) -> None:
    """Check some values of the wrong kind, other ones for each parameter."""
    annotation = str(inspect.signature(PUBLIC[label]).parameters[name].annotation)
    wrong = world().wrong
    for key in Random(f"{label} {name}").sample(sorted(wrong), 6):
        before, call_ = list(folder.iterdir()), f"{label}({name}={key})"
        try:
            call(label, name, wrong[key])
        except KaleidoError as problem:
            assert str(problem), call_
            assert "\n" not in str(problem), call_
            assert list(folder.iterdir()) == before, call_
        except Exception as problem:
            if not is_right(wrong[key], annotation):
                raise AssertionError(call_) from problem


def plot_closed() -> None:
    """Forget the figures that were drawn."""
    import matplotlib.pyplot as plt

    plt.close("all")
