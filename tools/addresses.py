"""Put the addresses of the repository and of the site wherever files name them.

``Source`` and ``Site`` in pyproject.toml are the two addresses; the built files (the documentation,
the schemas, the metadata) take them from there. To publish the project at other addresses, call
``python tools/addresses.py --source URL --site URL`` once, which changes them there and in the
files that people read as they are, such as CONTRIBUTING.md, and then ``python tools/contract.py``.
"""

from __future__ import annotations

import argparse
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def addresses(root: Path = ROOT) -> tuple[str, str]:
    """Return the addresses of the repository and of the site."""
    urls = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    return urls["Source"], urls["Site"]


def readdressed(text: str, old: tuple[str, str], new: tuple[str, str]) -> str:
    """Return a text with the new addresses in place of the old ones.

    Examples
    --------
    >>> old = ("https://github.com/a/b", "https://a.github.io/b")
    >>> new = ("https://github.com/c/d", "https://c.example")
    >>> readdressed("https://raw.githubusercontent.com/a/b/main https://a.github.io/b/x", old, new)
    'https://raw.githubusercontent.com/c/d/main https://c.example/x'
    """
    for before, after in zip(old, new, strict=True):
        text = text.replace(before, after)
        raw = [
            each.replace("//github.com/", "//raw.githubusercontent.com/")
            for each in (before, after)
        ]
        text = text.replace(*raw)
    return text


def tracked_files(root: Path) -> list[Path]:
    """Return the files that git knows."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True)
    return [root / name for name in done.stdout.decode().split("\0") if name]


def main() -> None:
    """Change the addresses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, help="the repository, as https://github.com/…")
    parser.add_argument(
        "--site", required=True, help="the site: the documentation, the game in play/"
    )
    given = parser.parse_args()
    old, new = addresses(), (given.source.rstrip("/"), given.site.rstrip("/"))
    for path in tracked_files(ROOT):
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if (changed := readdressed(text, old, new)) != text:
            path.write_text(changed, "utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
