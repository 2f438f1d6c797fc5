"""The bundle of the page: what it is made of, when it is given out, and how."""

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from runtimes import write_runtime
from web_client import Api

from kaleido.cli import main
from kaleido.web import app, page, site

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with the page's modules and a bundle of them."""
    if shutil.which("node") is None or not (ROOT / "node_modules" / "esbuild").is_dir():
        pytest.skip("a bundle needs Node with esbuild: npm ci")
    folder = tmp_path_factory.mktemp("web")
    shutil.copytree(page.STATIC, folder / "static")
    bundle(folder)
    return folder


def bundle(folder):
    command = ["node", "tools/bundle.js", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    """A copy of it in the place of the page, which a test may change."""
    shutil.copytree(made, tmp_path / "web")
    for module in (app, page, site):
        monkeypatch.setattr(module, "STATIC", tmp_path / "web" / "static")
        monkeypatch.setattr(module, "DIST", tmp_path / "web" / "dist")
    return tmp_path / "web"


@pytest.fixture
def served(folder):
    assert page.bundled_names(), folder
    api = Api()
    yield api
    api.close()


def parts_of(text):
    """Give the files that the HTML of the page names."""
    return re.findall(r'="((?:dist|static)/[^"]+)"', text)


def test_a_page_of_few_files_that_may_be_kept_for_good(served):
    text = served.get("/").text
    names = parts_of(text)
    assert len(set(names)) <= 8
    assert "modulepreload" in text
    for name in names:
        reply = served.get(f"/{name}")
        assert reply.status_code == 200, name
        assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert re.fullmatch(r"dist/\w+-\w{8,10}\.\w+", name)
    missing = served.get("/dist/app-00000000.js")
    assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-cache")


def test_files_come_as_small_as_the_browser_reads_them(served, folder):
    (name,) = (each for each in parts_of(served.get("/").text) if each.endswith(".css"))
    plain = (folder / name).read_bytes()
    for accepted, encoding in (("gzip, br", "br"), ("gzip", "gzip"), ("identity", None)):
        reply = served.get(f"/{name}", headers={"accept-encoding": accepted})
        assert reply.headers.get("content-encoding") == encoding
        assert reply.headers["content-type"] == "text/css; charset=utf-8"
        assert "Accept-Encoding" in reply.headers["vary"]
        assert encoding == "br" or reply.content == plain
    page_sent = served.get("/", headers={"accept-encoding": "gzip"})
    assert page_sent.headers["content-encoding"] == "gzip"


def change(folder):
    with (folder / "static" / "app.js").open("a") as file:
        file.write("// Changed.\n")


def add(folder):
    (folder / "static" / "words" / "tlh.json").write_text("{}")


def take_away(folder):
    (folder / "static" / "words" / "de.json").unlink()


@pytest.mark.parametrize("alter", [change, add, take_away])
def test_a_stale_bundle_is_not_given_out_and_that_is_said(served, folder, alter):
    assert page.stale_bundle() == ""
    alter(folder)
    assert "static/app.js" in parts_of(served.get("/").text)
    assert not [name for name in parts_of(served.get("/").text) if name.startswith("dist")]
    assert "npm run bundle" in page.stale_bundle()


@pytest.mark.long
def test_a_new_bundle_has_other_names_only_for_what_changed(served, folder):
    before = set(parts_of(served.get("/").text))
    style = folder / "static" / "style.css"
    style.write_text(style.read_text() + "\n.nothing { color: red; }\n")
    bundle(folder)
    after = set(parts_of(served.get("/").text))
    assert [name.partition("-")[0] for name in after - before] == ["dist/style"]
    assert page.stale_bundle() == ""


def test_without_a_bundle_the_page_is_its_modules(served, folder):
    shutil.rmtree(folder / "dist")
    assert "static/app.js" in parts_of(served.get("/").text)
    assert page.stale_bundle() == ""
    assert served.get("/dist/app-00000000.js").status_code == 404


def test_it_has_all_modules_the_licences_and_no_words_twice(folder):
    dist = folder / "dist"
    names = json.loads((dist / "manifest.json").read_text())["names"]
    app_text = (dist / names["app.js"]).read_text()
    assert "Solve" in app_text
    licences = (dist / names["vendor/licences.txt"]).read_text()
    assert licences.count("Permission is hereby granted") == 2
    for script in dist.glob("*.js"):
        assert not re.findall(r'(?:from|import)"\./([^"]+)"', script.read_text()), script


def test_the_site_has_it(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(site, "read_list", cache(site.read_list))
    monkeypatch.setattr(site, "MODULE", tmp_path / "no-module")
    runtime, built = write_runtime(tmp_path), tmp_path / "site"
    assert main(["site", "-o", str(built), "--runtime", str(runtime)]) == 0
    names = parts_of((built / "index.html").read_text())
    assert any(name.startswith("dist/offline-") for name in names)
    assert all((built / name).is_file() for name in names)
    assert [path.name for path in (built / "static").iterdir()] == ["icon.svg"]
    kept = json.loads(re.findall(r"const FILES = (.*);", (built / "worker.js").read_text())[0])
    assert set(names) <= set(kept)
    assert not [name for name in kept if name.endswith((".br", "/manifest.json"))]
    headers = (built / "_headers").read_text()
    assert "/dist/*\n  Cache-Control: public, max-age=31536000, immutable\n" in headers
    change(folder)
    assert main(["site", "-o", str(built), "--runtime", str(runtime)]) == 0
    assert "npm run bundle" in capsys.readouterr().err
    assert (built / "static" / "app.js").is_file()
    assert not (built / "dist").exists()
