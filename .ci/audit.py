"""Ask the advisory services for known vulnerabilities of what is installed here.

    python .ci/audit.py PROGRAM...

Each program is a command that prints a report as JSON: of ``pip-audit --format json`` or of
``npm audit --json``. A vulnerability that is known ends the run with status 1, and a program that
is missing with status 2. Where a service cannot be reached, or does not answer for a package, one
line says so, and the run goes on: then nothing is known of those packages, neither good nor bad.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import Any

SECONDS = 300


class UnauditedError(Exception):
    """There is no report; the message says why."""


def python_findings(report: dict[str, Any]) -> tuple[list[str], int, int]:
    """Return the vulnerabilities that pip-audit found, and the packages audited and left out."""
    # This project itself is installed as a link to its checkout, and is not looked up.
    listed = [
        each for each in report["dependencies"] if "editable" not in each.get("skip_reason", "")
    ]
    packages = [each for each in listed if "skip_reason" not in each]
    found = [
        f"{each['name']} {each['version']}: {flaw['id']}"
        + (f", mended in {', '.join(flaw['fix_versions'])}" if flaw["fix_versions"] else "")
        for each in packages
        for flaw in each["vulns"]
    ]
    return found, len(packages), len(listed) - len(packages)


def npm_findings(report: dict[str, Any]) -> tuple[list[str], int, int]:
    """Return the vulnerable packages that npm found, and the number of packages audited."""
    if "vulnerabilities" not in report:
        raise UnauditedError(str(report.get("message") or "the registry gave no report"))
    found = [
        f"{name} {each['range']}: {each['severity']}"
        for name, each in report["vulnerabilities"].items()
    ]
    return found, report["metadata"]["dependencies"]["total"], 0


def read_report(command: list[str]) -> tuple[list[str], int, int]:
    """Run a command and return what its report says.

    Raises
    ------
    UnauditedError
        The command gives no report.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        report = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise UnauditedError(f"no answer within {SECONDS} seconds") from None
    except ValueError:
        said = done.stderr.strip().splitlines() or ["nothing was said"]
        raise UnauditedError(said[-1][:200]) from None
    return python_findings(report) if "dependencies" in report else npm_findings(report)


def main(commands: list[str]) -> int:
    """Audit with each command, and return the exit code."""
    vulnerable = False
    for command in commands:
        words = shlex.split(command)
        try:
            found, audited, left_out = read_report(words)
        except UnauditedError as problem:
            print(f"{words[0]}: NOT AUDITED: the advisory service gave no report: {problem}")
            continue
        except OSError as problem:
            print(f"{words[0]}: {problem.strerror}", file=sys.stderr)
            return 2
        vulnerable = vulnerable or bool(found)
        for each in found:
            print(f"{words[0]}: VULNERABLE: {each}")
        if left_out:
            print(f"{words[0]}: NOT AUDITED: packages that the service does not know: {left_out}")
        print(f"{words[0]}: audited packages: {audited}, vulnerabilities: {len(found)}")
    return int(vulnerable)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
