"""Files of many boards, and the records that each run over them writes and goes on with."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, expect, same
from fuzz.round_trips import attempt_accepted
from fuzz.texts import texts
from kaleido import KaleidoError, named_pattern
from kaleido.batch import FORMS, BoardInputs, SolveVerb, Verb, open_journal, run_batch
from kaleido.batch.verbs import ERROR
from kaleido.library.board_files import read_boards
from kaleido.parallel.workers import Serial
from kaleido.schemas import read_schema

_CAR = named_pattern("car").text
_BAD = "/".join(["rxrxrxrr"] * 8)
_SAMPLES = (
    f"{_CAR}\n{_BAD}\n# a remark\nrx\n",
    json.dumps({"car": _CAR, "bad": _BAD, "rows": _CAR.split("/"), "none": None}),
    "\n".join(json.dumps({"name": name, "pattern": _CAR}) for name in ("a", "b", "a")),
    f"name,pattern\ncar,{_CAR}\nbad,{_BAD}\n",
    f'pattern,board\n"{_CAR}",one\n,two\n',
    _CAR.replace("/", "\n"),
    json.dumps({"pattern": "3x3", "lattice": "hexagonal"}),
    "4x5\n2x2 + 2x2\noo/oo/oo/oo/oo\n",
)
_FRAGMENTS = (
    *(_CAR, _BAD, "\n", ",", '"', "{", "}", "[", "]", ":", "null", "1", '"pattern"', "pattern"),
    *('"name"', '"board"', "name,pattern\n", "4x5", "oo/oo/oo/oo/oo", '{"pattern": 1}\n', '"a":'),
    *('"lattice"', '"hexagonal"'),
)
_VERBS = (
    SolveVerb(max_nodes=40),
    SolveVerb(pieces="tetrominoes", max_nodes=40),
    SolveVerb(strategy="paper", max_nodes=5),
)


def _cases():
    forms = st.tuples(st.sampled_from(sorted(FORMS)), st.integers(0, len(_VERBS) - 1))
    names = st.sampled_from(("boards.txt", "boards.json", "boards.jsonl", "boards.csv"))
    return st.tuples(texts(_SAMPLES, _FRAGMENTS), names, forms)


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(read_schema("batch-solve"))


def _check(case: tuple[str, str, tuple[str, int]]) -> None:
    text, name, (form, number) = case
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        try:
            boards = read_boards(path)
        except KaleidoError as error:
            expect(str(error).isprintable(), f"{str(error)!r} is one line")
        else:
            expect(bool(boards), "there is a board")
        items = attempt(BoardInputs, [str(path)])
        out = Path(folder, "records")
        records = _ran(items, out, form, _VERBS[number], resume=False)
        expect(records >= 1, "every file that is accepted has a board")
        whole = out.read_bytes()
        _check_records(whole.decode(), form, records)
        # A run that was killed in its last record goes on.
        out.write_bytes(whole[: -max(1, len(whole) // 5)])
        attempt_accepted(lambda: _ran(items, out, form, _VERBS[number], resume=True), "resumed")
        same(_names(out.read_text(), form), _names(whole.decode(), form), "resumed records")


def _ran(items: BoardInputs, out: Path, form: str, verb: Verb, *, resume: bool) -> int:
    """Run a verb over boards; return how many records were written."""
    with open_journal(out, FORMS[form](verb.fields), verb.asked, resume=resume) as journal:
        return sum(1 for _ in run_batch(items, verb, Serial(), journal))


def _check_records(text: str, form: str, number: int) -> None:
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
    else:
        rows = [json.loads(line) for line in text.splitlines()]
        for row in rows:
            _validator().validate(row)
    same(len(rows), number, "a line for each record")
    same(len({row["board"] for row in rows}), number, "each board once")
    for row in rows:
        expect(row["status"] in (*SolveVerb.answers, ERROR), f"the status of {row}")
        words = row["reason"] or ""
        expect(words.isprintable() and "Error: " not in words, f"the reason of {row}")


def _names(text: str, form: str) -> list[str]:
    """Return the boards that have records, in order."""
    if form == "csv":
        return sorted(row["board"] for row in csv.DictReader(io.StringIO(text)))
    return sorted(json.loads(line)["board"] for line in text.splitlines())


FUZZER = Fuzzer(
    "batches", "files of boards, and journals that go on", _cases, _check, ("jsonschema",)
)
