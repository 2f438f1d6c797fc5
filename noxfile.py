"""The checks of this project, a nox session for each.

``nox`` runs the quick ones and ``nox --list`` shows all of them. What stands after ``--`` is passed
on, to pytest for most: ``nox -s tests-3.12 -- -k hint``. A missing Python is skipped, except where
the variable CI is set.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path

import nox

nox.needs_version = ">=2026.10.20"  # --parallel
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.download_python = "never"
nox.options.sessions = ["lint", "tests"]

PYPROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = nox.project.python_versions(PYPROJECT)
OLDEST, *_ = PYTHONS

REQUIREMENTS: dict[str, list[str]] = {
    "core": PYPROJECT["project"]["dependencies"],
    **PYPROJECT["project"]["optional-dependencies"],
}
"""What the package itself needs, and what each of its extras adds."""

ROUGH = "xrxrxrxr/rxrrrxrx/xrxxrrxr/rxrrxrrx/xrrrrrxr/rxrxxrrx/xrrxrrxr/rxrxrxrx"
"""A pattern without a solution; the nearest that has one is found by an integer program."""

PINNED_FIGURES = "tests/plot/test_figures.py::test_figures_look_as_they_did"
"""Compares pixels, and each version of Matplotlib draws text a little differently."""

CORE_TESTS = ("tests/search/test_core.py",)
"""The tests that call the core; they run with sanitizers, too."""

PYTHON_TESTS = (
    *("-k", "core or test_solve", "tests/cli/test_solve.py", "tests/search"),
    *("tests/counting/test_enumerating.py", "tests/heuristics/test_heuristic.py"),
)
"""The tests that run without a compiler: some skip, the others search in Python."""

EXTRA_TESTS = (
    *("tests/base/test_contract.py", "tests/cli/test_player.py", "tests/photo/test_photo.py"),
    *("tests/parallel/test_dask_cluster.py", "tests/web"),
    "tests/whole/test_benchmarks.py::test_memory_of_a_server",
)
"""The tests that skip where the package has no extras."""

SYSTEMS = ("windows", "macos", "spawn")
"""What tests/systems emulates: names that are missing there, and how processes start."""

SYSTEM_TESTS = (
    *("batch/test_run", "counting/test_count", "cli/test_errors", "cli/test_signals"),
    *("cli/test_streams", "designing/test_folder", "lab/test_experiment"),
    *("parallel/test_workers", "web/test_api", "web/test_worker", "whole/test_faults"),
    *("whole/test_half_written", "whole/test_systems"),
)
"""The tests of processes, files and streams."""

CLANG_FORMAT, CLANG_TIDY = "clang-format==23.1.5", "clang-tidy==23.1.4"
"""Each version formats a little differently, and knows other checks."""

CHECKS = (
    *("browser", "extras", "notebooks", "core", "lowest", "javascript", "docs", "numbers"),
    *("package", "python-only", "lint"),
)
"""The sessions that every change passes, with the test suite: less than 20 minutes on two cores.

They start in this order, two at a time: the longest first.
"""

NIGHTLY = [
    *("long", "browser-long", "photo", "rivals", "tidy", "fuzz-core", "wasm", "release"),
    *("lint-lowest", "audit", f"sdist-{OLDEST}", *(f"systems({system})" for system in SYSTEMS)),
    "mutants",
]
"""The sessions that run once a night: slow, or about what others publish."""

VERSIONED = (
    *("batch", "cli", "parallel", "photo", "plot", "printing", "web"),
    *("base/test_contract", "base/test_schemas", "designing/test_folder"),
    *(f"counting/test_{name}" for name in ("count", "neighbours", "sampling", "seconds", "sweep")),
    *("draw/test_exploded", "draw/test_terminal", "export/test_export", "library/test_polyominoes"),
    *(f"lab/test_{name}" for name in ("comparison", "comparison_value", "differing", "experiment")),
    *(f"lab/test_{name}" for name in ("learn", "pairing", "statistics", "suites")),
    *("model/test_grids", "model/test_pattern", "model/test_written"),
    *(f"whole/test_{name}" for name in ("api", "benchmarks", "encodings", "faults", "limits")),
    *(f"whole/test_{name}" for name in ("half_written", "notebooks", "processes", "shown")),
)
"""The tests that call other packages than Kaleido itself.

Of those about designs the session asks one question itself; old versions of SciPy take minutes.
"""


def install(session: nox.Session, *extras: str) -> None:
    """Install this checkout, editable, with some of its extras."""
    install_editable(session, f".[{','.join(extras)}]")


def install_editable(session: nox.Session, checkout: str, *others: str) -> None:
    """Install this checkout, editable, and compile the core unless the one in it is fresh."""
    built = [path.stat().st_mtime for path in Path("kaleido/search/core").glob("libkaleido_core.*")]
    sources = (path.stat().st_mtime for path in Path("core").rglob("*") if path.is_file())
    fresh = ("-C", "wheel.cmake=false") if built and min(built) > max(sources) else ()
    session.install("-e", checkout, *fresh, *others)


def install_without_core(session: nox.Session, checkout: str, *others: str) -> None:
    """Install this checkout, editable, and compile nothing."""
    session.install("-e", checkout, "-C", "wheel.cmake=false", *others)


def install_node_modules(session: nox.Session) -> bool:
    """Install what bundles and checks the page; return whether npm is there to do it."""
    if shutil.which("npm") is None:
        return False
    listed = Path("node_modules/.package-lock.json")
    if not listed.exists() or listed.stat().st_mtime < Path("package-lock.json").stat().st_mtime:
        session.run("npm", "ci", "--no-audit", "--no-fund", external=True)
    return True


def has_wasi() -> bool:
    """Return whether clang and its packages for WebAssembly are here (core/wasm.cmake)."""
    return Path("/usr/lib/wasm32-wasi/libc++.a").exists() and shutil.which("clang++") is not None


def build_core_for_browsers(session: nox.Session) -> bool:
    """Compile the core to WebAssembly where its tools are; return whether they are."""
    if not has_wasi():
        return False
    session.install("cmake>=3.25", "ninja")
    with session.chdir("core"):
        session.run("cmake", "--preset", "wasm", silent=True)
        target = ("--target", "kaleido_core")
        session.run("cmake", "--build", "--preset", "wasm", *target, silent=True)
    return True


def build_page(session: nox.Session) -> list[str]:
    """Write all that archives hold and Git ignores, and return the ends of the files' names.

    These are the manual page, the bundle of the page and the core for browsers, the last two
    where their tools are.
    """
    install_without_core(session, ".", "docutils")
    session.run("python", "docs/manpage.py", "packaging/man/kaleido.1")
    built = ["/kaleido.1"]
    if install_node_modules(session):
        session.run("npm", "run", "bundle", external=True)
        built.append("kaleido/web/dist/manifest.json")
    if build_core_for_browsers(session):
        built.append("kaleido/search/core/kaleido_core.wasm")
    return built


def build_archives(session: nox.Session, target: Path, *further: tuple[str, ...]) -> list[Path]:
    """Build the page, the source distribution and the wheel, and return all archives.

    Whatever was built for the page has to lie in each. Of each of the *further* options comes one
    archive more.
    """
    session.install("build", "twine")
    wanted = build_page(session)
    env = {"KALEIDO_REQUIRE_CORE": "1"} if find_compiler() else {}
    build = ("python", "-m", "build", "--outdir", str(target))
    for options in ((), *further):
        session.run(*build, *options, silent=True, env={} if options else env)
    archives = sorted(target.resolve().glob("kaleidoscope_solver-*"))
    session.run("twine", "check", "--strict", *map(str, archives))
    for archive in archives:
        for name in wanted:
            if not any(each.endswith(name) for each in names_in(archive)):
                session.error(f"{archive.name} has no {name}")
    return archives


def names_in(archive: Path) -> list[str]:
    """Return the names of the files in a wheel or a source distribution."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as file:
            return file.namelist()
    with tarfile.open(archive) as sources:
        return sources.getnames()


def lowest_versions(*groups: str) -> list[str]:
    """Return the requirements of some groups, each with its lower bound as the only version."""
    wanted = (each for group in groups for each in REQUIREMENTS[group])
    return [each.partition(",")[0].replace(">=", "==") for each in wanted]


def find_compiler() -> str | None:
    """Return the compiler of C++ that CMake would find, if there is one."""
    return os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")


# Words that an engineer would not say aloud, in docs, docstrings, comments and messages.
BANNED = "anew|whoever|thereof|therein|hereby|all but|be had|(for|by|to) who|(of|in) so many"
# Licences and third-party files stay as they are.
PROSE = ("kaleido", "core", "docs", "tools", "*.md", ":!*.json", ":!*/licences/*", ":!*/vendor/*")


def check_style(session: nox.Session) -> None:
    """Run the linters that are installed, and look for banned words."""
    find = "git", "grep", "-nwiE", BANNED, "--", *PROSE
    if found := session.run(*find, external=True, silent=True, success_codes=(0, 1)):
        session.error(f"not plain English, see BANNED in the noxfile:\n{found}")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    readme = Path("README.md").read_text("utf-8")
    examples = doctest.DocTestParser().get_examples(readme)
    file = Path(session.create_tmp(), "readme.py")
    file.write_text("".join(example.source for example in examples), "utf-8")
    session.run("mypy")
    session.run("mypy", "--strict", str(file))  # as an editor of a reader runs it
    session.run("lint-imports")
    session.run("reuse", "lint", "--quiet")


@nox.session(python=False)
def checks(session: nox.Session) -> None:
    """Run all that a change must pass, apart from the test suite: two sessions at a time.

    What stands after ``--`` are options for nox.
    """
    install_node_modules(session)  # once, before they start
    run = ("nox", "--parallel", "2", "--allow-parallel", *session.posargs, "--sessions", *CHECKS)
    session.run(sys.executable, "-m", *run)


@nox.session(python=False)
def nightly(session: nox.Session) -> None:
    """Run what takes longer, or changes when others publish something."""
    for name in NIGHTLY:
        session.notify(name)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the test suite: all tests that have no marker."""
    install(session, "test", "photo", "web", "web-test", "cluster", "notebook", "terminal")
    session.run("pytest", *session.posargs)


@nox.session(python=OLDEST)
def lowest(session: nox.Session) -> None:
    """Run one case of each test that calls other packages, with their oldest permitted versions."""
    groups = [group for group in REQUIREMENTS if group != "lint"]
    install_editable(session, ".", *lowest_versions(*groups))
    session.run("kaleido", "--help", silent=True)
    session.run("kaleido", "count", "checkerboard")
    session.run("kaleido", "design", ROUGH, "--nearest", "--timeout", "99")
    # Old versions use what newer versions of their own requirements warn about.
    options = ("-W", "ignore::DeprecationWarning", "--deselect", PINNED_FIGURES)
    options += ("--hypothesis-profile", "versions", "--cases", "1")
    options += ("--ignore=tests/cli/test_design.py", "--ignore=tests/web/test_design.py")
    files = (f"tests/{name}.py" if "/" in name else f"tests/{name}" for name in VERSIONED)
    session.run("pytest", *options, *files, *session.posargs)


@nox.session
def long(session: nox.Session) -> None:
    """Run the test suite with all cases, those that take long, too, and more random examples."""
    # Everything that a test skips without; clusters and browsers have sessions of their own.
    extras = ("photo", "web", "web-test", "notebook", "bench", "terminal", "video", "docs")
    install(session, "test", *extras)
    tests = "not notebook and not photo and not browser and not cluster and (long or not web)"
    session.run("pytest", "--hypothesis-profile", "nightly", "-m", tests, *session.posargs)


@nox.session
@nox.parametrize("system", SYSTEMS, ids=SYSTEMS)
def systems(session: nox.Session, system: str) -> None:
    """Run what touches processes, files and streams with what another system lacks hidden."""
    install(session, "test", "web", "web-test")
    files = (f"tests/{name}.py" for name in SYSTEM_TESTS)
    session.run("pytest", "--like", system, *files, *session.posargs)


@nox.session
def photo(session: nox.Session) -> None:
    """Read hundreds of made-up photos."""
    install(session, "test", "photo")
    session.run("pytest", "-m", "photo", *session.posargs)


@nox.session
def extras(session: nox.Session) -> None:
    """Run the tests of the extras, with their newest versions: photos, page, cluster, terminal."""
    install(session, "test", "photo", "web", "web-test", "cluster", "terminal")
    options = ("-n", "2", "--dist", "worksteal", "-m", "not photo and not long")
    session.run("pytest", *options, *EXTRA_TESTS, *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Open the page in a browser, which must be installed: Chromium or Chrome."""
    install(session, "test", "photo", "web", "browser")
    install_node_modules(session)
    options = ("-n", "2", "--dist", "worksteal", "-m", "browser and not long")
    session.run("pytest", *options, "tests/browser", *session.posargs)


@nox.session(name="browser-long")
def browser_long(session: nox.Session) -> None:
    """Run what takes long in a browser: random games, every language, many boards."""
    install(session, "test", "photo", "web", "browser")
    session.run("pytest", "-n", "2", "-m", "browser and long", "tests/browser", *session.posargs)


@nox.session
def notebooks(session: nox.Session) -> None:
    """Run the notebooks and compare what they show; ``-- --write`` keeps what they show now."""
    install(session, "test", "notebook")
    if "--write" in session.posargs:
        session.run("python", "notebooks/rerun.py", *session.posargs)
    else:
        tests = ("-n", "2", "--dist", "worksteal", "-m", "notebook")
        session.run("pytest", *tests, "tests/whole/test_notebooks.py", *session.posargs)


@nox.session
def numbers(session: nox.Session) -> None:
    """Run the commands whose numbers the documentation states; ``-- --slow`` for all of them."""
    install(session, "test", "photo")
    session.run("python", "tools/documented.py", *(session.posargs or ("--jobs", "2")))


@nox.session
def fuzz(session: nox.Session) -> None:
    """Try whatever people may type: ``-- --seconds 3600 --seed 7``, ``-- --list``."""
    install(session, "test", "photo", "web", "web-test")
    session.run("python", "-m", "tests.fuzz", *(session.posargs or ("--seconds", "600")))


@nox.session
def mutants(session: nox.Session) -> None:
    """Test the tests of a room, each night another: ``-- paper --number 60 --seed 7``."""
    install(session, "test", "photo", "web", "web-test")
    session.install("coverage>=7.10")
    session.run("python", "tools/mutants.py", *session.posargs)


@nox.session(name="fuzz-core")
def fuzz_core(session: nox.Session) -> None:
    """Give the core whatever bytes: by libFuzzer, 60 seconds for each entry, ``-- -runs=9``."""
    if shutil.which("clang++") is None:
        session.skip("there is no clang")
    session.install("cmake>=3.25", "ninja")
    with session.chdir("core"):
        session.run("cmake", "--workflow", "--preset", "fuzz")
    for target in sorted(Path("build/core-fuzz").glob("fuzz_*")):
        if target.is_file() and not target.suffix:
            session.run(str(target), *(session.posargs or ("-max_total_time=60",)), external=True)


@nox.session
def wasm(session: nox.Session) -> None:
    """Compile the core to WebAssembly and test it in Node; needs clang's packages for WASI."""
    if not has_wasi():
        session.skip("there is no clang with libc++ for wasm32")
    session.install("cmake>=3.25", "ninja")
    with session.chdir("core"):
        session.run("cmake", "--workflow", "--preset", "wasm")


@nox.session
def rivals(session: nox.Session) -> None:
    """Run the other solvers of the benchmarks on a few boards."""
    install(session, "test", "bench")
    files = ("tests/whole/test_benchmarks.py", "tests/export/test_export.py")
    session.run("pytest", *files, *session.posargs)


@nox.session
def javascript(session: nox.Session) -> None:
    """Lint, type-check and test the page's JavaScript; needs Node 20 with npm."""
    install_without_core(session, ".[web]")
    install_node_modules(session)
    # Its copies in JavaScript are compared with Python.
    build_core_for_browsers(session)
    session.run("npm", "run", "check", external=True)


@nox.session
def core(session: nox.Session) -> None:
    """Check the style of the core, and test it with sanitizers and warnings as errors."""
    compiler = find_compiler()
    if compiler is None:
        session.skip("there is no C++ compiler")
    install(session, "test")
    session.install("cmake>=3.25", "ninja", CLANG_FORMAT)
    sources = (path for path in Path("core").rglob("*.*") if path.suffix in (".c", ".cpp", ".h"))
    session.run("clang-format", "--dry-run", "--Werror", *map(str, sources))
    with session.chdir("core"):
        session.run("cmake", "--workflow", "--preset", "checked")
        built = Path("../build/core-checked").resolve()
    # Python has to load the address sanitizer before the library that needs it.
    find = (compiler, "-print-file-name=libasan.so")
    sanitizer = subprocess.run(find, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(sanitizer).is_file():
        session.warn("Python's tests of the core run with sanitizers only where GCC is")
        return
    (library,) = built.glob("libkaleido_core.*")
    env = {
        "LD_PRELOAD": sanitizer,
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself keeps memory until the end
        "KALEIDO_CORE_LIBRARY": str(library),
    }
    tests = ("-n", "0", "-p", "no:cacheprovider", *CORE_TESTS)
    session.run("pytest", *tests, *session.posargs, env=env)


@nox.session
def tidy(session: nox.Session) -> None:
    """Look through the core with clang-tidy, which takes minutes."""
    session.install("cmake>=3.25", "ninja", CLANG_TIDY)
    with session.chdir("core"):
        session.run("cmake", "--preset", "checked")
        session.run("run-clang-tidy.py", "-quiet", "-p", "../build/core-checked", silent=True)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; every warning is an error."""
    install(session, "docs", "web")
    options = ("-E", "-T", "-W", "--keep-going", "-q", "-b", "html")
    site = Path("docs/_build/html")
    session.run("sphinx-build", *options, "docs", str(site), *session.posargs)
    session.log(f"the site: {(site / 'index.html').resolve().as_uri()}")
    session.run("python", "docs/manpage.py", "packaging/man/kaleido.1")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, formatting, types, the layers of the package and what is made from classes."""
    install(session, "lint", "photo", "web", "terminal")
    check_style(session)
    session.run("python", "tools/contract.py", "--check")


@nox.session(name="lint-lowest", python=OLDEST)
def lint_lowest(session: nox.Session) -> None:
    """Check the same with the oldest linters, beside the newest of all else: its types are read."""
    install_editable(session, ".[photo,web,terminal]", *lowest_versions("lint"))
    check_style(session)


@nox.session
def audit(session: nox.Session) -> None:
    """Look for known vulnerabilities of what users install, and of what checks the JavaScript."""
    install(session, "photo", "web", "cluster", "notebook", "video", "terminal")
    session.install("pip-audit")
    python = "pip-audit --format json --progress-spinner off --local --skip-editable"
    session.run("python", ".ci/audit.py", python, "npm audit --package-lock-only --json")


@nox.session
def page(session: nox.Session) -> None:
    """Write the manual page, the bundle of the page and the core for browsers, for archives."""
    session.log(f"built: {', '.join(build_page(session))}")


@nox.session
def package(session: nox.Session) -> None:
    """Build the distributions, check how PyPI shows them, and try the wheel as it is installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build_archives(session, folder)
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as file:
            (metadata,) = (each for each in file.namelist() if each.endswith("/METADATA"))
            links = re.findall(r"\]\(([^)]*)\)", file.read(metadata).decode())
        local = [link for link in links if not link.startswith(("https://", "#"))]
        if local or not links:
            session.error(f"links that lead nowhere on PyPI: {local}")
        # Away from the checkout, whose package would be found first.
        with session.chdir(folder):
            try_package(session, wheel)


@nox.session
def release(session: nox.Session) -> None:
    """Make and try all that a release consists of, in dist/; publish nothing.

    What stands after ``--`` is passed on to the check of its version: ``-- --tag v1.0.0``.
    """
    target = Path("dist")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    install(session, "docs", "web")
    session.run("python", "tools/release.py", "check", *session.posargs)
    # The wheel with the core of this machine; and one for machines of other kinds, without it.
    archives = build_archives(session, target, ("--wheel", "-C", "wheel.cmake=false"))
    with tempfile.TemporaryDirectory() as name, session.chdir(name):
        for archive in archives:
            try_package(session, archive)
    session.run("sphinx-build", "-W", "--keep-going", "-q", "-b", "html", "docs", "build/site")
    session.run("kaleido", "site", "-o", "build/site/play")
    for folder, archive_name in (("build/site", "site"), ("suite", "suite")):
        shutil.make_archive(str(target / f"kaleido-{archive_name}"), "zip", folder)
    text = session.run("python", "tools/release.py", "notes", silent=True)
    (target / "NOTES.md").write_text(str(text), "utf-8")
    for path in sorted(target.iterdir()):
        session.log(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}")


def clean_scripts(session: nox.Session) -> Path:
    """Make an environment that has nothing but pip, and return the folder of its commands."""
    scripts = Path(session.create_tmp()).resolve() / "clean/bin"
    session.run("python", "-m", "venv", "--clear", str(scripts.parent))
    return scripts


def try_package(session: nox.Session, archive: Path) -> None:
    """Install an archive in an environment of its own, and run its commands."""
    scripts = clean_scripts(session)
    if session.venv_backend == "uv":
        session.install("--python", f"{scripts}/python", str(archive))
    else:
        session.run(f"{scripts}/pip", "install", "--quiet", str(archive), external=True)
    has_core = find_compiler() and not archive.name.endswith("-any.whl")
    env = {"KALEIDO_ENGINE": "core"} if has_core else {}
    for command in (
        ("kaleido", "--version"),
        ("kaleidoscope-solver", "--version"),
        ("kaleido", "solve", "car"),
        ("kaleidoscope-solver", "solve", "pentomino-6x10", "--json"),
        ("kaleido", "schema", "solve"),
        ("python", "-W", "error", "-m", "kaleido", "count", "car"),
    ):
        program = f"{scripts}/{command[0]}"
        session.run(program, *command[1:], external=True, silent=True, env=env)


@nox.session(name="python-only")
def python_only(session: nox.Session) -> None:
    """Install the source distribution where no compiler is found, and run some of its tests."""
    with tempfile.TemporaryDirectory() as name:
        checkout = unpack_sdist(session, Path(name))
        scripts = clean_scripts(session)
        kept = ("HOME", "LANG", "TMPDIR", "SSL_CERT_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL")
        env = {key: os.environ[key] for key in kept if key in os.environ} | {"PATH": str(scripts)}

        def run(*command: str) -> object:
            program, *words = command
            path = f"{scripts}/{program}"
            options = {"env": env, "include_outer_env": False, "external": True}
            return session.run(path, *words, **options, silent=program == "kaleido")

        with session.chdir(checkout):
            if session.venv_backend == "uv":
                words = ("--python", f"{scripts}/python", ".[test]")
                session.install(*words, env=env, include_outer_env=False)
            else:
                run("pip", "install", "--quiet", ".[test]")
            said = str(run("kaleido", "--version"))
            if "(Python search)" not in said:
                session.error(f"a compiler was found: {said}")
            run("kaleido", "solve", "car")
            run("pytest", "-q", *PYTHON_TESTS, *session.posargs)


def unpack_sdist(session: nox.Session, folder: Path) -> Path:
    """Build the source distribution, and return the folder to which it is unpacked."""
    session.install("build")
    session.run("python", "-m", "build", "--sdist", "--outdir", str(folder), silent=True)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


@nox.session(python=PYTHONS)
def sdist(session: nox.Session) -> None:
    """Build the source distribution, unpack it, install it and run the tests that it holds."""
    # Not in a folder of nox: tests quote paths of temporary files, which would be too long there.
    with tempfile.TemporaryDirectory() as name, session.chdir(unpack_sdist(session, Path(name))):
        # Editable: processes that the tests start find the package here, before any other.
        session.install("-e", ".[test,photo,web,web-test,cluster]")
        session.run("pytest", *session.posargs)
