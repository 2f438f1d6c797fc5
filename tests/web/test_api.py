import asyncio
import json
import os
import re
from datetime import date
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from processes import command, descendants
from web_client import events_of, fails

import kaleido
from kaleido import PieceSet, Placement, Position, Puzzle, named_pattern
from kaleido.base.errors import PieceError, RequestError
from kaleido.cli.play import link_fragment
from kaleido.draw.look import piece_shades
from kaleido.library import pattern_facts, polyforms
from kaleido.library.patterns import GROUPS
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.puzzles import (
    GROUPS as PUZZLE_GROUPS,
    opened_rows,
    puzzle_facts,
    puzzle_names,
    sized_board,
)
from kaleido.model import find_faults, implied_edges, pattern_statistics
from kaleido.search import Backtrack, Place, Resume
from kaleido.web.limits import JOB_SECONDS
from kaleido.web.middleware import Hosts

CAR = named_pattern("car")
TWELVE = named_pattern("twelve")
CHECKERBOARD = named_pattern("checkerboard").text
NONE = "/".join(["rxrxrxrr"] * 8)


def position(pattern, count):
    """Give the first placements of a solution."""
    return kaleido.solve(pattern).solution.placements[:count]


class TestAnswers:
    def test_patterns(self, api):
        found = api.get("/api/patterns").json()
        assert sorted(each["name"] for each in found) == list(kaleido.pattern_names())
        groups = [each["group"] for each in found]
        assert list(dict.fromkeys(groups)) == list(GROUPS)
        assert groups == sorted(groups, key=list(GROUPS).index)
        for each in found:
            pattern, facts = (named_pattern(each["name"]), pattern_facts(each["name"]))
            assert each == {
                "name": each["name"],
                "title": pattern.title,
                "group": facts.group,
                "solutions": facts.solutions,
                "difficulty": facts.difficulty,
                "implied_edges": pattern_statistics(pattern).implied_edges,
                "pattern": pattern.text,
            }

    @pytest.mark.parametrize("path", ["/api/patterns", "/api/puzzles"])
    def test_lists_are_sent_once(self, api, path):
        first = api.get(path)
        assert first.headers["cache-control"] == "no-cache"
        tag = {"If-None-Match": first.headers["etag"]}
        again = api.get(path, headers=tag)
        assert (again.status_code, again.content) == (304, b"")
        other = api.get(path, headers={"If-None-Match": '"another"'})
        assert (other.status_code, other.content) == (200, first.content)

    def test_a_board_in_any_form_is_read(self, api):
        rows = named_pattern("car").rows
        table = "# title: Mine\n" + "\n".join(map(",".join, rows))
        for text in (json.dumps(rows), table, "".join(rows)):
            reply = api.post("/api/pieces", json={"pattern": text}).json()
            assert reply["pattern"] == "/".join(rows)
        fails(api.post("/api/pieces", json={"pattern": "[1, 2"}), 400, "'[1, 2' is not JSON")

    def test_strategies(self, api):
        found = api.get("/api/strategies").json()
        assert [each["name"] for each in found] == list(kaleido.STRATEGIES)
        assert all(each["about"].endswith(".") for each in found)

    @pytest.mark.parametrize("strategy", ["constrained", "paper"])
    def test_solve(self, api, strategy):
        asked = {"pattern": TWELVE.text, "strategy": strategy, "seed": 3}
        reply = api.post("/api/solve", json=asked).json()
        answer = kaleido.solve(TWELVE, strategy, seed=3)
        assert reply.pop("seconds") > 0
        assert reply | {"seconds": 0} == answer.as_dict() | {"seconds": 0}
        placements = [Placement.from_dict(each) for each in reply["placements"]]
        assert find_faults(TWELVE, placements) == []

    def test_an_answer_can_be_asked_about(self, api):
        # Its placements bear scores: they do not count.
        reply = api.post("/api/solve", json={"pattern": CAR.text}).json()
        asked = {"pattern": CAR.text, "placed": reply["placements"]}
        assert "solved" in api.post("/api/hint", json=asked).json()["hint"]

    @pytest.mark.parametrize("limit", [{"max_nodes": 2}, {"timeout": 0}])
    def test_solve_gives_up(self, api, limit):
        reply = api.post("/api/solve", json={"pattern": CAR.text, **limit}).json()
        assert reply["status"] == "gave-up"
        assert "limit" in reply["reason"]

    def test_count_of_a_position(self, api):
        placed = position(TWELVE, 3)
        asked = {"pattern": TWELVE.text, "placed": [each.as_dict() for each in placed]}
        reply = api.post("/api/count", json=asked).json()
        assert reply["solutions"] == Position(Puzzle(TWELVE), placed).count().solutions
        assert api.post("/api/count", json={"pattern": NONE}).json()["solutions"] == 0
        move = position(CAR, 1)[0].as_dict()
        reply = api.post("/api/count", json={"pattern": CAR.text, "move": move}).json()
        after = api.post("/api/count", json={"pattern": CAR.text, "placed": [move]})
        assert (reply["text"], reply["with_move"]) == ("32", after.json()["text"])

    @pytest.mark.parametrize("count", [0, 6, 17, 18])
    def test_hint(self, api, count):
        placed = position(TWELVE, count)
        asked = {"pattern": TWELVE.text, "placed": [each.as_dict() for each in placed]}
        assert (
            api.post("/api/hint", json=asked).json()
            == Position(Puzzle(TWELVE), placed).hint().as_dict()
        )

    def test_hint_on_a_lost_board(self, api):
        wrong = Placement("mono-x", "front", ((0, 1),))
        asked = {"pattern": CAR.text, "placed": [wrong.as_dict()]}
        # On a busy machine the time of a hint can be too short, and what it found is kept.
        replies = (api.post("/api/hint", json=asked).json() for _ in range(5))
        reply = next(each for each in replies if each.get("remove"))
        assert reply["lost"] is True
        assert reply["remove"] == [wrong.as_dict()]

    def test_rate(self, api):
        reply = api.post("/api/rate", json={"pattern": CAR.text})
        assert reply.json() == Puzzle(CAR).rate().as_dict()
        fails(api.post("/api/rate", json={"pattern": NONE}), 400, "no solution")

    def test_judge(self, api):
        reply = api.post("/api/judge", json={"pattern": CAR.text}).json()
        assert reply == SOLVED | {"counts": dict(CAR.counts)}
        reply = api.post("/api/judge", json={"pattern": NONE}).json()
        assert reply["status"] == "no-solution"
        assert "24 black, 40 red" in reply["reason"]
        wanted, nearest = {"x": 24, "r": 40}, {"x": 32, "r": 32}
        assert reply["facts"] == {"kind": "colours", "wanted": wanted, "nearest": nearest}
        assert reply["counts"] == {"x": 24, "r": 40, "y": 0, "b": 0}


SOLVED = {"status": "solved", "reason": None, "facts": None}

# A set of one's own: its text holds all that a line may have.
OWN = "# title: A few\n# sides: mirrored\nI ooo  # straight\n\nL' oo/o. x2"
HEXAGONS = "# sides: fixed\n# lattice: hexagonal\nI oo x40"
SQUARE = {"pattern": "ooo/ooo/ooo", "pieces": OWN}
TUBE = {"pattern": "4x5", "pieces": "tetrominoes", "wrap": "columns"}
CARD = {
    "pattern": "----ppppYYY/-----pggY+Y/-----Mgg+++/----MMGGG+B/---MMGGBBBB",
    "pieces": "kanoodle",
}
SLAM = {"pattern": "5xN", "pieces": "katamino", "use": ["2", "3", "4", "6", "11"]}
HALVES = {"pattern": "/".join(CAR.rows[row] + CAR.rows[row + 4] for row in range(4))}


def as_puzzle(question):
    """Give the puzzle of a question by the package's own readers."""
    pieces = PieceSet.parse("own", OWN) if question["pieces"] == OWN else None
    pieces = pieces or named_set(question["pieces"])
    if "use" in question:
        pieces = pieces.chosen(question["use"])
    return Puzzle(sized_board(question["pattern"], pieces, question.get("wrap", "")), pieces)


@pytest.fixture(params=[SQUARE, TUBE, CARD, SLAM], ids=["own", "tube", "card", "slam"])
def other(request):
    return request.param


class TestOtherPuzzles:
    def test_solve_count_and_hint(self, api, other):
        puzzle = as_puzzle(other)
        solved = api.post("/api/solve", json=other).json()
        found = [Placement.from_dict(each) for each in solved["placements"]]
        assert puzzle.check(found) == ()
        assert solved["pattern"] == puzzle.pattern.text
        asked = other | {"placed": solved["placements"][:3]}
        count = Position(puzzle, found[:3]).count()
        reply = api.post("/api/count", json=asked).json()
        assert (reply["solutions"], reply["symmetric"]) == (count.solutions, count.symmetric)
        assert (
            api.post("/api/hint", json=asked).json() == Position(puzzle, found[:3]).hint().as_dict()
        )
        judged = api.post("/api/judge", json=other).json()
        assert judged == SOLVED | {"counts": dict(puzzle.problem.counts)}
        fails(api.post("/api/rate", json=other), 400, "8 × 8", "classic")

    def test_events(self, api, other):
        puzzle = as_puzzle(other)
        posted = api.post("/api/events", json=other | {"seed": 2})
        query = other | ({"use": ",".join(other["use"])} if "use" in other else {})
        told = api.events(**query, seed=2)
        assert posted.text.count("data: ") == len(told)
        givens = puzzle.problem.placements(puzzle.problem.givens)
        solution = [Placement.from_dict(each) for each in told[-1]["placements"]]
        assert puzzle.check(solution) == ()
        assert tuple(solution[: len(givens)]) == givens

    def test_pieces(self, api, other):
        puzzle = as_puzzle(other)
        reply = api.post("/api/pieces", json=other).json()
        assert (reply["pattern"], reply["wrap"]) == (puzzle.pattern.text, puzzle.pattern.wrap)
        assert [Placement.from_dict(each) for each in reply["givens"]] == list(
            puzzle.problem.placements(puzzle.problem.givens)
        )
        found = reply["pieces"]
        assert found["plain"] is True
        assert (found["sides"], found["use"]) == (puzzle.pieces.sides, puzzle.pieces.use)
        assert (found["count"], found["size"]) == (sum(puzzle.pieces.counts), puzzle.pieces.size)
        shades = piece_shades(puzzle.pieces)
        for number, (piece, own) in enumerate(zip(found["pieces"], puzzle.pieces, strict=True)):
            assert (piece["name"], piece["size"]) == (own.name, own.size)
            assert piece["copies"] == puzzle.pieces.counts[number]
            assert piece["drawings"] == {face.name: str(face.drawing) for face in own.faces}
            shade = shades[own.name]
            assert (piece["shade"]["letter"], piece["shade"]["fill"]) == (shade.letter, shade.fill)
        # The board may come later, when the pieces are drawn first.
        alone = {name: value for name, value in other.items() if name in ("pieces", "use")}
        reply = api.post("/api/pieces", json=alone).json()
        assert (reply["pattern"], reply["givens"]) == (None, [])
        assert reply["pieces"] == found

    def test_solutions_by_number(self, api, other):
        puzzle = as_puzzle(other)
        count = puzzle.count()
        for up_to_symmetry, total in ((False, count.solutions), (True, count.symmetric)):
            asked = other | {"up_to_symmetry": up_to_symmetry, "limit": 7}
            first, later, none = (
                api.post("/api/solutions", json=asked | {"offset": offset}).json()
                for offset in (0, 2, 2**53)
            )
            for reply in (first, later, none):
                assert (reply["solutions"], reply["text"]) == (total, f"{total:,}")
                assert reply["reachable"] == total
            assert (first["offset"], later["offset"], none["found"]) == (0, 2, [])
            assert len(first["found"]) == min(total, 7)
            assert first["found"][2:] == later["found"][: min(total, 7) - 2]
            for solution in first["found"]:
                assert puzzle.check([Placement.from_dict(each) for each in solution]) == ()

    def test_classic_pieces_on_another_board(self, api):
        for question in (HALVES, HALVES | {"pieces": "classic"}):
            reply = api.post("/api/pieces", json=question).json()
            assert reply["pattern"] == HALVES["pattern"]
            assert reply["pieces"]["pieces"] == api.get("/api/pieces").json()["pieces"]
        judged = api.post("/api/judge", json=HALVES).json()
        assert judged["counts"] == {"x": 32, "r": 32}
        fails(api.post("/api/rate", json=HALVES), 400, "8 × 8")
        # With the pieces named, eight rows are not the only board.
        reply = api.post("/api/judge", json={"pattern": "rxrx", "pieces": "classic"})
        fails(reply, 400, "64 cells", "the board has 4")

    def test_rules_that_the_page_does_not_know(self, api):
        for sides, words, rule in (
            ("fixed", "", "fixed"),
            ("mirrored", "x1-2", "x1-2"),
            ("one-sided", "in edge", "in edge"),
        ):
            text = f"# sides: {sides}\nI ooo {words}\nL oo/o. one-sided"
            fails(api.post("/api/pieces", json={"pieces": text}), 400, f"the rule '{rule}' for 'I'")
        text = "# sides: mirrored\n# use: some\nL ooo/o.. one-sided x2"
        (piece,) = api.post("/api/pieces", json={"pieces": text}).json()["pieces"]["pieces"]
        assert (len(piece["drawings"]), piece["copies"]) == (1, 2)

    @pytest.mark.few(1)
    @pytest.mark.parametrize("first", range(6))
    def test_puzzles(self, api, first):
        found = api.get("/api/puzzles").json()
        names = {each["name"] for each in found}
        assert names <= set(puzzle_names())
        assert {"kanoodle", "pentomino-tetromino-8x10", "tetromino-torus", "calendar"} <= names
        # All others are refused, with the reason.
        refused = {each["name"]: each for each in api.get("/api/start").json()["refused"]}
        assert names | set(refused) == set(puzzle_names())
        assert "31,332 placements" in refused["hexomino-11x19"]["why"]
        assert refused["orders-1-6-ring"]["title"].startswith("Orders 1 to 6, ")
        with pytest.raises(PieceError, match=re.escape(refused["orders-1-6-ring"]["why"])):
            link_fragment({"pattern": "orders-1-6-ring"})
        with pytest.raises(RequestError, match=re.escape(refused["hexomino-11x19"]["why"])):
            link_fragment({"pattern": "hexomino-11x19"})
        groups = [each["group"] for each in found]
        assert groups == sorted(groups, key=list(PUZZLE_GROUPS).index)
        for each in found[first::6]:
            question = {part: each[part] for part in ("pattern", "pieces", "use", "wrap")}
            if each["lattice"] != "square":
                question["pattern"] = f"{each['lattice']}: {each['pattern']}"
            # The page leaves the cells of a day open.
            fields = each["calendar"]
            if fields:
                rows = opened_rows(each["pattern"].split("/"), fields, date(2026, 11, 22))
                question["pattern"] = "/".join(rows)
            reply = api.post("/api/pieces", json=question).json()
            asked = question["pattern"].rpartition(": ")[2]
            assert (reply["pattern"], reply["wrap"]) == (asked, each["wrap"])
            cells = (
                len(reply["pattern"]) - reply["pattern"].count("/") - reply["pattern"].count(".")
            )
            assert cells == each["cells"] - len(fields.split()) == reply["pieces"]["size"]
            assert each["group"] in PUZZLE_GROUPS
            assert each["solutions"] == puzzle_facts(each["name"]).solutions
            assert each["open"] == ("5xN" if each["name"] == "katamino-5xN" else None)

    def test_sets(self, api):
        found = api.get("/api/sets").json()
        assert [each["name"] for each in found] == list(set_names())
        for each in found:
            own = named_set(each["name"])
            assert each["rules"].lower() == f"{own.rules}."
            assert (each["title"], each["plain"]) == (own.title, own.is_plain)
            assert each["classic"] == (each["name"] == "classic")
            assert (each["count"], each["size"]) == (sum(own.counts), own.size)

    def test_too_much_is_refused_before_it_is_begun(self, api):
        shapes = [str(each).replace("#", "o") for each in islice(polyforms(6), 8)]
        lines = [f"p{number} {shape} x3" for number, shape in enumerate(shapes)]
        large = "\n".join(["# sides: mirrored", "# use: some", *lines])
        reply = api.post("/api/judge", json={"pattern": "32x32", "pieces": large})
        fails(reply, 400, "35,952 placements", "at most 25,000", "smaller board")
        names = "\n".join(["# sides: mirrored", *(f"a{number} o" for number in range(257))])
        fails(api.post("/api/pieces", json={"pieces": names}), 400, "257 pieces", "at most 256")
        snake = f"# sides: mirrored\nS {'o' * 16_000}"
        fails(api.post("/api/judge", json={"pattern": "o", "pieces": snake}), 400, "16,000 cells")


class TestEvents:
    @pytest.mark.few(8)
    @pytest.mark.parametrize("strategy", kaleido.STRATEGIES)
    @pytest.mark.parametrize("name", ["twelve", "car", "anchor"])
    def test_tell_the_search(self, api, name, strategy):
        pattern = named_pattern(name)
        told = api.events(pattern=pattern.text, strategy=strategy, seed=1, max_nodes=100)
        events = kaleido.record(pattern, strategy, seed=1, max_nodes=100).events
        start, *middle, last = told
        assert start["type"] == "start"
        assert start["edges"] == len(start["implied"]) == implied_edges(pattern).inner
        assert start["full"] == 65
        assert len(middle) == len(events) - 1
        nodes = 0
        for one, event in zip(middle, events, strict=False):
            if isinstance(event, Place):
                nodes += 1
                assert one["type"] == "place"
                assert one["node"] == nodes
                assert Placement.from_dict(one["placement"]) == event.placement
                assert one["score"] == event.score.as_dict()
                assert one["score_parts"] == event.score.parts
                assert one["score_line"] == event.score.line
                assert one["waiting_count"] == event.waiting
                siblings = [
                    {
                        "placement": placement.as_dict(),
                        "score": score.as_dict(),
                        "score_parts": score.parts,
                        "score_line": score.line,
                    }
                    for placement, score in event.siblings[:8]
                ]
                found = event.found
                assert one["found"] == (None if found is None else found.as_dict())
                assert one["window"] == (one["found"] or {}).get("window")
                assert one["waiting"] == siblings
                assert (one["depth"], one["edges"]) == (event.state.depth, event.state.inner_edges)
            elif isinstance(event, Backtrack):
                assert one["type"] == "backtrack"
                assert one["depth"] == event.state.depth - 1
            elif isinstance(event, Resume):
                assert one["type"] == "resume"
                assert one["depth"] == len(event.line) == len(one["placed"])
        assert last["type"] in ("solved", "gave-up")

    def test_add_up_to_the_board(self, api):
        """Whoever follows the events knows which cells are covered."""
        told = api.events(pattern=named_pattern("anchor").text, strategy="paper", max_nodes=100)
        line = []
        kinds = {event["type"] for event in told}
        assert {"start", "place", "backtrack", "resume"} <= kinds
        for event in told[1:-1]:
            if event["type"] == "place":
                line.append(event["placement"])
            elif event["type"] == "backtrack":
                assert line.pop() == event["placement"]
            elif event["type"] == "resume":
                line = list(event["placed"])
            assert event["depth"] == len(line)
            covered = {tuple(cell) for placement in line for cell in placement["cells"]}
            islands = np.array(event["islands"])
            assert {tuple(cell) for cell in np.argwhere(islands == 0).tolist()} == covered
            assert sorted(set(islands[islands > 0].tolist())) == list(range(1, islands.max() + 1))

    def test_piece_edges(self, api):
        _, wand, first, *_ = api.events(pattern=CAR.text, strategy="paper")
        assert (wand["piece_edges"], wand["score"]["total"]) == (18, 16)
        assert (first["piece_edges"], first["score"]["total"]) == (10, 15.26)
        assert (wand["score_line"], first["score_line"]) == ("16", "10 + 10/2 + 0.26 = 15.26")
        assert first["score_parts"] == {"matched": 10, "window": 5, "crookedness": 0.26}

    def test_end(self, api):
        told = api.events(pattern=CAR.text, strategy="paper")
        placements = [Placement.from_dict(each) for each in told[-1]["placements"]]
        assert find_faults(CAR, placements) == []
        last = api.events(pattern=NONE)[-1]
        assert last["type"] == "exhausted"
        assert last["reason"].startswith("the pieces cannot make")
        last = api.events(pattern=CAR.text, max_nodes=3)[-1]
        assert last["type"] == "gave-up"
        assert "3 nodes" in last["reason"]

    @pytest.mark.parametrize("strategy", ["constrained", "paper-plus"])
    def test_a_search_goes_on_from_a_position(self, api, strategy):
        laid = kaleido.solve(CAR).solution.placements[:9]
        asked = {"pattern": CAR.text, "strategy": strategy}
        placed = [each.as_dict() for each in laid]
        told = events_of(api.post("/api/events", json=asked | {"placed": placed}))
        assert told[0]["edges"] == Position(CAR, laid).state.inner_edges
        assert (told[1]["node"], told[1]["depth"]) == (1, 10)
        assert told[-1]["placements"][:9] == placed
        solution = [Placement.from_dict(each) for each in told[-1]["placements"]]
        assert find_faults(CAR, solution) == []
        placed = [each.as_dict() for each in solution]
        told = events_of(api.post("/api/events", json=asked | {"placed": placed}))
        assert [each["type"] for each in told] == ["start", "solved"]
        dead = [{"piece": "mono-r", "face": "front", "cells": [[0, 0]]}]
        told = events_of(api.post("/api/events", json=asked | {"placed": dead}))
        assert told[-1]["type"] == "exhausted"
        fails(api.post("/api/events", json=asked | {"placed": [*dead, *dead]}), 400, "already")

    def test_refused_before_they_start(self, api):
        fails(api.get("/api/events"), 422, "'pattern'", "required")
        fails(api.get("/api/events", params={"pattern": "rx"}), 400, "'rx' has 2 cells")
        asked = {"pattern": CAR.text, "strategy": "guess"}
        fails(
            api.get("/api/events", params=asked),
            400,
            "'guess'",
            "constrained, tuned, paper, paper-text, paper-plus, probing, edge-matching or random",
        )
        asked = {"pattern": CAR.text, "max_nodes": "20001"}
        fails(api.get("/api/events", params=asked), 422, "max_nodes", "20000", "20001")


JSON = {"content-type": "application/json"}
OFF = {"piece": "mono-r", "face": "front", "cells": [[8, 0]]}


def placing(*placed):
    """Give a question about the car with some placements."""
    return {"pattern": CAR.text, "placed": list(placed)}


WRONG = [
    ({"pattern": "rxrx"}, 400, ["row 1 'rxrx' has 4 cells"]),
    ({"pattern": "\ud800" * 9}, 400, ["\\ud800"]),
    ({"pattern": 5}, 422, ["'pattern'", "string", "'5'"]),
    ({}, 422, ["'pattern'", "required"]),
    ({"pattern": CAR.text, "\ud800\n": 1}, 422, ["\\ud800\\n"]),
    ("car", 422, ["the body", "car"]),
    (placing(OFF), 400, ["off the board at I1"]),
    (placing(OFF | {"cells": [[0, 1]]}), 400, ["shows red at A2", "the pattern has black"]),
    (placing(OFF | {"piece": "sofa"}), 400, ["sofa"]),
    (placing(*[OFF | {"cells": [[0, 0]]}] * 2), 400, ["already placed"]),
    (placing(OFF | {"face": "left"}), 422, ["'placed[0].face'", "left"]),
    (placing(OFF | {"cells": [[0]]}), 422, ["placed[0].cells[0]"]),
    (placing(OFF | {"cells": [[0, True]]}), 422, ["True"]),
    (placing(OFF | {"cells": [[0, 0]] * 1025}), 422, ["1024"]),
    (placing(*[OFF] * 1025), 422, ["'placed'", "1024"]),
    (SQUARE | {"pattern": "ooo/oo"}, 400, ["row 2 'oo' has 2 cells, expected 3"]),
    (SQUARE | {"pattern": "ooo"}, 400, ["9 cells", "the board has 3", "6 too many"]),
    (SQUARE | {"pattern": "I--/ooo/ooo"}, 400, ["not its shape", "'I'"]),
    (SQUARE | {"pattern": "40x40"}, 400, ["1,600", "1,024"]),
    ({"pattern": "hexagonal: " + 80 * "o", "pieces": HEXAGONS}, 400, ["turned", "1,024"]),
    (SQUARE | {"pieces": "pentomino"}, 400, ["did you mean pentominoes"]),
    (SQUARE | {"pieces": "pieces/kanoodle.txt"}, 400, ["unknown set of pieces"]),
    (SQUARE | {"pieces": OWN.replace("oo/o.", "oq/o.")}, 400, ["line 5", "'q'"]),
    (SQUARE | {"pieces": "I ooo\n"}, 400, ["line 1", "# sides"]),
    (SQUARE | {"pieces": "o" * 16_385}, 422, ["'pieces'", "16384"]),
    (SQUARE | {"use": ["I", "Q"]}, 400, ["unknown piece 'Q'"]),
    (SQUARE | {"use": ["a b"]}, 422, ["use[0]", "a b"]),
    (SQUARE | {"wrap": "left"}, 422, ["'wrap'", "left"]),
    (TUBE | {"pattern": "oo.oo/oo.oo/oo.oo/oo.oo/oo.oo"}, 400, ["column 3", "wraps"]),
    ({"pattern": CAR.text, "use": ["wand"]}, 400, ["the pieces have 8 cells"]),
]
"""Bodies that are refused whatever is asked, with the status and words of the reply."""


class TestBadInput:
    @pytest.mark.parametrize(("question", "status", "words"), WRONG)
    def test_what_is_wrong_with_a_question(self, api, question, status, words):
        content = json.dumps(question)
        for kind in ("solve", "count", "hint", "solutions"):
            reply = api.post(f"/api/{kind}", content=content, headers=JSON)
            fails(reply, status, *words)

    @pytest.mark.parametrize(
        ("option", "value", "words"),
        [
            ("strategy", "guess", ["guess"]),
            ("seed", 2**60, ["seed"]),
            ("max_nodes", 10**9, ["max_nodes"]),
            ("max_nodes", True, ["max_nodes"]),
            ("timeout", float("nan"), ["timeout"]),
        ],
    )
    def test_options_of_solve(self, api, option, value, words):
        content = json.dumps({"pattern": CAR.text, option: value})
        reply = api.post("/api/solve", content=content, headers=JSON)
        fails(reply, 400 if option == "strategy" else 422, *words)

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"[" * 20_000, "nested too deeply"),
            (b'{"pattern": "\xff"}', "not UTF-8"),
            (b'{"pattern": ' + b"9" * 5000 + b"}", "too many digits"),
        ],
    )
    def test_bodies_that_no_reader_of_json_takes(self, api, content, words):
        headers = {"content-type": "application/json"}
        fails(api.post("/api/hint", content=content, headers=headers), 400, words)

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
    def test_types(self, api, kind):
        content = json.dumps({"pattern": CAR.text})
        reply = api.post("/api/hint", content=content, headers={"content-type": kind})
        fails(reply, 415, "application/json")

    def test_unknown_paths_and_methods(self, api):
        fails(api.get("/api/nothing"), 404, "'/api/nothing'")
        fails(api.get("/api"), 404)
        fails(api.get("/docs"), 404)
        reply = api.get("/api/hint")
        fails(reply, 405, "'GET'")
        assert reply.headers["allow"] == "POST"
        fails(api.post("/api/health"), 405)
        reply = api.run(api.ask_async("DELETE", "/api/events"))
        fails(reply, 405, "'DELETE'")
        assert reply.headers["allow"] == "GET, POST"


class TestSecurity:
    @pytest.mark.parametrize(
        "host", ["localhost", "LOCALHOST:80", "127.0.0.1:8064", "[::1]:8064", "localhost:1"]
    )
    def test_own_names(self, api, host):
        assert api.get("/api/health", headers={"host": host}).status_code == 200

    @pytest.mark.parametrize(
        "host",
        [
            "evil.example",
            "evil.example:8064",
            "localhost.evil.example",
            "10.0.0.1",
            "127.0.0.1.x",
            "",
            # What stands behind a name or an address must be a port.
            "[::1].evil.example",
            "[::1]evil.example:80",
            "[::1",
            "localhost:80.evil.example",
            "localhost:80@evil.example",
            "localhost:80:80",
            "localhost,evil.example",
            "user@localhost",
        ],
    )
    def test_other_hosts(self, api, host):
        fails(api.get("/api/health", headers={"host": host}), 421, "not this server")
        fails(api.get("/", headers={"host": host}), 421)

    def test_no_host_or_two(self):
        hosts = Hosts(["kaleido.lan"], addresses=True)
        for name in ("kaleido.lan", "10.1.2.3:8064", "[fe80::1]:80"):
            assert name in hosts
        for name in ("evil.example", "10.1.2.3.evil.example", ""):
            assert name not in hosts

    @pytest.mark.parametrize(
        "headers",
        [
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": "http://localhost:9999"},
            {"origin": "http://localhost.evil.example"},
            {"origin": "chrome-extension://localhost"},
            {"origin": "localhost"},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
        ],
    )
    def test_other_sites(self, api, headers):
        fails(api.post("/api/hint", json={"pattern": CAR.text}, headers=headers), 403)
        fails(api.get("/api/events", params={"pattern": CAR.text}, headers=headers), 403)

    def test_own_page(self, api):
        headers = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}
        reply = api.post("/api/hint", json={"pattern": CAR.text}, headers=headers)
        assert reply.status_code == 200

    def test_no_preflight(self, api):
        headers = {
            "origin": "https://evil.example",
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type",
        }
        reply = api.run(api.ask_async("OPTIONS", "/api/hint", headers=headers))
        fails(reply, 403)

    def test_large_bodies(self, api):
        large = json.dumps({"pattern": "x" * 70_000})
        headers = {"content-type": "application/json"}
        fails(api.post("/api/hint", content=large, headers=headers), 413, "65,536 bytes")

        async def chunks():
            for _ in range(80):
                yield b"x" * 1000

        fails(api.post("/api/hint", content=chunks(), headers=headers), 413)
        fails(api.post("/api/health", content=large, headers=headers), 413)
        image = {"content-type": "image/png"}
        fails(api.post("/api/read", content=b"x" * 21_000_000, headers=image), 413, "20,000,000")


def children() -> set[int]:
    """Return the workers that run."""
    return {each for each in descendants(os.getpid()) if "kaleido.web.worker" in command(each)}


@pytest.mark.web
class TestLimits:
    def test_seconds(self, start_api, monkeypatch):
        # The core counts it in about that time.
        monkeypatch.setenv("KALEIDO_ENGINE", "python")
        api = start_api(seconds=JOB_SECONDS | {"count": 0.8})
        fails(api.post("/api/count", json={"pattern": CHECKERBOARD}), 503, "longer than 0.8 s")
        assert api.settles()
        assert api.post("/api/solutions", json=SQUARE).json()["solutions"] == 8

    def test_memory(self, start_api):
        api = start_api(memory=40_000_000)
        fails(api.post("/api/count", json={"pattern": CHECKERBOARD}), 503, "more than 0.04 GB")
        assert api.post("/api/count", json={"pattern": CAR.text}).json()["solutions"] == 32

    def test_other_puzzles(self, start_api, monkeypatch):
        # Its few solutions are far apart, but the core counts them in a second.
        monkeypatch.setenv("KALEIDO_ENGINE", "python")
        ragged = [("o" * (2 * min(row, 10 - row) + 1)).center(11, ".") for row in range(11)]
        lines = [f"{piece.name} {piece.front.drawing}" for piece in named_set("pentominoes")]
        large = {
            "pattern": "/".join(ragged),
            "pieces": "\n".join(["# sides: mirrored", *lines, "M o"]),
        }
        limits = {"count": 2.0, "solutions": 2.0, "first-solutions": 0.3}
        api = start_api(seconds=JOB_SECONDS | limits)
        for kind in ("count", "solutions"):
            fails(api.post(f"/api/{kind}", json=large), 503, "longer than")
        assert api.settles()
        assert api.post("/api/solve", json=SQUARE).json()["status"] == "solved"

    def test_what_cannot_be_counted_is_searched_for(self, start_api):
        api = start_api(memory=1_000_000)
        asked = {"pattern": "6x10", "pieces": "pentominoes", "limit": 3}
        first = api.post("/api/solutions", json=asked).json()
        assert (first["solutions"], first["reachable"]) == (None, 1000)
        assert first["text"].startswith("more than ")
        again = api.post("/api/solutions", json=asked | {"offset": 1}).json()
        assert again["found"][:2] == first["found"][1:]

    @pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
    @pytest.mark.parametrize(("kept", "stays"), [(1, False), (10**9, True)])
    def test_an_idle_worker_that_holds_much_is_replaced(self, start_api, kept, stays):
        before = children()
        api = start_api(kept=kept)
        workers = []
        for seed in range(2):
            asked = {"pattern": CAR.text, "seed": seed}
            assert api.post("/api/solve", json=asked).json()["status"] == "solved"
            assert api.settles()
            workers.append(children() - before)
        assert [len(each) for each in workers] == [stays, stays]
        assert workers[0] == workers[1]

    def test_patience(self, start_api, monkeypatch):
        # The core would solve it in time.
        monkeypatch.setenv("KALEIDO_ENGINE", "python")
        api = start_api(patience=0.1)
        hard = {"pattern": named_pattern("seal").text, "strategy": "random", "seed": 0}
        replies = api.together(*(("/api/solve", hard | {"timeout": each}) for each in (1, 1.1)))
        # Either may come first.
        searched, refused = sorted(replies, key=lambda reply: reply.status_code)
        assert searched.json()["status"] == "gave-up"
        fails(refused, 503, "busy: no worker was free for 0.1 s")

    def test_who_had_to_wait_too_long_is_answered_the_next_time(self, start_api, monkeypatch):
        monkeypatch.setenv("KALEIDO_ENGINE", "python")
        api = start_api(patience=0.1)
        hard = {"pattern": named_pattern("seal").text, "strategy": "random", "timeout": 1}
        asked = {"pattern": "8x8", "pieces": "dominoes"}

        async def ask_meanwhile():
            search = asyncio.create_task(api.ask_async("POST", "/api/solve", json=hard))
            while not api.app.state.dispatcher.jobs:
                await asyncio.sleep(0.01)
            refused = await api.ask_async("POST", "/api/solutions", json=asked)
            await search
            return refused

        refused = api.run(ask_meanwhile())
        fails(refused, 503, "busy: no worker was free for 0.1 s")
        assert api.settles()
        again = api.post("/api/solutions", json=asked).json()
        assert again["solutions"] == 12_988_816

    def test_answers_are_kept(self, start_api):
        api = start_api()
        first, again = (api.post("/api/solve", json={"pattern": CAR.text}) for _ in range(2))
        assert first.status_code == 200
        # The same work, not only the same answer.
        assert first.json()["seconds"] == again.json()["seconds"]

    def test_what_gave_up_is_not_kept(self, api):
        asked = {"pattern": CAR.text, "max_nodes": 5, "seed": 9}
        first, second = (api.post("/api/solve", json=asked).json() for _ in range(2))
        assert first["status"] == "gave-up"
        assert first["seconds"] != second["seconds"]

    def test_a_client_that_goes_away_stops_its_count(self, start_api, monkeypatch):
        # The core might have counted before the client goes away.
        monkeypatch.setenv("KALEIDO_ENGINE", "python")
        api = start_api()
        assert api.leave("/api/count", {"pattern": CHECKERBOARD}, 1.5)[0]["status"] == 499
        # Long before the count would have ended.
        assert api.settles()
        assert api.post("/api/count", json={"pattern": CAR.text}).json()["solutions"] == 32

    def test_a_client_that_goes_away_stops_its_stream(self, start_api):
        api = start_api()
        assert api.events(pattern=CAR.text)[-1]["type"] == "solved"
        path = f"/api/events?strategy=random&max_nodes=20000&pattern={named_pattern('key').text}"
        sent = api.leave(path, None, 1)
        assert sent[0]["status"] == 200
        ends = (b'"solved"', b'"gave-up"', b'"exhausted"')
        assert not any(end in message.get("body", b"") for message in sent for end in ends)
        assert api.settles()
        assert api.events(pattern=CAR.text)[-1]["type"] == "solved"

    def test_a_stream_that_takes_too_long_gives_up(self, start_api):
        api = start_api(seconds=JOB_SECONDS | {"events": 1.5})
        told = api.events(pattern=named_pattern("key").text, strategy="random", max_nodes=20_000)
        assert told[0]["type"] == "start"
        assert told[-1]["type"] == "gave-up"
        assert "1.5 s" in told[-1]["reason"]


def test_openapi(api):
    described = api.get("/api/openapi.json").json()
    assert set(described["paths"]) == {
        f"/api/{name}"
        for name in (
            *("health", "patterns", "puzzles", "pieces", "sets", "strategies", "look"),
            *("lattices", "solve", "events", "count", "solutions", "hint", "rate", "judge", "read"),
            *("design", "assess", "compare", "left", "start", "survey"),
            *("booklet", "complete", "deal"),
        )
    }
    text = json.dumps(described)
    for schema in {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert schema in described["components"]["schemas"]
    for path, operations in described["paths"].items():
        for operation in operations.values():
            assert operation["description"], path
            schemas = [
                reply["content"]["application/json"]["schema"].get("$ref", "")
                for status, reply in operation["responses"].items()
                if status[0] in "45"
            ]
            assert all(schema.endswith("/Failure") for schema in schemas)
