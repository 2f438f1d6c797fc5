"""The server's questions for the designer."""

import json
from itertools import product

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")
pytest.importorskip("multipart", reason="needs the extra `web`")
pytest.importorskip("httpx")

from web_client import Api

import kaleido
from kaleido import Pattern, Puzzle, named_pattern
from kaleido.designing import Sketch
from kaleido.library import pattern_facts
from kaleido.web.jobs import Job, run_job
from kaleido.web.limits import Limits

CAR = named_pattern("car").text
WRONG = "x" + CAR[1:]
TEMPLE = named_pattern("greek-temple").text
BOAT = named_pattern("boat").text
LETTER = "????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????"
BLOCK = "????????/" + "??rrrr??/" * 4 + "????????/????????/????????"
BAR = "???" + CAR[3:]
"""The car with three open cells."""
DEFAULTS = {"nearest": False, "background": "", "seed": 0, "skip": 0}


def ask(kind, sketch, **options):
    return run_job(Job(kind, DEFAULTS | {"sketch": sketch} | options, 10**9), print)


def is_solvable(text):
    return kaleido.solve(Pattern(text)).solution is not None


def differing(one, other):
    pairs = zip(one.split("/"), other.split("/"), strict=True)
    return [
        [row, col]
        for row, (first, second) in enumerate(pairs)
        for col in range(8)
        if first[col] != second[col]
    ]


class TestNearest:
    def test_one_change_mends_what_one_change_broke(self):
        answer = ask("nearest", WRONG, nearest=True)
        assert not is_solvable(WRONG)
        assert answer["status"] == "solved"
        assert is_solvable(answer["pattern"])
        # No change at all is too few, as the pattern is not solvable: one is the fewest.
        assert answer["changed"] == differing(WRONG, answer["pattern"])
        assert (len(answer["changed"]), answer["least"], answer["proved"]) == (1, 1, True)

    def test_open_cells_cost_nothing(self):
        sketch = "?" + WRONG[1:4] + "[xy]" + WRONG[5:]
        answer = ask("nearest", sketch, nearest=True)
        assert Sketch.parse(sketch).fits(Pattern(answer["pattern"])) == (not answer["changed"])
        assert is_solvable(answer["pattern"])
        assert answer["proved"]


class TestFill:
    @pytest.mark.long
    def test_fillings_differ_fit_and_come_to_an_end(self):
        count = 0
        found = set()
        while (answer := ask("fill", BAR, skip=count))["status"] == "solved":
            assert Sketch.parse(BAR).fits(Pattern(answer["pattern"]))
            assert is_solvable(answer["pattern"])
            assert answer["changed"] == []
            found.add(answer["pattern"])
            count += 1
        assert len(found) == count == answer["passed"]
        filled = ("".join(letters) + BAR[3:] for letters in product("xryb", repeat=3))
        assert found == {text for text in filled if is_solvable(text)}
        assert answer["reason"] == "no further solvable pattern fits the sketch"
        assert answer["pattern"] is None

    def test_the_seed_chooses(self):
        patterns = {ask("fill", LETTER, seed=seed)["pattern"] for seed in (1, 1, 2)}
        assert len(patterns) == 2

    def test_none_is_proved(self):
        answer = ask("fill", BLOCK)
        assert answer["status"] == "no-solution"
        assert answer["proved"]
        assert answer["reason"] == "no solvable pattern fits the sketch"

    def test_what_is_no_sketch_is_said(self):
        with pytest.raises(kaleido.PatternError, match=r"row 1 'rx' has 2 cells"):
            ask("fill", "rx")
        with pytest.raises(kaleido.PatternError, match="unknown letter 'q'"):
            ask("fill", LETTER.replace("rrrr", "rrqr"))
        with pytest.raises(kaleido.KaleidoError, match="unknown background 'stripes'"):
            ask("fill", LETTER, background="stripes")


class TestAssess:
    def test_it_counts_and_rates_and_says_how_far_it_is(self):
        told = []
        last = run_job(Job("assess", {"pattern": TEMPLE}, 10**9), told.append)
        kinds = [event["type"] for event in told]
        assert list(dict.fromkeys(kinds)) == ["counting", "counted", "rating"]
        shares = [event["done"] for event in told if event["type"] == "counting"]
        assert shares == sorted(shares)
        assert all(0 <= share <= 1 for share in shares)
        counted = told[kinds.index("counted")]
        facts = pattern_facts("greek-temple")
        assert (counted["solutions"], counted["text"]) == (facts.solutions, f"{facts.solutions:,}")
        assert last["rating"]["difficulty"] == facts.difficulty

    def test_a_pattern_without_a_solution_has_no_rating(self):
        told = []
        last = run_job(Job("assess", {"pattern": WRONG}, 10**9), told.append)
        assert told[-1]["solutions"] == 0
        assert last == {"type": "assessed", "rating": None}


@pytest.mark.web
class TestOverHttp:
    def test_nearest(self, api):
        reply = api.post("/api/design", json={"sketch": WRONG, "nearest": True}).json()
        assert reply == ask("nearest", WRONG, nearest=True)
        chequered = api.post("/api/design", json={"sketch": BAR, "background": "checker"}).json()
        assert chequered["pattern"] in {ask("fill", BAR, skip=n)["pattern"] for n in range(9)}

    @pytest.mark.parametrize(
        ("asked", "status", "words"),
        [
            ({"sketch": "rx"}, 400, "row 1 'rx' has 2 cells"),
            ({"sketch": "?" * 1001}, 422, "1000"),
            ({"sketch": 5}, 422, "string"),
            ({}, 422, "required"),
            ({"sketch": LETTER, "skip": 100}, 422, "99"),
            ({"sketch": LETTER, "nearest": "yes"}, 422, "boolean"),
            ({"sketch": LETTER, "background": "stripes"}, 400, "unknown background 'stripes'"),
        ],
    )
    def test_bad_questions(self, api, asked, status, words):
        reply = api.post("/api/design", json=asked)
        assert reply.status_code == status
        assert words in reply.json()["error"]

    def test_assess(self, api):
        reply = api.post("/api/assess", json={"pattern": CAR})
        assert reply.headers["content-type"].startswith("text/event-stream")
        blocks = reply.text.split("\n\n")
        told = [json.loads(block.removeprefix("data: ")) for block in blocks if block]
        assert told[-1]["rating"] == Puzzle("car").rate().as_dict()
        assert api.post("/api/assess", json={"pattern": "rx"}).status_code == 400
        other = {"pattern": "ooo/ooo", "pieces": "orders-1-3", "use": ["3a", "3b"]}
        assert '"assessed","rating":null' in api.post("/api/assess", json=other).text

    def test_whoever_goes_away_stops_the_work(self):
        api = Api(Limits(workers=1))
        try:
            # Far from solvable: the integer program takes seconds.
            hard = {"sketch": "????????/" + "?rrrrrr?/" * 6 + "????????", "nearest": True}
            assert api.leave("/api/design", hard, 1.5)[0]["status"] == 499
            assert api.settles()
            reply = api.post("/api/design", json={"sketch": WRONG, "nearest": True})
            assert reply.json()["proved"]
        finally:
            api.close()
