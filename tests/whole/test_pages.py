"""The Python of the pages runs, and prints what they show."""

import doctest
import re
from pathlib import Path

import pytest
from some import some

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Pages that show no output are examples; test_surface.py runs each task of tasks.md alone.
PAGES = [
    path
    for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))
    if path.name != "tasks.md" and "\n>>> " in path.read_text(encoding="utf-8")
]


def errors_of(text: str, name: str) -> str:
    """Run the Python of a page from the top, and return what differs from the outputs shown."""
    names: dict[str, object] = {"__name__": name}
    told: list[str] = []
    runner = doctest.DocTestRunner()
    for fence in FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 1
        if ">>> " in fence[1]:
            test = doctest.DocTestParser().get_doctest(fence[1], names, name, name, line)
            runner.run(test, out=told.append, clear_globs=False)
            names = test.globs
        else:
            exec(compile("\n" * line + fence[1], name, "exec"), names)  # noqa: S102 -- our own pages
    return "".join(told)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert errors_of(page.read_text(encoding="utf-8"), page.name) == ""


def test_a_wrong_output_would_be_found():
    page = "```python\nhalf = 21\n```\n\n```python\n>>> 2 * half\n{}\n\n```\n"
    assert errors_of(page.format(42), "page.md") == ""
    assert "Expected:\n    43\nGot:\n    42" in errors_of(page.format(43), "page.md")


LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def test_pages_that_the_readme_links_read_anywhere():
    """They are plain Markdown, whose pictures and links lead to files of the repository."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in some(set(re.findall(r"\]\((docs/[\w-]+\.md)", readme))):
        page = (ROOT / name).read_text(encoding="utf-8")
        assert re.findall(r"```\{\w+|\{\{ ", page) == [], name
        words = re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.DOTALL)
        links = LINK.findall(words)
        assert [link for link in links if not (ROOT / "docs" / link).exists()] == [], name
