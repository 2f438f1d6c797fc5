import json

from samples import NONE, unsolvable

from kaleido import Puzzle, named_pattern
from kaleido.cli import main


def test_hints_on_a_pattern_without_a_solution(output_of, tmp_path):
    path = tmp_path / "none.txt"
    path.write_text(str(unsolvable(NONE[0])))
    first, *board = output_of("hint", path, code=1).splitlines()
    assert first == "This board has no solution, whatever is placed."
    assert len(board) == 18


def test_the_share_is_exact(capsys):
    pattern = named_pattern("car")
    everything = [set(each.placements) for each in Puzzle(pattern).solutions()]
    placed = Puzzle(pattern).hint().placement
    assert main(["hint", "car", "--count"]) == 0
    hold = sum(placed in board for board in everything)
    assert f"in {hold} of {len(everything)} solutions" in capsys.readouterr().out


def test_the_hinted_place_can_be_typed_back(output_of):
    args = []
    for _ in range(18):
        args += output_of("hint mushroom", *args).splitlines()[-1].split()
    assert "solved" in output_of("hint mushroom", *args)
    answer = json.loads(output_of("hint mushroom", *args[:4], "--count", "--json"))
    own = ["hint", "status", "lost", "reason", "placement", "remove"]
    assert list(answer) == ["schema", *own, "solutions", "hold", "pattern", "position"]
    assert 0 < answer["hold"] <= answer["solutions"]
    assert len(set(answer["position"]) - set("./")) == 2
    quick = json.loads(output_of("hint mushroom", *args[:4], "--json"))
    assert quick == answer | {"solutions": None, "hold": None}


def test_a_hint_that_gave_up(output_of):
    answer = json.loads(output_of("hint pentomino-3x20 --timeout 0 --json", code=3))
    assert (answer["status"], answer["reason"]["kind"]) == ("gave-up", "unknown")
    assert (answer["lost"], answer["placement"], answer["solutions"]) == (False, None, None)
