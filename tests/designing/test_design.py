"""Sketches completed: against brute force, by construction, and in words."""

import math
import os
import re
import signal
import sys
import threading
from collections import Counter
from itertools import accumulate, islice, pairwise, product
from random import Random

import pytest
from hypothesis import given, strategies as st
from packings import packing, packings, swapped
from samples import FEW
from some import some

from kaleido import OptionError, Pattern, PatternError, Puzzle, named_pattern, solve
from kaleido.base.errors import LimitReachedError
from kaleido.designing import (
    Background,
    Sketch,
    Space,
    Symmetry,
    Target,
    complete,
    design,
    parse_difficulty,
)
from kaleido.designing.distance import CHANGED, Distance, colour_costs, total_cost
from kaleido.designing.milp import solve_program
from kaleido.designing.nearest import deepen, iterate_nearest
from kaleido.designing.space import SketchProblem, minimise
from kaleido.designing.symmetry import NAMES, narrow
from kaleido.model.square_grid import SquareSymmetry
from kaleido.model.symmetry import generate_group
from kaleido.search.result import count_choices

FREE = Sketch.free()
LETTER = Sketch.parse("????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????")
BLOCK = Sketch.parse("????????/????????/" + "??rrrr??/" * 4 + "????????/????????")


def is_solvable(pattern):
    return solve(pattern).solution is not None


def loosened(pattern, places, letters="xryb"):
    cells = list("".join(pattern.rows))
    return Sketch(
        tuple(
            "".join(c for c in "xryb" if c in {own, *letters}) if place in places else own
            for place, own in enumerate(cells)
        )
    )


def distance_between(pattern, sketch, ground=None):
    """Count by definition: cells not as sketched, and those off the background."""
    cells = list(zip(product(range(8), repeat=2), sketch.cells, strict=True))
    changed = [place for place, cell in cells if pattern.colour(*place) not in cell]
    off = [
        place
        for place, cell in cells
        if ground is not None
        and ground.includes(cell)
        and place not in changed
        and pattern.colour(*place) != ground.colour(*place)
    ]
    return Distance(len(changed), len(off))


def fitting(sketch):
    """Every pattern that a sketch allows, solvable or not."""
    for letters in product(*sketch.cells):
        yield sketch.pattern(letters)


# --- sketches -----------------------------------------------------------------------------


def test_a_sketch_forgives_what_a_pattern_forgives():
    text = "R2[34]?XRXR/" + "rxrxrxrx/" * 6 + "[BX][rr]rxrxrx"
    sketch = Sketch.parse(text)
    assert [sketch.allowed(0, col) for col in range(4)] == ["r", "r", "yb", "xryb"]
    assert sketch.allowed(7, 0) == "xb"
    assert sketch.allowed(7, 1) == "r"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "there is no sketch"),
        ("????????", "found 1 row, expected 8"),
        ("???????/" * 8, "row 1 '???????' has 7 cells, expected 8"),
        ("?[]??????/" * 8, "row 1 '?[]??????' may have no colour"),
        ("?[rz]??????/" * 8, "unknown letter 'z' in row 1 '?[rz]??????'"),
        ("?[rx??????/" * 8, "unknown letter '['"),
    ],
)
def test_bad_sketches(text, wanted):
    with pytest.raises(PatternError, match=re.escape(wanted)):
        Sketch.parse(text.rstrip("/"))


def test_a_sketch_is_read_as_it_is_drawn():
    rows = [["?", "[xr]", *row[2:]] for row in named_pattern("car").rows]
    wanted = Sketch.parse("/".join(map("".join, rows)))
    spaced = "\n".join(map(" ".join, rows))
    labelled = "\n".join(f"{'ABCDEFGH'[k]} │ {' '.join(row)} │" for k, row in enumerate(rows))
    for drawn in (spaced, f"    1 2 3 4 5 6 7 8\n  ┌────┐\n{labelled}\n  └────┘"):
        assert Sketch.parse(drawn) == wanted


def test_a_pattern_with_joined_sides_is_no_sketch():
    car = named_pattern("car")
    shifted = Pattern("/".join(row[1:] + row[0] for row in car.rows), wrap="both")
    assert is_solvable(shifted)
    for asked in (design, complete, Sketch.of):
        with pytest.raises(PatternError, match="wrap: 'both': a sketch has no joined sides"):
            asked(shifted)


# --- completions --------------------------------------------------------------------------


@given(packings(), st.sets(st.integers(0, 63), max_size=40), st.integers(0, 3))
def test_what_was_solvable_before_it_was_loosened_is_completed(pack, places, seed):
    sketch = loosened(pack.pattern, places)
    found = Space(sketch).sample(Random(seed))
    assert found is not None
    assert sketch.fits(found.pattern)


@given(packings(), st.sets(st.integers(0, 63), max_size=2), st.sampled_from(sorted(NAMES)))
def test_symmetric_completions_are_those_that_brute_force_finds(pack, places, name):
    # Symmetric but for what the symmetry cannot mend.
    image = Symmetry(name).permutation
    half = "".join(pack.pattern.rows)
    letters = [half[min(place, image.cells[place])] for place in range(64)]
    pattern = FREE.pattern(letters)
    sketch = loosened(pattern, places | {image.cells[place] for place in places}, "xr")
    try:
        found = {each.pattern.text for each in Space(sketch, [Symmetry(name)]).iterate(Random(0))}
    except PatternError:
        found = set()
    assert found == {
        each.text for each in fitting(sketch) if _has(each, name) and is_solvable(each)
    }


def _has(pattern, name, exchange=""):
    symmetry = SquareSymmetry(name)
    swap = str.maketrans(exchange, exchange[::-1])
    return all(
        pattern.colour(*symmetry.map_cell(row, col, 8, 8))
        == pattern.colour(row, col).translate(swap)
        for row in range(8)
        for col in range(8)
    )


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.few(6)
def test_symmetries_leave_the_colours_that_following_them_move_by_move_leaves(seed):
    dice = Random(f"symmetries {seed}")
    swaps = ["", "xr", "xb", "yb", "xr,yb", "xb,ry", "xy,rb"]
    chosen = [f"{name}:{dice.choice(swaps)}".rstrip(":") for name in dice.sample(sorted(NAMES), 2)]
    symmetries = list(map(Symmetry.parse, chosen))
    fixed = {dice.randrange(64): dice.choice(["x", "r", "xr", "ryb"]) for _ in range(2)}
    sketch = Sketch(tuple(fixed.get(place, "xryb") for place in range(64)))

    def stays(place, letter):
        reached = [(place, letter)]
        for at, own in reached:
            for each in symmetries:
                there, swap = (
                    SquareSymmetry(each.name).map_cell(*divmod(at, 8), 8, 8),
                    dict(each.swaps),
                )
                swap |= {other: one for one, other in each.swaps}
                image = 8 * there[0] + there[1], swap.get(own, own)
                if image not in reached:
                    reached.append(image)
        return all(own in sketch.cells[at] for at, own in reached)

    wanted = tuple("".join(c for c in "xryb" if stays(place, c)) for place in range(64))
    # A `Space` of a group as large as some of these would take a minute.
    group = generate_group([each.permutation for each in symmetries])
    if all(wanted):
        assert narrow(sketch, group).cells == wanted
    else:
        with pytest.raises(PatternError, match="agrees with no"):
            narrow(sketch, group)


def test_no_pattern_looks_the_same_after_a_quarter_turn():
    assert next(design(FREE, [Symmetry("turn")]), None) is None


def test_no_block_of_sixteen_red_cells_can_be_laid():
    assert next(design(BLOCK), None) is None


def test_different_patterns_differ_widely():
    found = [each.pattern.text for each in islice(design(LETTER, seed=3), 4)]
    assert len(set(found)) == 4
    for one, other in pairwise(found):
        assert sum(a != b for a, b in zip(one, other, strict=True)) >= 10


def test_the_seed_settles_the_pattern():
    def first(seed):
        return [each.pattern for each in islice(design(LETTER, seed=seed), 2)]

    assert first(1) == first(1)
    assert first(1) != first(2)


def test_headers_stay_with_the_pattern():
    sketch = Sketch(LETTER.cells, title="The letter A")
    assert next(design(sketch)).pattern.title == "The letter A"


def test_a_sketch_that_breaks_its_symmetry_is_refused():
    sketch = Sketch.parse("r???????/" + "????????/" * 6 + "???????x")
    with pytest.raises(PatternError, match=r"cell \(0, 0\) may have 'r', which agrees with no"):
        design(sketch, [Symmetry("half-turn")])
    assert next(design(sketch, [Symmetry.parse("half-turn:xr")]))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("spiral", "unknown symmetry 'spiral'"),
        ("mirror:x", "unknown exchange of colours 'x'"),
        ("mirror:xz", "unknown exchange of colours 'xz'"),
        ("mirror:", "unknown exchange of colours ''"),
        ("mirror:xr,ry", "'xr,ry' has a colour twice"),
    ],
)
def test_bad_symmetries(text, wanted):
    with pytest.raises(OptionError, match=wanted):
        Symmetry.parse(text)


# --- the nearest pattern ------------------------------------------------------------------


@pytest.mark.parametrize("seed", FEW[:3])
@pytest.mark.few(1)
def test_what_is_solvable_is_its_own_nearest(seed):
    sketch = Sketch(Sketch.of(packing(seed).pattern).cells, title="A packing")
    found = next(design(sketch, nearest=True))
    assert found.pattern.title == "A packing"
    assert found.distance.changed == found.bound.changed == 0
    assert found.pattern == packing(seed).pattern


@pytest.mark.parametrize(
    ("seed", "flips"),
    [(5, 1), *(pytest.param(*each, marks=pytest.mark.long) for each in ((2, 1), (8, 2)))],
)
def test_nothing_nearer_than_the_nearest(seed, flips):
    rng = Random(seed)
    letters = list("".join(packing(seed).pattern.rows))
    for place in rng.sample(range(64), flips):
        letters[place] = rng.choice([c for c in "xryb" if c != letters[place]])
    sketch = Sketch.of(FREE.pattern(letters))
    found = next(design(sketch, nearest=True, seed=seed))
    changed = distance_between(found.pattern, sketch).changed
    assert found.distance.changed == found.bound.changed == changed <= flips
    assert is_solvable(found.pattern)
    if changed:
        assert not is_solvable(FREE.pattern(letters))
    if changed > 1:  # brute force: no single cell mends it
        for place, other in rng.sample(list(product(range(64), "xryb")), 120):
            mended = [*letters[:place], other, *letters[place + 1 :]]
            assert not is_solvable(FREE.pattern(mended))


@pytest.fixture(params=["with SciPy", "without SciPy"])
def solvers(request, monkeypatch):
    if request.param == "without SciPy":
        monkeypatch.setitem(sys.modules, "kaleido.designing.milp", None)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_deepening_agrees_with_the_linear_program(seed):
    rng = Random(seed)
    letters = list(packing(seed).pattern.text.replace("/", ""))
    for place in rng.sample(range(64), seed % 3):
        letters[place] = rng.choice("xryb")
    sketch = Sketch.of(FREE.pattern(letters))
    sketched, costs = SketchProblem(FREE), colour_costs(sketch)
    exact = solve_program(sketched, costs, Random(1), 600)
    found = deepen(sketched, costs, Random(1), 2)
    assert exact.complete
    assert found.bound <= exact.bound
    if found.complete:
        assert found.bound == exact.bound
    if found.solution is not None:
        cost = total_cost(found.solution.pattern, costs)
        assert cost == exact.bound if found.complete else cost >= exact.bound


def test_a_program_that_is_wrongly_called_infeasible_proves_nothing(monkeypatch):
    class Infeasible:
        status, x, mip_dual_bound = 2, None, None

    monkeypatch.setattr("kaleido.designing.milp.milp", lambda *_, **__: Infeasible)
    car = Sketch.of(named_pattern("car"))
    first = next(iterate_nearest(Space(FREE), colour_costs(car), Random(1)))
    assert not first.proved
    # What no search finds soon is taken for what the program says.
    assert list(iterate_nearest(Space(Sketch.free("r")), colour_costs(car), Random(1))) == []


def test_deepening_proves_that_there_is_no_cover():
    # No choice of faces is all red.
    sketched = SketchProblem(Sketch.free("r"))
    found = deepen(sketched, colour_costs(FREE), Random(1), 60)
    assert found == (None, 0, True)


def test_deepening_without_time_gives_up():
    found = deepen(SketchProblem(FREE), colour_costs(FREE), Random(1), 0)
    assert found == (None, 0, False)


@pytest.mark.usefixtures("solvers")
def test_all_that_are_near_come_in_order_and_are_proved():
    places = {9, 10, 18}
    pattern = packing(8).pattern
    sketch = loosened(pattern, places, "xr")
    wanted = Sketch.of(swapped(pattern, 9, 18))
    space = Space(sketch)
    found = list(iterate_nearest(space, colour_costs(wanted), Random(4)))
    costs = [each.cost for each in found]
    assert costs == sorted(costs)
    assert all(each.proved for each in found)
    assert {each.solution.pattern.text for each in found} == {
        each.text for each in fitting(sketch) if is_solvable(each)
    }
    for each in found:
        assert each.cost == CHANGED * distance_between(each.solution.pattern, wanted).changed


@pytest.mark.usefixtures("solvers")
def test_the_nearest_symmetric_pattern():
    symmetry = Symmetry("diagonal")
    base = Space(Sketch.free("xr"), [symmetry]).sample(Random(2)).pattern
    cells = list("".join(base.rows))
    cells[1] = "xr"
    cells[8] = "xr"
    space = Space(Sketch(tuple(cells)), [symmetry])
    found = list(iterate_nearest(space, colour_costs(Sketch.of(base)), Random(1)))
    assert found[0].solution.pattern == base
    assert found[0].cost == 0
    assert {each.solution.pattern.text for each in found} == {
        each.text for each in fitting(space.sketch) if _has(each, "diagonal") and is_solvable(each)
    }


@pytest.mark.long
def test_the_background_is_kept_to_as_far_as_can_be():
    plain = named_pattern("checkerboard")
    freed = loosened(plain, set(range(20)))
    found = next(design(freed, background=Background.parse("checker")))
    assert found.pattern == plain
    assert found.distance == found.bound == (0, 0)
    ground = Background("rx")
    letter = next(design(LETTER, background=(ground,), seed=1))
    assert LETTER.fits(letter.pattern)
    assert letter.distance == letter.bound == distance_between(letter.pattern, LETTER, ground)
    assert 0 < letter.distance.off < 15


@pytest.mark.long
def test_of_two_backgrounds_the_better_one_is_taken():
    freed = loosened(named_pattern("checkerboard"), {0, 2, 4})
    grounds = Background.parse("checker")
    alone = {next(design(freed, background=(ground,))).distance for ground in grounds}
    assert len(alone) == 2
    for order in (1, -1):
        assert next(design(freed, background=grounds[::order])).distance == min(alone) == (0, 0)


def test_ctrl_c_ends_a_program_that_is_deaf_to_it(monkeypatch):
    released = threading.Event()
    ended = []

    # Whoever starts the suite in the background may have it ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def deaf(*_, **__):
        os.kill(os.getpid(), signal.SIGINT)
        ended.append(released.wait(60))

    monkeypatch.setattr("kaleido.designing.milp.milp", deaf)
    try:
        with pytest.raises(KeyboardInterrupt):
            next(design(LETTER, nearest=True))
    finally:
        signal.signal(signal.SIGINT, before)
    assert not ended
    released.set()


@pytest.mark.long
def test_a_rough_letter_becomes_a_letter_on_a_chequered_ground():
    rough = Sketch.parse("????????/?rrrrrr?/?rr??rr?/?rr??rr?/?rrrrrr?/?rr??rr?/?rr??rr?/????????")
    assert next(design(rough), None) is None
    found = next(design(rough, nearest=True))
    assert 0 < found.distance.changed == found.bound.changed < 14


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("stripes", "unknown background 'stripes'"),
        ("checker:xx", "cannot show the background 'checker:xx'"),
        ("checker:ry", "cannot show the background 'checker:ry'"),
        ("checker:xq", "unknown background 'checker:xq'"),
        ("checker:", "unknown background 'checker:'"),
    ],
)
def test_bad_backgrounds(text, wanted):
    with pytest.raises(OptionError, match=wanted):
        Background.parse(text)


# --- targets ------------------------------------------------------------------------------


def test_patterns_with_one_solution():
    for found in some(islice(design(LETTER, target=Target(max_solutions=1), seed=5), 1)):
        assert LETTER.fits(found.pattern)
        assert found.assessment.solutions == 1
        assert Puzzle(found.pattern).unique()


@pytest.mark.parametrize("level", [1, 2])
def test_patterns_of_a_difficulty(level):
    found = next(design(FREE, target=Target(difficulties=(level, level)), seed=level))
    assert Puzzle(found.pattern).rate() == found.assessment.rating
    assert found.assessment.rating.difficulty == level


def test_bounds_of_the_count_hold():
    target = Target(min_solutions=5, max_solutions=40)
    for found in some(islice(design(FREE, target=target, seed=1), 1)):
        assert 5 <= Puzzle(found.pattern).count().solutions <= 40 == target.max_solutions
        assert found.assessment.solutions == Puzzle(found.pattern).count().solutions


def test_that_there_is_none_is_proved_when_all_completions_are_judged():
    car = Sketch.of(named_pattern("car"))  # 32 solutions
    assert list(design(car, target=Target(max_solutions=31))) == []
    assert [each.pattern for each in design(car, target=Target(max_solutions=32))] == [
        named_pattern("car")
    ]
    assert (
        list(design(car, target=Target(min_solutions=33), background=Background.parse("checker")))
        == []
    )


def test_giving_up_is_not_a_proof():
    with pytest.raises(LimitReachedError):
        list(design(LETTER, target=Target(min_solutions=10**15), timeout=0.0))


@pytest.mark.long
def test_the_penalty_is_nothing_just_where_the_target_is_met():
    car = solve(named_pattern("car")).solution
    rating = Puzzle(named_pattern("car")).rate()
    for least, most in product((1, 32, 33), (31, 32, None)):
        if most is not None and most < least:
            continue
        for easiest, hardest in ((1, 5), (1, rating.difficulty), (rating.difficulty + 1, 5)):
            target = Target(least, most, (easiest, hardest))
            met = least <= 32 and (most is None or most >= 32)
            met = met and easiest <= rating.difficulty <= hardest
            assessment = target.assess(car)
            assert (assessment.penalty == 0) == met
            assert (target.estimate(car).penalty == 0) == met
            assert assessment.penalty >= 0


@pytest.mark.parametrize("seed", FEW[:4])
@pytest.mark.parametrize(
    "target",
    [
        Target(max_solutions=1),
        Target(max_solutions=1, difficulties=(1, 1)),
        Target(max_solutions=2, difficulties=(2, 3)),
        Target(max_solutions=50, difficulties=(5, 5)),
        Target(min_solutions=4),
    ],
    ids=str,
)
@pytest.mark.few(5)
def test_an_estimate_within_a_bound_is_as_without_one(target, seed):
    solution = solve(packing(seed).pattern).solution
    penalty = target.estimate(solution).penalty
    for bound in (0.0, 0.2, penalty - 0.01, penalty, penalty + 0.01, 100.0, 101.0, 1100.0):
        bounded = target.estimate(solution, bound=bound).penalty
        assert bounded == penalty or (penalty > bound and bounded > bound)


def test_too_hard_a_pattern_is_not_rated_to_the_end():
    class Runs(Counter):
        def __call__(self, *args, **options):
            self["made"] += 1
            return count_choices(*args, **options)

    key = solve(named_pattern("key")).solution
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kaleido.hints.rating.count_choices", runs := Runs())
        easy = Target(difficulties=(1, 1))
        assert easy.estimate(key, bound=0.1).penalty > 0.1
        bounded = runs.pop("made")
        assert 0.1 < easy.estimate(key).penalty < 100
        assert bounded < runs["made"]


def test_a_local_search_asks_about_no_pattern_twice_that_is_worse():
    space, asked, bounds = Space(LETTER), [], []

    def objective(solution, bound):
        asked.append(solution.pattern.text)
        bounds.append(bound)
        return 1 + "".join(solution.pattern.rows).count("b") // 2

    best = minimise(space, objective, Random(3), space.sample(Random(3)))
    values = [1 + text.count("b") // 2 for text in asked]
    assert 1 + best.pattern.text.count("b") // 2 == min(values) < values[0]
    assert bounds == [math.inf, *accumulate(values[:-1], min)]
    worse = [
        text for text, value, bound in zip(asked, values, bounds, strict=True) if value > bound
    ]
    assert worse
    assert len(worse) == len(set(worse))


@pytest.mark.parametrize(
    "options",
    [
        {"min_solutions": 0},
        {"min_solutions": 5, "max_solutions": 4},
        {"difficulties": (0, 3)},
        {"difficulties": (4, 3)},
        {"difficulties": (1, 6)},
    ],
)
def test_bad_targets(options):
    with pytest.raises(OptionError):
        Target(**options)


@pytest.mark.parametrize("text", ["", "x", "0", "6", "3..1", "1...3", "1..x", "2.5"])
def test_bad_difficulties(text):
    with pytest.raises(OptionError, match="is not a difficulty"):
        parse_difficulty(text)


def test_a_repair_keeps_to_the_sketch_and_the_symmetry():
    symmetry = Symmetry.parse("half-turn:xr")
    space = Space(Sketch.free("xr"), [symmetry])
    rng = Random(6)
    solution = space.sample(rng)
    seen = {solution.pattern}
    for _ in range(12):
        solution = space.destroy_and_repair(solution, 3, rng)
        assert isinstance(solution.pattern, Pattern)
        assert _has(solution.pattern, "half-turn", "xr")
        seen.add(solution.pattern)
    assert len(seen) > 1
