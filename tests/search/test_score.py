import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from naive import CELLS, Board, perimeter
from some import some

import kaleido
from kaleido import CLASSIC, Pattern, PieceSet, Placement, Puzzle, named_pattern, solve
from kaleido.heuristics import PaperPlus
from kaleido.model.square_grid import SquareGrid
from kaleido.search import Constrained, Place, ScoreParts, Solved, Weights, search
from kaleido.search.score import LookaheadTerms, Score
from kaleido.search.strategies.constrained import rarity

WEIGHTS = Weights()
BENT = {
    "l4-left-r": 0.26,
    "l4-left-x": 0.26,
    "l4-right-r": 0.26,
    "l4-right-x": 0.26,
    "l3-r": 0.26,
    "l3-x": 0.26,
    "t-r": 0.52,
    "t-x": 0.52,
    "z-left": 0.78,
    "z-right": 0.78,
    "square": 0.4,
}
# The score lines of the paper's car figure: piece, matched | window | piece edges, score.
LINES = [
    ("l4-left-r", 10, 10, 10, 15.26),
    ("l4-left-x", 10, 10, 10, 15.26),
    ("l4-right-r", 10, 10, 10, 15.26),
    ("l4-right-x", 10, 10, 10, 15.26),
    ("z-left", 10, 10, 10, 15.78),
    ("z-right", 10, 10, 10, 15.78),
    ("t-r", 8, 8, 10, 12.52),
    ("t-x", 8, 8, 10, 12.52),
    ("small-wand", 8, 8, 10, 12.25),
    ("square", 8, 8, 8, 12.4),
    ("line3-r", 5, 7, 8, 8.5),
    ("line3-x", 5, 7, 8, 8.5),
    ("domino", 6, 6, 6, 9.0),
    ("mono-r", 4, 4, 4, 6.0),
    ("mono-x", 4, 4, 4, 6.0),
]


def turns(piece: str) -> list[tuple[tuple[int, int], ...]]:
    return [turn.cells for face in CLASSIC[piece].faces for turn in face.orientations]


@pytest.mark.parametrize(("piece", "matched", "window", "edges", "total"), LINES)
def test_worked_lines(piece: str, matched: int, window: int, edges: int, total: float):
    for cells in some(turns(piece)):
        shape = WEIGHTS.crookedness(cells), WEIGHTS.spanned(cells)
        score = WEIGHTS.score(ScoreParts(matched, window, *shape))
        assert score.total == total
        assert SquareGrid(8, 8).border(cells).bit_count() == perimeter(cells) == edges


@pytest.mark.parametrize("piece", [piece.name for piece in CLASSIC])
def test_shape_parts_whichever_way_a_piece_lies(piece: str):
    for cells in some(turns(piece)):
        moved = [(row + 3, col + 2) for row, col in cells]
        for shape in (cells, moved):
            assert WEIGHTS.crookedness(shape) == BENT.get(piece, 0)
            assert WEIGHTS.spanned(shape) == (0.25 if piece == "small-wand" else 0)


@given(st.integers(0, 18), st.integers(0, 24), st.integers(0, 3))
def test_the_total_weighs_every_part(matched: int, window: int, splits: int):
    weights = Weights(matched=3, window=0.1, split=-0.7)
    score = weights.score(ScoreParts(matched, window, 0.26, 0.25, splits))
    total = 3 * matched + 0.1 * window - 0.7 * splits + 0.51
    assert score.total == pytest.approx(total, abs=1e-6)
    assert score[:5] == (matched, window, 0.26, 0.25, splits)


def test_a_split_lowers_the_score_if_it_has_a_weight():
    whole, split = ScoreParts(9, 6), ScoreParts(9, 6, splits=1)
    assert WEIGHTS.total(split) == WEIGHTS.total(whole)
    assert Weights(split=-2).total(split) == WEIGHTS.total(whole) - 2


SPLIT = Weights(split=-2)


def places(pattern: Pattern, most: int, weights: Weights = SPLIT) -> list[Place]:
    events = search(Puzzle(pattern).problem, PaperPlus(weights=weights), max_nodes=most)
    return [event for event in events if isinstance(event, Place)]


def test_the_wand_of_the_car_scores_16():
    moves = places(named_pattern("car"), 18, WEIGHTS)
    wand = [each for each in moves if each.placement.piece == "wand"]
    assert [each.score.total for each in wand] == [16.0]


@pytest.mark.parametrize(
    "name", ["car", "checkerboard", "seal", "starship", "greek-temple", "two-llamas"]
)
def test_scores_of_real_moves(name: str):
    pattern = named_pattern(name)
    for place in some(places(pattern, 60)):
        before = place.state.parent
        board = Board(pattern, before.problem.placements(before.path))
        score, cells = place.score, place.placement.cells
        assert score.matched == board.matched(cells) <= perimeter(cells)
        piece, window = place.placement.piece, place.found.window
        # A square at the top left corner of a window counts as a corner. A small wand spans none
        # of the windows that are an island of four cells.
        corner = place.found.kind in ("window", "trivial") and window is not None
        assert score.crookedness in ({BENT.get(piece, 0), 0.26} if piece == "square" and corner
                                     else {BENT.get(piece, 0)})  # fmt: skip
        assert score.span in ({0, 0.25} if piece == "small-wand" and corner
                              else {0.25 * (piece == "small-wand")})  # fmt: skip
        assert score.splits >= 0
        assert score.total == pytest.approx(
            score.matched + score.window / 2 + score.crookedness + score.span - 2 * score.splits
        )
        if score.window:
            assert score.total + 2 * score.splits >= score.matched
        totals = [place.fork.score(rank).total for rank in range(len(place.fork.moves))]
        if place.found.kind == "window":
            assert totals[:2] == sorted(totals[:2], reverse=True)
        waiting = [each.total for _, each in place.siblings]
        assert waiting == totals[place.rank + 1 : place.kept]


def naive_splits(board: Board, placement: Placement, left: Counter[int]) -> int:
    """Count the islands too many that a move leaves of the one it lies on."""
    rest = set(board.island(placement.cells[0])) - set(placement.cells)
    board = Board(board.pattern, [Placement("filled", "", tuple({*CELLS} - rest))])
    sizes = [len(island) for island in board.islands()]
    fillable = {1: left[1] >= 1, 2: left[2] >= 1 or left[1] >= 2}
    return max(len(sizes) - 1 - sum(fillable.get(size, False) for size in sizes), 0)


@pytest.mark.parametrize("name", ["two-llamas", "crossroads"])
@pytest.mark.few(1)
def test_splits_of_all_moves_proposed(name: str):
    seen = Counter[str]()
    pattern = named_pattern(name)
    for place in places(pattern, 70):
        problem, before = place.state.problem, place.state.parent
        placed = problem.placements(before.path)
        board = Board(pattern, placed)
        used = {placement.piece for placement in placed}
        for rank, move in enumerate(place.fork.moves):
            placement, score = problem.placement(move), place.fork.score(rank)
            own = {*used, placement.piece}
            left = Counter(piece.size for piece in CLASSIC if piece.name not in own)
            # The wand's homes count none, nor does a single cell in a window of value 1.
            is_single = len(placement.cells) == 1 and score[:2] == (4, 4)
            counts = place.fork.found(rank).kind != "longest" and not is_single
            splits = naive_splits(board, placement, left) if counts else 0
            assert score.splits == splits
            seen["window"] += score.window > 0
            seen["split"] += score.splits > 0
    assert seen["window"]
    assert seen["split"]


@pytest.mark.parametrize("strategy", [Constrained, PaperPlus])
def test_weights_turn_the_order_but_not_the_answer(strategy: type[Constrained] | type[PaperPlus]):
    pattern = named_pattern("seal")
    odd = strategy(weights=Weights(-1, -1, 0, 0, 0, 0))
    answer = solve(pattern, odd)
    assert answer.status == "solved"
    plain = solve(pattern, strategy())
    assert [move.placement for move in answer.moves] != [move.placement for move in plain.moves]


def test_the_other_strategies_score_without_windows():
    events = list(search(Puzzle(named_pattern("car")).problem, Constrained()))
    assert isinstance(events[-1], Solved)
    for place in events:
        if isinstance(place, Place):
            before = place.state.parent
            board = Board(named_pattern("car"), before.problem.placements(before.path))
            assert place.score.matched == board.matched(place.placement.cells)
            assert (place.score.window, place.score.splits) == (0, 0)


WEIGHT = st.sampled_from([-2.0, -0.5, 0.0, 0.3, 0.5, 1.0, 1.7])
SIGNS = str.maketrans("−×", "-*")
THOUSANDTH = st.integers(-4000, 4000).map(lambda number: number / 1000)
SHAPES = THOUSANDTH | st.integers(-400, 400).map(lambda number: number / 10)


@given(
    st.tuples(WEIGHT, WEIGHT, WEIGHT),
    st.tuples(st.integers(0, 18), st.integers(0, 18), st.integers(0, 4)),
    st.tuples(SHAPES, SHAPES),
)
def test_the_parts_of_a_score_and_its_line_add_up(weights, counts, shape):
    matched, window, split = weights
    rule = Weights(matched=matched, window=window, split=split)
    score = rule.score(ScoreParts(*counts[:2], *shape, counts[2]))
    assert sum(score.parts.values()) == pytest.approx(score.total, abs=1e-5)
    assert 0 not in score.parts.values()
    left, sign, right = re.fullmatch(r"(.*?)(?: ([=≈]) (.*))?", score.line).groups()
    # Fractions, so that what is claimed to be equal is so in each digit.
    exact = re.sub(r"[\d.]+", r"Fraction('\g<0>')", left.translate(SIGNS))
    value = eval(exact, {"Fraction": Fraction})
    assert float(value) == pytest.approx(score.total, abs=0.03)
    if sign == "=":
        assert value == Fraction(right.translate(SIGNS)) == Fraction(str(score.total))
    elif sign == "≈":
        assert float(Fraction(right.translate(SIGNS))) == round(score.total, 2)


def test_the_line_of_a_score_that_is_rounded_says_so():
    rule = Weights(window=1 / 3)
    assert rule.score(ScoreParts(10, 9, crookedness=0.254)).line == "10 + 9 × 0.33 + 0.25 ≈ 13.25"
    assert Weights().score(ScoreParts(3, crookedness=0.004)).line == "3"
    assert Weights().score(ScoreParts(3, 2, crookedness=0.004)).line == "3 + 2/2 ≈ 4"


def test_lines_of_scores():
    rule = Weights(split=-2)
    assert rule.score(ScoreParts(10, 10, crookedness=0.26)).line == "10 + 10/2 + 0.26 = 15.26"
    assert rule.score(ScoreParts(10, 9, splits=1)).line == "10 + 9/2 − 2 = 12.5"
    assert rule.score(ScoreParts(0, 8)).line == "8/2 = 4"
    assert rule.score(ScoreParts(16)).line == "16"
    assert rule.score(ScoreParts(0)).line == "0"
    assert Weights(window=0.3).score(ScoreParts(4, 5)).line == "4 + 5 × 0.3 = 5.5"
    assert Weights(window=-0.5).score(ScoreParts(0, 5)).line == "−5/2 = −2.5"


def test_a_score_of_ones_own_is_one_number_and_one_part():
    score = Score.plain(-3.456)
    assert (score.total, score.parts, score.line) == (-3.456, {"score": -3.456}, "−3.46")
    assert Score.plain(0).parts == {}
    assert "weights" not in score.as_dict()


def test_the_weights_that_the_paper_does_not_have_are_0():
    usual = Weights()
    ours = (usual.split, usual.scarce_cells, usual.singles, usual.pairs)
    assert [*map(str, ours), dict(usual.pieces)] == ["0.0"] * 4 + [{}]
    assert str(Weights(scarce_cells=-1.0).lookahead(LookaheadTerms(0, 0, 0))) == "0.0"


@pytest.mark.parametrize(
    ("lattice", "matched"), [("square", 1), ("hexagonal", 4 / 6), ("triangular", 4 / 3)]
)
def test_a_matched_edge_weighs_the_less_the_more_sides_cells_have(lattice: str, matched: float):
    pieces = PieceSet.parse("own", f"# sides: fixed\n# lattice: {lattice}\nA oo\nB oo")
    puzzle = Puzzle(kaleido.Board("oooo", lattice=lattice), pieces)
    assert rarity(puzzle.problem).matched == matched
