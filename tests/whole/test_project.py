"""What the files beside the package repeat of one another."""

import ast
import json
import re
import sys
import tomllib
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest
from some import some

import kaleido
from kaleido.draw.svg import draw_svg

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_citation_names_the_version():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [kaleido.__version__]


def test_every_requirement_has_a_lower_bound():
    extras = PROJECT["optional-dependencies"].values()
    for requirement in some(
        [*PROJECT["dependencies"], *(each for extra in extras for each in extra)]
    ):
        # The session `lowest` of noxfile.py turns these into exact versions.
        assert re.fullmatch(r"[a-z-]+>=[0-9][0-9a-z.]*(,<[0-9.]+)?", requirement), requirement


def test_github_tests_the_pythons_that_the_classifiers_name():
    workflow = (ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8")
    (matrix,) = re.findall(r"^ *python: \[(.*)\]$", workflow, re.MULTILINE)
    named = "".join(f"{line}\n" for line in PROJECT["classifiers"])
    assert re.findall(r'"([0-9.]+)"', matrix) == re.findall(r":: (3\.[0-9]+)\n", named)


def test_workflows_that_compile_for_browsers_install_the_compiler():
    workflows = (path.read_text("utf-8") for path in ROOT.glob(".github/workflows/*.yml"))
    compiling = re.compile(r"nox -s (page|release|nightly)\b")
    for workflow in some(each for each in workflows if compiling.search(each)):
        assert "install -y $(sed -n 's/^# Debian: //p' core/wasm.cmake)" in workflow


def test_the_readme_is_short_and_begins_with_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("\n") <= 110
    # What Kaleido is, how it is installed and tried: on the first screen.
    assert text[: text.index("```sh", text.index("```sh") + 1)].count("\n") < 25


def test_the_architecture_page_lists_the_rooms_of_the_import_contract():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = [re.findall(r"[a-z]+", layer) for layer in layers if layer != "_version"]
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    wanted = []
    for number, names in zip(range(len(rooms), 0, -1), rooms, strict=True):
        for name in names:
            doc = (import_module(f"kaleido.{name}").__doc__ or "").partition("\n\n")[0]
            wanted.append(f"| {number} | `{name}` | {' '.join(doc.split()).replace('``', '`')} |")
    assert re.findall(r"^\| \d.*", page, re.MULTILINE) == wanted
    picture = page.partition("```text")[2].partition("```")[0]
    assert all(re.search(rf"  {name}\b", picture) for names in rooms for name in names)


def test_the_architecture_page_names_files_to_change_that_exist():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = page.partition("| change | files |")[2].partition("\n\n")[0]
    for path in some(re.findall(r"`(\w+/[\w./*]*)`", table)):
        assert [*(ROOT / "kaleido").glob(path)], path


def test_every_check_runs_on_every_change_or_every_night():
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    sessions = {
        each.name.replace("_", "-")
        for each in tree.body
        if isinstance(each, ast.FunctionDef) and "nox.session" in ast.unparse(each.decorator_list)
    }
    tiers = {
        ast.unparse(each.targets[0]): set(re.findall(r"'([a-z-]+)", ast.unparse(each.value)))
        for each in tree.body
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) in ("CHECKS", "NIGHTLY")
    }
    workflow = (ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8")
    (matrix,) = re.findall(r"session:\s*\[(.*)\]", workflow)
    assert set(matrix.split(", ")) == tiers["CHECKS"]
    named = {each.strip("-") for names in tiers.values() for each in names}
    # `package` and `release` build the page as `page` does.
    assert named | {"tests", "checks", "nightly", "fuzz", "page"} == sessions
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [name for name in sorted(named) if f"`{name}" not in table] == []


def test_every_file_that_the_noxfile_names_is_there():
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    named = []
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and str(each.value).startswith("tests/"):
            named.append(each.value.partition("::")[0])
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]).isupper():
            value = ast.unparse(each.value)
            # Lists of files and folders below tests/, such as `*(f"cli/test_{name}" for ...)`.
            if "/test_" in value and "tests/" not in value:
                named += [f"tests/{name}" for name in eval(value)]
    assert len(named) > 50
    there = [ROOT / name for name in named]
    assert [p for p in there if not (p.exists() or p.with_name(f"{p.name}.py").is_file())] == []


PICTURES = re.compile(r'!\[([^\]]*)\]\(|<img\b(?:(?!alt=)[^>])*(?:alt="([^"]*)")?[^>]*>')
"""Pictures in Markdown, with what stands for them; outputs of code get that from docs/_ext."""


def test_every_picture_in_a_text_has_an_alternative_text():
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.glob("docs/*.md")}
    texts[ROOT / "README.md"] = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in ROOT.glob("notebooks/*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        written = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        texts[path] = "\n\n".join(written)
    found = [
        (path.name, words, html)
        for path, text in texts.items()
        for words, html in PICTURES.findall(text)
    ]
    assert len(found) > 3
    assert [name for name, words, html in found if not (words or html).strip()] == []


def test_figures_are_described_by_the_text_before_them(tmp_path):
    """As the session `docs` of noxfile.py does, where a warning is an error."""
    application = pytest.importorskip("sphinx.testing.util").SphinxTestApp
    (tmp_path / "conf.py").write_text("extensions = ['alt_text']\n")
    picture = draw_svg(kaleido.named_pattern("car"))
    (tmp_path / "car.svg").write_text(picture, encoding="utf-8")
    (tmp_path / "curve.svg").write_text(re.sub("<title>.*?</title>", "", picture))
    (tmp_path / "index.rst").write_text(
        "Title\n=====\n\n.. image:: curve.svg\n\nIt shows\n*edges*.\n\n.. image:: curve.svg\n\n"
        ".. image:: car.svg\n\n.. image:: car.svg\n   :alt: Own words\n\n"
        "Next\n----\n\n.. image:: curve.svg\n\n.. image:: car.svg\n   :alt:\n"
    )
    sys.path.insert(0, str(ROOT / "docs" / "_ext"))
    try:
        app = application(srcdir=tmp_path)
        app.build()
        images = app.env.get_doctree("index").findall(lambda node: node.tagname == "image")
        words = [image["alt"] for image in images]
        app.cleanup()
    finally:
        sys.path.remove(str(ROOT / "docs" / "_ext"))
    assert words == [*("Title", "Title: It shows edges.", "Pattern Car", "Own words", "Next", "")]
    assert "index.rst:21: WARNING: picture without alt text: car.svg" in app.warning.getvalue()


def test_every_notebook_can_be_opened_from_the_page():
    page = (ROOT / "docs/learn.md").read_text(encoding="utf-8")
    for path in some(ROOT.glob("notebooks/*.ipynb")):
        links = (f"notebooks/{path.stem}", f"binder:{path.name}", f"colab:{path.name}")
        assert [link for link in links if f"]({link})" not in page] == []


def test_every_page_stands_behind_a_door():
    """And each is named there in words, too."""
    doors = [ROOT / f"docs/{name}.md" for name in ("learn", "how-to", "look-up", "understand")]
    told = [door.read_text(encoding="utf-8") for door in doors]
    pages = {path.stem for path in ROOT.glob("docs/*.md")} - {door.stem for door in doors}
    listed = [page for page in pages if any(f"]({page}.md)" in text for text in told)]
    assert pages - set(listed) == {"index"}
    for text in told:
        trees = re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        entries = {line for tree in trees for line in tree.splitlines() if line[:1].isalpha()}
        named = set(re.findall(r"\]\(([\w/-]+?)(?:\.md)?\)", text))
        assert entries - {"notebooks/*"} <= named


def test_modules_of_the_page_import_each_other_without_cycles():
    imported = re.compile(r'^(?:import|export)[^;]*? from "\./(\w+\.js)";', re.MULTILINE)
    paths = (ROOT / "kaleido" / "web" / "static").glob("*.js")
    imports = {path.name: imported.findall(path.read_text("utf-8")) for path in paths}
    assert "dom.js" in imports["page.js"]
    TopologicalSorter(imports).prepare()  # a cycle is an error


def is_never_empty(items):
    """Return whether a loop over an expression looks at something, or fails."""
    match items:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return not all(isinstance(each, ast.Starred) for each in parts)
        case ast.Dict(keys=parts):
            return bool(parts)
        case ast.Constant(value=text):
            return bool(text)
        case ast.Call(func=ast.Name(id="range"), args=ends):
            return all(isinstance(each, ast.Constant | ast.UnaryOp) for each in ends)
        case ast.Call(
            func=ast.Name(id="enumerate" | "permutations" | "product" | "zip"), args=parts
        ):
            return all(map(is_never_empty, parts))
        case ast.Call(func=ast.Attribute(value=mapping, attr="items" | "values")):
            return is_never_empty(mapping)
    return isinstance(items, ast.Call) and ast.unparse(items.func) == "some"


def assertions(node, *, sure=True):
    """Yield of each assertion whether no loop around it may be empty."""
    for child in ast.iter_child_nodes(node):
        looped = isinstance(node, ast.For) and child in node.body
        inside = sure and (not looped or is_never_empty(node.iter))
        raises = isinstance(child, ast.withitem) and "raises(" in ast.unparse(child)
        if raises or isinstance(child, ast.Assert):
            yield inside
        elif not isinstance(child, ast.FunctionDef):
            yield from assertions(child, sure=inside)


def loose_tests(text):
    """Return the tests of a file that assert only in loops that may be empty."""
    tests = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    found = {each.name: list(assertions(each)) for each in tests if each.name[:5] == "test_"}
    return [name for name, sure in found.items() if sure and not any(sure)]


@pytest.mark.parametrize(
    ("items", "loose"),
    [("a", True), ("range(a)", True), ("zip((1,), a)", True), ("some(a)", False), ("(a,)", False)],
)
def test_a_loop_over_nothing_would_be_found(items, loose):
    loop = f"def test_a():\n    for each in {items}:\n        if each: assert each"
    assert loose_tests(loop) == ["test_a"] * loose


def test_no_test_asserts_only_in_a_loop_over_nothing():
    # `some` of tests/some.py fails where there is nothing.
    paths = some((ROOT / "tests").glob("*/test_*.py"))
    found = {path.name: loose_tests(path.read_text(encoding="utf-8")) for path in paths}
    assert {name: loose for name, loose in found.items() if loose} == {}
