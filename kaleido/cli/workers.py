"""The workers of a command."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kaleido.parallel import Workers


@contextmanager
def open_workers(
    number: int | None, scheduler: str | None, *, isolated: bool = False
) -> Iterator[Workers]:
    """Open workers as `kaleido.parallel.make_workers` does.

    What Dask logs of workers that leave and of connections that break is not shown: the run goes
    on without them, or an error says in one line why it cannot.
    """
    from kaleido.parallel import make_workers

    before = logging.root.manager.disable
    if scheduler is not None:
        logging.disable(logging.CRITICAL)
    try:
        with make_workers(number, scheduler, isolated=isolated) as workers:
            yield workers
    finally:
        logging.disable(before)
