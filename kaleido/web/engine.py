"""The answers of a page without a server: the same jobs, without NumPy and SciPy.

The page runs it in the browser. A job that needs arrays is answered in part, or refused with a
sentence that says so.
"""

import json
from collections.abc import Callable
from typing import Any

from kaleido.base.errors import KaleidoError, RequestError, UnavailableError
from kaleido.heuristics.registry import DEFAULT
from kaleido.search.result import solved_states
from kaleido.search.stopping import Deadline
from kaleido.search.strategies.constrained import Constrained
from kaleido.web.jobs import Job, run_job
from kaleido.web.limits import EVENTS_NODES, HINT_SECONDS, MAX_NODES, MAX_SECONDS
from kaleido.web.question import read_position

MAX_COUNTED = 10_000  # solutions are counted one by one up to this number
COUNT_SECONDS = 6.0  # seconds after which a count stops with the solutions found

DEFAULTS = {
    **{"strategy": DEFAULT, "seed": 0, "max_nodes": MAX_NODES, "timeout": MAX_SECONDS},
    **{"offset": 0, "limit": 1, "up_to_symmetry": False},
    **{"most": 5, "cell": None},
    **{"nearest": False, "background": "", "skip": 0},
}
"""Values for the fields that a question leaves out."""

_OWN: dict[str, dict[str, Any]] = {
    "hint": {"timeout": HINT_SECONDS},
    "events": {"max_nodes": EVENTS_NODES},
}

_REFUSED = {
    **{"rate": "rating a pattern", "read": "reading photos", "booklet": "printing a booklet"},
    "compare": "comparing strategies over many seeds",
}


def answer(path: str, question: str, emit: Callable[[str], None]) -> str:
    """Answer a question as the server does at a path below ``/api``.

    The question is the body of the request as JSON, `emit` is called with each event as JSON, and
    so is the reply: its ``status`` as in HTTP, and its ``body``.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> question = json.dumps({"pattern": named_pattern("car").text})
    >>> json.loads(answer("count", question, print))["body"]["solutions"]
    32
    >>> answer("rate", question, print)
    '{"status": 503, "body": {"error": "rating a pattern needs the program"}}'
    """

    def tell(event: dict[str, Any]) -> None:
        emit(json.dumps(event))

    try:
        status, body = 200, _answer(path, json.loads(question), tell)
    except RequestError as problem:
        status, body = problem.status, {"error": str(problem)}
    except KaleidoError as problem:
        status, body = 400, {"error": str(problem)}
    return json.dumps({"status": status, "body": body})


def _answer(
    path: str, question: dict[str, Any], emit: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    if path in _REFUSED:
        raise UnavailableError(f"{_REFUSED[path]} needs the program")
    params = {**DEFAULTS, **_OWN.get(path, {}), **question}
    if path == "design":
        if question.get("background"):
            raise UnavailableError("chequering open cells needs the program")
        if any(question.get(name) for name in ("min_solutions", "max_solutions", "difficulty")):
            raise UnavailableError("a number of solutions or a difficulty needs the program")
        return run_job(Job("nearest", params, 0), emit)
    if path == "count":
        return _count(params)
    if path == "assess":
        emit({"type": "counted"} | _count(params))
        return {"type": "assessed", "rating": None}
    return run_job(Job("first-solutions" if path == "solutions" else path, params, 0), emit)


def _count(params: dict[str, Any]) -> dict[str, Any]:
    """Return the number of solutions of a position, or that there are more than `MAX_COUNTED`."""
    position = read_position(params)
    deadline = Deadline(COUNT_SECONDS)
    found = 0
    for _ in solved_states(position.state, Constrained()):
        if found == MAX_COUNTED or deadline.passed:
            return {"solutions": found, "text": f"more than {found:,}", "exact": False}
        found += 1
    return {"solutions": found, "text": f"{found:,}", "exact": True}
