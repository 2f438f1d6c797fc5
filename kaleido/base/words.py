"""The words that players read: those of the page.

Each sentence is written once for each language, in a file of plain JSON that the page also loads. A
text may have a form for each plural category that Unicode's CLDR gives its language.
"""

import json
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "web" / "static" / "words"


def languages() -> list[str]:
    """Return the languages that have words: each is one file."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def say(key: str, **values: object) -> str:
    """Return a text in English by its group and name, with values in its places.

    The number n chooses the form. Numbers get thousands separators.

    Examples
    --------
    >>> say("count.moves", n=1), say("count.moves", n=2000)
    ('1 move', '2,000 moves')
    """
    group, _, name = key.partition(".")
    text = _english()[group][name]
    if not isinstance(text, str):
        # English has no other categories.
        text = text["one" if values["n"] == 1 else "other"]
    return text.format_map({place: _written(value) for place, value in values.items()})


def has_word(group: str, name: str) -> bool:
    """Return whether a group has a text of that name."""
    return name in _english()[group]


def sentence(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.15g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


@cache
def _english() -> dict[str, dict[str, str | dict[str, str]]]:
    words: dict[str, dict[str, str | dict[str, str]]]
    words = json.loads((FOLDER / "en.json").read_text(encoding="utf-8"))
    return words
