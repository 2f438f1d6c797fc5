"""The surveys of the states on the current line of moves, each made from the one before."""

from kaleido.model.sides import Sides
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.survey import Survey
from kaleido.search.strategies.territory import Territory


class Surveys:
    """Makes the surveys of a search.

    A search goes from a state to the next ones, so that the survey of the state before is at hand,
    and only what a placement changes is found out.

    Parameters
    ----------
    problem : Problem
    territory : Territory, optional
        The islands, if they are found once.
    """

    def __init__(self, problem: Problem, territory: Territory | None = None) -> None:
        self._problem = problem
        self._territory = territory
        self._line: list[tuple[State, Survey]] = []
        self._borders: dict[int, Sides] = {}

    def restart(self) -> None:
        """Leave the line of moves for a new search."""
        self._line.clear()

    def of(self, state: State) -> Survey:
        """Return the survey of a state."""
        line = self._back_to(state.parent)
        survey = self._after(line[-1][1], state) if line else self._new(state)
        line.append((state, survey))
        return survey

    def enter(self, state: State, survey: Survey) -> None:
        """Go to a state whose survey is known from another with the same placements left."""
        self._back_to(state.parent).append((state, survey))

    def _back_to(self, state: State | None) -> list[tuple[State, Survey]]:
        """Return the line up to a state; an empty one if it does not lie on it."""
        line = self._line
        while line and not (state and _is_same_board(line[-1][0], state)):
            line.pop()
        return line

    def _new(self, state: State) -> Survey:
        territory = self._territory
        return Survey(state, None if territory is None else territory.islands(state))

    def _after(self, survey: Survey, state: State) -> Survey:
        number = state.last
        assert number is not None  # a state has a placement if it has a parent
        border = self._borders.get(number)
        if border is None:
            border = Sides(self._problem.grid, self._problem.borders[number])
            self._borders[number] = border
        territory = self._territory
        islands = None if territory is None else territory.after(survey.islands, state)
        return survey.after(state, border, islands)


def _is_same_board(one: State, other: State) -> bool:
    """Return whether two states have the same placements, one made after the other.

    One may be a copy of the other with placements ruled out.
    """
    return one is other or (one.last == other.last and one.parent is other.parent)
