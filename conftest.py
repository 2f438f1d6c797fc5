"""What pytest collects: modules that need an extra only where it is installed."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

# Each core has a process of tests; threads that wait for each other would hold it up.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Containers often ask for no bytecode. Then each process of tests would rewrite the assertions of
# every module, Hypothesis's among them, and each that a test starts would compile all it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No doctests there; and two modules of one name cannot both be imported for them.
collect_ignore = ["conftest.py", "tests/conftest.py", "tests/browser/conftest.py"]
if not find_spec("fastapi"):
    collect_ignore.append("kaleido/web")
if not find_spec("ipywidgets"):
    collect_ignore.append("kaleido/plot/explorer/widget.py")
if not find_spec("textual"):
    collect_ignore += [f"kaleido/cli/player/{name}.py" for name in ("app", "browser", "keys")]
if not find_spec("httpx"):
    collect_ignore.append("tests/web_client.py")
if not find_spec("playwright"):
    collect_ignore.append("tests/browser")
