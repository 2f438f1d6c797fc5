"""The suite's settings: the same examples in every run, and no clock."""

from __future__ import annotations

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("replay")
settings.register_profile("kaleido", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("kaleido")


@pytest.fixture
def own_lattices(monkeypatch):
    """Let a test register lattices that the others do not see."""
    from kaleido import lattices

    monkeypatch.setattr(lattices, "_KNOWN", dict(lattices._KNOWN))


@pytest.fixture(scope="module")
def api():
    """The application, for the tests of a module; they have made sure that its extra is there."""
    from web_client import Api

    api = Api()
    yield api
    api.close()
