"""Where two searches part, held against their events replayed by hand."""

import pytest

from kaleido import OptionError, Position, Puzzle, Recording, heuristic, named_pattern, record
from kaleido.lab import Parting, partings
from kaleido.search import Backtrack, Place, Resume

NAMES = ("constrained", "paper-plus")
BOARDS = ("car", "key", "twelve", "seal")


def replayed(recording):
    """Return the moves with those before them on the board, and the line after each."""
    line, made = [], []
    for event in recording.events:
        if isinstance(event, Place):
            line = [*line, event]
            made.append(line)
        elif isinstance(event, Backtrack):
            line = line[:-1]
        elif isinstance(event, Resume):
            line = list(event.line)
    return made


def values(line):
    return [place.placement for place in line]


@pytest.fixture(scope="module")
def pairs():
    return {name: [record(name, each, max_nodes=600) for each in NAMES] for name in BOARDS}


@pytest.mark.parametrize("name", BOARDS)
def test_the_first_different_move_and_its_nodes(pairs, name):
    pair = pairs[name]
    found, made = Parting.of(*pair), [replayed(each) for each in pair]
    same = [values(one) == values(other) for one, other in zip(*made, strict=False)]
    assert found.moves == same.index(False)
    for choice, lines, recording, other in zip(
        found.choices, made, pair, reversed(pair), strict=True
    ):
        chosen = lines[found.moves][-1]
        assert choice.place is chosen
        assert choice.nodes == sum(any(each is chosen for each in line) for line in lines)
        assert choice.total == recording.answer.nodes
        last, others = recording.answer.solution, other.answer.solution
        assert choice.kept == any(each is chosen for each in max(lines, key=len))
        assert choice.kept <= (chosen.placement in last.placements)
        assert choice.shared == (chosen.placement in others.placements)


@pytest.mark.parametrize("name", BOARDS)
def test_the_kind_and_the_ratings(pairs, name):
    found = Parting.of(*pairs[name])
    one, other = (choice.place for choice in found.choices)
    if one.state.parent.path != other.state.parent.path:
        assert found.kind == "other board"
        assert sum(each is not None for choice in found.choices for each in choice.ratings) == 2
        return
    pieces = {each.placement.piece for each in (one, other)}
    common = set(one.placement.cells) & set(other.placement.cells)
    expected = {"other turn", "other place"} if len(pieces) == 1 else {"other piece"}
    if len(pieces) == 2 and not common:
        expected = {"other cells", "other island", "other order"}
    assert found.kind in expected
    for choice in found.choices:
        for rater, rating in zip((one, other), choice.ratings, strict=True):
            proposed = list(rater.fork.moves)
            assert (rating is not None) == (choice.place.number in proposed)
            if rating:
                assert proposed[rating.rank] == choice.place.number
                assert rating.score == rater.fork.score(rating.rank)
                assert sum(rating.score.parts.values()) == pytest.approx(rating.score.total)


def test_a_trace_parts_in_the_same_way(pairs, tmp_path):
    file = tmp_path / "car.jsonl"
    pairs["car"][0].save(file)
    assert repr(Parting.of(Recording.load(file), pairs["car"][1])) == repr(
        Parting.of(*pairs["car"])
    )


def test_the_same_search_never_parts(pairs):
    found = Parting.of(pairs["car"][0], record("car"))
    assert (found.kind, found.moves) == ("none", 19)
    assert found.strategies == ("constrained", "constrained (2)")
    assert [choice.place for choice in found.choices] == [None, None]


def test_a_search_that_gave_up_has_ended():
    short, long = (record("twelve", "paper-plus", max_nodes=most) for most in (30, None))
    found = Parting.of(short, long)
    assert (found.kind, found.moves) == ("one ended", 30)
    assert [choice.cost for choice in found.choices] == [
        "ended after 30 nodes",
        "1 of 141, taken back",
    ]


def test_another_seed_ranks_the_same_scores_otherwise():
    found = Parting.of(*(record("orders-torus", seed=seed) for seed in (0, 1)))
    assert found.kind == "other place"
    for choice in found.choices:
        assert choice.ratings[0].score == choice.ratings[1].score


def test_scores_of_ones_own_are_one_part():
    first = record("car", heuristic(lambda each: each.matched - each.unmatched, name="tight"))
    found = Parting.of(
        first, record("car", heuristic(lambda each: -each.frame_distance, name="rim"))
    )
    assert found.strategies == ("tight", "rim")
    assert list(found.choices[0].ratings[0].score.parts) == ["score"]


CAR = named_pattern("car")


@pytest.mark.parametrize("other", ["key", CAR.rotated(), Position("car", ["W@A4"])])
def test_other_boards_are_one_line(pairs, other):
    with pytest.raises(OptionError, match=r"^the searches of 'Car' and .* start differently") as e:
        Parting.of(pairs["car"][0], record(other))
    assert "\n" not in str(e.value)


def test_the_same_board_under_another_name():
    assert Parting.of(record(CAR), Puzzle(CAR.text).record()).kind == "none"


def test_the_table_is_sorted_by_kind(pairs):
    table = partings(BOARDS, NAMES, max_nodes=600)
    assert {each.pattern: repr(each).partition("after")[2] for each in table} == {
        name: repr(Parting.of(*pair)).partition("after")[2] for name, pair in pairs.items()
    }
    kinds = table.by_kind()
    assert [each for _, own in kinds for each in own] == list(table)
    fewer = [pair[0].answer.nodes < pair[1].answer.nodes for pair in pairs.values()]
    shown = [int(kinds.columns["constrained shorter"](row)) for row in kinds]
    assert sum(shown) == sum(fewer)


def test_two_strategies_are_wanted():
    with pytest.raises(OptionError, match=r"strategies is 'paper': expected two$"):
        partings("car", "paper")
