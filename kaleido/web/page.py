"""The files of the page, and its HTML, which names the languages that there are words of."""

from pathlib import Path

from kaleido.words import languages

STATIC = Path(__file__).parent / "static"


def page_text() -> str:
    """Return the HTML of the page.

    Examples
    --------
    >>> '<html lang="en" data-languages="de en">' in page_text()
    True
    """
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    return page.replace('data-languages="en"', f'data-languages="{" ".join(languages())}"', 1)
