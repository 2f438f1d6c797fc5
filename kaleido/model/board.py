"""A board: cells in any arrangement, each with a letter."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Self

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.attributes import NamedAttributes, named_attributes
from kaleido.base.contract import Keywords, Maybe, Plain, Positive
from kaleido.base.errors import PatternError
from kaleido.base.text import is_line, plural, quote, unknown
from kaleido.base.words import say
from kaleido.model.board_text import (
    BOX,
    SIZE,
    check_signs,
    meant_lattice,
    named_lattice,
    read_drawing,
    side_by_side,
    split_figures,
    split_headers,
    split_rows,
    write_drawing,
)
from kaleido.model.drawable import Drawable
from kaleido.model.grid import Grid, bits
from kaleido.model.lattices import SQUARE, find_lattice
from kaleido.model.lattices.lattice import (
    HOLE as HOLE,
    LAYER,
    MAX_CELLS as MAX_CELLS,
    PLAIN as PLAIN,
)
from kaleido.model.layout import check_turns, turned
from kaleido.model.square_grid import ROTATIONS, SquareGrid, grid_of

Text = Annotated[str, Keywords(minLength=1)]

LatticeName = Annotated[
    Maybe[Text],
    "The lattice that the cells belong to, such as hexagonal, triangular, cubic or spheres. "
    "The key is missing for squares.",
]


@dataclass(frozen=True)
class BoardForm(Plain):
    """A board with its rules."""

    pattern: Annotated[
        Text,
        "The rows of the board from top to bottom, with / between them; in space, the layers "
        "from bottom to top, with // between them.",
    ]
    lattice: LatticeName
    wrap: Annotated[
        Maybe[Annotated[str, Keywords(enum=["columns", "rows", "both"])]],
        "Which sides of the board are joined. The key is missing if none are.",
    ]
    optional: Annotated[
        Maybe[Text],
        "The letters of the cells that need not be covered. The key is missing if there are none.",
    ]
    leave: Annotated[
        Maybe[Positive],
        "How many cells stay empty, if that is fixed: of those that need not be covered, or of all "
        "if these are not named. The key is missing if it is not.",
    ]


WRAPS = ("", "columns", "rows", "both")
"""The sides that are joined: none, left and right, top and bottom, or both pairs."""

EDGE = "edge"
"""The zone of the cells beside the frame: at the border of the board or of a hole."""

_WRITTEN = ("title", "source", "note", "wrap", "optional", "leave")
_READ = (*_WRITTEN, "lattice", "first")


def check_wrap(wrap: str) -> str:
    """Return what a board wraps around, or raise a `PatternError` unless it is one of `WRAPS`."""
    if wrap not in WRAPS:
        raise PatternError(unknown("wrap", wrap, WRAPS[1:]))
    return wrap


def letters_fault(letters: str, *, optional: bool = False) -> str:
    """Return why a text does not name letters of free cells; "" if it does."""
    expected = "expected small letters or signs of cells"
    if not letters:
        return expected
    for letter in letters:
        if letter.isdigit() or (letter.isupper() and not optional):
            return f"{quote(letter)} names a piece: {expected}"
        # A # would start a remark in a file.
        if letter in f"#{HOLE}" or not is_line(letter):
            return f"{quote(letter)} is not a cell: {expected}"
    return ""


def check_headers(**headers: str) -> None:
    """Raise `PatternError` unless each header is one trimmed, printable line."""
    for name, value in headers.items():
        if not is_line(value):
            raise PatternError(f"{name} {quote(value)} is not one trimmed, printable line")


@checked_arguments
@named_attributes
@dataclass(frozen=True, repr=False)
class Board(Drawable, metaclass=NamedAttributes):
    """A board of any shape. Two boards are equal when their cells and joined sides are.

    Parameters
    ----------
    text : str
        The rows from top to bottom, separated by ``/`` and all of the same length. ``.`` is a
        hole, any other printable character a cell. The pieces decide what a letter means: a
        colour for coloured pieces; for others, see `find_givens`.
    title, source, note : str, optional
        One line each, kept beside the cells.
    wrap : {"", "columns", "rows", "both"}, optional
        Which sides are joined: with "columns" the last column touches the first, so that the
        board is a tube; with "both" it is a torus.
    optional : str, optional
        The letters of cells that need not be covered, sorted: small letters or signs.
    lattice : str, optional
        The name of the lattice that the cells belong to. In space, ``//`` stands between layers,
        all of the same size; the rows of a layer then follow those of the layer before.
    leave : int, optional
        How many of the optional cells stay empty, or of all cells if no letters are optional; 0
        if that is open.

    Raises
    ------
    PatternError
        The text is not such a board, a header is not one printable line, a row or column that is
        to be joined to another consists of holes, or no cell has an optional letter.

    Examples
    --------
    >>> board = Board.parse("ooo/o.o/ooo")
    >>> board.size, board.rows[1]
    (8, 'o.o')
    >>> Board.parse("5x4").text
    'oooo/oooo/oooo/oooo/oooo'
    >>> Board.parse("hexagon 2"), Board.parse("2x2x2").rows
    (Board('.oo/ooo/.oo', lattice='hexagonal'), ('oo', 'oo', 'oo', 'oo'))
    """

    text: str
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    note: str = field(default="", compare=False)
    wrap: str = ""
    optional: str = ""
    lattice: str = SQUARE.name
    leave: int = 0

    def __post_init__(self) -> None:
        check_type(self.text, str, "rows with / between them, as one text", PatternError)
        self._check_layers()
        self._check_rows()
        if self.optional:
            fault = letters_fault(self.optional, optional=True)
            missing = [letter for letter in self.optional if letter not in self.text]
            if not fault and missing:
                fault = f"no cell has the letter {quote(missing[0])}"
            if fault:
                raise PatternError(f"optional: {quote(self.optional)}: {fault}")
            object.__setattr__(self, "optional", "".join(sorted(set(self.optional))))
        if not 0 <= self.leave <= self.blanks.bit_count():
            raise PatternError(
                f"leave: expected 0 to {self.blanks.bit_count()}, the cells that may stay empty, "
                f"not {self.leave}"
            )
        check_wrap(self.wrap)
        check_headers(title=self.title, source=self.source, note=self.note)

    def _check_layers(self) -> None:
        lattice = find_lattice(self.lattice)
        if not lattice.is_square and self.wrap:
            raise PatternError(
                f"wrap: {quote(self.wrap)}: expected a board of squares, not of {lattice.cells}"
            )
        if lattice.is_flat:
            return
        layers = [layer.split("/") for layer in self.text.split(LAYER)]
        for number, layer in enumerate(layers, start=1):
            if len(layer) != len(layers[0]):
                raise PatternError(
                    f"layer {number} {quote('/'.join(layer))} has {plural(len(layer), 'row')}, "
                    f"expected {len(layers[0])}, as in the first layer"
                )

    def _check_rows(self) -> None:
        rows = self.rows
        if not rows:
            raise PatternError(f"the board {quote(self.text)} has no cells")
        width = len(rows[0])
        if self._named:
            check_signs(find_lattice(self.lattice), rows)
        if 1 in (len(rows), width):
            self._check_line("".join(rows))
        if ":" in self.text:
            self._check_names()
        for number, row in enumerate(rows, start=1):
            if len(row) != width:
                odd = {"row": number, "text": quote(row), "n": len(row), "size": width}
                raise PatternError(say("sketch.cells", **odd))
            for place, letter in enumerate(row, start=1):
                if not is_line(letter):
                    raise PatternError(
                        f"{quote(letter)} at row {number}, column {place} of {quote(row)} is not "
                        "a cell: expected . for a hole, any other letter or sign for a cell"
                    )
        if len(rows) * width > MAX_CELLS:
            raise PatternError(
                f"the board has {len(rows)} × {width} cells, expected at most {MAX_CELLS:,}"
            )
        if not self.size:
            raise PatternError(f"the board {quote(self.text)} has no cells")
        if not self.grid.lattice.is_square:
            check_turns(self.grid, "".join(rows))
        columns = tuple(map("".join, zip(*rows, strict=True)))
        for name, lines in (("row", rows), ("column", columns)):
            for number, line in enumerate(lines, start=1):
                if self.wrap in (f"{name}s", "both") and not line.strip(HOLE):
                    raise PatternError(
                        f"{name} {number} {quote(line)} consists of holes: a board that wraps "
                        f"around its {name}s needs a cell in each"
                    )

    @staticmethod
    def _check_line(line: str) -> None:
        """Check that no row of a board one cell wide means something else, however it is turned."""
        for own in (line, line[::-1]):
            if SIZE.fullmatch(own) or BOX.fullmatch(own):
                raise PatternError(f"the row {quote(own)} reads as a size: see Board.parse")
        for sign, meaning in (("#", "reads as a remark"), ("+", "stands between figures")):
            if sign in line:
                raise PatternError(
                    f"the row {quote(sign)} {meaning}: use another sign for the cell"
                )

    def _check_names(self) -> None:
        """Check that no line reads as the name of a lattice, however the board is turned."""
        columns = map("".join, zip(*self.rows, strict=False))
        lines = [line for line in (*self.rows, *columns) if ":" in line]
        for line in (*lines, *(line[::-1] for line in lines)):
            if named_lattice(line)[0]:
                raise PatternError(
                    f"the row {quote(line)} reads as the name of a lattice: use another sign than "
                    "':' for the cell"
                )

    @classmethod
    def parse(cls, text: str, wrap: str = "") -> Self:
        r"""Read a board from the text of a file or from one line; PatternError says what is wrong.

        It has rows, separated by newlines or ``/``, or is ``ROWSxCOLS`` for a rectangle. Several
        figures, with a line ``+`` between them, or as in ``5x6 + 5x6``, are laid side by side with
        a column of holes between them. Blank lines and lines that start with ``# `` are not rows;
        ``# title: …``, ``# source: …``, ``# note: …``, ``# wrap: columns`` (or rows, both; `wrap`
        replaces it), ``# optional: LETTERS`` (of cells that need not be covered) and ``# leave: N``
        (exactly N of these, or of all cells, stay empty) are kept.

        Boards of other cells than squares have a line ``# lattice: NAME``, or start with ``NAME:``
        and a blank. Second rows of hexagons lie half a cell further right; they may also be drawn
        so, with blanks between the hexagons of each row. The first triangle of the first row points
        up, or as ``# first: down`` says; triangles may also be drawn by their sides, ``/\/\``.
        Layers are separated by blank lines or ``//``. Short forms are ``3x3x3``, ``6x6 rhombus``,
        ``hexagon 3``, ``triangle 5``, ``pyramid 4`` and ``tetrahedron 4``.

        Examples
        --------
        >>> Board.parse("2x2 + ooo/o..").text
        'oo.ooo/oo.o..'
        >>> Board.parse("triangular: 2x2 rhombus").text
        '.oooo./..oooo'
        """
        named, drawn = named_lattice(text)
        lines, headers = split_headers(drawn, _READ, "# ")
        if headers.get("optional") == "":
            raise PatternError(f"optional: '': {letters_fault('')}")
        left = headers.pop("leave", "0")
        if not re.fullmatch("[0-9]{1,9}", left):
            raise PatternError(f"leave: {quote(left)}: expected how many cells stay empty")
        if named:
            headers["lattice"] = named
        if wrap:
            headers["wrap"] = wrap
        rows = split_rows(lines)
        lattice = meant_lattice(rows, headers.get("lattice", ""))
        first = headers.pop("first", None)
        if rows and (not lattice.is_square or first is not None):
            headers["lattice"] = lattice.name
            return cls(read_drawing(lattice, lines, first), leave=int(left), **headers)
        if not rows:
            raise PatternError(f"there is no board in {quote(text)}")
        figures = split_figures(text, rows)
        if len(figures) == 1:
            return cls("/".join(figures[0]), leave=int(left), **headers)
        if headers.get("wrap"):
            raise PatternError(
                f"a board of {len(figures)} figures has no sides to be joined, but is to wrap "
                f"around its {quote(headers['wrap'])}"
            )
        for figure in figures:
            # Errors are about the figure, before it is padded with holes.
            Board("/".join(figure))
        return cls("/".join(side_by_side(figures)), leave=int(left), **headers)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The rows from top to bottom, one letter per cell; those of all layers."""
        rows = self.text.split("/")
        # An empty row stands between layers.
        return tuple(rows if find_lattice(self.lattice).is_flat else filter(None, rows))

    @property
    def layers(self) -> int:
        """The number of layers: 1 on flat lattices."""
        return self.text.count(LAYER) + 1

    @property
    def heading(self) -> str:
        """The title or, without one, its size."""
        return self.title or f"Board of {self.dimensions}"

    @property
    def dimensions(self) -> str:
        """The size of its drawing in words: rows and columns, in space after the layers."""
        rows, cols = len(self.rows), len(self.rows[0])
        if find_lattice(self.lattice).is_flat:
            return f"{rows} × {cols}"
        return f"{self.layers} × {rows // self.layers} × {cols}"

    @cached_property
    def grid(self) -> Grid:
        """The numbered cells of the rectangle of its rows, holes included."""
        lattice, rows, cols = find_lattice(self.lattice), len(self.rows), len(self.rows[0])
        if not self.wrap:
            return grid_of(lattice, rows, cols, self.layers)
        return SquareGrid(rows, cols, self.wrap != "columns", self.wrap != "rows")

    @cached_property
    def letters(self) -> Mapping[str, int]:
        """The set of cells that have each of its letters, in the numbering of `Grid`."""
        cells = "".join(self.rows)
        letters = dict.fromkeys(cells)
        others = {ord(letter): "0" for letter in letters}
        found = {
            letter: int(cells[::-1].translate(others | {ord(letter): "1"}), 2)
            for letter in letters
            if letter != HOLE
        }
        return MappingProxyType(found)

    @cached_property
    def mask(self) -> int:
        """The set of its cells without the holes."""
        return sum(self.letters.values())

    @cached_property
    def blanks(self) -> int:
        """The set of cells that need not be covered."""
        if self.optional:
            return self.zone(self.optional)
        return self.mask if self.leave else 0

    def zone(self, name: str) -> int:
        """Return the cells of a zone: those beside the frame for "edge", or those with letters.

        The capital of a letter belongs to it if it is optional.
        """
        if len(name) == 1 and not self.optional:
            return self.letters.get(name, 0)
        if name != EDGE:
            own = {*name, *(letter for letter in self.optional if letter.lower() in name)}
            return sum(cells for letter, cells in self.letters.items() if letter in own)
        beside = (1 << place for place in bits(self.mask))
        return sum(cell for cell in beside if self.grid.around(cell) & self.frame)

    @cached_property
    def frame(self) -> int:
        """The unit edges around the board and around its holes, as an int."""
        grid, mask = self.grid, self.mask
        return grid.frame if mask == grid.all_cells else grid.around(mask)

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.mask.bit_count()

    @property
    def form(self) -> BoardForm:
        """The values by which boards are compared."""
        named, optional, leave = self._named or None, self.optional or None, self.leave or None
        return BoardForm(self.text, named, self.wrap or None, optional, leave)

    def as_dict(self) -> dict[str, Any]:
        """Return the board as plain values, in the form of `kaleido --json`."""
        return self.form.as_dict()

    def colour(self, row: int, col: int) -> str:
        """Return the letter of a cell."""
        return self.rows[row][col]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """The number of cells of each letter."""
        cells = self.letters.items()
        return MappingProxyType(Counter({letter: own.bit_count() for letter, own in cells}))

    def rotated(self, turns: int = 1) -> Self:
        """Return the board turned clockwise `turns` times, with the same headers.

        The least turn is a quarter of squares, of cubes and of spheres (whose layers stay layers),
        and a sixth of hexagons and triangles.
        """
        if not self.grid.lattice.is_square:
            return replace(self, text=turned(self.grid, "".join(self.rows), turns))
        rotation, wrap = ROTATIONS[turns % 4], self.wrap
        if rotation.transposes:
            wrap = {"rows": "columns", "columns": "rows"}.get(wrap, wrap)
        return replace(self, text="/".join(rotation.map_rows(self.rows)), wrap=wrap)

    @property
    def _named(self) -> str:
        """The lattice as texts name it: "" for squares."""
        return self.lattice if self.lattice != SQUARE.name else ""

    def written(self, remarks: Mapping[str, object]) -> str:
        """Return the text of a file with the board and with `remarks`, which `parse` ignores."""
        own = {name: getattr(self, name) for name in _WRITTEN if getattr(self, name)}
        if self._named:
            own["lattice"] = self._named
        headers = [f"# {name}: {value}" for name, value in {**own, **remarks}.items()]
        lines: Sequence[str] = self.rows
        if self._named:
            lines = write_drawing(find_lattice(self.lattice), lines, self.layers)
        return "\n".join([*headers, *lines])

    def __reduce__(self) -> tuple[type[Self], tuple[str, ...]]:
        # Cached values are left out: not all of them can be pickled.
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    def __str__(self) -> str:
        return self.written({})

    def __repr__(self) -> str:
        headers = [f", {name}={getattr(self, name)!r}" for name in _WRITTEN if getattr(self, name)]
        if self._named:
            headers.append(f", lattice={self.lattice!r}")
        return f"{type(self).__name__}({self.text!r}{''.join(headers)})"
