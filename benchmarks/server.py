"""`kaleido play` under load: what clients wait, what it takes over hours, what events cost.

It is started on a free port of this machine. Clients ask about random parts of random solutions, so
that few positions are asked for twice.
"""

from __future__ import annotations

import http.client
import io
import json
import os
import platform
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode
from urllib.request import urlopen

import numpy as np
from harness import boards_of, run, table
from processes import descendants, processor_seconds, usage
from scipy.stats import theilslopes

import kaleido

MIX = {"hint": 0.5, "solve": 0.3, "count": 0.2}
"""How often each kind is asked for under load."""

HEAVY = "checkerboard"

SEEDS = 4
"""Solutions of each pattern that positions are taken from."""

PATIENCE = 150.0
"""Seconds after which a request without an answer counts as an error."""

PHOTOS = 8
"""How many pictures are taken; each upload differs from those before."""

STRATEGIES = ("constrained", "tuned", "paper", "paper-plus")
"""Those whose searches are watched."""

SAMPLE_SECONDS = 3.0
SETTLE_SECONDS = 20.0
"""How long the server is left alone at the end, so that what was left in the middle has ended."""

GROWTH = 0.1
"""How much more memory the last quarter may show than the second, as a share."""

END = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
JSON = b"Content-Type: application/json\r\nContent-Length: "
NONSENSE = (
    b"\0\1\2\3\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /api/nothing" + END + b"\r\n",
    b"GET /api/health HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"POST /api/hint HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    b"POST /api/hint" + END + JSON + b"13\r\n\r\n{'pattern': 1",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
)
"""Requests that must be refused, or their connections closed."""


class Served(NamedTuple):
    """A server: its port, and the id of its process."""

    port: int
    process: int


@contextmanager
def served() -> Iterator[Served]:
    """Run the server while the context lasts."""
    command = [sys.executable, "-m", "kaleido", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        line = server.stdout.readline()
        try:
            yield Served(int(line.rpartition(":")[2].partition("/")[0]), server.pid)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


class Client:
    """A client that keeps its connection, as a browser does."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.close = self._line.close

    def post(self, kind: str, ask: Mapping[str, Any]) -> tuple[int, Any]:
        """Ask; give the status and the answer."""
        try:
            return self._post(kind, ask)
        except ConnectionError:
            # The server has closed a connection that was idle; then browsers connect again.
            self.close()
            return self._post(kind, ask)

    def _post(self, kind: str, ask: Mapping[str, Any]) -> tuple[int, Any]:
        head = {"Content-Type": "application/json"}
        self._line.request("POST", f"/api/{kind}", json.dumps(ask), head)
        reply = self._line.getresponse()
        return reply.status, json.load(reply)


class Positions:
    """Random positions that lead to a solution."""

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


class Request(NamedTuple):
    """A request that has ended: when, what, how, and after how long.

    The end is `ok`, `busy` (refused or given up, with a line that says so) or what went wrong.
    """

    at: float
    kind: str
    end: str
    seconds: float


Acts = Mapping[str, tuple[float, Callable[[Client], str]]]
"""What clients do: how often, and a function that says how it ended."""


def come(
    port: int, acts: Acts, clients: int, seconds: float, source: random.Random, pause: float = 0.0
) -> list[Request]:
    """Let clients come for some seconds, with pauses of such a mean; return their requests."""
    requests: list[Request] = []
    weights = [weight for weight, _ in acts.values()]
    started = time.perf_counter()

    def stay(_: int) -> None:
        client = Client(port)
        while True:
            time.sleep(source.expovariate(1 / pause) if pause else 0)
            began = time.perf_counter()
            if began > started + seconds:
                break
            (kind,) = source.choices(list(acts), weights)
            try:
                end = acts[kind][1](client)
            except (OSError, http.client.HTTPException) as problem:
                client.close()
                end = type(problem).__name__
            now = time.perf_counter()
            requests.append(Request(now - started, kind, end, now - began))
            if pause and source.random() < 0.1:
                client.close()  # the next request connects anew
        client.close()

    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(stay, range(clients)))
    return requests


def asked(client: Client, kind: str, ask: Mapping[str, Any]) -> str:
    """Ask, and say how it ended."""
    status, answer = client.post(kind, ask)
    return {200: "ok", 503: "busy"}.get(status, f"{status} {answer}")


def quantiles(values: Sequence[float], *shares: float) -> list[str]:
    """Return the seconds that shares of all values do not exceed."""
    if not len(values):
        return [""] * len(shares)
    return [f"{np.quantile(values, share, method='higher'):.3f}" for share in shares]


def load(clients: int = 50, seconds: float = 60.0, seed: int = 0) -> int:
    """Have clients ask without a pause, while a checkerboard is counted; give 1 after an error."""
    source = random.Random(seed)
    positions, different = Positions(source), set()

    def act(kind: str) -> Callable[[Client], str]:
        def ask(client: Client) -> str:
            question = positions.next()
            different.add(json.dumps([kind, question]))
            return asked(client, kind, question)

        return ask

    puzzle = kaleido.Puzzle(kaleido.named_pattern(HEAVY))
    heavy: dict[str, Any] = {"pattern": puzzle.pattern.text}
    homes = [
        each
        for each in puzzle.problem.placements(range(len(puzzle.problem)))
        if len(each.cells) == 1
    ]

    def count(client: Client) -> str:
        end = asked(client, "count", heavy)
        heavy["placed"] = [source.choice(homes).as_dict()]  # another one each time
        return end

    acts = {kind: (weight, act(kind)) for kind, weight in MIX.items()}
    with served() as server, ThreadPoolExecutor(1) as pool:
        slow = {f"count of the {HEAVY}": (1, count)}
        counts = pool.submit(come, server.port, slow, 1, seconds, source)
        time.sleep(0.5)
        requests = come(server.port, acts, clients, seconds, source) + counts.result()
    print(
        f"{clients} clients for {seconds:g} s, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {len(different):,} different questions\n"
    )
    times: dict[str, list[float]] = defaultdict(list)
    for each in requests:
        times[each.kind].append(each.seconds)
    table(
        ("question", "requests", "p50 s", "p95 s", "p99 s", "slowest s"),
        (
            (kind, f"{len(own):,}", *quantiles(own, 0.5, 0.95, 0.99, 1))
            for kind, own in sorted(times.items())
        ),
        6,
    )
    errors = [f"- {each.kind}: {each.end}" for each in requests if each.end != "ok"]
    print("\n".join(["", f"{len(errors)} errors", *errors[:10]]))
    return int(bool(errors))


def streams(boards: Path, max_nodes: int = 500) -> None:
    """Measure the events a second of searches that are watched, and what an event costs.

    The rate is that of an otherwise idle machine; processor time is that of the server and of its
    workers. Searches run one after the other.
    """
    texts = [board.text for board in boards_of(boards).values()]

    def watch(port: int, text: str, strategy: str, most: int) -> int:
        ask = {"pattern": text, "strategy": strategy, "seed": 0, "max_nodes": most}
        with urlopen(f"http://127.0.0.1:{port}/api/events?{urlencode(ask)}") as events:
            return events.read().count(b"data: ")

    def rows(server: Served) -> Iterator[tuple[str, ...]]:
        for strategy in STRATEGIES:
            watch(server.port, texts[0], strategy, 1)  # imports
            workers = descendants(server.process)

            def taken(workers: Sequence[int] = workers) -> tuple[float, ...]:
                processors = processor_seconds(server.process), sum(map(processor_seconds, workers))
                return time.perf_counter(), *processors

            before = taken()
            events = sum(watch(server.port, text, strategy, max_nodes) for text in texts)
            seconds, *costs = (after - ago for ago, after in zip(before, taken(), strict=True))
            each = (f"{cost / events * 1e6:.0f}" for cost in costs)
            yield f"`{strategy}`", f"{events:,}", f"{events / seconds:,.0f}", *each

    with served() as server:
        titles = ("strategy", "events", "events/s", "server, µs an event", "worker, µs an event")
        table(titles, rows(server))


class Visitors:
    """Clients of all kinds: some leave in the middle, are slow or send nonsense."""

    def __init__(self, port: int, source: random.Random) -> None:
        self._port, self._random = port, source
        self._next = Positions(source).next
        self._photos = _photos()
        self.acts: Acts = {
            "hint": (30, lambda client: asked(client, "hint", self._next())),
            "solve": (15, self._solve),
            "count": (12, lambda client: asked(client, "count", self._next())),
            "solutions": (6, self._look_through),
            "design": (3, self._design),
            "photo": (3, self._photo),
            "watched": (8, lambda _: self._watch("constrained", 60, last=b'"type":"')),
            "watched and left": (10, lambda _: self._watch("random", 20_000, self._some(200_000))),
            "asked and left": (4, self._leave),
            "assessed and left": (2, self._assess),
            "page": (4, lambda _: self._raw(b"GET /static/app.js" + END + b"\r\n")),
            "slow": (1, self._slow),
            "nonsense": (4, self._nonsense),
        }

    def _some(self, most: int) -> int:
        return self._random.randrange(1, most)

    def _solve(self, client: Client) -> str:
        limits = {"seed": self._some(10**6), "max_nodes": 20_000, "timeout": 5.0}
        return asked(client, "solve", self._next() | limits)

    def _look_through(self, client: Client) -> str:
        return asked(client, "solutions", self._next() | {"offset": self._some(5), "limit": 5})

    def _design(self, client: Client) -> str:
        rows = ("".join(self._random.choices("xr????", k=8)) for _ in range(8))
        return asked(client, "design", {"sketch": "/".join(rows), "seed": self._some(10**6)})

    def _photo(self, _: Client) -> str:
        # What follows the end of a JPEG counts for nothing; the server has not seen it before.
        picture = self._random.choice(self._photos) + self._random.randbytes(8)
        head = f"Content-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
        return self._raw(b"POST /api/read" + END + head.encode() + picture)

    def _watch(self, strategy: str, nodes: int, most: int = -1, last: bytes = b"") -> str:
        ask = {"pattern": self._next()["pattern"], "seed": self._some(10**6)}
        query = urlencode(ask | {"strategy": strategy, "max_nodes": nodes})
        return self._raw(f"GET /api/events?{query}".encode() + END + b"\r\n", most, last)

    def _leave(self, _: Client) -> str:
        kind = self._random.choice(["count", "solutions", "hint", "solve"])
        self._reply(self._question(kind, self._next()), 0)
        return "ok"

    def _assess(self, _: Client) -> str:
        return self._raw(
            self._question("assess", {"pattern": self._next()["pattern"]}), self._some(600)
        )

    def _slow(self, _: Client) -> str:
        """Send a request drop by drop: it is answered, or cut off after ten seconds."""
        with suppress(ConnectionError), self._line() as line:
            for byte in b"GET /api/health" + END + b"\r\n":
                line.send(bytes([byte]))
                time.sleep(self._random.choice([0.05, 0.5]))
            line.recv(65536)
        return "ok"

    def _nonsense(self, _: Client) -> str:
        reply = b""
        with suppress(ConnectionError):
            reply = self._reply(self._random.choice(NONSENSE))
        return "ok" if reply == b"" or reply.startswith(b"HTTP/1.1 4") else repr(reply[:80])

    def _question(self, kind: str, ask: Mapping[str, Any]) -> bytes:
        body = json.dumps(ask).encode()
        return b"POST /api/%b%b%b%d\r\n\r\n%b" % (kind.encode(), END, JSON, len(body), body)

    def _raw(self, ask: bytes, most: int = -1, last: bytes = b"") -> str:
        """Ask, and read a number of bytes or all; say how it ended."""
        reply = self._reply(ask, most)
        if reply.startswith(b"HTTP/1.1 503"):
            return "busy"
        if reply[:12] != b"HTTP/1.1 200"[: len(reply) if most >= 0 else 12]:
            return repr(reply[:80])
        return "ok" if last in reply else f"no {last!r} in {reply[-80:]!r}"

    def _line(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port), PATIENCE)

    def _reply(self, ask: bytes, most: int = -1) -> bytes:
        with self._line() as line, line.makefile("rb") as reply:
            line.sendall(ask)
            if most == 0:
                time.sleep(self._random.random())
            return reply.read(most)


def _photos() -> list[bytes]:
    from mockups import KINDS, make_mockup
    from PIL import Image

    found = []
    for kind in list(KINDS)[:PHOTOS]:
        file = io.BytesIO()
        Image.fromarray(make_mockup(kind, 1).pixels).save(file, "JPEG")
        found.append(file.getvalue())
    return found


def sample(server: int) -> dict[str, float]:
    """Return what a server and its workers take now; files without the pipes, two to a worker."""
    below = descendants(server)
    own, workers = usage([server]), usage(below)
    return {
        "server MB": own.memory / 1e6,
        "workers MB": workers.memory / 1e6,
        "processes": 1 + workers.processes,
        "zombies": workers.zombies,
        "threads": own.threads,
        "files": own.files,
        "own files": own.files - 2 * workers.processes,
    }


def endurance(
    minutes: float = 60.0, clients: int = 50, pause: float = 2.0, kill: float = 0.0, seed: int = 0
) -> int:
    """Have clients of all kinds come for a long time, and see whether anything grows or is wrong.

    Each client waits between its requests, a random pause of such a mean in seconds. With `--kill`,
    a worker of the server is killed so often. It needs Linux and the extras `photo` and `test`.
    """
    import pandas as pd

    seconds, source = 60 * minutes, random.Random(seed)
    taken: list[dict[str, float]] = []
    over = threading.Event()
    with served() as (port, server):
        visitors = Visitors(port, source)
        began = time.perf_counter()

        def watch() -> None:
            killed = began
            while not over.wait(SAMPLE_SECONDS if taken else 0):
                taken.append({"at": time.perf_counter() - began, **sample(server)})
                workers = descendants(server)
                if kill and workers and time.perf_counter() - killed > kill:
                    killed = time.perf_counter()
                    with suppress(ProcessLookupError):
                        os.kill(random.choice(workers), signal.SIGKILL)

        watching = threading.Thread(target=watch)
        watching.start()
        try:
            requests = pd.DataFrame(come(port, visitors.acts, clients, seconds, source, pause))
        finally:
            over.set()
            watching.join()
        time.sleep(SETTLE_SECONDS)
        quiet = sample(server)
    print(
        f"{clients} clients for {minutes:g} minutes, {pause:g} s between requests, "
        f"Python {platform.python_version()}, {os.cpu_count()} cores\n"
    )
    return tell(requests, pd.DataFrame(taken), quiet, seconds)


def tell(requests: Any, samples: Any, quiet: dict[str, float], seconds: float) -> int:
    """Print what became of the requests and of the server's memory; return 1 if anything grew."""
    for frame in (requests, samples):
        frame["quarter"] = (4 * frame["at"] / seconds).astype(int).clip(0, 3)
    requests["ended"] = requests["end"].where(requests["end"].isin(["ok", "busy"]), "wrong")
    columns = ["server MB", "workers MB", "processes", "zombies", "threads", "files"]
    medians = samples.groupby("quarter").median()
    rows = []
    for number, own in requests.groupby("quarter"):
        fine = own[(own.ended == "ok") & (own.kind != "slow")]
        ends = [sum(own.ended == each) for each in ("busy", "wrong")]
        hints = quantiles(fine.seconds[fine.kind == "hint"], 0.5, 0.99)
        figures = [f"{each:.0f}" for each in medians.loc[number, columns]]
        times = (*hints, *quantiles(fine.seconds, 0.5, 0.99))
        rows.append([number + 1, f"{len(own):,}", *ends, *times, *figures])
    rows.append(["after", *[""] * 7, *(f"{quiet[each]:.0f}" for each in columns)])
    times = ("hint p50 s", "hint p99 s", "all p50 s", "all p99 s")
    table(("quarter", "requests", "busy", "wrong", *times, *columns), rows, 14)
    print()
    kinds = []
    for kind, own in requests.groupby("kind"):
        ends = [sum(own.ended == each) for each in ("ok", "busy", "wrong")]
        kinds.append([kind, len(own), *ends, *quantiles(own.seconds, 0.5, 0.99)])
    table(("kind", "requests", "ok", "busy", "wrong", "p50 s", "p99 s"), kinds, 7)
    print()
    steady = samples[samples["at"] > seconds / 4].tail(400)
    for of in ("server", "workers"):
        # The median of the slopes over all pairs: some counts take much for a moment.
        slope = theilslopes(steady[f"{of} MB"], steady["at"]).slope if len(steady) > 1 else 0.0
        print(f"memory of the {of}: {3600 * slope:+.1f} MB an hour")
    faults = grown(medians, samples, quiet)
    wrong = requests[requests.ended == "wrong"].head(20)
    faults += [f"{kind}: {end}" for kind, end in zip(wrong.kind, wrong.end, strict=True)]
    print("\n".join(["", *(faults or ["nothing grew, and nothing was answered wrongly"])]))
    return int(bool(faults))


def grown(medians: Any, samples: Any, quiet: Mapping[str, float]) -> list[str]:
    """Return what has grown over the quarters of a run and until the server was quiet again."""
    found = []
    for of in ("server MB", "workers MB"):
        before, after = medians.loc[1, of], medians.loc[3, of]
        if after > before * (1 + GROWTH):
            found.append(f"memory grew: {of} from {before:,.1f} to {after:,.1f}")
    limits = {
        "processes": samples.processes[samples.quarter < 2].max(),
        "zombies": 0,
        "own files": samples["own files"].head(2).min() + 2,
    }
    for what, most in limits.items():
        if quiet[what] > most:
            found.append(f"{quiet[what]:.0f} {what} are left, at most {most:.0f} are allowed")
    return found


if __name__ == "__main__":
    run(load, streams, endurance)
