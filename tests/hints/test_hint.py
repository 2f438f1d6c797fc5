import json

import pytest
from samples import NONE, unsolvable
from some import some

from kaleido import Position, Puzzle, named_pattern, solve
from kaleido.cli import main
from kaleido.model.names import player_name


def test_a_lost_board_names_the_piece_that_must_come_off():
    pattern = named_pattern("twelve")
    puzzle = Puzzle(pattern)
    right = solve(pattern).solution.placements[:3]
    used = {cell for placement in right for cell in placement.cells}
    pieces = {placement.piece for placement in right}
    lost = 0
    for wrong in some(puzzle.problem.placements(range(len(puzzle.problem)))):
        if wrong.piece in pieces or used & set(wrong.cells):
            continue
        hint = Position(puzzle, [*right, wrong]).hint()
        if hint.lost:
            lost += 1
            assert hint.placement is None
            kept = [each for each in (*right, wrong) if each not in hint.remove]
            assert player_name(puzzle.pieces, hint.remove[0].piece) in hint.sentence
            assert solve(Position(pattern, kept)).solution is not None
            assert solve(Position(pattern, [*right, wrong])).solution is None
        if lost == 5:
            return
    pytest.fail("no lost board was met")


def test_hints_on_a_pattern_without_a_solution(capsys, tmp_path):
    path = tmp_path / "none.txt"
    path.write_text(str(unsolvable(NONE[0])))
    assert main(["hint", str(path)]) == 1
    first, *board = capsys.readouterr().out.splitlines()
    assert first == "This board has no solution, whatever is placed."
    assert len(board) == 18


def test_the_share_is_exact(capsys):
    pattern = named_pattern("car")
    everything = [set(each.placements) for each in Puzzle(pattern).solutions()]
    placed = Puzzle(pattern).hint().placement
    assert main(["hint", "car", "--count"]) == 0
    hold = sum(placed in board for board in everything)
    assert f"in {hold} of {len(everything)} solutions" in capsys.readouterr().out


def test_the_hinted_place_can_be_typed_back(capsys):
    args = []
    for _ in range(18):
        assert main(["hint", "mushroom", *args]) == 0
        args += capsys.readouterr().out.splitlines()[-1].split()
    assert main(["hint", "mushroom", *args]) == 0
    assert "solved" in capsys.readouterr().out
    assert main(["hint", "mushroom", *args[:4], "--count", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    own = ["hint", "status", "lost", "reason", "placement", "remove"]
    assert list(answer) == ["schema", *own, "solutions", "hold", "pattern", "position"]
    assert 0 < answer["hold"] <= answer["solutions"]
    assert len(set(answer["position"]) - set("./")) == 2
    assert main(["hint", "mushroom", *args[:4], "--json"]) == 0
    quick = json.loads(capsys.readouterr().out)
    assert quick == answer | {"solutions": None, "hold": None}


def test_a_hint_that_gave_up(capsys):
    assert main(["hint", "pentomino-3x20", "--timeout", "0", "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["reason"]["kind"]) == ("gave-up", "unknown")
    assert (answer["lost"], answer["placement"], answer["solutions"]) == (False, None, None)
