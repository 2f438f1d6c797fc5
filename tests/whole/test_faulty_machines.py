"""Faults of real machines: disks that are full or read-only, processes that are killed."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from faults import contents
from processes import command, descendants

from kaleido import Comparison

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="signals and mounts of Linux"),
]

COMMANDS = {
    "animate": ("animate car --max-frames 3 -o car.gif", "car.gif"),
    "batch": ("batch solve car key seal -o out.jsonl --workers 1", "out.jsonl"),
    "bench": ("bench car --seeds 200 --output runs.db", "runs.db"),
    "booklet": ("booklet car -o book.pdf", "book.pdf"),
    "export": ("export car -o car.json", "car.json"),
    "generate": ("generate -n 20 -o boards --workers 1", "boards"),
    "plot": ("plot car -o car.png", "car.png"),
    "show": ("show car -o car.svg", "car.svg"),
    "tune": ("tune --boards 2 --held-out 2 --budget 1 -o weights.json", "weights.json"),
}

WRITER = """
import sys
from pathlib import Path
from kaleido.base.files import written_whole
path, letter = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
while True:
    with written_whole(path) as place, place.open("w") as file:
        for _ in range(200):
            file.write(letter * 1000)
            file.flush()
"""


def kaleido(*args, **options):
    return subprocess.run(
        [sys.executable, "-m", "kaleido", *map(str, args)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **options,
    )


@pytest.fixture
def mounted(tmp_path):
    """Mount a small file system, where that is allowed."""
    folders = []

    def mount(options):
        folder = tmp_path / f"disk{len(folders)}"
        folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)],
            capture_output=True,
            check=False,
        )
        if done.returncode:
            pytest.skip("only root may mount a file system")
        folders.append(folder)
        return folder

    yield mount
    for folder in folders:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def check_told(done, folder, before):
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("kaleido: cannot ")]
    assert done.stderr.endswith(f"{line}\n")
    assert contents(folder) == before


def prepared(disk, name):
    """Write what a command is to replace, and return the command."""
    command, target = COMMANDS[name]
    if "." in target and name not in ("batch", "bench"):
        (disk / target).write_text("old")
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_on_a_full_disk(mounted, name):
    disk = mounted("size=16k")
    command = prepared(disk, name)
    with contextlib.suppress(OSError):
        (disk / "rest").write_bytes(bytes(1 << 20))
    before = contents(disk)
    check_told(kaleido(*command.split(), cwd=disk), disk, before)


@pytest.mark.parametrize("name", COMMANDS)
def test_on_a_disk_that_may_only_be_read(mounted, name):
    disk = mounted("size=1m")
    command = prepared(disk, name)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    check_told(kaleido(*command.split(), cwd=disk), disk, contents(disk))


def test_a_disk_that_fills_up_during_a_run(mounted):
    disk = mounted("size=200k")
    options = ("bench", "car", "--seeds", 500, "-s", "constrained", "--output", "runs.db")
    done = kaleido(*options, cwd=disk)
    assert done.returncode == 2
    assert done.stderr.endswith("kaleido: cannot write 'runs.db': database or disk is full\n")
    subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
    before = list(Comparison.load(disk / "runs.db"))
    assert 10 < len(before) < 500
    done = kaleido(*options, cwd=disk)
    assert (done.returncode, done.stderr) == (0, "")
    after = list(Comparison.load(disk / "runs.db"))
    assert after[: len(before)] == before
    assert len(after) == 500


@contextlib.contextmanager
def writing(path, letter):
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, path, letter], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_file_whose_writer_is_killed_is_whole(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("old")
    rng = random.Random(1)
    left = 0
    for _ in range(25):
        with writing(path, rng.choice("abc")):
            time.sleep(rng.random() / 20)
        text = path.read_text()
        assert text == "old" or (len(text) == 200_000 and len(set(text)) == 1)
        names = [each.name for each in tmp_path.iterdir() if each != path]
        assert all(name.startswith(".kaleido-") for name in names)
        left = len(names)
    assert left <= 25  # at most one of each


def test_a_file_that_two_write_is_whole(tmp_path):
    path = tmp_path / "file.txt"
    seen = set()
    with writing(path, "a"), writing(path, "b"):
        end = time.monotonic() + 5
        while time.monotonic() < end and len(seen) < 2:
            with contextlib.suppress(FileNotFoundError):
                text = path.read_text()
                assert len(text) == 200_000
                assert len(set(text)) == 1
                seen.add(text[0])
    assert seen == {"a", "b"}


AS_NOBODY = """
import os, sys
from kaleido.cli import main
main(["show", "car", "-o", sys.argv[1]])  # loads what this user alone may read
os.chdir(sys.argv[2])
os.setgid(65534)
os.setuid(65534)
sys.exit(main(["show", "car", "-o", "car.svg"]))
"""


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs another user")
@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o755, 0o666), (0o777, 0o444)])
def test_a_user_who_may_not_write(tmp_path, folder_mode, file_mode):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(folder_mode)
        (folder / "car.svg").write_text("old")
        (folder / "car.svg").chmod(file_mode)
        before = contents(folder)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, tmp_path / "car.svg", folder],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == "kaleido: cannot write 'car.svg': permission denied\n"
        assert done.returncode == 2
        assert contents(folder) == before


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_without_memory_reach_a_limit(tmp_path, workers):
    def limit():
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (430_000_000, 430_000_000))

    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    # The checkerboard needs more; the others go on, as SciPy finds its room beside NumPy.
    done = kaleido(
        *("batch", "count", "checkerboard", "car", "key", "--workers", workers),
        *("-o", "out.csv"),
        cwd=tmp_path,
        preexec_fn=limit,
        env=environment,
    )
    assert done.stderr == "kaleido: 3 boards: 2 counted, 1 gave-up\n"
    assert done.returncode == 0
    assert "out of memory" in (tmp_path / "out.csv").read_text()
    done = kaleido(
        *("count", "checkerboard", "--workers", workers, "--max-memory", "8GB"),
        preexec_fn=limit,
        env=environment,
    )
    assert (done.returncode, done.stderr) == (3, "kaleido: gave up: out of memory\n")


def test_a_run_whose_worker_is_killed_goes_on(tmp_path):
    """As the system does when the machine has no memory left."""
    with subprocess.Popen(
        [sys.executable, "-m", "kaleido", "generate", "-n", "2", "-o", "boards", "--workers", "2"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        killed = 0
        while process.poll() is None and not killed:
            for each in descendants(process.pid):
                if "popen_loky" in command(each):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(each, signal.SIGKILL)
                        killed += 1
                        break
            time.sleep(0.05)
        _, err = process.communicate(timeout=300)
    assert killed
    assert process.returncode == 0, err
    assert err.endswith("kaleido: 2 boards in boards\n")
