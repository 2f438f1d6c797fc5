"""A request that is not answered as asked, and the status that says why."""

from __future__ import annotations

from kaleido.errors import KaleidoError

BUSY = 503


class RefusalError(KaleidoError):
    """Why a request is refused.

    Parameters
    ----------
    status : int
        The HTTP status.
    message : str
        One clear line.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
