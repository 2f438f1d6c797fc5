"""The command, and what the package does without the extra `web`."""

import gzip
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kaleido import named_pattern

CAR = named_pattern("car").text


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


def test_the_core_does_not_load_the_server():
    done = run(
        "import sys; from kaleido.cli import main; main(['solve', 'car']);"
        "print([name for name in ('fastapi', 'uvicorn', 'starlette', 'kaleido.web')"
        " if name in sys.modules])"
    )
    assert done.stdout.rstrip().endswith("[]")


@pytest.mark.parametrize("name", ["fastapi", "uvicorn"])
@pytest.mark.few(1)
def test_without_the_extra(name):
    done = run(
        f"import sys; sys.modules['{name}'] = None; from kaleido.cli import main;"
        "sys.exit(main(['play']))"
    )
    assert done.returncode == 2
    assert done.stderr == (
        "kaleido: the page needs the extra `web`: pip install 'kaleidoscope-solver[web]'\n"
    )


def test_bad_patterns(error_of):
    assert "'cra': did you mean car" in error_of("play --no-browser cra")


def test_port_in_use(error_of):
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port} of 127.0.0.1 is in use" in error_of("play --no-browser --port", port)


@pytest.mark.parametrize("host", ["no-such-host.invalid", "203.0.113.7", "a b", "x" * 300])
def test_bad_hosts(error_of, host):
    pytest.importorskip("uvicorn")
    assert f"cannot listen on '{host[:40]}" in error_of(
        "play --no-browser --host", host, "--port", "0"
    )


@pytest.mark.parametrize(
    "name", ["https://kaleido.example", "kaleido.example:443", "*.example", "a b", "", "x\x1b[31m"]
)
def test_bad_names_to_allow(error_of, name):
    pytest.importorskip("uvicorn")
    assert f"{name!r} is no name of a host" in error_of(
        "play --no-browser --allow-host", name, "--port", "0"
    )


def test_default_port_falls_back(monkeypatch):
    pytest.importorskip("uvicorn")
    from kaleido.web import server

    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(server, "DEFAULT_PORT", taken.getsockname()[1])
        with server.open_socket() as listener:
            assert listener.getsockname()[0] == "127.0.0.1"
            assert listener.getsockname()[1] != taken.getsockname()[1]
            address = server.name_address(listener, "0.0.0.0")
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
            assert server.name_address(listener, "::1").startswith("http://[::1]:")


def test_local():
    pytest.importorskip("uvicorn")
    from kaleido.web.server import is_local

    assert all(map(is_local, ("localhost", "127.0.0.1", "127.1.2.3", "::1")))
    assert not any(map(is_local, ("0.0.0.0", "::", "10.0.0.1", "example.org")))


def status_of(port, host):
    """Ask as a browser that speaks https with a proxy before the server; give the status."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        names = f"Host: {host}\r\nOrigin: https://{host}"
        client.sendall(f"GET /api/health HTTP/1.1\r\n{names}\r\n\r\n".encode())
        return int(client.recv(100).split()[1])


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize(("how", "code"), [("SIGINT", 0), ("SIGTERM", 143)])
def test_runs_until_it_is_told_to_end(how, code):
    pytest.importorskip("uvicorn")
    pytest.importorskip("multipart")
    options = ("--no-browser", "--port", "0", "--allow-host", "Kaleido.example")
    command = [sys.executable, "-m", "kaleido", "play", "car", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        line = process.stdout.readline()
        found = re.fullmatch(
            r"Kaleido plays at http://127\.0\.0\.1:(\d+)/#tab=play&pattern=(\S+) "
            r"\(Ctrl-C ends it\)\n",
            line,
        )
        assert found
        assert found[2] == CAR
        names = ("localhost", "kaleido.example:8443", "other.example")
        statuses = [status_of(int(found[1]), name) for name in names]
        process.send_signal(getattr(signal, how))
        out, err = process.communicate(timeout=20)
        assert (out, err) == ("", "")
        assert process.returncode == code
        assert statuses == [200, 200, 421]


def test_page_is_small_and_asks_no_other_server():
    web = pytest.importorskip("kaleido.web")
    static = Path(web.__file__).parent / "static"
    files = [path for path in static.rglob("*") if path.is_file()]
    # As the server sends them; not all are asked for on the first visit.
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 350_000
    for path in files:
        if path.suffix in (".html", ".js", ".css"):
            text = path.read_text(encoding="utf-8")
            links = re.findall(r"""(?:src|href|url|from|import|fetch)[=("'\s]+(https?:)?//""", text)
            assert not links, path
