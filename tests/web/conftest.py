"""Applications of their own for the tests of the server."""

import pytest


@pytest.fixture
def start_api():
    """Start an application with one worker process, strategies of its user, and other limits."""
    from web_client import Api

    from kaleido.web.limits import Limits

    made = []

    def start(*own, **limits):
        made.append(Api(Limits(**{"workers": 1} | limits), own))
        assert made[-1].settles()  # what starts takes places, too
        return made[-1]

    yield start
    for api in made:
        api.close()
