"""Every question that is asked of squares, asked of hexagons, triangles, cubes and spheres."""

from functools import cache
from itertools import islice
from math import dist

import pytest
from lattice_games import BOXES, Game, images, near, random_game
from lattice_puzzles import HEXIAMONDS, PUZZLES, SOMA
from some import some

import kaleido
from kaleido import Board, PieceSet, Position, Puzzle, Status, named_pattern
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.heuristics import BoardView, Candidate
from kaleido.heuristics.registry import STRATEGIES
from kaleido.hints.fitting import where_is
from kaleido.lab import attribute_costs
from kaleido.lab.statistics import cell_frequencies
from kaleido.plot.windows import window_densities
from kaleido.puzzle.parts import congruent_parts
from kaleido.search import State
from kaleido.search.strategies import WITHOUT_WINDOWS


def full(placements):
    return frozenset((each.piece, frozenset(each.cells)) for each in placements)


@cache
def game_of(name: str, seed: int) -> tuple[Game, Puzzle]:
    game = random_game(BOXES[name], seed)
    return game, Puzzle(game.board, game.set)


def games(name: str, number: int) -> list[tuple[Game, Puzzle]]:
    return [game_of(name, seed) for seed in range(number)]


def lettered(board: Board, letters: dict[tuple[int, int], str], **rules: str) -> Board:
    """Return a board with other letters on some cells."""
    rows = [
        "".join(letters.get((row, col), letter) for col, letter in enumerate(line))
        for row, line in enumerate(board.rows)
    ]
    depth = len(rows) // board.layers
    layers = ["/".join(rows[start : start + depth]) for start in range(0, len(rows), depth)]
    return Board("//".join(layers), lattice=board.lattice, **rules)


def ruled(pieces: PieceSet, rules: dict[str, str]) -> PieceSet:
    """Return a set with a rule more for some pieces."""
    lines = [f"{line} {rules.get(line.split()[0], '')}" for line in pieces.written().splitlines()]
    return PieceSet.parse("ruled", "\n".join(lines))


# Strategies.


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("strategy", [*WITHOUT_WINDOWS, lambda candidate: candidate.matched])
@pytest.mark.few(8)
def test_strategies_without_windows_work(name, strategy):
    recording = kaleido.record(PUZZLES[name], strategy, seed=1)
    answer = PUZZLES[name].solve(strategy, seed=1)
    assert answer.status is recording.answer.status is Status.SOLVED
    assert PUZZLES[name].check(answer.solution.placements) == ()


@pytest.mark.parametrize("name", PUZZLES)
def test_strategies_with_windows_say_which_have_none(name):
    puzzle = PUZZLES[name]
    others = [strategy for strategy in STRATEGIES if strategy not in WITHOUT_WINDOWS]
    assert others == ["paper", "paper-text", "paper-plus"]
    cells = puzzle.pattern.grid.lattice.cells
    said = (
        "windows are for squares, and constrained, tuned, probing, edge-matching and random need "
        f"none; this board is of {cells}"
    )
    for strategy in others:
        with pytest.raises(OptionError) as caught:
            puzzle.solve(strategy)
        assert str(caught.value) == said
    with pytest.raises(OptionError, match="windows are for squares"):
        kaleido.compare([puzzle], ["random", "paper"])
    with pytest.raises(OptionError, match="windows are for squares"):
        puzzle.solve(lambda candidate: candidate.window)
    with pytest.raises(OptionError, match="windows are for squares"):
        window_densities(State.empty(puzzle.problem))


def test_the_command_line_says_so_in_one_line(capsys):
    asked = ["solve", "--board", "hexagonal: ooo", "--pieces", "trominoes", "--strategy", "paper"]
    assert main(asked) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", PUZZLES)
def test_strategies_are_compared(name):
    compared = kaleido.compare([PUZZLES[name]], ["constrained", "tuned"], seeds=2)
    assert [run.status for run in compared.runs] == [Status.SOLVED] * 4


@pytest.mark.parametrize("name", BOXES)
def test_a_lookahead_finds_small_islands(name):
    singles = pairs = 0
    for game, puzzle in games(name, 6):
        points = game.drawn.points()
        for candidate in BoardView(State.empty(puzzle.problem)).candidates:
            terms = candidate.lookahead
            if terms is None:
                continue
            left = parts_of(points, game.cells.difference(candidate.cells), game.drawn.step)
            sizes = [len(part) for part in left]
            assert (terms.singles, terms.pairs) == (sizes.count(1), sizes.count(2))
            singles += terms.singles
            pairs += terms.pairs
    assert singles
    assert pairs


def parts_of(points, cells, step) -> list[set]:
    """Return the connected parts of some cells."""
    left, found = set(cells), []
    while left:
        part = [left.pop()]
        for cell in part:
            beside = {other for other in left if near(dist(points[cell], points[other]), step)}
            part.extend(beside)
            left -= beside
        found.append(set(part))
    return found


@pytest.mark.parametrize("name", PUZZLES)
def test_all_edges_are_known_at_the_end(name):
    recording = kaleido.record(PUZZLES[name])
    state = recording.steps[recording.line[-1]].place.state
    assert state.inner_edges == PUZZLES[name].problem.solved_edges


# Hints.


@pytest.mark.parametrize(
    ("board", "corners", "edges", "inside"),
    [
        ("4x5", 4, 10, 6),
        ("hexagonal: hexagon 3", 6, 6, 7),
        ("hexagonal: triangle 4", 3, 6, 1),
        ("hexagonal: ooooo", 2, 3, 0),
        ("triangle 4", 3, 6, 7),
        ("3x3x3", 8, 18, 1),
        ("pyramid 3", 5, 9, 0),
    ],
)
def test_where_a_cell_lies(board, corners, edges, inside):
    board = Board.parse(board)
    places = [
        where_is(board.grid, board.frame, cell)
        for cell in range(board.grid.size)
        if board.mask >> cell & 1
    ]
    assert [places.count(where) for where in ("corner", "edge", "inside")] == [
        corners,
        edges,
        inside,
    ]


def test_hints_name_corners_of_hexagons():
    hint = PUZZLES["hexagonal"].hint()
    assert hint.words.piece == "Try the piece A: 11 of its 18 sides already lie on a border."
    assert hint.reason.where == "corner"


# Why there is no solution, and other questions.


@pytest.mark.parametrize("name", PUZZLES)
def test_boards_of_other_cells_have_no_difficulty(name):
    with pytest.raises(OptionError, match=r"have no difficulty: .* which are for squares$"):
        PUZZLES[name].rate()


@pytest.mark.parametrize("name", PUZZLES)
def test_shares_of_pieces_add_up(name):
    puzzle = PUZZLES[name]
    shares = cell_frequencies(list(islice(puzzle.solutions(), 5)))
    for row, col in some(puzzle.pattern.grid.cells(puzzle.pattern.mask)):
        assert sum(share[row, col] for share in shares.values()) == pytest.approx(1)


def test_costs_leave_out_the_window():
    costs = attribute_costs(PUZZLES["spheres"], repeats=1)
    attributes = {name for name in dir(Candidate) if not name.startswith("_")}
    assert {cost.name for cost in costs} == attributes - {"window"}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_found_solution_is_one_of_several(name):
    puzzle = PUZZLES[name]
    assert not puzzle.unique()
    solution = puzzle.solve().solution
    assert Position(puzzle, solution.placements[:-1]).unique()
    assert puzzle.check(solution.placements[:-1])[0].endswith(("is missing", "is missing 1 time"))


@pytest.mark.long
def test_classic_numbers():
    count = Puzzle(Board.parse("3x3x3"), SOMA).count()
    assert (count.solutions, count.symmetric) == (11_520, 240)
    count = Puzzle(Board.parse("6x6 rhombus"), HEXIAMONDS).count()
    assert (count.solutions, count.symmetric) == (624, 156)
    assert Puzzle(Board.parse("3x12 parallelogram"), HEXIAMONDS).count().solutions == 0
    listed = Puzzle(Board.parse("3x3x3"), SOMA).solutions(up_to_symmetry=True)
    assert sum(1 for _ in listed) == 240


# Congruent parts.


def groupings(game: Game, full, number: int) -> int:
    """Count the ways to group the pieces of a solution into congruent parts, trying all."""
    points = game.drawn.points()
    pieces = [cells for _, cells in full]
    size = len(game.cells) // number

    def congruent(one, other) -> bool:
        goal = {cell: points[cell] for cell in sorted(other)}
        return bool(images([points[cell] for cell in sorted(one)], goal, mirrors=True))

    def group(left, found) -> int:
        if not left:
            return 1
        first, *rest = left
        total = 0
        for chosen in range(1 << len(rest)):
            more = [piece for place, piece in enumerate(rest) if chosen >> place & 1]
            part = frozenset().union(first, *more)
            if len(part) != size or len(parts_of(points, part, game.drawn.step)) > 1:
                continue
            if all(congruent(part, other) for other in found[:1]):
                others = [piece for piece in rest if piece not in more]
                total += group(others, [*found, part])
        return total

    return group(pieces, [])


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("number", [26, pytest.param(120, marks=pytest.mark.long)])
@pytest.mark.few(2)
def test_congruent_parts_are_those_of_brute_force(name, number):
    ways = 0
    for game, puzzle in games(name, number):
        for parts in (2, 3):
            if len(game.cells) % parts:
                continue
            for solution in islice(puzzle.solutions(), 3):
                found = list(congruent_parts(solution, parts))
                assert len(found) == groupings(game, full(solution.placements), parts), game
                ways += len(found)
    assert ways


# The rules of boards and pieces.


SIDES = {"hexagonal": 6, "triangular": 3, "cubic": 6, "spheres": 12}


def beside_the_frame(game: Game, cell) -> bool:
    """Return whether a cell touches fewer cells than it has sides."""
    points = game.drawn.points()
    touching = [
        other
        for other in game.cells
        if other != cell and near(dist(points[cell], points[other]), game.drawn.step)
    ]
    return len(touching) < SIDES[game.drawn.name]


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("zone", ["edge", "q"])
@pytest.mark.few(4)
def test_pieces_in_zones(name, zone):
    found = lost = 0
    for game, puzzle in games(name, 4):
        half = sorted(game.cells)[: len(game.cells) // 2 + 2]
        cells = {
            cell
            for cell in game.cells
            if (beside_the_frame(game, cell) if zone == "edge" else cell in half)
        }
        board = puzzle.pattern
        if zone == "q":
            board = lettered(board, dict.fromkeys(half, "q"))
        narrowed = Puzzle(board, ruled(game.set, {"A": f"in {zone}"}))
        solutions = game.solutions()
        wanted = {
            each for each in solutions if all(piece != "A" or part <= cells for piece, part in each)
        }
        assert {full(solution.placements) for solution in narrowed.solutions()} == wanted
        assert narrowed.count().solutions == len(wanted)
        found += len(wanted)
        lost += len(solutions) - len(wanted)
    assert found
    # The boards of the games have few cells inside.
    assert lost or zone == "edge"


def test_a_piece_at_the_edge():
    puzzle = PUZZLES["hexagonal"]
    edge = set(puzzle.pattern.grid.cells(puzzle.pattern.zone("edge")))
    narrowed = Puzzle(puzzle.pattern, ruled(puzzle.pieces, {"E": "in edge"}))
    wanted = {
        full(solution.placements)
        for solution in puzzle.solutions()
        if all(edge.issuperset(each.cells) for each in solution.placements if each.piece == "E")
    }
    assert {full(solution.placements) for solution in narrowed.solutions()} == wanted
    assert len(wanted) < 18


@pytest.mark.parametrize("name", ["hexagonal", "cubic", "spheres"])
def test_optional_cells_stay_empty_where_no_piece_is(name):
    puzzle = PUZZLES[name]
    *others, last = puzzle.solve().solution.placements
    board = lettered(puzzle.pattern, dict.fromkeys(last.cells, "q"), optional="q")
    lines = [
        line.replace("x4", "x3") if last.piece == "L" and name == "spheres" else line
        for line in puzzle.pieces.written().splitlines()
        if not line.startswith(f"{last.piece} ") or name == "spheres"
    ]
    fewer = Puzzle(board, PieceSet.parse("fewer", "\n".join(lines)))
    holes = Puzzle(lettered(puzzle.pattern, dict.fromkeys(last.cells, ".")), fewer.pieces)
    assert fewer.count().solutions == holes.count().solutions >= 1
    assert fewer.check(others) == ()
    answer = fewer.solve()
    assert answer.status is Status.SOLVED
    assert (
        Position(fewer, answer.solution.placements).hint().sentence
        == "Every piece is placed: solved."
    )


@pytest.mark.parametrize("name", PUZZLES)
def test_pieces_shown_in_place(name):
    puzzle = PUZZLES[name]
    placement = puzzle.solve().solution.placements[0]
    board = lettered(puzzle.pattern, dict.fromkeys(placement.cells, placement.piece))
    given = Puzzle(board, puzzle.pieces)
    assert given.problem.placements(given.problem.givens)[0].cells == placement.cells
    if name != "triangular":
        assert given.count().solutions == Position(puzzle, [placement]).count().solutions
    assert placement in given.solve().solution.placements


def is_moved(game: Game, piece: str, cells) -> bool:
    """Return whether a piece lies as it is drawn, only moved."""
    points, own, there = game.drawn.points(), sorted(game.pieces[piece]), sorted(cells)
    # A triangle that points up is not moved to one that points down.
    if game.drawn.name == "triangular" and (sum(own[0]) + sum(there[0])) % 2:
        return False
    steps = [
        [a - b for a, b in zip(points[to], points[cell], strict=True)]
        for to, cell in zip(there, own, strict=True)
    ]
    return all(near(a, b) for step in steps for a, b in zip(step, steps[0], strict=True))


@pytest.mark.parametrize("name", BOXES)
def test_fixed_pieces_lie_as_they_are_drawn(name):
    solved = 0
    for game, _ in games(name, 5):
        fixed = Puzzle(game.board, ruled(game.set, dict.fromkeys(game.pieces, "fixed")))
        wanted = {each for each in game.solutions() if all(is_moved(game, *part) for part in each)}
        assert {full(solution.placements) for solution in fixed.solutions()} == wanted
        solved += bool(wanted)
    assert solved


def test_coloured_pieces_on_hexagons():
    # Three cells that touch cannot alternate in black and another colour; lines and bends can.
    with pytest.raises(kaleido.PieceError, match="do not alternate"):
        PieceSet.parse("bad", "# sides: two-faced\n# lattice: hexagonal\na rx/x. bx/.x")
    pieces = PieceSet.parse(
        "coloured", "# sides: two-faced\n# lattice: hexagonal\na rxr bxb\nb xr xb"
    )
    puzzle = Puzzle(Board("rxr/xb.", lattice="hexagonal"), pieces)
    (solution,) = puzzle.solutions()
    assert {(each.piece, each.face) for each in solution.placements} == {
        ("a", "front"),
        ("b", "back"),
    }
    assert puzzle.unique()
    # Two black cells touch there, and a red one touches the blue one.
    implied = puzzle.problem.implied.bit_count() - puzzle.problem.frame.bit_count()
    assert implied == 2
    wrong = Puzzle(Board("rxx/xb.", lattice="hexagonal"), pieces)
    assert wrong.why().kind == "colours"


def test_squares_keep_their_windows():
    assert named_pattern("car") == Puzzle("car").pattern
    assert Puzzle("car").solve("paper").status is Status.SOLVED
