"""What other systems lack, as `tests/systems/sitecustomize.py` hides it from Kaleido."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
FOLDER = Path(__file__).parents[1] / "systems"


def like(system: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python as on another system."""
    path = os.pathsep.join([str(FOLDER), str(CHECKOUT)])
    env = os.environ | {"KALEIDO_LIKE": system, "PYTHONPATH": path}
    command = [sys.executable, *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("system", ["windows", "macos", "spawn"])
@pytest.mark.few(1)
def test_commands_and_workers_run(system, tmp_path):
    out = tmp_path / "out.jsonl"
    words = ("batch", "solve", "car", "key", "--workers", "2", "-o", str(out))
    done = like(system, "-m", "kaleido", *words)
    assert (done.returncode, len(out.read_text().splitlines())) == (0, 2), done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
    assert "exists: --resume goes on with it" in like(system, "-m", "kaleido", *words).stderr


@pytest.mark.parametrize(
    ("system", "are_there"),
    [
        ("windows", {"os.fork": False, "signal.SIGKILL": False, "os.getpid": True}),
        ("macos", {"os.fork": True, "os.sched_getaffinity": False}),
    ],
)
def test_names_are_hidden_from_kaleido_alone(system, are_there):
    names = [name.split(".") for name in are_there]
    asks = [f"import {module}; print(hasattr({module}, {own!r}))" for module, own in names]
    asked = "; ".join(asks)
    ours = "import kaleido; exec(" + repr(asked) + ", {'__name__': 'kaleido.some'})"
    assert like(system, "-c", ours).stdout.split() == [str(each) for each in are_there.values()]
    here = [str(hasattr(__import__(module), own)) for module, own in names]
    assert like(system, "-c", asked).stdout.split() == here


def test_locks_hold_where_there_is_no_fcntl(tmp_path):
    path = str(tmp_path / "a.jsonl")
    held = (
        "import sys; from pathlib import Path; from kaleido.base.line_file import open_lines\n"
        "import subprocess\n"
        "with open_lines(Path(sys.argv[1]), resume=True):\n"
        "    words = [sys.executable, '-m', 'kaleido', 'batch', 'solve', 'car', '--resume', '-o']\n"
        "    sys.exit(subprocess.run([*words, sys.argv[1]]).returncode)\n"
    )
    done = like("windows", "-c", held, path)
    assert done.returncode == 2
    assert "another run is writing" in done.stderr
