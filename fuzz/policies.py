"""Files of learned weights."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, same
from fuzz.round_trips import attempt_accepted
from fuzz.runs import in_file
from fuzz.texts import texts
from fuzz.values import changed_value
from kaleido.search.strategies.policy import Policy, shipped_policy


def _cases():
    value = {"strategy": "tuned", "policy": shipped_policy().as_dict()}
    written = (json.dumps(value),)
    changed = changed_value(value).map(json.dumps)
    return st.one_of(changed, texts(written, ("{", "}", "[", '"policy"', '"weights"', "1", "true")))


def _check(text: str) -> None:
    policy = attempt(in_file, text, "weights.json", Policy.read)
    again = json.dumps({"policy": policy.as_dict()})
    same(
        attempt_accepted(lambda: in_file(again, "weights.json", Policy.read), "written"),
        policy,
        "written and read",
    )


FUZZER = Fuzzer("policies", "files of learned weights", _cases, _check)
