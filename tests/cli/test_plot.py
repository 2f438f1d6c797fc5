import pytest
from PIL import Image
from samples import NONE, unsolvable

from kaleido import named_pattern
from kaleido.cli import main
from kaleido.plot.kinds import KINDS

HOPELESS = "/".join(["rxrxrxrr"] * 8)


@pytest.mark.long
@pytest.mark.parametrize(
    ("suffix", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")]
)
def test_every_format(tmp_path, capsys, suffix, magic):
    path = tmp_path / f"car.{suffix}"
    assert main(["plot", "car", "-s", "paper", "-o", str(path), "--width", "4"]) == 0
    assert path.read_bytes().startswith(magic)
    out = capsys.readouterr().out
    assert out == f"{path}: progression, solved, 20 moves tried, 2 backtracks\n"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.long
@pytest.mark.parametrize("figure", [each for each in KINDS if each not in ("exploded", "parity")])
def test_every_figure(tmp_path, figure):
    path = tmp_path / "twelve.png"
    assert main(["plot", "twelve", "-f", figure, "-o", str(path), "--marks", "hatches"]) == 0
    with Image.open(path) as image:
        low, high = image.convert("L").getextrema()
        assert low < 80 < 240 < high


def test_what_a_board_cannot_show_is_said_before_it_is_searched(tmp_path, capsys):
    path = tmp_path / "board.png"
    for puzzle, reason in (
        ("kanoodle", "the board has no colours, so that they imply no edges"),
        ("soma-cube", "a checkerboard is made of squares; this board is of cubes"),
    ):
        assert main(["plot", puzzle, "-f", "features", "-o", str(path)]) == 2
        assert capsys.readouterr().err == f"kaleido: {reason}\n"
    assert not path.exists()


def test_width_is_in_inches(tmp_path):
    path = tmp_path / "car.png"
    assert main(["plot", "car", "-f", "edges", "-o", str(path), "--width", "2.5"]) == 0
    with Image.open(path) as image:
        assert image.width == 2.5 * 150


@pytest.mark.parametrize(("theme", "ground"), [("light", "#ffffff"), ("dark", "#131416")])
def test_pictures_are_light_or_dark(tmp_path, theme, ground):
    path = tmp_path / "car.png"
    assert main(["plot", "car", "-f", "tree", "-o", str(path), "--theme", theme]) == 0
    with Image.open(path) as image:
        assert image.convert("RGB").getpixel((1, 1)) == tuple(bytes.fromhex(ground[1:]))


def test_an_unknown_theme_is_named(tmp_path, capsys):
    for command, name in (("plot", "car.png"), ("animate", "car.gif")):
        assert main([command, "car", "-o", str(tmp_path / name), "--theme", "sepia"]) == 2
        assert "unknown theme 'sepia': expected light or dark" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", ["pdf", pytest.param("png", marks=pytest.mark.long)])
def test_the_same_command_writes_the_same_bytes(tmp_path, suffix):
    paths = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for path in paths:
        assert main(["plot", "car", "-f", "tree", "-o", str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.long
def test_no_solution_and_giving_up_still_make_a_picture(tmp_path, capsys):
    path = tmp_path / "x.svg"
    assert main(["plot", HOPELESS, "-o", str(path)]) == 1
    assert "no solution (proved): the pieces cannot make" in capsys.readouterr().out
    path.unlink()
    assert main(["plot", unsolvable(NONE[0]).text, "-o", str(path)]) == 1
    path.unlink()
    assert main(["plot", "tree", "-o", str(path), "--max-nodes", "25"]) == 3
    assert "gave up: the limit of 25 nodes" in capsys.readouterr().out
    assert path.exists()


@pytest.mark.long
def test_pieces_already_on_the_board(tmp_path, capsys):
    path = tmp_path / "x.png"
    assert main(["plot", "car", "-s", "paper", "--place", "wand@0,3", "-o", str(path)]) == 0
    assert "solved, 19 moves tried" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["-o", "car.doc"], "'car.doc': expected a name that ends in .pdf, .png or .svg"),
        (["-o", "car"], "cannot write 'car': expected a name that ends in"),
        (["-o", "nowhere/car.png"], "no such folder: 'nowhere'"),
        (["-o", "car.png", "-f", "pie"], "unknown figure 'pie': expected progression,"),
        (["-o", "car.png", "--marks", "dots"], "unknown marks 'dots'"),
        (["-o", "car.png", "--width", "1"], "'1' is not a number of inches from 1.7 to 200"),
        (["-o", "car.png", "--width", "wide"], "'wide' is not a number of inches"),
        (["-o", "car.png", "-s", "best"], "unknown strategy 'best'"),
        ([], "Missing option"),
    ],
)  # fmt: skip
def test_bad_input(tmp_path, monkeypatch, capsys, options, complaint):
    monkeypatch.chdir(tmp_path)
    assert main(["plot", "car", *options]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_when_writing_fails(tmp_path, monkeypatch, capsys):
    path = tmp_path / "car.png"
    path.write_text("precious")

    def fail(*_args, **_options):
        raise OSError(28, "No space left on device", "car.png")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", fail)
    assert main(["plot", "car", "-f", "tree", "-o", str(path)]) == 2
    assert "No space left" in capsys.readouterr().err
    assert path.read_text() == "precious"
    assert [each.name for each in tmp_path.iterdir()] == ["car.png"]


def test_a_folder_is_no_picture(tmp_path, capsys):
    (tmp_path / "car.png").mkdir()
    assert main(["plot", "car", "-o", str(tmp_path / "car.png")]) == 2
    assert "it is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("figure", ["tree", pytest.param("progression", marks=pytest.mark.long)])
def test_titles_are_no_formulas(tmp_path, figure):
    pattern = tmp_path / "own.txt"
    pattern.write_text(
        f"# title: a $\\frac$ b\n{named_pattern('car')}".replace("# title: Car\n", "")
    )
    path = tmp_path / "own.png"
    assert main(["plot", str(pattern), "-f", figure, "-o", str(path), "--width", "3"]) == 0
