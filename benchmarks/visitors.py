"""Clients of `kaleido play` of all kinds: some leave in the middle, are slow or send nonsense."""

from __future__ import annotations

import asyncio
import io
import json
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from load import PATIENCE, Client, Positions
from mockups import KINDS, make_mockup
from PIL import Image

PHOTOS = 8
"""How many pictures are taken; each upload differs from those before."""

NONSENSE = (
    b"\0\1\2\3\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /api/health HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"POST /api/hint HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    b"POST /api/hint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Connection: close\r\nContent-Length: 13\r\n\r\n{'pattern': 1",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
)
"""Requests that must be refused, or their connections closed."""


class Request(NamedTuple):
    """A request that has ended: when, what, how, and after how long.

    The end is `ok`, `busy` (refused or given up, with a line that says so) or what went wrong.
    """

    at: float
    kind: str
    end: str
    seconds: float


class Visitors:
    """Clients that ask what a source of random numbers says.

    Parameters
    ----------
    port : int
        Of the server on this machine.
    seed : int
    pause : float
        Mean seconds between two requests of a client.
    """

    def __init__(self, port: int, seed: int, pause: float) -> None:
        self._port = port
        self._random = random.Random(seed)
        self._pause = pause
        self._positions = Positions(self._random)
        self._photos = _photos()
        self.requests: list[Request] = []
        self._acts: dict[str, tuple[float, Callable[[Client], Awaitable[str]]]] = {
            "hint": (30, lambda client: self._post(client, "hint", self._positions.next())),
            "solve": (15, self._solve),
            "count": (12, lambda client: self._post(client, "count", self._positions.next())),
            "solutions": (6, self._look_through),
            "design": (3, self._design),
            "photo": (3, self._photo),
            "watched": (8, lambda _: self._watch(left=False)),
            "watched and left": (10, lambda _: self._watch(left=True)),
            "asked and left": (4, self._leave),
            "assessed and left": (2, self._assess),
            "page": (4, lambda _: self._raw(self._get("/static/app.js"), b"HTTP/1.1 200")),
            "slow": (1, self._slow),
            "nonsense": (4, self._nonsense),
        }

    async def run(self, clients: int, seconds: float) -> None:
        """Let clients come until the time is over."""
        self._began = time.perf_counter()
        self._end = self._began + seconds
        await asyncio.gather(*(self._client() for _ in range(clients)))

    async def _client(self) -> None:
        client = Client(self._port)
        weights = [weight for weight, _ in self._acts.values()]
        while True:
            await asyncio.sleep(self._random.expovariate(1 / self._pause))
            if time.perf_counter() > self._end:
                break
            (kind,) = self._random.choices(list(self._acts), weights)
            began = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE):
                    end = await self._acts[kind][1](client)
            except (OSError, EOFError, TimeoutError) as problem:
                client.close()
                end = type(problem).__name__
            now = time.perf_counter()
            self.requests.append(Request(now - self._began, kind, end, now - began))
            if self._random.random() < 0.1:
                client.close()  # the next request connects anew
        client.close()

    async def _post(self, client: Client, path: str, ask: dict[str, Any]) -> str:
        status, answer = await client.post(path, ask)
        return "busy" if status == 503 else "ok" if status == 200 else f"{status} {answer}"

    async def _solve(self, client: Client) -> str:
        limits = {"seed": self._random.randrange(10**6), "max_nodes": 20_000, "timeout": 5.0}
        return await self._post(client, "solve", self._positions.next() | limits)

    async def _look_through(self, client: Client) -> str:
        ask = self._positions.next() | {"offset": self._random.randrange(5), "limit": 5}
        return await self._post(client, "solutions", ask)

    async def _design(self, client: Client) -> str:
        cells = [self._random.choice("xr????") for _ in range(64)]
        sketch = "/".join("".join(cells[at : at + 8]) for at in range(0, 64, 8))
        seed = self._random.randrange(10**6)
        return await self._post(client, "design", {"sketch": sketch, "seed": seed})

    async def _photo(self, _: Client) -> str:
        # What follows the end of a JPEG counts for nothing; the server has not seen it before.
        picture = self._random.choice(self._photos) + self._random.randbytes(8)
        head = self._head("POST /api/read", "image/jpeg", len(picture))
        return await self._raw(head + picture, b"HTTP/1.1 200")

    async def _watch(self, *, left: bool) -> str:
        pattern = self._positions.next()["pattern"]
        seed, nodes = self._random.randrange(10**6), 20_000 if left else 60
        strategy = "random" if left else "constrained"
        query = f"pattern={pattern}&strategy={strategy}&seed={seed}&max_nodes={nodes}"
        ask = self._get(f"/api/events?{query}")
        if left:
            return await self._raw(ask, b"HTTP/1.1 200", most=self._random.randrange(1, 200_000))
        return await self._raw(ask, b"HTTP/1.1 200", last=b'"type":"')

    async def _leave(self, _: Client) -> str:
        kind = self._random.choice(["count", "solutions", "hint", "solve"])
        body = _json(self._positions.next())
        head = self._head(f"POST /api/{kind}", "application/json", len(body))
        return await self._raw(head + body, most=0)

    async def _assess(self, _: Client) -> str:
        body = _json({"pattern": self._positions.next()["pattern"]})
        head = self._head("POST /api/assess", "application/json", len(body))
        return await self._raw(head + body, b"HTTP/1.1 200", most=self._random.randrange(1, 600))

    async def _slow(self, _: Client) -> str:
        """Send a request drop by drop: it is answered, or cut off after ten seconds."""
        reader, writer = await self._connect()
        try:
            for byte in self._get("/api/health"):
                writer.write(bytes([byte]))
                await asyncio.sleep(self._random.choice([0.05, 0.5]))
                if writer.is_closing() or reader.at_eof():
                    break
            with suppress(ConnectionError):
                await reader.read()
        except ConnectionError:
            pass
        finally:
            writer.close()
        return "ok"

    async def _nonsense(self, _: Client) -> str:
        reply = await self._reply(self._random.choice(NONSENSE))
        return "ok" if reply == b"" or reply.startswith(b"HTTP/1.1 4") else repr(reply[:80])

    def _get(self, path: str) -> bytes:
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()

    def _head(self, what: str, media_type: str, length: int) -> bytes:
        return (
            f"{what} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Content-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    async def _raw(
        self, ask: bytes, expected: bytes = b"", most: int = -1, last: bytes = b""
    ) -> str:
        """Ask, and read a number of bytes or all; say how it ended."""
        reply = await self._reply(ask, most)
        if reply.startswith(b"HTTP/1.1 503"):
            return "busy"
        if not reply.startswith(expected[: len(reply)] if most >= 0 else expected):
            return repr(reply[:80])
        return "ok" if last in reply else f"no {last!r} in {reply[-80:]!r}"

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)

    async def _reply(self, ask: bytes, most: int = -1) -> bytes:
        reader, writer = await self._connect()
        try:
            writer.write(ask)
            if most == 0:
                await asyncio.sleep(self._random.random())
                return b""
            try:
                return await reader.read() if most < 0 else await reader.readexactly(most)
            except asyncio.IncompleteReadError as short:
                return short.partial
        finally:
            writer.close()


def _json(ask: dict[str, Any]) -> bytes:
    return json.dumps(ask).encode()


def _photos() -> list[bytes]:
    found = []
    for kind in list(KINDS)[:PHOTOS]:
        file = io.BytesIO()
        Image.fromarray(make_mockup(kind, 1).pixels).save(file, "JPEG")
        found.append(file.getvalue())
    return found
