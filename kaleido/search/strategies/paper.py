"""The method of Singh's paper: islands, size progressions, windows, scores, three siblings."""

from collections.abc import Callable, Iterator
from random import Random as Generator

from kaleido.search.fork import Fork
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.proposals import Proposal, Proposals
from kaleido.search.strategies.ranking import Ranked, Ranking
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.stages import Stages
from kaleido.search.strategies.surveys import Surveys
from kaleido.search.strategies.territory import Territory


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
        self._stages = Stages(
            problem,
            Matching(problem, self.weights),
            self.rules,
            forced=self.forced,
            propagation=self.propagation,
            fallback=self.fallback,
        )
        once = self.rules.islands == "once"
        self._surveys = Surveys(
            problem, Territory(problem, self._stages.held, self.rules.six) if once else None
        )

    def fork(self, state: State) -> Fork:
        """Return the moves of the first stage of the method that has any."""
        if self.rules.islands == "once":
            # What is left of their progressions depends on the way to the board.
            return self._fork(self._stages.proposal(self._surveys.of(state)))
        known = self._proposals.known(state)
        if known is not None:
            self._surveys.enter(state, known.survey)
            return self._fork(known)
        proposal = self._stages.proposal(self._surveys.of(state))
        self._proposals.keep(state, proposal)
        return self._fork(proposal)

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
            lambda place: weights.score(rank()[place].parts),
            complete=proposal.complete,
            found=lambda place: rank()[place].found,
            kept=proposal.kept,
            propagates=self.propagation,
        )
