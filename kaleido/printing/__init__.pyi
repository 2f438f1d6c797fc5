"""The names of the package; `kaleido/printing/__init__.py` imports each when first used."""

from .booklet import (
    PER_PAGE as PER_PAGE,
    Booklet as Booklet,
    Entry as Entry,
    check_per_page as check_per_page,
    make_entry as make_entry,
)
from .page import (
    CELL as CELL,
    Page as Page,
    bind_pages as bind_pages,
    write_pages as write_pages,
)
from .paper import PAPERS as PAPERS, PaperSize as PaperSize, find_paper as find_paper
from .piece_sheet import piece_pages as piece_pages
