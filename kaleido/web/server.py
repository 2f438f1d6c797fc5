"""Running the server: its address, the limits of its connections, and its shutdown."""

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kaleido.base.errors import OptionError
from kaleido.base.text import quote
from kaleido.web.app import create_app
from kaleido.web.middleware import LOOPBACK, Hosts

DEFAULT_PORT = 8064  # 8 × 8 = 64
LOCAL = "127.0.0.1"
REQUEST_SECONDS = 20.0  # in which a client must send a request
MAX_CONNECTIONS = 256  # from which on requests are refused
READ_SECONDS = 1.0  # for the end of a stream, when the server ends
OWN_FILES = 48  # that the server and its workers may have open besides connections
SEND_BUFFER = 256 * 1024  # bytes of replies that the system keeps for each client

_EVERYWHERE = ("0.0.0.0", "::", "")


def open_socket(host: str = LOCAL, port: int | None = None) -> socket.socket:
    """Open a socket that listens on an address; 0 is any free port.

    By default the port is `DEFAULT_PORT`, or any free one if that is in use. An OptionError says
    that a port is in use, or that the host is not one of this machine.
    """
    try:
        found = socket.getaddrinfo(host or None, None, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as problem:
        raise OptionError(f"cannot listen on {quote(host, 80)}: {problem}") from None
    family, *_, address = found[0]
    dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    for wanted in (DEFAULT_PORT, 0) if port is None else (port,):
        at = address[0], wanted, *address[2:]
        try:
            listener = socket.create_server(at, family=family, backlog=128, dualstack_ipv6=dual)
            # Its connections inherit it: more would hide for long that nobody reads.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            return listener
        except OSError as problem:
            if problem.errno == errno.EADDRINUSE:
                if port is None:
                    continue
                raise OptionError(
                    f"port {wanted} of {host or 'this machine'} is in use: "
                    "choose another with --port, or 0 for any free port"
                ) from None
            reason = os.strerror(problem.errno or 0)
            raise OptionError(
                f"cannot listen on {quote(host, 80)}, port {wanted}: {reason}"
            ) from None
    raise OptionError(f"no port of {host or 'this machine'} is free")


def name_address(listener: socket.socket, host: str) -> str:
    """Return the URL of a server that listens on a socket."""
    port = listener.getsockname()[1]
    shown = LOCAL if host in _EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def is_local(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    return host in LOOPBACK or host.startswith("127.")


def serve(
    listener: socket.socket,
    host: str,
    *,
    names: Iterable[str] = (),
    own: Iterable[str] = (),
    ready: Callable[[], None],
) -> None:
    """Answer requests until the process is interrupted.

    Requests may call the server by its address, `host`, and by `names`, such as that of a proxy
    before it. Questions may name the strategies of Kaleido and its user's `own`. `ready` is called
    when it answers requests.
    """
    everywhere = host in _EVERYWHERE
    called = {host, listener.getsockname()[0]} | ({socket.gethostname()} if everywhere else set())
    app = create_app(None, Hosts({*called, *names} - {""}, addresses=everywhere), own)
    room = _spare_files()
    config = uvicorn.Config(
        app,
        http=_Connection,
        limit_concurrency=min(MAX_CONNECTIONS, room // 2),
        # As many are accepted at once, before any of them can be closed.
        backlog=min(128, room // 8),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    # It warns of every request that is not HTTP.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    for name in ("asyncio", "uvicorn.error"):
        logging.getLogger(name).addFilter(_Repeated())
    server = _Server(config, app.state, ready)
    with suppress(KeyboardInterrupt):  # this is the usual way to end it
        server.run(sockets=[listener])


def _spare_files() -> int:
    """Return how many files this process may open besides its own and those of its workers."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return 8 * MAX_CONNECTIONS
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 8 * MAX_CONNECTIONS if most == resource.RLIM_INFINITY else max(16, most - OWN_FILES)


class _Repeated(logging.Filter):
    """Drops messages that were logged in the same minute: under pressure, one error is enough."""

    def __init__(self) -> None:
        super().__init__()
        self._until = 0.0
        self._seen: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.created > self._until:
            self._until = record.created + 60
            self._seen.clear()
        message = f"{record.msg}{record.exc_info and record.exc_info[1]!r}"
        is_new = message not in self._seen
        self._seen.add(message)
        return is_new


class _Connection(H11Protocol):
    """A connection that ends if its client takes too long to send a request.

    Where there are many, the one that has waited longest for its client makes room for another, so
    that clients that send nothing do not keep others out.
    """

    due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > (self.limit_concurrency or MAX_CONNECTIONS) // 2:
            waiting = {
                each.due.when(): each
                for each in self.connections
                if isinstance(each, _Connection) and each.due is not None
            }
            if waiting:
                waiting[min(waiting)].cut_off()
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def cut_off(self) -> None:
        self._stop_waiting()
        self.transport.abort()

    def _wait(self) -> None:
        """Wait for the client until its request is whole."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self.due is None:
            self.due = self.loop.call_later(REQUEST_SECONDS, self.cut_off)

    def _stop_waiting(self) -> None:
        if self.due is not None:
            self.due.cancel()
            self.due = None


class _Server(uvicorn.Server):
    """Calls `ready` once it is, and stops all work before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, state: Any, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._state = state
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            try:
                self._ready()
            except BaseException:
                await self.shutdown(sockets)
                raise

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._state.dispatcher.close()
        # Streams end by themselves, except unread ones.
        asyncio.get_running_loop().call_later(READ_SECONDS, self._cut_off)
        await super().shutdown(sockets)

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            if isinstance(connection, _Connection) and connection.flow.write_paused:
                connection.cut_off()
