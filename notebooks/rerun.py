"""Run the notebooks, and say what differs from what they show, or write what they show now.

    python notebooks/rerun.py                # all of them
    python notebooks/rerun.py 01 02 --write  # some of them, and keep what they show

The notebooks are kept with their pictures, so that they show something where they are only read. A
run of unchanged code leaves the files unchanged: pictures have few colours, and there are no times
and no traces of the machine. Text must be the same in each run; of pictures only their number and
their alt text are compared. A cell whose text differs in each run, because it shows seconds, has
the tag ``varies``; better not to show them. The exit code is 1 if anything differs and is not
written.

It needs the extra ``notebook``.
"""

from __future__ import annotations

import argparse
import base64
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from difflib import unified_diff
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbclient
import nbformat
import numpy as np
from PIL import Image
from traitlets.config import Config

from kaleido.plot.animation import Palette

FOLDER = Path(__file__).parent
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

LIMIT = 300
"""Seconds that a cell may take."""

PICTURES = ("image/png", "image/svg+xml", "image/gif", "image/jpeg")
LIVE = ("application/vnd.jupyter.widget-view+json",)
"""Kinds of output that need a running kernel; what is kept shows the other kinds."""


def run(path: Path) -> nbformat.NotebookNode:
    """Run a notebook from top to bottom and return it as it is kept; raise what a cell raises."""
    notebook = nbformat.read(path, as_version=4)
    metadata = notebook.metadata.copy()
    with TemporaryDirectory() as sockets:
        # Kernels that start at once sometimes choose the same port; each has its own sockets.
        transport = "ipc" if os.name == "posix" else "tcp"
        file = str(Path(sockets, "kernel.json"))
        # Jupyter runs a notebook in its own folder, where its data lie.
        client = nbclient.NotebookClient(
            notebook,
            timeout=LIMIT,
            record_timing=False,
            resources={"metadata": {"path": str(FOLDER)}},
            config=Config(KernelManager={"transport": transport, "connection_file": file}),
        )
        client.execute(env=os.environ | {"PYTHONHASHSEED": "0"})
    # The kernel adds its version, and widgets add their state.
    notebook.metadata = metadata
    for cell in code_cells(notebook):
        cell.outputs = list(_cleaned(cell.outputs))
    return notebook


def code_cells(notebook: nbformat.NotebookNode) -> list[Any]:
    """Return the cells of a notebook that are run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _cleaned(outputs: Sequence[Any]) -> Iterator[Any]:
    """Yield outputs as they are kept: joined streams, small pictures, no addresses."""
    stream: Any = None
    for output in outputs:
        if output.output_type == "stream":
            if stream is not None and stream.name == output.name:
                stream.text += output.text
                continue
            stream = output
        else:
            stream = None
            for kind in LIVE:
                output.get("data", {}).pop(kind, None)
            if png := output.get("data", {}).get("image/png"):
                output.data["image/png"] = _small(png)
            if plain := output.get("data", {}).get("text/plain"):
                output.data["text/plain"] = re.sub("0x[0-9a-f]{6,}", "0x…", plain)
        yield output
    for output in outputs:
        if output.output_type == "stream":
            # Of a line that is written again and again, such as a progress bar, the last remains.
            output.text = re.sub("[^\n]*\r(?=[^\n])", "", output.text)


def _small(png: str) -> str:
    """Return a picture, in base64, with few colours."""
    with Image.open(io.BytesIO(base64.b64decode(png))) as picture:
        ground = Image.new("RGBA", picture.size, "white")
        ground.alpha_composite(picture.convert("RGBA"))
    pixels = np.asarray(ground.convert("RGB"))
    file = io.BytesIO()
    Palette([pixels]).apply(pixels).save(file, "PNG", optimize=True)
    return base64.b64encode(file.getvalue()).decode()


def differences(kept: nbformat.NotebookNode, now: nbformat.NotebookNode) -> list[str]:
    """Return what two runs of a notebook show differently, as lines of a diff for each cell.

    Pictures count with their kind and their alt text. Of a cell with the tag ``varies``, only the
    kinds of its outputs count.
    """
    found: list[str] = []
    pairs = zip_longest(code_cells(kept), code_cells(now))
    for number, (one, other) in enumerate(pairs, start=1):
        varies = any("varies" in cell.metadata.get("tags", []) for cell in (one, other) if cell)
        before, after = (_shown(cell, varies=varies) for cell in (one, other))
        found += unified_diff(before, after, f"cell {number}, kept", f"cell {number}, now", "", "")
    return found


def _shown(cell: Any, *, varies: bool) -> list[str]:
    """Return what a cell shows, in lines."""
    lines: list[str] = []
    for output in cell.outputs if cell else []:
        if output.output_type == "stream":
            lines += [f"({output.name})"]
            lines += [] if varies else output.text.splitlines()
        elif output.output_type == "error":
            lines += [f"({output.ename}: {output.evalue})"]
        else:
            for kind in sorted(set(output.data) - set(LIVE)):
                lines += [f"({kind})"]
                if not varies:
                    lines += _text(kind, output.data[kind])
                    lines += [str(output.metadata.get(kind, {}).get("alt", ""))]
    return lines


def _text(kind: str, data: Any) -> list[str]:
    """Return the text of an output, with the alt text in place of pictures."""
    if kind == "image/svg+xml":
        return re.findall("<title>(.*?)</title>", data)[:1]
    if kind in PICTURES:
        return []
    text = re.sub('src="data:[^"]*"', 'src="…"', str(data))
    text = re.sub("(?s)<svg.*?<title>(.*?)</title>.*?</svg>", r"<svg: \1>", text)
    return re.sub("0x[0-9a-f]{6,}", "0x…", text).splitlines()


def rerun(path: Path, *, write: bool) -> list[str]:
    """Run a notebook, return what differs from what it showed, and keep what it shows now."""
    now = run(path)
    found = differences(nbformat.read(path, as_version=4), now)
    if write:
        nbformat.write(now, path)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the notebooks that are named, or all of them, and return the exit code."""
    about, _, more = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="the start of a file's name")
    parser.add_argument("--write", action="store_true", help="keep what the notebooks show now")
    options = parser.parse_args(arguments)
    for name in options.names:
        if not any(path.name.startswith(name) for path in NOTEBOOKS):
            parser.error(f"no notebook's name starts with {name!r}")
    chosen = [path for path in NOTEBOOKS if path.name.startswith(tuple(options.names) or "")]
    differs = False
    with ProcessPoolExecutor() as workers:
        made = workers.map(partial(rerun, write=options.write), chosen)
        for path, found in zip(chosen, made, strict=True):
            differs |= bool(found)
            kept = f", {path.stat().st_size / 1e6:.1f} MB" if options.write else ""
            print(f"{path.name}: {'differs' if found else 'the same'}{kept}", flush=True)
            if not options.write:
                print(*found, sep="\n", end="\n" if found else "")
    return int(differs and not options.write)


if __name__ == "__main__":
    sys.exit(main())
