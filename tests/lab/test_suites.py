"""The suite: its facts against other ways to find them, its generator, leaderboard and export."""

import json
import re
from collections import Counter
from itertools import islice, product
from pathlib import Path
from statistics import geometric_mean

import pytest
from naive import Board
from some import some

import kaleido
from kaleido import OptionError, Pattern, Puzzle
from kaleido.cli import main
from kaleido.lab import (
    BASELINES,
    FAMILIES,
    MAX_NODES,
    SPLITS,
    Run,
    baseline_runs,
    features_of,
    leaderboard,
    write_scenario,
)
from kaleido.lab.suites.boards import as_table
from kaleido.lab.suites.generating import BOUNDS, draw_boards, generate_suite
from kaleido.lab.suites.standings import SEEDS, differences, runs_table, within
from kaleido.library.board_files import read_boards
from kaleido.library.data import suite_table
from kaleido.search import Constrained, State
from kaleido.search.result import solved_states

ALL = kaleido.suite(split=None)
SAMPLE = ALL.boards[::37]


class TestBoards:
    def test_have_as_many_of_each_level_in_every_fold(self):
        cells = Counter((each.family, each.level, each.fold) for each in ALL.boards)
        assert set(cells) == set(product(FAMILIES, range(1, 5), range(1, 11)))
        assert set(cells.values()) == {5}

    def test_splits_share_no_board(self):
        parts = {split: kaleido.suite(split=split) for split in SPLITS}
        assert {split: len(part) for split, part in parts.items()} == {
            "train": 360, "dev": 120, "test": 120,
        }  # fmt: skip
        assert sorted(name for part in parts.values() for name in part) == sorted(ALL)

    def test_are_no_rotations_of_each_other_or_of_patterns(self):
        named = map(kaleido.named_pattern, kaleido.pattern_names())
        every = [board.rotated(turns) for board in (*ALL.values(), *named) for turns in range(4)]
        own = Counter(every)
        assert all(
            own[board] == sum(board == board.rotated(t) for t in range(4)) for board in ALL.values()
        )

    def test_are_of_their_family(self):
        for each in some(ALL.boards):
            letters = set(each.pattern) - {"/"}
            assert letters <= set("xr" if each.family == "two-colours" else "xryb")
            assert each.family != "pictures" or each.features.implied_edges <= 24

    @pytest.mark.parametrize("board", SAMPLE, ids=lambda each: each.name)
    def test_have_the_features_that_they_say(self, board):
        pattern = ALL[board.name]
        assert features_of(pattern) == board.features
        islands = Board(pattern, []).islands()
        assert (board.features.islands, board.features.largest_island) == (
            len(islands),
            max(map(len, islands)),
        )

    def test_have_the_solutions_that_they_say(self):
        """The search counts one by one what the file says, which was counted in another way."""
        few = [each for each in ALL.boards if each.solutions <= 200][::9]
        for board in few:
            start = State.empty(Puzzle(ALL[board.name]).problem)
            assert sum(1 for _ in solved_states(start, Constrained())) == board.solutions
        assert {each.family for each in few} == set(FAMILIES)
        assert any(each.unique for each in few)

    def test_give_records_and_a_frame(self):
        boards = kaleido.suite("pictures", "dev")
        frame = boards.to_pandas()
        assert list(frame["name"]) == list(boards)
        assert frame.to_dict("records") == boards.records()
        assert boards.facts(frame["name"][0]).solutions == frame["solutions"][0]

    @pytest.mark.parametrize("asked", [{"family": "cats"}, {"split": "exam"}])
    def test_unknown_parts_are_told(self, asked):
        ((what, value),) = asked.items()
        with pytest.raises(OptionError, match=f"unknown {what} '{value}': expected"):
            kaleido.suite(**asked)


class TestGenerator:
    @pytest.mark.parametrize("family", FAMILIES)
    def test_draws_the_boards_that_come_with_kaleido(self, family, engine):
        """The first boards drawn find every level open: all of them are in the suite."""
        number = 12 if engine == "core" else 2
        nodes = {each.pattern: each.reference_nodes for each in ALL.boards}
        for pattern, needed in some(islice(draw_boards(family), number)):
            assert nodes[pattern.text] == needed

    def test_levels_go_by_the_reference_nodes(self):
        for each in some(ALL.boards):
            assert each.level == 1 + sum(each.reference_nodes > bound for bound in BOUNDS)

    def test_takes_whole_folds_only(self):
        with pytest.raises(OptionError, match="number is 30, expected a multiple of 40"):
            next(generate_suite(30))

    def test_the_file_is_as_the_table_is_written(self):
        assert as_table(ALL.boards) == suite_table("boards")

    @pytest.mark.long
    def test_makes_the_very_file(self):
        assert as_table(generate_suite()) == suite_table("boards")


def made_up(nodes, strategy="mine", seed=0):
    """Return runs on the first boards of each family in turn; None gave up."""
    boards = [kaleido.suite(family).boards[0].name for family in FAMILIES]
    return [
        Run(
            *(board, strategy, seed, "solved" if used else "gave-up", used or MAX_NODES),
            *(0, 0.0, MAX_NODES),
            version=kaleido.__version__,
        )
        for board, used in zip(boards, nodes, strict=True)
    ]


class TestLeaderboard:
    def test_baselines_come_again(self, engine):
        names = list(kaleido.suite())[::20]
        if engine == "python":
            long = {run.pattern for run in baseline_runs() if run.nodes > 600}
            names = [name for name in kaleido.suite() if name not in long][::9]
        boards = {name: ALL[name] for name in names}
        runs = kaleido.compare(boards, BASELINES, [0, 4], max_nodes=MAX_NODES)
        assert differences(runs) == []
        kept = {run._replace(seconds=0.0) for run in baseline_runs()}
        assert {run._replace(seconds=0.0, puzzle="", engine="", machine="") for run in runs} <= kept
        assert any(run.probed for run in runs)

    def test_baselines_have_run_with_each_seed(self):
        times = Counter((run.pattern, run.strategy) for run in baseline_runs(split=None))
        assert set(times) == set(product(ALL, BASELINES))
        for run in some(baseline_runs(split=None)):
            assert times[run.pattern, run.strategy] == (SEEDS if run.uses_seed else 1)

    def test_a_run_that_differs_is_told(self):
        first, *others = baseline_runs("pictures")
        for changed in ({"nodes": first.nodes + 1}, {"probed": 1}):
            (told,) = differences([first._replace(**changed), *others])
            expected = f"{first.strategy} on {first.pattern} with seed 0: {first.nodes + 1} nodes"
            assert told.startswith(expected)

    def test_ranks_by_the_geometric_mean_within_the_limit(self):
        slow, fast = made_up([20, None, 60], "slow"), made_up([30, 40, 50], "fast")
        first, last = leaderboard([*slow, *fast])
        assert (first.strategy, first.rank, last.rank) == ("fast", 1, 2)
        assert first.work == first.nodes == round(geometric_mean([30, 40, 50]), 3)
        assert last.work == round(geometric_mean([20, MAX_NODES, 60]), 3)
        assert last.families == {"pictures": 20, "two-colours": MAX_NODES, "four-colours": 60}
        assert (first.p99, last.p99, first.lost, last.lost) == (50, None, 0, 1 / 3)
        best = geometric_mean([20, 40, 50])
        assert first.ratio.value == pytest.approx(geometric_mean([30, 40, 50]) / best)
        assert last.contribution == pytest.approx(geometric_mean([30, 40, 50]) / best, abs=1e-3)
        assert first.contribution == pytest.approx(last.work / best, abs=1e-3)
        (alone,) = leaderboard(fast)
        assert (alone.ratio.value, alone.contribution) == (1, None)
        assert "> 5,000" in repr(leaderboard([*slow, *fast]))

    def test_all_nodes_count(self):
        plain = made_up([30, 40, 50], "plain")
        ahead = [
            run._replace(nodes=18, probed=probed)
            for run, probed in zip(made_up([1, 1, 1], "ahead"), (30, 40, MAX_NODES), strict=True)
        ]
        first, last = leaderboard([*ahead, *plain])
        assert (first.strategy, last.strategy) == ("plain", "ahead")
        assert last.work == round(geometric_mean([48, 58, MAX_NODES]), 3)
        assert last.lost == 1 / 3

    def test_ranks_have_ranges_over_boards(self):
        """Of two strategies that are equally good either may be the first, a third is the last."""
        names = list(kaleido.suite("pictures"))
        one, other, last = (
            [
                run._replace(pattern=name, nodes=nodes[place % 2])
                for place, name in enumerate(names)
                for run in made_up([9, 9, 9], strategy)[:1]
            ]
            for strategy, nodes in (("one", (20, 40)), ("other", (40, 20)), ("last", (90, 80)))
        )
        ranked = leaderboard([*last, *one, *other])
        assert [(each.strategy, each.rank, each.ranks) for each in ranked] == [
            ("one", 1, (1, 2)), ("other", 1, (1, 2)), ("last", 3, (3, 3)),
        ]  # fmt: skip
        assert ranked == leaderboard([*last, *one, *other])

    def test_the_page_shows_it(self):
        page = (Path(__file__).parents[2] / "docs" / "suite.md").read_text("utf-8")
        ranked = leaderboard(baseline_runs())
        hidden = {"times the best", *FAMILIES}
        shown = ranked.select(*(name for name in ranked.columns if name not in hidden))
        lines = repr(shown).splitlines()
        assert lines[-1] in page
        for line in some(lines[:-1]):
            strategy, *cells = re.split(r"  +", line)
            name = f"`{strategy}`" if strategy in BASELINES else strategy
            assert f"\n| {' | '.join([name, *cells])} |\n" in page

    def test_what_cannot_be_ranked_is_told(self):
        with pytest.raises(OptionError, match="'car' is no board of the suite"):
            leaderboard(kaleido.compare("car"))
        with pytest.raises(OptionError, match="there are no runs, expected those of strategies"):
            leaderboard([])
        first, second, third = made_up([1, 2, 3])
        with pytest.raises(OptionError, match=r"'other' ran 0 times on 'two.* and 1 on 'four.*"):
            leaderboard([first, second, third, *made_up([1, 2, 3], "other")[::2]])
        with pytest.raises(OptionError, match=r"ran 1 time on 'four.* and 2 on 'pict.*equally"):
            leaderboard([first, second, third, *made_up([4, 5, 6], seed=1)[:1]])
        for limits, told in (
            ({"max_nodes": 100}, "max_nodes=100 and timeout=None: the leaderboard expects"),
            ({"max_nodes": None}, "max_nodes=None and timeout=None"),
            ({"timeout": 2.5}, "max_nodes=5000 and timeout=2.5: .* max_nodes=5000 and no timeout"),
        ):
            with pytest.raises(OptionError, match=f"strategy 'mine' ran with {told}"):
                leaderboard([first, second, third._replace(**limits)])
            with pytest.raises(OptionError, match=told):
                leaderboard([run._replace(**limits) for run in (first, second, third)])

    def test_what_cannot_be_combined_is_told(self):
        board = "pictures-003"
        known = baseline_runs(split=None).select(patterns=[board])
        same = kaleido.compare({board: ALL[board]}, "constrained", max_nodes=MAX_NODES)
        other = same.runs[0]._replace(identity="0123")
        with pytest.raises(OptionError, match=f"'constrained' has run twice on '{board}' with see"):
            leaderboard([*same, *known])
        with pytest.raises(OptionError, match="'constrained' stands for two strategies, 0123 and"):
            leaderboard([other, *known])
        with pytest.raises(OptionError, match=r"several versions, 0\.9 and 1"):
            leaderboard([other._replace(strategy="mine", version="0.9"), *known])

    def test_seeds_are_averaged_and_said(self):
        seeds = made_up([20, 30, 40]), made_up([None, 50, 60], seed=1), made_up([1, 2, 3], seed=7)
        ranked = leaderboard(run for own in seeds for run in own)
        (mine,) = ranked
        assert (mine.boards, mine.seeds, mine.lost) == (3, 3, 1 / 9)
        nodes = [20, MAX_NODES, 1, 30, 50, 2, 40, 60, 3]
        assert mine.work == round(geometric_mean(nodes), 3)
        assert ranked.note.startswith("Nodes within 5,000: geometric means of 3 boards, and of 3")
        first, second = leaderboard([*made_up([9, 9, 9], "once"), *seeds[0], *seeds[1]])
        assert (first.strategy, first.seeds, second.seeds) == ("once", 1, 2)
        held = [run._replace(uses_seed=False) for run in made_up([9, 9, 9], "once")]
        other = [run._replace(machine="another") for run in seeds[1]]
        assert ranked.note + "; the seconds are of several machines" == (
            leaderboard([*seeds[0], *other, *seeds[2]]).note
        )
        for once, told in ((made_up([9, 9, 9], "once"), "1 to 2 seeds"), (held, "and of 2 seeds")):
            assert told in repr(leaderboard([*once, *seeds[0], *seeds[1]]))

    def test_the_file_is_as_the_table_is_written(self, tmp_path):
        shipped = baseline_runs(None, None)
        assert runs_table(shipped) == suite_table("runs")
        (tmp_path / "runs.csv").write_text(suite_table("runs"))
        read = kaleido.Comparison.load(tmp_path / "runs.csv")
        assert [run[:7] for run in read] == [run[:7] for run in shipped]


class TestCommand:
    def test_lists_families_and_splits(self, output_of, monkeypatch):
        monkeypatch.setenv("COLUMNS", "100")
        lines = output_of("suite").splitlines()
        rows = [line.split()[:3] for line in lines if "-colours" in line or "pictures" in line]
        assert rows == [
            [family, split, str(40 * len(folds) // 2)]
            for family, (split, folds) in product(FAMILIES, SPLITS.items())
        ]

    @pytest.mark.parametrize("suffix", ["json", "csv"])
    def test_writes_boards_that_are_read_again(self, suffix, output_of, tmp_path):
        path = tmp_path / f"boards.{suffix}"
        output_of("suite --family pictures --split test -o", path)
        assert read_boards(path) == dict(kaleido.suite("pictures"))

    def test_a_strategy_of_ones_own_stands_among_the_baselines(self, output_of, tmp_path):
        (tmp_path / "mylab.py").write_text(
            "def tightest(candidate):\n    return candidate.matched\n"
        )
        own = f"{tmp_path}/mylab.py:tightest"
        path = tmp_path / "runs.csv"
        words = ["leaderboard", "--family", "pictures", "-s", own, "--seeds", "2"]
        told = json.loads(output_of("suite", *words, "-o", path, "--json"))["standings"]
        assert {each["strategy"] for each in told} == {own, *BASELINES}
        runs = kaleido.Comparison.load(path)
        assert runs.patterns == tuple(kaleido.suite("pictures"))
        (mine,) = (each for each in told if each["strategy"] == own)
        assert mine["seeds"] == len(runs) / 40 == 2
        costs = [MAX_NODES if run.gave_up else run.nodes for run in runs]
        assert mine["work"] == round(geometric_mean(costs), 3)

    def test_checks_runs(self, capsys, monkeypatch):
        words = ["leaderboard", "--family", "pictures", "-s", "probing", "--check"]
        assert main(["suite", *words, "--seeds", "2"]) == 0
        assert "80 of 80 runs as kept" in capsys.readouterr().err
        monkeypatch.setattr("kaleido.search.strategies.probing._Probe.narrow_after", 2)
        assert main(["suite", *words]) == 1
        assert "probing on pictures-" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--family", "cats"], "unknown family 'cats'"),
            (["--split", "exam"], "unknown split 'exam': expected train, dev, test or all"),
            (["-o", "boards.txt"], "'boards.txt'"),
            (["leaderboard", "-s", "clever"], "'clever'"),
            (["make", "-n", "30", "-o", "boards.csv"], "number is 30"),
        ],
    )
    def test_bad_input_is_one_line(self, words, message, error_of):
        assert message in error_of("suite", *words)


def read_arff(text):
    """Return the attributes of an ARFF file by name, and its rows as values of their types."""
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    data = lines.index("@DATA")
    assert re.fullmatch(r"@RELATION [\w-]+", lines[0])
    kinds = {}
    for line in lines[1:data]:
        name, kind = re.fullmatch(r"@ATTRIBUTE (\w+) (STRING|NUMERIC|\{[\w,]+\})", line).groups()
        kinds[name] = kind

    def value(kind, cell):
        if kind.startswith("{"):
            assert cell in kind[1:-1].split(",")
        return float(cell) if kind == "NUMERIC" else cell

    rows = []
    for line in lines[data + 1 :]:
        cells = zip(kinds.items(), line.split(","), strict=True)
        rows.append({name: value(kind, cell) for (name, kind), cell in cells})
    return kinds, rows


def listed(text, key):
    """Return the items of a list in the description, which is YAML without nesting there."""
    block = re.search(rf"^( *){key}:\n((?:\1 *- .*\n)+)", text, re.M)
    return re.findall(r"- (.*)", block[2])


class TestScenario:
    def test_holds_what_the_suite_holds(self, tmp_path):
        folder = write_scenario(tmp_path / "aslib", "two-colours")
        text = {path.name: path.read_text() for path in folder.iterdir()}
        tables = {name: read_arff(own)[1] for name, own in text.items() if name.endswith("arff")}
        boards = kaleido.suite("two-colours", None)
        for name in ("feature_values.arff", "feature_runstatus.arff", "cv.arff"):
            assert [row["instance_id"] for row in tables[name]] == list(boards)
            assert {row["repetition"] for row in tables[name]} == {1}
        for row in tables["cv.arff"]:
            assert row["fold"] == boards.facts(row["instance_id"]).fold
        for row in tables["feature_values.arff"]:
            facts = boards.facts(row["instance_id"]).features
            assert {name: row[name] for name in facts.as_dict()} == facts.as_dict()
        runs = {
            (row["instance_id"], row["algorithm"]): (row["nodes"], row["runstatus"])
            for row in tables["algorithm_runs.arff"]
        }
        assert runs == {
            (run.pattern, run.strategy): (run.work, "timeout" if run.gave_up else "ok")
            for run in map(within, baseline_runs("two-colours", None))
            if not run.seed
        }

    def test_is_described(self, tmp_path):
        folder = write_scenario(tmp_path / "aslib")
        text = (folder / "description.txt").read_text()
        kinds, _ = read_arff((folder / "feature_values.arff").read_text())
        for key in ("provides", "features_deterministic"):
            assert listed(text, key) == list(kinds)[2:]
        steps, _ = read_arff((folder / "feature_runstatus.arff").read_text())
        assert listed(text, "default_steps") == list(steps)[2:]
        assert f"\nalgorithm_cutoff_time: {MAX_NODES}\n" in text
        assert re.findall(r"^  ([\w-]+):\n    configuration", text, re.M) == list(BASELINES)
        assert (folder / "citation.bib").read_text().startswith("@misc{")
        assert read_boards(folder / "boards.csv") == dict(ALL)

    def test_takes_the_place_of_an_older_one(self, tmp_path, output_of):
        folder = tmp_path / "aslib"
        for family in ("pictures", "four-colours"):
            assert f"{folder}: " in output_of("suite aslib --family", family, "-o", folder)
        assert set(read_boards(folder / "boards.csv")) == set(kaleido.suite("four-colours", None))


def test_patterns_are_ready_for_questions():
    name, pattern = next(iter(ALL.items()))
    assert isinstance(pattern, Pattern)
    assert kaleido.solve(pattern).solution is not None
    assert repr(kaleido.suite("pictures")) == "Suite: 40 boards of pictures, split test"
    assert name in repr(ALL.facts(name))
