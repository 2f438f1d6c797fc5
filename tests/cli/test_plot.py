import pytest
from PIL import Image

from kaleido import named_pattern
from kaleido.cli import main
from kaleido.plot.kinds import KINDS


@pytest.mark.long
@pytest.mark.parametrize("figure", [each for each in KINDS if each not in ("exploded", "parity")])
def test_every_figure(tmp_path, figure):
    path = tmp_path / "twelve.png"
    assert main(["plot", "twelve", "-f", figure, "-o", str(path), "--marks", "hatches"]) == 0
    with Image.open(path) as image:
        low, high = image.convert("L").getextrema()
        assert low < 80 < 240 < high


def test_what_a_board_cannot_show_is_said_before_it_is_searched(tmp_path, error_of):
    path = tmp_path / "board.png"
    for puzzle, reason in (
        ("kanoodle", "the board has no colours, so that they imply no edges"),
        ("soma-cube", "a checkerboard is made of squares; this board is of cubes"),
    ):
        assert error_of("plot", puzzle, "-f", "features", "-o", path) == f"kaleido: {reason}\n"
    assert not path.exists()


@pytest.mark.parametrize(
    ("figure", "strategy", "other"),
    [("board", "constrained", "paper-plus"), ("tree", "paper-plus", "constrained")],
)
def test_a_board_is_by_the_strategy_of_solve_and_moves_are_by_another(
    tmp_path, output_of, figure, strategy, other
):
    asked = ["plot", "twelve", "-f", figure, "-o", tmp_path / "twelve.png"]
    usual = output_of(*asked)
    assert "backtracks" in usual
    assert output_of(*asked, "-s", strategy) == usual
    assert output_of(*asked, "-s", other) != usual


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


def test_an_unknown_theme_is_named(tmp_path, error_of):
    for command, name in (("plot", "car.png"), ("animate", "car.gif")):
        assert "unknown theme 'sepia': expected light or dark" in error_of(
            command, "car", "-o", tmp_path / name, "--theme", "sepia"
        )


@pytest.mark.parametrize("suffix", ["pdf", pytest.param("png", marks=pytest.mark.long)])
def test_the_same_command_writes_the_same_bytes(tmp_path, suffix):
    paths = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for path in paths:
        assert main(["plot", "car", "-f", "tree", "-o", str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("figure", ["tree", pytest.param("progression", marks=pytest.mark.long)])
def test_titles_are_no_formulas(tmp_path, figure):
    pattern = tmp_path / "own.txt"
    pattern.write_text(
        f"# title: a $\\frac$ b\n{named_pattern('car')}".replace("# title: Car\n", "")
    )
    path = tmp_path / "own.png"
    assert main(["plot", str(pattern), "-f", figure, "-o", str(path), "--width", "3"]) == 0
