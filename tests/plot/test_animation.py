import itertools
import json
import sys
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as Tree

import matplotlib
import numpy as np
import pytest
from PIL import Image
from samples import NONE, unsolvable

from kaleido import Board, Puzzle, named_pattern, record
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.draw.look import WINDOW
from kaleido.library.piece_sets import named_set
from kaleido.plot import animate
from kaleido.plot.animation import COLOURS, RATE, Animation, Palette, choose_frames, time_frames
from kaleido.plot.stage import SIZE, Stage, size_of
from kaleido.plot.themes import THEMES
from kaleido.puzzle.recording import Moment
from kaleido.search import MethodEnd, Resume

CAR = named_pattern("car")
PAPER = record(CAR, "paper")
TWELVE = record(named_pattern("twelve"), "paper")
# Some hundred moves, taken back and taken up elsewhere.
LONG = record(named_pattern("face-to-face"), "paper")
NO_COUNTS = "/".join(["rxrxrxrr"] * 8)
SEARCHED = unsolvable(NONE[6])


def read_gif(path):
    """Give the frames of a GIF as arrays, and the seconds that each is seen."""
    frames, seconds = [], []
    with Image.open(path) as image:
        assert image.info["loop"] == 0  # for ever
        for number in range(image.n_frames):
            image.seek(number)
            frames.append(np.asarray(image.convert("RGB")))
            seconds.append(image.info["duration"] / 1000)
    return frames, seconds


def seen(frames, moment):
    return [frame for frame in frames if frame.moment is moment]


@pytest.mark.long
def test_every_event_of_a_short_search_is_a_frame(tmp_path):
    path = tmp_path / "car.gif"
    shares = []
    settings = dict(matplotlib.rcParams)
    number = animate(PAPER, path, report=shares.append).frames
    assert dict(matplotlib.rcParams) == settings
    # The start, 20 moves, two backtracks and the end.
    assert (PAPER.answer.nodes, PAPER.answer.backtracks) == (20, 2)
    assert number == 1 + 20 + 2 + 1
    frames, seconds = read_gif(path)
    assert len(frames) == number
    assert frames[0].shape == (SIZE[1], SIZE[0], 3)
    for one, other in itertools.pairwise(frames):
        assert (one != other).any()
    # The title stands still.
    assert all((frame[:24] == frames[0][:24]).all() for frame in frames)
    assert all(0.3 <= second <= 1 for second in seconds[:-1])
    assert 2.5 <= seconds[-1] <= 4
    assert 8 <= sum(seconds) <= 30
    assert path.stat().st_size < 1_500_000
    assert shares == sorted(shares)
    assert (len(shares), shares[-1]) == (number, 1.0)


@pytest.mark.long
def test_an_animation_shows_itself(tmp_path):
    short = record(CAR, "constrained", seed=3)
    inline = animate(short, seconds=5)
    path = tmp_path / "car.gif"
    written = animate(short, str(path), seconds=5)
    assert written == inline
    assert path.read_bytes() == inline.data
    assert inline.seconds == pytest.approx(5, abs=0.25)
    frames, seconds = read_gif(BytesIO(inline.data))
    assert (len(frames), sum(seconds)) == (inline.frames, pytest.approx(inline.seconds))
    image = Tree.fromstring(inline._repr_html_().replace(">", "/>"))
    assert image.get("alt") == inline.title == short.answer.heading
    head, _, data = image.get("src").partition(",")
    assert (head, b64decode(data)) == ("data:image/gif;base64", inline.data)
    assert len(repr(inline)) < 80


def test_a_video_plays_in_a_notebook():
    page = Animation("A & B", "mp4", b"...", 20, 10.0, animate)._repr_html_()
    assert 'aria-label="A &amp; B"' in page
    assert 'src="data:video/mp4;base64,Li4u"' in page


def test_frames_follow_the_board():
    assert [frame.moment for frame in choose_frames(TWELVE)] == [
        Moment.START,
        *[Moment.MOVE] * 18,
        Moment.END,
    ]
    frames = choose_frames(PAPER)
    back, _ = seen(frames, Moment.BACK)
    before = frames[frames.index(back) - 1]
    assert back.place is before.place
    assert back.state.depth == before.state.depth - 1
    assert (before.backtracks, back.backtracks) == (0, 1)
    assert frames[-1].state.solved
    assert not any(frame.skipped for frame in frames)
    again = choose_frames(LONG, 2000)
    told = [type(event) for event in LONG.events]
    assert len(again) == 1 + len(told) - told.count(MethodEnd)
    assert len(seen(again, Moment.RESUME)) == told.count(Resume) > 30
    for frame in seen(again, Moment.RESUME):
        assert frame.state.depth < 18


@pytest.mark.parametrize("most", [20, 25, 60, 300])
def test_a_long_search_is_sampled_around_the_line(most):
    frames = choose_frames(LONG, most)
    assert len(frames) == most
    line = [LONG.steps[number].place for number in LONG.line]
    assert [frame.place for frame in frames if frame.kept] == line
    nodes = [(frame.nodes, frame.backtracks, frame.resumes) for frame in frames]
    assert nodes == sorted(nodes)
    moves = len(seen(frames, Moment.MOVE)) + sum(frame.skipped for frame in frames)
    assert moves == LONG.answer.nodes
    ticks = time_frames(frames)
    assert 8 <= sum(ticks) / RATE <= 31
    assert min(ticks) >= 1


def test_few_frames_are_the_start_some_of_the_line_and_the_end():
    frames = choose_frames(LONG, 6)
    assert len(frames) == 6
    assert frames[0].state is LONG.start
    assert all(frame.kept for frame in frames[1:-1])
    assert frames[-1].state.solved
    assert len(choose_frames(LONG, 2)) == 2


@pytest.mark.parametrize("seconds", [1, 4.5, 60])
def test_it_lasts_as_long_as_asked_for(seconds):
    for recording in (TWELVE, LONG):
        frames = choose_frames(recording, seconds=seconds)
        assert sum(time_frames(frames, seconds)) / RATE == pytest.approx(seconds, abs=0.25)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"max_frames": 1}, "max_frames is 1, expected 2 or more"),
        ({"max_frames": 10**6}, "expected 2,000 or less"),
        ({"seconds": 0.0}, "seconds is 0.0, expected 1 seconds or more"),
        ({"seconds": float("nan")}, "seconds is nan"),
        ({"marks": "dots"}, "unknown marks 'dots'"),
    ],
)
def test_options_that_make_no_sense(tmp_path, options, wanted):
    with pytest.raises(OptionError, match=wanted):
        animate(TWELVE, tmp_path / "twelve.gif", **options)
    assert not list(tmp_path.iterdir())


def test_the_command_writes_a_file_and_says_so(output_of, tmp_path):
    path = tmp_path / "car.GIF"
    out = output_of("animate car -s paper --max-frames 5 -o", path)
    frames, seconds = read_gif(path)
    assert len(frames) == 5
    size = path.stat().st_size / 1000
    assert out == (
        f"{path}: 5 frames, {size:,.0f} kB, {sum(seconds):.1f} s; "
        "solved, 20 moves tried, 2 backtracks\n"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["car.GIF"]


def test_the_line_of_a_search_without_a_solution_has_another_colour():
    light = THEMES["light"]
    for strategy, own, other in (
        ("paper+as-published", light.failed, light.accent),
        ("tuned", light.accent, light.failed),
    ):
        recording = record("smiley", strategy)
        last = Stage(recording).draw(choose_frames(recording)[-1])
        colours = {"#" + bytes(each).hex() for each in np.unique(last.reshape(-1, 3), axis=0)}
        assert own in colours
        assert other not in colours


@pytest.mark.long
def test_no_solution_and_giving_up_are_animated_too(output_of, tmp_path):
    path = tmp_path / "none.gif"
    out = output_of("animate", NO_COUNTS, "-o", path, code=1)
    assert "2 frames" in out
    assert "no solution (proved): the pieces cannot make 24 black, 40 red" in out
    assert len(read_gif(path)[0]) == 2
    out = output_of("animate -s paper", SEARCHED.text, "-o", path, code=1)
    assert "no solution (proved): moves that are forced one after another" in out
    assert len(read_gif(path)[0]) == 1 + 11 + 11 + 2 + 1
    end = choose_frames(record(SEARCHED, "paper"))[-1]
    assert (end.state.depth, end.nodes, end.backtracks) == (5, 11, 11)
    out = output_of("animate car --max-nodes 2 --seconds 2 -o", path, code=3)
    assert "gave up: the limit of 2 nodes is reached" in out
    frames, seconds = read_gif(path)
    assert (len(frames), sum(seconds)) == (4, pytest.approx(2, abs=0.1))


def test_pieces_placed_by_hand_are_there_from_the_start(output_of, monkeypatch, tmp_path):
    noise = np.random.default_rng(1)
    monkeypatch.setattr(Stage, "draw", lambda *_: noise.integers(0, 256, (9, 9, 3), np.uint8))
    answer = record("first-steps").answer
    rows = [move.placement.as_dict() for move in answer.moves]
    # A full board is shown move by move, in the order of the strategy.
    for placed, frames in ((3, 1 + 2 + 1), (5, 1 + 5 + 1)):
        given = tmp_path / f"{placed}.json"
        given.write_text(json.dumps({"placements": rows[:placed]}))
        path = tmp_path / f"{placed}.gif"
        assert f"{frames} frames" in output_of("animate first-steps --place", given, "-o", path)
        assert len(read_gif(path)[0]) == frames


def test_marks_and_titles_that_look_like_formulas(tmp_path):
    frame = choose_frames(TWELVE)[9]
    plain = Stage(TWELVE).draw(frame)
    for marks in ("letters", "hatches"):
        marked = Stage(TWELVE, marks).draw(frame)
        assert (marked[:, :390] != plain[:, :390]).any()
        assert (marked[:, 390:] == plain[:, 390:]).all()
    file = tmp_path / "priced.txt"
    file.write_text(f"# title: for $5, $x_$ and {'more ' * 30}\n{CAR.text}".replace("/", "\n"))
    priced = record(str(file))
    Stage(priced).draw(choose_frames(priced, 2)[0])


@pytest.mark.long
def test_a_frame_is_drawn_the_same_whatever_came_before():
    frames = choose_frames(TWELVE)
    stage = Stage(TWELVE, "letters")
    drawn = [stage.draw(frames[number]) for number in (0, 16, 19)]
    for place, number in ((1, 16), (0, 0), (2, 19)):
        assert (stage.draw(frames[number]) == drawn[place]).all()
        assert (Stage(TWELVE, "letters").draw(frames[number]) == drawn[place]).all()


@pytest.mark.parametrize("text", ["3x20", "20x3", "5x12"])
@pytest.mark.few(1)
def test_boards_that_are_not_square_fill_the_stage(text):
    puzzle = Puzzle(Board.parse(text), named_set("pentominoes"))
    recording = record(puzzle, "paper-plus", max_nodes=20)
    grid = puzzle.problem.grid
    width, height = size_of(grid)
    assert max(width / SIZE[0], height / SIZE[1]) > 0.6
    assert (width - 6) * grid.rows == (height - 6) * grid.cols
    stage = Stage(recording)
    for frame in choose_frames(recording)[:4]:
        drawn = stage.draw(frame)
        # Nothing leaves the stage: its rim is white.
        for rim in (drawn[0], drawn[-1], drawn[:, 0], drawn[:, -1]):
            assert (rim == 255).all()


def test_a_frame_says_how_its_move_was_found():
    stage = Stage(PAPER)
    start, wand, corner, *rest = choose_frames(PAPER)
    blue = tuple(bytes.fromhex(WINDOW[1:]))

    def framed(frame):
        rows, cols = (stage.draw(frame)[:, :400] == blue).all(axis=2).nonzero()
        return (rows.min(), cols.min(), rows.max(), cols.max()) if rows.size else None

    for frame in (start, wand, rest[-1], seen(rest, Moment.BACK)[0]):
        assert framed(frame) is None
    # A window of 2 × 3 cells of 45 pixels in the upper left corner, and a little more.
    top, left, bottom, right = framed(corner)
    assert 90 < bottom - top < 110
    assert 135 < right - left < 155
    # The longest words keep inside the picture.
    for frame in sorted(seen(rest, Moment.MOVE), key=lambda each: len(each.place.found.words))[-3:]:
        assert (stage.draw(frame)[:, -4:] == 255).all()


def test_the_palette_keeps_plain_areas_plain():
    picture = Stage(TWELVE).draw(choose_frames(TWELVE)[0])
    image = Palette([picture]).apply(picture)
    again = np.asarray(image.convert("RGB"))
    assert len(image.getcolors()) <= COLOURS
    assert (again == picture).all(axis=2).mean() > 0.98
    assert np.abs(again.astype(int) - picture).max() < 80


def test_video_without_its_package_is_refused_before_the_search(error_of, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    # Without a limit, this one would take for ever.
    asked = "animate seal -s random --max-nodes 1000000000 -o"
    assert "pip install 'kaleidoscope-solver[video]'" in error_of(asked, tmp_path / "seal.mp4")
    assert not list(tmp_path.iterdir())


@pytest.mark.long
@pytest.mark.parametrize("suffix", ["gif", "mp4"])
def test_an_interrupt_leaves_the_file_that_was_there(capsys, tmp_path, monkeypatch, suffix):
    if suffix == "mp4":
        pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / f"car.{suffix}"
    path.write_text("precious")
    draw, drawn = Stage.draw, []

    def interrupted(stage, frame):
        drawn.append(frame)
        if len(drawn) > 9:
            raise KeyboardInterrupt
        return draw(stage, frame)

    monkeypatch.setattr(Stage, "draw", interrupted)
    assert main(["animate", "car", "-o", str(path)]) == 130
    assert capsys.readouterr() == ("", "kaleido: interrupted\n")
    assert [Path(file).name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == "precious"


def test_video(output_of, tmp_path):
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / "twelve.mp4"
    out = output_of("animate twelve -s paper --seconds 3 -o", path)
    assert out.startswith(f"{path}: 20 frames, ")
    assert "3.0 s; solved" in out
    reader = ffmpeg.read_frames(str(path))
    about = next(reader)
    reader.close()
    assert about["pix_fmt"].startswith("yuv420p")
    assert about["size"] == SIZE
    assert not any(side % 2 for side in SIZE)
    assert ffmpeg.count_frames_and_secs(str(path)) == (3 * RATE, pytest.approx(3, abs=0.1))
