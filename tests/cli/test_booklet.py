"""``kaleido booklet``, and what ``kaleido pieces`` and ``kaleido show`` write."""

import re
import struct
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import Image

from kaleido import named_pattern, pattern_names
from kaleido.cli import main
from kaleido.library import find_set

CHECKERED = "/".join(["rxrxrxrx", "xrxrxrxr"] * 4)
HOPELESS = "/".join(["rxrxrxrr"] * 8)


def pages(path):
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def test_boards_of_all_kinds_come_once(tmp_path, output_of):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "own.txt").write_text(CHECKERED.replace("/", "\n"))
    (folder / "car.txt").write_text(f"{named_pattern('car')}\n")
    many = tmp_path / "many.json"
    many.write_text(f'{{"again": "{CHECKERED}", "tree": "{named_pattern("tree").text}"}}')
    path = tmp_path / "x.pdf"
    asked = ["car", str(folder), str(many), "tree", CHECKERED, "--per-page", "4"]
    # A title, the contents, three boards and their solutions.
    assert (
        output_of("booklet", *asked, "--no-count", "-o", path) == f"{path}: 3 boards on 4 pages\n"
    )
    assert pages(path) == 4


@pytest.mark.long
@pytest.mark.parametrize(("per_page", "count"), [(1, 10), (2, 5), (4, 3)])
def test_a_group(tmp_path, output_of, per_page, count):
    path = tmp_path / "digits.pdf"
    asked = ["--group", "digits", "--per-page", str(per_page), "--no-solutions"]
    assert len(pattern_names("digits")) == 10
    assert f"10 boards on {count + 2} pages" in output_of(
        "booklet", *asked, "--paper", "letter", "-o", path
    )
    assert pages(path) == count + 2
    assert b"/Title (Kaleidoscope: Digits)" in path.read_bytes()
    # 8.5 by 11 inches
    assert b"/MediaBox [ 0 0 612 792 ]" in path.read_bytes()


@pytest.mark.long
def test_generated_boards_follow_from_the_seed(tmp_path, output_of):
    written = []
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        path = tmp_path / f"{name}.pdf"
        asked = ["-n", "3", "--difficulty", "1..2", "--seed", seed, "--workers", "1"]
        assert "3 boards on 6 pages" in output_of("booklet", *asked, "-o", path)
        written.append(path.read_bytes())
    assert written[0] == written[1] != written[2]


def test_other_puzzles_and_pieces(tmp_path, output_of):
    path = tmp_path / "x.pdf"
    asked = ["first-steps", "orders-3x3", "--pieces"]
    assert "2 boards on 7 pages" in output_of("booklet", *asked, "-o", path, "--title", "Mine")
    assert b"/Title (Mine)" in path.read_bytes()


def test_boards_without_a_known_solution_are_named(tmp_path, output_of):
    path = tmp_path / "x.pdf"
    asked = [HOPELESS, "tree", "--max-nodes", "1", "-o", str(path)]
    out = output_of("booklet", *asked)
    assert "Board 1: no solution (proved)\n" in out
    assert "gave up: no solution found\n" in out


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ([], "no boards: expected PUZZLES, --group, or -n"),
        (["car", "-n", "3"], "leave them out, or PUZZLES"),
        (["--group", "digits", "--seed", "3"], "leave them out, or PUZZLES"),
        (["--group", "alphabt"], "unknown name 'alphabt': did you mean alphabet?"),
        (["--group", ""], "'' names no pattern"),
        (["cra"], "unknown name 'cra': did you mean"),
        (["nothing"], "no pattern file (*.txt) or picture in 'nothing'"),
        (["chess"], "unknown name 'chess'"),
        (["-n", "0"], "'0' is less than 1"),
        (["--difficulty", "6"], "'6' is not a difficulty"),
        (["car", "--paper", "a5"], "unknown paper 'a5': expected a4 or letter"),
        (["car", "--per-page", "3"], "3 boards per page: expected 1, 2 or 4"),
        (["car", "--marks", "dots"], "unknown marks 'dots'"),
        (["car", "-o", "nowhere/x.pdf"], "no such folder: 'nowhere'"),
        (["car", "-o", "nothing.pdf"], "'nothing.pdf': it is a folder"),
    ],
)  # fmt: skip
def test_bad_input_writes_nothing(tmp_path, monkeypatch, error_of, asked, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nothing").mkdir()
    (tmp_path / "nothing.pdf").mkdir()
    target = [] if "-o" in asked else ["-o", "x.pdf"]
    err = error_of("booklet", *asked, *target)
    assert complaint in err
    assert err.count("\n") == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["nothing", "nothing.pdf"]


@pytest.mark.parametrize(
    ("pieces", "area"),
    [("pentominoes", 1.0), ("tetrahexes", 1.5 * 3**0.5), ("hexiamonds", 3**0.5 / 4), ("own", 1.0)],
)
def test_outlines_to_cut_out(tmp_path, capsys, error_of, pieces: str, area: float):
    # A frame with a hole, a piece with a colour and a name that XML escapes, and copies.
    drawn = "# sides: mirrored\nR ooo/o.o/oo. x2\nF ooo/o.o/ooo\n&< oo pink"
    if pieces == "own":
        (tmp_path / "own.txt").write_text(drawn)
        pieces = str(tmp_path / "own.txt")
    path = tmp_path / "pieces.svg"
    assert main(["pieces", pieces, "-o", str(path), "--cell", "12.5"]) == 0
    chosen = find_set(pieces)
    pairs = zip(chosen, chosen.counts, strict=True)
    wanted = [each for each, copies in pairs for _ in range(copies)]
    assert capsys.readouterr().out == f"{path}: {len(wanted)} outlines\n"
    root = ElementTree.parse(path).getroot()
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width'][:-2]} {root.attrib['height'][:-2]}"
    boxes: list[list[float]] = []
    for each, shape in zip(wanted, root.findall("{*}path"), strict=True):
        assert shape.findtext("{*}title") == each.name
        loops = [
            [complex(*map(float, point.split())) for point in loop[1:-1].split("L")]
            for loop in re.findall("M[^Z]+Z", shape.attrib["d"])
        ]
        sides = [(a, b) for loop in loops for a, b in zip(loop, loop[1:] + loop[:1], strict=True)]
        covered = sum((a.conjugate() * b).imag / 2 for a, b in sides)
        assert abs(covered) == pytest.approx(each.size * area * 12.5**2, abs=1)
        for a, b in sides:
            assert abs(a - b) / 12.5 == pytest.approx(round(abs(a - b) / 12.5), abs=0.01)
        xs, ys = [point.real for point, _ in sides], [point.imag for point, _ in sides]
        boxes.append([min(xs), min(ys), max(xs), max(ys)])
    assert all(0 <= box[0] <= box[2] <= float(root.attrib["width"][:-2]) for box in boxes)
    assert all(0 <= box[1] <= box[3] <= float(root.attrib["height"][:-2]) for box in boxes)
    for one, other in combinations(boxes, 2):
        apart = (one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
        assert max(apart) > 3
    assert "pieces of cubes have no outlines" in error_of("pieces soma -o", path)
    assert main(["pieces", "classic", "-o", str(path.with_suffix(".png"))]) == 2


@pytest.mark.long
def test_pieces_to_cut_out(tmp_path, output_of):
    path = tmp_path / "pieces.pdf"
    for paper in ("a4", "letter"):
        assert output_of("pieces classic -o", path, "--paper", paper) == f"{path}: 2 pages\n"
        assert pages(path) == 2
    assert main(["pieces", "classic", "-o", str(path), "--cell", "12"]) == 0
    assert pages(path) == 1


@pytest.mark.parametrize(
    ("suffix", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<svg")]
)
@pytest.mark.parametrize("option", ["--islands", "--coordinates", "--marks letters"])
@pytest.mark.few(3)
def test_a_picture_of_a_pattern_alone(tmp_path, output_of, suffix, magic, option):
    path = tmp_path / f"car.{suffix}"
    assert output_of("show car -o", path).endswith(f"picture: {path}\n")
    plain = path.read_bytes()
    assert plain.startswith(magic)
    assert b"Pattern Car" in plain
    assert main(["show", "car", "-o", str(path), *option.split()]) == 0
    assert path.read_bytes() != plain


def test_the_picture_has_the_cells_of_the_pattern(tmp_path):
    path = tmp_path / "tree.svg"
    tree = named_pattern("tree")
    assert main(["show", "tree", "-o", str(path)]) == 0
    letters = re.findall(r'class="cell (\w)"', path.read_text())
    assert "".join(letters) == tree.text.replace("/", "")
    assert "implied" not in path.read_text()
    assert main(["show", "tree", "-o", str(path.with_suffix(".png"))]) == 0
    with Image.open(path.with_suffix(".png")) as image:
        assert image.width == image.height
        assert struct.unpack(">I", path.with_suffix(".png").read_bytes()[16:20]) == (image.width,)
