"""The figures of the paper, each on patterns whose numbers are known."""

from collections import Counter
from itertools import pairwise

import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from overlap import clashes
from some import some

from kaleido import (
    CLASSIC,
    Board,
    OptionError,
    Pattern,
    PieceError,
    PlacingError,
    Position,
    Puzzle,
    named_pattern,
    named_puzzle,
    named_set,
    plot,
    record,
)
from kaleido.draw.look import ACCENT, IMPLIED, INK, SHADES
from kaleido.model import implied_edges
from kaleido.search import Place
from kaleido.search.notation import parse_place

CAR = named_pattern("car")
SEAL = named_pattern("seal")
CHECKERBOARD = named_pattern("checkerboard")
STRIPES = Pattern("/".join(["rxrxrxrx"] * 8))
TUBE = Puzzle(Board.parse("4x5", wrap="columns"), named_set("tetrominoes"))


@pytest.fixture(scope="module")
def car():
    return Puzzle(CAR)


@pytest.fixture(scope="module")
def solution(car):
    return car.solve().solution


def polygons(ax):
    """How many polygons there are of each colour."""
    shapes = [each for each in ax.collections if isinstance(each, PolyCollection)]
    return Counter(to_hex(colour) for each in shapes for colour in each.get_facecolor())


def texts(ax):
    return [text.get_text() for text in ax.texts]


def titles(figure):
    return [ax.get_title() for ax in figure.axes]


# Edges


@pytest.mark.parametrize(("pattern", "count"), [(CHECKERBOARD, 0), (CAR, 52), (STRIPES, 56)])
def test_the_implied_edges_are_drawn_and_counted(pattern, count):
    ax = plot.edges(pattern).axes[0]
    assert ax.get_title() == f"{count} inner edges"
    assert polygons(ax)[IMPLIED] == count


def test_a_solved_board_has_65_inner_edges(solution):
    ax = plot.edges(solution).axes[0]
    assert ax.get_title() == "65 inner edges"
    assert (polygons(ax)[IMPLIED], polygons(ax)[ACCENT]) == (52, 13)


def test_the_frame_of_other_boards():
    ring = Board.parse("ooo/o.o/ooo")
    assert plot.edges(ring, which="frame").axes[0].get_title() == "16 edges of the frame"
    assert plot.edges(TUBE, which="frame").axes[0].get_title() == "10 edges of the frame"


def test_the_seam_of_a_tube_counts_once():
    inside = TUBE.problem.grid.all_edges & ~TUBE.problem.frame
    pairs = inside.bit_count()
    solution = TUBE.solve().solution
    joined = sum(
        (4 * len(each.cells) - TUBE.problem.grid.border(each.cells).bit_count()) // 2
        for each in solution.placements
    )
    assert plot.edges(solution).axes[0].get_title() == f"{pairs - joined} inner edges"


def test_the_reasons_of_a_few_edges():
    ax = plot.edge_reasons(CAR, (1, 2)).axes[0]
    # xrx rxr in car: "rxx" over "rrr", and the first r lies above an r.
    assert texts(ax).count("=") == 4
    assert texts(ax).count("black") == 2
    assert texts(ax).count("not\nblack") == 4
    assert ax.get_title() == "4 implied edges:\n1 both black, 3 both not black"
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    assert (round(left), round(right), round(top), round(bottom)) == (2, 5, 1, 3)


def test_the_reasons_on_the_whole_board_are_all_implied_edges():
    ax = plot.edge_reasons(CAR, (0, 0), (8, 8)).axes[0]
    assert texts(ax).count("=") == implied_edges(CAR).inner
    assert texts(ax).count("black") == CAR.counts["x"]


def test_a_checkerboard_becomes_the_pattern_row_by_row():
    figure = plot.features_and_edges(named_pattern("twelve"))
    found = [title.split(": ") for title in titles(figure)]
    assert [name for name, _ in found] == [
        "checkerboard",
        "1 row",
        *(f"{n} rows" for n in range(2, 9)),
    ]
    assert [int(edges.split()[0]) for _, edges in found] == [0, 0, 0, 4, 6, 17, 19, 29, 30]
    assert [polygons(ax)[IMPLIED] for ax in figure.axes] == [0, 0, 0, 4, 6, 17, 19, 29, 30]
    assert figure.get_suptitle() == "From the checkerboard to Twelve"


def test_the_nearest_checkerboard_is_taken():
    other = Pattern("/".join(["xrxrxrxr", "rxrxrxrx"] * 4))
    for pattern in (CHECKERBOARD, other):
        assert {title.split(": ")[1] for title in titles(plot.features_and_edges(pattern))} == {
            "0 edges"
        }


# Pieces


def test_mono_r_has_a_black_side():
    ax = plot.piece_faces(CLASSIC["mono-r"]).axes[0]
    assert ax.get_title() == "red-black dot (M)"
    assert texts(ax) == ["front\n1 red", "back\n1 black"]


def test_the_colours_of_other_pieces():
    assert texts(plot.piece_faces(CLASSIC["wand"]).axes[0]) == [
        "front\n4 black, 4 red",
        "back\n4 black, 2 yellow, 2 blue",
    ]
    assert texts(plot.piece_faces(named_set("pentominoes")["X"]).axes[0]) == ["front"]


# Islands


def test_an_island_fills_in_four_stages():
    figure = plot.island_filling(SEAL, (0, 0))
    assert titles(figure) == [
        "0 steps: 1 of 45 cells",
        "5 steps: 17 of 45 cells",
        "9 steps: 33 of 45 cells",
        "14 steps: 45 of 45 cells",
    ]
    assert [len(ax.texts) for ax in figure.axes] == [1, 17, 33, 45]
    assert Counter(texts(figure.axes[1])) == {"0": 1, "1": 2, "2": 3, "3": 4, "4": 3, "5": 4}


def test_no_step_crosses_an_edge():
    # The two rows are joined at their right ends alone.
    pattern = Pattern("rxrxrxrx/rxrxrxxr/" + "/".join(["rxrxrxrx", "xrxrxrxr"] * 3))
    for ax in some(plot.island_filling(pattern, (0, 0), stages=2).axes[1:]):
        steps = {
            tuple(int(x) for x in text.get_position()[::-1]): text.get_text() for text in ax.texts
        }
        assert steps[0, 7] == "7"
        assert steps[1, 7] == "8"
        assert (1, 0) not in steps


def test_steps_go_on_around_a_tube():
    figure = plot.island_filling(TUBE, (0, 0), stages=2)
    assert Counter(texts(figure.axes[-1]))["1"] == 3


def test_islands_are_counted_row_by_row():
    figure = plot.island_scan(SEAL)
    assert titles(figure) == [
        "row 0: 1 new, 1 island",
        "row 1: none new, 1 island",
        "row 2: 1 new, 2 islands",
        "row 3: none new, 2 islands",
        "row 4: 2 new, 4 islands",
        "row 5: none new, 4 islands",
        "row 6: 2 new, 6 islands",
        "row 7: none new, 6 islands",
    ]
    # Each island that has been met carries its number once, and a tint; the others are pale.
    assert texts(figure.axes[2]) == ["1", "2"]
    assert texts(figure.axes[-1]) == [str(number) for number in range(1, 7)]
    pale = polygons(figure.axes[2])
    assert sum(pale[SHADES[letter].pale] for letter in "xr") == 64 - 45 - 3


def test_every_island_stands_apart_with_its_offset():
    ax = plot.exploded_islands(SEAL).axes[0]
    assert texts(ax) == [
        "1: offset (0, 0)\n45 cells",
        "2: offset (2, 2)\n3 cells",
        "3: offset (4, 0)\n5 cells",
        "4: offset (4, 4)\n3 cells",
        "5: offset (6, 0)\n4 cells",
        "6: offset (6, 2)\n4 cells",
    ]
    middles = [text.get_position() for text in ax.texts]
    assert len(set(middles)) == 6


def test_the_most_constrained_islands_come_first():
    captions = [
        text.split("\n") for text in texts(plot.exploded_islands(SEAL, caption="edges").axes[0])
    ]
    densities = [float(lines[2].split()[0]) for lines in captions]
    assert densities == sorted(densities, reverse=True)
    for lines in captions:
        cells, edges = int(lines[0].split()[1]), int(lines[1].split()[0])
        assert lines[2] == f"{edges / cells:.2f} per cell"
    # Each implied edge has two sides, and each edge of the frame has one.
    assert sum(int(lines[1].split()[0]) for lines in captions) == 2 * 32 + 32


def test_trivial_islands_show_the_piece_that_fills_them(car, solution):
    found = [
        text.replace("\n", " ").split(": ")[1]
        for text in texts(plot.exploded_islands(car, caption="piece").axes[0])
    ]
    names = ["black-footed L (l)", "black-footed J (j)", "red-footed J (J)", "red-footed L (L)"]
    assert found == [f"{name} front" for name in names]
    assert {*names} <= {each.name for each in solution.placements}
    # An island of one black cell can take two pieces.
    single = plot.exploded_islands(
        Puzzle(named_pattern("no-single-squares")), caption="piece"
    ).axes[0]
    assert not any("dot" in text for text in texts(single))


def test_without_trivial_islands_the_figure_says_so():
    ax = plot.exploded_islands(Puzzle(CHECKERBOARD), caption="piece").axes[0]
    assert texts(ax) == ["No island is filled by exactly one piece."]


def test_an_island_of_ten_cells_wants_a_four_and_two_threes():
    puzzle = Puzzle("digit-2")
    fillings = {
        texts(plot.filled_island(each, (0, 0)).axes[0])[1]: each for each in puzzle.sample(2, 1)
    }
    assert "10 = 4 + (3 + 3)" in fillings
    ax = plot.filled_island(fillings["10 = 4 + (3 + 3)"], (0, 0)).axes[0]
    assert texts(ax)[0] == "10 cells at A1"
    lying = {each.name: each for each in fillings["10 = 4 + (3 + 3)"].placements}
    assert [len(lying[name].cells) for name in ax.get_title().split(", ")] == [4, 3, 3]
    assert all(eval(each.replace("=", "==")) for each in fillings)


# Moves


def test_the_wand_has_its_places_with_the_most_edges_first():
    figure = plot.placements(Puzzle(named_pattern("crossroads")))
    assert figure.get_suptitle() == "6 placements of big wand (W)"
    assert len(figure.axes) == 6
    counts = [int(title.split()[0]) for title in titles(figure)]
    assert counts == sorted(counts, reverse=True)
    for ax, count in zip(figure.axes, counts, strict=True):
        assert polygons(ax)[ACCENT] == count


def test_only_so_many_places_are_drawn(car):
    figure = plot.placements(car, "mono-r", max_boards=3)
    # With 32 red and 32 black cells its back cannot be used.
    assert figure.get_suptitle() == "32 placements of red-black dot (M), the first 3"
    assert len(figure.axes) == 3


def test_a_move_shows_its_matched_edges(car):
    placement = parse_place("t-r@0,4", car.state)
    ax = plot.overlap(car, placement).axes[0]
    assert ax.get_title() == "red T (T): matched 8 of 10"
    assert polygons(ax)[ACCENT] == 8
    bare = polygons(plot.board(Position(car, [placement]).state).axes[0])
    # Three dashes stand for each of the two new edges.
    assert polygons(ax)[INK] == bare[INK] + 6


def test_what_lies_on_the_board_counts_as_edges(car, solution):
    last = solution.placements[-1]
    state = Position(car, solution.placements[:-1]).state
    border = car.problem.grid.border(last.cells).bit_count()
    assert (
        plot.overlap(state, last).axes[0].get_title()
        == f"{last.name}: matched {border} of {border}"
    )


@pytest.mark.parametrize(
    ("corner", "shape", "title"),
    [
        ((0, 0), (2, 3), "2 × 3 at A1\n4 cells, 10 edges: 2.50 per cell"),
        ((5, 2), (3, 2), "3 × 2 at F3\n4 cells, 8 edges: 2.00 per cell"),
        ((0, 3), (4, 1), "4 × 1 at A4\n4 cells, 8 edges: 2.00 per cell"),
        ((0, 0), (1, 4), "1 × 4 at A1\n3 cells, 7 edges: 2.33 per cell"),
    ],
)
def test_a_window_holds_cells_and_edges_of_an_island(corner, shape, title):
    assert plot.window_frame(CAR, corner, shape).axes[0].get_title() == title


def test_a_window_may_look_at_another_island():
    ax = plot.window_frame(CAR, (0, 0), (1, 4), cell=(0, 3)).axes[0]
    assert ax.get_title().splitlines()[1].startswith("1 cell, 3 edges")


def test_boards_without_colours():
    puzzle = named_puzzle("pentomino-6x10")
    assert plot.edges(puzzle).axes[0].get_title() == "0 inner edges"
    assert plot.edges(puzzle.solve().solution).axes[0].get_title() == "55 inner edges"
    assert texts(plot.exploded_islands(puzzle).axes[0]) == ["1: offset (0, 0)\n60 cells"]
    assert len(plot.island_scan(puzzle).axes) == 6
    assert plot.placements(puzzle, "X", max_boards=1).get_suptitle().startswith("32 placements")
    filled = texts(plot.filled_island(puzzle.solve().solution, (0, 0)).axes[0])
    assert filled[1] == f"60 = {' + '.join(['5'] * 12)}"


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plot.edges(CAR, which="outer"), "unknown edges 'outer': expected inner or frame"),
        (
            lambda: plot.edge_reasons(CAR, (7, 6)),
            "the window of 2 × 3 cells at (7, 6) does not lie on the board of 8 × 8 cells",
        ),
        (
            lambda: plot.edge_reasons(CAR, (0, 0), (0, 2)),
            "the window of 0 × 2 cells at (0, 0) does not lie on the board of 8 × 8 cells",
        ),
        (
            lambda: plot.edge_reasons(Board.parse("3x3"), (0, 0)),
            "the board has no colours, so that they imply no edges",
        ),
        (
            lambda: plot.features_and_edges(Board.parse("3x3")),
            "the board has no colours, so that they imply no edges",
        ),
        (lambda: plot.island_filling(CAR, (8, 0)), "there is no free cell at (8, 0)"),
        (lambda: plot.island_filling(CAR, (-1, 0)), "there is no free cell at (-1, 0)"),
        (
            lambda: plot.island_filling(CAR, (0, 0), stages=1),
            "an island cannot fill in 1 stage: expected 2 or more",
        ),
        (
            lambda: plot.exploded_islands(Puzzle(CAR).solve().solution),
            "there are no islands: the pieces cover every cell",
        ),
        (
            lambda: plot.filled_island(Puzzle(CAR).solve().solution, (9, 9)),
            "there is no free cell at (9, 9)",
        ),
        (lambda: plot.placements(Puzzle(CAR), max_boards=0), "max_boards is 0, expected 1 or more"),
        (
            lambda: plot.placements(Puzzle(STRIPES), "square"),
            "the square (O) fits nowhere on the board",
        ),
        (
            lambda: plot.window_frame(CAR, (0, 0), (2, 3), cell=(7, 7)),
            "the window of 2 × 3 cells at (0, 0) holds no cell of the island",
        ),
        (
            lambda: plot.window_frame(Puzzle(CAR).solve().solution, (0, 0), (2, 3)),
            "the window of 2 × 3 cells at (0, 0) holds no cell of the island",
        ),
    ],
)
def test_bad_input_is_one_clear_line(draw, message, refusal_of):
    assert refusal_of(OptionError, draw) == message


def test_pieces_that_do_not_exist_or_fit(car, solution):
    with pytest.raises(PieceError, match="unknown piece 'stick'"):
        plot.placements(car, "stick")
    first = solution.placements[0]
    with pytest.raises(PlacingError, match="cannot be placed there"):
        plot.overlap(Position(car, [first]).state, first)


def test_captions_of_many_islands_keep_apart():
    assert clashes(plot.exploded_islands("no-single-squares")) == []


HOLES = {
    # Moves and backtracks of the paper's own figures.
    "car": (20, 2),
    "twelve": (18, 0),
    "no-single-squares": (19, 1),
}


def below(ax):
    """The words below the parts of a hole progression, in their order."""
    return [text.get_text() for text in ax.texts if text.get_va() == "top"]


def above(ax):
    """The titles of the moves of a hole progression, in their order."""
    return [text.get_text() for text in ax.texts if text.get_va() == "bottom"]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", HOLES)
def test_holes_are_those_of_the_papers_progressions(name):
    recording = record(named_pattern(name), "paper")
    figure = plot.hole_progression(recording)
    (ax,) = figure.axes
    moves, backtracks = HOLES[name]
    words, titles = below(ax), above(ax)
    assert len(words) == moves + backtracks + 1
    places = [event for event in recording.events if isinstance(event, Place)]
    for number, (title, event) in enumerate(zip(titles[:-1], places, strict=True), start=1):
        move = event.placement
        assert title.startswith(f"{number}  {move.name} {move.face}, ")
    assert titles[-1] == "solution"
    # The panels follow the events, in order, and rows are read from left to right.
    for text, event in zip(words, recording.events, strict=True):
        if isinstance(event, Place):
            score, numbers, found = text.split("\n")
            assert score == event.score.line
            assert numbers.count(" | ") == 2
            assert found == event.found.brief
        else:
            assert text in ("Backtrack!", "")
    at = [text.get_position() for text in ax.texts if text.get_va() == "bottom"]
    for before, after in pairwise(at):
        assert after[0] > before[0] or after[1] > before[1]


def test_holes_colour_what_is_open_and_pale_what_the_piece_takes():
    recording = record(CAR, "paper", max_nodes=1)
    (ax,) = plot.hole_progression(recording).axes
    # The wand lies in an island of 16 cells and takes 8. Beside it stands the wand itself, and
    # at the end the whole board with the wand on it.
    assert below(ax) == ["16\n16 | – | 18\nlongest piece", ""]
    assert above(ax) == ["1  big wand (W) front, A4", "1 of 18 pieces: gave up"]
    drawn = polygons(ax)
    full = [drawn[SHADES[letter].fill] for letter in "xr"]
    pale = [drawn[SHADES[letter].pale] for letter in "xr"]
    assert full == [4 + 4 + 4, 4 + 4 + 4]
    assert pale == [4 + 28, 4 + 28]


@pytest.mark.long
def test_holes_of_long_searches_and_of_other_strategies():
    recording = record(CAR, "paper")
    (ax,) = plot.hole_progression(recording, max_moves=19).axes
    assert [text for text in below(ax) if "|" not in text] == ["15–16\nnot kept", ""]
    recording = record(CAR)
    (ax,) = plot.hole_progression(recording).axes
    others = [text for text in below(ax) if " | – | " not in text]
    assert others == ["Backtrack!"] * recording.answer.backtracks + [""]
    llamas = record(named_pattern("heart"), "random", seed=3, max_nodes=600)
    (ax,) = plot.hole_progression(llamas, max_moves=600).axes
    assert len(below(ax)) == len(llamas.events)
    (ax,) = plot.hole_progression(record(TUBE, max_nodes=20)).axes
    assert above(ax)[-1] == "solution" or "pieces" in above(ax)[-1]


@pytest.mark.few(2)
@pytest.mark.parametrize("width", [1.7, 5.0, 10.5])
def test_holes_wrap_to_the_width(width):
    figure = plot.hole_progression(record(CAR, "paper"), width=width)
    assert figure.get_figwidth() <= width
    assert clashes(figure) == []


def test_the_moves_of_a_window_are_drawn_with_their_scores():
    twelve = record(named_pattern("twelve"), "paper")
    place = twelve.steps[12].place
    figure = plot.window_moves(place)
    assert figure.get_suptitle() == "4 moves in the window 3 × 2 at F1"
    before, *moves = map(texts, figure.axes)
    assert before == ["before the move", "", "6 cells, 7 edges"]
    assert [words[0] for words in moves] == [
        "1  square (O) front", "2  S front", "6  red-footed J (J) front", "8  square (O) front",
    ]  # fmt: skip
    assert [words[1] for words in moves] == ["kept", "kept", "deferred", "deferred"]
    assert moves[0][2] == "6 + 6/2 + 0.4 = 9.4"
    assert moves[1][2] == "5 + 7/2 + 0.78 = 9.28"
    # The last move of the board before is none of the window's.
    assert ACCENT not in polygons(figure.axes[0])
    assert all(ACCENT in polygons(ax) for ax in figure.axes[1:])
    wand = twelve.steps[0].place
    with pytest.raises(OptionError, match=r"big wand \(W\) front at .* was not found in a window"):
        plot.window_moves(wand)
    with pytest.raises(OptionError, match="was not found in a window"):
        plot.window_moves(record(CAR).steps[0].place)
