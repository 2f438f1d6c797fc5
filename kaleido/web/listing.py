"""Lists that stay as they are while the server runs."""

from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from typing import Any

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response


class Listing:
    """A list that is made once; a browser that has it already is told that it may keep it.

    Parameters
    ----------
    model : type
        The data model of the list.
    make : callable
        Returns the list as plain values.
    """

    def __init__(self, model: Any, make: Callable[[], Any]) -> None:
        self._adapter = TypeAdapter(model)
        self._make = make

    @cached_property
    def _text(self) -> bytes:
        return self._adapter.dump_json(self._adapter.validate_python(self._make()))

    @cached_property
    def _tag(self) -> str:
        return f'"{sha256(self._text).hexdigest()[:32]}"'

    def reply(self, request: Request) -> Response:
        """Reply with the list, or with status 304 to a browser that has it."""
        headers = {"Cache-Control": "no-cache", "ETag": self._tag}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self._text, media_type="application/json", headers=headers)
