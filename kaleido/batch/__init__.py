"""Thousands of boards in one run, which can be resumed: each board gets a record."""

from kaleido.batch.form import FORMS, Form
from kaleido.batch.journal import Journal, open_journal
from kaleido.batch.run import remaining, run_batch
from kaleido.batch.sources import BoardInput, BoardInputs
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
