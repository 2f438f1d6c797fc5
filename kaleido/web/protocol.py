"""The messages between the server and its worker processes: one line of JSON each.

To a worker's standard input the server writes jobs, ``{"number", "kind", "params"}``, and
``{"stop": NUMBER}`` to stop one. The worker writes `Reply` lines to its standard output: any
number of events, then an answer or a failure.
"""

import json
from enum import StrEnum
from typing import NamedTuple

from kaleido.errors import RequestError


class ReplyKind(StrEnum):
    """The kind of a reply: the first letter of its line.

    A worker writes READY once it has started. The same question always has the same ANSWER,
    while a TRANSIENT answer may differ the next time. The process ends after a FATAL failure.
    """

    READY = "R"
    EVENT = "E"
    ANSWER = "A"
    TRANSIENT = "T"
    FAILURE = "F"
    FATAL = "X"


class Reply(NamedTuple):
    """A line that a worker process wrote, or several with events."""

    kind: ReplyKind
    text: bytes
    """JSON; of events one in each line."""

    @property
    def is_last(self) -> bool:
        """Whether the job ends with this reply."""
        return self.kind is not ReplyKind.EVENT

    def checked(self) -> bytes:
        """Return the text; raise RequestError if it is a failure."""
        if self.kind in (ReplyKind.FAILURE, ReplyKind.FATAL):
            failure = json.loads(self.text)
            raise RequestError(failure["status"], failure["error"])
        return self.text
