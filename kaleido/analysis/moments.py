"""The moments of a recorded search, as animations and the explorer show them one by one."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from kaleido.analysis.recording import Recording
from kaleido.search.events import Backtrack, Place, Resume
from kaleido.search.state import State
from kaleido.search.tracker import Tracker


class Moment(Enum):
    """The kind of a moment, by what is shown."""

    START = "the board before the first move"
    MOVE = "the board after a move"
    BACK = "the board after a piece is taken back"
    RESUME = "another board is taken up"
    END = "the solution, or the fullest board reached"


class Frame(NamedTuple):
    """A moment of a search as it is shown, with the move that is made or taken back.

    Attributes
    ----------
    nodes, backtracks, resumes : int
        The counts of the search so far, as in `Tracker`.
    kept : bool
        Whether the move is part of the line to the solution or to the fullest board.
    skipped : int
        The number of moves since the previous frame that are not shown.
    top : int or None
        The step of the recording that placed the last piece on the board; None if none did.
    """

    moment: Moment
    state: State
    place: Place | None
    nodes: int
    backtracks: int
    resumes: int
    kept: bool = False
    skipped: int = 0
    top: int | None = None


def moments_of(recording: Recording) -> Iterator[Frame]:
    """Yield every moment of a search, in order.

    Examples
    --------
    >>> from kaleido import record
    >>> [frame.moment.name for frame in moments_of(record("car", "paper"))][:3]
    ['START', 'MOVE', 'MOVE']
    """
    start, line = recording.start, set(recording.line)
    tracker = Tracker()
    numbers: dict[int, int] = {}
    yield Frame(Moment.START, start, None, 0, 0, 0)
    for event in recording.events:
        last = tracker.line[-1] if tracker.line else None
        if isinstance(event, Place):
            numbers[id(event)] = tracker.nodes
        tracker.follow(event)
        state, top = start, None
        if tracker.line:
            state, top = tracker.line[-1].state, numbers[id(tracker.line[-1])]
        counts = (tracker.nodes, tracker.backtracks, tracker.resumes)
        if isinstance(event, Place):
            yield Frame(Moment.MOVE, state, event, *counts, kept=top in line, top=top)
        elif isinstance(event, Backtrack):
            yield Frame(Moment.BACK, state, last, *counts, top=top)
        elif isinstance(event, Resume):
            yield Frame(Moment.RESUME, state, None, *counts, top=top)
    counts = (tracker.nodes, tracker.backtracks, tracker.resumes)
    top = recording.line[-1] if recording.line else None
    yield Frame(Moment.END, recording.fullest, None, *counts, top=top)
