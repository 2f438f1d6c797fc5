"""The one fallback for characters that an encoding lacks: they are written in ASCII."""

import codecs
import unicodedata
from contextlib import suppress

_LEVEL, _UPRIGHT, _CROSSINGS = "─━╌╍═╴╶╸╺", "│┃╎╏║╵╷╹╻", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋"
_INSTEAD = {
    **dict.fromkeys(_LEVEL, "-"),
    **dict.fromkeys(_UPRIGHT, "|"),
    **dict.fromkeys(_CROSSINGS, "+"),
    **dict.fromkeys("★█■●▀▄░", "#"),
    **dict.fromkeys("☆□○⋮", "."),
    **dict.fromkeys("▲△", "A"),
    **dict.fromkeys("▼▽⤓", "V"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("–—−", "-"),
    **{
        "×": "x",
        "±": "+-",
        "°": " degrees",
        "·": ".",
        "✓": "ok",
        "✗": "x",
        "≈": "~",
        "≤": "<=",
        "≥": ">=",
    },
    **{"≈": "~", "→": "->", "▶": ">", "⟲": "<-", "↩": "<-"},
    **dict(zip("ßæÆœŒøØłŁ", ["ss", "ae", "AE", "oe", "OE", "o", "O", "l", "L"], strict=True)),
}
"""What stands for characters that Unicode does not take apart; "?" for all others."""

FALLBACK = "kaleido"
"""The name of the fallback among the handlers of errors that `codecs` knows."""


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return what is written instead of the characters that an encoding lacks, and their end."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    with suppress(UnicodeEncodeError):
        # Where the locale is ASCII, a file name comes as one character for each of its bytes.
        lacking = lacking.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(map(_plainly, lacking)), error.end


def _plainly(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _INSTEAD.get(letter) or parts or ("" if unicodedata.combining(letter) else "?")


codecs.register_error(FALLBACK, _in_ascii)
