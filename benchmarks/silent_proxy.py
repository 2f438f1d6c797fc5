"""A connection between two programs on this machine that can fall silent, or be cut."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

CLOSE_SECONDS = 2.0


class SilentProxy:
    """Passes on what comes to a port of this machine, until it is told not to; a context manager.

    Parameters
    ----------
    address : str
        Where to, as ``tcp://HOST:PORT``.
    """

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition("/")[2].rpartition(":")
        self._target = host, int(port)
        self._loop = asyncio.new_event_loop()
        self._passing = asyncio.Event()
        self._passing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._accept, "127.0.0.1", 0), self._loop
        ).result()
        self.address = "tcp://{}:{}".format(*self._server.sockets[0].getsockname()[:2])

    def fall_silent(self) -> None:
        """Pass nothing on; the connections stay open."""
        self._loop.call_soon_threadsafe(self._passing.clear)

    def heal(self) -> None:
        """Pass on what has waited, and what comes."""
        self._loop.call_soon_threadsafe(self._passing.set)

    def cut(self) -> None:
        """Break all connections; new ones are passed on."""

        def break_all() -> None:
            for writer in self._writers:
                writer.transport.abort()

        self._loop.call_soon_threadsafe(break_all)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._passing.wait()
            far_reader, far_writer = await asyncio.open_connection(*self._target)
        except OSError:
            writer.close()
            return
        ends = {writer, far_writer}
        self._writers |= ends
        try:
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        finally:
            self._writers -= ends
            for each in ends:
                each.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._passing.wait()
                writer.write(data)
                await writer.drain()
        with suppress(OSError):
            writer.close()

    def close(self) -> None:
        """Break all connections and listen no longer."""

        async def end() -> None:
            self._server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            if others:
                await asyncio.wait(others, timeout=CLOSE_SECONDS)

        self.heal()
        self.cut()
        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> SilentProxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
