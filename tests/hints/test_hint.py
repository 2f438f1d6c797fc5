import json

from samples import NONE, unsolvable

from kaleido import Puzzle, named_pattern
from kaleido.cli import main


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
