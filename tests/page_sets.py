"""Sets of pieces in the form in which the page gets them from the server."""

from __future__ import annotations

from typing import Any

from kaleido import PieceSet
from kaleido.draw.look import piece_shade


def of_set(pieces: PieceSet) -> dict[str, Any]:
    """Return a set as plain values."""
    return {
        "name": pieces.name,
        "title": pieces.title,
        "sides": pieces.sides,
        "use": pieces.use,
        "pieces": [
            {
                "name": piece.name,
                "size": piece.size,
                "copies": count,
                "faces": [
                    {"name": face.name, "drawing": str(face.drawing)} for face in piece.faces
                ],
                "shade": of_shade(number, piece.name) if piece.is_plain else None,
            }
            for number, (piece, count) in enumerate(zip(pieces, pieces.counts, strict=True))
        ],
    }


def of_shade(number: int, name: str) -> dict[str, Any]:
    shade = piece_shade(number, name)
    hatch = [[list(point) for point in loop] for loop in shade.hatch]
    return {
        "letter": shade.letter,
        "fill": shade.fill,
        "pale": shade.pale.fill,
        "ink": shade.ink,
        "hatch": hatch,
    }
