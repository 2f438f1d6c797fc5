"""The sets of pieces that come with Kaleido, by name."""

from functools import lru_cache

from kaleido.errors import PieceError
from kaleido.library.data import known, nearest, shelf
from kaleido.library.generated_sets import generated_names, generated_set, similar_names
from kaleido.library.set_sums import read_sum
from kaleido.library.solid_sets import SOLID_NAMES, solid_set
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.text import quote

_KEPT = 64


def set_names() -> tuple[str, ...]:
    """Return the sorted names of the sets that are listed; `named_set` knows others."""
    return tuple(sorted(["classic", *generated_names(), *SOLID_NAMES, *shelf("pieces")]))


@lru_cache(maxsize=_KEPT)  # sums make endless names
def named_set(name: str) -> PieceSet:
    """Return the set with that name.

    Parameters
    ----------
    name : str
        One of `set_names`; ``polyominoes-N`` or ``one-sided-N`` for all polyominoes of N cells;
        ``orders-A-B`` or ``one-sided-A-B`` for those of A to B cells; ``polyhexes-N``,
        ``one-sided-hexiamonds``, ``tetracubes`` and so on for those on other lattices;
        ``solid-SET`` or ``spheres-SET`` for flat pieces as cubes or spheres; or several of these
        with ``+`` between them.

    Raises
    ------
    PieceError
        There is no such set; the message gives the nearest names.

    Examples
    --------
    >>> len(named_set("pentominoes")), named_set("kanoodle").size
    (12, 55)
    >>> [piece.name for piece in named_set("orders-1-4")]
    ['1', '2', '3a', '3b', '4a', '4b', '4c', '4d', '4e']
    >>> named_set("pentominoes + tetrominoes")
    <PieceSet 'pentominoes + tetrominoes': 17 pieces, 80 cells>
    """
    return read_sum(name, _single)


def _single(name: str) -> PieceSet:
    meant = known(name, ("classic", *shelf("pieces")))
    if meant == "classic":
        return CLASSIC
    if meant is not None:
        text = shelf("pieces")[meant].read_text(encoding="utf-8")
        return PieceSet.parse(meant, text)
    generated = generated_set(name) or solid_set(name, _single)
    if generated is None:
        names = (*set_names(), *similar_names())
        raise PieceError(
            f"unknown set of pieces {quote(name)}: {nearest(name, names, 'kaleido pieces')}"
        )
    return generated
