"""What the JavaScript of the page is tested against is what the package says today."""

import page_expected


def test_the_values_that_the_page_must_agree_with_are_up_to_date():
    assert page_expected.FILE.read_text(encoding="utf-8") == page_expected.text()
