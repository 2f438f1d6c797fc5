"""Which hint comes first, among those that are all true."""

import re
from random import Random

import pytest
from small_boards import as_full, game, games, small
from some import some

from kaleido import Board, PieceSet, Placement, Position, Puzzle
from kaleido.hints.hint import Hint
from kaleido.model.names import cell_name

WALKS = {
    "first-steps": """
        cell A4 corner l3-r 5/8 l3-r*1
        cell A1 corner l4-left-r 6/10 l4-left-r*1
        island B1 l4-right-r 10/10
        cell D3 edge domino 4/6 domino*2
        island B4 line3-x 8/8
    """,
    "kanoodle": """
        score A1 corner B 6/12 9.26 of 11, not b b B
        score E1 corner G 7/12 11.52 of 10, not b R Y
        score E2 edge R 6/10 10.16 of 9, not p- R Y
        score B3 inside M 6/12 10.28 of 8, not M + M
        score B4 inside + 7/12 12.04 of 6, not Y p p
        score A6 edge Y 7/12 11.52 of 6, not p p p
        score E5 edge p 8/12 13.02 of 4, not p p p
        score C11 edge b 7/12 10.76 of 5, not b b b
        score D7 inside P 7/10 10.75 of 3, not P O O
        elimination C8 inside O 6/10 O*6 W*3- g*1-i
        cell A8 edge W 6/8 W*1
        island A10 g 8/8
    """,
    "katamino-2-8": """
        score A5 edge 2 6/12 9.26 of 8, not 5 2 5
        score B7 inside 4 7/12 11.52 of 7, not 5 3 3
        score B5 inside 8 6/12 9.78 of 6, not 3- 3- 3-
        elimination E7 edge 5 9/12 5*1 3*1-
        score A1 corner 6 5/10 9.66 of 4, not 3- 3- 3-
        cell A4 edge 3 8/12 3*2
        cell E4 edge 9 7/12 9*1
        island C1 7 12/12
    """,
    "tetrahex-4x7": """
        score D8 corner bar 11/18 10.852 of 6, not pistol bar pistol
        score D7 edge bee 8/14 7.8413 of 5, not pistol- pistol- worm
        score B5 inside propeller 6/18 4.92367 of 5, not propeller propeller propeller
        elimination B6 inside arch 15/18 arch*1 worm*1-
        elimination D4 edge worm 13/18 worm*2 pistol*1-i wave*1-c
        elimination A4 edge pistol 10/16 pistol*4 wave*1-c
        island A1 wave 18/18
    """,
    "soma-bench": """
        score C1 corner P 12/18 11.3163 of 7, not P P P
        elimination B1 edge B 16/18 B*1 V*1-
        score A7 corner A 13/18 12.501 of 5, not A A A
        elimination C7 corner V 12/14 V*2 L*1-c
        elimination E2 edge T 15/18 T*3 L*2-c Z*2-
        elimination D5 edge Z 14/18 Z*3 L*4-
        island E4 L 18/18
    """,
    "heart": """
        score A1 corner wand 10/18 10 of 8, not wand wand wand
        score H1 corner l4-right-r 5/10 7.76 of 15, not l4-left-x l4-right-x l4-left-r
        score F2 inside z-right 5/10 8.28 of 10, not z-left l4-left-x l4-right-x
        score H4 edge l4-left-x 5/10 7.76 of 12, not l4-left-x l4-right-x l4-right-x
        score H7 edge z-left 5/10 8.78 of 11, not square z-left l4-right-x
        score G8 edge small-wand 6/10 9.25 of 7, not t-x- l4-right-x small-wand
        score C7 inside t-r 4/10 7.52 of 6, not l4-left-r- t-x t-r
        island B8 mono-r 4/4
        elimination E1 edge l3-x 4/8 l3-x*1 domino*2-
        elimination B1 edge mono-x 2/4 mono-x*1 line3-x*1-
        elimination C1 edge t-x 7/10 t-x*1 l4-right-x*1-c line3-r*1-c
        elimination B4 inside line3-x 4/8 line3-x*1 domino*3-
        cell B6 inside l4-left-r 6/10 l4-left-r*1
        elimination E6 inside square 5/8 square*2 l3-r*1-c domino*3-
        cell D6 inside l3-r 5/8 l3-r*1
        cell E3 inside line3-r 5/8 line3-r*1
        cell D4 inside l4-right-x 9/10 l4-right-x*1
        island F5 domino 6/6
    """,
    "plain 11": """
        island A5 B 4/4
        elimination A1 corner C 6/8 C*2 A*3- D*3-
        score B4 corner D 8/8 12.26 of 2, not A
        island A2 A 8/8
    """,
    "copies 0": """
        score A1 corner D 5/8 8.5 of 3, not D D D
        elimination B2 inside A 3/6 A*3 F*1-i
        elimination A3 edge A 4/6 A*2 F*1-i
        elimination B4 edge A 4/6 A*2 F*1-i
        elimination C3 edge A 5/6 A*2 F*1-c
        island C2 F 4/4
    """,
    "spare 1": """
        elimination B1 corner B 7/10 B*4 C*1- D*4-
        elimination A3 edge A 8/12 A*3 C*1-i D*5-
        island B4 C 4/4
        island A5 D 8/8
    """,
}
"""The hints of some puzzles, as `told` writes them down: the order is not to change unseen.

To change the order on purpose, print them again with `told` and read the difference."""


SMALL = {
    "plain 11": small("ooo.o/oo.o./o..oo", "A o./oo, B o, C o/o/o, D oo/o."),
    "copies 0": small("oooo/oooo/oooo", "A o/o x4, D o/o/o, F o"),
    "spare 1": small(
        "ooooo/oooo./.o.../o..oo",
        "A .oo/oo./o.., B .o/oo/.o, C o x2, D oo/.o",
        wrap="rows",
        use="some",
    ),
}


def told(name: str) -> list[str]:
    """Follow the hints to a solution, and write each down in one line.

    A line has the kind, the place to look at, and the piece with its matched edges. A hint about a
    cell also has the pieces that fit there, each with its ways: ``-`` if they are refuted, and the
    first letter of the dead end to which they lead. A hint by score has its score, and the other
    moves.
    """
    puzzle = SMALL[name].puzzle if name in SMALL else Puzzle(name)
    placed, lines = [], []
    while (hint := Position(puzzle, placed).hint()).placement is not None:
        lines.append(line_of(hint))
        placed.append(hint.placement)
    assert hint.reason.kind == "solved"
    return lines


def line_of(hint: Hint) -> str:
    reason = hint.reason
    words = [reason.kind, cell_name(reason.cells[0]), reason.where, hint.placement.piece]
    words.append(f"{reason.matched}/{reason.edges}")
    if reason.score:
        words.append(f"{reason.score.total:g} of {len(reason.candidates)}, not")
        words += [each.placement.piece + "-" * each.lost for each in reason.alternatives]
    else:
        for each in reason.candidates:
            end = each.dead_end.kind[0] if each.dead_end else ""
            words.append(f"{each.piece}*{each.ways}{'-' * each.lost}{end}")
    return " ".join(filter(None, words))


SENTENCES = {
    (
        "smiley",
        0,
    ): "Look at the 8 cells at A1: one piece has its last place there. It is the big wand (W), "
    "which fits nowhere else. Like this: big wand (W), front, at A1.",
    (
        "smiley",
        1,
    ): "Look at corner H1: 2 pieces fit there, and one suits well. The blue-black dot (m) fits "
    "there exactly. Like this: blue-black dot (m), front, at H1.",
    (
        "smiley",
        13,
    ): "Look at edge cell C1: 3 pieces fit there, but only one leads on. It is the black "
    "T (t). With the black angle (v) nothing fills the 4 cells at B3. With the domino (D) nothing "
    "fills the 5 cells at B2. Like this: black T (t), front, at B2.",
    (
        "smiley",
        16,
    ): "Look at edge cell C8: only one piece fits there. The only piece that fits edge "
    "cell C8 is the domino (D). Like this: domino (D), front, at C7.",
    (
        "heart",
        0,
    ): "Look at corner A1: 8 pieces fit there, and one suits well. Try the big wand (W): 10 of "
    "its 18 sides already lie on a border. Like this: big wand (W), front, at A1.",
    (
        "heart",
        7,
    ): "Look at B8, which is closed off: only one piece fits there. Only the red-black dot (M) "
    "fits there. Like this: red-black dot (M), front, at B8.",
    (
        "heart",
        10,
    ): "Look at edge cell C1: 3 pieces fit there, but only one leads on. It is the black "
    "T (t). With the black-footed L (l) or the red bar (I) nothing covers B2. Like this: black T "
    "(t), back, turned 270°, at B2.",
    (
        "heart",
        11,
    ): "Look at cell B4: 2 pieces fit there, but only one leads on. It is the black bar (i). "
    "With the domino (D) there is no solution. Like this: black bar (i), front, at B3.",
    (
        "heart",
        17,
    ): "Look at the 2 closed-off cells at F5: only one piece fills them. Only the domino (D) "
    "fits there. Like this: domino (D), front, turned 270°, at F5.",
    ("heart", 18): "Every piece is placed: solved.",
}
"""Hints of two puzzles, by the number of hints followed before."""


@pytest.mark.parametrize("name", ["smiley", "heart"])
def test_hints_say_where_to_look_and_why(name: str):
    puzzle, placed, sentences = Puzzle(name), [], []
    while (hint := Position(puzzle, placed).hint()).placement is not None:
        sentences.append(hint.sentence)
        placed.append(hint.placement)
        assert (hint.reason.found is not None) == (hint.reason.kind == "score")
    sentences.append(hint.sentence)
    assert hint.reason.as_dict()["why"] == "every piece is placed"
    told = {number: words for (own, number), words in SENTENCES.items() if own == name}
    assert {number: sentences[number] for number in told} == told


@pytest.mark.parametrize("name", WALKS)
def test_hints_come_in_the_same_order_as_ever(name: str):
    assert told(name) == [line.strip() for line in WALKS[name].strip().splitlines()]


def test_at_most_four_pieces_on_a_cell_are_looked_at():
    kinds = {}
    for length in (9, 10):
        bars = "\n".join(f"I{size} {'o' * size}" for size in range(6, length + 1))
        rows = ["o" * length, "." * length, *["a" * length] * 5]
        board = Board("/".join(rows), optional="a")
        reason = Puzzle(board, PieceSet.parse("bars", f"# sides: mirrored\n{bars}")).hint().reason
        kinds[len(reason.candidates)] = reason.kind
    assert kinds == {4: "elimination", 5: "score"}


@pytest.mark.parametrize(
    ("figure", "kind", "gap"),
    [("4x2", "island", 0), ("3x3", "elimination", 8), ("5x2", "elimination", 0)],
)
def test_islands_of_at_most_eight_cells_are_filled(figure: str, kind: str, gap: int):
    pieces = f"# sides: mirrored\n# use: some\nA {Board.parse(figure).text}\nB o x2\nC oo"
    board = Board.parse(f"{figure} + 1x2")
    reason = Puzzle(board, PieceSet.parse("own", pieces)).hint().reason
    ends = [each.dead_end for each in reason.candidates if each.dead_end]
    assert (reason.kind, [len(end.cells) for end in ends]) == (kind, [gap] if gap else [])


@pytest.mark.parametrize("kind", ["plain", "hexagonal", "triangular", "cubic", "spheres"])
def test_a_board_gets_the_same_hint_whatever_was_asked_before(kind: str):
    for own in some(games(kind, seeds=2)):
        start = Position(own.puzzle)
        first = start.hint()
        for placement in start.legal_placements[:3]:
            start.push(placement).hint()
        assert start.hint() == first


def test_a_piece_is_refuted_by_a_short_search_or_not_at_all(monkeypatch):
    monkeypatch.setattr("kaleido.hints.fitting.PROOF_NODES", 1)
    alone = r" [\w-]+\*\d+-(?= |$)"  # refuted, and not by a dead end
    before = [line for line in WALKS["heart"].splitlines() if re.search(alone, line)]
    assert len(before) == 4
    assert [line for line in told("heart") if re.search(alone, line)] == []


def test_hints_are_compared_by_what_they_say():
    pieces = [PieceSet.parse(name, "# sides: mirrored\nA oo\nB ooo") for name in "xy"]
    one = Puzzle(Board("AABBB"), pieces[0]).hint()
    assert (
        one
        == Puzzle(Board("AA/BB/B."), PieceSet.parse("y", "# sides: mirrored\nA oo\nB oo/o.")).hint()
    )
    assert one != Puzzle(Board("AAooo"), pieces[0]).hint()
    first = Puzzle(Board("AAooo"), pieces[0]).hint()
    assert first == Puzzle(Board("AAooo"), pieces[1]).hint()


def test_a_move_is_refuted_by_a_short_search_or_not_at_all(monkeypatch):
    lost = r"score .* \w+-(?= |$)"
    assert any(re.search(lost, line) for line in WALKS["katamino-2-8"].splitlines())
    monkeypatch.setattr("kaleido.hints.hint.CHECK_NODES", 1)
    assert [line for line in told("katamino-2-8") if re.search(lost, line)] == []


FAMILIES = ("plain", "copies", "spare", "coloured", "figures")


@pytest.mark.parametrize("family", FAMILIES)
def test_one_piece_comes_off_if_one_is_enough_and_the_last_such(family: str):
    found = {1: 0, 2: 0}
    for seed in some(range(18)):
        own, dice = game(family, seed), Random(seed)
        placed: list[Placement] = []
        for _ in range(dice.randint(2, 5)):
            if legal := Position(own.puzzle, placed).legal_placements:
                placed.append(dice.choice(legal))
        hint = Position(own.puzzle, placed).hint()
        lies = [as_full((each,)) for each in placed]

        def is_right(kept: set[int], lies=lies, own=own) -> bool:
            return any(all(lies[each] <= full for each in kept) for full in own.solutions)

        every = set(range(len(placed)))
        assert hint.lost == (not is_right(every))
        if not (hint.lost and own.solutions):
            continue
        off = {placed.index(each) for each in hint.remove}
        enough = [each for each in every if is_right(every - {each})]
        if enough:
            assert off == {max(enough)}
        else:
            assert is_right(every - off)
            assert not any(is_right(every - off | {each}) for each in off)
        found[min(len(off), 2)] += 1
        end = hint.reason.dead_end
        if end is not None:
            assert (end.piece or cell_name(end.cells[0])) in hint.words.where
    assert min(found.values())
