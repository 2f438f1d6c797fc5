"""Output on terminals that do not know all characters: the others are written in ASCII."""

import codecs
import sys
import unicodedata

_LEVEL, _UPRIGHT, _CROSSINGS = "─━╌╍═╴╶╸╺", "│┃╎╏║╵╷╹╻", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋"
_WRITTEN = {
    **dict.fromkeys(_LEVEL, "-"),
    **dict.fromkeys(_UPRIGHT, "|"),
    **dict.fromkeys(_CROSSINGS, "+"),
    **dict.fromkeys("★█■●▀▄", "#"),
    **dict.fromkeys("☆□○", "."),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("–—−", "-"),
    **{"×": "x", "→": "->", "⟲": "<-", "·": ".", "✓": "ok", "✗": "x", "≤": "<=", "≥": ">="},
}
"""What stands for characters that Unicode does not take apart; "?" for all others."""

_HANDLER = "kaleido"


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return what is written instead of the characters that an encoding lacks, and their end."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    written = []
    for letter in error.object[error.start : error.end]:
        parts = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        written.append(_WRITTEN.get(letter) or parts or "?")
    return "".join(written), error.end


def make_safe(*, only_ascii: bool = False) -> None:
    """Let standard output and standard error take every character.

    Parameters
    ----------
    only_ascii : bool, optional
        Write ASCII alone, even where the terminal knows more.
    """
    codecs.register_error(_HANDLER, _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        # A stream that a program has put in its place may have no encoding.
        change = getattr(stream, "reconfigure", None)
        if change is not None:
            change(encoding="ascii" if only_ascii else None, errors=_HANDLER)
