"""The numbers in the documentation are held against what their commands print."""

import json
import runpy
import shlex

import documented
import numpy as np
import pytest
from documented import PAGES, ROOT, claims_of, corrected, main, missing, numbers_of, run
from PIL import Image
from some import some

from kaleido import cli

OUTPUT = """
  strategy   per board   median     p90   total
  a          nodes        1,024   2,000   3,048
             seconds     0.0123  0.0456  0.1000
  in 12.5 s, with 4 GB: 3 of 4 at 95 %, 2.50 to -3
"""


def values(text):
    return [number.value for number in numbers_of(text)]


def test_numbers_without_times():
    assert values(OUTPUT) == ["1024", "2000", "3048", "3", "4", "95", "2.50", "-3"]
    assert values("5xN, 8x8, p90, pentomino-6x10, 1.2.3, 2026-11-22, v2") == []
    assert values("| a 7 | most s |\n|---|---|\n| 1,5 / 10 | 2 |\n\n20 min") == ["10", "20"]


PAGE = """
# A page

<!-- numbers: {command} -->
| strategy | median | p90 | s |
|---|---:|---:|---:|
| a | {median} | 2,000 | 7.7 |

Other numbers, such as 99, are of no account, but
it solves <!-- numbers, slow (an hour): {command} -->3 of 4<!-- /numbers --> boards.

<!-- numbers: {command} -->
```sh
something else   # 77
{command}  # in all {total}
```
"""


def page_of(median="1,024", total="3,048", printed=OUTPUT):
    command = f"python -c {shlex.quote(f'print({json.dumps(printed)})')}"
    return PAGE.format(command=command, median=median, total=total)


def test_claims_of_a_page():
    table, words, fence = claims_of("page.md", page_of())
    assert [number.value for number in table.numbers] == ["1024", "2000"]
    assert [number.value for number in words.numbers] == ["3", "4"]
    assert [number.value for number in fence.numbers] == ["3048"]
    assert (table.line, table.slow, words.slow) == (4, "", "an hour")
    text = page_of()
    for number in (*table.numbers, *words.numbers, *fence.numbers):
        assert text[number.start : number.end].replace(",", "") == number.value
    for claim in (table, words, fence):
        assert missing(claim, run(claim.command, None)) == []


def test_every_number_counts_as_often_as_it_stands_there():
    table, *_ = claims_of("page.md", page_of(median="2,000"))
    assert missing(table, OUTPUT) == ["2000"]
    assert missing(table, OUTPUT + "2000") == []


def test_pages_are_corrected():
    wrong = page_of("1,000", "3,047")
    for claim in reversed(list(claims_of("page.md", wrong))):
        wrong = corrected(wrong, claim, run(claim.command, None))
    # The number in the fence stands alone, so that the order does not say which one is meant.
    assert wrong == page_of("1,024", "3,047")


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(documented, "ROOT", tmp_path)
    path = tmp_path / "page.md"
    path.write_text(page_of(), encoding="utf-8")
    assert main(["page.md"]) == 0
    assert "(an hour)" in capsys.readouterr().out
    path.write_text(page_of("1,000"), encoding="utf-8")
    assert main(["page.md", "--list"]) == 0
    assert main(["page.md", "--slow"]) == 1
    assert "not in its output: 1000" in capsys.readouterr().out
    assert main(["page.md", "--write"]) == 0
    assert path.read_text(encoding="utf-8") == page_of()
    path.write_text(page_of(total="3,047"), encoding="utf-8")
    assert main(["page.md", "--write"]) == 1
    path.write_text("<!-- numbers: kaleido bench boards.json -->\n60 boards", encoding="utf-8")
    assert main(["page.md"]) == 0
    assert "needs --boards" in capsys.readouterr().out


def test_a_marker_without_numbers_is_a_mistake():
    with pytest.raises(SystemExit, match=r"page.md:1: no number is marked for 'kaleido list'"):
        list(claims_of("page.md", "<!-- numbers: kaleido list -->\n\nNone.\n\n12"))


def test_the_markers_of_the_documentation():
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
    for claim in some(each for page in PAGES for each in claims_of(page, texts[page])):
        for single in some(claim.command.split(" && ")):
            program, first, *_ = shlex.split(single)
            assert program in ("kaleido", "python")
            if program == "python":
                assert (ROOT / first).is_file()


def test_a_quick_command_of_the_documentation(capsys, monkeypatch):
    text = (ROOT / "docs/counting.md").read_text(encoding="utf-8")
    (claim,) = [each for each in claims_of("", text) if each.command == "kaleido rate twelve"]
    monkeypatch.setenv("COLUMNS", "200")
    assert cli.main(shlex.split(claim.command)[1:]) == 0
    assert missing(claim, capsys.readouterr().out) == []


PICTURES = runpy.run_path(str(ROOT / "docs/_ext/searches.py"))["PICTURES"]
"""How some pictures of the pages are drawn."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_shown(name):
    assert (ROOT / f"docs/_static/{name}.png").is_file()
    pages = [(ROOT / page).read_text(encoding="utf-8") for page in PAGES]
    assert any(f"](_static/{name}.png)" in page for page in pages)


@pytest.mark.long
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_its_command_draws_it(name, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs/_ext")
    stills = runpy.run_path(str(ROOT / "docs/_ext/stills.py"))
    stills["save"](PICTURES[name](), tmp_path / "new.png", "")
    kept = Image.open(ROOT / f"docs/_static/{name}.png").convert("RGB")
    drawn = Image.open(tmp_path / "new.png").convert("RGB")
    assert abs(np.subtract(drawn.size, kept.size)).max() <= 2
    # Versions of Matplotlib differ in text, by less.
    assert abs(np.subtract(drawn.resize(kept.size), kept, dtype=float)).mean() < 4
