"""Puzzles of BurrTools (A. Röver): its `.xmpuzzle` files, XML that is usually compressed.

The shapes of a file are voxels; a problem in it says which shape is filled with copies of which
others. Cubes are read as cubes, and as squares where all shapes are one layer thick: turned in
space, flat shapes are turned over, too. So are flat triangular prisms, which are triangles. The
coordinates of spheres have an even sum.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError, PatternError
from kaleido.base.text import both, plural, quote, unknown
from kaleido.model.board import Board
from kaleido.model.grid import bits
from kaleido.model.lattices import SQUARE
from kaleido.model.lattices.lattice import HOLE, LAYER, MAX_CELLS, PLAIN, Lattice
from kaleido.model.piece import RESERVED, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.search.state import State

if TYPE_CHECKING:
    from xml.etree import ElementTree

CUBES, PRISMS, BALLS = "0", "1", "2"
"""The numbers of those of BurrTools' grids that are read."""

GRIDS = ("cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra")
"""BurrTools' grids by their numbers."""

LATTICES = {
    CUBES: (SQUARE.name, "cubic"),
    PRISMS: ("triangular", "prisms"),
    BALLS: ("spheres",) * 2,
}
"""The lattice of each grid that is read where all shapes are one layer thick, and otherwise."""

NUMBERS = {name: number for number, names in LATTICES.items() for name in names}
"""By lattice, the number of the grid in which it is written."""

OPTIONAL = "-"
"""The letter of cells that may stay empty, on boards that are read."""

MAX_BYTES = 4 * 1024 * 1024
"""The length of the longest file of a puzzle that is read."""

MAX_SHAPES = 1024
"""The most shapes that a file may have, and the most pieces that its problem may name."""

_VOXEL = re.compile(r"([#+_ ])(\d{0,2})")
_SIGNS = {"#": PLAIN, "+": OPTIONAL, "_": HOLE, " ": HOLE}
_COLOURED = 0x100  # where the letters begin for cells with a colour, two for each


Layers = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Voxels:
    """A shape of a file: its layers of rows of letters, which say the colours of cells, too."""

    number: int
    name: str
    layers: Layers

    @property
    def text(self) -> str:
        """The drawing, with ``//`` between layers."""
        return LAYER.join("/".join(rows) for rows in self.layers)

    @property
    def letters(self) -> list[str]:
        """The letters of its cells, each once."""
        return sorted({*self.text} - {HOLE, *LAYER})


def is_burrtools(head: bytes) -> bool:
    """Return whether a file that begins like this is compressed, or XML."""
    return head.startswith((b"\x1f\x8b", b"<?xml", b"<puzzle"))


@checked_arguments
def parts_from_burrtools(raw: bytes, name: str, problem: str = "") -> tuple[Board, PieceSet]:
    """Return the board and the pieces of a problem in a file of BurrTools.

    The name is that of the set of pieces. The problem is given by its number, from 1, or its name;
    by default it is the first, and the title of the board says of how many. A `PatternError` says
    what the file holds that cannot be read: other cells than cubes, spheres and flat triangular
    prisms, pieces whose cells go with different colours, or no such problem. Groups of pieces are
    about taking apart alone.
    """
    root = _parse(raw)
    grid = root.find("gridType")
    kind = CUBES if grid is None else grid.get("type", CUBES)
    if kind not in (CUBES, PRISMS, BALLS):
        cells = GRIDS[int(kind)] if kind in map(str, range(len(GRIDS))) else f"type {quote(kind)}"
        raise PatternError(
            f"the grid of the file of BurrTools is {cells}, expected cubes, spheres or triangular "
            "prisms"
        )
    drawn = enumerate(_elements(root, "shapes/voxel", "shape"))
    shapes = {str(number): _voxels(each, number, kind) for number, each in drawn}
    chosen, title = _problem(root, problem)
    result = chosen.find("result")
    goal = _shape(shapes, None if result is None else result.get("id"))
    named = _elements(chosen, "shapes/shape", "piece")
    used = [(_shape(shapes, each.get("id")), each) for each in named]
    if not used:
        raise PatternError("the problem in the file of BurrTools has no pieces")
    is_flat = all(len(shape.layers) == 1 for shape in (goal, *(shape for shape, _ in used)))
    lattice = LATTICES[kind][not is_flat]
    # Flat shapes of spheres are turned over in space.
    sides = "mirrored" if is_flat and kind != BALLS else "one-sided"
    pieces: dict[str, tuple[Voxels, str]] = {}
    for shape, each in used:
        most = _number(each, "max", _number(each, "count", 1))
        least = _number(each, "min", most)
        if most:
            own = shape.name if shape.name not in pieces else f"{shape.name}-{shape.number}"
            pieces[own] = shape, f"x{least}-{most}"
    colours = sorted({_colour(each) for each in goal.letters})
    spare = [letter for letter in ascii_lowercase if not {letter, letter.upper()} & pieces.keys()]
    if len(spare) < len(colours):
        raise PatternError(f"the board in the file of BurrTools has over {len(spare)} colours")
    drawn_as = dict(zip(colours, spare, strict=False)) if any(colours) else {0: PLAIN}
    zones = _zones(chosen, drawn_as, [shape for shape, _ in pieces.values()])
    ruled = {own: _drawn(shape, zones) for own, (shape, _) in pieces.items()}
    if refused := [quote(own) for own, drawn in ruled.items() if not drawn]:
        raise PatternError(
            f"the problem in the file of BurrTools has {both(refused)} with colours that go with "
            "none of the board: expected one or all for each cell, or the same for all of a piece"
        )
    lines = [f"# sides: {sides}", f"# lattice: {lattice}"]
    lines += [f"{own} {ruled[own]} {copies}" for own, (_, copies) in pieces.items()]
    letters = {each: drawn_as[_colour(each)] for each in goal.letters}
    may = {
        each: letters[each].upper() if any(colours) else OPTIONAL
        for each in letters
        if _is_optional(each)
    }
    text = goal.text.translate({ord(each): letter for each, letter in (letters | may).items()})
    optional = "".join(sorted({*may.values()}))
    board = Board(text, title, lattice=lattice, optional=optional)
    return board, PieceSet.parse(name, "\n".join(lines))


def _is_optional(letter: str) -> bool:
    return letter == OPTIONAL or (ord(letter) >= _COLOURED and ord(letter) % 2 == 1)


def _colour(letter: str) -> int:
    """Return the number of a cell's colour: 0 for a neutral one, which goes with all."""
    return max(0, (ord(letter) - _COLOURED) // 2)


def _zones(
    problem: ElementTree.Element, drawn_as: dict[int, str], pieces: Sequence[Voxels]
) -> dict[str, str | None]:
    """Return the letters of the board with which cells of pieces go, "" for all, None for none."""
    pairs = {
        (_number(each, "piece", 0) + 1, _number(each, "result", 0) + 1)
        for each in problem.findall("bitmap/pair")
    }
    zones: dict[str, str | None] = {}
    for cell in {letter for shape in pieces for letter in shape.letters}:
        own = _colour(cell)
        zone = [each for to, each in drawn_as.items() if not (own and to) or (own, to) in pairs]
        zones[cell] = "" if len(zone) == len(drawn_as) else "".join(zone) or None
    return zones


def _drawn(shape: Voxels, zones: dict[str, str | None]) -> str:
    """Return the drawing of a piece and its rule; "" if no rule can say where it may lie."""
    own = {zones[cell] for cell in shape.letters}
    if None in own or (len(own) > 1 and any(len(zone or "") > 1 for zone in own)):
        return ""
    zone = own.pop() if len(own) == 1 else ""
    marks = {ord(each): (own and (zones[each] or "").upper()) or PLAIN for each in shape.letters}
    return f"{shape.text.translate(marks)}{zone and f' in {zone}'}"


def _parse(raw: bytes) -> ElementTree.Element:
    if raw.startswith(b"\x1f\x8b"):
        unpacked = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            raw = unpacked.decompress(raw, MAX_BYTES)
        except zlib.error as problem:
            raise PatternError(f"the compressed file cannot be unpacked: {problem}") from None
        if unpacked.unconsumed_tail:
            raise PatternError(f"the file is longer than {MAX_BYTES:,} bytes, the limit")
    # Given text, the parser ignores a declared encoding, in which <! could be other bytes; but it
    # recognizes UTF-16 by the NULs, which no XML in UTF-8 has.
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")  # as files of old versions are
    if "\0" in text:
        raise PatternError("the XML is not UTF-8, as files of BurrTools are")
    if "<!" in text:  # BurrTools writes no entities, and others could be of any size
        raise PatternError("the XML has a declaration with <!, which no file of BurrTools has")
    from xml.etree import ElementTree

    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        raise PatternError(f"the file is no XML: {problem}") from None
    if root.tag != "puzzle":
        raise PatternError(f"the XML has a {quote(root.tag)}, expected BurrTools' puzzle")
    return root


def _elements(parent: ElementTree.Element, path: str, noun: str) -> list[ElementTree.Element]:
    found = parent.findall(path)
    if len(found) > MAX_SHAPES:
        raise PatternError(
            f"the file of BurrTools has {plural(len(found), noun)}, expected at most {MAX_SHAPES:,}"
        )
    return found


def _number(element: ElementTree.Element, name: str, default: int) -> int:
    text = element.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise PatternError(f"{name} {quote(text)} in the file of BurrTools is not a number")
    return int(text)


def _problem(root: ElementTree.Element, wanted: str) -> tuple[ElementTree.Element, str]:
    """Return a problem, by its number or its name, and a title for it."""
    problems = root.findall("problems/problem")
    if not problems:
        raise PatternError("the file of BurrTools has no problem, only shapes")
    names = [" ".join(each.get("name", "").split()) for each in problems]
    numbers = [str(number) for number in range(1, len(problems) + 1)]
    known = numbers if wanted in numbers else names
    if wanted and wanted not in known:
        raise PatternError(unknown("problem", wanted, (*numbers, *filter(None, names))))
    place = known.index(wanted) if wanted else 0
    several = f"problem {place + 1} of {len(problems)}" if len(problems) > 1 else ""
    title = f"{names[place]} ({several})" if names[place] and several else names[place] or several
    return problems[place], title


def _voxels(element: ElementTree.Element, number: int, kind: str) -> Voxels:
    """Read a shape, whose cells run along x first, then y, then z."""
    text = element.text or ""
    x, y, z = (_number(element, axis, 0) for axis in "xyz")
    cells = _VOXEL.findall(text)
    if not 0 < x * y * z <= MAX_CELLS or len(cells) != x * y * z or _VOXEL.sub("", text).strip():
        raise PatternError(
            f"shape {number} in the file of BurrTools is {quote(text, 40)}, expected {x} × {y} × "
            f"{z} cells of # + _, at least one and at most {MAX_CELLS:,}"
        )
    letters = "".join(
        chr(_COLOURED + 2 * int(colour) + (sign == "+"))
        if sign in "#+" and int(colour or 0)
        else _SIGNS[sign]
        for sign, colour in cells
    )
    rows = [letters[start : start + x] for start in range(0, len(letters), x)]
    layers = tuple(tuple(rows[start : start + y]) for start in range(0, len(rows), y))
    if kind == BALLS:
        layers = _stacked(layers, number)
    elif kind == PRISMS:
        # The first prism points down.
        layers = tuple(tuple(HOLE + row for row in rows) for rows in layers)
    named = element.get("name", "").translate(dict.fromkeys(map(ord, RESERVED), " "))
    own = "-".join(named.split()) or f"S{number}"
    return Voxels(number, own, layers)


def _stacked(layers: Layers, number: int) -> Layers:
    """Return the layers of spheres, each half a cell beside the one below; see `Spheres`."""
    letters = {}
    for z, rows in enumerate(layers):
        for (y, row), x in product(enumerate(rows), range(len(rows[0]))):
            if row[x] != HOLE:
                if (x + y + z) % 2:
                    raise PatternError(
                        f"shape {number} in the file of BurrTools has a sphere at {x}, {y}, {z}, "
                        "expected coordinates with an even sum"
                    )
                letters[z, (x - z + y) // 2, (x - z - y) // 2] = row[x]
    if not letters:
        return ((HOLE,),)
    floors, lines, columns = (
        range(min(along), max(along) + 1) for along in zip(*letters, strict=True)
    )
    return tuple(
        tuple("".join(letters.get((z, line, column), HOLE) for column in columns) for line in lines)
        for z in floors
    )


def _spread(layers: Layers) -> Layers:
    """Return layers of spheres as BurrTools has them: the inverse of `_stacked`."""
    at = {}
    for z, rows in enumerate(layers):
        for (row, letters), column in product(enumerate(rows), range(len(rows[0]))):
            if letters[column] != HOLE:
                at[z + row + column, row - column, z] = letters[column]
    left, front, _ = (min(along) for along in zip(*at, strict=True))
    left -= (left + front) % 2  # the sum stays even
    wide, deep = (max(along) + 1 for along in list(zip(*at, strict=True))[:2])
    return tuple(
        tuple(
            "".join(at.get((x, y, z), HOLE) for x in range(left, wide)) for y in range(front, deep)
        )
        for z in range(len(layers))
    )


def _shape(shapes: dict[str, Voxels], number: str | None) -> Voxels:
    if number is None or number not in shapes:
        raise PatternError(
            f"the problem in the file of BurrTools names the shape {quote(str(number))}, expected "
            f"one of its {plural(len(shapes), 'shape')}"
        )
    return shapes[number]


@checked_arguments
def burrtools_lines(state: State) -> Iterator[str]:
    """Yield the lines of a puzzle as BurrTools reads it, not compressed.

    Cells that are covered and pieces that are placed are left out. An `OptionError` names what
    BurrTools cannot say: colours, zones, joined sides, cells that are hexagons, and pieces that may
    not be turned as they could be in space, or may be mirrored.
    """
    board, pieces = state.problem.pattern, state.problem.pieces
    lattice = board.grid.lattice
    if lattice.name not in NUMBERS:
        raise OptionError(
            f"BurrTools' files cannot say that cells are {lattice.cells}, only squares, cubes, "
            "triangles or spheres"
        )
    if board.wrap:
        raise OptionError("BurrTools' files cannot say that sides of the board are joined")
    if board.leave and not pieces.uses_all:
        raise OptionError(f"BurrTools' files cannot say that {board.leave} cells stay empty")
    for piece in pieces:
        _check_piece(piece, flat=lattice.is_flat)
    problem = state.problem
    placed = [problem.piece_numbers[each] for each in state.path if not problem.is_blank(each)]
    left = board.mask & ~state.filled
    cells = [HOLE] * (len(board.rows) * len(board.rows[0]))
    for cell in bits(left):
        cells[cell] = "+" if board.blanks >> cell & 1 else "#"
    if not left:
        raise OptionError("the board is full: nothing is left to write")
    yield '<?xml version="1.0"?>'
    yield '<puzzle version="2">'
    yield f'<gridType type="{NUMBERS[lattice.name]}"/>'
    yield "<colors/>"
    yield "<shapes>"
    height = len(board.rows) // board.layers
    yield _voxel("board", lattice, len(board.rows[0]), height, cells)
    for piece in pieces:
        shape = piece.front.drawing
        drawing = dict.fromkeys(shape.cells, "#")
        drawn = [
            drawing.get((row, col), HOLE)
            for row in range(shape.height)
            for col in range(shape.width)
        ]
        yield _voxel(piece.name, lattice, shape.width, shape.depth or shape.height, drawn)
    yield "</shapes>"
    yield "<problems>"
    yield f'<problem state="0" name={_quoted(board.title)}>'
    yield "<shapes>"
    counts = zip(pieces.needed, pieces.counts, strict=True)
    for number, (least, most) in enumerate(counts):
        used = placed.count(number)
        least, most = max(0, least - used), most - used
        bounds = f'count="{most}"' if least == most else f'min="{least}" max="{most}"'
        if most:
            yield f'<shape id="{number + 1}" {bounds}/>'
    yield "</shapes>"
    yield '<result id="0"/>'
    yield "<bitmap/>"
    yield "</problem>"
    yield "</problems>"
    yield "<comment/>"
    yield "</puzzle>"


def _voxel(name: str, lattice: Lattice, width: int, depth: int, cells: Sequence[str]) -> str:
    rows = ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]
    if NUMBERS[lattice.name] == PRISMS:
        rows = [HOLE + row for row in rows]
    layers: Layers = tuple(tuple(rows[at : at + depth]) for at in range(0, len(rows), depth))
    if lattice.name == "spheres":
        layers = _spread(layers)
    x, y, z = len(layers[0][0]), len(layers[0]), len(layers)
    text = "".join("".join(rows) for rows in layers).replace(HOLE, "_")
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0" name={_quoted(name)}>{text}</voxel>'


def _quoted(name: str) -> str:
    from xml.sax.saxutils import quoteattr  # it loads the modules of the web

    return quoteattr(name)


def _check_piece(piece: Piece, *, flat: bool) -> None:
    own = f"BurrTools' files cannot say of {quote(piece.name)} that"
    if not piece.is_plain:
        raise OptionError(f"{own} its cells have colours on two sides")
    for word, zone in piece.places.items():
        raise OptionError(f"{own} it lies {word} {quote(zone)}")
    if piece.choice:
        raise OptionError(f"{own} it is one of those for {quote(piece.choice)}")
    front = piece.front.drawing
    usual = set(front.rotations)
    if flat:
        usual |= set(front.mirrored().rotations)
    found = {shape for face in piece.faces for shape in face.orientations}
    if found != usual:
        how = "may be mirrored" if found > usual else "may not be turned in space"
        raise OptionError(f"{own} it {how}")
