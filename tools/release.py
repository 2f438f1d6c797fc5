"""Check the version in every file that names it, and print the notes of a release.

``python tools/release.py check`` fails unless all files name the version of the package, and with
``--tag v1.0.0`` unless the tag does and CHANGELOG.md has a section of it. ``python tools/release.py
notes`` prints that section, which becomes the text of the release.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from kaleido._version import __version__

ROOT = Path(__file__).resolve().parents[1]

VERSIONS = {
    "CITATION.cff": r"^version: (.+)$",
    ".zenodo.json": r'^  "version": "(.+)",$',
    "packaging/recipe.yaml": r'^  version: "(.+)"$',
    "packaging/Containerfile": r"^ARG VERSION=(.+)$",
    "CHANGELOG.md": r"\A[\s\S]*?^## \[(\d[^\]]*)\]",
    "kaleido/search/strategies/tuned.json": r'^  "version": "(.+)"$',
}
"""The files that name the version, and the line in each; in the changelog the first section."""


def faults(root: Path = ROOT, version: str = __version__, tag: str | None = None) -> list[str]:
    """Return the contradictions to a version, one line each."""
    found = []
    for name, line in VERSIONS.items():
        said = re.findall(line, (root / name).read_text("utf-8"), re.MULTILINE)
        if said != [version]:
            found.append(f"{name} says the versions {said}, expected {version!r} once")
    if tag is not None:
        if tag != f"v{version}":
            found.append(f"the tag is {tag!r}, expected 'v{version}'")
        if not notes(root, version):
            found.append(f"CHANGELOG.md has no section [{version}] with a date")
    return found


def notes(root: Path = ROOT, version: str = __version__) -> str:
    """Return the section of a version in CHANGELOG.md without its heading; "" if it is missing."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    _, *sections = re.split(heading, text, maxsplit=1, flags=re.MULTILINE)
    return (
        re.split(r"^## ", sections[0], maxsplit=1, flags=re.MULTILINE)[0].strip()
        if sections
        else ""
    )


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["check", "notes"])
    parser.add_argument("--tag", help="the tag of the release")
    given = parser.parse_args()
    if given.command == "notes":
        print(notes())
    elif found := faults(tag=given.tag):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
