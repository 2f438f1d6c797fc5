"""The check of the documentation's links, which the session `docs` of noxfile.py makes."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx")
EXTENSIONS = Path(__file__).parents[2] / "docs" / "_ext"
pytestmark = pytest.mark.skipif(not EXTENSIONS.exists(), reason="the documentation is not here")


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Return what is wrong with the links of a site of two pages, the second of them given."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(EXTENSIONS)])
    from links import find_broken

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "index.html").write_text('<h1 id="top">Top</h1><a name="old"></a>')
    (tmp_path / "picture one.png").write_bytes(b"")

    def faults(body):
        (tmp_path / "page.html").write_text(f'<p id="here">{body}</p>')
        return list(find_broken(tmp_path))

    return faults


@pytest.mark.parametrize(
    "body",
    [
        '<a href="#here">here</a>',
        '<a href="in/index.html#top">there</a><a href="in/#old">there</a>',
        '<img src="picture%20one.png"><a href="picture one.png?v=3">picture</a>',
        '<a href="https://example.org/gone#x">elsewhere</a><a href="mailto:a@b.org">us</a>',
        "<code>[text](page.md)</code> and a[0](x) == f(x)",
        "<svg><a><title>no link</title></a></svg>",
    ],
)
def test_links_that_lead_somewhere(broken, body):
    assert broken(body) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="#there">x</a>', "page.html:1: no anchor for #there"),
        ('\n<a href="in/index.html#here">x</a>', "page.html:2: no anchor for in/index.html#here"),
        ('<a href="other.html">x</a>', "page.html:1: no file for other.html"),
        ('<img src="picture.png" />', "page.html:1: no file for picture.png"),
        (
            "See [counting](counting.md).",
            "page.html:1: not read as a link: [counting](counting.md)",
        ),
    ],
)
def test_links_that_lead_nowhere(broken, body, fault):
    assert broken(body) == [fault]
