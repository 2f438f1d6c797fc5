"""A walk through a recorded search: the words and candidates of each of its moments."""

from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.text import plural
from kaleido.base.words import sentence
from kaleido.model.names import cell_name
from kaleido.model.placement import Placement
from kaleido.puzzle.recording import Frame, Moment, Recording, moments_of
from kaleido.search.events import Place
from kaleido.search.fork import Fork
from kaleido.search.notation import name_orientation
from kaleido.search.score import Score

# The most candidates of a fork that are listed, besides the move itself and its neighbours.
MOST = 10


class Fate(StrEnum):
    """The state of a candidate at a moment: chosen, taken back, waiting or deferred."""

    CHOSEN = "chosen"
    BACK = "taken back"
    WAITS = "waits"
    DEFERRED = "deferred"


class Choice(NamedTuple):
    """A move of a fork with its rank, from 0, its score, and its fate."""

    rank: int
    placement: Placement
    score: Score
    fate: Fate


@checked_arguments
class Walkthrough:
    """The moments of a search: each move, each piece taken back, each jump, and the end.

    Attributes
    ----------
    frames : tuple of Frame
        The moments, numbered from 0, which is the board before the first move.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.frames: tuple[Frame, ...] = tuple(moments_of(recording))
        # By the fork and the rank, because a score may be costly to compute.
        self._scores: dict[tuple[int, int], Score] = {}

    def __len__(self) -> int:
        return len(self.frames)

    def name(self, placement: Placement) -> str:
        """Return the piece of a placement, its orientation and its first cell, in words."""
        if placement.is_blank:
            return placement.title
        problem = self.recording.start.problem
        turned = name_orientation(placement, problem.pieces, problem.pattern)
        return f"{placement.name} {turned} at {cell_name(placement.cells[0])}"

    def headline(self, number: int) -> str:
        """Return the headline of a moment, in a few words."""
        frame = self.frames[number]
        if frame.place is not None:
            placement = frame.place.placement
            name = self.name(placement)
            if frame.moment is Moment.BACK:
                return sentence(placement.taken_back(name))
            return name if placement.is_blank else f"{frame.state.depth}: {name}"
        if frame.moment is Moment.START:
            depth = frame.state.depth
            return f"Starts with {plural(depth, 'piece')} in place" if depth else "The pattern"
        if frame.moment is Moment.RESUME:
            if frame.top is None:
                return "Starts again"
            return f"Goes back to a board of {plural(frame.state.depth, 'piece')} that waited"
        outcome = self.recording.answer.outcome
        return outcome[:1].upper() + outcome[1:]

    def details(self, number: int) -> list[str]:
        """Return the score of the move, how it was found, and the counts of the search so far."""
        frame = self.frames[number]
        lines = []
        if frame.place is not None:
            lines.append(f"Score {frame.place.score.line}")
            if frame.place.found is not None:
                lines.append(f"Found: {frame.place.found}")
        counts = f"{plural(frame.nodes, 'move')} tried, {frame.backtracks:,} taken back"
        if frame.resumes:
            counts += f", {plural(frame.resumes, 'jump')}"
        is_lost = frame.moment is Moment.END and self.recording.failed
        lines.append(f"{self.recording.end if is_lost else frame.state.progress}; {counts}")
        return lines

    def candidates(self, number: int) -> list[Choice | None]:
        """Return the moves of the fork from which the move of a moment was chosen, best first.

        Of many, the first and those around the chosen one are returned, with None where others are
        left out. The list is empty at a moment without a move.
        """
        frame = self.frames[number]
        place = frame.place
        if place is None:
            return []
        count = len(place.fork.moves)
        near = range(max(place.rank - 1, 0), min(place.rank + 2, count))
        ranks = sorted({*range(min(count, MOST)), *near})
        found: list[Choice | None] = []
        for rank, after in pairwise([*ranks, count]):
            found.append(self._candidate(place, rank, frame.moment))
            if after > rank + 1:
                found.append(None)
        return found

    def _candidate(self, place: Place, rank: int, moment: Moment) -> Choice:
        if rank == place.rank:
            fate = Fate.CHOSEN if moment is Moment.MOVE else Fate.BACK
        elif rank < place.rank:
            fate = Fate.BACK
        else:
            fate = Fate.WAITS if rank < place.kept else Fate.DEFERRED
        placement = place.state.problem.placement(place.fork.moves[rank])
        return Choice(rank, placement, self._score(place.fork, rank), fate)

    def _score(self, fork: Fork, rank: int) -> Score:
        # The recording keeps its forks, so that their identities stay.
        key = id(fork), rank
        if key not in self._scores:
            self._scores[key] = fork.score(rank)
        return self._scores[key]

    def line(self, number: int) -> list[Place]:
        """Return the moves on the board at a moment, first to last."""
        top = self.frames[number].top
        moves = []
        while top is not None:
            step = self.recording.steps[top]
            moves.append(step.place)
            top = step.parent
        return moves[::-1]

    def waiting(self, place: Place, most: int = 3) -> list[tuple[Placement, Score]]:
        """Return the first of the siblings that wait for a move, with their scores."""
        problem = place.state.problem
        ranks, fork = range(place.rank + 1, min(place.kept, place.rank + 1 + most)), place.fork
        return [(problem.placement(fork.moves[rank]), self._score(fork, rank)) for rank in ranks]

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """The number of inner edges known at each moment."""
        return tuple(frame.state.inner_edges for frame in self.frames)

    @cached_property
    def full(self) -> int:
        """The number of inner edges of a solved board."""
        return self.recording.start.problem.solved_edges

    @cached_property
    def moments(self) -> dict[int, int]:
        """The moment at which each step of the recording is made."""
        return {
            frame.top: number
            for number, frame in enumerate(self.frames)
            if frame.moment is Moment.MOVE and frame.top is not None
        }

    @cached_property
    def forks(self) -> tuple[int, ...]:
        """The moments at which a fork with several moves to try is first met."""
        return tuple(
            number
            for number, (moment, _, place, *_) in enumerate(self.frames)
            if moment is Moment.MOVE and place and place.rank == 0 and place.kept > 1
        )

    @cached_property
    def backtracks(self) -> tuple[int, ...]:
        """The moments at which a piece is taken back, or another board is taken up."""
        kinds = Moment.BACK, Moment.RESUME
        return tuple(number for number, frame in enumerate(self.frames) if frame.moment in kinds)
