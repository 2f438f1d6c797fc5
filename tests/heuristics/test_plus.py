"""What paper-plus adds to the program of the paper: each addition alone."""

import random
from itertools import pairwise

import pytest
from packings import packing
from paper_boards import random_board
from paper_runs import pattern_of, shown
from samples import NONE, unsolvable
from some import some

import kaleido
from kaleido import Board, OptionError, Pattern, Puzzle, named_pattern
from kaleido.heuristics import ablation, make_strategy
from kaleido.heuristics.makers import make_any_strategy
from kaleido.heuristics.plus import PLUS_RULES, PaperPlus, PlusRules
from kaleido.model.piece_set import CLASSIC
from kaleido.paper import PaperText
from kaleido.paper.rules import Rules
from kaleido.search import Backtrack, Exhausted, Place, Problem, Solved, search
from kaleido.search.events import Event

ADDITIONS = ("propagation", "forced", "fallback", "budget", "bounded", "chance")

BOARDS = (
    *(named_pattern(name).rows for name in ("two-llamas", "crossroads", "seal")),
    *(random_board(random.Random(seed)) for seed in (1, 2)),
)

pytestmark = pytest.mark.usefixtures("engine")


def plus(*names: str, seed: int = 0) -> PaperPlus:
    return PaperPlus(seed, rules=PlusRules().switched(*names))


def events_of(pattern: Pattern, strategy: PaperPlus, most: int = 200) -> list[Event]:
    return list(search(Problem(pattern), strategy, max_nodes=most))


def places_of(*names: str) -> list[Place]:
    """Give the moves of the program's own run with some additions."""
    found = []
    for rows in BOARDS:
        for event in events_of(pattern_of(rows), plus(*names)):
            if isinstance(event, Place):
                found.append(event)
            elif not isinstance(event, Backtrack | Solved):
                break
    return found


def test_without_additions_it_is_the_program():
    for rows in some(BOARDS):
        assert shown(rows, plus()) == shown(rows)


@pytest.mark.parametrize("name", [name for name in ADDITIONS if name != "budget"])
def test_each_addition_alone_makes_a_difference(name: str):
    assert any(shown(rows, plus(name, seed=2)) != shown(rows) for rows in BOARDS)


def test_bounded_boards_have_no_more_edges_than_a_solution():
    for place in places_of("bounded"):
        assert place.state.inner_edges <= 65
    assert any(place.state.inner_edges > 65 for place in places_of())


def test_sides_of_holes_are_none_of_the_bounded_edges():
    pack = packing(0)
    inside = [each for each in pack.placements if all(0 < at < 7 for at in sum(each.cells, ()))]
    holes = {cell for each in inside for cell in each.cells}
    rows = (
        "".join("." if (row, col) in holes else letter for col, letter in enumerate(line))
        for row, line in enumerate(pack.pattern.rows)
    )
    left = {each.piece for each in pack.placements} - {each.piece for each in inside}
    puzzle = Puzzle(Board("/".join(rows)), CLASSIC.chosen(left))
    runs = []
    for names in ((), ("bounded",)):
        problem = Problem(puzzle.pattern, puzzle.pieces)
        events = search(problem, plus(*names), max_nodes=60)
        runs.append([event.state for event in events if isinstance(event, Place)])
    assert max(state.inner_edges for state in runs[0]) <= problem.solved_edges
    one, other = ([state.path for state in run] for run in runs)
    assert one == other


def test_bounded_is_about_games_that_use_all_pieces():
    # Where pieces are left over, a solution has no number of edges.
    puzzle = kaleido.Puzzle("pentomino-8x8-centre")
    assert isinstance(next(search(puzzle.problem, plus("bounded"), max_nodes=50)), Place)


def test_the_budget_pays_for_every_face():
    # Faces of yellow and blue cost what red and black do not need.
    for name in ("diamond", "two-llamas"):
        problem = Problem(named_pattern(name))
        events = search(problem, plus("budget"), max_nodes=150)
        for event in some(event for event in events if isinstance(event, Place)):
            for number in some(event.fork.moves):
                assert problem.affordable[event.state.parent.budget] >> number & 1


def test_the_seed_decides_among_equal_scores():
    def first_moves(seed: int, *names: str) -> list[int]:
        events = events_of(named_pattern("two-llamas"), plus(*names, seed=seed), 30)
        return [event.number for event in events if isinstance(event, Place)]

    assert len({tuple(first_moves(seed, "chance")) for seed in range(6)}) > 1
    assert first_moves(4, "chance") == first_moves(4, "chance")
    assert len({tuple(first_moves(seed)) for seed in range(6)}) == 1
    # The scores of those kept are the best, whichever of the equal ones they are.
    for seed in range(4):
        place = events_of(named_pattern("two-llamas"), plus("chance", seed=seed), 3)[1]
        totals = [place.fork.score(rank).total for rank in range(place.kept)]
        assert totals == sorted(totals, reverse=True)


def test_what_is_forced_is_settled_at_once():
    forced = 0
    for place in places_of("forced"):
        before = place.state.parent
        if before.scarcest.bit_count() == 1:
            assert before.scarcest == 1 << place.number
            assert place.found.kind == "forced"
            forced += 1
        else:
            assert place.found.kind != "forced"
    assert forced


def test_the_scarcest_item_is_tried_where_the_program_has_no_move():
    scarce = 0
    for place in places_of("fallback"):
        if place.found.kind == "scarcest":
            numbers = sum(1 << number for number in place.fork.moves)
            assert numbers == place.state.parent.scarcest
            assert place.fork.complete
            assert place.kept == len(place.fork.moves)
            scarce += 1
    assert scarce
    # Without it the program gives the board up for now.
    assert not any(place.found.kind == "scarcest" for place in places_of())


def test_with_propagation_no_dead_board_is_played():
    for place in places_of("propagation"):
        assert not place.state.parent.dead
        assert place.fork.propagates
    assert any(place.state.parent.dead for place in places_of())


def test_with_propagation_islands_that_no_pieces_fill_are_given_up():
    given_up = 0
    for rows in BOARDS:
        for before, after in pairs(events_of(pattern_of(rows), plus("propagation"))):
            if not isinstance(before, Place):
                continue
            problem, state = before.state.problem, before.state
            used = {problem.piece_numbers[number] for number in state.path}
            sums = {0}
            for at, piece in enumerate(problem.placeable):
                if at not in used:
                    sums |= {each + piece.size for each in sums}
            whole = problem.grid.islands(problem.implied, problem.pattern.mask)
            open_cells = [(each & state.free).bit_count() for each in whole]
            if not state.solved and not sums.issuperset(open_cells):
                assert isinstance(after, Backtrack)
                given_up += 1
    assert given_up


def pairs(events: list[Event]) -> list[tuple[Event, Event]]:
    return list(pairwise(events))


@pytest.mark.parametrize("name", [*ADDITIONS, "forced+fallback", "propagation+budget"])
def test_each_addition_proves_what_has_no_solution(name: str):
    names = name.split("+")
    events = events_of(unsolvable(NONE[3]), plus(*names), 100_000)
    assert isinstance(events[-1], Exhausted)


def test_what_paper_plus_has():
    assert PaperPlus().rules == PLUS_RULES
    assert set(PLUS_RULES.names) == {"across", "tallied", *ADDITIONS}


def test_the_ablation_switches_the_rules_on_one_by_one():
    steps = ablation()
    assert list(steps) == ["paper", *(f"+ {name}" for name in PLUS_RULES.names)]
    assert steps["paper"](0).name == "paper"
    for count, make in enumerate(list(steps.values())[1:], start=1):
        assert make(0).rules.names == PLUS_RULES.names[:count]
        assert make(7).seed == 7
    assert list(steps.values())[-1](0).rules == PLUS_RULES
    with pytest.raises(TypeError):
        steps["paper"] = PaperPlus  # type: ignore[index]


def test_the_ablation_of_the_text():
    steps = ablation(PaperText)
    assert list(steps) == ["paper", *(f"+ {name}" for name in Rules.text().names)]
    last = list(steps.values())[-1](0)
    for rows in BOARDS[:2]:
        # Of islands filled at once, the additions show a window, too.
        one, other = (shown(rows, each) for each in (last, make_any_strategy("paper-text")))
        assert [each and each[:2] for each in one] == [each and each[:2] for each in other]


@pytest.mark.parametrize(
    ("name", "quoted"),
    [("paper+best", "best"), ("paper-plus+no-best", "no-best"), ("paper-text+", "")],
)
def test_a_rule_that_is_not_known_is_quoted(name: str, quoted: str):
    for make in (make_strategy, make_any_strategy):
        with pytest.raises(OptionError, match=f"has no rule '{quoted}': expected across"):
            make(name)


@pytest.mark.parametrize("name", ["paper-plus+as-published", "paper+as-published+propagation"])
def test_rules_that_exclude_each_other(name: str):
    for make in (make_strategy, make_any_strategy):
        with pytest.raises(OptionError, match="as-published and propagation exclude each other"):
            make(name)
    make_any_strategy("paper-plus+as-published+no-propagation")


@pytest.mark.parametrize(
    "name",
    [
        "paper",
        "paper-text",
        "paper-plus",
        "paper+tallied",
        "paper+held+as-published",
        "paper+chance",
        "paper-text+forced+no-held",
        "paper-plus+no-forced",
        "paper-plus+as-published+no-propagation",
        "paper-plus+every-line+no-across+no-chance",
    ],
)
def test_a_name_makes_what_has_that_name(name: str):
    strategy = make_any_strategy(name, 3)
    again = make_any_strategy(strategy.name, 3)
    assert strategy.name == again.name == name
    assert strategy.rules == again.rules
    assert strategy.seed == 3
    assert make_any_strategy(name.upper(), 3).name == name


def test_the_order_of_rules_in_a_name_is_of_no_consequence():
    names = "paper+held+tallied", "paper+tallied+held"
    one, other = map(make_any_strategy, names)
    assert one.name == other.name == "paper+tallied+held"
    assert one.rules == other.rules
    assert make_any_strategy("paper+no-held").name == "paper"
