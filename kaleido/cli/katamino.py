"""``kaleido katamino``."""

from random import Random
from typing import Annotated

from rich.console import Console

from kaleido.cli import options
from kaleido.cli.console import answers, is_plain, print_json
from kaleido.cli.parameters import count, option, positive
from kaleido.cli.shapes import print_shapes
from kaleido.errors import OptionError
from kaleido.library.piece_sets import named_set
from kaleido.library.puzzles import Challenge, katamino_challenges
from kaleido.model.difficulty import draw_stars


def katamino(
    size: Annotated[int, option("--size N", "How many pieces, 3 to 12.", parser=count)] = 5,
    difficulty: options.Difficulty = None,
    number: Annotated[int, option("--number -n N", "How many.", parser=positive)] = 1,
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Choose Katamino challenges: pieces that fill a board of five rows.

    Of challenges with as many pieces, those with few solutions are difficult.

    With --json each challenge is a line of JSON.

    Exit codes: 0 chosen, 2 bad input.
    """
    from kaleido.cli.list_outputs import Chosen
    from kaleido.designing.target import parse_difficulty

    every = katamino_challenges(size)
    lowest, highest = (1, 5) if difficulty is None else parse_difficulty(difficulty)
    fitting = [each for each in every if lowest <= each.difficulty <= highest]
    if not fitting:
        known = ", ".join(str(level) for level in sorted({each.difficulty for each in every}))
        raise OptionError(
            f"no challenge of {size} pieces has difficulty {difficulty}: expected one of {known}"
        )
    chosen = Random(seed).sample(fitting, min(number, len(fitting)))
    console = answers(quiet=as_json)
    for place, each in enumerate(chosen):
        if as_json:
            print_json(Chosen(size, each))
        else:
            console.print("\n" if place else "", end="")
            _print_challenge(each, console)
    if len(chosen) < number:
        console.print(f"there are no more: {len(fitting)} in all")


def _print_challenge(challenge: Challenge, console: Console) -> None:
    stars = draw_stars(challenge.difficulty, plain=is_plain(console))
    names = ",".join(challenge.pieces)
    console.print(f"5 × {len(challenge.pieces)} with the pieces {names}", style="bold")
    pieces = named_set("katamino")
    print_shapes(console, [str(pieces[name].front.drawing) for name in challenge.pieces])
    console.print(f"\n{challenge.solutions:,} solutions, difficulty {challenge.difficulty} {stars}")
    console.print(f"kaleido solve --puzzle katamino-5xN --use {names}")
