"""Many clients at once on a mix of hints, solves and counts, while a checkerboard is counted.

python benchmarks/load.py [--clients 50] [--seconds 60] [--seed 0]

It starts `kaleido play` on a free port of this machine, and prints Markdown. Positions are random
parts of random solutions, so that few are asked for twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import kaleido

MIX = {"hint": 0.5, "solve": 0.3, "count": 0.2}
"""How often each kind is asked for."""

HEAVY = "checkerboard"

SEEDS = 4
"""Solutions of each pattern that positions are taken from."""

PATIENCE = 150.0
"""Seconds after which a request without an answer counts as an error."""


class Client:
    """A client that keeps its connection, as a browser does.

    Parameters
    ----------
    port : int
        Of the server on this machine.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, kind: str, ask: dict[str, Any]) -> tuple[int, Any]:
        """Ask; give the status and the answer."""
        body = json.dumps(ask).encode()
        head = (
            f"POST /api/{kind} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        if self._streams is not None:
            try:
                return await self._exchange(self._streams, head.encode() + body)
            except (ConnectionError, asyncio.IncompleteReadError) as problem:
                # The server has closed a connection that was idle; then browsers connect again.
                self.close()
                if getattr(problem, "partial", b""):
                    raise
        self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return await self._exchange(self._streams, head.encode() + body)

    async def _exchange(
        self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter], ask: bytes
    ) -> tuple[int, Any]:
        reader, writer = streams
        writer.write(ask)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (x.partition(": ") for x in lines)}
        answer = json.loads(await reader.readexactly(int(headers["content-length"])))
        if headers.get("connection") == "close":
            self.close()
        return int(lines[0].split()[1]), answer

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Positions:
    """Random positions that lead to a solution.

    Parameters
    ----------
    source : random.Random
    """

    def __init__(self, source: random.Random) -> None:
        self._source = source
        # Solved before the clock runs: the clients share this process.
        self._solved = [
            kaleido.solve(kaleido.named_pattern(name), seed=seed)
            for name in kaleido.pattern_names("standard")
            if name != HEAVY
            for seed in range(SEEDS)
        ]

    def next(self) -> dict[str, Any]:
        """Give one, as a question."""
        answer = self._source.choice(self._solved)
        placements = [move.placement for move in answer.moves]
        placed = self._source.sample(placements, self._source.randrange(len(placements)))
        return {"pattern": answer.pattern.text, "placed": [each.as_dict() for each in placed]}


class Served(NamedTuple):
    """A server: its port, and the id of its process."""

    port: int
    process: int


@contextmanager
def served() -> Iterator[Served]:
    """Run the server while the context lasts."""
    command = [sys.executable, "-m", "kaleido", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            yield Served(int(line.rpartition(":")[2].partition("/")[0]), server.pid)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


class Load:
    """A run: what was asked, and how long it took.

    Parameters
    ----------
    port : int
    seed : int
    """

    def __init__(self, port: int, seed: int) -> None:
        self._port = port
        self._source = random.Random(seed)
        self._positions = Positions(self._source)
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self.asked: set[str] = set()

    async def run(self, clients: int, seconds: float) -> None:
        """Let clients ask for some seconds."""
        self._end = time.perf_counter() + seconds
        heavy = asyncio.create_task(self._count_heavy())
        await asyncio.sleep(0.5)
        await asyncio.gather(*(self._client() for _ in range(clients)))
        heavy.cancel()
        with suppress(asyncio.CancelledError):
            await heavy

    async def _client(self) -> None:
        client = Client(self._port)
        while time.perf_counter() < self._end:
            kind = self._source.choices(list(MIX), list(MIX.values()))[0]
            ask = self._positions.next()
            self.asked.add(json.dumps([kind, ask]))
            await self._ask(client, kind, ask, kind)
        client.close()

    async def _count_heavy(self) -> None:
        """Keep one heavy count going, a different one each time."""
        client = Client(self._port)
        puzzle = kaleido.Puzzle(kaleido.named_pattern(HEAVY))
        ask: dict[str, Any] = {"pattern": puzzle.pattern.text}
        homes = [
            each
            for each in map(puzzle.problem.placement, range(len(puzzle.problem)))
            if len(each.cells) == 1
        ]
        try:
            while True:
                await self._ask(client, "count", ask, f"count of the {HEAVY}")
                ask = ask | {"placed": [self._source.choice(homes).as_dict()]}
        finally:
            client.close()

    async def _ask(self, client: Client, kind: str, ask: dict[str, Any], label: str) -> None:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                status, answer = await client.post(kind, ask)
            if status != 200:
                self.errors.append(f"{label}: {status} {answer}")
        except (OSError, EOFError, TimeoutError) as problem:
            client.close()
            self.errors.append(f"{label}: {problem!r}")
        self.seconds[label].append(time.perf_counter() - began)


def quantile(values: list[float], share: float) -> float:
    """Give the value that a share of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def main() -> int:
    """Run, print a table, and give 0 when there was no error."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with served() as server:
        load = Load(server.port, args.seed)
        asyncio.run(load.run(args.clients, args.seconds))
    cores = os.cpu_count()
    print(
        f"{args.clients} clients for {args.seconds:g} s, Python {platform.python_version()}, ",
        end="",
    )
    print(f"{cores} cores, {len(load.asked):,} different questions")
    print()
    print("| question | requests | p50 s | p95 s | p99 s | slowest s |")
    print("|---|---|---|---|---|---|")
    for label, values in sorted(load.seconds.items()):
        cells = (f"{quantile(values, share):.3f}" for share in (0.5, 0.95, 0.99, 1))
        print(f"| {label} | {len(values):,} | {' | '.join(cells)} |")
    print()
    print(f"{len(load.errors)} errors")
    for error in load.errors[:10]:
        print(f"- {error}")
    return int(bool(load.errors))


if __name__ == "__main__":
    sys.exit(main())
