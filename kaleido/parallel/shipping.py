"""Functions that are sent to other processes and machines together with their code."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.text import shown


@named_options
class Shipped:
    """A function that any process with the same Python and Kaleido can call.

    What belongs to a script, a notebook or one of some `modules` goes along by value, so that the
    other process need not find it. What cannot be sent is an `OptionError`.

    Examples
    --------
    >>> Shipped(lambda number: 2 * number)(4)
    8
    """

    def __init__(self, function: Callable[..., Any], modules: Iterable[str] = ()) -> None:
        import cloudpickle

        known = [sys.modules[name] for name in modules if name in sys.modules]
        fresh = [
            each
            for each in known
            if each.__name__ not in cloudpickle.list_registry_pickle_by_value()
        ]
        for each in fresh:
            cloudpickle.register_pickle_by_value(each)
        try:
            self._code: bytes = cloudpickle.dumps(function)
        except Exception as problem:
            reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
            raise OptionError(
                f"{shown(function)} cannot be sent to another process: {reason}"
            ) from problem
        finally:
            for each in fresh:
                cloudpickle.unregister_pickle_by_value(each)

    def __call__(self, *given: Any) -> Any:
        """Call the function."""
        return _loaded(self._code)(*given)


@lru_cache(64)
def _loaded(code: bytes) -> Callable[..., Any]:
    function: Callable[..., Any] = pickle.loads(code)  # noqa: S301 (this process, or the one that asks, wrote it)
    return function
