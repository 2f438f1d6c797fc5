"""The replies of a worker process, read from its output."""

from __future__ import annotations

import asyncio

from kaleido.web.protocol import Reply, ReplyKind

_EVENT = ReplyKind.EVENT.encode()


class Replies:
    """Reads replies one by one, but all events that have come by then together.

    Parameters
    ----------
    out : asyncio.StreamReader
        The output of the process.
    longest : int
        The most bytes of a line that are kept while its end has not come.
    """

    def __init__(self, out: asyncio.StreamReader, longest: int) -> None:
        self._out = out
        self._longest = longest
        self._lines: list[bytes] = []
        self._rest = b""

    async def next(self) -> Reply | None:
        """Return the next reply; None at the end of the output.

        It is safe to cancel this: nothing that was read is lost.

        Raises
        ------
        ValueError
            A line is too long.
        OSError
            The pipe is broken.
        """
        while not self._lines:
            more = await self._out.read(self._longest)
            if not more:
                return None
            *self._lines, self._rest = (self._rest + more).split(b"\n")
            if len(self._rest) > self._longest:
                raise ValueError(f"a line of more than {self._longest:,} bytes")
        return self._take()

    def _take(self) -> Reply:
        """Take the first reply out of the lines, or the events before it."""
        lines = self._lines
        count = 1
        if lines[0].startswith(_EVENT):
            while count < len(lines) and lines[count].startswith(_EVENT):
                count += 1
        kind = ReplyKind(lines[0][:1].decode())
        text = b"\n".join([line[1:] for line in lines[:count]])
        del lines[:count]
        return Reply(kind, text)
