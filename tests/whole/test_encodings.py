"""Texts in other encodings than UTF-8, as Windows writes them, in every place where one is read."""

import codecs
import io
import json
import re
import sys

import pytest

import kaleido
from kaleido.cli import main
from kaleido.search.strategies.policy import TUNED_FILE

CAR = kaleido.named_pattern("car").text.replace("/", "\n")
SOLVED = kaleido.solve("car").solution
BOARDS = json.dumps({"Bär": SOLVED.pattern.text, "Öl": SOLVED.pattern.text}, ensure_ascii=False)
SET = "# sides: one-sided\n# title: Bär\nL ooo/o..\nI oooo\nT ooo/.o.\n"

READ = {
    "board": ("show {file}", "# title: Bär\n" + CAR),
    "standard input": ("show -", "# title: Bär\n" + CAR),
    "set of pieces": ("show --board 3x4 --pieces {file}", SET),
    "position": ("position car {file}", "# ä\n" + "\n".join(["...W...."] * 8)),
    "placements": ("hint car --place {file}", "# ä\nW@A4\n"),
    "solution": (
        "check car {file}",
        json.dumps({**SOLVED.as_dict(), "ä": "ä"}, ensure_ascii=False),
    ),
    "sketch": ("design {file} --timeout 60", "# title: Bär\n" + CAR),
    "boards": ("batch solve {file} --workers 1", BOARDS),
    "boards on standard input": ("batch solve -", BOARDS),
    "weights": ("solve car -s {file}", TUNED_FILE.read_text("utf-8").rstrip()[:-1] + ', "ä": "ä"}'),
}
"""Commands that read a text, by its kind, with a text that has a letter beyond ASCII."""


def run(command, raw, folder, monkeypatch, capsys):
    path = folder / "read.json"
    path.write_bytes(raw)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    code = main([word.format(file=path) for word in command.split()])
    return code, *capsys.readouterr()


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(("command", "text"), READ.values(), ids=READ)
def test_texts_are_read_by_their_marks_or_refused(tmp_path, monkeypatch, capsys, command, text):
    def found(raw):
        code, out, err = run(command, raw, tmp_path, monkeypatch, capsys)
        return code, re.sub(r"[\d.]+ m?s|\"seconds\": [\d.]+", "", out), err

    plain = found(text.encode())
    assert plain[0] == 0, plain
    marked = {
        "utf-8-sig": text.encode("utf-8-sig"),
        "utf-16-le": codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
        "utf-16-be": codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    }
    for encoding, raw in marked.items():
        assert (encoding, found(raw)[:2]) == (encoding, plain[:2])
    for encoding in ("cp1252", "utf-16-le", "utf-16-be"):
        code, out, err = run(command, text.encode(encoding), tmp_path, monkeypatch, capsys)
        assert code == 2
        told = json.loads(out)["reason"] if command.startswith("batch") and out else err
        assert "save it as UTF-8" in told, encoding
        assert err.count("\n") == 1


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_runs_are_read_by_their_marks(tmp_path, suffix):
    runs = kaleido.compare("car", max_nodes=9)
    path = tmp_path / f"runs.{suffix}"
    runs.save(path)
    text = path.read_text("utf-8").replace("\n", "\r\n")
    for encoding in ("utf-8-sig", "utf-16"):
        path.write_bytes(text.encode(encoding))
        assert kaleido.Comparison.load(path) == runs
    path.write_bytes(text.replace("car", "Bär").encode("cp1252"))
    with pytest.raises(kaleido.OptionError, match="save it as UTF-8"):
        kaleido.Comparison.load(path)


def test_a_recording_is_read_by_its_mark(tmp_path):
    path = tmp_path / "trace.jsonl"
    recording = kaleido.record("car")
    recording.save(path)
    path.write_bytes(path.read_text("utf-8").encode("utf-16"))
    assert len(kaleido.Recording.load(path).events) == len(recording.events)
