"""Puzzles of BurrTools (A. Röver): its `.xmpuzzle` files, XML that is usually compressed.

The shapes of a file are voxels; a problem in it says which shape is filled with copies of which
others. Cubes are read as cubes, and as squares where all shapes are one layer thick: turned in
space, flat shapes are turned over, too.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError, PatternError
from kaleido.base.text import plural, quote
from kaleido.model.board import Board
from kaleido.model.grid import bits
from kaleido.model.lattices import SQUARE
from kaleido.model.lattices.lattice import HOLE, LAYER, MAX_CELLS, PLAIN
from kaleido.model.piece import RESERVED, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.search.state import State

CUBES = "0"
"""The number of BurrTools' grid of cubes."""

OPTIONAL = "-"
"""The letter of cells that may stay empty, on boards that are read."""

MAX_BYTES = 4 * 1024 * 1024
"""The length of the longest file of a puzzle that is read."""

MAX_SHAPES = 1024
"""The most shapes that a file may have, and the most pieces that its problem may name."""

_VOXEL = re.compile(r"([#+_ ])(\d*)")
_SIGNS = {"#": PLAIN, "+": OPTIONAL, "_": HOLE, " ": HOLE}


@dataclass(frozen=True)
class Voxels:
    """A shape of a file: its layers of rows of letters, and whether any cell has a colour."""

    number: int
    name: str
    layers: tuple[tuple[str, ...], ...]
    is_coloured: bool

    @property
    def text(self) -> str:
        """The drawing, with ``//`` between layers."""
        return LAYER.join("/".join(rows) for rows in self.layers)


def is_burrtools(head: bytes) -> bool:
    """Return whether a file that begins like this is compressed, or XML."""
    return head.startswith((b"\x1f\x8b", b"<?xml", b"<puzzle"))


@checked_arguments
def parts_from_burrtools(raw: bytes, name: str) -> tuple[Board, PieceSet]:
    """Return the board and the pieces of the first problem in a file of BurrTools.

    The name is that of the set of pieces. A `PatternError` says what the file holds that cannot be
    read: other cells than cubes, colours, or no problem.
    """
    root = _parse(raw)
    grid = root.find("gridType")
    kind = CUBES if grid is None else grid.get("type", CUBES)
    if kind != CUBES:
        raise PatternError(
            f"the file of BurrTools has a grid of type {quote(kind)}, expected cubes, type 0"
        )
    drawn = enumerate(_elements(root, "shapes/voxel", "shape"))
    shapes = {str(number): _voxels(each, number) for number, each in drawn}
    problem = root.find("problems/problem")
    if problem is None:
        raise PatternError("the file of BurrTools has no problem, only shapes")
    result = problem.find("result")
    goal = _shape(shapes, None if result is None else result.get("id"))
    named = _elements(problem, "shapes/shape", "piece")
    used = [(_shape(shapes, each.get("id")), each) for each in named]
    if not used:
        raise PatternError("the problem in the file of BurrTools has no pieces")
    is_flat = all(len(shape.layers) == 1 for shape in (goal, *(shape for shape, _ in used)))
    lattice = SQUARE.name if is_flat else "cubic"
    lines = [f"# sides: {'mirrored' if is_flat else 'one-sided'}", f"# lattice: {lattice}"]
    names: set[str] = set()
    for shape, each in used:
        if shape.is_coloured or goal.is_coloured:
            raise PatternError(f"the shape {quote(shape.name)} has colours, expected none")
        most = _number(each, "max", _number(each, "count", 1))
        least = _number(each, "min", most)
        if not most:
            continue
        own = shape.name if shape.name not in names else f"{shape.name}-{shape.number}"
        names.add(own)
        lines.append(f"{own} {shape.text.replace(OPTIONAL, PLAIN)} x{least}-{most}")
    optional = OPTIONAL if OPTIONAL in goal.text else ""
    title = " ".join(problem.get("name", "").split())
    board = Board(goal.text, title, lattice=lattice, optional=optional)
    return board, PieceSet.parse(name, "\n".join(lines))


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
        if "\0" in text:
            raise ValueError
    except ValueError:
        raise PatternError("the XML is not UTF-8, as all files of BurrTools are") from None
    if "<!" in text:  # BurrTools writes no entities, and others could be of any size
        raise PatternError("the XML has a declaration with <!, which no file of BurrTools has")
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


def _voxels(element: ElementTree.Element, number: int) -> Voxels:
    """Read a shape, whose cells run along x first, then y, then z."""
    text = element.text or ""
    x, y, z = (_number(element, axis, 0) for axis in "xyz")
    cells = _VOXEL.findall(text)
    if not 0 < x * y * z <= MAX_CELLS or len(cells) != x * y * z or _VOXEL.sub("", text).strip():
        raise PatternError(
            f"shape {number} in the file of BurrTools is {quote(text, 40)}, expected {x} × {y} × "
            f"{z} cells of # + _, at least one and at most {MAX_CELLS:,}"
        )
    letters = "".join(_SIGNS[sign] for sign, _ in cells)
    rows = [letters[start : start + x] for start in range(0, len(letters), x)]
    layers = tuple(tuple(rows[start : start + y]) for start in range(0, len(rows), y))
    named = element.get("name", "").translate(dict.fromkeys(map(ord, RESERVED), " "))
    own = "-".join(named.split()) or f"S{number}"
    return Voxels(number, own, layers, any(colour for _, colour in cells))


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
    BurrTools cannot say: colours, zones, joined sides, other cells than squares and cubes, and
    pieces that may not be turned as they could be in space, or may be mirrored.
    """
    board, pieces = state.problem.pattern, state.problem.pieces
    lattice = board.grid.lattice
    if lattice.name not in (SQUARE.name, "cubic"):
        raise OptionError(
            f"BurrTools' files cannot say that cells are {lattice.cells}, only squares or cubes"
        )
    if board.wrap:
        raise OptionError("BurrTools' files cannot say that sides of the board are joined")
    for piece in pieces:
        _check_piece(piece, flat=lattice.is_square)
    problem = state.problem
    placed = [problem.piece_numbers[each] for each in state.path if not problem.is_blank(each)]
    left = board.mask & ~state.filled
    cells = ["_"] * (len(board.rows) * len(board.rows[0]))
    for cell in bits(left):
        cells[cell] = "+" if board.blanks >> cell & 1 else "#"
    if not left:
        raise OptionError("the board is full: nothing is left to write")
    yield '<?xml version="1.0"?>'
    yield '<puzzle version="2">'
    yield f'<gridType type="{CUBES}"/>'
    yield "<colors/>"
    yield "<shapes>"
    height = len(board.rows) // board.layers
    yield _voxel("board", len(board.rows[0]), height, board.layers, "".join(cells))
    for piece in pieces:
        shape = piece.front.drawing
        drawing = dict.fromkeys(shape.cells, "#")
        depth = shape.depth or shape.height
        text = "".join(
            drawing.get((row, col), "_")
            for row in range(shape.height)
            for col in range(shape.width)
        )
        yield _voxel(piece.name, shape.width, depth, shape.height // depth, text)
    yield "</shapes>"
    yield "<problems>"
    yield f'<problem state="0" name={quoteattr(board.title)}>'
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


def _voxel(name: str, x: int, y: int, z: int, cells: str) -> str:
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0" name={quoteattr(name)}>{cells}</voxel>'


def _check_piece(piece: Piece, *, flat: bool) -> None:
    own = f"BurrTools' files cannot say of {quote(piece.name)} that"
    if not piece.is_plain:
        raise OptionError(f"{own} its cells have colours on two sides")
    if piece.zone:
        raise OptionError(f"{own} it lies in {quote(piece.zone)}")
    front = piece.front.drawing
    usual = set(front.rotations)
    if flat:
        usual |= set(front.mirrored().rotations)
    found = {shape for face in piece.faces for shape in face.orientations}
    if found != usual:
        how = "may be mirrored" if found > usual else "may not be turned in space"
        raise OptionError(f"{own} it {how}")
