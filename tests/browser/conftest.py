"""A server, Debian's chromium and a page; a test fails when the page reports an error."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from filelock import FileLock
from serving import ROOT, serving

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CAN_BUNDLE = shutil.which("node") is not None and (ROOT / "node_modules" / "esbuild").is_dir()


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """The folder of what is made once for all processes of the tests."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def copy_checkout(folder):
    """Make a checkout of the package that has no bundle of the page."""
    left_out = shutil.ignore_patterns("dist", "__pycache__")
    shutil.copytree(ROOT / "kaleido", folder / "kaleido", ignore=left_out)
    for name in ("kaleidoscope_solver", "patterns", "pieces", "puzzles"):
        (folder / name).symlink_to(ROOT / name)


@pytest.fixture(scope="session")
def modules(tmp_path_factory):
    """The address of a server whose page is the modules of this checkout."""
    folder = tmp_path_factory.mktemp("modules")
    copy_checkout(folder)
    with serving(folder=folder) as (_, address):
        yield address


@pytest.fixture(scope="session")
def bundled(shared):
    """The address of a server whose page is a bundle."""
    if not CAN_BUNDLE:
        pytest.skip("a bundle needs Node with esbuild: npm ci")
    folder = shared / "checkout"
    with FileLock(shared / "checkout.lock"):
        if not folder.exists():
            copy_checkout(folder)
            command = ["node", "tools/bundle.js", str(folder / "kaleido" / "web")]
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with serving(folder=folder) as (_, address):
        yield address


@pytest.fixture(scope="session")
def address(request):
    """The address of a server that all tests share: of the bundle, which opens in half the time."""
    return request.getfixturevalue("bundled" if CAN_BUNDLE else "modules")


@pytest.fixture(scope="session")
def site_folder(shared):
    """A folder with the page without a server, which all processes of the tests share.

    Where KALEIDO_PYODIDE names a folder of the npm package, it is not fetched.
    """
    pytest.importorskip("fastapi", reason="the page's lists need the extra `web`")
    from kaleido.base.errors import OptionError
    from kaleido.web.site import build_site, runtime_folder

    folder, given = shared / "site", os.environ.get("KALEIDO_PYODIDE")
    with FileLock(shared / "site.lock"):
        if not folder.exists():
            try:
                with runtime_folder(Path(given) if given else None) as runtime:
                    build_site(folder, runtime)
            except OptionError as problem:
                pytest.skip(str(problem))
    return folder


@pytest.fixture
def own_server():
    """A server that a test may stop: its process and its address."""
    with serving() as server:
        yield server


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="browser tests need playwright: install extra `browser`"
    )
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("browser tests need chromium: apt-get install chromium")
    # As root, as in a container, chromium has no sandbox of its own.
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    # No test runs code of the page as long as its better form takes to be made.
    args.append("--js-flags=--liftoff-only --no-opt --no-maglev")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=args)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, address):
    """Open the page with a fragment; keyword arguments are of the browser's context.

    `is_first` is whether the browser has never seen it; `scripts` run before those of the page, and
    `routes` are patterns of addresses with what answers instead of the server. `size` is that of
    the window, and `phone` that of a phone's.
    """
    contexts = []
    problems = []

    def opened(
        fragment="", address=address, is_first=False, scripts=(), routes=(),
        size=(1280, 900), phone=None, **options,
    ):  # fmt: skip
        width, height = phone or size
        touch = {"has_touch": True, "is_mobile": True} if phone else {}
        viewport = {"width": width, "height": height}
        context = browser.new_context(viewport=viewport, **touch, **options)
        contexts.append(context)
        if not is_first:
            scripts = ["try { localStorage.setItem('kaleido.met', 'true') } catch {}", *scripts]
        for script in scripts:
            context.add_init_script(script)
        for pattern, answer in routes:
            context.route(pattern, answer)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda said: said.type == "error" and problems.append(said.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.problems = problems
        page.goto(f"{address}#{fragment}")
        page.wait_for_selector("[data-ready]", state="attached")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def page(open_page):
    return open_page()
