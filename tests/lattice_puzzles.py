"""Small puzzles on other lattices than that of squares, and a slow solver that is plainly right."""

from collections.abc import Iterator
from functools import cache
from random import Random

from kaleido import Board, PieceSet
from kaleido.lattices import find_lattice
from kaleido.lattices.lattice import Lattice, Vector, image, moved
from kaleido.model.layout import drawing, lay_out

NAMES = ("hexagonal", "triangular", "cubic", "spheres")

SOMA = PieceSet.parse(
    "soma",
    """
    # sides: one-sided
    # lattice: cubic
    V oo/o.
    L ooo/o..
    T ooo/.o.
    Z oo./.oo
    A oo/o.//.o/..
    B oo/o.//../o.
    P oo/o.//o./..
    """,
)


@cache
def free_forms(name: str, size: int) -> tuple[tuple[Vector, ...], ...]:
    """Return the shapes of so many cells; turned or mirrored ones count once."""
    lattice = find_lattice(name)
    if size == 1:
        return tuple(dict.fromkeys(_least(lattice, (centre,)) for centre in lattice.kinds))
    grown = {
        _least(lattice, (*form, cell))
        for form in free_forms(name, size - 1)
        for centre in form
        for cell in lattice.touching(centre)
        if cell not in form
    }
    return tuple(sorted(grown))


def _least(lattice: Lattice, cells: tuple[Vector, ...]) -> tuple[Vector, ...]:
    return min(
        tuple(sorted(lattice.pushed(image(matrix, cell) for cell in cells)))
        for matrix in lattice.symmetries
    )


def drawn(lattice: Lattice, cells: tuple[Vector, ...]) -> str:
    """Return the drawing of some cells."""
    return drawing(*lay_out(lattice, ((cell, "o") for cell in cells)))


def free_set(name: str, size: int, rules: str = "# sides: mirrored") -> PieceSet:
    """Return all forms of so many cells as a set of pieces A, B, C …"""
    lattice = find_lattice(name)
    lines = [f"# lattice: {name}", rules]
    for number, form in enumerate(free_forms(name, size)):
        lines.append(f"{chr(ord('A') + number)} {drawn(lattice, form)}")
    return PieceSet.parse(f"{name} {size}", "\n".join(lines))


def grown(lattice: Lattice, size: int, random: Random) -> tuple[Vector, ...]:
    """Return a random connected shape of so many cells."""
    cells = [lattice.kinds[0]]
    while len(cells) < size:
        cell = random.choice(lattice.touching(random.choice(cells)))
        if cell not in cells:
            cells.append(cell)
    return tuple(cells)


def small_puzzle(name: str, seed: int) -> tuple[Board, PieceSet]:
    """Return a random puzzle of about ten cells and a few pieces without colours."""
    random, lattice = Random(f"{name} {seed}"), find_lattice(name)
    sizes = [random.randint(2, 4) for _ in range(random.randint(2, 3))]
    lines = [f"# lattice: {name}", f"# sides: {random.choice(['mirrored', 'one-sided', 'fixed'])}"]
    total = 0
    for number, size in enumerate(sizes):
        copies = random.randint(1, 2) if total < 7 else 1
        total += size * copies
        shape = grown(lattice, size, random)
        lines.append(f"{chr(ord('A') + number)} {drawn(lattice, shape)} x{copies}")
    if random.random() < 0.25:
        total -= random.randint(0, 2)
        lines.append("# use: some")
    board = Board(drawn(lattice, grown(lattice, total, random)), lattice=name)
    return board, PieceSet.parse("own", "\n".join(lines))


def placements(board: Board, pieces: PieceSet) -> dict[str, set[frozenset[Vector]]]:
    """Return the sets of centres that each piece can cover on a board, found by trying all."""
    lattice, centres = board.grid.lattice, board.grid.centres
    cells = {centres[cell] for cell in range(board.grid.size) if board.mask >> cell & 1}
    found: dict[str, set[frozenset[Vector]]] = {}
    for piece in pieces:
        own = found.setdefault(piece.name, set())
        for face in piece.faces:
            shape = face.drawing.centres
            for matrix in lattice.rotations[: 1 if piece.fixed else None]:
                images = [image(matrix, cell) for cell in shape]
                for cell in cells:
                    if not lattice.is_alike(images[0], cell):
                        continue
                    step = tuple(a - b for a, b in zip(cell, images[0], strict=True))
                    lying = frozenset(moved(each, step) for each in images)
                    if lying <= cells:
                        own.add(lying)
    return found


def solutions(
    board: Board, pieces: PieceSet
) -> Iterator[tuple[tuple[str, frozenset[Vector]], ...]]:
    """Yield the solutions of a small puzzle, cell by cell."""
    centres = board.grid.centres
    cells = frozenset(centres[cell] for cell in range(board.grid.size) if board.mask >> cell & 1)
    options = placements(board, pieces)
    copies = dict(zip((piece.name for piece in pieces), pieces.counts, strict=True))
    needed = dict(zip(copies, pieces.needed, strict=True))

    def complete(free, left, made):
        if not free:
            if all(copies[name] - left[name] >= needed[name] for name in left):
                yield made
            return
        cell = min(free)
        for name, count in left.items():
            for lying in options[name] if count else ():
                if cell in lying and lying <= free:
                    yield from complete(
                        free - lying, left | {name: count - 1}, (*made, (name, lying))
                    )

    yield from complete(cells, copies, ())
