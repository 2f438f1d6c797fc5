"""The examples of docs/security.md: the proxies before a real server, and the unit for systemd."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from base64 import b64encode
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")
pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("multipart", reason="needs the extra `web`")

from kaleido import named_pattern

PAGE = Path(__file__).parent.parent / "docs" / "security.md"

pytestmark = [
    pytest.mark.web,
    pytest.mark.skipif(not PAGE.exists(), reason="needs the documentation"),
]

CAR = named_pattern("car").text
NAME = "kaleido.example"


def example(kind, word):
    """Give the block of the page that is in a language and has a word in it."""
    (found,) = [
        text
        for text in re.findall(rf"(?ms)^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"))
        if word in text
    ]
    return found


def program(name):
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"needs {name}")
    return path


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


@contextmanager
def played():
    """Run the command of the page on a free port; yield the port."""
    command = example("sh", "--allow-host").replace("8064", "0").split()
    command = [sys.executable, "-m", *command]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield int(re.search(r":(\d+)/", server.stdout.readline())[1])
        finally:
            server.terminate()


def make_certificate(folder):
    subprocess.run(
        [
            *(program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={NAME}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"),
        ],
        check=True,
        capture_output=True,
    )


@pytest.fixture
def proxy(tmp_path):
    """Run nginx with the example of the page before a server; yield its port."""
    nginx = program("nginx")
    make_certificate(tmp_path)
    (tmp_path / "password").write_text("player:{PLAIN}secret\n")
    port = free_port()
    with played() as served:
        example_text = (
            example("nginx", "server {")
            .replace("listen 443 ", f"listen 127.0.0.1:{port} ")
            .replace("/etc/ssl/kaleido/", f"{tmp_path}/")
            .replace("/etc/nginx/kaleido.htpasswd", f"{tmp_path}/password")
            .replace("127.0.0.1:8064", f"127.0.0.1:{served}")
        )
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = " ".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)
        # Its workers are of another user otherwise, who may not read the folder of a test.
        user = "user root;" if os.geteuid() == 0 else ""
        (tmp_path / "nginx.conf").write_text(
            f"pid {tmp_path}/pid; daemon off; {user} events {{}}\n"
            f"http {{ access_log off; {folders}\n{example_text} }}"
        )
        command = [nginx, "-c", tmp_path / "nginx.conf", "-e", tmp_path / "error.log"]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            try:
                for _ in range(100):
                    try:
                        socket.create_connection(("127.0.0.1", port)).close()
                        break
                    except OSError:
                        time.sleep(0.1)
                yield port
            finally:
                process.terminate()


def ask(port, path, body=None, *, kind="application/json", password="secret", origin=None, times=1):
    """Ask through TLS, once or all at once; give the status, the lower-case head and the rest."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    host = f"{NAME}:{port}"
    lines = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        f"Host: {host}",
        f"Origin: {origin or f'https://{host}'}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body or b'')}",
    ]
    if password:
        lines.append(f"Authorization: Basic {b64encode(f'player:{password}'.encode()).decode()}")
    with (
        socket.create_connection(("127.0.0.1", port), timeout=60) as plain,
        context.wrap_socket(plain, server_hostname=NAME) as client,
    ):
        asked = "\r\n".join([*lines, "", ""])
        client.sendall(asked.encode() * (times - 1))
        client.sendall(asked.replace("Host", "Connection: close\r\nHost").encode() + (body or b""))
        reply = b"".join(iter(lambda: client.recv(65536), b""))
    head, _, content = reply.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode().lower(), content


def test_nginx_lets_players_through_and_others_not(proxy):
    status, head, _ = ask(proxy, "/")
    assert status == 200
    assert "strict-transport-security: max-age=" in head
    assert head.count("content-security-policy: ") == 1
    assert ask(proxy, "/", password="")[0] == ask(proxy, "/", password="wrong")[0] == 401
    hint = json.dumps({"pattern": CAR}).encode()
    status, _, content = ask(proxy, "/api/hint", hint)
    assert (status, b'"lost":false' in content.replace(b" ", b"")) == (200, True)
    assert ask(proxy, "/api/hint", hint, origin="https://evil.example")[0] == 403
    status, head, content = ask(proxy, f"/api/events?pattern={CAR}")
    assert (status, b'"type":"solved"' in content) == (200, True)
    assert "content-type: text/event-stream" in head


def test_nginx_limits_bodies_and_rates(proxy):
    assert ask(proxy, "/api/hint", b"x" * 100_000)[0] == 413
    # A picture may be larger, and is read, or found to be none.
    assert ask(proxy, "/api/read", b"x" * 100_000, kind="image/png")[0] in (400, 501)
    many = ask(proxy, "/api/health", times=200)[2]
    statuses = [int(each) for each in re.findall(rb"HTTP/1.1 (\d+)", b"HTTP/1.1 200" + many)]
    assert len(statuses) == 200
    assert set(statuses) == {200, 429}
    assert statuses[:40] == [200] * 40


def test_caddy_takes_the_example(tmp_path):
    caddy = program("caddy")
    hashed = subprocess.run(
        [caddy, "hash-password", "--plaintext", "secret"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.strip()
    path = tmp_path / "Caddyfile"
    path.write_text(example("text", "reverse_proxy").replace("HASH", hashed))
    command = [caddy, "adapt", "--validate", "--config", path, "--adapter", "caddyfile"]
    home = {"HOME": str(tmp_path), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=home)
    assert done.returncode == 0, done.stderr


def test_systemd_takes_the_unit(tmp_path):
    analyze = program("systemd-analyze")
    unit = tmp_path / "kaleido.service"
    text = example("ini", "[Service]")
    assert example("sh", "--allow-host").strip() in text.replace("/opt/kaleido/bin/", "")
    unit.write_text(text.replace("/opt/kaleido/bin/kaleido", shutil.which("true")))
    done = subprocess.run(
        [analyze, "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    # Anything that it does not know is a line here.
    assert (done.returncode, done.stderr) == (0, "")
