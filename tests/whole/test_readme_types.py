"""The Python of README passes the strictest check of types, as an editor of a reader runs it."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_python_of_readme_has_types(tmp_path, monkeypatch):
    api = pytest.importorskip("mypy.api", reason="needs the extra `lint`")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    (tmp_path / "readme.py").write_text(code)
    monkeypatch.chdir(ROOT)
    words = ["--strict", "--config-file", "pyproject.toml", str(tmp_path / "readme.py")]
    told, faults, _ = api.run(words)
    assert told.startswith("Success"), told + faults
