"""What a release says of itself: one version, one pair of addresses, the notes of the CHANGELOG."""

import re
import shutil
from pathlib import Path

import pytest
from addresses import addresses, readdressed, tracked_files
from release import VERSIONS, faults, notes
from some import some

from kaleido import __version__

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="these are files of a checkout"
)


@pytest.fixture
def copy(tmp_path):
    for name in (*VERSIONS, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_all_files_say_one_version(copy):
    assert faults() == []
    assert len(faults(version="9.9.9")) == len(VERSIONS)
    citation = copy / "CITATION.cff"
    citation.write_text(citation.read_text().replace(__version__, "7.0.0"))
    (fault,) = faults(copy)
    assert fault.startswith("CITATION.cff says the versions ['7")


def test_a_tag_needs_its_section_in_the_changelog(copy):
    version = "3.1.4"
    for name in VERSIONS:
        path = copy / name
        said = re.findall(VERSIONS[name], path.read_text(), re.MULTILINE)[0]
        path.write_text(path.read_text().replace(said, version))
    assert faults(copy, version) == []
    assert len(faults(copy, version, tag="v3.1.4")) == 1
    changelog = "## [Unreleased]\n\n## [3.1.4] - 2026-12-01\n\n- One.\n\n## [3.1.3] - 2026-11-01\n"
    (copy / "CHANGELOG.md").write_text(changelog)
    assert faults(copy, version, tag="v3.1.4") == []
    assert faults(copy, version, tag="3.1.4") == ["the tag is '3.1.4', expected 'v3.1.4'"]
    assert notes(copy, version) == "- One."
    assert notes(copy, "3.1") == ""


def test_no_file_names_other_addresses_of_ours():
    old = addresses()
    new = ("https://example.org/git/thing", "https://thing.example")
    owner = old[0].split("/")[3]
    for path in some(tracked_files(ROOT)):
        try:
            text = path.read_text("utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        left = readdressed(text, old, new)
        assert owner not in left, path
