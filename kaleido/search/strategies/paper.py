"""The method of Singh's paper: islands, size progressions, windows, scores, three siblings."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random as Generator

from kaleido.model.grid import Cell, bits
from kaleido.search.fork import Fork
from kaleido.search.found import Found, Kind
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.openings import MIN_MOVES, Move, Openings
from kaleido.search.strategies.progression import (
    Sizes,
    alternatives,
    changed_progression,
    fixed_progression,
    sums_of,
)
from kaleido.search.strategies.proposals import Proposal, Proposals
from kaleido.search.strategies.ranking import Ranked, Ranking, matched
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.survey import Island, Survey
from kaleido.search.strategies.surveys import Surveys
from kaleido.search.strategies.territory import SMALL, Territory


class Paper:
    """Choose moves as Singh's paper does, and not otherwise.

    The longest piece, the wand, comes first. Then islands are filled one by one: in windows that
    slide over the island lie the moves of the size that its progression expects; the best three by
    score are kept. A board is given up only when no progression has a move. What the search adds is
    that boards given up and siblings beyond the third are deferred to its end, never dropped.

    The additions of `PaperPlus` are options here, so that each can be switched on alone.

    Parameters
    ----------
    seed : int
        Shuffles moves with equal scores; 0 keeps the order in which they are found.
    weights : Weights, optional
        The weights of the score.
    rules : Rules, optional
        How the method reads where the paper's text and its figures differ.
    forced : bool, optional
        Whether a cell or a piece with one placement left is settled at once.
    propagation : bool, optional
        Whether a board is given up as soon as a cell or a piece has no placement left or an
        island no progression, and a move that failed is ruled out of its siblings' boards.
    fallback : bool, optional
        Whether the placements of the scarcest cell or piece are tried at once where no progression
        has a move.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> answer = solve(named_pattern("car"), Paper())
    >>> answer.nodes, answer.backtracks
    (20, 2)
    """

    name = "paper"
    width = 3

    def __init__(
        self,
        seed: int = 0,
        weights: Weights | None = None,
        rules: Rules | None = None,
        *,
        forced: bool = False,
        propagation: bool = False,
        fallback: bool = False,
    ) -> None:
        self.seed = seed
        self.weights = weights or Weights()
        self.rules = rules or Rules()
        self.forced = forced
        self.propagation = propagation
        self.fallback = fallback
        self._problem: Problem | None = None
        self._settings: tuple[object, ...] = ()

    @property
    def shuffles(self) -> bool:
        """Whether moves with equal scores are shuffled."""
        return self.seed != 0

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search: one run without a limit."""
        settings = self.weights, self.rules, self.forced, self.propagation, self.fallback
        if problem is not self._problem or settings != self._settings:
            self._prepare(problem)
            self._settings = settings
        numbers = range(len(problem))
        tie = Generator(self.seed).sample(numbers, len(numbers)) if self.shuffles else None
        self._ranking = Ranking(self.weights, self.rules, tie)
        self._surveys.restart()
        yield None

    def _prepare(self, problem: Problem) -> None:
        """Make what is the same in all searches of a problem, whatever their seeds."""
        self._problem = problem
        self._proposals = Proposals(problem)
        matching = Matching(problem, self.weights)
        self._shapes = matching.shapes
        self._openings = Openings(problem, self.rules, matching)
        self._held = self._openings.windows.held
        once = self.rules.islands == "once"
        self._surveys = Surveys(
            problem, Territory(problem, self._held, self.rules.six) if once else None
        )
        sizes = self._openings.by_size.items()
        held = (size for size, options in sizes if options & self._held)
        # Fixed progressions are made of fours, threes, twos and ones.
        self._is_fixed = self.rules.progressions == "fixed" and max(held, default=0) <= SMALL

    def fork(self, state: State) -> Fork:
        """Return the moves of the first stage of the method that has any."""
        if self.rules.islands == "once":
            # What is left of their progressions depends on the way to the board.
            return self._fork(self._proposal(self._surveys.of(state)))
        known = self._proposals.known(state)
        if known is not None:
            self._surveys.enter(state, known.survey)
            return self._fork(known)
        proposal = self._proposal(self._surveys.of(state))
        self._proposals.keep(state, proposal)
        return self._fork(proposal)

    def _proposal(self, survey: Survey) -> Proposal:
        """Return what the first stage of the method proposes that has any moves."""
        if self.propagation and self._is_refuted(survey):
            return Proposal(survey, [], list, complete=True)
        for stage in self._stages():
            proposal = stage(survey)
            if proposal is not None:
                return proposal
        kept = None if self.fallback else 0
        return self._unsought(survey, list(bits(survey.state.scarcest)), "scarcest", kept=kept)

    def _stages(self) -> Iterator[Callable[[Survey], Proposal | None]]:
        trivial = self._trivial
        if self.rules.first == "trivial":
            yield trivial
        if self.forced:
            yield self._forced
        yield self._longest
        # Those found once are sorted so that trivial ones come next anyway.
        if self.rules.first == "longest" and self.rules.islands == "anew":
            yield trivial
        yield self._sought

    def _is_refuted(self, survey: Survey) -> bool:
        """Return whether an island is no sum of sizes of the pieces left."""
        if self.rules.progressions == "none":
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
        if not longest or longest & self._held:
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
        kept = len(homes) if self.rules.first == "longest" else None
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
        if kind == "longest" and self.rules.longest == "score":
            edges = survey.edges_around(number)
        shape = self._shapes[survey.state.problem.piece_numbers[number]]
        return Move(number, edges, shape, window, Found(kind), island)

    def _sought(self, survey: Survey) -> Proposal | None:
        """Propose the moves in the windows of an island, or of all large ones."""
        islands = survey.islands[:1] if self.rules.islands == "once" else survey.islands
        large = [island for island in survey.islands if island.found > SMALL]
        if self.rules.across and len(large) == len(survey.islands):
            moves = _in_densest(
                [move for island in large for move in self._expected_moves(survey, island)]
            )
        else:
            found = (self._expected_moves(survey, island) for island in islands)
            moves = next(filter(None, found), [])
        if not moves:
            return None
        numbers = [move.number for move in moves]
        find = cache(lambda: matched(survey, moves, splits=self._ranking.needs_splits))
        return Proposal(survey, numbers, find, complete=False, in_windows=True)

    def _expected_moves(self, survey: Survey, island: Island) -> list[Move]:
        """Return the moves of the size that the first progression with any expects."""
        for sizes, found in self._expected(survey, island):
            moves = self._openings.moves(survey, island, sizes, found)
            if moves:
                return moves
        return []

    def _expected(self, survey: Survey, island: Island) -> Iterator[tuple[Sizes, Found]]:
        """Yield the sizes to look for, one tuple after the other, with their progression."""
        if self.rules.progressions == "none":
            yield tuple(dict.fromkeys(survey.left)), Found("window")
            return
        kind: Kind = "window"
        seen = set()
        for number, sizes in enumerate(self._progressions(survey, island)):
            if not number and sizes == (island.found,):
                kind = "trivial"
            if sizes[0] not in seen:
                seen.add(sizes[0])
                yield sizes[:1], Found("window" if number else kind, None, sizes, number > 0)

    def _progressions(self, survey: Survey, island: Island) -> Iterable[Sizes]:
        """Return the progressions of an island, the one to try first before the others."""
        if not self._is_fixed:
            return alternatives(island.size, survey.left)
        sizes = island.sizes or fixed_progression(island.size, self.rules.six)
        if island.sizes and len(survey.islands) == 1:
            sizes = survey.sizes
        changed = changed_progression(sizes)
        return [sizes] if changed is None else [sizes, changed]

    def _fork(self, proposal: Proposal) -> Fork:
        """Return the fork of some moves, the best first."""
        order = self._ranking.rank if proposal.in_windows else self._ranking.by_score
        if len(proposal.numbers) < 2:
            # There is nothing to order, so the score waits until it is shown.
            return self._fork_of(proposal.numbers, proposal, lambda: order(proposal.find()))
        ranked = order(proposal.find())
        return self._fork_of([each.move.number for each in ranked], proposal, lambda: ranked)

    def _fork_of(
        self, numbers: list[int], proposal: Proposal, rank: Callable[[], list[Ranked]]
    ) -> Fork:
        weights = self.weights
        return Fork(
            numbers,
            lambda place: rank()[place].score(weights),
            complete=proposal.complete,
            found=lambda place: rank()[place].found,
            kept=proposal.kept,
            propagates=self.propagation,
        )


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
