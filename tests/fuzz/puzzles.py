"""Small random puzzles of every kind, most of them with a solution, and smaller ones of each."""

from collections.abc import Iterator
from random import Random

from naive_puzzle import (
    Line,
    Naive,
    Texts,
    TooManyError,
    Vector,
    apply,
    drawing_of,
    matrices,
    plus,
    points_of,
    steps,
    turned,
)

LATTICES = (*["square"] * 6, "hexagonal", "triangular", "cubic", "spheres")
NAMES = "ABCDEFGHIJKLMNPQRSTUVWYZ"
MOST_PIECES = 8
PADDED = 0.25
PADDING = (0, 0, 1, 1, 2, 9)
"""Lines of holes beside a board: with many, its cells have numbers above 64."""
BLANK_LINE = (Line("A", ("o",)),)

Part = dict[int, Vector]
"""The cells of a piece, and where each is as the piece is drawn, which may wind around a seam."""


class OddError(Exception):
    """A shape cannot be coloured in turns."""


def draw_puzzle(random: Random) -> Naive:
    """Return a puzzle that is small enough for everything to be tried."""
    while True:
        naive = Naive(_puzzle(random))
        try:
            solvable = bool(naive.solutions)
        except TooManyError:
            continue
        # Of those without a solution, a few suffice.
        if solvable or random.random() < 0.5:
            return naive


def _puzzle(random: Random) -> Texts:
    while True:
        board = Naive(Texts(*_board(random)))
        parts = _cut(random, board)
        if len(parts) <= MOST_PIECES:
            break
    coloured = random.random() < 0.25
    sides = random.choice(("mirrored", "mirrored", "one-sided", "one-sided", "fixed"))
    try:
        texts = _coloured(random, board, parts) if coloured else _plain(random, board, parts, sides)
    except OddError:
        return _puzzle(random)
    return random.choice((_spoilt, _exchanged))(random, texts) if random.random() < 0.2 else texts


def _board(random: Random) -> tuple[str, tuple[Line, ...], str, str]:
    """Make the rows of a board with a line of pieces, the lattice and the joined sides."""
    lattice, wrap = random.choice(LATTICES), ""
    layers = random.choice((1, 2, 2, 3)) if lattice in ("cubic", "spheres") else 1
    most = random.choice((9, 12, 12, 16, 16, 20, 24))
    while True:
        rows, cols = random.randint(1, 5), random.randint(1, 6)
        if 4 <= layers * rows * cols <= most + 4:
            break
    if lattice == "square" and random.random() < 0.35:
        wrap = random.choice(("columns", "rows", "both"))
    holes = random.choice((0, 0, 0, 0.1, 0.2, 0.35))
    cells = [
        [["." if random.random() < holes else "o" for _ in range(cols)] for _ in range(rows)]
        for _ in range(layers)
    ]
    if random.random() < 0.3:
        # The same on both sides.
        cells = [[row[: (cols + 1) // 2] + row[: cols // 2][::-1] for row in own] for own in cells]
    if not wrap and cols < 5 and random.random() < 0.2:
        # Several figures.
        number = random.choice((2, 2, 3))
        cells = [[([*row, "."] * number)[:-1] for row in own] for own in cells]
    cols = len(cells[0][0])
    # Padding beside the board.
    if random.random() < PADDED and wrap in ("", "columns"):
        above, below = random.choice(PADDING), random.choice(PADDING)
        cells = [[["."] * cols] * above + own + [["."] * cols] * below for own in cells]
    if random.random() < PADDED and wrap in ("", "rows"):
        left, right = random.choice(PADDING), random.choice(PADDING)
        cells = [[["."] * left + row + ["."] * right for row in own] for own in cells]
    text = "//".join("/".join("".join(row) for row in own) for own in cells)
    lines = [row for own in cells for row in own]
    columns = list(zip(*lines, strict=True))
    joined = [
        *(lines if wrap in ("rows", "both") else ()),
        *(columns if wrap in ("columns", "both") else ()),
    ]
    if not 3 <= text.count("o") <= most or any("o" not in line for line in joined):
        return _board(random)
    return text, BLANK_LINE, lattice, wrap


def _cut(random: Random, board: Naive) -> list[Part]:
    """Cut a board up into connected parts, now and then such that a symmetry exchanges them."""
    moves = list(board.whole_moves())
    move, order, signs = random.choice(moves)
    paired = random.random() < 0.5
    sizes = random.choice(((1, 2, 3, 4), (2, 3), (3, 4), (3, 4, 5), (4, 4, 5), (2, 2, 3)))
    free, parts = set(range(len(board.cells))), []
    every = steps(board.texts.lattice)
    while free:
        first = random.choice(sorted(free))
        part = {first: board.points[first]}
        size = random.choice(sizes)
        while len(part) < size:
            beside = [
                (to, plus(at, step))
                for at in part.values()
                for step in every
                if (to := board.at(plus(at, step))) in free and to not in part
            ]
            if not beside:
                break
            to, at = random.choice(beside)
            part[to] = at
        image = {move[cell]: apply(order, signs, at) for cell, at in part.items()}
        parts.append(part)
        free -= set(part)
        if paired and set(image) <= free:
            parts.append(image)
            free -= set(image)
    return parts


def _drawn(
    random: Random, board: Naive, part: dict[Vector, str], *, mirrors: bool, turns: bool
) -> str:
    """Draw a piece as it may lie, too."""
    lattice = board.texts.lattice
    choices = [(o, s) for is_turn, o, s in matrices(lattice) if is_turn or mirrors]
    order, signs = random.choice(choices) if turns else ((0, 1, 2), (1, 1, 1))
    return drawing_of(lattice, {apply(order, signs, at): letter for at, letter in part.items()})


def _plain(  # noqa: PLR0915 - one rule after another
    random: Random, board: Naive, parts: list[Part], sides: str
) -> Texts:
    lattice = board.texts.lattice
    letters = dict.fromkeys(range(len(board.cells)), "o")
    if random.random() < 0.45:
        kinds = random.choice(("ao", "ab", "abo", "a-"))
        for number, (row, col) in enumerate(board.cells):
            letters[number] = random.choice(
                (kinds[0], kinds[(row + col) % len(kinds)], random.choice(kinds))
            )
    optional = ""
    if random.random() < 0.3:
        optional = random.choice(sorted(set(letters.values())))
        if random.random() < 0.5 and len(parts) > 2:
            # Part of the board can stay empty.
            for cell in parts.pop():
                letters[cell] = optional
        if random.random() < 0.3 and "a" in letters.values() and "a" not in optional:
            optional += "a"
    leave = 0
    if random.random() < 0.15 and len(parts) > 2:
        leave = len(parts.pop()) if random.random() < 0.7 else random.choice((1, 2))
    merge = random.random() < 0.7
    # Of its own, so that the other puzzles stay as they are.
    marks = Random(f"marks {board.texts.rows} {sorted(letters.items())}")
    is_marked = marks.random() < 0.2
    lines: dict[object, tuple[Line, int, list[Part]]] = {}
    for number, part in enumerate(parts):
        own = sides
        if random.random() < 0.12:
            own = random.choice(("mirrored", "one-sided", "fixed"))
        points = dict.fromkeys(part.values(), "o")
        if is_marked and marks.random() < 0.4:
            # Some cells lie only on the letters that they have here.
            marked = [cell for cell in sorted(part) if letters[cell].isalpha()]
            for cell in marks.sample(marked, min(len(marked), marks.choice((1, 1, 2)))):
                points[part[cell]] = letters[cell].upper()
        drawing = _drawn(random, board, points, mirrors=own == "mirrored", turns=own != "fixed")
        shapes = points_of(lattice, drawing)
        alike = turned(lattice, shapes, may_turn=own != "fixed")
        if own == "mirrored":
            alike |= turned(lattice, shapes, mirrors=True)
        key = (own, frozenset(alike)) if merge else number
        line = Line(NAMES[number], (drawing,), own if own != sides else "")
        line, count, together = lines.get(key, (line, 0, []))
        lines[key] = line, count + 1, [*together, part]
    use = "some" if random.random() < 0.1 else "all"
    found, given = [], random.random() < 0.15
    for line, count, together in lines.values():
        copies = f"x{count}" if count > 1 else ""
        if random.random() < 0.25:
            least = random.choice((0, count, max(0, count - 1)))
            copies = f"x{least}-{count + random.choice((0, 1, 1, 2))}"
        zone = _zone(random, board, letters, together)
        if given and not zone and count == 1:
            given = False
            letters |= dict.fromkeys(together[0], line.name)
        at = _covered(random, board, letters, together) if random.random() < 0.2 else ""
        found.append(line._replace(copies=copies, zone=zone, at=at))
    if random.random() < 0.25:
        found = _with_choices(random, board, parts, found)
    # Without the letters that givens took away, and theirs.
    shown = set(letters.values()) - set(NAMES)
    optional = "".join(letter for letter in optional if letter in shown)
    for name in ("zone", "at"):
        found = [
            line
            if (zone := getattr(line, name)) in ("", "edge")
            else line._replace(**{name: "".join(filter(shown.__contains__, zone))})
            for line in found
        ]
    if lattice in ("square", "cubic") and random.random() < (0.6 if sides == "one-sided" else 0.15):
        # Mirror images of pieces, of which there are other numbers.
        twins = [line for line in found if _has_twin(lattice, line)]
        spare = [name for name in "XYZWV" if name not in {line.name for line in found}]
        for name, line in zip(spare, twins or found[:1], strict=False):
            points = points_of(lattice, line.drawings[0])
            mirrored = {apply((1, 0, 2), (1, 1, 1), at): "o" for at in points}
            copies = random.choice(("x0-1", "x0-2"))
            drawing = drawing_of(lattice, mirrored)
            found.append(line._replace(name=name, drawings=(drawing,), copies=copies))
    return board.texts._replace(
        rows=_lettered(board, letters),
        lines=tuple(found),
        optional=optional,
        sides=sides,
        use=use,
        leave=leave,
    )


def _with_choices(random: Random, board: Naive, parts: list[Part], lines: list[Line]) -> list[Line]:
    """Return the lines, with other pieces of which one is used instead of one of these."""
    found = list(lines)
    spare = iter(name for name in reversed(NAMES) if name not in {line.name for line in lines})
    single = [place for place, line in enumerate(lines) if not line.copies]
    for place in random.sample(single, min(len(single), random.choice((1, 1, 2)))):
        found[place] = found[place]._replace(choice=lines[place].name)
        for name, _ in zip(spare, range(random.choice((1, 1, 2))), strict=False):
            points = dict.fromkeys(random.choice(parts).values(), "o")
            drawing = _drawn(random, board, points, mirrors=False, turns=True)
            line = found[place]._replace(name=name, drawings=(drawing,), zone="")
            found.insert(random.randrange(len(found) + 1), line)
            place += found.index(line) <= place
    return found


def _has_twin(lattice: str, line: Line) -> bool:
    """Return whether a piece is never turned to be its mirror image."""
    points = points_of(lattice, line.drawings[0])
    return turned(lattice, points) != turned(lattice, points, mirrors=True)


def _zone(random: Random, board: Naive, letters: dict[int, str], parts: list[Part]) -> str:
    own = {cell for part in parts for cell in part}
    if random.random() < 0.2 and all(None in board.beside[cell] for cell in own):
        return "edge"
    if random.random() < 0.35 and len(set(letters.values())) > 1:
        return "".join(
            sorted({letters[cell] for cell in own} | {random.choice(sorted(letters.values()))})
        )
    return ""


def _covered(random: Random, board: Naive, letters: dict[int, str], parts: list[Part]) -> str:
    """Return a zone of which each part covers a cell."""
    if random.random() < 0.5 and all(
        any(None in board.beside[cell] for cell in own) for own in parts
    ):
        return "edge"
    return "".join(sorted({letters[random.choice(sorted(own))] for own in parts}))


def _lettered(board: Naive, letters: dict[int, str]) -> str:
    left = iter(letters[number] for number in range(len(board.cells)))
    return "".join(next(left) if sign == "o" else sign for sign in board.texts.rows)


def _coloured(random: Random, board: Naive, parts: list[Part]) -> Texts:
    """Colour the pieces and the board, black and another colour in turns where that is possible."""
    lattice = board.texts.lattice
    sides = random.choice(("two-faced", "two-faced", "one-sided"))
    colours, every = random.choice(("rrr", "ryb", "rrb", "yy")), steps(lattice)
    is_free = random.random() < 0.25

    def colour(drawn: Part) -> dict[Vector, str]:
        """Colour cells in turns: black, and another colour; or freely."""
        points = set(drawn.values())
        if is_free:
            return {at: random.choice(colours + "x") for at in points}
        first = min(points)
        shades, ahead = {first: random.randrange(2)}, [first]
        for at in ahead:
            fresh = {plus(at, step) for step in every} & points - set(shades)
            shades |= dict.fromkeys(fresh, 1 - shades[at])
            ahead += sorted(fresh)
        if any(
            shades[at] == shades[plus(at, step)]
            for at in ahead
            for step in every
            if plus(at, step) in points
        ):
            raise OddError
        return {at: random.choice(colours) if shade else "x" for at, shade in shades.items()}

    letters: dict[int, str] = {}
    found: dict[object, tuple[Line, int]] = {}
    for number, part in enumerate(parts):
        up, mirror = colour(part), next((o, s) for t, o, s in matrices(lattice) if not t)
        letters |= {cell: up[at] for cell, at in part.items()}
        over = {cell: apply(*mirror, at) for cell, at in part.items()}
        below = colour(over)
        if random.random() < 0.15:
            below = {over[cell]: up[at] for cell, at in part.items()}
        faces = [up] if sides == "one-sided" else random.sample((up, below), 2)
        drawings = tuple(_drawn(random, board, face, mirrors=False, turns=True) for face in faces)
        key = tuple(frozenset(turned(lattice, points_of(lattice, drawing))) for drawing in drawings)
        line, count = found.get(key, (Line(NAMES[number], drawings), 0))
        if random.random() < 0.1:
            line = line._replace(**{random.choice(("zone", "at")): "edge"})
        found[key] = line, count + 1
    lines = []
    for line, count in found.values():
        copies = f"x{count}" if count > 1 else ""
        if random.random() < 0.15:
            copies = f"x{random.randint(0, count)}-{count + random.randint(0, 1)}"
        lines.append(line._replace(copies=copies))
    use = "some" if random.random() < 0.08 else "all"
    return board.texts._replace(
        rows=_lettered(board, letters),
        lines=tuple(lines),
        sides=sides,
        use=use,
        colours="free" if is_free else "",
    )


def _spoilt(random: Random, texts: Texts) -> Texts:
    """Change something, so that there may be no solution."""
    smaller = list(smaller_texts(texts))
    return random.choice(smaller) if smaller else texts


def _exchanged(random: Random, texts: Texts) -> Texts:
    """Exchange the letters of two cells, or of a cell and a hole, once or twice."""
    rows = list(texts.rows)
    for _ in range(random.randint(1, 2)):
        one, other = random.sample([at for at, sign in enumerate(rows) if sign != "/"], 2)
        rows[one], rows[other] = rows[other], rows[one]
    return texts._replace(rows="".join(rows))


def smaller_texts(texts: Texts) -> Iterator[Texts]:
    """Yield puzzles with less in them: first those without a piece and its cells."""
    yield from _without_pieces(Naive(texts))
    for place, line in enumerate(texts.lines):
        before, after = texts.lines[:place], texts.lines[place + 1 :]
        if before or after:
            yield texts._replace(lines=(*before, *after))
        for name in ("zone", "at", "copies", "sides", "choice"):
            if getattr(line, name):
                yield texts._replace(lines=(*before, line._replace(**{name: ""}), *after))
    for name, plain in (("wrap", ""), ("optional", ""), ("use", "all"), ("leave", 0)):
        if getattr(texts, name) != plain:
            yield texts._replace(**{name: plain})
    for place, letter in enumerate(texts.rows):
        if letter not in "./":
            yield texts._replace(rows=texts.rows[:place] + "." + texts.rows[place + 1 :])
    layers = [layer.split("/") for layer in texts.rows.split("//")]
    for layer in range(len(layers) if len(layers) > 1 else 0):
        rest = ["/".join(own) for own in layers[:layer] + layers[layer + 1 :]]
        yield texts._replace(rows="//".join(rest))
    for row in range(len(layers[0])):
        if len(layers[0]) > 1:
            rest = ["/".join(own[:row] + own[row + 1 :]) for own in layers]
            yield texts._replace(rows="//".join(rest))
    for col in range(len(layers[0][0])):
        if len(layers[0][0]) > 1:
            rest = ["/".join(row[:col] + row[col + 1 :] for row in own) for own in layers]
            yield texts._replace(rows="//".join(rest))
    for letter in sorted(set(texts.rows) - set("./o")):
        if texts.sides not in ("two-faced",) and "o" in texts.lines[0].drawings[0]:
            yield texts._replace(rows=texts.rows.replace(letter, "o"))


def _without_pieces(naive: Naive) -> Iterator[Texts]:
    """Yield puzzles without one of the pieces of a solution, and without its cells."""
    texts = naive.texts
    try:
        solution = sorted(next(iter(naive.solutions), ()))
    except TooManyError:
        return
    starts = [place for place, letter in enumerate(texts.rows) if letter not in "./"]
    for number in solution:
        piece, mask = naive.lies[number]
        rows = list(texts.rows)
        for cell, start in enumerate(starts):
            if mask >> cell & 1:
                rows[start] = "."
        lines = list(texts.lines)
        least, most = naive.ranges[piece]
        if most == 1 and naive.is_plain and not texts.wrap:
            yield from _without_cells(naive, number, starts)
        if most > 1:
            copies = f"x{most - 1}" if least == most else f"x{max(0, least - 1)}-{most - 1}"
            lines[piece] = lines[piece]._replace(copies=copies)
        else:
            del lines[piece]
        if lines:
            yield texts._replace(rows="".join(rows), lines=tuple(lines))


def _without_cells(naive: Naive, number: int, starts: list[int]) -> Iterator[Texts]:
    """Yield puzzles without a cell of a piece that lies somewhere, which is gone from both."""
    texts, (piece, mask) = naive.texts, naive.lies[number]
    own = [cell for cell in range(len(naive.cells)) if mask >> cell & 1]
    for gone in own if len(own) > 1 else ():
        left = {naive.points[cell]: "o" for cell in own if cell != gone}
        lines, start = list(texts.lines), starts[gone]
        lines[piece] = lines[piece]._replace(drawings=(drawing_of(texts.lattice, left),))
        rows = texts.rows[:start] + "." + texts.rows[start + 1 :]
        yield texts._replace(rows=rows, lines=tuple(lines))
