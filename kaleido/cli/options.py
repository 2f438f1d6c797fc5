"""Arguments and options that several commands share."""

from typing import Annotated

from kaleido.base.bounds import MAX_MEMORY, NODES, SECONDS, SEED, WORKERS
from kaleido.base.errors import OptionError
from kaleido.cli.parameters import STRATEGIES, memory, names_of, option, reading, within
from kaleido.search.symmetry import UpTo

DEFAULT_MEMORY = f"{MAX_MEMORY // 10**9}GB"

PATTERN_HELP = (
    "A pattern or another puzzle: a name (see `kaleido list`; `today` and `random` deal a board), "
    "a file or picture, - for standard input, or rows with / between them."
)

Strategy = Annotated[
    str,
    option(
        "--strategy -s NAME",
        "How moves are chosen: {heuristics.registry:STRATEGIES}, a file of weights from "
        "`kaleido tune`, or your own, MODULE:NAME or FILE.py:NAME. Rules and weights may follow, "
        "as in paper-plus+held+window=2.",
        complete=STRATEGIES,
    ),
]
ShownStrategy = Annotated[
    str | None,
    option(
        "--strategy -s NAME",
        "How moves are chosen, as for `kaleido solve`; by default paper-plus for coloured pieces "
        "on squares, otherwise and for `plot -f board` constrained.",
        complete=STRATEGIES,
    ),
]
SwitchedRules = Annotated[
    list[str] | None,
    option(
        "--rule NAME",
        "Switch a rule of paper, paper-text or paper-plus on, or off as no-NAME: "
        "{heuristics.plus:RULES}. May be repeated; `-s paper+tallied` is the same.",
        complete=names_of("heuristics.plus:RULES"),
    ),
]
Seed = Annotated[
    int, option("--seed N", "The same seed repeats the same random choices.", parser=within(SEED))
]
MaxNodes = Annotated[
    int | None,
    option("--max-nodes N", "Give up on a pattern after N placements.", parser=within(NODES)),
]
Timeout = Annotated[
    float | None,
    option(
        "--timeout SECONDS",
        "Give up on a pattern after this much wall time.",
        parser=within(SECONDS),
    ),
]
Places = Annotated[
    list[str] | None,
    option(
        "--place PLACEMENT",
        "A piece on the board, as in T@D3 or T@D3:back90: its letter or name, the first of "
        "its cells and, if several fit, its face and turn (degrees; in space a number, as in "
        "T@D3:front5); or a file of such lines. May be repeated.",
    ),
]
Position = Annotated[
    str | None,
    option(
        "--position POSITION",
        "The pieces on the board, as a grid with a letter for each and . for open cells: "
        "a file, -, or rows with / between them.",
    ),
]
Marks = Annotated[
    str,
    option(
        "--marks none|letters|hatches",
        "Mark the cells for readers who cannot distinguish the colours.",
    ),
]
Theme = Annotated[str, option("--theme light|dark", "The background of the picture.")]
PaperName = Annotated[str, option("--paper a4|letter", "The size of the paper.")]
MaxMemory = Annotated[
    int, option("--max-memory SIZE", "Give up beyond this memory: in GB, or 500MB.", parser=memory)
]
WorkerCount = Annotated[
    int | None,
    option(
        "--workers N",
        "The number of processes that share the work.",
        parser=within(WORKERS),
        show_default="one per core",
    ),
]
Scheduler = Annotated[
    str | None,
    option(
        "--scheduler ADDRESS",
        "Share the work on a Dask cluster whose scheduler is at tcp://HOST:PORT.",
    ),
]
Resume = Annotated[bool, option("--resume", "Continue an earlier run and keep what it wrote.")]
Force = Annotated[bool, option("--force", "Overwrite what an earlier run wrote.")]
ByPiece = Annotated[bool, option("--by-piece", "Give each piece its own colour in the terminal.")]
Where = Annotated[
    list[str] | None,
    option(
        "--where NAME",
        "Only solutions that are so: no-crossing, fault-free, three-colours, colours-apart or "
        "symmetric. May be repeated.",
        complete=names_of("puzzle.predicates:PREDICATES"),
    ),
]
UpToSymmetry = Annotated[
    bool, option("--up-to-symmetry", "Treat turned, mirrored and shifted solutions as one.")
]
UpToTurns = Annotated[
    bool, option("--up-to-turns", "Treat turned and shifted solutions as one, not mirrored ones.")
]
AsJson = Annotated[bool, option("--json", "Print the answer as JSON.")]


def difficulties(text: str) -> tuple[int, int]:
    """Return the lowest and the highest difficulty of a text, or raise an `OptionError`."""
    from kaleido.designing.target import parse_difficulty  # it takes long to load

    return parse_difficulty(text)


Difficulty = Annotated[
    tuple[int, int] | None,
    option(
        "--difficulty N or A..B",
        "The difficulty from 1 to 5, or a range of it.",
        parser=reading(difficulties),
    ),
]


def up_to(symmetry: bool, turns: bool) -> UpTo:
    """Return what the two options about symmetric solutions say."""
    if symmetry and turns:
        raise OptionError("--up-to-symmetry and --up-to-turns: give one of them")
    return "turns" if turns else symmetry
