"""The rules for pieces that the file of a puzzle gives, in lines ``# rule NAMES: WORDS``."""

from collections.abc import Iterator

from kaleido.errors import PieceError
from kaleido.model.piece_set import PieceSet
from kaleido.model.rule import Rule
from kaleido.text import quote, split_names

EVERY = "*"
"""Stands for all pieces; a rule that names a piece goes before it."""


def apply_rules(text: str, pieces: PieceSet) -> PieceSet:
    r"""Return a set of pieces with the rules that the text of a puzzle gives.

    Raises
    ------
    PieceError
        A line has another form, names no piece of the set, or says something twice of a piece.

    Examples
    --------
    >>> few = PieceSet.parse("few", "# sides: mirrored\nI ooo\nL oo/o.")
    >>> print(apply_rules("# rule *: x0-2\n# rule L: fixed x1\n3x3", few).written())
    # sides: mirrored
    I  ooo    x0-2
    L  oo/o.  fixed
    """
    every, own = Rule(), {piece.name: Rule() for piece in pieces}
    for line, names, words in _rule_lines(text):
        if not names:
            raise PieceError(f"{quote(line)}: expected '# rule NAMES: WORDS', or * for all pieces")
        try:
            said = Rule.parse(words)
            for name in names:
                before = every if name == EVERY else own[pieces[name].name]
                twice = before.clash(said)
                if twice:
                    of = "all pieces" if name == EVERY else quote(name)
                    raise PieceError(f"{twice} of {of}: said before")
                if name == EVERY:
                    every = said.over(every)
                else:
                    own[name] = said.over(before)
        except PieceError as problem:
            raise PieceError(f"{quote(line, 60)}: {problem}") from None
    rules = {name: rule.over(every) for name, rule in own.items()}
    return pieces.ruled({name: rule for name, rule in rules.items() if rule != Rule()})


def _rule_lines(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each line with a rule, the names in it and the words of its rule."""
    for raw in text.removeprefix("\ufeff").splitlines():
        line = raw.strip()
        # A name may have a colon, so the last one counts.
        head, _, words = line.removeprefix("#").rpartition(":")
        key, _, names = head.strip().partition(" ")
        if line.startswith("# ") and key.lower() == "rule":
            yield line, split_names(names), words.split()
