"""The application in this process, asked without a network; without its extras, tests skip."""

import asyncio
import json
from collections.abc import Iterable

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")
pytest.importorskip("multipart", reason="needs the extra `web`")
pytest.importorskip("httpx", reason="needs the extra `web-test`")

import httpx

from kaleido.web.app import create_app
from kaleido.web.limits import Limits

URL = "http://localhost"


class Api:
    """An application with its workers, until it is closed."""

    def __init__(self, limits: Limits | None = None, own: Iterable[str] = ()) -> None:
        self.app = create_app(limits, own=own)
        self._runner = asyncio.Runner()
        self._lifespan = self.app.router.lifespan_context(self.app)
        self.run(self._lifespan.__aenter__())

    def run(self, coroutine):
        return self._runner.run(coroutine)

    def close(self):
        self.run(self._lifespan.__aexit__(None, None, None))
        self._runner.close()

    async def ask_async(self, method, path, **options):
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=URL, timeout=100) as client:
            return await client.request(method, path, **options)

    def get(self, path, **options):
        return self.run(self.ask_async("GET", path, **options))

    def post(self, path, **options):
        return self.run(self.ask_async("POST", path, **options))

    def together(self, *asks):
        """Ask several things at once; give the replies in order."""

        async def ask_all():
            return await asyncio.gather(
                *(self.ask_async("POST", path, json=body) for path, body in asks)
            )

        return self.run(ask_all())

    def events(self, **asked):
        """Give the events of a search."""
        return events_of(self.get("/api/events", params=asked))

    def settles(self, seconds=60.0):
        """Say whether all workers have nothing to do within some seconds."""

        async def wait():
            for _ in range(int(seconds / 0.05)):
                if not self.app.state.dispatcher.jobs:
                    return True
                await asyncio.sleep(0.05)
            return False

        return self.run(wait())

    def leave(self, path, body, after, kind="application/json", accept="*/*"):
        """Ask, and go away without an answer; give what was sent until then.

        The client leaves after some seconds, or when something is sent that contains these bytes.
        """

        async def ask():
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            seen = asyncio.Event()
            messages = [{"type": "http.request", "body": content, "more_body": False}]
            sent = []

            async def receive():
                if messages:
                    return messages.pop()
                await (seen.wait() if isinstance(after, bytes) else asyncio.sleep(after))
                return {"type": "http.disconnect"}

            async def send(message):
                sent.append(message)
                if isinstance(after, bytes) and after in message.get("body", b""):
                    seen.set()

            path_only, _, query = path.partition("?")
            scope = {
                "type": "http",
                "asgi": {"version": "3.0"},
                "http_version": "1.1",
                "method": "POST" if body else "GET",
                "scheme": "http",
                "path": path_only,
                "raw_path": path_only.encode(),
                "query_string": query.encode(),
                "root_path": "",
                "headers": [
                    (b"host", b"localhost"),
                    (b"content-type", kind.encode()),
                    (b"accept", accept.encode()),
                ],
                "client": ("127.0.0.1", 1),
                "server": ("127.0.0.1", 80),
            }
            await self.app(scope, receive, send)
            return sent

        return self.run(ask())


def fails(reply, status, *words):
    """Check that a request was refused, with one line that says why; give the line."""
    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"] == "application/json"
    assert list(reply.json()) == ["error"]
    error = reply.json()["error"]
    assert error.isprintable()
    assert 5 < len(error) < 300
    for word in words:
        assert word in error
    return error


def events_of(reply):
    """Give the events of a reply that is a stream."""
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith("text/event-stream")
    blocks = [block for block in reply.text.split("\n\n") if block]
    assert all(block.startswith("data: ") for block in blocks)
    return [json.loads(block.removeprefix("data: ")) for block in blocks]
