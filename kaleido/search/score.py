"""The score of a move in its parts, the weights of these parts, and the scores of some pieces."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import Bounds
from kaleido.base.contract import Hidden, fields_of
from kaleido.model.grid import Cell
from kaleido.model.piece_set import PieceSet

if TYPE_CHECKING:
    from kaleido.search.state import State


class Fields(NamedTuple):
    """Which fields of a parameter the strategy makes use of."""

    names: tuple[str, ...]


class ScoreParts(NamedTuple):
    """The features of a move from which its `Score` is computed.

    The window's edges are 0 for a move that was found without a window, and `ahead` is the weighted
    sum of the `LookaheadTerms` for the strategy `tuned`.
    """

    matched: int
    window: int = 0
    crookedness: float = 0.0
    span: float = 0.0
    splits: int = 0
    ahead: float = 0.0


class LookaheadTerms(NamedTuple):
    """The lookahead terms of a move: features of the board that it leaves.

    The strategy `tuned` weighs them; Singh's paper has nothing like them. How scarce the placements
    of the `cells` beside it become is the sum of 1 / n over the free cells that touch the move, if
    n placements left cover the cell; `singles` and `pairs` count islands of one and of two cells.
    """

    cells: float = 0.0
    singles: int = 0
    pairs: int = 0


@checked_arguments
class Score(NamedTuple):
    """The score for which a move was chosen, in parts; `Weights.score` computes it.

    Attributes
    ----------
    matched : int
        The number of its sides that are edges already.
    window : int
        The number of its sides that are edges of the window, which count half.
    crookedness : float
        The part of the score for how crooked the shape is.
    span : float
        The part of the score for how far the shape reaches.
    splits : int
        The number of additional islands that the move makes.
    ahead : float
        The part of the score for what the move leaves around it; it is 0 except for the strategy
        tuned.
    total : float
        The weighted sum of the parts.
    weights : Weights or None
        The weights of the parts; None for a score without these parts, such as those that `plain`
        makes.
    named : mapping of str to float, or None
        The parts that a user's heuristic gives its score, by their names; their sum is the total.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Scoring" (without
    `splits` and `ahead`).

    Examples
    --------
    >>> from kaleido import solve
    >>> [move.score for move in solve("car", "paper").moves[:2]]
    [<Score: 16>, <Score: 10 + 10/2 + 0.26 = 15.26>]
    """

    matched: int
    window: int
    crookedness: float
    span: float
    splits: int
    ahead: float
    total: float
    weights: Hidden[Weights | None] = None
    named: Hidden[Mapping[str, float] | None] = None

    def __repr__(self) -> str:
        return f"<Score: {self.line}>"

    def __str__(self) -> str:
        return self.line

    def __float__(self) -> float:
        return float(self.total)

    def __format__(self, form: str) -> str:
        return format(self.total, form) if form else str(self)

    @classmethod
    def plain(cls, total: float, named: Mapping[str, float] | None = None) -> Score:
        """Return the score of a strategy that gives its moves one number each, or named parts."""
        return cls(*ScoreParts(0), total, named=named)

    @property
    def parts(self) -> dict[str, float]:
        """The parts that are not 0, by name and weighted: their sum is the total.

        Examples
        --------
        >>> Weights(split=-2).score(ScoreParts(10, 9, crookedness=0.26, splits=1)).parts
        {'matched': 10.0, 'window': 4.5, 'crookedness': 0.26, 'splits': -2.0}
        """
        return {term.name: term.value for term in self._terms}

    @property
    def line(self) -> str:
        """The parts as a sum in one line: the matched edges, half the window edges, the others.

        Numbers have at most two decimals. If one of them is rounded, the total is only ≈ the sum of
        the numbers shown.

        Examples
        --------
        >>> Weights().score(ScoreParts(10, 10, crookedness=0.26)).line
        '10 + 10/2 + 0.26 = 15.26'
        >>> Weights(matched=0.7, split=-2).score(ScoreParts(8, splits=2)).line
        '8 × 0.7 − 2 × 2 = 1.6'
        >>> Weights().score(ScoreParts(10, 10, crookedness=0.254)).line
        '10 + 10/2 + 0.25 ≈ 15.25'
        >>> Weights().score(ScoreParts(0)).line
        '0'
        >>> Score.plain(5.5, {"matched": 8, "corners": -2.5}).line
        '8 matched − 2.5 corners = 5.5'
        """
        shown = [term for term in self._terms if round(term.part, 2)]
        total = short_number(self.total)
        if not shown:
            return total
        first, *others = shown
        line = "−" * (first.value < 0) + first.words
        for term in others:
            line += f" {'−' if term.value < 0 else '+'} {term.words}"
        if line == total:
            return line
        numbers = [number for term in self._terms for number in (term.part, term.weight)]
        is_exact = all(round(number, 2) == number for number in numbers)
        return f"{line} {'=' if is_exact else '≈'} {total}"

    @property
    def _terms(self) -> list[_Term]:
        """The terms of the sum that are not 0."""
        terms = [_Term("score", self.total)]
        if self.named is not None:
            terms = [_Term(name, part, unit=name) for name, part in self.named.items()]
        elif weights := self.weights:
            factors = (weights.matched, weights.window, 1.0, 1.0, weights.split, 1.0)
            terms = list(map(_Term, ScoreParts._fields, self[:6], factors))
        return [term for term in terms if term.part and term.value]

    def as_dict(self) -> dict[str, Any]:
        """Return the parts and the total as plain values, without the weights."""
        return fields_of(self)


def _by_total(by: Callable[[Any, Any], Any]) -> Callable[[Score, Any], Any]:
    return lambda own, other: by(own.total, getattr(other, "total", other))


# Scores compare, add up and format as their totals.
for _name in ("add", "lt", "le", "gt", "ge"):
    setattr(Score, f"__{_name}__", _by_total(getattr(operator, _name)))
setattr(Score, "__radd__", vars(Score)["__add__"])  # noqa: B010


class _Term(NamedTuple):
    """A part of a score and its weight."""

    name: str
    part: float
    weight: float = 1.0
    unit: str = ""  # the name of the part, where a line says it

    @property
    def value(self) -> float:
        return round(self.part * self.weight, 6) + 0.0

    @property
    def words(self) -> str:
        """The part and its weight without a sign, such as 10/2."""
        part, weight = short_number(abs(self.part)), abs(self.weight)
        if weight == 1:
            return f"{part} {self.unit}".rstrip()
        if weight == 0.5:
            return f"{part}/2"
        return short_number(weight) if part == "1" else f"{part} × {short_number(weight)}"


def short_number(value: float) -> str:
    """Return a number with at most two decimals and a proper minus sign."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".").replace("-", "−")


Weight = Annotated[float, Bounds(-5, 5)]


@checked_arguments
@dataclass(frozen=True)
class Weights:
    """The weight of each part of a score.

    The first five are those of Singh's paper, with the figures that its score has. The others are
    ours and 0 by default.

    Parameters
    ----------
    matched : float
        A matched edge.
    window : float
        An edge in the window.
    corner : float
        An inward corner of the outline, or a twist: L and l3 have 1, T has 2, Z has 2 and a
        twist. The paper's values 0.26, 0.52 and 0.78 follow from this rule.
    block : float
        A 2 × 2 block of the shape: the square. At the top left corner of a window the paper's
        square counts as a corner.
    span : float
        A line of four.
    split : float
        Each additional island that the move leaves. The paper holds such moves back instead.
    scarce_cells, singles, pairs : float
        A part of the score for what a move leaves around it, which the paper does not have.
    pieces : mapping of str to float
        The weights of single pieces by name, instead of the crookedness and span of their shapes.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Scoring".

    Examples
    --------
    >>> weights = Weights()
    >>> weights.score(ScoreParts(10, 10, crookedness=0.78)).total
    15.78
    >>> weights.crookedness([(0, 0), (0, 1), (1, 1), (1, 2)])
    0.78
    >>> weights.crookedness([(0, 0), (0, 1), (1, 0), (1, 1)])
    0.4
    """

    matched: Weight = 1.0
    window: Weight = 0.5
    corner: Weight = 0.26
    block: Weight = 0.4
    span: Weight = 0.25
    split: Weight = 0.0
    scarce_cells: Weight = 0.0
    singles: Weight = 0.0
    pairs: Weight = 0.0
    pieces: Mapping[str, float] = field(default_factory=dict, hash=False)

    def score(self, parts: ScoreParts) -> Score:
        """Return the score with these parts."""
        return Score(*parts, self.total(parts), self)

    def total(self, parts: ScoreParts) -> float:
        """Return the total of the score with these parts."""
        matched, window, crookedness, span, splits, ahead = parts
        total = self.matched * matched + self.window * window + self.split * splits
        # Rounded, so that 0.1 + 0.2 is 0.3.
        return round(total + crookedness + span + ahead, 6)

    def lookahead(self, terms: LookaheadTerms) -> float:
        """Return the weighted sum of the lookahead terms."""
        cells, singles, pairs = terms
        worth = self.scarce_cells * cells + self.singles * singles + self.pairs * pairs
        # Adding 0.0 turns -0.0 into 0.0.
        return round(worth, 6) + 0.0

    def crookedness(self, cells: Collection[Cell], *, cornered: bool = False) -> float:
        """Return the crookedness of a shape, given as its cells (row, col).

        With `cornered` it lies at the top left corner of a window, where the paper's square counts
        as a corner.
        """
        spans = (range(min(numbers) - 1, max(numbers) + 1) for numbers in zip(*cells, strict=True))
        filled = [
            sum((row + i, col + j) in cells for i, j in product((0, 1), repeat=2))
            for row, col in product(*spans)
        ]
        corners = filled.count(3) + _is_twisted(cells)
        block = self.corner if cornered and len(cells) == 4 else self.block
        return round(self.corner * corners + block * filled.count(4), 6)

    def spanned(self, cells: Collection[Cell]) -> float:
        """Return the span of a shape, which only a line of four has."""
        is_straight = any(len(set(numbers)) == 1 for numbers in zip(*cells, strict=True))
        return self.span if is_straight and len(cells) == 4 else 0.0


ShapeWeights = Annotated[Weights | None, Fields(("matched", "corner", "block", "span"))]
"""The weights of a strategy that has no windows."""

PaperWeights = Annotated[
    Weights | None, Fields(("matched", "window", "corner", "block", "span", "split"))
]
"""The weights of the paper's score."""


def _is_twisted(cells: Collection[Cell]) -> bool:
    """Return whether a half turn, but no reflection, keeps a shape, as for the Z."""
    height, width = (max(numbers) + min(numbers) for numbers in zip(*cells, strict=True))
    own = set(cells)
    return own == {(height - row, width - col) for row, col in own} and own not in (
        {(height - row, col) for row, col in own},
        {(row, width - col) for row, col in own},
    )


class Matching:
    """Computes the scores of moves of some pieces.

    The `shapes` are the crookedness and the span of each piece, and `shape_totals` their sums.
    """

    def __init__(self, pieces: PieceSet, weights: Weights) -> None:
        self.weights = weights
        self._pieces = pieces
        self.shapes = _value_shapes(weights, pieces)
        self.shape_totals = tuple(map(sum, self.shapes))
        self._scores: dict[tuple[int, int], Score] = {}

    @cached_property
    def cornered(self) -> tuple[tuple[float, float], ...]:
        """The crookedness of each piece at the top left corner of a window, and no span."""
        found = _value_shapes(self.weights, self._pieces, cornered=True)
        return tuple((crookedness, 0.0) for crookedness, _ in found)

    def score(self, state: State, number: int, lookahead: LookaheadTerms | None = None) -> Score:
        """Return the score of placement `number` at a state, found without a window."""
        problem = state.problem
        matched = (problem.borders[number] & state.edges).bit_count()
        return self.with_matched(matched, problem.piece_numbers[number], lookahead)

    def with_matched(
        self, matched: int, piece: int, lookahead: LookaheadTerms | None = None
    ) -> Score:
        """Return the score of a piece, by its number, with `matched` edges."""
        if lookahead is None and (known := self._scores.get((matched, piece))):
            return known
        crookedness, span = self.shapes[piece]
        ahead = 0.0 if lookahead is None else self.weights.lookahead(lookahead)
        score = self.weights.score(ScoreParts(matched, 0, crookedness, span, ahead=ahead))
        if lookahead is None:
            self._scores[matched, piece] = score
        return score


matching_of = lru_cache(maxsize=64)(Matching)
"""Return the `Matching` of pieces and weights, with the scores that it has computed."""


def _value_shapes(
    weights: Weights, pieces: PieceSet, *, cornered: bool = False
) -> tuple[tuple[float, float], ...]:
    """Return the crookedness and the span of each piece.

    Shapes of cells other than squares have neither.
    """
    return tuple(
        (weights.pieces[piece.name], 0.0)
        if piece.name in weights.pieces
        else (weights.crookedness(cells, cornered=cornered), weights.spanned(cells))
        if pieces.lattice.is_square
        else (0.0, 0.0)
        for piece, cells in ((piece, piece.front.drawing.cells) for piece in pieces)
    )
