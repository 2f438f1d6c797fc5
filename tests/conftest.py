"""The suite's settings: the same examples in every run, and no clock."""

from __future__ import annotations

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("replay")
settings.register_profile("kaleido", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("kaleido")


@pytest.fixture(scope="module")
def api():
    """The application, for the tests of a module; they have made sure that its extra is there."""
    from web_client import Api

    api = Api()
    yield api
    api.close()
