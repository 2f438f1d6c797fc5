"""What pytest collects: modules that need an extra only where it is installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("fastapi") else ["kaleido/web"]
