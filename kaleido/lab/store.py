"""The store of experiments: one SQLite file with boards, strategies, experiments and their runs.

Each run is written at once and only once: its key (`Run.key`) is unique. Several processes may
write the same store, and one that is killed leaves whole runs. While a store is written, SQLite
keeps the latest runs in a file beside it (``-wal``), which it merges when the store is opened the
next time.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from kaleido.base.errors import OptionError
from kaleido.base.files import check_target
from kaleido.base.text import free_name, one_line, quote_path
from kaleido.lab.board_names import Compared
from kaleido.lab.identity import StrategyIdentity
from kaleido.lab.run import FIELDS, Run, RunKey, read_run
from kaleido.model.board import Board

SUFFIXES = ("db", "sqlite", "sqlite3")
APPLICATION = 0x4B616C65  # "Kale": marks an SQLite file as ours in its header
SCHEMA = 3  # the version of the tables below
BUSY_SECONDS = 60  # how long a writer waits for another to finish writing

_MAGIC = b"SQLite format 3\0"

_TABLES = """
CREATE TABLE boards (
    puzzle TEXT PRIMARY KEY,  -- the digits of its cells and pieces
    pattern TEXT NOT NULL,    -- its rows
    pieces TEXT NOT NULL      -- the name of its set
) WITHOUT ROWID;
CREATE TABLE strategies (
    identity TEXT PRIMARY KEY,  -- the digits of its code and parameters
    uses_seed INTEGER NOT NULL,
    parameters TEXT NOT NULL,   -- JSON
    source TEXT NOT NULL        -- empty if it is Kaleido's own or not known
) WITHOUT ROWID;
CREATE TABLE experiments (
    experiment INTEGER PRIMARY KEY,
    begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    version TEXT NOT NULL,
    machine TEXT NOT NULL,
    seeds TEXT NOT NULL,  -- JSON
    max_nodes,
    timeout REAL,
    labels TEXT NOT NULL  -- the boards and strategies: JSON, by which it is known again
);
CREATE TABLE experiment_boards (
    experiment INTEGER NOT NULL REFERENCES experiments,
    name TEXT NOT NULL,
    puzzle TEXT NOT NULL REFERENCES boards,
    PRIMARY KEY (experiment, name)
) WITHOUT ROWID;
CREATE TABLE experiment_strategies (
    experiment INTEGER NOT NULL REFERENCES experiments,
    label TEXT NOT NULL,
    identity TEXT NOT NULL REFERENCES strategies,
    PRIMARY KEY (experiment, label)
) WITHOUT ROWID;
CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    puzzle TEXT NOT NULL REFERENCES boards,
    identity TEXT NOT NULL REFERENCES strategies,
    seed,             -- null where the strategy uses none
    max_nodes,        -- null without a limit
    timeout REAL,     -- null without a limit
    version TEXT NOT NULL,
    status TEXT NOT NULL,
    nodes INTEGER NOT NULL,
    backtracks INTEGER NOT NULL,
    seconds REAL NOT NULL,
    engine TEXT NOT NULL,
    machine TEXT NOT NULL,
    probed INTEGER NOT NULL
);
CREATE UNIQUE INDEX run_key ON runs (
    puzzle, identity, version, ifnull(seed, 'none'), ifnull(max_nodes, -1), ifnull(timeout, -1)
);
"""

_RUNS = """
SELECT puzzle, identity, seed, status, nodes, backtracks, seconds, max_nodes, timeout, puzzle,
    identity, uses_seed, version, engine, machine, probed
FROM runs JOIN strategies USING (identity)
"""
"""The columns are those of a `Run`, whose board and strategy are called by their digits."""

_KEY = """puzzle = ? AND identity = ? AND seed IS ? AND max_nodes IS ? AND timeout IS ?
    AND version = ?"""


class Registration(NamedTuple):
    """The description of an experiment, as it is stored."""

    boards: Mapping[str, Compared]
    puzzles: Mapping[str, str]  # the digits of each board
    identities: Mapping[str, StrategyIdentity]
    seeds: Sequence[int]
    max_nodes: int | None
    timeout: float | None
    version: str
    machine: str


class Store:
    """A store that is open for writing; see `open_store`."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def register(self, asked: Registration) -> None:
        """Store the description of an experiment, unless it is there already."""
        labels = json.dumps(
            {
                "boards": dict(asked.puzzles),
                "strategies": {name: each.digest for name, each in asked.identities.items()},
            }
        )
        limits = asked.max_nodes, asked.timeout
        with self._transaction() as ask:
            head = asked.version, asked.machine, _seeds_text(asked.seeds), *limits, labels
            known = ask(
                "SELECT experiment FROM experiments WHERE version IS ? AND machine IS ? AND "
                "seeds IS ? AND max_nodes IS ? AND timeout IS ? AND labels IS ?",
                head,
            ).fetchone()
            if known is not None:
                return
            for name, each in asked.boards.items():
                board = each if isinstance(each, Board) else each.pattern
                pieces = "" if isinstance(each, Board) else each.pieces.name
                row = asked.puzzles[name], board.text, pieces
                ask("INSERT OR IGNORE INTO boards VALUES (?, ?, ?)", row)
            for identity in asked.identities.values():
                about = json.dumps(dict(identity.parameters)), identity.source
                ask(
                    "INSERT OR IGNORE INTO strategies VALUES (?, ?, ?, ?)",
                    (identity.digest, identity.uses_seed, *about),
                )
            number = ask(
                "INSERT INTO experiments (version, machine, seeds, max_nodes, timeout, labels) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                head,
            ).lastrowid
            for name, puzzle in asked.puzzles.items():
                ask("INSERT INTO experiment_boards VALUES (?, ?, ?)", (number, name, puzzle))
            for name, identity in asked.identities.items():
                row = number, name, identity.digest
                ask("INSERT INTO experiment_strategies VALUES (?, ?, ?)", row)

    def add(self, run: Run) -> Run:
        """Write a run at once, and return it, or the same run if another has written it before."""
        with self._transaction() as ask:
            done = ask(
                "INSERT OR IGNORE INTO runs (puzzle, identity, seed, max_nodes, timeout, version, "
                "status, nodes, backtracks, seconds, engine, machine, probed) "
                "VALUES (:puzzle, :identity, :seed, :max_nodes, :timeout, :version, :status, "
                ":nodes, :backtracks, :seconds, :engine, :machine, :probed)",
                run._asdict() | {"seed": run.seed if run.uses_seed else None},
            )
            return run if done.rowcount else self.find(run.key) or run

    def find(self, key: RunKey) -> Run | None:
        """Return the run with a key, if it is there."""
        with _reporting(self._path):
            row = self._connection.execute(f"{_RUNS} WHERE {_KEY}", key).fetchone()
        return None if row is None else _run(row)

    def runs(self, identities: Iterable[str], version: str) -> Iterator[Run]:
        """Return the runs of strategies, given by their digits, with a version of Kaleido."""
        with _reporting(self._path):
            for identity in dict.fromkeys(identities):
                where = f"{_RUNS} WHERE identity = ? AND version = ? ORDER BY run"
                yield from map(_run, self._connection.execute(where, (identity, version)))

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        """Yield the function that executes statements, all inside one transaction."""
        with _reporting(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection.execute
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise


def _version(connection: sqlite3.Connection) -> int:
    """Return the version of the tables; 0 in a new file."""
    found: tuple[int] = connection.execute("PRAGMA user_version").fetchone()
    return found[0]


def check_store(path: Path) -> None:
    """Raise an `OptionError` unless a path is that of a store, or may become one."""
    try:
        check_target(path, SUFFIXES)
    except OptionError as problem:
        hint = "for tables, `kaleido bench --export FILE`, in Python Comparison.save"
        raise OptionError(f"{problem}; {hint}") from None
    _check_head(path)


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """Open a store, or make one; any other file is an `OptionError` and left as it is."""
    check_store(path)
    is_new = not path.exists()
    with _reporting(path):
        connection = _connect(path, "rwc")
    try:
        with _reporting(path):
            _prepare(connection)
        yield Store(connection, path)
    except BaseException:
        is_empty = is_new and path.exists() and not path.stat().st_size
        connection.close()
        if is_empty:
            path.unlink(missing_ok=True)
        raise
    finally:
        # The only writer leaves a single file.
        with suppress(sqlite3.Error):
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA journal_mode = DELETE")
        connection.close()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database in a mode of SQLite: ``rw``, or ``rwc`` to make it if it does not exist.

    Some builds of SQLite read every name that begins with ``file:`` as a URI, and give other names
    such as ``:memory:`` a meaning of their own. So the file is always named by its whole URI.
    """
    place = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(place, timeout=BUSY_SECONDS, isolation_level=None, uri=True)


def _prepare(connection: sqlite3.Connection) -> None:
    """Create the tables in a new file."""
    if not _version(connection):
        connection.execute("BEGIN EXCLUSIVE")
        try:
            # Another writer may have made them meanwhile.
            if not _version(connection):
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA}")
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
    # Where this is not possible, SQLite keeps its usual way, which is as safe but slower.
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def is_store(path: Path) -> bool:
    """Return whether a file is an SQLite database; without a file, whether its name says so."""
    # Reading from a pipe would take bytes out of it.
    if not path.is_file():
        return path.suffix[1:].lower() in SUFFIXES
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except OSError:
        return False
    # A process that was killed at once may leave an empty store.
    return head == _MAGIC or (not head and path.suffix[1:].lower() in SUFFIXES)


def read_store(path: Path) -> list[Run]:
    """Return all runs of a store in the order in which they were written.

    Boards and strategies have the names that the latest experiment gave them.
    """
    if not path.is_file():
        raise OptionError(f"cannot read {quote_path(path)}: there is no such file")
    _check_head(path)
    with _reporting(path, "read"):
        # The next process that opens it undoes or completes what a killed one was writing.
        connection = _connect(path, "rw")
        try:
            if not _version(connection):
                return []
            boards, taken = {}, dict[str, str]()
            for puzzle, name in connection.execute(
                "SELECT puzzle, name FROM experiment_boards ORDER BY experiment, name"
            ):
                boards[puzzle] = name
            for puzzle, name in boards.items():
                boards[puzzle] = free_name(name, taken)
                taken[boards[puzzle]] = puzzle
            labels = dict(
                connection.execute(
                    "SELECT identity, label FROM experiment_strategies ORDER BY experiment, label"
                ).fetchall()
            )
            runs = list(map(_run, connection.execute(f"{_RUNS} ORDER BY run")))
        finally:
            connection.close()
    return [
        each._replace(
            pattern=boards.get(each.puzzle, each.puzzle),
            strategy=labels.get(each.identity, each.identity),
        )
        for each in runs
    ]


def _check_head(path: Path) -> None:
    """Raise an error unless a file may be a store; it is not changed."""
    if path.exists() and not path.is_file():
        raise OptionError(f"cannot write {quote_path(path)}: it is not a file")
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        return
    except OSError as problem:
        raise OptionError(f"cannot read {quote_path(path)}: {problem.strerror}") from None
    if not head:
        return
    own = head.startswith(_MAGIC) and int.from_bytes(head[68:72]) == APPLICATION
    if not own:
        raise OptionError(f"{quote_path(path)} holds something else, expected a store of runs")
    if (version := int.from_bytes(head[60:64])) not in (0, SCHEMA):
        raise OptionError(
            f"{quote_path(path)} is a store of another version of Kaleido: its tables are of "
            f"version {version}, expected {SCHEMA}"
        )


@contextmanager
def _reporting(path: Path, verb: str = "write") -> Iterator[None]:
    """Report an error of SQLite, or a damaged run, in one line."""
    try:
        yield
    except OptionError as problem:
        raise OptionError(f"{problem} (in {quote_path(path)})") from None
    except UnicodeDecodeError:  # Python cannot read a name, or even the message that quotes it
        raise OptionError(f"cannot {verb} {quote_path(path)}: its text is damaged") from None
    except sqlite3.Error as problem:
        raise OptionError(f"cannot {verb} {quote_path(path)}: {one_line(problem)}") from problem


_MANY_SEEDS = 10_000
"""Of more consecutive seeds only the first and the last are stored."""


def _seeds_text(seeds: Sequence[int]) -> str:
    """Return seeds as JSON: a list, or the ends of a long range."""
    if isinstance(seeds, range) and len(seeds) > _MANY_SEEDS:
        return json.dumps({"first": seeds[0], "last": seeds[-1]})
    return json.dumps(list(seeds))


def _run(row: tuple[Any, ...]) -> Run:
    record = dict(zip(FIELDS, row, strict=True))
    return read_run(record | {"seed": record["seed"] or 0})
