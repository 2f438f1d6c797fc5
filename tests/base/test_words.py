"""The words that players read: one file for each language, which Python and the page both read."""

import ast
import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from some import some

import kaleido
from kaleido.base import words
from kaleido.heuristics import parameters_of
from kaleido.heuristics.registry import STRATEGIES
from kaleido.library.data import shipped_text
from kaleido.library.patterns import named_pattern, pattern_names
from kaleido.library.puzzles import puzzle_names
from kaleido.model.cause import Cause
from kaleido.web import page

PACKAGE = Path(kaleido.__file__).parent
SENTENCE = 5
"""Texts of fewer words, places included, are labels, which may stand anywhere."""


def test_the_page_offers_each_language_that_there_is_a_file_of(tmp_path, monkeypatch):
    shutil.copytree(words.FOLDER, tmp_path / "words")
    shutil.copy(tmp_path / "words" / "en.json", tmp_path / "words" / "tlh.json")
    monkeypatch.setattr(words, "FOLDER", tmp_path / "words")
    names = sorted(each.stem for each in words.FOLDER.glob("*.json"))
    assert {"en", "tlh"} <= {*names}
    assert f'data-languages="{" ".join(names)}"' in page.page_text()


def test_a_cause_is_a_value():
    cause = Cause("limit", {"nodes": 2000})
    assert cause == Cause("limit", {"nodes": 2000}) != Cause("limit", {"nodes": 1})
    assert hash(cause) == hash(Cause("limit", {"nodes": 2000}))
    assert str(cause) == "the limit of 2,000 nodes is reached"
    assert not isinstance(cause, str)


# Each sentence stands once.


def forms_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of a language, with all their forms, each with its key."""
    for group, texts in json.loads(path.read_text("utf-8")).items():
        for name, text in texts.items():
            for form in [text] if isinstance(text, str) else text.values():
                yield form, f"{group}.{name}"


def shape(text: str) -> list[str]:
    """Give the words of a text in small letters, and a sign for each of its places."""
    return re.findall(r"\w+", re.sub(r"\$?\{[^{}]*\}", " _ ", text).lower())


def is_sentence(text: str) -> bool:
    return len(shape(text)) >= SENTENCE and len({*shape(text)} - {"_"}) >= 3


def python_texts(source: str) -> Iterator[str]:
    """Yield the texts in a module, its docstrings aside."""
    tree, skipped = ast.parse(source), set()
    # What is skipped comes after its owner.
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            if node.body and isinstance(node.body[0], ast.Expr):
                skipped.add(id(node.body[0].value))
        elif isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and id(node) not in skipped:
            yield str(node.value)


def page_texts(source: str) -> Iterator[str]:
    """Yield the texts in a module of the page, its comments aside."""
    code = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", source, flags=re.DOTALL | re.MULTILINE)
    # What is put together of two lines is one text.
    code = re.sub(r'"\s*\+\s*"', "", code)
    for plain, template in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`', code):
        yield plain or template


@cache
def sentences() -> dict[tuple[str, ...], list[list[str]]]:
    """Give the sentences of all languages by how they begin."""
    found: dict[tuple[str, ...], list[list[str]]] = {}
    for path in words.FOLDER.glob("*.json"):
        for form, key in forms_of(path):
            # The titles of groups are names, by which their words are found.
            if is_sentence(form) and not key.startswith("groups."):
                found.setdefault(tuple(shape(form)[:SENTENCE]), []).append(shape(form))
    return found


def copies(texts: Iterator[str]) -> list[str]:
    """List the texts that say again what stands among the words."""
    return [
        text
        for text in texts
        for said in [shape(text)]
        for at in range(len(said) - SENTENCE + 1)
        for own in sentences().get(tuple(said[at : at + SENTENCE]), ())
        if said[at : at + len(own)] == own
    ]


@pytest.mark.parametrize("suffix", [".py", ".js"])
def test_no_sentence_of_players_stands_elsewhere(suffix):
    texts = {".py": python_texts, ".js": page_texts}[suffix]
    # A bundle beside it has the words in it, and may be made while the tests run.
    folder = {".py": PACKAGE, ".js": page.STATIC}[suffix]
    paths = sorted(folder.rglob(f"*{suffix}"))
    assert len(paths) > 50
    found = {path.name: copies(texts(path.read_text("utf-8"))) for path in paths}
    assert {name: again for name, again in found.items() if again} == {}


def test_a_copy_would_be_found():
    assert copies(python_texts('why = f"no piece fits on {cell}"'))
    assert copies(
        python_texts(
            'WHY = {"lost": "{pieces}: Something must come off: as the pieces '
            'lie, there is no solution."}'
        )
    )
    assert copies(page_texts("const why = `Only the ${piece} fits there.`;"))
    assert copies(page_texts('say("Dieses Brett hat keine " + "Lösung, was du auch legst.");'))
    assert not copies(python_texts('"""Say that no piece fits on D5."""\nkey = "reasons.cell"'))
    assert not copies(page_texts("// no piece fits on D5\n"))


def test_no_language_says_a_sentence_twice():
    for path in some(words.FOLDER.glob("*.json")):
        keys: dict[str, set[str]] = {}
        for form, key in forms_of(path):
            if is_sentence(form):
                keys.setdefault(form, set()).add(key)
        assert {form: own for form, own in keys.items() if len(own) > 1} == {}


def test_each_board_has_a_title_in_all_other_languages():
    titles = {named_pattern(name).title for name in pattern_names()}
    for name in puzzle_names():
        titles |= set(re.findall("^# title: (.+)$", shipped_text("puzzles", name), re.MULTILINE))
    others = {path for path in words.FOLDER.glob("*.json") if path.stem != "en"}
    assert others
    for path in others:
        assert set(json.loads(path.read_text("utf-8"))["titles"]) == titles, path.stem


def test_each_strategy_and_each_parameter_has_a_name_and_a_sentence():
    texts = json.loads((words.FOLDER / "en.json").read_text("utf-8"))
    assert set(texts["strategies"]) == set(texts["abouts"]) == set(STRATEGIES)
    parameters = {each for name in STRATEGIES for each in parameters_of(name)}
    assert set(texts["parameters"]) == set(texts["rules"]) == parameters
