"""The examples in the help: one or two for each command, which the tests run."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "solve": ("kaleido solve car", "kaleido solve twelve --strategy paper --steps"),
    "solutions": (
        "kaleido solutions tulip",
        "kaleido solutions checkerboard -n 3",
        "kaleido solutions --puzzle pentomino-6x10 --parts 2 -n 1",
    ),
    "count": ("kaleido count car", "kaleido count --puzzle pentomino-3x20 --up-to-symmetry"),
    "sample": ("kaleido sample car -n 2 --seed 7",),
    "read": ("kaleido read photo.jpg -o board.txt",),
    "hint": ("kaleido hint car", "kaleido hint car --place l@A1 --step where"),
    "position": (
        "kaleido position car "
        "...W..../...W..../...W..../...W..../...W..../...W..../...W..../...W....",
    ),
    "unique": ("kaleido unique smiley", "kaleido unique star"),
    "why": (
        "kaleido why --board 4x5 --pieces tetrominoes",
        "kaleido why --board 4x5 --pieces tetrominoes -o parity.png",
    ),
    "check": ("kaleido solve car --json | kaleido check car -",),
    "rate": ("kaleido rate star",),
    "design": (
        "kaleido design '????????/???rr???/??r??r??/??rrrr??/??r??r??/????????/????????/????????'",
        "kaleido design --text AS -o initials.txt",
    ),
    "generate": ("kaleido generate -o boards -n 2 --difficulty 1 --seed 7",),
    "booklet": ("kaleido booklet --group alphabet --per-page 2 -o alphabet.pdf",),
    "list": ("kaleido list", "kaleido list unique"),
    "show": ("kaleido show starship --islands",),
    "plot": (
        "kaleido plot car -o car.svg",
        "kaleido plot car --figure tree -o tree.png",
        "kaleido plot soma-cube --figure exploded -o soma.svg",
    ),
    "animate": ("kaleido animate car -o car.gif",),
    "play": ("kaleido play", "kaleido play --puzzle kanoodle"),
    "site": ("kaleido site -o site",),
    "batch": ("kaleido batch count car star -o counts.jsonl",),
    "bench": ("kaleido bench boards.json -s constrained -s paper-plus --seeds 2",),
    "tune": ("kaleido tune --boards 400 -o weights.json",),
    "puzzle": ("kaleido puzzle list pentominoes", "kaleido puzzle show kanoodle"),
    "pieces": (
        "kaleido pieces",
        "kaleido pieces 'pentominoes + tetrominoes'",
        "kaleido pieces tetracubes",
    ),
    "katamino": ("kaleido katamino --size 7 --difficulty 4",),
    "polyominoes": (
        "kaleido polyominoes 5",
        "kaleido polyominoes 1..8 --one-sided",
        "kaleido polyominoes 4 --lattice hexagonal",
    ),
    "schema": ("kaleido schema solve",),
    "export": ("kaleido export car -o car.dlx",),
}
