"""Thousands of boards in one run, which can be resumed: each board gets a record."""

from kaleido.batch.journal import FORMS, Form, Journal, open_journal
from kaleido.batch.run import BoardInput, BoardInputs, remaining, run_batch
from kaleido.batch.verbs import VERBS, CountVerb, RateVerb, ReadVerb, SolveVerb, Verb, make_verb

__all__ = [
    "FORMS",
    "VERBS",
    "BoardInput",
    "BoardInputs",
    "CountVerb",
    "Form",
    "Journal",
    "RateVerb",
    "ReadVerb",
    "SolveVerb",
    "Verb",
    "make_verb",
    "open_journal",
    "remaining",
    "run_batch",
]
