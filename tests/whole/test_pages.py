"""The Python of the pages runs, and prints what they show."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
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


def faults_of(page: Path) -> Iterator[str]:
    """Yield what a plain renderer of Markdown would show raw, or would not find."""
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8")):
        if token.type == "fence" and token.info.startswith("{"):
            yield token.info
        for part in token.children or ():
            target = str(part.attrs.get("src") or part.attrs.get("href") or "").partition("#")[0]
            if target and ":" not in target and not (page.parent / target).exists():
                yield target
            if part.type == "text" and RAW.search(part.content):
                yield part.content


RAW = re.compile(r"^:::|^\(\w+\)=|^%|\{\{|\{[\w:-]+\}$|\$\$|\]\(|^\||\[\^")
"""What MyST reads in a text and other renderers show as it is."""


def test_pages_that_the_readme_links_read_anywhere():
    """They are plain Markdown, whose pictures and links lead to files of the repository."""
    readme = ROOT / "README.md"
    linked = set(re.findall(r"\]\(([\w/-]+\.md)", readme.read_text(encoding="utf-8")))
    assert "CONTRIBUTING.md" in linked
    for page in (readme, *(ROOT / name for name in some(linked))):
        assert list(faults_of(page)) == [], page.name


def test_a_page_that_reads_only_on_the_site_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    for text in (
        "```{code-cell}\n1\n```", "![a](none.png)", "[a](none.md#b)", "see {doc}`b`",
        "::: {note}", "(here)=", "a {{ b }} c", "$$x$$", "% a", "a[^1]",
    ):  # fmt: skip
        page.write_text(f"# A\n\n{text}\n")
        assert list(faults_of(page)), text
    page.write_text("# A\n\n`{x}` (a) 5 % {a, b} | [b](#c) [page](page.md#a) <https://a.b>\n")
    assert list(faults_of(page)) == []
