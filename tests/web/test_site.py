"""The site without a server: what the folder holds, what is refused, what its engine answers."""

import gzip
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from runtimes import write_runtime
from some import some

import kaleido
from kaleido import STRATEGIES, named_pattern
from kaleido.cli import main
from kaleido.library.piece_sets import set_names
from kaleido.web import page as web_page, site as web_site, tables as web_tables
from kaleido.web.engine import answer
from kaleido.web.jobs import Job, run_job
from kaleido.web.lists import LISTS, read_list
from kaleido.web.site import LEFT_OUT, RUNTIME_FILES, build_site

CAR = named_pattern("car").text


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    return write_runtime(tmp_path)


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    """The lists are made once; a bundle is not there, nor the core, whose tables take long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web_site, "read_list", cache(read_list))
        patch.setattr(web_site, "MODULE", Path("no-module"))
        patch.setattr(web_page, "DIST", Path("no-bundle"))
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site, for tests that only look at it."""
    folder = tmp_path_factory.mktemp("built")
    site, runtime = folder / "new" / "site", write_runtime(folder)
    assert main(["site", "-o", str(site), "--runtime", str(runtime.parent.parent)]) == 0
    return site


def policy_of(text: str) -> dict[str, list[str]]:
    """Give the values of each directive of a policy."""
    return {name: values for name, *values in (part.split() for part in text.split(";"))}


def version(folder: Path) -> str:
    found = re.match(r'const VERSION = "(\w+)";', (folder / "worker.js").read_text())
    assert found
    return found[1]


class TestFolder:
    def test_holds_the_page_the_lists_and_the_engine(self, site):
        page = (site / "index.html").read_text()
        assert '<html data-engine="page"' in page
        assert "http://" not in page.replace("http://www.w3.org", "")
        for name in LISTS:
            listed = json.loads((site / "api" / f"{name}.json").read_text())
            assert listed == json.loads(json.dumps(read_list(name)))
        for name in RUNTIME_FILES:
            assert (site / "engine" / name).read_text() == name
        packages = json.loads((site / "engine" / "engine.json").read_text())["packages"]
        assert all(zipfile.is_zipfile(site / "engine" / name) for name in packages)

    def test_the_page_says_what_it_may_load(self, site):
        page = (site / "index.html").read_text()
        (text,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
        policy = policy_of(text)
        assert policy["default-src"] == policy["worker-src"] == ["'self'"]
        assert policy["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
        assert policy["img-src"] == ["'self'", "data:", "blob:"]
        for name in ("object-src", "base-uri", "form-action"):
            assert policy[name] == ["'none'"]
        # A browser reads these before anything that they are for.
        first = page.index("<script")
        assert page.index("Content-Security-Policy") < first
        assert page.index('<meta name="referrer" content="no-referrer">') < first
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\s(?:style|on\w+)=", page)

    def test_says_what_a_host_should_add(self, site):
        path, *lines = (site / "_headers").read_text().splitlines()
        assert path == "/*"
        headers = dict(line.strip().split(": ", 1) for line in lines)
        (text,) = re.findall(
            r'Content-Security-Policy" content="([^"]*)"', (site / "index.html").read_text()
        )
        # What a page cannot say itself.
        assert policy_of(headers.pop("Content-Security-Policy")) == policy_of(text) | {
            "frame-ancestors": ["'none'"]
        }
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
        assert "camera=()" in headers["Permissions-Policy"]

    def test_loads_nothing_from_elsewhere(self, site):
        # Python for the browser, whose files here are of tests, is npm's.
        own = (path for path in site.rglob("*") if path.parent.name != "engine")
        read = (".html", ".js", ".css", ".webmanifest")
        for path in some(path for path in own if path.suffix in read):
            text = re.sub(r"(?m)^\s*(?://|\*|/\*).*$", "", path.read_text())
            links = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text))
            assert links <= {"http://www.w3.org"}, path

    def test_names_all_its_files_for_use_without_a_network(self, site):
        named = json.loads(re.findall(r"const FILES = (.*);", (site / "worker.js").read_text())[0])
        files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
        # Hosts that read _headers do not send it, and one file missing would spoil all.
        files = {name for name in files if not name.endswith(".gz")}
        assert set(named) == files - {"worker.js", "_headers"} | {"./"}

    def test_has_compressed_copies_for_hosts_that_do_not_compress(self, site):
        packed = {path.name for path in site.rglob("*.gz")}
        assert {"index.html.gz", "en.json.gz"} <= packed
        for path in some(site.rglob("*.gz")):
            assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()

    def test_the_wheel_is_this_package(self, site):
        (wheel,) = (site / "engine").glob("*.whl")
        package = Path(kaleido.__file__).parent
        with zipfile.ZipFile(wheel) as archive:
            names = {name for name in archive.namelist() if name.endswith(".py")}
            own = {path.relative_to(package) for path in package.rglob("*.py")}
            asked = {path.as_posix() for path in own if not LEFT_OUT.intersection(path.parts[:2])}
            start = "kaleidoscope_solver/__init__.py"
            assert names == {start, *(f"kaleido/{name}" for name in asked)}
            for name in names:
                assert archive.read(name) == (package.parent / name).read_bytes()
            assert "kaleido/data/patterns/car.txt" in archive.namelist()

    def test_the_wheel_holds_what_each_strategy_reads(self, site, tmp_path):
        (wheel,) = (site / "engine").glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path)
        code = (
            "import kaleido, sys; puzzle = kaleido.Puzzle('first-steps')\n"
            "for strategy in sys.argv[1:]: print(strategy, puzzle.solve(strategy).status)"
        )
        command = [sys.executable, "-c", code, *STRATEGIES]
        environment = os.environ | {"PYTHONPATH": str(tmp_path)}
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.stdout == "".join(f"{each} solved\n" for each in STRATEGIES), done.stderr

    def test_is_the_same_each_time_and_another_with_other_files(self, tmp_path, runtime, site):
        build_site(tmp_path / "one", runtime)
        assert version(tmp_path / "one") == version(site)
        (runtime / RUNTIME_FILES[0]).write_text("newer")
        build_site(tmp_path / "one", runtime)
        assert version(tmp_path / "one") != version(site)

    def test_other_files_are_not_written_over(self, tmp_path, runtime, error_of):
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "letter.txt").write_text("dear")
        assert "holds other files" in error_of("site -o", tmp_path / "mine", "--runtime", runtime)
        assert (tmp_path / "mine" / "letter.txt").read_text() == "dear"

    @pytest.mark.parametrize("step", [40, pytest.param(1, marks=pytest.mark.long)])
    def test_the_core_is_there_with_its_tables_if_it_was_built(
        self, tmp_path, runtime, monkeypatch, capsys, step
    ):
        module = tmp_path / "kaleido_core.wasm"
        monkeypatch.setattr(web_site, "MODULE", module)
        monkeypatch.setattr(web_tables, "set_names", lambda: set_names()[::step])
        monkeypatch.setattr(web_tables, "read_list", lambda name: web_site.read_list(name)[::step])
        monkeypatch.setattr(web_site, "_core_tables", web_site._core_tables.__wrapped__)
        folder = tmp_path / "site"
        assert main(["site", "-o", str(folder), "--runtime", str(runtime)]) == 0
        note = capsys.readouterr().err.replace("\n", " ")
        assert "built without the core for browsers" in note
        assert "docs/" not in note  # which an installed package lacks
        assert not (folder / "core").exists()
        module.write_bytes(b"module")
        assert main(["site", "-o", str(folder), "--runtime", str(runtime), "--json"]) == 0
        captured = capsys.readouterr()
        assert json.loads(captured.out)["file"] == str(folder)
        assert "built without" not in captured.err
        assert (folder / "core" / module.name).read_bytes() == b"module"
        index = json.loads((folder / "core" / "index.json").read_text())
        assert {path.stem for path in (folder / "core").glob("*.json")} == {
            *index.values(), "index", "patterns",
        }  # fmt: skip

    def test_that_modules_are_not_compiled_is_said(self, tmp_path, runtime, monkeypatch):
        assert any("Node could not" in note for note in build_site(tmp_path / "a", runtime).notes)
        monkeypatch.setattr(web_site.shutil, "which", lambda _: None)
        assert any("Node is not" in note for note in build_site(tmp_path / "b", runtime).notes)

    def test_the_licences_of_all_that_is_shipped_lie_beside_it(self, site):
        listed = (site / "licences" / "README.txt").read_text()
        for name in ("Kaleido", "Pyodide", "Python", "libc++", "wasi-libc", "Preact", "packaging"):
            assert name in listed
        texts = " ".join(path.read_text() for path in (site / "licences").glob("*.txt"))
        for words in ("Mozilla Public License", "PYTHON SOFTWARE FOUNDATION", "LLVM Exceptions"):
            assert words in texts
        assert list((site / "static" / "vendor").glob("LICENSE-*"))

    def test_a_folder_without_the_runtime_is_refused(self, tmp_path, error_of):
        assert "holds no npm package pyodide" in error_of(
            "site -o", tmp_path / "site", "--runtime", tmp_path
        )
        assert not (tmp_path / "site").exists()


def ask(path, **question):
    told = []
    reply = json.loads(answer(path, json.dumps(question), lambda event: told.append(event)))
    return reply["status"], reply["body"], [json.loads(event) for event in told]


class TestEngine:
    def test_hints_are_those_of_the_server(self):
        question = {"pattern": CAR, "placed": []}
        for _ in range(18):
            status, hint, _ = ask("hint", **question)
            assert status == 200
            assert hint == json.loads(
                json.dumps(run_job(Job("hint", question | {"timeout": 8.0}, 10**9), print))
            )
            question["placed"].append(hint["placement"])
        assert ask("hint", **question)[1]["reason"]["kind"] == "solved"

    @pytest.mark.parametrize("name", ["car", "starship"])
    def test_few_solutions_are_counted(self, name):
        pattern = named_pattern(name)
        count = kaleido.Puzzle(pattern).count().solutions
        status, body, _ = ask("count", pattern=pattern.text)
        assert (status, body["exact"], body["solutions"]) == (200, True, count)

    def test_a_pattern_is_mended_and_filled_in_with_what_browsers_have(self):
        missing = ("numpy", "scipy", "xml", "multiprocessing", "curses", "dbm", "sqlite3")
        code = (
            f"import sys; sys.modules |= dict.fromkeys({missing}); import json\n"
            "from kaleido.web.engine import answer\n"
            "for question in json.loads(sys.argv[1]):\n"
            "    print(answer('design', json.dumps(question), print))"
        )
        wrong = "r" + CAR[1:] if CAR[0] != "r" else "y" + CAR[1:]
        questions = [
            {"sketch": wrong, "nearest": True},
            {"sketch": "????????/" * 7 + "????????", "seed": 3},
        ]
        command = [sys.executable, "-c", code, json.dumps(questions)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        told = map(json.loads, done.stdout.splitlines())
        mended, filled = (each for each in told if "status" in each)
        assert (mended["status"], mended["body"]["proved"]) == (200, True)
        assert len(mended["body"]["changed"]) == 1
        for each in (mended, filled):
            assert kaleido.Puzzle(each["body"]["pattern"]).count().solutions

    @pytest.mark.parametrize(
        ("path", "question", "status", "words"),
        [
            ("rate", {"pattern": CAR}, 503, "needs the program"),
            ("design", {"sketch": CAR, "background": "checker"}, 503, "needs the program"),
            ("hint", {"pattern": "rx"}, 400, "'rx'"),
            ("hint", {"pattern": CAR, "pieces": "nothing"}, 400, "nothing"),
        ],
    )
    def test_what_is_not_answered_is_said(self, path, question, status, words):
        found, body, _ = ask(path, **question)
        assert found == status
        assert words in body["error"]
