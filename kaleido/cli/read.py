"""``kaleido read``."""

import sys
from pathlib import Path
from typing import Annotated

from rich.text import Text

from kaleido.base.bounds import POSITIVE
from kaleido.base.contract import Flat, Plain, output
from kaleido.base.errors import PhotoError
from kaleido.base.files import check_target, read_bytes, write_text
from kaleido.cli import options
from kaleido.cli.console import answers, print_json
from kaleido.cli.parameters import argument, option, within
from kaleido.designing.completing import SketchCompletions, complete
from kaleido.model.pattern import COLOURS
from kaleido.photo.reading import Reading, certain_pattern, chosen_board

_FEW = 16  # open cells for which the boards with a solution are looked for
_PATIENCE = 10.0  # for so many seconds


@output("read", "A board of kaleido read --json")
class ReadOutput(Plain):
    """What a picture shows.

    The command prints one object, or a list of them for a picture of several boards; each has the
    number of the schema.
    """

    board: Flat[Reading]
    completions: Annotated[
        SketchCompletions | None,
        "What has a solution of all that the cells that cannot be read allow; null if there are no "
        f"such cells or more than {_FEW}.",
    ]


def read(
    image: Annotated[
        Path,
        argument(
            "IMAGE",
            "A photo, screenshot or drawing of a board: JPEG, PNG, GIF, WebP, BMP or TIFF; "
            "- for standard input.",
        ),
    ],
    output: Annotated[
        Path | None, option("--output -o FILE", "Write the pattern to a file (.txt).")
    ] = None,
    board: Annotated[
        int | None,
        option(
            "--board N",
            "Only board N of several, counted by rows from the top, from left to right.",
            parser=within(POSITIVE),
        ),
    ] = None,
    debug: Annotated[
        Path | None,
        option(
            "--debug FOLDER",
            "Write the stages as pictures: the board found, straightened, its cells.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Read the patterns of printed boards from a photo (with the extra `photo`).

    The output shows each cell and how certain it is, in percent. All boards in the picture are
    shown, and the largest is written to a file; --board chooses another. --json gives several as a
    list.

    Exit codes: 0 read, 2 bad input, or cells that cannot be read: these are marked with ?, and
    no file is written. The command then lists the solvable boards that remain possible.
    """
    from kaleido.draw.reading import check_folder, write_stages
    from kaleido.photo import read_stages
    from kaleido.photo.image import MAX_BYTES

    if output is not None:
        check_target(output, ["txt"])
    if debug is not None:
        check_folder(debug)
    if str(image) == "-":
        name = "standard input"
        stages = read_stages(read_bytes(sys.stdin.buffer, name, PhotoError, MAX_BYTES), name)
    else:
        name = str(image)
        stages = read_stages(image)
    if board is None:
        reading, shown = stages.reading, stages.readings
    else:
        reading = chosen_board(stages.readings, board, name)
        shown = (reading,)
    if debug is not None:
        write_stages(stages, debug, reading)
    found = [_completions(each) for each in shown]
    if as_json:
        forms = [ReadOutput(each, left) for each, left in zip(shown, found, strict=True)]
        print_json(forms[0] if len(forms) == 1 else forms)
    console = answers(quiet=as_json)
    for each, left in zip(shown, found, strict=True):
        if each.boards > 1:
            console.print(f"board {each.number} of {each.boards}")
        console.print(_draw(each))
        for note in each.remarks:
            console.print(f"note: {note}")
        if left is not None:
            console.print(f"note: {_say(left)}")
    if output is not None:
        write_text(output, f"{certain_pattern(reading, name)}\n")
        return
    for each in shown:
        certain_pattern(each, name)


def _completions(reading: Reading) -> SketchCompletions | None:
    few = 0 < len(reading.uncertain) <= _FEW
    return complete(reading.text, timeout=_PATIENCE) if few else None


def _say(found: SketchCompletions) -> str:
    """Say what the cells that cannot be read may be, so that the board has a solution."""
    if found.is_all and len(found.patterns) == 1:
        return f"if it has a solution, it is {found.patterns[0]}"
    if found.is_all and not found.patterns:
        return "no completion has a solution: the board has none, or a cell without ? is misread"
    named = (
        f"row {row + 1} column {col + 1} is {COLOURS[each.letters]}"
        for each in found.cells
        if found.is_sure and len(each.letters) == 1
        for row, col in [each.cell]
    )
    many = f"{len(found.patterns)}{'' if found.is_all else ' or more'} completions have a solution"
    return "; in each ".join([many, *([", ".join(each)] if (each := [*named]) else [])])


def _draw(reading: Reading) -> Text:
    """Draw the cells and, beside them, the certainty of each in percent."""
    from kaleido.draw.look import SHADES

    text = Text(f"{' cells':27}confidence in percent\n", no_wrap=True)
    for row, confidences in zip(reading.rows, reading.confidence, strict=True):
        for letter in row:
            shade = SHADES.get(letter)
            style = f"{shade.ink} on {shade.fill}" if shade else "bold reverse"
            text.append(f" {letter} ", style)
        text.append("  ")
        for letter, confidence in zip(row, confidences, strict=True):
            # Rounded down, so that nothing less than 99 is shown as 99.
            text.append(f" {int(100 * confidence):>2}", "" if letter in SHADES else "bold")
        text.append("\n")
    text.rstrip()
    return text
