"""Letters and digits drawn in cells, from which patterns are designed."""

from kaleido.designing.sketch import ANY, Sketch
from kaleido.errors import OptionError
from kaleido.model.pattern import COLS, ROWS
from kaleido.text import quote

MAX_LETTERS = 2
"""So many letters have room beside each other."""

# Each glyph is the numbers whose binary digits are its rows, from top to bottom.
_LARGE = {
    "A": "14 17 17 31 17 17 17", "B": "30 17 17 30 17 17 30", "C": "14 17 16 16 16 17 14",
    "D": "30 17 17 17 17 17 30", "E": "31 16 16 30 16 16 31", "F": "31 16 16 30 16 16 16",
    "G": "14 17 16 23 17 17 14", "H": "17 17 17 31 17 17 17", "I": "14 4 4 4 4 4 14",
    "J": "7 2 2 2 2 18 12", "K": "17 18 20 24 20 18 17", "L": "16 16 16 16 16 16 31",
    "M": "17 27 21 21 17 17 17", "N": "17 25 21 19 17 17 17", "O": "14 17 17 17 17 17 14",
    "P": "30 17 17 30 16 16 16", "Q": "14 17 17 17 21 18 13", "R": "30 17 17 30 20 18 17",
    "S": "15 16 16 14 1 1 30", "T": "31 4 4 4 4 4 4", "U": "17 17 17 17 17 17 14",
    "V": "17 17 17 17 10 10 4", "W": "17 17 17 21 21 27 17", "X": "17 17 10 4 10 17 17",
    "Y": "17 17 10 4 4 4 4", "Z": "31 1 2 4 8 16 31", "0": "14 17 17 17 17 17 14",
    "1": "4 12 4 4 4 4 14", "2": "14 17 1 2 4 8 31", "3": "30 1 1 14 1 1 30",
    "4": "2 6 10 18 31 2 2", "5": "31 16 30 1 1 17 14", "6": "6 8 16 30 17 17 14",
    "7": "31 1 2 4 8 8 8", "8": "14 17 17 14 17 17 14", "9": "14 17 17 15 1 2 12",
}  # fmt: skip
_SMALL = {
    "A": "2 5 7 5 5", "B": "6 5 6 5 6", "C": "3 4 4 4 3", "D": "6 5 5 5 6", "E": "7 4 6 4 7",
    "F": "7 4 6 4 4", "G": "3 4 5 5 3", "H": "5 5 7 5 5", "I": "7 2 2 2 7", "J": "1 1 1 5 2",
    "K": "5 5 6 5 5", "L": "4 4 4 4 7", "M": "5 7 7 5 5", "N": "6 5 5 5 5", "O": "7 5 5 5 7",
    "P": "6 5 6 4 4", "Q": "7 5 5 7 1", "R": "6 5 6 5 5", "S": "3 4 2 1 6", "T": "7 2 2 2 2",
    "U": "5 5 5 5 7", "V": "5 5 5 5 2", "W": "5 5 7 7 5", "X": "5 5 2 5 5", "Y": "5 5 2 2 2",
    "Z": "7 1 2 4 7", "0": "7 5 5 5 7", "1": "2 6 2 2 7", "2": "6 1 2 4 7", "3": "6 1 2 1 6",
    "4": "5 5 7 1 1", "5": "7 4 6 1 6", "6": "3 4 6 5 2", "7": "7 1 2 2 2", "8": "7 5 7 5 7",
    "9": "7 5 7 1 6",
}  # fmt: skip


def lettered(text: str, colour: str = "r") -> Sketch:
    """Return the sketch that shows one or two letters or digits in one colour.

    The other cells may have any other colour.

    Parameters
    ----------
    text : str
        Letters from A to Z, in any case, and digits.
    colour : str, optional
        The colour of the letters.

    Raises
    ------
    OptionError
        There are no letters or too many, one of them is not known, or the colour is none.

    Examples
    --------
    >>> sketch = lettered("T")
    >>> [col for col in range(8) if sketch.allowed(3, col) == "r"]
    [3]
    >>> lettered("ABC")
    Traceback (most recent call last):
    ...
    kaleido.errors.OptionError: 'ABC' has 3 letters, expected 1 to 2
    """
    if len(colour) != 1 or colour not in ANY:
        raise OptionError(f"{quote(colour)} is not a colour: expected one of x r y b")
    letters = text.strip().upper()
    if not 0 < len(letters) <= MAX_LETTERS:
        raise OptionError(f"{quote(text)} has {len(letters)} letters, expected 1 to {MAX_LETTERS}")
    font, width = (_LARGE, 5) if len(letters) == 1 else (_SMALL, 3)
    unknown = [letter for letter in letters if letter not in font]
    if unknown:
        raise OptionError(f"{quote(unknown[0])} is not a letter from A to Z or a digit")
    drawn: set[tuple[int, int]] = set()
    for number, letter in enumerate(letters):
        rows = [int(row) for row in font[letter].split()]
        top, left = (
            (ROWS - len(rows)) // 2,
            (COLS - width) // 2 if len(letters) == 1 else 4 * number,
        )
        drawn |= {
            (top + row, left + col)
            for row, bits in enumerate(rows)
            for col in range(width)
            if bits >> width - 1 - col & 1
        }
    others = ANY.replace(colour, "")
    return Sketch(
        tuple(
            colour if (row, col) in drawn else others for row in range(ROWS) for col in range(COLS)
        ),
        title=letters,
    )
