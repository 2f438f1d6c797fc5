"""The suite as a scenario of ASlib, the library of data sets for algorithm selection.

Its boards are the instances, the baselines the algorithms, and nodes the costs; the folds are those
of the suite, so that folds 9 and 10 are its test boards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from kaleido.base.files import folder_written_whole
from kaleido.lab.suites.boards import Features, as_table, suite
from kaleido.lab.suites.standings import BASELINES, MAX_NODES, baseline_runs, within

_RUN_STATUS = "{ok,timeout,memout,not_applicable,crash,other}"
_STEP_STATUS = "{ok,timeout,memout,presolved,crash,other,unknown}"
_STEP = "reading"
_FEATURES = [each.name for each in fields(Features)]
_KEY = {"instance_id": "STRING", "repetition": "NUMERIC"}

_CITATION = """\
@misc{kaleido-suite,
  title = {The Kaleido suite: generated boards of a patterned polyomino packing puzzle},
  author = {{The Kaleido authors}},
  note = {Version 1, CC0 1.0},
  url = {https://github.com/kaleido-puzzle/kaleido}
}
"""

_README = f"""\
The boards of the Kaleido suite as a scenario of ASlib. Costs are nodes: the placements tried until
the first solution, with those of searches ahead, which are the same on every machine. A run ended
after {MAX_NODES:,} nodes. All instances have a solution; boards.csv has their exact
numbers of solutions.
Folds 1 to 6 are the split train of the suite, folds 7 and 8 dev, and folds 9 and 10 test.
"""


def write_scenario(folder: str | Path, family: str | None = None) -> Path:
    """Write the suite, or one family of it, as a folder in the format of ASlib, version 2.

    The algorithms are the `BASELINES`, with the runs that come with the suite. The folder is
    written whole or not at all, and takes the place of one of that name; it is returned.

    References
    ----------
    B. Bischl et al., "ASlib: A benchmark library for algorithm selection", Artificial
    Intelligence 237, 2016.
    """
    boards = suite(family, None)
    name = "KALEIDO-SUITE" if family is None else f"KALEIDO-{family.upper()}"
    runs = [
        (each.pattern, 1, each.strategy, each.work, "timeout" if each.gave_up else "ok")
        for each in map(within, baseline_runs(family, None).select(seed=0))
    ]
    own = boards.boards
    values = [
        (board.name, 1, *(getattr(board.features, each) for each in _FEATURES)) for board in own
    ]
    numbers = dict.fromkeys(_FEATURES, "NUMERIC")
    run_columns = {"algorithm": "STRING", "nodes": "NUMERIC", "runstatus": _RUN_STATUS}
    texts = {
        "description.txt": _description(name),
        "algorithm_runs.arff": _arff(f"ALGORITHM_RUNS_{name}", _KEY | run_columns, runs),
        "feature_values.arff": _arff(f"FEATURE_VALUES_{name}", _KEY | numbers, values),
        "feature_runstatus.arff": _arff(
            f"FEATURE_RUNSTATUS_{name}",
            _KEY | {_STEP: _STEP_STATUS},
            [(board.name, 1, "ok") for board in own],
        ),
        "cv.arff": _arff(
            f"CV_{name}", _KEY | {"fold": "NUMERIC"}, [(each.name, 1, each.fold) for each in own]
        ),
        "citation.bib": _CITATION,
        "readme.txt": _README,
        "boards.csv": as_table(own),
    }
    with folder_written_whole(Path(folder), "description.txt") as draft:
        for file, text in texts.items():
            (draft / file).write_text(text, encoding="utf-8")
    return Path(folder)


def _arff(relation: str, attributes: dict[str, str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in the attribute-relation file format of Weka."""
    head = [f"@RELATION {relation}", ""]
    head += [f"@ATTRIBUTE {name} {kind}" for name, kind in attributes.items()]
    return "\n".join([*head, "", "@DATA", *(",".join(map(str, row)) for row in rows), ""])


def _description(name: str) -> str:
    """Return the description of the scenario, which is YAML."""
    lines = [
        f"scenario_id: {name}",
        "performance_measures:\n- nodes",
        "maximize:\n- false",
        "performance_type:\n- runtime",
        f"algorithm_cutoff_time: {MAX_NODES}",
        "algorithm_cutoff_memory: '?'",
        "features_cutoff_time: '?'",
        "features_cutoff_memory: '?'",
        f"number_of_feature_steps: 1\ndefault_steps:\n- {_STEP}",
        f"feature_steps:\n  {_STEP}:\n    provides:",
        *(f"    - {each}" for each in _FEATURES),
        "features_deterministic:",
        *(f"- {each}" for each in _FEATURES),
        "features_stochastic: []",
        "metainfo_algorithms:",
    ]
    for each in BASELINES:
        lines += [f"  {each}:", "    configuration: 'seed 0'", "    deterministic: true"]
    return "\n".join([*lines, ""])
