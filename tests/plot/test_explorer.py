"""The explorer: what it says of each moment of a search, and its widgets without a browser."""

import re
from itertools import pairwise
from xml.etree import ElementTree as Tree

import pytest
from some import some

import kaleido
from kaleido import Pattern, named_pattern, record
from kaleido.base.errors import OptionError
from kaleido.draw.look import ACCENT, FAILED
from kaleido.paper import Paper
from kaleido.plot.explorer import Fate, Walkthrough
from kaleido.plot.explorer.panel import COLUMNS, draw_curve, show_panel
from kaleido.plot.explorer.tree import SearchTree
from kaleido.puzzle.recording import Moment
from kaleido.search import Backtrack, Place, Resume, Tracker

CAR = Walkthrough(record("car", "paper"))
# Some hundred moves, taken back and taken up elsewhere.
LONG = Walkthrough(record("face-to-face", "paper"))
PLAIN = Walkthrough(record("kanoodle", "constrained"))
HOPELESS = Walkthrough(record(Pattern("/".join(["rxrxrxrr"] * 8)), "paper"))
WALKS = pytest.mark.parametrize("walk", [CAR, LONG, PLAIN, HOPELESS])


@pytest.fixture
def explore():
    """The function, where its widgets are."""
    pytest.importorskip("ipywidgets")
    return kaleido.explore


def panel_of(walk, number, **options):
    """Give the panel of a moment as a tree."""
    html = show_panel(walk, number, **options).replace("class=number", 'class="number"')
    return Tree.fromstring(re.sub(r"<tr class=(\w+)>", r'<tr class="\1">', html))


def words(element):
    return " ".join("".join(element.itertext()).split())


@WALKS
def test_a_walk_goes_through_every_event(walk):
    tracker = Tracker()
    events = iter(walk.recording.events)
    for number, frame in enumerate(walk.frames[1:-1], start=1):
        event = next(each for each in events if isinstance(each, Place | Backtrack | Resume))
        tracker.follow(event)
        assert walk.line(number) == tracker.line
        state = tracker.line[-1].state if tracker.line else walk.recording.start
        assert frame.state is state
        assert walk.edges[number] == state.inner_edges
    assert not any(isinstance(each, Place | Backtrack | Resume) for each in events)
    assert walk.frames[0].moment is Moment.START
    assert walk.line(0) == []
    assert walk.frames[-1].state is walk.recording.fullest
    assert len(walk.line(len(walk) - 1)) == len(walk.recording.line)


@WALKS
def test_candidates_are_those_of_the_fork(walk):
    for number, frame in some(enumerate(walk.frames)):
        place, listed = frame.place, walk.candidates(number)
        candidates = [each for each in listed if each is not None]
        if place is None:
            assert listed == []
            continue
        assert len(listed) <= 10 + 3 + 2
        assert (None in listed) == (len(candidates) < len(place.fork.moves))
        ranks = [each.rank for each in candidates]
        assert ranks == sorted(set(ranks))
        for each in candidates:
            assert each.placement == walk.recording.start.problem.placement(
                place.fork.moves[each.rank]
            )
            assert each.score == place.fork.score(each.rank)
            if each.rank < place.rank:
                assert each.fate is Fate.BACK
            elif each.rank > place.rank:
                assert each.fate is (Fate.WAITS if each.rank < place.kept else Fate.DEFERRED)
        (own,) = [each for each in candidates if each.rank == place.rank]
        assert own.fate is (Fate.CHOSEN if frame.moment is Moment.MOVE else Fate.BACK)
        assert own.placement == place.placement
        waiting = walk.waiting(place, most=100)
        assert tuple(waiting) == place.siblings
        assert walk.waiting(place) == waiting[:3]


def test_the_paper_takes_two_moves_of_car_back():
    assert [CAR.headline(number) for number in CAR.backtracks] == [
        "Takes back red bar (I) front90 at C6",
        "Takes back black bar (i) front90 at D6",
    ]
    for before, after in pairwise(LONG.backtracks):
        assert all(LONG.frames[number].moment is Moment.MOVE for number in range(before + 1, after))
    assert any(LONG.frames[number].moment is Moment.RESUME for number in LONG.backtracks)
    for number in LONG.forks:
        place = LONG.frames[number].place
        assert (place.rank, place.waiting > 0) == (0, True)


@WALKS
def test_panels_say_what_the_walk_says(walk):
    for number in {*range(0, len(walk), max(1, len(walk) // 6)), len(walk) - 1}:
        panel = panel_of(walk, number)
        said = words(panel)
        assert walk.headline(number) in said
        for detail in walk.details(number):
            assert detail in said
        board, curve = panel.iter("{http://www.w3.org/2000/svg}svg")
        assert "with" in board[0].text
        assert curve[0].text.startswith(f"{walk.edges[number]} ")
        assert f"edges known at step {number} of" in curve[0].text or walk is HOPELESS
        tables = {words(table.find("caption")): table for table in panel.iter("table")}
        for candidate in filter(None, walk.candidates(number)):
            text = words(next(table for name, table in tables.items() if "to try here" in name))
            assert walk.name(candidate.placement) in text
            assert f"{candidate.score.total:g} {candidate.fate.value}".replace(" ", "") in (
                text.replace(" ", "")
            )
        rows = [table for name, table in tables.items() if "on the board" in name]
        line = walk.line(number)
        assert len(rows) == bool(line)
        for table in rows:
            assert len(list(table.iter("tr"))) == 1 + len(line)
    assert show_panel(walk, 10**6) == show_panel(walk, len(walk) - 1)


def test_a_search_without_a_solution_looks_failed():
    lost = Walkthrough(record("alphabet-k", "paper", max_nodes=300))
    last = len(lost) - 1
    assert lost.details(last)[-1].startswith("16 of 18 pieces: gave up; 300 moves tried")
    assert "67 edges known; a solution has 65 at step" in show_panel(lost, last)
    for walk, own, other in ((lost, FAILED, ACCENT), (CAR, ACCENT, FAILED)):
        drawn = draw_curve(walk, len(walk) - 1) + SearchTree(walk).draw(0)
        assert own in drawn
        assert other not in drawn


def test_marks_of_the_candidates_and_the_board():
    number = CAR.backtracks[0] + 1
    assert CAR.frames[number].moment is Moment.MOVE
    panel = panel_of(CAR, number)
    classes = [row.get("class") for row in panel.iter("tr")]
    assert classes.count("chosen") == 1
    assert "back" in classes
    board = next(panel.iter("{http://www.w3.org/2000/svg}svg"))
    kinds = {part.get("class", "").split(" ")[0] for part in board}
    assert {"window", "moved", "island", "piece"} <= kinds
    bare = next(panel_of(CAR, number, islands=False).iter("{http://www.w3.org/2000/svg}svg"))
    assert "island" not in {part.get("class") for part in bare}
    before = next(panel_of(CAR, number - 1).iter("{http://www.w3.org/2000/svg}svg"))
    assert "back" in {part.get("class") for part in before}


def test_curves_of_long_searches_stay_small():
    assert len(LONG) > COLUMNS
    for number in (0, len(LONG) // 2, len(LONG) - 1):
        assert len(show_panel(LONG, number)) < 60_000


def test_titles_are_text():
    pattern = Pattern(named_pattern("car").text, title="<b>A & B</b>")
    assert "<b>" not in show_panel(Walkthrough(record(pattern, "paper")), 3)


def test_recordings_and_strategies_are_not_mixed(explore):
    recording = CAR.recording
    with pytest.raises(OptionError, match="explored as it is"):
        explore(recording, "paper")
    with pytest.raises(OptionError, match="explored as it is"):
        explore(recording, seed=1)
    with pytest.raises(OptionError, match="expected strategies after a pattern"):
        explore("car", recording)
    with pytest.raises(OptionError, match="unknown strategy 'papr'"):
        explore("car", "papr")
    with pytest.raises(OptionError, match="unknown marks 'dots'"):
        explore("car", marks="dots")


def test_without_the_extra(monkeypatch):
    monkeypatch.setattr("kaleido.base.extras.find_spec", lambda _: None)
    with pytest.raises(OptionError, match=r"pip install 'kaleidoscope-solver\[notebook\]'"):
        kaleido.explore("car")


def test_the_slider_moves_every_panel(explore):
    explorer = explore("car", Paper(), "constrained")
    walks = [CAR, Walkthrough(record("car", "constrained"))]
    assert len(walks[0]) != len(walks[1])
    for step in (0, 7, explorer.slider.max):
        explorer.slider.value = step
        assert explorer.step == step
        panels = [each.children[0].value for each in explorer.widget.children[-1].children]
        assert panels == [show_panel(walk, step) for walk in walks]
    assert explorer.slider.max == max(map(len, walks)) - 1


def press(explorer, name):
    """Press one of the explorer's buttons."""
    _, controls, _, _ = explorer.widget.children
    (button,) = [each for each in controls.children if getattr(each, "tooltip", "") == name]
    if hasattr(button, "click"):
        button.click()
    else:
        button.value = not button.value


def test_buttons_lead_to_forks_and_backtracks(explore):
    explorer = explore("car", "paper")
    press(explorer, "on")
    assert explorer.step == 1
    press(explorer, "back")
    press(explorer, "back")
    assert explorer.step == 0
    for name, numbers in (("fork", CAR.forks), ("backtrack", CAR.backtracks)):
        press(explorer, "first")
        for number in [*numbers, numbers[-1]]:
            press(explorer, f"next {name}")
            assert explorer.step == number
        press(explorer, "last")
        assert explorer.step == len(CAR) - 1
        for number in [*reversed(numbers), numbers[0]]:
            press(explorer, f"previous {name}")
            assert explorer.step == number
    explorer.step = 5
    assert 'class="island"' in explorer.html
    press(explorer, "tint the islands")
    assert 'class="island"' not in explorer.html


def displayed(explorer, monkeypatch):
    """Return what a notebook keeps of an explorer: the outputs of its cell."""
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    shown = []
    monkeypatch.setattr(shell.display_pub, "publish", lambda data, **_: shown.append(data))
    explorer._ipython_display_()
    return shown


def test_pages_that_are_only_read_show_the_step(explore, monkeypatch):
    explorer = explore(CAR.recording, LONG.recording, marks="letters")
    explorer.step = 12
    live, still = displayed(explorer, monkeypatch)
    assert "application/vnd.jupyter.widget-view+json" in live
    assert live["text/plain"].count("\n") == 2
    assert "0x" not in live["text/plain"]
    assert explorer.html in still["text/html"]
    assert show_panel(LONG, 12, marks="letters") in explorer.html


def test_a_page_that_is_only_read_shows_the_end_of_what_was_not_begun(explore):
    explorer = explore(CAR.recording)
    assert show_panel(CAR, len(CAR) - 1, islands=True) in explorer.html


def spots(explorer, which=0):
    """Return the places to click in the tree of a search."""
    panel = explorer.widget.children[-1].children[which]
    _, tree = panel.children
    return tree.children[1:]


@WALKS
def test_every_branch_of_the_tree_can_be_clicked(explore, walk):
    explorer = explore(walk.recording)
    moments = []
    for spot in spots(explorer):
        spot.click()
        moments.append(explorer.step)
        assert walk.headline(explorer.step) in spot.tooltip or explorer.step == 0
    assert moments[0] == 0
    assert len(set(moments)) == len(moments)
    made = {walk.moments[number] for number in walk.recording.line}
    assert made < set(moments)  # the line kept has a spot for each move


def test_the_tree_says_where_a_moment_is():
    tree = SearchTree(LONG)
    for number, frame in enumerate(LONG.frames):
        spot = tree.spots[tree.spot_at(number)]
        # A folded branch stands for what follows from its first move.
        assert spot.moment <= number
        if frame.top is None:
            assert spot.moment == 0
    drawn = Tree.fromstring(tree.draw(40))
    assert drawn.findtext("{*}title") == f"The tree of {len(LONG.recording.steps)} moves"


def test_heuristics_of_ones_own(explore):
    def thirds(candidate):
        return candidate.matched / 3

    explorer = explore("car", thirds, Paper, max_nodes=500)
    assert "strategy thirds" in repr(explorer)
    explorer.step = 5
    assert re.search(r"<td class=number>\d\.(33|67)<", explorer.html)
    assert "333333" not in explorer.html


def test_limits_and_other_puzzles(explore):
    explorer = explore("pentomino-6x10", "random", max_nodes=30)
    assert "gave up" in repr(explorer)
    explorer.step = explorer.slider.max
    assert "Gave up: the limit of 30 nodes is reached" in explorer.html
