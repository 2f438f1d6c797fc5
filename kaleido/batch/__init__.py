"""Thousands of boards: a record for each, written as it finishes, in a run that can be resumed."""

from __future__ import annotations

from kaleido.batch.form import FORMS, Form
from kaleido.batch.journal import Journal, open_journal
from kaleido.batch.run import left_over, run_batch
from kaleido.batch.sources import Item, Items
from kaleido.batch.verbs import VERBS, CountVerb, RateVerb, ReadVerb, SolveVerb, Verb

__all__ = [
    "FORMS",
    "VERBS",
    "CountVerb",
    "Form",
    "Item",
    "Items",
    "Journal",
    "RateVerb",
    "ReadVerb",
    "SolveVerb",
    "Verb",
    "left_over",
    "open_journal",
    "run_batch",
]
