"""Requests to the HTTP API, answered in this process and by its workers."""

from __future__ import annotations

import atexit
import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from fuzz.boards import FRAGMENTS
from fuzz.fuzzer import Fuzzer, Refused, check_message, expect
from fuzz.samples import BOARDS, LATTICES
from fuzz.texts import ODD, texts
from fuzz.values import any_value, changed_value
from kaleido import named_pattern

_CAR = named_pattern("car").text
_PLACED = [{"piece": "mono-r", "face": "front", "cells": [[0, 0]]}]
_SMALL: dict[str, Any] = {"pattern": "ooo/ooo", "pieces": "orders-1-3", "use": ["3a", "3b"]}
_OWN = {"pattern": "2x3", "pieces": "# sides: mirrored\nA ooo x2", "wrap": "rows"}
_SEARCH = {"strategy": "constrained", "seed": 0, "max_nodes": 50}
_QUESTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "pieces": ({"pieces": "kanoodle"}, _SMALL, _OWN),
    "solve": ({"pattern": _CAR, **_SEARCH}, {**_SMALL, "timeout": 0.2}, {**_OWN, "placed": []}),
    "count": ({"pattern": _CAR}, _SMALL, {**_OWN, "placed": _PLACED}),
    "solutions": ({**_SMALL, "offset": 0, "limit": 2, "up_to_symmetry": True}, _OWN),
    "hint": ({"pattern": _CAR, "placed": _PLACED, "timeout": 0.2}, {**_SMALL, "timeout": 0.2}),
    "rate": ({"pattern": _CAR}, _SMALL),
    "judge": ({"pattern": _CAR}, _OWN),
    "events": ({"pattern": _CAR, **_SEARCH}, {**_SMALL, **_SEARCH}),
    "assess": (_SMALL, _OWN),
    "design": ({"sketch": _CAR, "seed": 1}, {"sketch": f"[xr]{_CAR[1:]}", "skip": 1}),
}
_VALUES = (
    *(
        *ODD,
        *BOARDS[:12],
        *LATTICES[:8],
        "kanoodle",
        "soma",
        "columns",
        "both",
        "paper",
        "9x9",
        "3x3x3",
    ),
    *("# sides: mirrored\nA ooo", "polyominoes-4", "dominoes + monominoes", ["I"], [], {}, _PLACED),
)
_ALLOWED = frozenset((200, 400, 404, 405, 411, 413, 414, 415, 421, 422, 431, 501, 503))
"""501: an extra is missing; 503: a limit of the server was reached."""


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, str, str, str]:
    path = draw(st.sampled_from(sorted(_QUESTIONS)))
    question = draw(st.sampled_from(_QUESTIONS[path]))
    kind = draw(st.integers(0, 11))
    if kind == 0:
        body = draw(
            texts((json.dumps(question),), ("{", "}", '"pattern"', "1e999", "NaN", "[" * 500))
        )
    elif kind == 1:
        body = json.dumps(draw(any_value()))
    elif kind <= 4 and "pattern" in question:
        changed = draw(texts((*BOARDS, *LATTICES), FRAGMENTS))
        body = json.dumps({**question, "pattern": changed})
    else:
        body = json.dumps(draw(changed_value(question, _VALUES, most=2)))
    types = ("application/json",) * 20 + ("text/plain", "application/json; charset=latin-1", "")
    if draw(st.integers(0, 9)):
        return "POST", f"/api/{path}", body, draw(st.sampled_from(types))
    method = draw(st.sampled_from(("GET", "POST", "PUT", "HEAD", "DELETE")))
    words = draw(
        st.lists(st.sampled_from((*_QUESTIONS, "api", "read", "static", "..", *ODD)), max_size=3)
    )
    query = draw(
        texts(("pattern=2x3&pieces=dominoes&max_nodes=9",), ("&", "=", "%", "seed=", "wrap="))
    )
    return (
        method,
        "/" + "/".join(["api", *words]) + draw(st.sampled_from(("", f"?{query}"))),
        body,
        types[0],
    )


@cache
def _api() -> Any:
    from web_client import Api

    from kaleido.web.limits import JOB_SECONDS, Limits

    api = Api(Limits(workers=2, memory=10**9, seconds=dict.fromkeys(JOB_SECONDS, 4.0)))
    atexit.register(api.close)
    return api


def _check(case: tuple[str, str, str, str]) -> None:
    import httpx

    method, path, body, kind = case
    content = body.encode(errors="surrogatepass")
    headers = {"content-type": kind} if kind else {}
    try:
        url = httpx.URL(path)
    except (httpx.InvalidURL, UnicodeEncodeError):  # the client sends no such request
        raise Refused(path) from None
    api = _api()
    reply = api.run(api.ask_async(method, str(url), content=content, headers=headers))
    expect(reply.status_code in _ALLOWED, f"status {reply.status_code}: {reply.text[:300]}")
    if reply.status_code != 200:
        if method != "HEAD":
            _check_refusal(reply)
        raise Refused(reply.text)
    if reply.headers["content-type"].startswith("text/event-stream"):
        for block in filter(None, reply.text.split("\n\n")):
            event = json.loads(block.removeprefix("data: "))
            expect("type" in event, f"the event {event} has a type")
            if event["type"] == "error":
                check_message(event["error"])
    elif reply.headers["content-type"] == "application/json" and method != "HEAD":
        json.loads(reply.text, parse_constant=_refuse_constant)


def _check_refusal(reply: Any) -> None:
    found = reply.json()
    expect(list(found) == ["error"], f"the reply {found} is an error")
    check_message(found["error"])


def _refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


FUZZER = Fuzzer(
    "requests",
    "requests to the HTTP API: answered, or refused with 4xx",
    _cases,
    _check,
    ("fastapi", "httpx", "multipart"),
)
