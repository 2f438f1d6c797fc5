"""The placements of a problem as the variables of a linear program."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from kaleido.model.pattern import COLOURS, COLS, ROWS
from kaleido.search.problem import Problem

_NUMBERS = {letter: number for number, letter in enumerate(COLOURS)}


class Covering(NamedTuple):
    """What placements show and cover, a column for each of them."""

    shown: csr_array
    """The colours: row 4 × cell + colour, cells in reading order, colours in the order x r y b."""
    covered: csr_array
    """The cells, then the pieces; in a cover of the board each row adds up to 1."""


def covering_of(problem: Problem, order: Iterable[int]) -> Covering:
    """Return what the placements of a problem on 8 × 8 cells show and cover, in some order."""
    numbers = [*order]
    letters = [problem.letters(number) for number in numbers]
    columns = np.repeat(np.arange(len(numbers)), [len(each) for each in letters])
    pairs = [(cell, _NUMBERS[letter]) for cell, letter in chain.from_iterable(letters)]
    cells, colours = np.array(pairs, np.int_).reshape(-1, 2).T
    pieces = ROWS * COLS + np.array([problem.piece_numbers[each] for each in numbers], np.int_)
    rows = np.concatenate([cells, pieces]), np.concatenate([columns, np.arange(len(numbers))])
    size = ROWS * COLS * len(COLOURS), len(numbers)
    shown = csr_array((np.ones(len(cells)), (cells * len(COLOURS) + colours, columns)), size)
    size = ROWS * COLS + len(problem.pieces), len(numbers)
    return Covering(shown, csr_array((np.ones(len(rows[0])), rows), size))
