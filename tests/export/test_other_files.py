"""Puzzles in the files of other programs, and in our own exports: read, counted, written, read."""

import gzip
import re
from itertools import combinations, islice

import pytest
from some import some

from kaleido import PatternError, Position, Puzzle
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.export import burrtools_lines, export_lines, parts_from_burrtools, read_parts
from kaleido.library.puzzles import puzzle_facts
from kaleido.model import Board
from kaleido.model.piece_set import PieceSet

FEW = PieceSet.parse("few", "# sides: mirrored\n# use: some\nI ooo x0-2\nL oo/o. x1-2\nO oo/oo")
JOINED = PieceSet.parse("joined", "# sides: one-sided\nI oooo\nL ooo/o..\nD oo x2")
# What a person draws with the program: other names, colours that are not used, two problems.
DRAWN = """<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors><color red="9" green="9" blue="9"/></colors>
<shapes>
<voxel x="4" y="2" z="1" type="0">####
###+</voxel>
<voxel x="3" y="2" z="2" type="0" name="long,:@#one">###______ __</voxel>
<voxel x="2" y="2" z="1" type="0" name="long one">###_</voxel>
<voxel x="1" y="1" z="1" type="0">#</voxel>
</shapes>
<problems>
<problem state="2" assemblies="3" solutions="3" time="0" name="One left over">
<shapes><shape id="1" count="1"/><shape id="2" count="1"/><shape id="3" min="1" max="2"/></shapes>
<result id="0"/><bitmap/></problem>
<problem><shapes><shape id="3" count="1"/></shapes><result id="3"/></problem>
</problems><comment/></puzzle>
"""


def written(position, form):
    return "\n".join(export_lines(position.state, form))


def read(tmp_path, text, name="puzzle.xmpuzzle"):
    path = tmp_path / name
    path.write_text(text)
    return Puzzle(*read_parts(path))


def test_optional_cells_and_ranges_of_copies_are_kept(tmp_path):
    puzzle = Puzzle(Board.parse("# optional: a\nooaaa/ooaoo/ooooo"), FEW)
    count = puzzle.count().solutions
    assert count > 0
    for form in ("burrtools", "json"):
        assert read(tmp_path, written(Position(puzzle), form)).count().solutions == count


def test_pieces_on_the_board_are_left_out(tmp_path):
    position = Position(Puzzle("soma-cube")).push(
        next(Puzzle("soma-cube").solutions()).placements[0]
    )
    left = position.count().solutions
    for form in ("burrtools", "json"):
        assert read(tmp_path, written(position, form)).count().solutions == left


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("first-steps", None),
        ("soma-cube", None),
        ("ooa/oob", "# sides: mirrored\nA oo/o. x1-2\nB o x0-2 in ab"),
        ("oo--/oo--", "# sides: mirrored\nA oo x2\nB oo/oo x0-1"),
    ],
)
def test_a_position_with_nothing_left_is_read_with_its_last_piece(tmp_path, board, pieces):
    if pieces:
        pieces = PieceSet.parse("own", pieces)
        board = Board(board, optional="-" if "-" in board else "")
    puzzle = Puzzle(board, pieces)
    for solution in some(islice(puzzle.solutions(), 3)):
        again = read(tmp_path, written(Position(puzzle, solution.placements), "json"))
        (last,) = next(again.solutions()).placements
        assert last == solution.placements[-1]
        assert again.count().solutions == 1


@pytest.mark.parametrize("wrap", ["", "rows", "columns", "both"])
def test_joined_sides_come_apart_where_pieces_cover_a_whole_line(tmp_path, wrap):
    puzzle = Puzzle(Board.parse("3x4", wrap=wrap), JOINED)
    emptied = 0
    for solution in some(islice(puzzle.solutions(), 6)):
        for placed in combinations(solution.placements, 2):
            position = Position(puzzle, placed)
            again = read(tmp_path, written(position, "json"))
            emptied += again.pattern.wrap != wrap
            assert again.count().solutions == position.count().solutions
    assert bool(emptied) == bool(wrap)


@pytest.mark.parametrize("rule", ["in", "at"])
def test_rules_without_the_cells_that_are_covered(tmp_path, rule):
    lines = ("A oo", f"B o {rule} ab", f"C o x0-1 {rule} a", "D oo", "E o")
    pieces = PieceSet.parse("own", "\n".join(("# sides: fixed", *lines)))
    start = Position(Puzzle(Board.parse("aab/oob"), pieces))
    for text in ("A@A1", "D@B1", "E@B3"):
        position = start.push(text)
        number = read(tmp_path, written(position, "json")).count().solutions
        assert number == position.count().solutions > 0
    pieces = PieceSet.parse("own", "# sides: fixed\nA o\nB o in edge x0-9")
    start = Position(Puzzle(Board.parse("3x3"), pieces))
    assert read(tmp_path, written(start.push("B@A1"), "json")).count().solutions == 1
    with pytest.raises(PatternError, match="more cells are at the edge, where 'B' lies"):
        read(tmp_path, written(start.push("B@A2"), "json"))


def test_a_file_as_a_person_draws_it(tmp_path):
    puzzle = read(tmp_path, DRAWN)
    assert puzzle.pattern.text == "oooo/ooo-"
    assert puzzle.pattern.title == "One left over (problem 1 of 2)"
    assert [piece.name for piece in puzzle.pieces] == ["long-one", "long-one-2", "S3"]
    assert puzzle.pieces.counts == (1, 1, 2)
    assert puzzle.pieces.needed == (1, 1, 1)
    assert puzzle.pieces.lattice.name == "cubic"
    assert puzzle.count().solutions == count_by_hand()


def test_any_problem_of_a_file_by_number_or_name(tmp_path, output_of, error_of):
    path = tmp_path / "mehrere.xmpuzzle"
    path.write_bytes(DRAWN.replace("long one", "gr\u00f6\u00dfer").encode("latin-1"))
    for name in ("#2", ":2"):
        assert output_of("count", f"{path}{name}").startswith("1 solution")
    assert Puzzle(f"{path}#One left over").count() == Puzzle(path).count()
    assert Puzzle(path).pieces.pieces[1].name == "gr\u00f6\u00dfer"
    assert "unknown problem '3': expected 1, 2 or One left over" in error_of("count", f"{path}#3")


@pytest.mark.parametrize("name", ["hexiamond-6x6", "soma-pyramid", "soma-cube", "pentomino-6x10"])
def test_puzzles_of_several_grids_are_read_back(tmp_path, name):
    puzzle = Puzzle(name)
    again = read(tmp_path, written(Position(puzzle), "burrtools"))
    assert again.pieces.lattice == puzzle.pieces.lattice
    assert len(again.problem.masks) == len(puzzle.problem.masks)
    first = next(puzzle.solutions())
    assert len(again.pieces) == len(puzzle.pieces) == len(first.placements)


def test_prisms_and_spheres_lie_as_in_space(tmp_path):
    def shape(x, y, z, cells):
        return f'<voxel x="{x}" y="{y}" z="{z}">{cells}</voxel>'

    def file(grid, board, piece, number):
        return (
            f'<puzzle><gridType type="{grid}"/><shapes>{board}{piece}</shapes><problems><problem>'
            f'<shapes><shape id="1" count="{number}"/></shapes><result id="0"/>'
            "</problem></problems></puzzle>"
        )

    hexagon = shape(7, 4, 1, "_#####_##############_#####_")
    puzzle = read(tmp_path, file(1, hexagon, shape(2, 1, 1, "##"), 12))
    own = PieceSet.parse("own", "# sides: mirrored\n# lattice: triangular\nA oo x12")
    known = Puzzle(Board.parse("# lattice: triangular\nhexagon 2"), own).count()
    assert (puzzle.count().solutions, puzzle.count().turned) == (known.solutions, known.turned)
    # Four spheres that all touch each other go together in pairs in three ways.
    four = shape(2, 2, 2, "#__#_##_")
    puzzle = read(tmp_path, file(2, four, shape(2, 2, 1, "#__#"), 2))
    assert (puzzle.count().solutions, puzzle.count().turned) == (3, 1)


PRISMS = "# sides: one-sided\n# lattice: prisms\nD oo x0-6\nU o//o x0-6"


def test_prisms_in_layers(tmp_path, error_of):
    # Pairs cover two rings of six prisms in two ways more than the sixth number of Lucas says.
    puzzle = Puzzle(Board.parse("prisms: ooo/ooo//ooo/ooo"), PieceSet.parse("pairs", PRISMS))
    again = read(tmp_path, written(Position(puzzle), "burrtools"))
    assert again.pieces.lattice.name == "prisms"
    assert puzzle.count() == again.count() == len(list(again.solutions())) == 18 + 2
    text = "# lattice: prisms\nA .oooo/..o..//....o/....."
    one, fixed = (
        PieceSet.parse("own", f"# sides: {each}\n{text}") for each in ("one-sided", "fixed")
    )
    turned = one["A"].front.orientations
    # Turned over it is never its mirror image.
    assert (len(turned), len(fixed["A"].front.orientations)) == (12, 1)
    assert not {*turned} & {*turned[0].mirrored().rotations}
    asked = ["plot", str(tmp_path / "puzzle.xmpuzzle"), "-f", "exploded", "-o", "a.svg"]
    assert "expected cubes or spheres instead of triangular prisms" in error_of(*asked)


def count_by_hand():
    """Count by trying each place of a straight and of a bent piece of three cells."""
    board = {(row, col) for row in (0, 1) for col in range(4)}
    straight = [{(row, col + k) for k in range(3)} for row in (0, 1) for col in range(2)]
    blocks = [{(0, col), (0, col + 1), (1, col), (1, col + 1)} for col in range(3)]
    bent = [block - {cell} for block in blocks for cell in block]
    ways = 0
    for first in straight:
        for second in bent:
            left = board - first - second
            # One cube may stay away where the optional cell would be left open.
            if not first & second:
                ways += 1 + ((1, 3) in left)
    return ways


@pytest.mark.parametrize("compressed", [False, True])
def test_the_command_line_reads_them(tmp_path, capsys, compressed):
    text = written(Position(Puzzle("orders-1-4-square")), "burrtools")
    path, again = tmp_path / "square.xmpuzzle", tmp_path / "again.xmpuzzle"
    path.write_bytes(gzip.compress(text.encode()) if compressed else text.encode())
    assert main(["count", str(path)]) == 0
    count = puzzle_facts("orders-1-4-square").solutions
    assert f"{count:,} solutions" in capsys.readouterr().out
    assert main(["export", str(path), "-o", str(again)]) == 0
    assert gzip.decompress(again.read_bytes()).decode().startswith("<?xml")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("car", "colours on two sides"),
        ("pentomino-tube-4x15", "sides of the board are joined"),
        ("tetrahex-4x7", "hexagons"),
        ("one-sided-4x9", "may not be turned in space"),
        ("pentomino-jagged-square", "lies in 'edge'"),
    ],
)
def test_what_it_cannot_say_is_named(name, what):
    with pytest.raises(OptionError, match=what):
        list(burrtools_lines(Position(Puzzle(name)).state))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("<puzzle", "<riddle"), "no XML"),
        (("####\n###+", "####"), "shape 0 in the file"),
        (("####\n###+", "####\n##*+"), "shape 0 in the file"),
        (('gridType type="0"', 'gridType type="3"'), "is rhombic tetrahedra, expected cubes"),
        (('gridType type="0"', 'gridType type="9"'), "is type '9', expected cubes"),
        (('gridType type="0"', 'gridType type="1"'), "falls into parts"),
        (('gridType type="0"', 'gridType type="2"'), "shape 0 in the file of BurrTools has a"),
        (("###______ __", "#1##______ __"), None),
        (('min="1" max="2"/>', 'min="1" max="2"><group group="1" count="1"/></shape>'), None),
        (('result id="0"', 'result id="9"'), "names the shape '9'"),
        (('shape id="1"', 'shape id="x"'), "names the shape 'x'"),
        (('count="1"', 'count="-1"'), "'-1'"),
        (("<puzzle", '<!DOCTYPE a [<!ENTITY b "b">]><puzzle'), "<!"),
        (('x="4" y="2"', 'x="4000" y="2000"'), "at most"),
    ],
)
def test_faults_are_named(tmp_path, change, what):
    if what is None:  # it is about the colours of another shape, or about taking apart
        assert read(tmp_path, DRAWN.replace(*change)).count() == read(tmp_path, DRAWN).count()
        return
    with pytest.raises(PatternError, match=re.escape(what)):
        read(tmp_path, DRAWN.replace(*change))


@pytest.mark.parametrize("goal", ["#1#1#2#2", "#1#2+2+1", "##+1#2", "#1#1#1#1"])
@pytest.mark.parametrize("coloured", [("#1#1", "#2"), ("##", "#2"), ("#2#2", "#1"), ("#1#2", "#")])
@pytest.mark.parametrize(
    "pairs", [(), ("11",), ("11", "22"), ("12", "21"), ("11", "12", "21", "22")]
)
def test_pieces_lie_on_the_colours_that_they_go_with(tmp_path, goal, coloured, pairs):
    rows = [re.findall(r"[#+]\d?", text) for text in (goal, *coloured)]
    shapes = "".join(
        f'<voxel x="{len(row)}" y="1" z="1">{text}</voxel>'
        for row, text in zip(rows, (goal, *coloured), strict=True)
    )
    goes = "".join(f'<pair piece="{int(a) - 1}" result="{int(b) - 1}"/>' for a, b in pairs)
    text = (
        f"<puzzle><colors><color/><color/></colors><shapes>{shapes}</shapes><problems><problem>"
        '<shapes><shape id="1" min="0" max="2"/><shape id="2" min="0" max="4"/></shapes>'
        f'<result id="0"/><bitmap>{goes}</bitmap></problem></problems></puzzle>'
    )

    def fits(piece, at):
        under = rows[0][at : at + len(piece)]
        return len(under) == len(piece) and all(
            "" in (a[1:], b[1:]) or a[1:] + b[1:] in pairs
            for a, b in zip(piece, under, strict=True)
        )

    def ways(at, left):
        if at == 4:
            return 1
        found = ways(at + 1, left) if rows[0][at][0] == "+" else 0
        for number, piece in enumerate(rows[1:]):
            rest = tuple(n - (each == number) for each, n in enumerate(left))
            # Turned around, a piece of two colours lies on the same cells.
            if min(rest) >= 0 and any(fits(turn, at) for turn in (piece, piece[::-1])):
                found += ways(at + len(piece), rest)
        return found

    try:
        puzzle = read(tmp_path, text)
    except PatternError as problem:
        # Some cells of a piece go nowhere, or with several colours where others do not.
        assert "with colours that go" in str(problem)
        colours = {b[1:] for b in rows[0]}
        zones = [
            [{b[1:] for b in rows[0] if fits([a], rows[0].index(b))} for a in piece]
            for piece in rows[1:]
        ]
        assert any(
            not zone or (zone != own[0] and any(1 < len(each) < len(colours) for each in own))
            for own in zones
            for zone in own
        )
        return
    assert puzzle.count() == ways(0, (2, 4))


def test_a_bomb_does_not_go_off(tmp_path):
    path = tmp_path / "bomb.xmpuzzle"
    path.write_bytes(gzip.compress(b"<puzzle>" + b" " * 5_000_000))
    with pytest.raises(PatternError, match="longer than"):
        read_parts(path)
    path.write_bytes(gzip.compress(DRAWN.encode())[:60])
    with pytest.raises(PatternError, match="XML"):
        read_parts(path)


@pytest.mark.parametrize("code", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-7", "cp037"])
def test_no_encoding_hides_a_declaration(tmp_path, code):
    path = tmp_path / "bomb.xmpuzzle"
    text = DRAWN.replace('"1.0"?>', f'"1.0" encoding="{code}"?><!DOCTYPE a [<!ENTITY b "#">]>')
    path.write_bytes(gzip.compress(text.encode(code)))
    with pytest.raises(PatternError, match=r"<!|UTF-8|XML"):
        read_parts(path)


@pytest.mark.parametrize(
    ("tag", "noun"),
    [('<voxel x="1" y="1" z="1">#</voxel>', "shapes"), ('<shape id="1"/>', "pieces")],
)
def test_too_many_shapes_are_not_read(tmp_path, tag, noun):
    first = re.escape(tag.split()[0])
    for more, what in ((1030, "expected at most 1,024"), (100_000, f"100,0.. {noun}")):
        text = re.sub(f"(?={first} )", lambda _, more=more: tag * more, DRAWN, count=1)
        with pytest.raises(PatternError, match=what):
            read(tmp_path, text)


def test_other_files_are_none_of_them(tmp_path):
    for text in ("oo/oo", '{"a": "rx"}', "{", "[]"):
        path = tmp_path / "other.txt"
        path.write_text(text)
        assert read_parts(path) is None
    assert read_parts(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        '{"board": 1, "pieces": 2}',
        '{"board": ["oo"], "pieces": {}}',
        '{"board": ["oo"], "pieces": {"name": "a", "sides": "mirrored", "pieces": [1]}}',
        '{"board": ["oo"], "layers": 0, "pieces": {}}',
    ],
)
def test_json_of_another_form_is_refused(tmp_path, text):
    with pytest.raises(PatternError, match=r"puzzle.xmpuzzle"):
        read(tmp_path, text)


def test_a_raw_file_needs_no_path():
    board, pieces = parts_from_burrtools(DRAWN.encode(), "drawn")
    assert pieces.name == "drawn"
    assert board.optional == "-"
