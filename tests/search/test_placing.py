import dataclasses
import json

import pytest
from hypothesis import given, strategies as st
from packings import packings

from kaleido import (
    Board,
    Position,
    Puzzle,
    Status,
    named_pattern,
    solve,
)
from kaleido.library.piece_sets import named_set
from kaleido.search.notation import parse_place

CAR = named_pattern("car")
START = Puzzle(CAR).state
TABLE = START.problem


@given(packings(), st.data())
def test_any_part_of_a_solution_leads_to_one(packed, data):
    placed = data.draw(st.lists(st.sampled_from(packed.placements), unique=True))
    position = Position(packed.pattern, placed)
    assert position.placements == tuple(placed)
    assert not position.state.dead
    answer = solve(position)
    assert answer.status is Status.SOLVED
    assert answer.solution.placements[: len(placed)] == tuple(placed)
    assert [move.score for move in answer.moves[: len(placed)]] == [None] * len(placed)
    assert all(move.score is not None for move in answer.moves[len(placed) :])


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        (["nonsense"], "'nonsense' is not a placement: expected PIECE@CELL[:ORIENTATION]"),
        (["wand@0"], "'wand@0' is not a placement"),
        (["rod@0,3"], "unknown piece 'rod'"),
        (["wand@0,3:side"], "unknown orientation 'side'"),
        (["wand@0,3:front45"], "unknown orientation 'front45'"),
        (["wand@0,3:front360"], "unknown orientation 'front360'"),
        (["wand@0,3:front" + "1" * 5000], "is not a placement: expected PIECE@CELL"),
        (
            ["wand@0,0"],
            "no orientation of the big wand (W) fits there; front90 comes nearest, but "
            "shows red at C1",
        ),
        (["wand@5,3:front90"], "off the board at I4"),
        (["i@C3:front"], "shows black at C3, where the pattern has red"),
        (["q@A1"], "unknown piece 'q' in 'q@A1': expected big wand (W), small wand (w), "),
        (["wand@0,0:front90"], "big wand (W) front at A1 shows"),
        (
            ["wand@0,3", "wand@0,4"],
            "big wand (W) front at A5: that piece is already placed, as big wand (W) front at A4",
        ),
        (["z-right@1,1", "l4-right-x@0,0", "wand@0,3", "l3-r@1,1:front90"], "overlaps the S at B2"),
    ],
)
def test_wrong_placements_name_the_clash(error_of, places, wanted):
    args = [word for place in places for word in ("--place", place)]
    assert wanted in error_of("solve car", *args)


def test_places_from_a_file(output_of, tmp_path):
    path = tmp_path / "placed.txt"
    path.write_text("# by hand\nwand@0,3\n\nmono-r@2,5:front  # the red eye\n")
    placements = json.loads(output_of("solve car --place", path, "--json"))["placements"]
    assert [each["piece"] for each in placements[:2]] == ["wand", "mono-r"]
    assert [each["score"] for each in placements[:2]] == [None, None]
    path.write_text(json.dumps({"placements": placements[:5]}))
    again = json.loads(output_of("solve car --place", path, "--json"))["placements"]
    assert [each["cells"] for each in again[:5]] == [each["cells"] for each in placements[:5]]


def test_a_full_board_is_solved_without_a_node():
    placed = solve(CAR).solution.placements
    answer = solve(Position(CAR, placed))
    assert (answer.status, answer.nodes) == (Status.SOLVED, 0)
    assert answer.solution.placements == placed


def test_a_position_that_leads_nowhere_is_no_solution():
    everything = {place for each in Puzzle(CAR).solutions() for place in each.placements}
    numbers = range(len(TABLE))
    lost = [p for p in TABLE.placements(numbers) if p not in everything]
    assert lost
    for placement in lost[:10]:
        answer = solve(Position(CAR, [placement]))
        assert answer.status is Status.NO_SOLUTION
        assert answer.reason


def test_around_a_ring_a_piece_lies_with_either_face_up():
    start = Puzzle(Board("ooooo/ooooo", wrap="rows"), named_set("kanoodle").chosen("BG")).state
    ring = start.problem
    front = parse_place("B@0,0:front", start)
    back = parse_place("B@1,0:back180", start)
    assert front.cells == back.cells
    assert front.face != back.face
    assert ring.number_of(back) == ring.number_of(front) is not None
    wrong = dataclasses.replace(back, cells=((0, 0), (0, 1), (0, 2), (0, 3), (1, 1)))
    assert ring.number_of(wrong) is None
