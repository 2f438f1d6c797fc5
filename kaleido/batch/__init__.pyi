"""The names of the package; `kaleido/batch/__init__.py` imports each when first used."""

from .journal import (
    FORMS as FORMS,
    Form as Form,
    Journal as Journal,
    open_journal as open_journal,
)
from .run import (
    BoardInput as BoardInput,
    BoardInputs as BoardInputs,
    Outcome as Outcome,
    remaining as remaining,
    run_batch as run_batch,
    run_boards as run_boards,
)
from .verbs import (
    VERBS as VERBS,
    CountVerb as CountVerb,
    RateVerb as RateVerb,
    ReadVerb as ReadVerb,
    SolveVerb as SolveVerb,
    Verb as Verb,
    make_verb as make_verb,
)
