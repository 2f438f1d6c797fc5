"""Where two searches of one board part: the first fork at which they choose differently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import SHOWN_NODES
from kaleido.base.errors import OptionError
from kaleido.base.text import free_name, plural, quote, shown
from kaleido.heuristics.makers import Strategies
from kaleido.heuristics.registry import DEFAULT
from kaleido.lab.board_names import Patterns, fingerprint
from kaleido.lab.experiment import Experiment, Seeds
from kaleido.lab.summary import Table
from kaleido.puzzle.puzzle import Position, Puzzle
from kaleido.puzzle.questions import record
from kaleido.puzzle.recording import Recording
from kaleido.search.events import Place
from kaleido.search.notation import name_orientation, place_name
from kaleido.search.placing import laid_by_hand
from kaleido.search.score import Score
from kaleido.search.state import State

PartingKind = Literal[
    "other turn", "other place", "other piece", "other cells", "other island", "other order",
    "other board", "one ended", "none",
]  # fmt: skip

KINDS: tuple[PartingKind, ...] = get_args(PartingKind)


class Rating(NamedTuple):
    """How a strategy rates a move of its fork: the score, the rank from 0, and of how many moves.

    The score is the one without the random number that some strategies add before they rank.
    """

    score: Score
    rank: int
    moves: int


class Choice(NamedTuple):
    """The move that one search makes where it parts from the other, and its cost.

    Attributes
    ----------
    place : Place or None
        The move; None if the search ended there.
    nodes : int
        The placements made from it on until it was taken back, itself included.
    total : int
        The placements of the whole search.
    kept : bool
        Whether the last board of its search has it: the solution or the fullest board.
    shared : bool
        Whether the last board of the other search has it, too.
    ratings : tuple of Rating or None
        How the first and the second strategy rate it; None for one that does not propose it there.
    """

    place: Place | None
    nodes: int
    total: int
    kept: bool
    shared: bool
    ratings: tuple[Rating | None, Rating | None]

    @property
    def move(self) -> str:
        """The move as players write it, or "–"."""
        if self.place is None:
            return "–"
        placement, problem = self.place.placement, self.place.state.problem
        if placement.is_blank:
            return placement.title
        return place_name(placement, problem.pieces, problem.pattern)

    @property
    def cost(self) -> str:
        """The nodes that the choice took of those of the search, and whether it was kept."""
        if self.place is None:
            return f"ended after {plural(self.total, 'node')}"
        return f"{self.nodes:,} of {self.total:,} {'kept' if self.kept else 'back'}"


@checked_arguments
class Parting(NamedTuple):
    """The first fork at which two searches of the same board choose differently.

    Attributes
    ----------
    pattern : str
        The name of the board.
    strategies : tuple of str
        The names of the two strategies.
    moves : int
        The placements that both searches make before, in the same order.
    kind : str
        How the two moves differ. The first of these that holds: "none" if the searches are the
        same, "one ended", "other board" if one of them has taken more pieces back, or "other order"
        if the last boards of both searches have both moves. With the same piece, "other turn" if it
        is turned or shows the other face, or else "other place". With another piece, "other piece"
        if the moves have a cell in common, and if not, "other cells" on the same island or "other
        island".
    choices : tuple of Choice
        That of the first search and that of the second.
    seed : int or None
        The seed of both, if it is known.

    Examples
    --------
    >>> from kaleido import record
    >>> found = Parting.of(record("car", "constrained"), record("car", "paper-plus"))
    >>> found.kind, [choice.move for choice in found.choices]
    ('other order', ['S@B2:front180', 'J@G1:front'])
    >>> found.choices[0].cost, found.choices[0].ratings[0].score.line
    ('16 of 19 kept', '10 + 0.78 = 10.78')
    """

    pattern: str
    strategies: tuple[str, str]
    moves: int
    kind: PartingKind
    choices: tuple[Choice, Choice]
    seed: int | None = None

    def __repr__(self) -> str:
        ways = zip(self.strategies, self.choices, strict=True)
        told = "; ".join(f"{name} {each.move}, {each.cost}" for name, each in ways)
        after = plural(self.moves, "move")
        return f"<Parting on {self.pattern} after {after}: {self.kind}; {told}>"

    @classmethod
    def of(cls, first: Recording, second: Recording) -> Parting:
        """Return where two recorded searches part.

        Raises `OptionError` unless both start from the same board with the same pieces.
        """
        name, beside = (each.start.problem.pattern.title or "untitled" for each in (first, second))
        if _start(first) != _start(second):
            raise OptionError(
                f"the searches of {quote(name)} and {quote(beside)} start differently: expected "
                "the same cells, turned alike, with the same pieces and the same of them laid"
            )
        moves = _alike(first, second)
        one, other = (
            each.steps[moves].place if moves < len(each.steps) else None for each in (first, second)
        )

        def chosen(place: Place | None, own: Recording, against: Recording) -> Choice:
            return Choice(
                place,
                own.subtree_nodes[moves] if place else 0,
                len(own.steps),
                kept=moves in own.line,
                shared=place is not None and place.number in against.fullest.path,
                ratings=(_rating(one, place), _rating(other, place)),
            )

        choices = chosen(one, first, second), chosen(other, second, first)
        kind = _kind(one, other)
        if kind != "other board" and all(each.kept and each.shared for each in choices):
            kind = "other order"
        label = first.answer.strategy
        labels = label, free_name(second.answer.strategy, [label])
        return cls(name, labels, moves, kind, choices)


def _start(recording: Recording) -> str:
    """Return a hash of the board from which a search started, and of its pieces."""
    start = recording.start
    puzzle = Puzzle(start.problem.pattern, start.problem.pieces)
    return fingerprint(Position(puzzle, laid_by_hand(start)))


def _alike(first: Recording, second: Recording) -> int:
    """Return how many placements two searches make before they differ."""
    pairs = zip(first.steps, second.steps, strict=False)
    alike = (
        one.parent == other.parent and one.place.number == other.place.number
        for one, other in pairs
    )
    shorter = min(len(first.steps), len(second.steps))
    return next((number for number, same in enumerate(alike) if not same), shorter)


def _before(place: Place) -> State:
    assert place.state.parent is not None  # a move was made there
    return place.state.parent


def _rating(rater: Place | None, place: Place | None) -> Rating | None:
    """Return how the strategy that made one move rates another one of the same board."""
    if rater is None or place is None or _before(rater).path != _before(place).path:
        return None
    moves = list(rater.fork.moves)
    if place.number not in moves:
        return None
    rank = moves.index(place.number)
    return Rating(rater.fork.score(rank), rank, len(moves))


def _kind(first: Place | None, second: Place | None) -> PartingKind:
    if first is None or second is None:
        return "none" if first is second else "one ended"
    board, problem = _before(first), first.state.problem
    if board.path != _before(second).path:
        return "other board"
    one, other = first.placement, second.placement
    if one.piece == other.piece:
        if one.is_blank:
            return "other place"
        turns = {name_orientation(each, problem.pieces, problem.pattern) for each in (one, other)}
        return "other turn" if len(turns) > 1 else "other place"
    masks = problem.masks[first.number], problem.masks[second.number]
    if masks[0] & masks[1]:
        return "other piece"
    is_near = any(island & masks[0] and island & masks[1] for island in board.islands)
    return "other cells" if is_near else "other island"


class KindCount(NamedTuple):
    """The partings of one kind, and which search did better there.

    `kept` counts the choices of the first and of the second search that it kept to its last board,
    and `fewer` the searches of each that took fewer nodes in all than the other.
    """

    kind: PartingKind
    partings: int
    kept: tuple[int, int]
    fewer: tuple[int, int]

    @classmethod
    def of(cls, kind: PartingKind, partings: Sequence[Parting]) -> KindCount:
        """Return the count of partings of one kind."""
        first, second = zip(*(each.choices for each in partings), strict=True)
        kept = sum(each.kept for each in first), sum(each.kept for each in second)
        more = [one.total - other.total for one, other in zip(first, second, strict=True)]
        fewer = sum(each < 0 for each in more), sum(each > 0 for each in more)
        return cls(kind, len(partings), kept, fewer)


class Partings(Table[Parting]):
    """Where two strategies part on many boards: a table with a row for each, sorted by kind.

    `kaleido.lab.partings` makes it. A move is followed by its nodes: of all placements of the
    search those from the move on, and whether the search kept it or took it back.
    """

    def by_kind(self) -> Table[KindCount]:
        """Return how many partings there are of each kind, and which search does better there."""
        first, second = self[0].strategies
        kinds = dict.fromkeys(each.kind for each in self)
        rows = [KindCount.of(kind, [each for each in self if each.kind == kind]) for kind in kinds]
        return Table(
            rows,
            {
                "kind": lambda each: each.kind,
                "boards": lambda each: f"{each.partings:,}",
                f"{first} keeps": lambda each: f"{each.kept[0]:,}",
                f"{second} keeps": lambda each: f"{each.kept[1]:,}",
                f"{first} shorter": lambda each: f"{each.fewer[0]:,}",
                f"{second} shorter": lambda each: f"{each.fewer[1]:,}",
            },
        )


@checked_arguments
def partings(
    patterns: Patterns,
    strategies: Strategies = (DEFAULT, "paper-plus"),
    seeds: Seeds = 1,
    *,
    max_nodes: int | None = SHOWN_NODES,
    timeout: float | None = None,
) -> Partings:
    """Record two strategies on many boards, and return where they part on each.

    Parameters
    ----------
    patterns, strategies, seeds, max_nodes, timeout
        As for `kaleido.compare`; an `OptionError` is raised unless there are two strategies.

    Examples
    --------
    >>> found = partings(["car", "key", "twelve"], ["constrained", "paper-plus"])
    >>> found.select("board", "kind", "alike", "constrained", "paper-plus")
    board          kind  alike    constrained     paper-plus
    key     other cells     11   Z@A5:front90  t@A8:front270
    car     other order      3  S@B2:front180     J@G1:front
    twelve  other board     43     m@B1:front  t@B3:front180
    >>> [(each.kind, each.fewer) for each in found.by_kind()]
    [('other cells', (0, 1)), ('other order', (0, 0)), ('other board', (1, 0))]
    """
    asked = Experiment(patterns, strategies, seeds, max_nodes=max_nodes, timeout=timeout)
    if len(asked.strategies) != 2:
        raise OptionError(f"strategies is {shown(strategies)}: expected two")
    first, second = asked.strategies
    found = []
    for name, board in asked.boards.items():
        for seed in asked.seeds:
            pair = (
                record(board, make(seed), max_nodes=max_nodes, timeout=timeout)
                for make in asked.strategies.values()
            )
            parting = Parting.of(*pair)
            found.append(parting._replace(pattern=name, strategies=(first, second), seed=seed))
    columns: dict[str, Callable[[Parting], str]] = {
        "board": lambda each: each.pattern,
        "seed": lambda each: str(each.seed),
        "kind": lambda each: each.kind,
        "alike": lambda each: f"{each.moves:,}",
        first: lambda each: each.choices[0].move,
        f"nodes of {first}": lambda each: each.choices[0].cost,
        second: lambda each: each.choices[1].move,
        f"nodes of {second}": lambda each: each.choices[1].cost,
    }
    if len(asked.seeds) == 1:
        del columns["seed"]
    return Partings(sorted(found, key=lambda each: KINDS.index(each.kind)), columns)
