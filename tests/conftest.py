"""The suite's settings: no clock; by day the same few examples and cases, at night new ones."""

import gc
import os
import runpy
import shlex
import signal
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

pytest.register_assert_rewrite("replay")
settings.register_profile("kaleido", derandomize=True, deadline=None, max_examples=6)
settings.register_profile("nightly", deadline=None, max_examples=100, print_blob=True)
settings.register_profile("versions", settings.get_profile("kaleido"), max_examples=2)
settings.load_profile("kaleido")
gc.disable()  # until all is collected, of which nothing is garbage


def pytest_addoption(parser):
    parser.addoption("--like", help="windows, macos or spawn: see tests/systems/sitecustomize.py")
    parser.addoption("--cases", type=int, default=10**6, help="run so many cases of each test")
    parser.addoption("--boards", type=int, help="boards of test_hardship.py, whose tables it shows")


def pytest_configure(config):
    """Let this process and its children receive Ctrl-C, and be as on another system."""
    # What a script starts with `&` ignores Ctrl-C, and so do its children: some would never end.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    system, folder = config.getoption("--like"), str(Path(__file__).with_name("systems"))
    if system and os.environ.get("KALEIDO_LIKE") != system:
        path = os.environ.get("PYTHONPATH", "")
        os.environ |= {"KALEIDO_LIKE": system, "PYTHONPATH": f"{folder}{os.pathsep}{path}"}
        runpy.run_path(str(Path(folder, "sitecustomize.py")))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Look for no doctests in the modules of tests, of which only helpers have any."""
    found = yield
    if not file_path.name.startswith("test_"):
        return found
    return [each for each in found if type(each) is pytest.Module]


def pytest_make_parametrize_id(val):
    """Leave the seconds of a count, which is a number to pytest, out of the name of a test."""
    return f"count {int(val)}" if type(val).__name__ == "Count" else None


def pytest_collection_finish():
    """Look no more for garbage among all that was collected, which stays to the end."""
    # Old versions of Hypothesis look, when they first run, at what refers to their generators.
    given(strategies.none())(lambda _: None)()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)  # hardly any test leaves cycles of note
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark the cases beyond the first N of tests with the marker ``few(N)`` as ``long``.

    With ``--cases N``, of all tests.
    """
    most = config.getoption("--cases")
    cases: dict[tuple[object, str], list[pytest.Function]] = {}
    for item in items:
        if hasattr(item, "callspec") and not item.get_closest_marker("long"):
            cases.setdefault((item.parent, item.originalname), []).append(item)
    for own in cases.values():
        few = own[0].get_closest_marker("few")
        number = min(most, *few.args) if few else most
        if number < len(own):
            for item in set(own) - set(few_of(own, number)):
                item.add_marker("long")


def few_of(cases: list[pytest.Function], number: int) -> list[pytest.Function]:
    """Choose so many cases, with as many values of each parameter as possible."""
    seen: set[tuple[str, int]] = set()
    fresh, new, known = [], [], []
    # Pytest numbers the cases, not the values of a parameter, which are the same object in each.
    of = {case: {(name, id(each)) for name, each in case.callspec.params.items()} for case in cases}
    for case in cases:
        if not of[case] & seen:
            fresh.append(case)
            seen |= of[case]
    for case in cases:
        if case in fresh:
            continue
        (known if of[case] <= seen else new).append(case)
        seen |= of[case]
    chosen: list[pytest.Function] = []
    for group in (fresh, new, known):
        most = min(number - len(chosen), len(group))
        chosen += [group[place * len(group) // most] for place in range(most)]
    return chosen


@pytest.fixture(params=["core", "python"])
def engine(request, monkeypatch):
    """Either engine, where it is there."""
    from kaleido.search.core import load_core

    if request.param == "core" and load_core() is None:
        pytest.skip("the core is not built here")
    monkeypatch.setenv("KALEIDO_ENGINE", request.param)
    return request.param


@pytest.fixture
def output_of(capsys):
    """Run a command and its further words, and return its standard output."""
    from kaleido.cli import main

    def run(command, *words, code=0):
        asked = [*shlex.split(command), *map(str, words)]
        capsys.readouterr()
        assert main(asked) == code
        out, err = capsys.readouterr()
        # Errors in JSON, and how many boards are done, are no answers.
        assert not err or (code and "--json" in asked) or asked[0] in ("batch", "generate")
        return out

    return run


@pytest.fixture
def error_of(capsys):
    """Run a command that is refused with one line of error, and return that line."""
    from kaleido.cli import main

    def run(command, *words):
        capsys.readouterr()
        assert main([*shlex.split(command), *map(str, words)]) == 2
        out, line = capsys.readouterr()
        assert (out, line.count("\n")) == ("", 1)
        assert line.startswith(("kaleido: ", '{"schema": 1, "code": 2, "error": '))
        return line

    return run


@pytest.fixture
def refusal_of():
    """Call a function that must raise an error of a kind, and return the line that it says."""

    def call(kind, function, *args, **options):
        with pytest.raises(kind) as caught:
            function(*args, **options)
        line = str(caught.value)
        assert "\n" not in line
        return line

    return call


@pytest.fixture
def one_process(monkeypatch):
    """Let this process do what commands leave to others."""
    from kaleido.parallel import Serial

    monkeypatch.setattr("kaleido.parallel.make_workers", lambda *_, **__: Serial())


@pytest.fixture
def own_lattices(monkeypatch):
    """Let a test register lattices that the others do not see."""
    from kaleido.model import lattices

    monkeypatch.setattr(lattices, "_KNOWN", dict(lattices._KNOWN))


@pytest.fixture(scope="session")
def api():
    """The application, whose workers need half a second to start, for all tests that leave it."""
    from web_client import Api

    api = Api()
    yield api
    api.close()


@pytest.fixture
def start_api():
    """Start an application with one worker process, strategies of its user, and other limits."""
    from web_client import Api

    from kaleido.web.limits import Limits

    made = []

    def start(*own, **limits):
        made.append(Api(Limits(**{"workers": 1} | limits), own))
        assert made[-1].settles()  # what starts takes places, too
        return made[-1]

    yield start
    for api in made:
        api.close()
