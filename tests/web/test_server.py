"""A real server on the loopback interface: slow clients, killed workers, fuzzing, load."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")
pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("multipart", reason="needs the extra `web`")

from processes import descendants, lives, processor_seconds, runs, usage
from some import some

from kaleido import named_pattern
from kaleido.base.errors import OutputError
from kaleido.web.server import LOCAL, open_socket, serve

pytestmark = pytest.mark.web

CAR = named_pattern("car").text
CHECKERBOARD = named_pattern("checkerboard").text

SERVE = """
import resource
from kaleido.web import server, stream
from kaleido.web.server import *
stream.STALL_SECONDS = 1
SETTING
listener = open_socket(port=0)
def ready():
    print(name_address(listener, LOCAL), flush=True)
serve(listener, LOCAL, ready=ready)
"""


class Server:
    """A server in a process of its own."""

    def __init__(self, process, port):
        self.process = process
        self.port = port

    def connect(self, timeout=30.0):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def send(self, raw, timeout=30.0):
        """Send bytes; give what comes until the server closes the connection."""
        with self.connect(timeout) as client:
            client.sendall(raw)
            return read_all(client)

    def ask(self, path, body=None, timeout=30.0):
        """Ask; give the status and the JSON of the answer."""
        reply = self.send(request(path, body, "Connection: close"), timeout)
        head, _, content = reply.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(content)

    def workers(self):
        """Give the ids of the server's worker processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        children = path.read_text().split() if path.exists() else []
        if not children:
            found = subprocess.run(
                ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True
            )
            children = found.stdout.split()
        return [int(child) for child in children]

    def works(self):
        status, hint = self.ask("/api/hint", {"pattern": CAR})
        assert (status, hint["lost"]) == (200, False)


def request(path, body=None, *headers):
    content = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        "Host: localhost",
        *([] if body is None else ["Content-Type: application/json"]),
        f"Content-Length: {len(content)}",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + content


def read_all(client):
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


@contextmanager
def served(setting="", errors=""):
    """Start a server, after a setting; at the end it must have logged lines of this pattern."""
    command = [sys.executable, "-c", SERVE.replace("SETTING", setting)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        line = process.stdout.readline()
        try:
            yield Server(process, int(line.rsplit(":", 1)[1].strip("/\n")))
            assert process.poll() is None
        finally:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
        assert process.returncode == 0
        assert re.fullmatch(errors, err, re.DOTALL), err[:4000]


@pytest.fixture(scope="module")
def server():
    with served() as server:
        server.works()
        yield server


@pytest.fixture(scope="module")
def slow_server():
    """A server without the core, whose counts take minutes: longer than any test looks on."""
    with served("import os; os.environ['KALEIDO_ENGINE'] = 'python'") as server:
        server.works()
        yield server


@pytest.fixture(autouse=True)
def _still_works(server):
    yield
    server.works()


def eventually(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def _is_open(client, more=b""):
    client.setblocking(False)
    try:
        client.send(more)
        return client.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


class TestSlowClients:
    def test_half_a_request_and_away(self, server):
        for cut in (1, 20, 60, 120):
            with server.connect() as client:
                client.sendall(request("/api/hint", {"pattern": CAR})[:cut])

    def test_half_requests_end_even_if_they_go_on(self):
        hint = request("/api/hint", {"pattern": CAR})
        halves = (hint[:20], hint[:-20], request("/api/health") + hint[:-20])
        with served("server.REQUEST_SECONDS = 1") as own, ExitStack() as clients:
            for half in some(halves):
                client = clients.enter_context(own.connect())
                client.sendall(half)
                assert eventually(lambda client=client: not _is_open(client, b"x")), half
            own.works()

    def test_many_half_requests_keep_nobody_out(self, server):
        with ExitStack() as clients:
            silent = [clients.enter_context(server.connect()) for _ in range(400)]
            for client in silent:
                client.sendall(request("/api/health")[:20])
            server.works()
            assert sum(map(_is_open, silent)) <= 128
            assert _is_open(silent[-1])

    @pytest.mark.parametrize(
        ("setting", "errors"),
        [
            ("", ""),
            # It takes more connections than it has files for.
            ("; server.OWN_FILES = -10_000", r"socket.accept\(\) out of (.+\n){3,20}"),
        ],
    )
    def test_no_flood_of_messages_where_files_run_out(self, setting, errors):
        limit = "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))"
        with served(limit + setting, errors) as own:
            with ExitStack() as clients:
                for _ in range(100):
                    clients.enter_context(own.connect()).sendall(b"GET")
                if not errors:
                    own.works()
                time.sleep(3)
            own.works()

    def test_stream_that_nobody_reads(self, server):
        key = named_pattern("key").text
        path = f"/api/events?pattern={key}&strategy=random&max_nodes=20000"
        with server.connect() as client:
            client.sendall(request(path))
            # The worker waits as soon as what lies between is full.
            assert eventually(lambda: _busy(server))
            assert eventually(lambda: not _busy(server))
            time.sleep(2)
            client.settimeout(5)
            told = b""
            while b"nobody read the events for 1 s" not in told:
                told += client.recv(65536)
            assert b'"islands":' in told
            assert b'"type":"solved"' not in told
        # All workers are free again.
        for _ in range(7):
            reply = server.send(request(f"/api/events?pattern={CAR}", None, "Connection: close"))
            assert b'"type":"solved"' in reply

    def test_streams_that_nobody_reads_keep_neither_others_waiting_nor_the_server(self):
        key = named_pattern("key").text
        path = f"/api/events?pattern={key}&strategy=random&max_nodes=20000"
        # The server ends while they are connected, and may say that it waits no longer for them.
        ends = r"(Cancel \d+ running task\(s\), timeout graceful shutdown exceeded\n)?"
        with ExitStack() as clients, served("stream.STALL_SECONDS = 3600", ends) as own:
            for _ in range(20):
                clients.enter_context(own.connect()).sendall(request(path))
            watched = request(f"/api/events?pattern={CAR}", None, "Connection: close")
            assert b'"type":"solved"' in own.send(watched, timeout=60)


class TestBadRequests:
    @pytest.mark.parametrize(
        "raw",
        [
            b"\0\1\2\3\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
            b"POST /api/hint HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
            request("/api/hint", None, "Transfer-Encoding: chunked") + b"zz\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        ],
    )
    def test_no_http(self, server, raw):
        reply = server.send(raw)
        assert reply == b"" or reply.startswith(b"HTTP/1.1 400"), reply[:200]

    @pytest.mark.parametrize("size", [5_000, 70_000, 2_000_000])
    def test_long_url(self, server, size):
        reply = server.send(request(f"/{'a' * size}", None, "Connection: close"))
        assert reply == b"" or reply.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400")), reply[:200]

    @pytest.mark.parametrize("size", [20_000, 70_000, 2_000_000])
    def test_large_headers(self, server, size):
        reply = server.send(request("/api/health", None, f"A: {'b' * size}", "Connection: close"))
        assert reply == b"" or reply.startswith((b"HTTP/1.1 200", b"HTTP/1.1 400")), reply[:200]

    def test_http_1_0(self, server):
        reply = server.send(b"GET /api/health HTTP/1.0\r\n\r\n")
        assert reply.startswith(b"HTTP/1.1 400")
        assert b"0 Host headers" in reply

    def test_bodies_from_other_sites_are_refused_before_they_come(self, server):
        size = 19_000_000
        kind = ("Content-Type: image/png", "Origin: https://evil.example")
        head = request("/api/read", None, *kind).replace(b"GET", b"POST")
        head = head.replace(b"Content-Length: 0", b"Content-Length: %d" % size)
        before = usage([server.process.pid]).memory
        with ExitStack() as clients:
            for _ in range(10):
                client = clients.enter_context(server.connect())
                client.sendall(head)
                assert client.recv(12) == b"HTTP/1.1 403"
                client.sendall(b"x" * (size - 1))
            assert usage([server.process.pid]).memory < before + 4 * size
            client.sendall(b"x")
            assert b"evil.example" in read_all(client)

    def test_body_without_end(self, server):
        """What is far too large is cut off."""
        head = request("/api/hint").replace(
            b"Content-Length: 0", b"Content-Type: application/json\r\nContent-Length: 9999999999"
        )
        sent = 0
        with server.connect() as client:
            client.sendall(head.replace(b"GET", b"POST"))
            with suppress(ConnectionError):
                for _ in range(1000):
                    sent += client.send(b"x" * 200_000)
        assert sent < 100_000_000

    def test_large_body_in_chunks(self, server):
        head = (
            request("/api/hint")
            .replace(b"GET", b"POST")
            .replace(
                b"Content-Length: 0",
                b"Content-Type: application/json\r\nTransfer-Encoding: chunked",
            )
        )
        chunk = b"1000\r\n" + b"x" * 4096 + b"\r\n"
        assert server.send(head + chunk * 30 + b"0\r\n\r\n").startswith(b"HTTP/1.1 413")

    @pytest.mark.parametrize(
        "path",
        ["/static/../app.py", "/static/%2e%2e/app.py", "//etc/passwd", "/static/..%5capp.py"],
    )
    def test_traversal(self, server, path):
        reply = server.send(request(path, None, "Connection: close"))
        assert reply.startswith(b"HTTP/1.1 404")
        assert b"import" not in reply

    def test_upgrade(self, server):
        head = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        with server.connect() as client:
            client.sendall(request("/api/health", None, *head, "Sec-WebSocket-Key: eA=="))
            assert client.recv(4096).startswith((b"HTTP/1.1 200", b"HTTP/1.1 4"))


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
class TestWorkers:
    def test_killed_in_the_middle(self, slow_server):
        server = slow_server
        replies = []
        asking = threading.Thread(
            target=lambda: replies.append(server.ask("/api/count", {"pattern": CHECKERBOARD}))
        )
        asking.start()
        while len(busy := _busy(server)) != 1:
            assert asking.is_alive()
        os.kill(busy[0], signal.SIGKILL)
        asking.join()
        ((status, reply),) = replies
        assert status == 503
        assert reply == {"error": "the worker process ended before it had an answer; try again"}
        assert server.ask("/api/count", {"pattern": CAR})[1]["solutions"] == 32

    def test_all_killed_while_idle(self, server):
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        assert eventually(lambda: not server.workers())
        for kind in ("hint", "solve", "count"):
            assert server.ask(f"/api/{kind}", {"pattern": named_pattern("seal").text})[0] == 200

    def test_client_that_goes_away(self, slow_server):
        with slow_server.connect() as client:
            client.sendall(request("/api/count", {"pattern": CHECKERBOARD}))
            assert eventually(lambda: _busy(slow_server))
        assert eventually(lambda: not _busy(slow_server))

    def test_no_worker_outlives_a_killed_server(self):
        workers = []
        with pytest.raises(AssertionError), served() as own:  # it does not end as it should
            kill_with_workers(own, workers)
        assert workers
        assert eventually(lambda: not any(map(lives, workers)))

    def test_long_use_leaves_nothing(self):
        with served() as own:
            own.works()
            before = usage([own.process.pid])
            for number in range(20):
                own.works()
                with own.connect() as client:
                    query = f"pattern={CAR}&strategy=random&seed={number}&max_nodes=20000"
                    client.sendall(request(f"/api/events?{query}"))
                    client.recv(1 + 100 * (number % 50))
                if number % 5 == 0:
                    os.kill(own.workers()[-1], signal.SIGKILL)
            assert eventually(lambda: not _busy(own))
            workers = usage(descendants(own.process.pid))
            after = usage([own.process.pid])
            # Each has two pipes to the server, and a thread.
            assert (workers.zombies, workers.processes <= 6) == (0, True)
            assert after.files <= before.files + 2 * workers.processes
            assert after.threads <= before.threads + workers.processes
            assert after.memory < 1.2 * before.memory


def kill_with_workers(server, workers):
    server.works()
    workers += server.workers()
    server.process.kill()
    server.process.wait()


def _busy(server):
    """Give the workers that run, or wait for a processor."""
    before = {worker: processor_seconds(worker) for worker in server.workers()}
    time.sleep(0.3)
    return [
        worker
        for worker, seconds in before.items()
        if runs(worker) or processor_seconds(worker) > seconds + 0.02
    ]


def test_a_count_does_not_freeze_the_rest(slow_server):
    server = slow_server
    with server.connect() as client:
        client.sendall(request("/api/count", {"pattern": CHECKERBOARD}))
        assert eventually(lambda: _busy(server))
        for name in ("seal", "twelve", "heart", "arrow", "starship"):
            assert server.ask("/api/hint", {"pattern": named_pattern(name).text})[0] == 200
        # The count goes on all the while: no answer has come.
        assert select.select([client], [], [], 0) == ([], [], [])


SCHEMATHESIS = """
[checks.negative_data_rejection]
# What is too long is refused before anybody looks at its form: 413.
expected-statuses = ["400", "403", "405", "413", "415", "422", "5xx"]
"""


# Coverage makes 2,000 requests at the bounds of each field; fuzzing wrong and right ones by day.
@pytest.mark.parametrize("phase", ["fuzzing", pytest.param("coverage", marks=pytest.mark.long)])
def test_schemathesis(server, tmp_path, phase):
    pytest.importorskip("schemathesis")
    (tmp_path / "schemathesis.toml").write_text(SCHEMATHESIS)
    command = [
        *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run"),
        f"http://127.0.0.1:{server.port}/api/openapi.json",
        *("--phases", phase, "--checks", "all", "--max-examples", "6", "--seed", "1", "--no-color"),
        *("--request-timeout", "300"),
        # A question of the right form may still make no sense (400), or take its time.
        *("--exclude-checks", "positive_data_acceptance"),
        # Its answer depends on another extra.
        *("--exclude-path", "/api/read"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-4000:]


def test_clients_of_all_kinds(server):
    from server import come, visits

    ends, kinds, wanted = set(), set(), {"hint", "watched and left", "asked and left"}
    dice = Random(0)
    acts = visits(dice)
    for _ in range(20):  # a busy machine serves few clients at a time
        requests = come(f"http://127.0.0.1:{server.port}", acts, 4, 2.0, dice, 0.0)
        ends.update(requests.end)
        kinds.update(requests.kind)
        if wanted <= kinds:
            break
    assert ends <= {"ok", "busy"}
    assert wanted <= kinds


def test_a_server_that_cannot_say_that_it_is_ready_ends_in_order(caplog):
    with open_socket(port=0) as listener, pytest.raises(OutputError):
        serve(listener, LOCAL, ready=Mock(side_effect=OutputError("cannot write standard output")))
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []
