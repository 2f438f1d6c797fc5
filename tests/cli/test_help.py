"""The help, its examples and what shells complete."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import click
import pytest
from some import some

from kaleido import Board, named_pattern
from kaleido.cli import app, main
from kaleido.cli.commands import EXAMPLES, GROUPS

NAMES = [name for names in GROUPS.values() for name in names]
ROOT = Path(__file__).parents[2]

# These serve until they are stopped, read photos, or take minutes.
ONLY_READ = ("play", "read", "tune")

# These start workers or programs, draw, or take seconds.
SLOW = re.compile("kaleido (animate|batch|bench|booklet|generate|plot|site)|--text|-o parity| [|] ")

RUN = [
    pytest.param(example, marks=[pytest.mark.long] if SLOW.search(example) else [])
    for name, examples in EXAMPLES.items()
    for example in examples
    if name not in ONLY_READ
]


def help_of(capsys, monkeypatch, *words, width=400):
    monkeypatch.setenv("COLUMNS", str(width))
    assert main([*words, "--help"]) == 0
    return capsys.readouterr().out


def parsed(words):
    """Let a command read its words, without running it."""
    context = app.make_context("kaleido", words, resilient_parsing=False)
    name, command, rest = app.resolve_command(context, words)
    return command.make_context(name, rest, parent=context)


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_is_whole(capsys, monkeypatch, name):
    shown = " ".join(re.sub("[│╭╮╰╯─]", " ", help_of(capsys, monkeypatch, name)).split())
    command = app.get_command(click.Context(app), name)
    for parameter in command.params:
        if getattr(parameter, "hidden", False):
            continue
        assert " ".join((parameter.help or "").split()) in shown
        for option in parameter.opts:
            assert option.startswith("-") is False or option in shown
    for paragraph in command.help.split("\n\n"):
        assert " ".join(paragraph.split()) in shown
    assert not re.search(r"<(bool|boolean|str|text|path|int)\b", shown, re.IGNORECASE)
    for example in EXAMPLES[name]:
        assert example in shown


def test_all_commands_stand_in_groups(capsys, monkeypatch):
    shown = help_of(capsys, monkeypatch)
    places = [shown.index(group) for group in GROUPS]
    assert places == sorted(places)
    for name in NAMES:
        assert re.search(rf"^│ {name} ", shown, re.MULTILINE), name
    assert set(EXAMPLES) == set(NAMES)


def test_help_is_asked_for_as_elsewhere(capsys, error_of, output_of, monkeypatch):
    for words in ([], ["count"]):
        wanted = help_of(capsys, monkeypatch, *words)
        assert output_of("help", *words) == wanted
    assert output_of("-V").startswith("kaleido ")
    assert "cuont" in error_of("help cuont")


def test_the_help_says_of_commands_what_they_say_themselves(capsys, monkeypatch):
    lines = [line.strip("│ ") for line in help_of(capsys, monkeypatch).splitlines()]
    for name in some(NAMES):
        summary, *_ = app.get_command(click.Context(app), name).help.split("\n\n")
        assert f"{name} {summary}" in [" ".join(line.split()) for line in lines]


# Of each command: what neither it loads nor those before it.
UNNEEDED = {
    "--help": "kaleido.cli.solve kaleido.model.board kaleido.search.problem",
    "list": "kaleido.library.shapes.listing xml.sax.saxutils",
    "solve car": (
        "kaleido.hints.hint kaleido.hints.fitting kaleido.counting kaleido.puzzle.trace "
        "kaleido.heuristics.scored statistics urllib.request"
    ),
    "solve car -s tuned": "kaleido.hints.hint kaleido.counting",
    "hint car": "numpy scipy",
    "unique star": "numpy scipy matplotlib pytest asyncio",
    "count car --workers 1": "loky",
}


def test_commands_load_only_what_they_need():
    code = (
        "import json, sys; from kaleido.cli import main\n"
        "for command, unneeded in json.loads(sys.argv[1]).items():\n"
        "    assert main(command.split()) == 0\n"
        "    assert not {*unneeded.split()} & {*sys.modules}, command"
    )
    command = [sys.executable, "-c", code, json.dumps(UNNEEDED)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def test_the_help_fits_a_narrow_terminal(capsys, monkeypatch):
    for name in some(NAMES):
        lines = help_of(capsys, monkeypatch, name, width=60).splitlines()
        # Only an example, which can be copied as it stands, may be longer.
        long = [line for line in lines if len(line) > 60]
        assert all("kaleido" in line or "?" in line for line in long), name


def test_boards_in_the_help_are_boards(capsys, monkeypatch):
    shown = " ".join(re.sub("[│╭╮╰╯─]", " ", help_of(capsys, monkeypatch, "count")).split())
    boards = re.search("Boards of other cells: (.*?)\\. ", shown)[1]
    for board in re.split(", or |, ", boards):
        assert Board.parse(board.strip("`")).size
    assert main(["solve", boards.split("`")[-2], "--pieces", "trihexes"]) == 0


TABLES = (
    *("list", "pieces", "schema", "suite", "polyominoes 1..8", "polyominoes 1..8 --one-sided"),
    *("polyominoes 1..5 --lattice cubic", "bench car -s constrained -s paper --max-nodes 99"),
)


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.few(2)
def test_no_table_is_wider_than_the_terminal(output_of, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for command in some(TABLES):
        lines = output_of(command).splitlines()
        # A sentence is broken by the terminal.
        assert max(len(line) for line in lines if " solved; " not in line) <= columns, command


@pytest.mark.parametrize("example", RUN)
def test_examples_run(capsys, monkeypatch, tmp_path, example):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text(named_pattern("letter-a").text.replace("x", "r", 1))
    boards = {each: list(named_pattern(each).rows) for each in ("car", "star")}
    (tmp_path / "boards.json").write_text(json.dumps(boards))
    first, *others = example.split(" | ")
    assert first.startswith("kaleido ")
    code = main(shlex.split(first)[1:])
    out, err = capsys.readouterr()
    for other in others:
        done = subprocess.run(
            [sys.executable, "-m", "kaleido", *shlex.split(other)[1:]],
            input=out, capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
        code, out = done.returncode, done.stdout
    # These tell of boards that have several solutions, or none.
    assert code == example.startswith(("kaleido unique smiley", "kaleido why"))
    assert out or err


@pytest.mark.parametrize("name", ONLY_READ)
def test_the_other_examples_are_read(name):
    for example in some(EXAMPLES[name]):
        assert parsed(shlex.split(example)[1:]).command.name == name


COMPLETED = {
    "solve starsh": ["starship"],
    "hint carp": ["carpet"],
    "solve car --strategy paper": ["paper", "paper-plus", "paper-text"],
    "solve car --rule tal": ["tallied"],
    "solve --pieces tetro": ["tetrominoes", "tetrominoes-one-sided"],
    "solve --pieces tetra": ["tetracubes", "tetrahexes", "tetraprisms", "tetraspheres"],
    "solve --wrap ": ["both", "columns", "rows"],
    "polyominoes 4 --lattice hex": ["hexagonal"],
    "list un": ["unique"],
    "list kanoodle-": ["kanoodle-pyramid"],
    "pol": ["polyominoes"],
    "help so": ["solutions", "solve"],
    "--vers": ["--version"],
    "plot car -f wi": ["windows"],
    "plot car --theme d": ["dark"],
    "export car -f d": ["dimacs", "dlx"],
    "show car --marks ": ["hatches", "letters", "none"],
    "hint car --step p": ["piece", "place"],
    "batch r": ["rate", "read"],
    "batch solve car --format c": ["csv"],
    "schema so": ["solution", "solve"],
    "booklet --group sol": ["solids"],
    "booklet car --paper l": ["letter"],
    "suite leaderboard --split d": ["dev"],
    "design --symmetry mi": ["mirror"],
    "tune --base t": ["tuned"],
    **{
        f"{command} kano": ["kanoodle", "kanoodle-pyramid"]
        for command in (
            *("solve", "solutions", "count", "sample", "hint", "position", "unique", "why"),
            *("check", "rate", "booklet", "show", "plot", "animate", "play", "export", "bench"),
            "batch count",
        )
    },
}
"""What is completed of the words of a command, in any order."""

ASK = {
    "bash": """
        source "$1"; shift; COMP_WORDS=(kaleido "$@"); COMP_CWORD=$#
        _kaleido_completion kaleido; printf '%s\\n' "${COMPREPLY[@]}"
    """,
    # Outside its line editor, zsh has no completions: this shows what it would be given.
    "zsh": """
        compdef() { :; }; _files() { :; }
        _describe() { print -rl -- ${(P)3}; }; compadd() { print -rl -- ${(P)5}; }
        source "$1"; shift; words=(kaleido "$@"); CURRENT=$(($# + 1)); _kaleido_completion
    """,
    "fish": """
        source $argv[2]; complete -C "kaleido $(string join ' ' -- $argv[3..])"
    """,
}
"""How a shell says what it completes of words, given the script of completions."""

SAID = {"bash": r"^(\S+)", "zsh": r"^([^\s:]+)", "fish": r"^(\S+)"}


@pytest.fixture(scope="module")
def on_path(tmp_path_factory):
    """Return an environment in which the command is found by its name."""
    folder = tmp_path_factory.mktemp("command")
    command = folder / "kaleido"
    run = "import sys\nfrom kaleido.cli import main\nsys.exit(main())\n"
    command.write_text(f"#!{sys.executable}\n{run}")
    command.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture(scope="module")
def completions(tmp_path_factory, on_path):
    """Return a function that gives the script of completions of a shell, written once."""
    folder = tmp_path_factory.mktemp("completions")

    @cache
    def script_of(shell):
        asked = on_path | {"_KALEIDO_COMPLETE": f"{shell}_source"}
        done = subprocess.run(["kaleido"], env=asked, capture_output=True, check=True, cwd=folder)
        (folder / shell).write_bytes(done.stdout)
        return folder / shell

    return script_of


@pytest.mark.parametrize("shell", ASK)
@pytest.mark.parametrize("words", COMPLETED)
@pytest.mark.few(3)
def test_shells_complete_names(tmp_path, on_path, completions, shell, words):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    asked = {"env": on_path, "capture_output": True, "text": True, "check": True, "cwd": tmp_path}
    bare = {"bash": "--norc", "zsh": "-f", "fish": "--no-config"}[shell]
    script = str(completions(shell))
    command = [shell, bare, "-c", ASK[shell], shell, script, *words.split(" ")]
    said = re.findall(SAID[shell], subprocess.run(command, **asked).stdout, re.MULTILINE)
    assert sorted(said) == COMPLETED[words]


CHECKLIST = ROOT / "docs/checklist.md"


def checklist():
    """Return the rows of the page of the sources: an idea, its command and its gaps."""
    lines = CHECKLIST.read_text("utf-8").splitlines() if CHECKLIST.exists() else []
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return [row for row in rows if row[0] != "idea" and set(row[0]) != {"-"}]


@pytest.mark.parametrize("row", checklist(), ids=lambda row: row[0])
def test_what_the_sources_name_is_here(row):
    idea, command, _ = row
    assert idea
    assert re.fullmatch("`kaleido .*`", command)


def documented():
    """Yield the commands that the README and the documentation show."""
    yield from (command.strip("`") for _, command, _ in checklist())
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for fence in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
            # What another command writes in its place may be any word.
            for line in re.sub(r"\$\(.*?\)", "X", fence.replace("\\\n", " ")).splitlines():
                for part in re.split(r"&&|\|(?=\s*kaleido)|;", line.partition(" #")[0]):
                    words = part.strip().removeprefix("$ ").removeprefix(".venv/bin/")
                    if words.startswith("kaleido "):
                        yield re.split(r"\s+[<>]|\s+2>|\s+\|", words)[0]


@pytest.mark.parametrize("command", sorted(set(documented())))
def test_documented_commands_are_read(command):
    words = shlex.split(command)[1:]
    if words[0].startswith("-"):
        assert words[0] in ("--version", "--help")
    elif "--help" not in words:
        parsed(words)


RULES = """
# pieces: tetrominoes
# optional: a
# rule I: in edge
# rule L: fixed x0-2
# rule S: x1-2
oooooo
oaaaao
oaaaao
oooooo
"""

# They serve, take minutes, read photos, standard input or a module of one's own, or need a cluster.
ELSEWHERE = re.compile(
    r"kaleido (play|site|tune|generate|bench|read|suite make|count checkerboard|check \S+ -)"
    r"|--split all|--scheduler|mylab|\.jpg|photos/|patterns\.jsonl"
)


@pytest.mark.long
@pytest.mark.parametrize(
    "command", [each for each in sorted(set(documented())) if not ELSEWHERE.search(each)]
)
def test_documented_commands_run(capsys, monkeypatch, tmp_path, command):
    monkeypatch.chdir(tmp_path)
    car = named_pattern("car")
    sketch = "????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????"
    for name, text in {
        "my-pattern.txt": str(car),
        "letter.txt": sketch,
        "rough.txt": sketch,
        "more-boards.txt": str(named_pattern("star")),
        "position.txt": "\n".join(["...W...."] * 8),
        "challenge.txt": "5x11\n",
        "rules.txt": RULES,
        "boards.json": json.dumps({"car": list(car.rows)}),
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "car.txt").write_text(str(car))
    (tmp_path / "patterns").symlink_to(ROOT / "patterns")
    code = main(shlex.split(command)[1:])
    # 1 is an answer, too: there is no such solution, or a second one. The paper's program gives up.
    answers = (0, 1, 3) if "--as-published" in command else (0, 1)
    assert code in answers, capsys.readouterr().err
