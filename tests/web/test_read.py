"""Photos that the server reads: all boards, the steps as they happen, and what goes wrong."""

from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image
from web_client import events_of, fails

import kaleido
from kaleido import named_pattern
from kaleido.base.contract import Plain
from kaleido.base.errors import RequestError
from kaleido.web.jobs import Job, run_job
from kaleido.web.worker import ReplyKind, Worker

needs_opencv = pytest.mark.skipif(find_spec("cv2") is None, reason="needs the extra `photo`")

INKS = {"x": (25, 22, 24), "r": (210, 45, 35), "y": (240, 200, 50), "b": (30, 90, 180)}
CAR, STARSHIP = named_pattern("car"), named_pattern("starship")
PNG = {"content-type": "image/png"}
STREAM = {"accept": "text/event-stream"}


def picture(*boards, side=18):
    """A page with some boards beside each other, as the content of a file."""
    size = 8 * side
    page = np.full((size + 60, (size + 40) * len(boards) + 20, 3), 250, np.uint8)
    for place, board in enumerate(boards):
        cells = np.array([[INKS[letter] for letter in row] for row in board.rows], np.uint8)
        left = 30 + place * (size + 40)
        page[30 : 30 + size, left : left + size] = cells.repeat(side, axis=0).repeat(side, axis=1)
    return encoded(page)


def encoded(pixels):
    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def test_bodies(api):
    fails(api.post("/api/read", json={}), 415, "'application/json'", "image")
    fails(api.post("/api/read"), 415)
    fails(api.post("/api/read", headers=PNG), 422, "empty")
    fails(api.post("/api/read", files={"photo": b"x"}), 422, "'file'")
    fails(api.post("/api/read", data={"file": "x"}, files={"other": b"x"}), 422, "'file'")
    for broken in ("multipart/form-data; boundary=b", "multipart/form-data"):
        reply = api.post("/api/read", content=b"nonsense", headers={"content-type": broken})
        fails(reply, 400)


@pytest.mark.parametrize("corners", ["1,2,3", "a,b,c,d,e,f,g,h", "0,0,9,0,9,9,0,nan", ",,,,,,,"])
def test_corners_that_are_none(api, corners):
    reply = api.post(f"/api/read?corners={corners}", content=b"x", headers=PNG)
    fails(reply, 422, f"the corners are {corners!r}", "8 numbers")


@pytest.fixture
def read_stages(monkeypatch):
    """Put something else in the place of what reads photos, as if OpenCV were there."""

    def put(function):
        monkeypatch.setattr("kaleido.photo.read_stages", function)
        monkeypatch.setattr("kaleido.base.extras.find_spec", lambda _: "a spec")

    return put


@dataclass(frozen=True)
class Numbered(Plain):
    number: int


def test_the_job(read_stages):
    """The keys of the largest board, all boards, and the steps as events."""
    small, large = map(Numbered, (1, 2))

    def read(image, corners, watch):
        assert (image, corners) == (b"x", None)
        watch("find", 3, 9)
        return SimpleNamespace(reading=large, readings=(small, large))

    read_stages(read)
    told = []
    answer = run_job(Job("read", {"image": "eA=="}, 10**9), told.append)
    assert answer == {"type": "read", "number": 2, "boards": [{"number": 1}, {"number": 2}]}
    assert told == [{"type": "step", "step": "find", "done": 3, "of": 9}]


def test_what_is_wrong_does_not_name_the_file(read_stages):
    def fail(_, name="the file", **__):
        raise kaleido.PatternError(f"{name} shows no board")

    read_stages(fail)
    worker = Worker(BytesIO(), 10**9)
    kind, said = worker._attempt({"kind": "read", "params": {"image": "eA=="}})
    assert (kind, said["error"]) == (ReplyKind.FAILURE, "the file shows no board")
    assert said["status"] == 400


def test_without_the_extra(monkeypatch, read_stages):
    read_stages(print)
    monkeypatch.setattr("kaleido.base.extras.find_spec", lambda _: None)
    with pytest.raises(RequestError, match="extra `photo`") as refused:
        run_job(Job("read", {"image": "eA=="}, 10**9), print)
    assert refused.value.status == 501


@needs_opencv
def test_no_picture(api):
    said = fails(api.post("/api/read", files={"file": b"no picture"}), 400, "picture")
    assert "the file" in said


@needs_opencv
@pytest.mark.web
class TestPictures:
    def test_all_boards_of_a_page(self, api):
        read = api.post("/api/read", content=picture(CAR, STARSHIP), headers=PNG).json()
        assert [each["pattern"] for each in read["boards"]] == [CAR.text, STARSHIP.text]
        largest = {key: value for key, value in read.items() if key not in ("type", "boards")}
        assert largest in read["boards"]
        assert largest["size"] == [388, 204]
        true = [[30, 30], [174, 30], [174, 174], [30, 174]]
        assert np.abs(np.array(read["boards"][0]["corners"]) - true).max() < 2

    def test_corners_choose_a_board_and_its_top(self, api):
        page = picture(CAR, STARSHIP)
        for corners, true in (
            ("212,33,360,28,355,176,217,171", STARSHIP),
            ("33,172,31,27,176,33,171,177", CAR.rotated(1)),
        ):
            path = f"/api/read?corners={corners}"
            read = api.post(path, files={"file": page}).json()
            assert read["pattern"] == true.text
            assert len(read["boards"]) == 1
        reply = api.post("/api/read?corners=0,0,9,0,9,9,0,9", files={"file": page})
        fails(reply, 400, "none of a board")

    def test_the_steps_are_told(self, api):
        reply = api.post("/api/read", content=picture(CAR), headers=PNG | STREAM)
        *steps, last = events_of(reply)
        names = [each["step"] for each in steps]
        assert list(dict.fromkeys(names)) == ["decode", "find", "colours"]
        assert all(each["type"] == "step" and each["done"] < each["of"] for each in steps)
        assert last["type"] == "read"
        assert last["pattern"] == CAR.text

    def test_what_goes_wrong_later_ends_the_steps(self, api):
        blank = encoded(np.full((200, 300, 3), 255, np.uint8))
        told = events_of(api.post("/api/read", content=blank, headers=PNG | STREAM))
        assert told[-1]["type"] == "gave-up"
        assert told[-1]["reason"].startswith("found no board")

    def test_a_client_that_goes_away_stops_its_reading(self, api):
        grain = np.random.default_rng(5).integers(0, 255, (48, 64, 3), np.uint8)
        large = encoded(np.asarray(Image.fromarray(grain).resize((1600, 1200))))
        sent = api.leave("/api/read", large, b'"decode"', "image/png", STREAM["accept"])
        assert not any(b'"gave-up"' in each.get("body", b"") for each in sent)
        assert api.settles()
        assert api.leave("/api/read", large, 0.2, "image/png")[0]["status"] == 499
        assert api.settles()
        assert api.post("/api/read", content=picture(CAR), headers=PNG).json()["pattern"]
