"""The server's questions for the designer."""

from base64 import b64decode
from itertools import product

import pytest
from web_client import events_of, fails

import kaleido
from kaleido import Pattern, Puzzle, named_pattern
from kaleido.designing import Sketch
from kaleido.designing.sketch import lettered
from kaleido.library import pattern_facts
from kaleido.web.jobs import Job, run_job

CAR = named_pattern("car").text
WRONG = CAR[:2] + "y" + CAR[3:]
TEMPLE = named_pattern("greek-temple").text
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

    def test_none_is_proved(self):
        answer = ask("fill", BLOCK)
        assert answer["status"] == "no-solution"
        assert answer["proved"]
        assert answer["reason"] == "no solvable pattern fits the sketch"


class TestWish:
    def test_a_unique_pattern_has_one_solution(self):
        told = []
        wish = {"sketch": LETTER, "max_solutions": 1, "difficulty": "1..3"}
        answer = run_job(Job("wish", DEFAULTS | wish, 10**9), told.append)
        pattern = Pattern(answer["pattern"])
        assert Sketch.parse(LETTER).fits(pattern)
        assert Puzzle(pattern).count().solutions == answer["solutions"] == 1
        assert Puzzle(pattern).rate().difficulty == answer["difficulty"] <= 3
        assert {event["type"] for event in told} == {"tried"}
        tried = [event["tried"] for event in told]
        assert tried[0] == 1
        assert tried == sorted(set(tried))

    def test_letters_stand_for_their_sketch(self):
        answer = ask("nearest", "", letters="O")
        drawn = Sketch.parse(answer["sketch"])
        assert drawn == lettered("O")
        shown = answer["pattern"].replace("/", "")
        off = [at for at, cell in enumerate(drawn.cells) if shown[at] not in cell]
        assert [8 * row + col for row, col in answer["changed"]] == off
        assert answer["solutions"] is None
        with pytest.raises(kaleido.KaleidoError, match="expected 1 to 2"):
            ask("nearest", "", letters="ABC")


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
        fails(api.post("/api/design", json=asked), status, words)

    def test_assess(self, api):
        told = events_of(api.post("/api/assess", json={"pattern": CAR}))
        assert told[-1]["rating"] == Puzzle("car").rate().as_dict()
        assert api.post("/api/assess", json={"pattern": "rx"}).status_code == 400
        other = {"pattern": "ooo/ooo", "pieces": "orders-1-3", "use": ["3a", "3b"]}
        assert '"assessed","rating":null' in api.post("/api/assess", json=other).text

    def test_progress_is_sent_to_who_asks_for_it(self, api):
        stream = {"accept": "text/event-stream"}
        question = {"sketch": LETTER, "max_solutions": 1}
        *steps, last = events_of(api.post("/api/design", json=question, headers=stream))
        assert {step["type"] for step in steps} == {"tried"}
        assert (last["type"], last["solutions"]) == ("designed", 1)
        assert api.post("/api/design", json=question).json() == last

    def test_deal(self, api):
        first, again = (api.post("/api/deal", json={"level": 3, "seed": 5}).json() for _ in "12")
        assert first == again
        assert first["difficulty"] == 3
        fails(api.post("/api/deal", json={"level": 6, "seed": 5}), 422, "level")
        fails(api.post("/api/deal", json={"level": 1, "seed": -1}), 422, "seed")

    def test_complete(self, api):
        found = api.post("/api/complete", json={"sketch": BAR}).json()
        assert CAR in found["patterns"]
        assert all(is_solvable(text) for text in found["patterns"])
        assert [each["cell"] for each in found["cells"]] == [[0, 0], [0, 1], [0, 2]]
        fails(api.post("/api/complete", json={"sketch": "rx"}), 400, "row 1 'rx' has 2 cells")

    def test_a_file_is_no_sketch(self, api, tmp_path):
        (tmp_path / "own.txt").write_text(CAR.replace("/", "\n"))
        for name in ("car", str(tmp_path / "own.txt")):
            fails(api.post("/api/complete", json={"sketch": name}), 400, "expected")

    def test_booklet(self, api):
        boards = [
            {"pattern": CAR, "title": "My car"},
            {"pattern": "ooo/ooo", "pieces": "orders-1-3", "use": ["3a", "3b"]},
        ]
        question = {"boards": boards, "per_page": 2, "title": "Two"}
        pdf = b64decode(api.post("/api/booklet", json=question).json()["pdf"])
        assert pdf.startswith(b"%PDF")
        # The title page, the contents, the boards and their solutions.
        assert pdf.count(b"/Type /Page ") == 4
        fails(api.post("/api/booklet", json={"boards": []}), 422, "boards")
        wrong = {"boards": [{"pattern": WRONG}]}
        assert api.post("/api/booklet", json=wrong).status_code == 200
        fails(api.post("/api/booklet", json={"boards": [{"pattern": "rx"}]}), 400, "rx")

    def test_whoever_goes_away_stops_the_work(self, start_api):
        api = start_api()
        # Far from solvable: the integer program takes seconds.
        hard = {"sketch": "????????/" + "?rrrrrr?/" * 6 + "????????", "nearest": True}
        assert api.leave("/api/design", hard, 1.5)[0]["status"] == 499
        assert api.settles()
        reply = api.post("/api/design", json={"sketch": WRONG, "nearest": True})
        assert reply.json()["proved"]
