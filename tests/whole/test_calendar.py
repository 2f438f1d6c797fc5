"""Calendar puzzles: the cells of a date stay open."""

import json
from datetime import date

import pytest

from kaleido import Board, PatternError, Puzzle, count, named_puzzle, solve
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.cli.play import link_fragment
from kaleido.library.patterns import members
from kaleido.library.puzzles import opened_rows, read_date

WEEK = ["oooooo.", "oooooo.", *["ooooooo"] * 4, "ooooooo", "....ooo"]
SOME = [date(2026, 1, 1), date(2024, 2, 29), date(2026, 11, 22), date(2026, 12, 31)]


def open_cells(rows: list[str], whole: list[str]) -> list[tuple[int, int]]:
    return [
        (row, col)
        for row, line in enumerate(whole)
        for col, cell in enumerate(line)
        if cell != "." and rows[row][col] == "."
    ]


@pytest.mark.parametrize("day", SOME)
def test_the_cells_of_a_date_stay_open(day: date):
    whole = [*WEEK[:6], "ooo...."]
    assert open_cells(opened_rows(whole, "month day", day), whole) == [
        divmod(day.month - 1, 6),
        (2 + (day.day - 1) // 7, (day.day - 1) % 7),
    ]
    own = named_puzzle("calendar", day=day)
    assert own.pattern == Board("/".join(opened_rows(whole, "month day", day)))
    assert own.pattern.title.endswith(str(day.year))
    answer = solve(own)
    assert answer.solution is not None
    covered = {cell for each in answer.solution.placements for cell in each.cells}
    assert len(covered) == 41


def test_a_board_may_have_days_of_the_week():
    # 22 November 2026 is a Sunday, the next Saturday a week's last day.
    cells = [open_cells(opened_rows(WEEK, "month day weekday", day), WEEK)[-1]
             for day in (date(2026, 11, 22), date(2026, 11, 25), date(2026, 11, 28))]  # fmt: skip
    assert cells == [(6, 3), (6, 6), (7, 6)]


@pytest.mark.parametrize("day", SOME)
def test_a_calendar_with_weekdays_has_a_solution(day: date):
    answer = solve(named_puzzle("calendar-weekdays", day=day))
    assert answer.solution is not None
    covered = {cell for each in answer.solution.placements for cell in each.cells}
    assert len(covered) == 12 + 31 + 7 - 3


def test_the_order_of_the_fields_is_that_of_the_board():
    rows = ["o" * 31, "o" * 12 + "." * 19]
    assert open_cells(opened_rows(rows, "day month", date(2026, 3, 9)), rows) == [(0, 8), (1, 2)]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("month", "a calendar of month needs 12 cells, the board has 43"),
        ("month day weekday", "needs 50 cells, the board has 43"),
        ("month month", "expected some of month, day and weekday, each once"),
        ("month year", "unknown field of a calendar 'year': expected month, day or weekday"),
    ],
)
def test_what_is_wrong_with_a_calendar_is_said(fields: str, message: str):
    with pytest.raises(PatternError, match=message):
        opened_rows([*WEEK[:6], "ooo...."], fields, SOME[0])


@pytest.mark.parametrize(
    ("name", "cells", "title"),
    [
        ("calendar@31-feb", [(0, 1), (6, 2)], "A calendar: 31 February"),
        ("calendar@February 31", [(0, 1), (6, 2)], "A calendar: 31 February"),
        ("calendar-weekdays@sat,9,dec", [(1, 5), (3, 1), (7, 6)], ": Saturday 9 December"),
    ],
)
def test_any_combination_of_the_parts_of_a_date(name: str, cells: list, title: str, output_of):
    puzzle, _, day = name.partition("@")
    board = Puzzle(name).pattern
    assert open_cells(board.rows, WEEK if "weekdays" in name else [*WEEK[:6], "ooo...."]) == cells
    assert board == named_puzzle(puzzle, day=day).pattern
    assert title in output_of("show", puzzle, "--date", day)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("calendar@sun-22-nov", "'sun-22-nov': expected the month and day of this calendar"),
        ("calendar-weekdays@22-nov", "expected the month, day and weekday of this calendar"),
        ("calendar@ma-1", "is no date"),
        ("calendar@mar-may", "is no date"),
        ("calendar@32-may", "is no date"),
    ],
)
def test_parts_that_a_calendar_has_no_cells_for(name: str, message: str):
    with pytest.raises(OptionError, match=message):
        Puzzle(name)


def test_a_batch_takes_dates(output_of, error_of, tmp_path):
    own = tmp_path / "months.txt"
    own.write_text("# pieces: monominoes\n# calendar: month\noooooooooooo\n")
    counts = [
        json.loads(line) for line in output_of("batch count calendar --dates 2026-02").splitlines()
    ]
    assert sorted(each["board"] for each in counts) == list(members("calendar@2026-02"))
    assert min(each["solutions"] for each in counts) == 21
    sizes = [len(members(f"{name}@all")) for name in ("calendar", "calendar-weekdays")]
    assert sizes == [372, 2604]
    assert members(f"{own}@all")[::11] == (f"{own}@jan", f"{own}@dec")
    assert len(members(f"{own}@2024")) == 366
    error_of("batch count calendar --dates soon")
    error_of("batch count car --dates 2026")


@pytest.mark.parametrize("text", ["2026-02-29", "soon", "", "2026-13-01", "22.11.2026"])
def test_what_is_no_date(text: str, error_of):
    with pytest.raises(OptionError, match="expected one such as 2026-11-22"):
        read_date(text)
    assert error_of("solve calendar --date", text).count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kanoodle"], "this puzzle is no calendar: leave out the date"),
        (["car"], "a date goes with a calendar puzzle"),
    ],
)
def test_a_date_for_what_is_no_calendar(error_of, arguments: list[str], message: str):
    assert message in error_of("solve", *arguments, "--date", "2026-11-22")


def test_a_calendar_of_ones_own_on_the_command_line(capsys, output_of, tmp_path):
    path = tmp_path / "months.txt"
    path.write_text("# pieces: mine.txt\n# calendar: month\nooooo/ooooo/oo...\n")
    pieces = tmp_path / "pieces.txt"
    pieces.write_text("# sides: mirrored\nI ooooo\nR ooo/ooo\n")
    path.write_text(path.read_text().replace("mine.txt", str(pieces)))
    assert main(["solve", str(path), "--date", "2026-12-24"]) in (0, 1)
    assert "Calendar: 24 December 2026" in capsys.readouterr().out
    before, shown, after = date.today(), output_of("show calendar"), date.today()
    # It may be midnight.
    assert shown in {output_of("show calendar --date", str(day)) for day in (before, after)}


def test_commands_about_pieces_on_a_board_take_a_date(output_of, tmp_path):
    day = ["--date", "2026-11-22"]
    (answer := tmp_path / "answer.json").write_text(output_of("solve calendar", *day, "--json"))
    assert main(["check", "calendar", str(answer), *day]) == 0
    assert main(["check", "calendar", str(answer), "--date", "2026-03-09"]) == 1
    empty = "......#/....#.#/......./......./......./#....../...####"
    assert main(["position", "calendar", empty, *day]) == 0
    assert main(["position", "calendar", empty, "--date", "2026-03-09"]) == 2


def test_a_date_is_in_the_link_to_the_page():
    link = link_fragment({"pattern": "calendar", "date": "2026-11-22"})
    rows = named_puzzle("calendar", day=date(2026, 11, 22)).pattern.text
    assert link == f"#tab=play&pattern={rows}&pieces=calendar"


@pytest.mark.long
def test_every_date_of_a_leap_year_has_solutions():
    counts = {day: int(count(day)) for day in members("calendar@2024")}
    few, many = counts["calendar@2024-10-06"], counts["calendar@2024-01-25"]
    assert (len(counts), min(counts.values()), max(counts.values())) == (366, 7, 216)
    assert (few, many) == (7, 216)
