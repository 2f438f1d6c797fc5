import json
import re
from xml.etree import ElementTree as Tree

import pytest
from hypothesis import given
from packings import packings

from kaleido import CLASSIC, OptionError, Pattern, Puzzle, Solution, named_pattern, solve
from kaleido.draw.look import LOOK, PAPER, SHADES, TINTS
from kaleido.draw.svg import SCALE, draw_svg
from kaleido.model import implied_edges, label_islands
from kaleido.paper import Paper
from kaleido.search import Place, search

SPACE = "{http://www.w3.org/2000/svg}"


def parts(svg, kind):
    """The elements whose class starts with a word."""
    root = Tree.fromstring(svg)
    return [each for each in root.iter() if each.get("class", "").split(" ")[0] == kind]


def loops(element):
    """The corners of a path as (row, col) in cells, a list for each of its loops."""
    return [
        [
            (float(y) / SCALE, float(x) / SCALE)
            for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", part)
        ]
        for part in element.get("d").split("M")[1:]
    ]


def area(corners):
    turned = corners[1:] + corners[:1]
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(corners, turned, strict=True))) / 2


def state_after(pattern, moves):
    places = [each for each in search(Puzzle(pattern).problem, Paper()) if isinstance(each, Place)]
    return places[moves - 1].state


@given(packings())
def test_a_solution_has_64_cells_18_outlines_and_65_borders(pack):
    svg = draw_svg(Solution(pack.pattern, pack.placements))
    cells = parts(svg, "cell")
    assert len(cells) == 64
    letters = "".join(pack.pattern.rows)
    assert "".join(cell.get("class")[-1] for cell in cells) == letters
    assert [cell.get("fill") for cell in cells] == [SHADES[letter].fill for letter in letters]
    outlines = parts(svg, "piece")
    assert len(outlines) == 18
    for outline, placement in zip(outlines, pack.placements, strict=True):
        assert outline.get("class") == f"piece {placement.piece}"
        (corners,) = loops(outline)
        assert area(corners) == len(placement.cells)
        assert min(corners) == min(placement.cells)
    borders = parts(svg, "border")
    assert len(borders) == 65
    owner = {cell: number for number, each in enumerate(pack.placements) for cell in each.cells}
    for border in borders:
        (((row, col), (end, _)),) = loops(border)
        row, col = int(row), int(col)
        before = (row - 1, col) if row == end else (row, col - 1)
        assert owner[row, col] != owner[before]
    assert len({border.get("d") for border in borders}) == 65
    assert len(parts(svg, "frame")) == 32
    assert not parts(svg, "implied")
    assert not parts(svg, "island")
    assert not parts(svg, "text")


@pytest.mark.parametrize("name", ["car", "starship", "checkerboard"])
def test_a_pattern_shows_islands_and_implied_edges_on_request(name):
    pattern = named_pattern(name)
    bare = draw_svg(pattern)
    assert len(parts(bare, "cell")) == 64
    assert not parts(bare, "piece")
    assert not parts(bare, "border")
    svg = draw_svg(pattern, islands=True, implied=True)
    edges = implied_edges(pattern)
    assert len(parts(svg, "implied")) == edges.inner
    grounds = parts(svg, "island")
    labels, _ = label_islands(edges)
    tints = {}
    for ground, label in zip(grounds, labels.flat, strict=True):
        assert tints.setdefault(label, ground.get("fill")) == ground.get("fill")
    assert set(tints.values()) <= set(TINTS)


def test_islands_that_touch_have_different_tints():
    pattern = named_pattern("car")
    labels, _ = label_islands(implied_edges(pattern))
    fills = [each.get("fill") for each in parts(draw_svg(pattern, islands=True), "island")]
    for row in range(8):
        for col in range(7):
            for one, other in (((row, col), (row, col + 1)), ((col, row), (col + 1, row))):
                same = fills[one[0] * 8 + one[1]] == fills[other[0] * 8 + other[1]]
                assert same == (labels[one] == labels[other])


def test_a_state_sets_the_moved_piece_apart_and_pales_what_waits():
    state = state_after(named_pattern("twelve"), 5)
    svg = draw_svg(state)
    assert len(parts(svg, "piece")) == 5
    (moved,) = parts(svg, "moved")
    assert moved.get("d") == parts(svg, "piece")[-1].get("d")
    cells = [each.get("fill") for each in parts(svg, "cell")]
    covered = {cell for each in state.problem.placements(state.path) for cell in each.cells}
    for place, (fill, letter) in enumerate(
        zip(cells, "".join(state.problem.pattern.rows), strict=True)
    ):
        assert (fill == SHADES[letter].fill) == (divmod(place, 8) in covered)
    tinted = draw_svg(state, islands=True)
    assert len(parts(tinted, "island")) == 64 - len(covered)


@pytest.mark.parametrize("piece", list(CLASSIC), ids=lambda piece: piece.name)
def test_a_piece_shows_both_faces(piece):
    svg = draw_svg(piece)
    cells = parts(svg, "cell")
    letters = [face.drawing.colours for face in piece.faces]
    assert sorted(cell.get("class")[-1] for cell in cells) == sorted("".join(letters))
    front, back = parts(svg, "piece")
    assert area(loops(front)[0]) == area(loops(back)[0]) == piece.size
    assert max(col for _, col in loops(front)[0]) < min(col for _, col in loops(back)[0])


def test_marks_and_coordinates():
    pattern = named_pattern("starship")
    letters = parts(draw_svg(pattern, marks="letters"), "letter")
    assert "".join(each.text for each in letters) == "".join(pattern.rows)
    hatched = parts(draw_svg(pattern, marks="hatches"), "hatch")
    counts = pattern.counts
    assert len(hatched) == 3 * counts["r"] + 4 * counts["y"] + 3 * counts["b"]
    for element in hatched:
        (corners,) = loops(element)
        assert all(0 <= row <= 8 and 0 <= col <= 8 for row, col in corners)
        assert area(corners) > 0.01
    numbers = parts(draw_svg(pattern, coordinates=True), "coordinate")
    assert [each.text for each in numbers] == list("ABCDEFGH12345678")


def test_notebooks_get_a_picture_of_everything():
    solution = solve(named_pattern("car")).solution
    for thing in (solution, solution.pattern, CLASSIC["wand"], state_after(solution.pattern, 3)):
        assert thing._repr_svg_() == draw_svg(thing)


def test_sizes_scale_the_picture_alone():
    pattern = named_pattern("car")
    small, large = (Tree.fromstring(draw_svg(pattern, size=size)) for size in (10, 30))
    assert float(large.get("width")) == pytest.approx(3 * float(small.get("width")))
    assert small.get("viewBox") == large.get("viewBox")


def test_titles_are_text():
    title = '<script>&"'
    root = Tree.fromstring(draw_svg(Pattern(named_pattern("car").text, title)))
    assert root.find(f"{SPACE}title").text == f"Pattern {title}"


def test_the_look_as_plain_data_is_what_is_drawn():
    look = json.loads(json.dumps(LOOK.as_dict()))
    assert look["colours"]["paper"] == PAPER
    assert look["tints"] == list(TINTS)
    for letter, shade in look["shades"].items():
        assert shade["pale"] == SHADES[letter].pale
        assert [tuple(map(tuple, loop)) for loop in shade["hatch"]] == list(SHADES[letter].hatch)
    for cell in parts(draw_svg(named_pattern("starship")), "cell"):
        assert cell.get("fill") == look["shades"][cell.get("class").split()[1]]["fill"]
    drawn = draw_svg(state_after(named_pattern("car"), 3), implied=True)
    named = {"piece": "outline", "implied": "edge", "border": "border", "frame": "frame"}
    for kind, name in (*named.items(), ("moved", "moved")):
        for part in parts(drawn, kind):
            assert float(part.get("stroke-width")) == pytest.approx(SCALE * look["widths"][name])


@pytest.mark.parametrize("size", [0, -3, float("nan"), float("inf")])
def test_sizes_that_make_no_sense(size):
    with pytest.raises(OptionError, match="expected more than 0"):
        draw_svg(CLASSIC["wand"], size=size)


def test_unknown_marks():
    with pytest.raises(OptionError, match="'dots': expected none, letters or hatches"):
        draw_svg(CLASSIC["wand"], marks="dots")
