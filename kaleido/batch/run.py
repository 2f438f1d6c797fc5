"""A run over many boards: workers do those without a record, and each record is written at once."""

from collections.abc import Iterable, Iterator
from itertools import islice

from kaleido.batch.form import Record
from kaleido.batch.journal import Journal
from kaleido.batch.sources import BoardInput
from kaleido.batch.verbs import ERROR, Verb
from kaleido.errors import KaleidoError
from kaleido.parallel import Crash, Workers

AHEAD = 256
"""So many boards are read ahead, so that several workers get the heaviest of them first.

The last boards are light then, and no worker is left alone with a heavy one for long.
"""

BoardTask = tuple[Verb, str, str | bytes | KaleidoError]


def run_batch(
    items: Iterable[BoardInput], verb: Verb, workers: Workers, journal: Journal
) -> Iterator[Record]:
    """Do all boards that have no record yet; yield each record once it is written.

    If a board cannot be done, its status is ``error`` and its reason says why.

    Raises
    ------
    WorkersError
        No workers are left.
    """
    running: dict[int, str] = {}

    def tasks() -> Iterator[BoardTask]:
        ahead = AHEAD if verb.is_uneven and workers.size > 1 else 1
        for index, task in enumerate(_heaviest_first(_loaded(verb, items, journal), ahead)):
            running[index] = task[1]
            yield task

    for index, result in workers.map_unordered(_do, tasks()):
        board = running.pop(index)
        if isinstance(result, Crash):
            result = verb.record(board, status=ERROR, reason=result.reason)
        journal.add(result)
        yield result


def _loaded(verb: Verb, items: Iterable[BoardInput], journal: Journal) -> Iterator[BoardTask]:
    """Yield the boards that have no record yet as tasks."""
    for item in remaining(items, journal):
        try:
            content: str | bytes | KaleidoError = item.load()
        except KaleidoError as error:
            content = error
        yield verb, item.board, content


def _heaviest_first(tasks: Iterator[BoardTask], ahead: int) -> Iterator[BoardTask]:
    """Reorder tasks in groups of `ahead`, those that take the longest first."""
    while group := list(islice(tasks, ahead)):
        if len(group) > 1:
            group.sort(key=lambda task: task[0].effort(task[2]), reverse=True)
        yield from group


def remaining(items: Iterable[BoardInput], journal: Journal) -> Iterator[BoardInput]:
    """Yield the boards that have no record yet."""
    return (item for item in items if item.board not in journal.done)


def _do(task: BoardTask) -> Record:
    verb, board, content = task
    return verb.do(board, content)
