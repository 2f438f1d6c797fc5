"""A run over many boards: what is left to do is done by workers, and written as it finishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kaleido.batch.form import Record
from kaleido.batch.journal import Journal
from kaleido.batch.sources import Item
from kaleido.batch.verbs import ERROR, Verb
from kaleido.errors import KaleidoError
from kaleido.parallel import Crash, Workers

Content = str | bytes | KaleidoError
Task = tuple[Verb, str, Content]


def run_batch(
    items: Iterable[Item], verb: Verb, workers: Workers, journal: Journal
) -> Iterator[Record]:
    """Do all boards that have no record yet; yield each record once it is written.

    Parameters
    ----------
    items : iterable of Item
    verb : Verb
    workers : Workers
    journal : Journal

    Yields
    ------
    dict
        The record of a board. One that cannot be done has the status ``error`` and says why.

    Raises
    ------
    WorkersError
        There are no workers any more.
    """
    flying: dict[int, str] = {}

    def tasks() -> Iterator[Task]:
        for number, item in enumerate(left_over(items, journal)):
            flying[number] = item.board
            yield verb, item.board, _loaded(item)

    for number, found in workers.map_unordered(_do, tasks()):
        board = flying.pop(number)
        if isinstance(found, Crash):
            found = verb.record(board, status=ERROR, reason=found.reason)
        journal.add(found)
        yield found


def left_over(items: Iterable[Item], journal: Journal) -> Iterator[Item]:
    """Yield the boards that have no record yet."""
    return (item for item in items if item.board not in journal.done)


def _loaded(item: Item) -> Content:
    try:
        return item.load()
    except KaleidoError as error:
        return error


def _do(task: Task) -> Record:
    verb, board, content = task
    return verb.do(board, content)
