"""Sets of pieces and puzzles as plain values, for pages that draw them."""

from typing import Any

from kaleido.analysis.puzzle import Puzzle
from kaleido.draw.look import piece_shade, shade_as_dict
from kaleido.library.piece_sets import named_set
from kaleido.library.puzzles import GROUPS, puzzle_facts, puzzle_parts, sized_board
from kaleido.model.piece_set import PieceSet
from kaleido.search.problem import most_placements
from kaleido.web.limits import MAX_PLACEMENTS


def describe_set(pieces: PieceSet) -> dict[str, Any]:
    """Return what is to be said of a set, without its pieces."""
    rules = pieces.rules
    return {
        "name": pieces.name,
        "title": pieces.title,
        "lattice": pieces.lattice.name,
        "rules": f"{rules[0].upper()}{rules[1:]}.",
        "sides": pieces.sides,
        "use": pieces.use,
        "plain": pieces.is_plain,
        "count": sum(pieces.counts),
        "size": pieces.size,
    }


def describe_pieces(pieces: PieceSet) -> dict[str, Any]:
    """Return a set with its pieces: their faces and how many there are of each.

    Pieces without colours have the letter and the colours that all pictures of Kaleido give them.
    """
    described = [
        {
            "name": piece.name,
            "size": piece.size,
            "copies": copies,
            "faces": [{"name": face.name, "drawing": str(face.drawing)} for face in piece.faces],
            "shade": shade_as_dict(piece_shade(number, piece.name)) if piece.is_plain else None,
        }
        for number, (piece, copies) in enumerate(zip(pieces, pieces.counts, strict=True))
    ]
    return describe_set(pieces) | {"pieces": described}


def describe_parts(pieces: PieceSet, puzzle: Puzzle | None) -> dict[str, Any]:
    """Return a set of pieces and, if there is one, the board that they are to cover."""
    board = puzzle and puzzle.pattern
    givens = puzzle.problem.placements(puzzle.problem.givens) if puzzle else ()
    return {
        "pattern": board and board.text,
        "wrap": board.wrap if board else "",
        "lattice": board.lattice if board else pieces.lattice.name,
        "title": board.title if board else "",
        "pieces": describe_pieces(pieces),
        "givens": [placement.as_dict() for placement in givens],
    }


def describe_puzzle(name: str) -> dict[str, Any] | None:
    """Return a puzzle that comes with Kaleido, with the pieces that it is usually begun with.

    Return None for one that the page cannot ask for by the name of its set of pieces: one with
    rules of its own, with too many placements, or whose board is another one every day.
    """
    text, pieces = puzzle_parts(name)
    facts = puzzle_facts(name)
    if facts.open and facts.use:
        pieces = pieces.chosen(facts.use)
    board = sized_board(text, pieces)
    plain = named_set(facts.pieces)
    is_plain = not board.optional and pieces == (plain.chosen(facts.use) if facts.use else plain)
    if facts.calendar or not is_plain or most_placements(board, pieces) > MAX_PLACEMENTS:
        return None
    return {
        "name": name,
        "title": board.title,
        "group": GROUPS[facts.group],
        "pattern": board.text,
        "pieces": plain.name,
        "use": list(facts.use),
        "wrap": board.wrap,
        "lattice": board.lattice,
        "open": facts.open,
        "solutions": facts.solutions,
        "cells": board.size,
    }
