"""``kaleido export``, ``kaleido schema`` and ``kaleido site``: files for other programs."""

import gzip
import json
import sys
import textwrap
from pathlib import Path
from typing import Annotated

import click

from kaleido.base.files import check_target, written_whole
from kaleido.base.schemas import read_schema, schema_names
from kaleido.base.text import either
from kaleido.cli import options
from kaleido.cli.console import answers, note
from kaleido.cli.messages import tell_written
from kaleido.cli.parameters import argument, names_of, option
from kaleido.export import FILES, export_lines
from kaleido.puzzle.puzzle import Position

_FORMS = {suffixes[0]: form for form, (_, suffixes) in FILES.items()}


def export(
    position: Position,
    form: Annotated[
        str | None,
        option(
            f"--format -f {'|'.join(FILES)}",
            f"{either(words for words, _ in FILES.values())}.",
            show_default="by the suffix of FILE, or dlx",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option(
            "--output -o FILE",
            f"Write to a file: {either(f'.{each}' for each in sorted(_FORMS))} (compressed); with "
            "-f others, too, such as .txt.",
            show_default="standard output",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Write a puzzle for other solvers: every placement and what it covers.

    Pieces on the board (--place) are givens.

    Exit codes: 0 written, 2 bad input.
    """
    if form is None:
        form = "dlx" if output is None else _FORMS[check_target(output, _FORMS)]
    lines = (f"{line}\n" for line in export_lines(position.state, form))
    if output is None:
        if as_json:
            raise click.BadParameter("--json needs --output FILE; `-f json` writes JSON")
        sys.stdout.writelines(lines)
        return
    check_target(output, FILES[form][1])
    with written_whole(output) as draft:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        if output.suffix.lower() == ".xmpuzzle":
            draft.write_bytes(gzip.compress(draft.read_bytes(), mtime=0))
        size = draft.stat().st_size
    tell_written(output, f"{form}, {size:,} bytes", as_json=as_json)


def schema(
    name: Annotated[
        str | None,
        argument("NAME", "The name of a schema.", complete=names_of("base.schemas:schema_names")),
    ] = None,
) -> None:
    """Print the JSON Schema of what a command prints or writes as JSON, or list the schemas.

    Exit codes: 0 printed, 2 bad input.
    """
    if name is not None:
        print(json.dumps(read_schema(name), indent=2))
        return
    console, width = answers(), max(map(len, schema_names()))
    for each in schema_names():
        line = f"{each:<{width}}  {read_schema(each)['title']}"
        print(textwrap.fill(line, console.width, subsequent_indent=" " * (width + 2)))


def site(
    folder: Annotated[Path, option("--output -o DIR", "The folder to write.")],
    runtime: Annotated[
        Path | None,
        option("--runtime DIR", "The npm package pyodide, unpacked.", show_default="got with npm"),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Write the page as a site that needs no server: the solver runs in the browser.

    Any static host serves the folder, for instance `python -m http.server -d DIR`. Playing, hints,
    watching and designing work there, without a network too after the first visit; photos and
    ratings need the program.

    Exit codes: 0 written, 2 bad input or usage.
    """
    from kaleido.web.page import bundled_names, stale_bundle
    from kaleido.web.site import build_site, runtime_folder

    with runtime_folder(runtime) as found:
        site = build_site(folder, found, bundled_names())
    for left_out in (stale_bundle(), *(f"{each}." for each in site.notes)):
        if left_out:
            note(left_out)
    tell_written(folder, f"the page and its solver, {site.size / 1e6:.1f} MB", as_json=as_json)
