"""Where two searches of one board part: the first fork at which they choose differently."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple, get_args

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import SHOWN_NODES
from kaleido.base.errors import OptionError
from kaleido.base.text import free_name, plural, quote, shown
from kaleido.heuristics.makers import Strategies
from kaleido.heuristics.registry import DEFAULT
from kaleido.lab.board_names import Patterns, fingerprint
from kaleido.lab.experiment import Experiment
from kaleido.lab.summary import Table
from kaleido.puzzle.puzzle import Position, Puzzle
from kaleido.puzzle.questions import record
from kaleido.puzzle.recording import Recording
from kaleido.search.events import Place
from kaleido.search.notation import name_orientation, place_name
from kaleido.search.placing import laid_by_hand
from kaleido.search.score import Score

PartingKind = Literal[
    "other turn", "other place", "other piece", "other cells", "other island", "other order",
    "other board", "one ended", "none",
]  # fmt: skip

KINDS: tuple[PartingKind, ...] = get_args(PartingKind)


class MoveRating(NamedTuple):
    """How a strategy rates a move of its fork: the score, the rank from 0, and of how many moves.

    The score is the one without the random number that some strategies add before they rank.
    """

    score: Score
    rank: int
    moves: int


class ForkChoice(NamedTuple):
    """The move that one search makes where it parts from the other, and its cost.

    The place is None if the search ended there. Of its `total` placements the search made `nodes`
    from the move on, itself included, until it was taken back. The move is `kept` if the last board
    of the search has it, the solution or the fullest board, and `shared` if that of the other
    search has it, too. The `ratings` are those of the first and of the second strategy, None for
    one that does not propose the move there.
    """

    place: Place | None
    nodes: int
    total: int
    kept: bool
    shared: bool
    ratings: tuple[MoveRating | None, MoveRating | None]

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
        return f"{self.nodes:,} of {self.total:,}, {'kept' if self.kept else 'taken back'}"


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
    choices : tuple of ForkChoice
        That of the first search and that of the second.

    Examples
    --------
    >>> from kaleido import record
    >>> found = Parting.of(record("car", "constrained"), record("car", "paper-plus"))
    >>> found.kind, [choice.move for choice in found.choices]
    ('other order', ['S@B2:front180', 'J@G1:front'])
    >>> found.choices[0].cost, found.choices[0].ratings[0].score.line
    ('16 of 19, kept', '10 + 0.78 = 10.78')
    """

    pattern: str
    strategies: tuple[str, str]
    moves: int
    kind: PartingKind
    choices: tuple[ForkChoice, ForkChoice]

    def __repr__(self) -> str:
        ways = zip(self.strategies, self.choices, strict=True)
        told = "; ".join(f"{name} {each.move}, {each.cost}" for name, each in ways)
        return f"<Parting on {self.pattern} after {self.moves:,}: {self.kind}; {told}>"

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
        same = 0
        for left, right in zip(first.steps, second.steps, strict=False):
            if left.parent != right.parent or left.place.number != right.place.number:
                break
            same += 1
        one, other = (
            each.steps[same].place if same < len(each.steps) else None for each in (first, second)
        )

        def chosen(place: Place | None, own: Recording, against: Recording) -> ForkChoice:
            return ForkChoice(
                place,
                own.subtree_nodes[same] if place else 0,
                len(own.steps),
                kept=same in own.line,
                shared=place is not None and place.number in against.fullest.path,
                ratings=(_rating(one, place), _rating(other, place)),
            )

        choices = chosen(one, first, second), chosen(other, second, first)
        kind = _kind(one, other)
        if kind != "other board" and all(each.kept and each.shared for each in choices):
            kind = "other order"
        label = first.answer.strategy
        labels = label, free_name(second.answer.strategy, [label])
        return cls(name, labels, same, kind, choices)


def _start(recording: Recording) -> str:
    """Return a hash of the board from which a search started, and of its pieces."""
    start = recording.start
    puzzle = Puzzle(start.problem.pattern, start.problem.pieces)
    return fingerprint(Position(puzzle, laid_by_hand(start)))


def _rating(rater: Place | None, place: Place | None) -> MoveRating | None:
    """Return how the strategy that made one move rates another one of the same board."""
    if rater is None or place is None or rater.state.path[:-1] != place.state.path[:-1]:
        return None
    moves = list(rater.fork.moves)
    if place.number not in moves:
        return None
    rank = moves.index(place.number)
    return MoveRating(rater.fork.score(rank), rank, len(moves))


def _kind(first: Place | None, second: Place | None) -> PartingKind:
    if first is None or second is None:
        return "none" if first is second else "one ended"
    board, problem = first.state.parent, first.state.problem
    if board is None or first.state.path[:-1] != second.state.path[:-1]:
        return "other board"
    one, other = first.placement, second.placement
    if one.piece == other.piece:
        pair = () if one.is_blank else (one, other)
        turns = {name_orientation(each, problem.pieces, problem.pattern) for each in pair}
        return "other turn" if len(turns) > 1 else "other place"
    near, far = problem.masks[first.number], problem.masks[second.number]
    if near & far:
        return "other piece"
    is_near = any(island & near and island & far for island in board.islands)
    return "other cells" if is_near else "other island"


KindRow = tuple[PartingKind, tuple[Parting, ...]]  # a kind, and the partings of that kind


class Partings(Table[Parting]):
    """Where two strategies part on many boards: a table with a row for each, sorted by kind.

    `kaleido.lab.partings` makes it. A move is followed by its nodes: of all placements of the
    search those from the move on, and whether the search kept it or took it back.
    """

    def by_kind(self) -> Table[KindRow]:
        """Return each kind with its partings.

        The table shows how many there are, how many of its choices each search kept, and how often
        it took fewer nodes in all than the other.
        """
        kinds = dict.fromkeys(each.kind for each in self)
        rows = [(kind, tuple(each for each in self if each.kind == kind)) for kind in kinds]
        columns: dict[str, Callable[[KindRow], str]] = {
            "kind": lambda row: row[0],
            "boards": lambda row: f"{len(row[1]):,}",
        }
        for at, name in enumerate(self[0].strategies):
            columns[f"{name} keeps"] = partial(_kept, at)
            columns[f"{name} shorter"] = partial(_shorter, at)
        return Table(rows, columns)


def _kept(at: int, row: KindRow) -> str:
    return f"{sum(each.choices[at].kept for each in row[1]):,}"


def _shorter(at: int, row: KindRow) -> str:
    pairs = [each.choices for each in row[1]]
    return f"{sum(pair[at].total < pair[1 - at].total for pair in pairs):,}"


@checked_arguments
def partings(
    patterns: Patterns,
    strategies: Strategies = (DEFAULT, "paper-plus"),
    *,
    seed: int = 0,
    max_nodes: int | None = SHOWN_NODES,
    timeout: float | None = None,
) -> Partings:
    """Record two strategies on many boards, and return where they part on each.

    Parameters
    ----------
    patterns, strategies, seed, max_nodes, timeout
        As for `kaleido.compare`; an `OptionError` is raised unless there are two strategies.

    Examples
    --------
    >>> found = partings(["car", "key", "twelve"], ["constrained", "paper-plus"])
    >>> found.select("board", "kind", "alike", "constrained", "paper-plus")
    board          kind  alike    constrained     paper-plus
    key     other cells     11   Z@A5:front90  t@A8:front270
    car     other order      3  S@B2:front180     J@G1:front
    twelve  other board     43     m@B1:front  t@B3:front180
    >>> [kind for kind, partings in found.by_kind()]
    ['other cells', 'other order', 'other board']
    """
    asked = Experiment(patterns, strategies, [seed], max_nodes=max_nodes, timeout=timeout)
    if len(asked.strategies) != 2:
        raise OptionError(f"strategies is {shown(strategies)}: expected two")
    first, second = asked.strategies
    found = []
    for name, board in asked.boards.items():
        made = (make(seed) for make in asked.strategies.values())
        pair = (record(board, each, max_nodes=max_nodes, timeout=timeout) for each in made)
        found.append(Parting.of(*pair)._replace(pattern=name, strategies=(first, second)))
    return Partings(
        sorted(found, key=lambda each: KINDS.index(each.kind)),
        {
            "board": lambda each: each.pattern,
            "kind": lambda each: each.kind,
            "alike": lambda each: f"{each.moves:,}",
            first: lambda each: each.choices[0].move,
            f"nodes of {first}": lambda each: each.choices[0].cost,
            second: lambda each: each.choices[1].move,
            f"nodes of {second}": lambda each: each.choices[1].cost,
        },
    )
