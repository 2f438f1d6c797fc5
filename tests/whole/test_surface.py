"""The names that users meet: few at the top, two levels deep, with options that are checked."""

import ast
import doctest
import inspect
import json
import re
from collections import defaultdict
from contextlib import suppress
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest
from exported import methods, packages, public
from some import some

import kaleido
from kaleido.base.elsewhere import TABLE
from kaleido.cli import app
from kaleido.export import FORMS
from kaleido.heuristics import STRATEGIES
from kaleido.library.patterns import GROUPS
from kaleido.library.ruled_names import DEALT
from kaleido.plot.kinds import KINDS

ROOT = Path(__file__).parents[2]
TASKS = (
    *("solve", "record", "count", "sample", "hint", "rate", "check"),
    *("generate", "design", "compare", "explore", "read"),
)
HOT = ("Fork", "Grid", "Problem", "SquareGrid", "State")
"""Classes that a search uses at every node, whose options are not looked at twice."""


def options_of(called):
    """Return the names of what may be left out."""
    parameters = inspect.signature(called).parameters.values()
    taken = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [
        each.name
        for each in parameters
        if each.kind in taken and (each.default is not each.empty or each.kind is each.KEYWORD_ONLY)
    ]


PUBLIC = {
    label: each
    for label, each in public().items()
    if label.partition(".")[0] not in HOT and options_of(each)
}


def misspelt(name):
    """Return a name with its last letter doubled."""
    return name + name[-1]


def test_few_names_are_at_the_top():
    names = [name for name in kaleido.__all__ if name != "__version__"]
    assert len(names) <= 42
    assert set(TASKS) < set(names)
    assert all(callable(getattr(kaleido, name)) for name in TASKS)


def test_what_can_be_called_is_listed():
    for package in (kaleido.plot, kaleido.designing, kaleido.search):
        assert sorted(dir(package)) == sorted(package.__all__)
    assert all(callable(getattr(kaleido.plot, name)) for name in dir(kaleido.plot))


def test_the_public_functions_are_found():
    assert {"kaleido.solve", "kaleido.plot.animate", "Puzzle.solutions", "kaleido.lab.tune"} < set(
        PUBLIC
    )
    assert len(PUBLIC) > 120


def test_a_misspelt_option_is_named_with_the_nearest():
    for label, called in some(PUBLIC.items()):
        for option in some(options_of(called)):
            with pytest.raises(TypeError, match="unexpected keyword argument") as error:
                called(**{misspelt(option): None})
            assert f"Did you mean {option!r}?" in str(error.value), label


def test_a_misspelt_option_ends_at_once():
    puzzle = kaleido.Puzzle("twelve")
    with pytest.raises(TypeError, match=r"'max_node'\. Did you mean 'max_nodes'"):
        puzzle.solve(max_node=1)
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'colour': expected timeout$"):
        puzzle.hint(colour=1)


def signatures():
    """Yield the signatures of all public functions, classes and methods, after their names."""
    for package in packages():
        for name in getattr(package, "__all__", ()):
            value = getattr(package, name)
            within = [each for each, _ in methods(value)] if inspect.isclass(value) else []
            for called in filter(callable, [value, *within]):
                with suppress(TypeError, ValueError):  # built-in types have none
                    yield f"{name}: {inspect.signature(called)}"


def test_a_signature_can_be_read():
    shown = list(signatures())
    assert len(shown) > 400
    assert [text for text in shown if " at 0x" in text or "<function" in text] == []
    assert "count: (pattern: 'PuzzleLike | State', *, pieces: 'SetLike | None'" in "".join(shown)


def test_options_have_one_name():
    options = {name for called in PUBLIC.values() for name in options_of(called)}
    assert options >= {"timeout", "workers", "seed"}
    assert options.isdisjoint({"n_jobs", "jobs", "processes", "rng", "random_state"})


@cache
def parsed():
    """Return, by the paths of modules, their classes and the examples of their docstrings."""
    found, parser = {}, doctest.DocTestParser()
    for path in sorted((ROOT / "kaleido").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        documented = (ast.ClassDef, ast.FunctionDef, ast.Module)
        told = (ast.get_docstring(each) for each in ast.walk(tree) if isinstance(each, documented))
        texts = (text for text in told if text and ">>>" in text)
        found[path] = classes, [each.source for text in texts for each in parser.get_examples(text)]
    return found


def codes():
    """Yield the Python code that people read: pages, notebooks, examples of docstrings."""
    for path in [*ROOT.glob("docs/*.md"), ROOT / "README.md", *ROOT.glob("docs/*.py")]:
        if path.name not in ("conf.py", "manpage.py"):  # how the pages are made
            yield path.name, path.read_text(encoding="utf-8")
    for path in ROOT.glob("notebooks/*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        yield path.name, "\n".join("".join(cell["source"]) for cell in cells)
    for path, (_, sources) in parsed().items():
        yield from ((path.name, source) for source in sources)


def test_every_class_has_a_name_of_its_own():
    homes = defaultdict(list)
    for path, (classes, _) in parsed().items():
        for name in classes:
            homes[name].append(path.relative_to(ROOT).as_posix())
    assert len(homes) > 200
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_nobody_imports_deeper_than_two_levels():
    deep = re.compile(r"^\s*(?:from|import) (kaleido\.\w+\.\w+)", re.MULTILINE)
    shown = list(codes())
    assert [(name, module) for name, text in shown for module in deep.findall(text)] == []
    assert sum(text.count("from kaleido") for _, text in shown) > 100


def tasks():
    """Return the examples of the page of tasks by their headings."""
    page = (ROOT / "docs/tasks.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.*)$", page, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_there_are_nine_tasks():
    assert len(tasks()) == 9


@pytest.mark.parametrize("heading", tasks())
def test_a_task_takes_at_most_twenty_lines(heading):
    text = tasks()[heading]
    test = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, heading, None, 0)
    assert 0 < sum(example.source.count("\n") for example in test.examples) <= 20
    assert any(example.want for example in test.examples)
    told = []
    doctest.DocTestRunner().run(test, out=told.append)
    assert not told, "".join(told)


def names_in(column, own):
    """Return the names in an entry of a column of the table."""
    if column == "remark":
        return [flag.replace("-", "_") for flag in re.findall(r"--([\w-]+)", own)]
    return own.split() if column in ("option", "attribute") else [own]


def test_what_others_call_our_things_names_things_that_are_there():
    attributes = {
        each
        for package in packages()
        for kind in filter(inspect.isclass, vars(package).values())
        for owner in kind.__mro__
        for each in (*dir(owner), *vars(owner).get("__annotations__", ()))
    }
    commands = {name: app.get_command(None, name) for name in app.list_commands(None)}
    options = {
        name.strip("-").replace("-", "_")
        for command in [app, *commands.values()]
        for option in command.params
        for name in (option.name, *option.opts)
    }
    for called in (*PUBLIC.values(), kaleido.designing.Target):
        options.update(inspect.signature(called).parameters)
    known = {
        "option": options,
        "remark": options,
        "attribute": attributes,
        **{key: {"", *commands} for key in (*commands, "command", "strategy", "suffix")},
        "value": {
            *(*STRATEGIES, *FORMS, *KINDS, *DEALT, *GROUPS),
            *(*kaleido.set_names(), *kaleido.pattern_names()),
        },
    }
    missing = [
        (column, way)
        for column, rows in TABLE.items()
        for own in rows
        for way in names_in(column, own)
        if column in known
        and re.split(r"[^\w-]", way.removeprefix("--help").rpartition("@.")[2])[0]
        not in known[column]
    ]
    assert missing == []
    for package in TABLE.keys() - known:
        for own in TABLE[package]:  # raises an error for what is not there
            resolve_name(f"{package}.{own.partition('(')[0]}")
