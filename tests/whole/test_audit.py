"""The audit of dependencies, with programs that print reports such as those of the services."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

AUDIT = Path(__file__).parents[2] / ".ci" / "audit.py"

pytestmark = pytest.mark.skipif(not AUDIT.exists(), reason="needs the checkout")

SAFE = {"name": "numpy", "version": "2.0", "vulns": []}
FLAWED = {"name": "pillow", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "rich", "skip_reason": "Dependency not found on PyPI: rich (14.3)"}
OWN = {"name": "kaleidoscope-solver", "skip_reason": "distribution marked as editable"}
NPM_SAFE = {"vulnerabilities": {}, "metadata": {"dependencies": {"total": 7}}}
NPM_FLAWED = NPM_SAFE | {"vulnerabilities": {"eslint": {"range": "<9", "severity": "high"}}}


def audit(tmp_path, *reports):
    """Audit with programs that print these reports; give the exit code, the lines and errors."""
    commands = []
    for number, report in enumerate(reports):
        path = tmp_path / f"report{number}.py"
        text = report if isinstance(report, str) else f"print({json.dumps(report)!r})"
        path.write_text(text)
        commands.append(f"{sys.executable} {path}")
    done = subprocess.run([sys.executable, AUDIT, *commands], capture_output=True, text=True)
    lines = [line.removeprefix(f"{sys.executable}: ") for line in done.stdout.splitlines()]
    return done.returncode, lines, done.stderr


def test_nothing_found(tmp_path):
    code, lines, _ = audit(tmp_path, {"dependencies": [SAFE, OWN]}, NPM_SAFE)
    assert code == 0
    assert lines == [
        "audited packages: 1, vulnerabilities: 0",
        "audited packages: 7, vulnerabilities: 0",
    ]


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ({"dependencies": [SAFE, FLAWED]}, "pillow 1.0: PYSEC-1, mended in 1.1"),
        (NPM_FLAWED, "eslint <9: high"),
    ],
)
def test_a_finding_fails_whatever_comes_after_it(tmp_path, report, words):
    code, lines, _ = audit(tmp_path, report, NPM_SAFE)
    assert code == 1
    assert lines[0] == f"VULNERABLE: {words}"


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ("raise SystemExit('no route to host')", "gave no report: no route to host"),
        ({"message": "405 Method Not Allowed"}, "gave no report: 405 Method Not Allowed"),
        ({"dependencies": [SAFE, UNKNOWN]}, "packages that the service does not know: 1"),
    ],
)
def test_without_a_service_it_is_said_and_does_not_fail(tmp_path, report, words):
    code, lines, _ = audit(tmp_path, report)
    assert code == 0
    (said,) = [line for line in lines if line.startswith("NOT AUDITED: ")]
    assert words in said


def test_a_missing_program_fails():
    done = subprocess.run([sys.executable, AUDIT, "/no/such"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "/no/such: No such file or directory\n"
