"""A puzzle as an exact-cover problem with named items, and that problem in JSON."""

import json
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from kaleido.base.arguments import checked_arguments
from kaleido.base.contract import (
    Flat,
    Key,
    Keywords,
    Maybe,
    Natural,
    Plain,
    Positive,
    numbered,
    output,
)
from kaleido.base.errors import OptionError, PatternError, PieceError
from kaleido.base.text import quote
from kaleido.library.piece_sets import SetForm, set_form
from kaleido.model.board import EDGE, HOLE, Board, LatticeName
from kaleido.model.grid import Cell, bits
from kaleido.model.lattices import SQUARE
from kaleido.model.lattices.lattice import LAYER
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.problem import Problem
from kaleido.search.state import State

LONGEST_NAME = 8  # of the names that Knuth's programs read

_RESERVED = frozenset(":|,~=()")


@dataclass(frozen=True)
class ItemForm(Plain):
    """A cell or piece to be covered."""

    # It is unique and has at most 8 printable ASCII characters, no space, colon or bar.
    name: Annotated[str, "The name of the item."]
    cell: Annotated[Maybe[Cell], "The cell, if the item is one."]
    piece: Annotated[
        Maybe[str], "The name of the piece, or of the choice of pieces, if the item is one."
    ]
    least: Annotated[Natural, "How many options must cover the item at least."]
    most: Annotated[Natural, "How many options may cover the item at most."]


class Cover:
    r"""The named items of a problem, and those that each placement covers.

    The items are the cells in reading order, then the pieces in the order of their set; pieces of
    which one is chosen are one item. A piece that may be left over is covered by 0 options or more,
    an optional cell by at most 1, unless it is one of those that are `filled` already.
    """

    def __init__(self, problem: Problem, filled: int = 0) -> None:
        self.problem = problem
        self._cells = {cell: place for place, cell in enumerate(bits(problem.pattern.mask))}
        board, pieces = problem.pattern, problem.pieces
        if board.leave and not pieces.uses_all:
            raise OptionError(
                f"an exact-cover problem cannot say that exactly {board.leave} of the cells stay "
                "empty, unless all pieces are used"
            )
        rules = zip(pieces, pieces.slots, pieces.slots_needed, pieces.counts, strict=True)
        items = []
        for cell, (row, col) in zip(self._cells, board.grid.cells(board.mask), strict=True):
            least = int(not board.blanks >> cell & 1 or filled >> cell & 1)
            items.append(ItemForm(f"{row},{col}", (row, col), None, least, 1))
        self._slots: dict[int, int] = {}
        names = {piece.name for piece in pieces}
        for number, (piece, slot, least, most) in enumerate(rules):
            if slot == number:
                name = piece.choice or piece.name
                # A choice may have the name of a piece; with a ~ it gets another one here.
                item = _safe_name(name + "~" * (piece.choice in names), number + 1)
                self._slots[slot] = len(items)
                items.append(ItemForm(item, None, name, least, most))
        self.items = tuple(items)

    def covered(self, number: int) -> tuple[int, ...]:
        """Return the places among `items` of those that a placement covers."""
        problem = self.problem
        cells = (self._cells[cell] for cell in bits(problem.masks[number]))
        slot = self._slots.get(problem.slot_numbers[number])
        return tuple(cells) if slot is None else (*cells, slot)


def options_of(state: State) -> list[int]:
    """Return the placements to choose from, ascending: those made and those still possible.

    A placement made is the only one left that covers its items, so that it must be chosen again.
    On optional cells nothing need be chosen, so that blanks are no options.
    """
    problem = state.problem
    return [n for n in sorted((*state.path, *bits(state.live))) if not problem.is_blank(n)]


def _safe_name(name: str, number: int) -> str:
    """Return a piece's name, changed if it is too long or has reserved signs."""
    kept = "".join(sign for sign in name if "!" <= sign <= "~" and sign not in _RESERVED)
    if kept == name and len(name) <= LONGEST_NAME:
        return name
    # Names with a ~ are always changed, so that its number makes this one unique.
    mark = f"~{number}"
    return kept[: LONGEST_NAME - len(mark)] + mark


@dataclass(frozen=True)
class OptionForm(Plain):
    """A placement to choose from."""

    placement: Flat[Placement]
    items: Annotated[tuple[Natural, ...], "The places of the items that the option covers, from 0."]


_OneOf = Keywords(oneOf=[{"required": ["cell"]}, {"required": ["piece"]}])


@output("export", "The file of kaleido export --format json")
@dataclass(frozen=True)
class Exported(Plain):
    """A puzzle as an exact-cover problem."""

    title: Annotated[str, "The title of the board; empty without one."]
    rows: Annotated[
        tuple[str, ...],
        Keywords(minItems=1),
        Key("board"),
        "The rows of the board from top to bottom.",
    ]
    lattice: LatticeName
    layers: Annotated[
        Maybe[Positive],
        "Into how many layers the rows fall, from bottom to top. The key is missing for squares.",
    ]
    wrap: Annotated[
        str,
        Keywords(enum=["", "columns", "rows", "both"]),
        "Which sides of the board are joined; empty for none.",
    ]
    optional: Annotated[
        str, "The letters of the cells that need not be covered; empty if all must be."
    ]
    leave: Annotated[
        Maybe[Positive], "How many cells stay empty. The key is missing if that is open."
    ]
    pieces: Annotated[SetForm, "The set of pieces and its rules."]
    placed: Annotated[tuple[Placement, ...], "The placements that are made."]
    items: Annotated[tuple[Annotated[ItemForm, _OneOf], ...], "The cells and pieces to be covered."]
    options: Annotated[tuple[OptionForm, ...], "The placements to choose from."]


@checked_arguments
def puzzle_dict(state: State) -> dict[str, Any]:
    r"""Return a puzzle as plain values: the fields of ``Exported``, after the number of its schema.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model import Board
    >>> from kaleido.search import Problem
    >>> one = Problem(Board.parse("1x3"), PieceSet.parse("one", "# sides: mirrored\nI ooo"))
    >>> value = puzzle_dict(State.empty(one))
    >>> value["items"][-1]
    {'name': 'I', 'piece': 'I', 'least': 1, 'most': 1}
    >>> value["options"][0]
    {'piece': 'I', 'face': 'front', 'cells': [[0, 0], [0, 1], [0, 2]], 'items': [0, 1, 2, 3]}
    """
    board, pieces = state.problem.pattern, state.problem.pieces
    cover, is_square = Cover(state.problem, state.filled), pieces.lattice.is_square
    options = (
        OptionForm(state.problem.placement(number), cover.covered(number))
        for number in options_of(state)
    )
    lattice, layers = (None, None) if is_square else (board.lattice, board.layers)
    about = (board.title, board.rows, lattice, layers, board.wrap, board.optional)
    leave = board.leave or None
    placed = tuple(state.problem.placements(state.path))
    return numbered(Exported(*about, leave, set_form(pieces), placed, cover.items, tuple(options)))


@checked_arguments
def parts_from_json(raw: bytes) -> tuple[Board, PieceSet] | None:
    """Return the board and the pieces of what `json_lines` wrote; None for other JSON.

    Cells that are covered and copies of pieces that are placed are left out, so that as many
    solutions are left; if nothing would be left, the last piece is to be placed again. A
    `PatternError` or a `PieceError` says what of it has another form, or
    which piece would then have more places.
    """
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not {"board", "pieces"} <= value.keys():
        return None
    try:
        placed = tuple(map(Placement.from_dict, value.get("placed", [])))
        lines = tuple("".join(row) for row in value["board"])
        board = _read_board(value, lines, value.get("wrap", ""))
        covered = {(abs(row), abs(col)) for each in placed for row, col in each.cells}
        form, used = value["pieces"], Counter(placement.piece for placement in placed)
        cells = {*board.grid.cells(board.mask)}
        is_over = all(each["copies"] <= used[each["name"]] for each in form["pieces"])
        if placed and (is_over or cells <= covered):
            covered = cells - {*placed[-1].cells}
            again = {"copies": 1, "least": 1, "zone": "", "at": "", "choice": ""}
            own = [each for each in form["pieces"] if each["name"] == placed[-1].piece]
            form, used = form | {"pieces": [own[0] | again]}, Counter()
            value["leave"] = 0
        left = _read_board(value, *_without(board, covered)) if covered else board
        pieces = _read_set(form, left.text, used)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        if isinstance(problem, PatternError | PieceError):
            raise
        raise PatternError(f"this is not what kaleido export -f json writes: {problem!r}") from None
    beside = set(board.grid.cells(board.zone(EDGE))) - covered
    if EDGE in pieces.zones and left.zone(EDGE).bit_count() > len(beside):
        name = next(piece.name for piece in pieces if EDGE in piece.places.values())
        raise PatternError(
            f"the pieces on the board cannot be left out: without their cells, more cells are at "
            f"the edge, where {quote(name)} lies"
        )
    return left, pieces


def _read_board(value: Mapping[str, Any], lines: Sequence[str], wrap: str) -> Board:
    """Return the board of an `Exported` with other rows and joined sides."""
    height = len(lines) // value.get("layers", 1)
    layers = ("/".join(lines[at : at + height]) for at in range(0, len(lines), height))
    text = LAYER.join(layers)
    optional = "".join(letter for letter in value.get("optional", "") if letter in text)
    about = {"wrap": wrap, "optional": optional, "lattice": value.get("lattice", SQUARE.name)}
    return Board(text, value.get("title", ""), **about, leave=value.get("leave", 0))


def _without(board: Board, covered: Container[Cell]) -> tuple[Sequence[str], str]:
    """Return the rows of a board without some cells, and which of its sides are still joined.

    Where that empties a whole line, nothing goes around through it: the board is cut open there.
    """
    lines: Sequence[str] = [
        "".join(HOLE if (row, col) in covered else letter for col, letter in enumerate(letters))
        for row, letters in enumerate(board.rows)
    ]
    joined = {"both": ["rows", "columns"]}.get(board.wrap, [board.wrap])
    for name in ("rows", "columns"):
        empty = [place for place, line in enumerate(lines) if not line.strip(HOLE)]
        if name in joined and empty:
            joined.remove(name)
            lines = [*lines[empty[0] :], *lines[: empty[0]]]
        lines = ["".join(line) for line in zip(*lines, strict=True)]
    return lines, "both" if len(joined) == 2 else "".join(joined)


def _read_set(form: Mapping[str, Any], letters: str, used: Mapping[str, int]) -> PieceSet:
    """Return a set from a `SetForm` without the copies that are used.

    Rules of pieces lose the letters that no cell has any more. A piece that then fits nowhere is
    left out, unless a solution needs it.
    """
    sides = form["sides"]
    lines = [
        f"# {key}: {form[key]}" for key in ("title", "sides", "use", "lattice") if form.get(key)
    ]
    lines.append("# colours: free")
    for piece in form["pieces"]:
        name, drawings = piece["name"], piece["drawings"]
        choice = piece.get("choice", "")
        taken = sum(used[each["name"]] for each in form["pieces"] if each.get("choice") == choice)
        least = max(0, piece["least"] - used[name])
        most = piece["copies"] - (taken if choice else used[name])
        rules = {"in": piece["zone"], "at": piece.get("at", "")}
        left = {
            word: zone if zone == EDGE else "".join(each for each in zone if each in letters)
            for word, zone in rules.items()
        }
        gone = any(rules[word] and not left[word] for word in rules)
        gone |= any(each.isupper() and each not in letters.upper() for each in drawings["front"])
        if not most or (not least and gone):
            continue
        words = [name, drawings["front"]]
        if sides == "two-faced":
            words.append(drawings["back"])
        elif piece["fixed"]:
            words += ["fixed"] * (sides != "fixed")
        else:
            own = "mirrored" if "back" in drawings else "one-sided"
            words += [own] * (sides != own)
        words += [f"{word} {left[word] or zone}" for word, zone in rules.items() if zone]
        words += [f"x{least}-{most}", piece.get("colour", ""), choice and f"for {choice}"]
        lines.append(" ".join(filter(None, words)))
    return PieceSet.parse(form["name"], "\n".join(lines))


@checked_arguments
def json_lines(state: State) -> Iterator[str]:
    """Yield the lines of `puzzle_dict` as JSON, each item and each option on its own line."""
    *head, (_, items), (_, options) = puzzle_dict(state).items()
    yield "{"
    yield from (f'"{key}": {json.dumps(value)},' for key, value in head)
    for key, values, end in (("items", items, "],"), ("options", options, "]")):
        yield f'"{key}": ['
        for place, value in enumerate(values, start=1):
            yield json.dumps(value) + "," * (place < len(values))
        yield end
    yield "}"
