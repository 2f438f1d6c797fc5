"""How long commands take to start, beside the Python and the libraries that they start with.

    python benchmarks/startup.py [--runs 20] [--before PYTHON]

Prints Markdown: the processor time of a fresh process for each command, in milliseconds, as the
median and the range of runs that take turns, and its ratio to the floor. `--before` names another
Python with another Kaleido, whose times are a column of their own.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

FLOOR = "import typer, rich"
"""What a command cannot do without: the libraries of the command line."""

COMMANDS: dict[str, list[str]] = {
    "python -c pass": ["-c", "pass"],
    f'python -c "{FLOOR}"': ["-c", FLOOR],
    'python -c "import kaleido"': ["-c", "import kaleido"],
    "kaleido --version": ["-m", "kaleido", "--version"],
    "kaleido list": ["-m", "kaleido", "list"],
    "kaleido solve car": ["-m", "kaleido", "solve", "car"],
    "kaleido hint car": ["-m", "kaleido", "hint", "car"],
    "kaleido unique smiley": ["-m", "kaleido", "unique", "smiley"],
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20, help="how often each command runs")
    parser.add_argument("--before", metavar="PYTHON", help="another Python to compare with")
    options = parser.parse_args()
    pythons = [*([options.before] if options.before else []), sys.executable]
    times: dict[tuple[str, str], list[float]] = {}
    # The first round reads the files from the disk and is not counted.
    for turn in range(options.runs + 1):
        for python in pythons:
            for name, arguments in COMMANDS.items():
                seconds = processor_time([python, *arguments])
                if turn:
                    times.setdefault((python, name), []).append(1000 * seconds)
    floors = {
        python: statistics.median(times[python, f'python -c "{FLOOR}"']) for python in pythons
    }
    heads = ["before", "after"] if options.before else ["now"]
    print("| command |" + "".join(f" {head} ms | × floor |" for head in heads))
    print("|---|" + "---:|---:|" * len(heads))
    for name in COMMANDS:
        cells = ""
        for python in pythons:
            found = times[python, name]
            middle = statistics.median(found)
            spread = f"{middle:.0f} ({min(found):.0f}–{max(found):.0f})"
            cells += f" {spread} | {middle / floors[python]:.1f} |"
        print(f"| `{name}` |{cells}")


def processor_time(command: list[str]) -> float:
    """Run a command to its end; return the seconds of processor time that it took."""
    before = os.times()
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    # 1 is an answer, too: `kaleido unique` finds a second solution.
    if ended.returncode > 1:
        sys.exit(f"{' '.join(command)} ended with {ended.returncode}: {ended.stderr.strip()}")
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


if __name__ == "__main__":
    main()
