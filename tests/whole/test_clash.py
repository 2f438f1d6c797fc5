"""Plotly's exporter has the same import name: the command runs, or says in one line why not."""

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from itertools import product
from pathlib import Path

import pytest

import kaleido
from kaleidoscope_solver import clash

PACKAGE = Path(kaleido.__file__).parent
CHECKOUT = PACKAGE.parent
# What versions 0.2.1 and 1.2.0 of Plotly's package have, as far as it matters.
THEIRS = {
    "old": {"__init__.py": "", "_version.py": '__version__ = "0.2.1"\n', "scopes/plotly.py": ""},
    "new": {"__init__.py": "", "errors.py": "", "kaleido.py": ""},
}
TURNS = [
    pytest.param(first, removed, version, marks=[] if n < 1 else pytest.mark.long)
    for n, (version, first, removed) in enumerate(
        product(["new", "old"], ["theirs", "ours"], ["theirs", "ours"])
    )
]


def start(command, **options):
    """Run a command where no variable of the tests leads to the checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=kept, **options)


def write_wheel(folder, name, version, files):
    """Write a wheel as an installer reads it: with the size and the hash of each file."""
    about = f"{name.replace('-', '_')}-{version}.dist-info"
    files = {
        **files,
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{about}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for path, content in files.items():
        found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={found},{len(content)}\n"
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    target = folder / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return target


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """Return wheels of both packages; ours has what solving needs."""
    folder = tmp_path_factory.mktemp("wheels")
    sources = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")]
    sources += (CHECKOUT / "kaleidoscope_solver").glob("*.py")
    sources.append(PACKAGE / "web" / "static" / "words" / "en.json")
    ours = {path.relative_to(CHECKOUT).as_posix(): path.read_bytes() for path in sources}
    for kind in ("patterns", "pieces", "puzzles"):
        for path in (CHECKOUT / kind).glob("*.txt"):
            ours[f"kaleido/data/{kind}/{path.name}"] = path.read_bytes()
    about = f"kaleidoscope_solver-{kaleido.__version__}.dist-info"
    ours[f"{about}/entry_points.txt"] = b"[console_scripts]\nkaleido = kaleidoscope_solver:main\n"
    found = {"ours": write_wheel(folder, "kaleidoscope-solver", kaleido.__version__, ours)}
    for version, files in THEIRS.items():
        theirs = {f"kaleido/{name}": text.encode() for name, text in files.items()}
        found[version] = write_wheel(
            folder, "kaleido", {"old": "0.2.1", "new": "1.2.0"}[version], theirs
        )
    return found


class Environment:
    """A virtual environment that borrows what Kaleido needs from the one of the tests."""

    def __init__(self, folder, wheels):
        venv.create(folder, with_pip=False, symlinks=True)
        self.scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = self.scripts / Path(sys.executable).name
        self.packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
        self.packages.joinpath("borrowed.pth").write_text(sysconfig.get_path("purelib"))
        self._wheels = wheels

    def pip(self, *args):
        # That of the tests is borrowed, too: so nothing is started twice.
        subprocess.run([self.python, "-m", "pip", *args], check=True, capture_output=True)

    def install(self, which):
        options = "--no-deps", "--no-index", "--no-compile", "--force-reinstall"
        self.pip("install", *options, str(self._wheels[which]))

    def unpack(self, which):
        """Install a wheel without its commands, as quickly as files are written."""
        with zipfile.ZipFile(self._wheels[which]) as archive:
            archive.extractall(self.packages)

    def remove(self, name):
        self.pip("uninstall", "--yes", name)

    def run(self, *args):
        """Run the command, and hold that it ran or said one line."""
        done = start([self.scripts / "kaleido", *args], cwd=self.scripts)
        assert done.returncode in (0, 2), done.stderr
        assert done.stderr.count("\n") <= 1, done.stderr
        if done.returncode:
            assert done.stderr.startswith("kaleido: ")
            assert "pip " in done.stderr
        else:
            assert done.stdout.count("\n") > 1
        return done


@pytest.fixture
def environment(tmp_path, wheels):
    pytest.importorskip("pip", reason="uv makes environments without pip")
    return Environment(tmp_path / "env", wheels)


@pytest.mark.parametrize(("first", "removed", "version"), TURNS)
def test_the_command_runs_or_says_one_line(environment, first, removed, version):
    if first == "theirs":
        environment.unpack(version)
    else:
        environment.install("ours")
        assert environment.run("solve", "car").stderr == ""
    environment.install("ours" if first == "theirs" else version)
    done = environment.run("solve", "car")
    assert "Plotly's package kaleido is installed over this one" in done.stderr
    assert done.returncode == (2 if first == "ours" else 0)
    if removed == "theirs":
        environment.remove("kaleido")
        done = environment.run("solve", "car")
        assert done.returncode == 2
        assert "'kaleido/__init__.py'" in done.stderr
    else:
        environment.remove("kaleidoscope-solver")
        assert not (environment.scripts / "kaleido").exists()
    environment.install("ours")
    assert environment.run("--help").returncode == 0


def test_a_checkout_comes_before_another_package_of_the_name(tmp_path):
    (tmp_path / "kaleido").mkdir()
    (tmp_path / "kaleido" / "__init__.py").write_text("raise RuntimeError('not ours')\n")
    program = (
        "import sys, kaleidoscope_solver\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "sys.argv = ['kaleido', '--version']\n"
        "sys.exit(kaleidoscope_solver.main())\n"
    )
    done = start([sys.executable, "-c", program], cwd=CHECKOUT)
    assert done.returncode == 0, done.stderr
    assert kaleido.__version__ in done.stdout


def test_a_module_that_no_other_package_has_runs_or_says_one_line(environment):
    command = [environment.python, "-m", "kaleidoscope_solver", "solve", "car"]
    environment.unpack("ours")
    done = start(command, cwd=environment.scripts)
    assert (done.returncode, done.stderr) == (0, "")
    environment.unpack("new")
    done = start(command, cwd=environment.scripts)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "Plotly's package kaleido is installed over this one" in done.stderr


def test_this_package_alone_is_fine():
    assert clash() == ""


def test_importing_it_beside_the_other_warns(environment):
    environment.unpack("new")
    environment.unpack("ours")
    command = [environment.python, "-c", "import kaleido; print(kaleido.solve)"]
    done = start(command, cwd=environment.scripts)
    assert "function solve" in done.stdout
    assert done.stderr.count("UserWarning: Plotly's package kaleido is installed over") == 1


def test_a_fault_of_its_own_is_not_hidden(environment):
    environment.unpack("ours")
    (environment.packages / "kaleido" / "search" / "state.py").unlink()
    command = [environment.python, "-c", "import kaleidoscope_solver as own; own.main()"]
    done = start([*command, "solve", "car"], cwd=environment.scripts)
    assert "state" in done.stderr
    assert "Plotly" not in done.stderr
