"""A line that a worker process writes: what it holds, and JSON."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import NamedTuple

from kaleido.web.refusal import RefusalError


class Tag(StrEnum):
    """What a line holds: its first letter.

    A worker says when it is ready. An answer is the same each time, a passing answer need not be;
    the process ends after a last failure.
    """

    READY = "R"
    EVENT = "E"
    ANSWER = "A"
    PASSING = "P"
    FAILURE = "F"
    LAST_FAILURE = "X"


class Line(NamedTuple):
    """A line of a worker's output.

    Attributes
    ----------
    tag : Tag
    text : bytes
        JSON.
    """

    tag: Tag
    text: bytes

    @property
    def is_last(self) -> bool:
        """Whether the job is done with it."""
        return self.tag is not Tag.EVENT

    def checked(self) -> bytes:
        """Give the text.

        Raises
        ------
        RefusalError
            It is a failure.
        """
        if self.tag in (Tag.FAILURE, Tag.LAST_FAILURE):
            failure = json.loads(self.text)
            raise RefusalError(failure["status"], failure["error"])
        return self.text
