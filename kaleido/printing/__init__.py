"""Sheets to print: booklets of boards, and pieces to cut out, as PDF at true size."""

from kaleido.printing.booklet import PER_PAGE, Booklet, check_per_page
from kaleido.printing.entry import Entry, make_entry
from kaleido.printing.page import Page, write_pages
from kaleido.printing.paper import CELL, PAPERS, Paper, find_paper
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
