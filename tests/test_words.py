"""The words that players read: one file for each language, which Python and the page both read."""

import shutil

from kaleido import words
from kaleido.web import page


def test_the_page_offers_each_language_that_there_is_a_file_of(tmp_path, monkeypatch):
    shutil.copytree(words.FOLDER, tmp_path / "words")
    shutil.copy(tmp_path / "words" / "en.json", tmp_path / "words" / "tlh.json")
    monkeypatch.setattr(words, "FOLDER", tmp_path / "words")
    assert 'data-languages="de en tlh"' in page.page_text()
