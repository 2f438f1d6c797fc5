"""A run over many boards: workers do those without a record, and each record is written at once."""

from collections.abc import Iterable, Iterator

from kaleido.batch.form import Record
from kaleido.batch.journal import Journal
from kaleido.batch.sources import Item
from kaleido.batch.verbs import ERROR, Verb
from kaleido.errors import KaleidoError
from kaleido.parallel import Crash, Workers

Task = tuple[Verb, str, str | bytes | KaleidoError]


def run_batch(
    items: Iterable[Item], verb: Verb, workers: Workers, journal: Journal
) -> Iterator[Record]:
    """Do all boards that have no record yet; yield each record once it is written.

    If a board cannot be done, its status is ``error`` and its reason says why.

    Raises
    ------
    WorkersError
        No workers are left.
    """
    running: dict[int, str] = {}

    def tasks() -> Iterator[Task]:
        for index, item in enumerate(remaining(items, journal)):
            running[index] = item.board
            try:
                content: str | bytes | KaleidoError = item.load()
            except KaleidoError as error:
                content = error
            yield verb, item.board, content

    for index, result in workers.map_unordered(_do, tasks()):
        board = running.pop(index)
        if isinstance(result, Crash):
            result = verb.record(board, status=ERROR, reason=result.reason)
        journal.add(result)
        yield result


def remaining(items: Iterable[Item], journal: Journal) -> Iterator[Item]:
    """Yield the boards that have no record yet."""
    return (item for item in items if item.board not in journal.done)


def _do(task: Task) -> Record:
    verb, board, content = task
    return verb.do(board, content)
