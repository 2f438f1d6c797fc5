"""Names of boards without a file: groups, the suite, days, dealt boards, calendars on a day."""

import io
import json
import sys
from datetime import date, timedelta

import pytest

from kaleido import Puzzle, compare, pattern_names, record, sample, solve, suite
from kaleido.base.errors import OptionError, PatternError
from kaleido.batch import BoardInputs
from kaleido.cli import main
from kaleido.designing.dealing import deal_board
from kaleido.library.data import data_folder
from kaleido.library.ruled_names import board_of_day


def test_boards_of_the_suite_and_dealt_boards_are_puzzles():
    (name, board), *_ = suite("four-colours", "dev").items()
    for text in (name, name.upper()):
        assert Puzzle(text).pattern == board
        assert Puzzle(text).pattern.title == name
    assert Puzzle("new-2-7").pattern.text == deal_board(2, 7).pattern
    assert Puzzle("new-2-7").pattern.title == "new-2-7"


@pytest.fixture
def dice(monkeypatch):
    """Let the random board be one that is dealt at once: number 7 of level 2."""
    monkeypatch.setattr("random.randint", lambda least, most: sorted((least, 2, most))[1])
    monkeypatch.setattr("random.randrange", lambda numbers: min(7, numbers - 1))


@pytest.mark.usefixtures("dice")
def test_a_random_board_has_a_name_that_deals_it_again(capsys):
    pattern = Puzzle("random").pattern
    assert pattern.title == "new-2-7"
    assert Puzzle(pattern.title).pattern == pattern
    assert main(["count", "random"]) == 0
    assert capsys.readouterr().err == "random is new-2-7, a name of this board\n"
    (item,) = BoardInputs(["random"])
    (run,) = compare(["random"], ["constrained"], max_nodes=1)
    for name in (item.board, run.pattern):
        assert name.startswith("new-")
    assert Puzzle(item.board).pattern.text == Puzzle(item.text).pattern.text


def test_a_day_has_a_board_and_today_is_a_day():
    assert Puzzle("2026-05-31").pattern.text == board_of_day(date(2026, 5, 31))
    days = date.today(), date.fromisoformat(Puzzle("today").pattern.title), date.today()
    assert sorted(days) == list(days)  # it may be midnight


def test_a_calendar_with_its_date_is_the_one_of_that_date(tmp_path):
    asked = Puzzle("calendar@2026-02-03")
    text = (data_folder("puzzles") / "calendar.txt").read_text(encoding="utf-8")
    own = tmp_path / "own.txt"
    own.write_text(text, encoding="utf-8")
    assert asked.pattern.title == "A calendar: 3 February 2026"
    assert Puzzle(f"{own}@2026-02-03") == asked != Puzzle("calendar@2026-02-04")
    (item,) = BoardInputs(["calendar@2026-02-03"])
    assert "# calendar:" not in item.text
    for text in ("calendar@2026-02-30", "calendar@", "kanoodle@2026-02-03", "calendar@2026-13"):
        with pytest.raises(OptionError):
            Puzzle(text)


def test_a_calendar_on_each_day_of_a_month_or_year(tmp_path, error_of):
    days = [str(date(2028, 1, 1) + timedelta(number)) for number in range(366)]
    assert [item.board for item in BoardInputs(["calendar@2028"])] == [
        f"calendar@{day}" for day in days
    ]
    assert main(["batch", "count", "calendar@2028-02", "-o", str(tmp_path / "a.jsonl")]) == 0
    records = list(map(json.loads, (tmp_path / "a.jsonl").read_text().splitlines()))
    counted = {each["board"]: each["solutions"] for each in records}
    assert len(counted) == 29
    day = "calendar@2028-02-29"
    assert counted[day] == Puzzle(day).count().solutions > 0
    assert "is a group of 366 boards: expected one, such as" in error_of("solve calendar@2028")


@pytest.mark.usefixtures("dice")
def test_groups_are_names_wherever_several_boards_are(tmp_path, monkeypatch, output_of):
    digits = list(pattern_names("digits"))
    assert [item.board for item in BoardInputs(["digits", "car"])] == [*digits, "car"]
    runs = compare(["digits"], ["constrained"], max_nodes=1)
    assert [run.pattern for run in runs] == digits
    assert f"{len(digits)} boards" in output_of("booklet digits --no-count -o", tmp_path / "a.pdf")
    assert main(["bench", "random", "--max-nodes", "1"]) == 0
    monkeypatch.chdir(tmp_path)
    (tmp_path / "digits").mkdir()
    with pytest.raises(PatternError, match="no pattern file"):
        BoardInputs(["digits"])  # a folder comes before a group


def test_a_board_of_a_file_by_its_name(tmp_path):
    file = tmp_path / "boards.json"
    rows = Puzzle("car").pattern.rows
    file.write_text(json.dumps({"mine": "".join(rows), "two": list(rows)}))
    assert Puzzle(f"{file}:mine") == Puzzle(f"{file}:two") == Puzzle("car")
    assert Puzzle(f"{file}:mine").pattern.title == "mine"
    with pytest.raises(PatternError, match=r"no board 'mime' in .*: did you mean mine"):
        Puzzle(f"{file}:mime")
    with pytest.raises(PatternError, match=r"has 2 boards: name one, as in .*boards.json:mine"):
        Puzzle(file)
    program = tmp_path / "program.json"
    program.write_text(json.dumps({"grid": [[{"color": cell} for cell in row] for row in rows]}))
    assert [item.board for item in BoardInputs([str(program)])] == [f"{program}:1"]
    # Runs by name, each with its board, as we have of this program.
    program.write_text(json.dumps({"up": {"board": list(rows), "end": "crash"}, "down": 5}))
    assert Puzzle(str(next(iter(BoardInputs([str(program)]))).text)) == Puzzle("car")


@pytest.mark.parametrize(
    "words", [list(Puzzle("car").pattern.rows), list("".join(Puzzle("car").pattern.rows))]
)
def test_rows_and_cells_may_be_arguments(words, error_of, output_of):
    assert output_of("count", *words).startswith("32 solutions")
    assert "expected 8" in error_of("show", *words[:7])


def test_a_seed_deals_the_same_random_board(capsys):
    title = solve("random", seed=3).pattern.title
    assert title != solve("random", seed=4).pattern.title
    assert record("random", seed=3).answer.pattern.title == title
    assert sample("random", 1, seed=3)[0].pattern.title == title
    assert main(["solve", "random", "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{title}\n")
    assert err == f"random is {title}, a name of this board\n"


def test_several_names_on_standard_input_go_to_a_batch(error_of, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"car\ntwelve\nrocket\n")))
    several = "standard input names several boards: 'car\\ntwelve\\nrocket'; `kaleido batch` takes"
    assert several in error_of("solve -")


def test_standard_input_needs_no_dash(tmp_path, monkeypatch, capsys, error_of):
    file = tmp_path / "car.json"
    file.write_text(json.dumps(Puzzle("car").pattern.rows))
    with file.open() as given:
        monkeypatch.setattr(sys, "stdin", given)
        assert main(["count"]) == 0
    assert capsys.readouterr().out.startswith("32 solutions")
    with file.open() as given:
        monkeypatch.setattr(sys, "stdin", given)
        assert main(["batch", "count", "--workers", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == 32
    # Nothing is waited for without a file or a pipe.
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert "expected one PUZZLE" in error_of("count")
