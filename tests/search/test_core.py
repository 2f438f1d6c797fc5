"""The compiled core: how it is found and chosen, and that its numbers are Python's."""

import ctypes
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import kaleido
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.search.core import describe_engine, engine, load_core
from kaleido.search.core.library import INTERFACE, SEAL

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def own_choice(monkeypatch):
    monkeypatch.delenv("KALEIDO_ENGINE", raising=False)


def the_core():
    core = load_core()
    if core is None:
        pytest.skip("the core is not built here")
    return core


def test_the_codes_in_other_languages_are_those_of_python():
    done = subprocess.run(
        [sys.executable, ROOT / "tools/codes.py", "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_core_says_its_version():
    assert the_core().kaleido_core_version().decode() == kaleido.__version__


class TestEngine:
    def test_python_can_be_chosen(self, monkeypatch, output_of):
        monkeypatch.setenv("KALEIDO_ENGINE", "python")
        assert engine() == "python"
        assert load_core() is None
        assert output_of("--version") == f"kaleido {kaleido.__version__} (Python search)\n"

    @pytest.mark.parametrize("chosen", ["", "core"])
    def test_the_core_runs_where_it_is(self, chosen, monkeypatch, capsys):
        the_core()
        monkeypatch.setenv("KALEIDO_ENGINE", chosen)
        assert engine() == "core"
        assert main(["--version"]) == 0
        own = kaleido.__version__
        assert capsys.readouterr().out == f"kaleido {own} (core {own})\n"

    def test_python_runs_where_no_core_is(self, monkeypatch, tmp_path):
        monkeypatch.setenv("KALEIDO_CORE_LIBRARY", str(tmp_path / "none"))
        assert engine() == "python"
        assert load_core() is None
        assert describe_engine() == "Python search"

    @pytest.mark.parametrize("chosen", ["C++", "Core", "python "])
    def test_other_engines_are_refused(self, chosen, monkeypatch, capsys):
        monkeypatch.setenv("KALEIDO_ENGINE", chosen)
        with pytest.raises(OptionError, match="expected core or python"):
            engine()
        for command in (["--version"], ["solve", "car"]):
            assert main(command) == 2
            expected = f"kaleido: KALEIDO_ENGINE is {chosen!r}: expected core or python\n"
            assert capsys.readouterr() == ("", expected)

    def test_a_core_that_is_missing_is_said(self, monkeypatch, tmp_path, error_of):
        monkeypatch.setenv("KALEIDO_ENGINE", "core")
        monkeypatch.setenv("KALEIDO_CORE_LIBRARY", str(tmp_path / "none"))
        told = error_of("solve car")
        assert told.startswith(
            "kaleido: KALEIDO_ENGINE is core, but it has not been built: there is"
        )
        assert told.count("\n") == 1

    def test_a_file_that_is_no_library_is_said(self, monkeypatch, tmp_path, error_of):
        other = tmp_path / "other.so"
        other.write_text("no library")
        monkeypatch.setenv("KALEIDO_CORE_LIBRARY", str(other))
        assert engine() == "python"
        monkeypatch.setenv("KALEIDO_ENGINE", "core")
        told = error_of("solve car")
        assert "cannot be loaded" in told
        assert told.count("\n") == 1

    @pytest.mark.few(2)
    @pytest.mark.parametrize("share", [0.5, 0.999, 0, 0.02, 0.9])
    @pytest.mark.parametrize(("is_cut", "is_sealed"), [(True, True), (False, True), (True, False)])
    def test_half_a_library_is_refused(self, share, is_cut, is_sealed, tmp_path):
        path = Path(the_core()._name)
        whole = path.read_bytes()
        kept = int(len(whole) * share)
        rest = b"" if is_cut else bytes([whole[kept] ^ 1]) + whole[kept + 1 :]
        (tmp_path / path.name).write_bytes(whole[:kept] + rest)
        if is_sealed:
            (tmp_path / SEAL).write_bytes(path.with_name(SEAL).read_bytes())
        named = {"KALEIDO_CORE_LIBRARY": str(tmp_path / path.name)}
        for chosen, code in (("", 0), ("core", 2)):
            done = subprocess.run(
                [sys.executable, "-m", "kaleido", "solve", "car"],
                env=os.environ | named | {"KALEIDO_ENGINE": chosen},
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert (done.returncode, done.stderr.count("\n")) == (code, bool(code))
            assert ("cannot be loaded" in done.stderr) == bool(code)

    def test_the_library_of_another_interface_is_refused(self, monkeypatch, tmp_path):
        path = the_core()._name
        copy = tmp_path / Path(path).name
        copy.write_bytes(Path(path).read_bytes())
        copy.with_name(SEAL).write_bytes(Path(path).with_name(SEAL).read_bytes())
        monkeypatch.setattr("kaleido.search.core.library.INTERFACE", INTERFACE + 1)
        monkeypatch.setenv("KALEIDO_CORE_LIBRARY", str(copy))
        assert engine() == "python"
        monkeypatch.setenv("KALEIDO_ENGINE", "core")
        with pytest.raises(OptionError, match="was built from other sources: its interface is"):
            engine()

    def test_the_package_is_imported_without_it(self):
        code = "import sys, kaleido; sys.exit('ctypes' in sys.modules)"
        subprocess.run([sys.executable, "-c", code], check=True)


class State(ctypes.Structure):
    """The `kaleido_random` of the header."""

    _fields_ = (("words", ctypes.c_uint32 * 624), ("next", ctypes.c_uint32))


class Random:
    """`random.Random` of the core."""

    def __init__(self, seed):
        self.core = the_core()
        self.core.kaleido_random_real.restype = ctypes.c_double
        self.core.kaleido_random_bits.restype = ctypes.c_uint64
        self.core.kaleido_random_below.restype = ctypes.c_uint64
        self.state = ctypes.byref(State())
        size = (abs(seed).bit_length() + 31) // 32
        words = (ctypes.c_uint32 * size)(*(abs(seed) >> 32 * at & 0xFFFFFFFF for at in range(size)))
        self.core.kaleido_random_seed(self.state, words, ctypes.c_size_t(size))

    def random(self):
        return self.core.kaleido_random_real(self.state)

    def getrandbits(self, bits):
        return self.core.kaleido_random_bits(self.state, ctypes.c_uint32(bits))

    def randrange(self, bound):
        return self.core.kaleido_random_below(self.state, ctypes.c_uint64(bound))

    def shuffle(self, indices):
        array = (ctypes.c_uint32 * len(indices))(*indices)
        self.core.kaleido_random_shuffle(self.state, array, ctypes.c_size_t(len(indices)))
        indices[:] = array


SEEDS = st.integers() | st.integers(-(2**70), 2**70) | st.integers(0, 2**25_000)
"""Those of one word, of a few, and of more than the generator has."""

CALLS = st.lists(
    st.just(("random",))
    | st.tuples(st.just("getrandbits"), st.integers(0, 64))
    | st.tuples(st.just("randrange"), st.integers(1, 20) | st.integers(1, 2**64 - 1))
    | st.tuples(st.just("shuffle"), st.integers(0, 700)),
    max_size=40,
)


def drawn(generator, calls):
    """Yield what a generator gives for some calls."""
    for name, *arguments in calls:
        if name == "shuffle":
            indices = list(range(*arguments))
            generator.shuffle(indices)
            yield indices
        else:
            yield getattr(generator, name)(*arguments)


class TestRandom:
    @given(seed=SEEDS, calls=CALLS)
    def test_any_calls_give_what_python_gives(self, seed, calls):
        assert list(drawn(Random(seed), calls)) == list(drawn(random.Random(seed), calls))

    @pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32 - 1, 2**32, -7, 2**64, 3**2_000])
    def test_many_numbers_are_pythons(self, seed):
        ours, pythons = Random(seed), random.Random(seed)
        assert [ours.random() for _ in range(2_000)] == [pythons.random() for _ in range(2_000)]

    @pytest.mark.parametrize("bits", range(65))
    def test_bits_of_any_number_are_pythons(self, bits):
        ours, pythons = Random(bits), random.Random(bits)
        for _ in range(50):
            assert ours.getrandbits(bits) == pythons.getrandbits(bits)

    def test_a_bound_of_nothing_gives_nothing_and_takes_nothing(self):
        ours = Random(5)
        assert ours.randrange(0) == 0
        assert ours.random() == random.Random(5).random()
