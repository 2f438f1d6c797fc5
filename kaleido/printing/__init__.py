"""Sheets to print: booklets of boards, and pieces to cut out, as PDF at true size."""

from kaleido.printing.booklet import PER_PAGE, Booklet, Entry, check_per_page, make_entry
from kaleido.printing.page import CELL, PAPERS, Page, Paper, find_paper, write_pages
from kaleido.printing.piece_sheet import piece_pages

__all__ = [
    "CELL",
    "PAPERS",
    "PER_PAGE",
    "Booklet",
    "Entry",
    "Page",
    "Paper",
    "check_per_page",
    "find_paper",
    "make_entry",
    "piece_pages",
    "write_pages",
]
