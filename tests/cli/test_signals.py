"""Ctrl-C and SIGTERM: commands end in order, whenever the signals come."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from interrupted import interrupt

from kaleido.__main__ import OrderlyEnd, main

ENDING = signal.SIGINT, signal.SIGTERM


@pytest.fixture(autouse=True)
def _handlers():
    before = {each: signal.getsignal(each) for each in ENDING}
    # Whoever starts the suite in the background may have it ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.parametrize(("first", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_first_signal_interrupts_and_the_next_ones_do_not(first, code):
    with OrderlyEnd() as end:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(first)
        for each in ENDING:
            signal.raise_signal(each)
    assert end.code(130) == code
    for each in ENDING:
        signal.raise_signal(each)  # only the interpreter is left to end


def test_a_signal_long_after_the_first_ends_the_process_at_once(monkeypatch):
    ended = []
    monkeypatch.setattr("kaleido.__main__.FORCE_SECONDS", -1.0)
    monkeypatch.setattr(os, "_exit", ended.append)
    with OrderlyEnd():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
    assert ended == [130]


def test_what_is_ignored_stays_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with OrderlyEnd() as end:
        signal.raise_signal(signal.SIGINT)
    assert end.code(0) == 0


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_commands_that_are_terminated_give_143(monkeypatch, capsys, error):
    def run():
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt:
            if error:
                raise
        return 0

    monkeypatch.setattr("kaleido.cli.main", run)
    assert main() == 143
    assert capsys.readouterr().err == ("kaleido: interrupted\n" if error else "")


def test_what_a_signal_breaks_off_may_fail_otherwise(monkeypatch, capsys):
    def run(signals):
        try:
            for each in signals:
                signal.raise_signal(each)
        except KeyboardInterrupt:
            pass
        raise ImportError("initialization failed")

    monkeypatch.setattr("kaleido.cli.main", lambda: run([signal.SIGTERM]))
    assert main() == 143
    assert capsys.readouterr().err == "kaleido: interrupted\n"
    monkeypatch.setattr("kaleido.cli.main", lambda: run([]))
    assert main() == 70
    assert "unforeseen: ImportError: initialization failed" in capsys.readouterr().err


INTERRUPTED_TEXT = """
import signal, sys
from kaleido.__main__ import OrderlyEnd

with OrderlyEnd() as end:
    try:
        exec("signal.raise_signal(signal.SIGTERM)")
    except KeyboardInterrupt:
        pass
sys.exit(end.code(130))
"""


def test_a_signal_while_a_text_is_run_gives_the_same_code(tmp_path):
    (tmp_path / "interrupted.py").write_text(INTERRUPTED_TEXT)
    paths = os.pathsep.join((str(tmp_path), str(Path(__file__).parents[2])))
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"], env=os.environ | {"PYTHONPATH": paths}, check=False
    )
    assert done.returncode == 143


DROPPED = """
import os, sys, time
from kaleido.__main__ import OrderlyEnd

class Ending:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[1]))
        for _ in range(100):
            pass  # here the signal is received, and Python drops its exception

with OrderlyEnd() as end:
    try:
        Ending()
        time.sleep(60)
        print("never received")
    except KeyboardInterrupt:
        print("received", end.code(130))
"""


@pytest.mark.skipif(
    os.environ.get("KALEIDO_LIKE") == "windows", reason="here only a signal to it ends its sleep"
)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_whose_exception_is_dropped_is_received_again(number, code):
    done = subprocess.run(
        [sys.executable, "-c", DROPPED, str(int(number))],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"received {code}\n", "")


def test_other_exceptions_that_are_dropped_are_reported_as_ever():
    code = (
        "from kaleido.__main__ import OrderlyEnd\n"
        "class Ending:\n"
        "    def __del__(self): raise ValueError('dropped')\n"
        "with OrderlyEnd(): Ending()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "ValueError: dropped" in done.stderr


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_between_a_command_and_its_end_does_nothing(monkeypatch, capsys, number):
    leave = OrderlyEnd.__exit__

    def late(end, *error):
        signal.raise_signal(number)
        leave(end, *error)

    monkeypatch.setattr(OrderlyEnd, "__exit__", late)
    monkeypatch.setattr("kaleido.cli.main", lambda: 1)
    assert main() == 1
    assert capsys.readouterr().err == ""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who lives")
@pytest.mark.parametrize("how", ENDING)
@pytest.mark.parametrize(
    ("name", "moment"),
    [
        *(("batch", moment) for moment in (0.0, 0.4, 0.7, 1.5)),
        *(("play", moment) for moment in (0.3, 1.0)),
        *(("count", moment) for moment in (0.5, 2.0)),
        *(("bench", moment) for moment in (0.6, 1.0)),
        *(("compare", moment) for moment in (0.6, 1.0)),
        *((name, random.uniform(0.0, 2.0)) for name in ("generate", "tune", "batch", "bench")),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
@pytest.mark.parametrize("group", [False, True], ids=["process", "group"])
def test_commands_end_in_order_at_any_moment(tmp_path, name, moment, how, group):
    interrupt(name, tmp_path, moment, how, group)
