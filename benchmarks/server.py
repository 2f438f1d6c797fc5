"""`kaleido play` in use by many clients: what it takes over hours, and what events cost.

It is started on a free port of this machine. Clients ask about random parts of random solutions, so
that few positions are asked for twice. It needs the extras `photo`, `test` and `web-test`.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pandas as pd
from harness import boards_of, run, served, table
from processes import descendants, processor_seconds, usage

import kaleido

HEAVY = "checkerboard"
PLAY = ("kaleido", "play", "--no-browser", "--port", "0")
ENDS = {200: "ok", 503: "busy"}
GROWTH = 0.1  # how much more memory the last quarter may show than the second, as a share
PATIENCE = 150.0  # seconds after which a request without an answer counts as an error
SETTLE_SECONDS = 20.0  # how long the server is left alone at the end, to finish what was left


def client_of(address: str) -> httpx.Client:
    """Return a client that keeps its connection, as a browser does."""
    return httpx.Client(base_url=address, timeout=PATIENCE)


def positions(source: random.Random) -> Callable[[], dict[str, Any]]:
    """Return what gives random positions that lead to a solution, as questions."""
    # Solved before the clock runs: the clients share this process.
    names = [name for name in kaleido.pattern_names("standard") if name != HEAVY]
    solved = [kaleido.solve(name, seed=seed) for name in names for seed in range(4)]

    def position() -> dict[str, Any]:
        answer = source.choice(solved)
        placements = [move.placement for move in answer.moves]
        placed = source.sample(placements, source.randrange(len(placements)))
        return {"pattern": answer.pattern.text, "placed": [each.as_dict() for each in placed]}

    return position


# What clients do: how often, and a function that says how it ended: `ok`, `busy` (refused or given
# up, with a line that says so) or what went wrong.
Acts = Mapping[str, tuple[float, Callable[[httpx.Client], str]]]


def come(
    address: str, acts: Acts, clients: int, seconds: float, source: random.Random, pause: float
) -> pd.DataFrame:
    """Let clients come for some seconds, with pauses of such a mean; return their requests."""
    kinds, weights = list(acts), [weight for weight, _ in acts.values()]
    requests = []
    started = time.perf_counter()

    def stay(_: int) -> None:
        with client_of(address) as client:
            while (began := time.perf_counter()) < started + seconds:
                (kind,) = source.choices(kinds, weights)
                try:
                    end = acts[kind][1](client)
                except (OSError, httpx.HTTPError) as problem:
                    end = type(problem).__name__
                now = time.perf_counter()
                requests.append((now - started, kind, end, now - began))
                time.sleep(source.expovariate(1 / pause) if pause else 0)

    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(stay, range(clients)))
    return pd.DataFrame(requests, columns=["at", "kind", "end", "seconds"])


def ended(client: httpx.Client, kind: str, **options: Any) -> str:
    """Post a request, and say how it ended."""
    reply = client.post(f"/api/{kind}", **options)
    return ENDS.get(reply.status_code, f"{reply.status_code} {reply.text[:80]}")


def streams(boards: Path, max_nodes: int = 500) -> None:
    """Measure the events a second of searches that are watched, and what an event costs.

    The rate is that of an otherwise idle machine; processor time is that of the server and of its
    workers. Searches run one after the other.
    """
    texts = [board.text for board in boards_of(boards).values()]

    def rows(server: int, client: httpx.Client) -> Iterator[tuple[str, ...]]:
        def watch(text: str, most: int) -> int:
            ask = {"pattern": text, "strategy": strategy, "seed": 0, "max_nodes": most}
            return client.get("/api/events", params=ask).text.count("data: ")

        def taken() -> np.ndarray:
            workers = sum(map(processor_seconds, descendants(server)))
            return np.array([time.perf_counter(), processor_seconds(server), workers])

        for strategy in ("constrained", "tuned", "paper", "paper-plus"):
            watch(texts[0], 1)  # imports
            before = taken()
            events = sum(watch(text, max_nodes) for text in texts)
            seconds, *costs = taken() - before
            each = (f"{cost / events * 1e6:.0f}" for cost in costs)
            yield f"`{strategy}`", f"{events:,}", f"{events / seconds:,.0f}", *each

    with served(*PLAY) as (address, server), client_of(address) as client:
        titles = ("strategy", "events", "events/s", "server, µs an event", "worker, µs an event")
        table(titles, rows(server, client))


def visits(source: random.Random) -> Acts:
    """Return what clients of all kinds do: some leave in the middle."""
    position, photos = positions(source), _photos()

    def ask(kind: str, **options: object) -> Callable[[httpx.Client], str]:
        return lambda client: ended(client, kind, json=position() | options)

    def leave(client: httpx.Client) -> str:
        kind = source.choice(["count", "solutions", "hint", "solve", "assess"])
        with suppress(httpx.TimeoutException):
            ended(client, kind, json=position(), timeout=source.random())
        return "ok"

    def photo(client: httpx.Client) -> str:
        # What follows the end of a JPEG counts for nothing; the server has not seen it before.
        picture = source.choice(photos) + source.randbytes(8)
        return ended(client, "read", content=picture, headers={"Content-Type": "image/jpeg"})

    def watch(strategy: str, most: int) -> Callable[[httpx.Client], str]:
        def watch(client: httpx.Client) -> str:
            query = {"pattern": position()["pattern"], "seed": source.randrange(10**6)}
            query |= {"strategy": strategy, "max_nodes": 20_000}
            left = source.randrange(most)
            with client.stream("GET", "/api/events", params=query) as reply:
                for piece in reply.iter_bytes():
                    left -= len(piece)
                    if left < 0:
                        break
                return ENDS.get(reply.status_code, str(reply.status_code))

        return watch

    return {
        "hint": (30, ask("hint")),
        "solve": (15, ask("solve", max_nodes=20_000, timeout=5.0)),
        "count": (12, ask("count")),
        "solutions": (6, ask("solutions")),
        "photo": (3, photo),
        "watched": (8, watch("constrained", 10**9)),
        "watched and left": (10, watch("random", 200_000)),
        "asked and left": (6, leave),
    }


def _photos(number: int = 8) -> list[bytes]:
    from mockups import KINDS, make_mockup
    from mockups.page import jpeg_file

    return [jpeg_file(make_mockup(kind, 1).pixels, 75) for kind in list(KINDS)[:number]]


def sample(server: int) -> dict[str, float]:
    """Return what a server and its workers take now; files without the pipes, two to a worker."""
    own, workers = usage([server]), usage(descendants(server))
    return {
        "server MB": own.memory / 1e6,
        "workers MB": workers.memory / 1e6,
        "processes": 1 + workers.processes,
        "zombies": workers.zombies,
        "files": own.files - 2 * workers.processes,
    }


def endurance(
    minutes: float = 60.0, clients: int = 50, pause: float = 2.0, kill: float = 0.0, seed: int = 0
) -> int:
    """Have clients of all kinds come for a long time, and see whether anything grows or is wrong.

    Each client waits between its requests, a random pause of such a mean in seconds. With `--kill`,
    a worker of the server is killed so often. It needs Linux.
    """
    seconds, source = 60 * minutes, random.Random(seed)
    taken: list[dict[str, float]] = []
    over = threading.Event()
    with served(*PLAY) as (address, server), ThreadPoolExecutor(1) as pool:
        acts = visits(source)
        began = killed = time.perf_counter()

        def watch() -> None:
            nonlocal killed
            while not over.wait(3.0 if taken else 0):
                taken.append({"at": time.perf_counter() - began, **sample(server)})
                workers = descendants(server)
                if kill and workers and time.perf_counter() - killed > kill:
                    killed = time.perf_counter()
                    with suppress(ProcessLookupError):
                        os.kill(random.choice(workers), signal.SIGKILL)

        watching = pool.submit(watch)
        try:
            requests = come(address, acts, clients, seconds, source, pause)
        finally:
            over.set()
        watching.result()
        time.sleep(SETTLE_SECONDS)
        quiet = sample(server)
    print(f"{clients} clients for {minutes:g} minutes, {os.cpu_count()} cores\n")
    return tell(requests, pd.DataFrame(taken), quiet, seconds)


def tell(
    requests: pd.DataFrame, samples: pd.DataFrame, quiet: dict[str, float], seconds: float
) -> int:
    """Print what became of the requests and of the server's memory; return 1 if anything grew."""
    for frame in (requests, samples):
        frame["quarter"] = 1 + (4 * frame["at"] / seconds).astype(int).clip(0, 3)
    requests["ended"] = requests.end.where(requests.end.isin(["ok", "busy"]), "wrong")
    medians = samples.groupby("quarter").median().drop(columns="at")
    rows = []
    for quarter, own in requests.groupby("quarter"):
        ends = [sum(own.ended == each) for each in ("busy", "wrong")]
        times = own.seconds[own.ended == "ok"].quantile([0.5, 0.99], "higher")
        taken = (f"{each:.0f}" for each in medians.loc[quarter])
        rows.append([quarter, len(own), *ends, *times.map("{:.3f}".format), *taken])
    rows.append(["after", *[""] * 5, *(f"{each:.0f}" for each in quiet.values())])
    table(("quarter", "requests", "busy", "wrong", "p50 s", "p99 s", *medians.columns), rows)
    wrong = requests[requests.ended == "wrong"].head(20)
    faults = [*grown(medians, samples, quiet), *(wrong.kind + ": " + wrong.end)]
    print("\n".join(["", *(faults or ["nothing grew, and nothing was answered wrongly"])]))
    return int(bool(faults))


def grown(
    medians: pd.DataFrame, samples: pd.DataFrame, quiet: Mapping[str, float]
) -> Iterator[str]:
    """Yield what has grown over the quarters of a run and until the server was quiet again."""
    before, after = medians.loc[2], medians.loc[4]
    for of in ("server MB", "workers MB"):
        if after[of] > before[of] * (1 + GROWTH):
            yield f"memory grew: {of} from {before[of]:,.1f} to {after[of]:,.1f}"
    limits = {
        "processes": samples.processes[samples.quarter < 3].max(),
        "zombies": 0,
        "files": samples.files.head(2).min() + 2,
    }
    for what, most in limits.items():
        if quiet[what] > most:
            yield f"{quiet[what]:.0f} {what} are left, at most {most:.0f} are allowed"


if __name__ == "__main__":
    run(streams, endurance)
