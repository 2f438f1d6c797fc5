"""A puzzle as plain values and as JSON."""

import json
from collections.abc import Iterator
from typing import Any

from kaleido.export.cover import Cover, Item, options_of
from kaleido.model.piece_set import PieceSet
from kaleido.schemas import numbered
from kaleido.search.state import State


def puzzle_dict(state: State) -> dict[str, Any]:
    r"""Return a puzzle as plain values.

    Returns
    -------
    dict
        ``schema``, the number of its schema; ``title``; ``board``, a list of rows; their
        ``lattice`` and the number of ``layers``, unless the cells are squares; ``wrap``;
        ``optional``, the letters of cells that need not be covered;
        ``pieces``, as `set_dict` returns them; ``placed``, the placements made; ``items``, each
        with a ``name``, a ``cell`` or ``piece``, and how many options may cover it, ``least`` to
        ``most``; ``options``, the placements to choose from, those made among them, each with the
        places of its ``items``.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model.board import Board
    >>> from kaleido.search.problem import Problem
    >>> one = Problem(Board.parse("1x3"), PieceSet.parse("one", "# sides: mirrored\nI ooo"))
    >>> value = puzzle_dict(State.empty(one))
    >>> value["items"][-1]
    {'name': 'I', 'piece': 'I', 'least': 1, 'most': 1}
    >>> value["options"][0]
    {'piece': 'I', 'face': 'front', 'cells': [[0, 0], [0, 1], [0, 2]], 'items': [0, 1, 2, 3]}
    """
    board, pieces = state.problem.pattern, state.problem.pieces
    cover = Cover(state.problem)
    fields = {
        "title": board.title,
        "board": list(board.rows),
        **({} if pieces.lattice.is_square else {"lattice": board.lattice, "layers": board.layers}),
        "wrap": board.wrap,
        "optional": board.optional,
        "pieces": set_dict(pieces),
        "placed": [placement.as_dict() for placement in state.problem.placements(state.path)],
        "items": list(map(_item, cover.items)),
        "options": [
            {**state.problem.placement(number).as_dict(), "items": list(cover.covered(number))}
            for number in options_of(state)
        ],
    }
    return numbered("export", fields)


def set_dict(pieces: PieceSet) -> dict[str, Any]:
    """Return a set of pieces as plain values.

    Returns
    -------
    dict
        The fields of `set_summary`; and ``pieces``, a list of ``name``, ``drawings`` (by face),
        ``copies`` and, of those, the ``least`` that must be used; whether the piece is ``fixed``,
        so that it may not be turned; and its ``zone``: "edge", letters of cells, or "".
    """
    listed = [
        {
            "name": piece.name,
            "drawings": {face.name: str(face.drawing) for face in piece.faces},
            "copies": count,
            "least": least,
            "fixed": piece.fixed,
            "zone": piece.zone,
        }
        for piece, count, least in zip(pieces, pieces.counts, pieces.needed, strict=True)
    ]
    return set_summary(pieces) | {"pieces": listed}


def set_summary(pieces: PieceSet) -> dict[str, Any]:
    """Return what is to be said of a set of pieces as plain values, without the pieces.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> set_summary(CLASSIC)["count"], set_summary(CLASSIC)["size"]
    (18, 64)
    """
    return {
        "name": pieces.name,
        "title": pieces.title,
        **({} if pieces.lattice.is_square else {"lattice": pieces.lattice.name}),
        "sides": pieces.sides,
        "use": pieces.use,
        "count": sum(pieces.counts),
        "size": pieces.size,
    }


def _item(item: Item) -> dict[str, Any]:
    what: dict[str, Any] = {} if item.cell is None else {"cell": list(item.cell)}
    if item.piece is not None:
        what = {"piece": item.piece.name}
    return {"name": item.name, **what, "least": item.least, "most": item.most}


def json_lines(state: State) -> Iterator[str]:
    """Yield the lines of `puzzle_dict` as JSON, each item and each option on its own line."""
    *head, (_, items), (_, options) = puzzle_dict(state).items()
    yield "{"
    yield from (f'"{key}": {json.dumps(value)},' for key, value in head)
    yield '"items": ['
    yield from _listed(items)
    yield "],"
    yield '"options": ['
    yield from _listed(options)
    yield "]"
    yield "}"


def _listed(values: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each value, with a comma after all but the last."""
    for place, value in enumerate(values, start=1):
        yield json.dumps(value) + "," * (place < len(values))
