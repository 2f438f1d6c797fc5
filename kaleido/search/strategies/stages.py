"""The stages of the paper's method, each of which may propose moves."""

from collections.abc import Callable, Iterator
from functools import cache

from kaleido.model.grid import Cell, bits
from kaleido.search.found import Found, Kind
from kaleido.search.problem import Problem
from kaleido.search.strategies.expectations import Expectations
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.openings import MIN_MOVES, Move, Openings
from kaleido.search.strategies.progression import sums_of
from kaleido.search.strategies.proposals import Proposal
from kaleido.search.strategies.ranking import Ranked, matched, needs_splits
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.survey import Island, Survey
from kaleido.search.strategies.territory import SMALL


class Stages:
    """Ask one stage after the other for moves, until one proposes any.

    Parameters
    ----------
    problem : Problem
    matching : Matching
    rules : Rules
    forced, propagation, fallback : bool
        The additions to the method, as in `Paper`.

    Attributes
    ----------
    held : int
        The placements that some window holds.
    """

    def __init__(
        self,
        problem: Problem,
        matching: Matching,
        rules: Rules,
        *,
        forced: bool,
        propagation: bool,
        fallback: bool,
    ) -> None:
        self._rules = rules
        self._has_forced = forced
        self._propagates = propagation
        self._falls_back = fallback
        self._shapes = matching.shapes
        self._needs_splits = needs_splits(matching.weights, rules)
        self._openings = Openings(problem, rules, matching)
        self.held = self._openings.windows.held
        sizes = self._openings.by_size.items()
        held = (size for size, options in sizes if options & self.held)
        self._expectations = Expectations(rules, max(held, default=0))

    def proposal(self, survey: Survey) -> Proposal:
        """Return what the first stage of the method proposes that has any moves."""
        if self._propagates and self._is_refuted(survey):
            return Proposal(survey, [], list, complete=True)
        for stage in self._stages():
            proposal = stage(survey)
            if proposal is not None:
                return proposal
        kept = None if self._falls_back else 0
        return self._unsought(survey, list(bits(survey.state.scarcest)), "scarcest", kept=kept)

    def _stages(self) -> Iterator[Callable[[Survey], Proposal | None]]:
        trivial = self._trivial
        if self._rules.first == "trivial":
            yield trivial
        if self._has_forced:
            yield self._forced
        yield self._longest
        # Those found once are sorted so that trivial ones come next anyway.
        if self._rules.first == "longest" and self._rules.islands == "anew":
            yield trivial
        yield self._sought

    def _is_refuted(self, survey: Survey) -> bool:
        """Return whether an island is no sum of sizes of the pieces left."""
        if self._rules.progressions == "none":
            return False
        sums = sums_of(survey.left)
        return not all(sums >> island.size & 1 for island in survey.islands)

    def _trivial(self, survey: Survey) -> Proposal | None:
        """Propose the piece that fills the first island that exactly one piece fills."""
        state = survey.state
        for island in survey.islands:
            if island.size > survey.left[0]:
                continue
            fills = state.fills(island.mask)
            if len({state.problem.piece_numbers[fill] for fill in fills}) == 1:
                return self._unsought(survey, fills, "trivial", complete=False)
        return None

    def _forced(self, survey: Survey) -> Proposal | None:
        """Propose the only placement that a cell or a piece has left."""
        scarcest = survey.state.scarcest
        if scarcest.bit_count() != 1:
            return None
        return self._unsought(survey, list(bits(scarcest)), "forced")

    def _longest(self, survey: Survey) -> Proposal | None:
        """Propose the placements of the rarest of the longest pieces that no window holds."""
        state, problem = survey.state, survey.state.problem
        longest = state.live & self._openings.by_size[survey.left[0]]
        if not longest or longest & self.held:
            return None
        options = {
            number: longest & problem.piece_options[number]
            for number in dict.fromkeys(survey.pieces)
            if longest & problem.piece_options[number]
        }
        rarest = min(options, key=lambda number: options[number].bit_count())
        # A piece that may be left over need not be placed at all, and one with several copies
        # may be placed more than once.
        pieces = problem.placeable
        must = pieces.counts[rarest] == pieces.needed[rarest] == 1
        # Rows come before columns, both in reading order.
        homes = sorted(bits(options[rarest]), key=lambda move: _lying(survey, move))
        kept = len(homes) if self._rules.first == "longest" else None
        return self._unsought(survey, homes, "longest", complete=must, kept=kept)

    def _unsought(
        self,
        survey: Survey,
        numbers: list[int],
        kind: Kind,
        *,
        complete: bool = True,
        kept: int | None = None,
    ) -> Proposal:
        """Propose moves that are found without opening windows."""

        def find() -> list[Ranked]:
            moves = [self._unsought_move(survey, number, kind) for number in numbers]
            return matched(survey, moves)

        return Proposal(survey, numbers, cache(find), complete=complete, kept=kept)

    def _unsought_move(self, survey: Survey, number: int, kind: Kind) -> Move:
        """Return a move that was found without opening windows, with the densest that holds it."""
        island = survey.island_of(number)
        window = self._openings.windows.densest(survey.sides, island.mask, number)
        edges = 0 if window is None else window.edges
        if kind == "longest" and self._rules.longest == "score":
            edges = survey.edges_around(number)
        shape = self._shapes[survey.state.problem.piece_numbers[number]]
        return Move(number, edges, shape, window, Found(kind), island)

    def _sought(self, survey: Survey) -> Proposal | None:
        """Propose the moves in the windows of an island, or of all large ones."""
        islands = survey.islands[:1] if self._rules.islands == "once" else survey.islands
        large = [island for island in survey.islands if island.found > SMALL]
        if self._rules.across and len(large) == len(survey.islands):
            moves = _in_densest(
                [move for island in large for move in self._expected_moves(survey, island)]
            )
        else:
            found = (self._expected_moves(survey, island) for island in islands)
            moves = next(filter(None, found), [])
        if not moves:
            return None
        numbers = [move.number for move in moves]
        find = cache(lambda: matched(survey, moves, splits=self._needs_splits))
        return Proposal(survey, numbers, find, complete=False, in_windows=True)

    def _expected_moves(self, survey: Survey, island: Island) -> list[Move]:
        """Return the moves of the size that the first progression with any expects."""
        for sizes, found in self._expectations.of(survey, island):
            moves = self._openings.moves(survey, island, sizes, found)
            if moves:
                return moves
        return []


def _lying(survey: Survey, move: int) -> tuple[int, list[Cell]]:
    """Return the height of a placement and its cells."""
    cells = list(survey.cells(move))
    return cells[-1][0] - cells[0][0], cells


def _in_densest(moves: list[Move]) -> list[Move]:
    """Return the moves in the densest windows, at least three if there are so many."""
    densities = sorted((_density(move) for move in moves), reverse=True)
    least = densities[:MIN_MOVES][-1] if densities else 0.0
    return [move for move in moves if _density(move) >= least]


def _density(move: Move) -> float:
    assert move.window is not None  # the window where it was found
    return move.window.density
