"""Mistakes that newcomers make, each answered in one line with exit code 2."""

import io
import json
import re
import sys
from unittest.mock import Mock

import pytest

from kaleido import named_pattern
from kaleido.cli import app, main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "notes.txt").write_text("hello world\n")
    (tmp_path / "own.txt").write_text("# pieces: pentominoes\n6x10\n")
    (tmp_path / "own.py").write_text("def greedy(each):\n    return each.matched\n")
    (tmp_path / "my board.txt").write_text("rxrx\n")
    (tmp_path / "page.pdf").write_bytes(b"%PDF-1.7\n\xff")
    (tmp_path / "odd.json").write_text('{"a":1}')
    (tmp_path / "drawn.txt").write_text("# sides: mirrored\nT ###/.#.\n")
    board = "/".join(["xrxrxrxr", "rxrxrxrx"] * 4)
    (tmp_path / "boards.csv").write_text(f"Name, Board\nfirst,{board}\nsecond,{board}\n")
    rows = "xrxrxrxr\nrxrxrxrx\n" * 4
    (tmp_path / "several.txt").write_text(f"{rows}\n{rows}\ntwelve\n")
    (tmp_path / "names.txt").write_text("2026-05-31\nbuterfly\ncar\n")
    (tmp_path / "two.txt").write_text("car, star\n")
    (tmp_path / "misspelt.txt").write_text("buterfly\nyatch\n")
    (tmp_path / "half.txt").write_text("...W....\n" * 8)
    (tmp_path / "sketch.txt").write_text(rows.replace("rx", "r?"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("solv car", "No such command 'solv'. Did you mean 'solve'?"),
        ("solve", "expected one PUZZLE: a name (see `kaleido list`), a file or rows"),
        ("solve cra", "did you mean car?"),
        ("rate hard", "unknown name 'hard': `kaleido list` shows all names"),
        ("list pieces", "unknown group 'pieces': `kaleido list` shows all names"),
        (
            "solve -s car",
            "--strategy is 'car', which is a puzzle: name it without the option, as in `kaleido so",
        ),
        ("hint --board car", "--board is 'car', which is a puzzle: name it without the option"),
        ("solve car --max-seconds 1", "unknown option '--max-seconds': did you mean --timeout?"),
        ("solve car --limit 1", "'--limit': did you mean --max-nodes?"),
        ("solutions car --max 2", "unknown option '--max': did you mean --number?"),
        ("show car --board 8x8", "'car' and --board '8x8': expected only one"),
        ("plot car tree -o x.png", "'tree' goes with an option: --figure tree; see"),
        ("bench car -s paper random", "'random' goes with an option: --strategy random; see"),
        ("hint car --place W A4", "--place takes one word: --place W@A4; see"),
        ("hint car --place A4 W", "--place takes one word: --place W@A4; see"),
        ("hint car --place A4=W", "'A4=W' is not a placement: did you mean W@A4?"),
        ("hint car --place 'A4 back W'", "'A4 back W' is not a placement: did you mean W@A4:back?"),
        ("hint car --place A4@W", "'A4@W' is not a placement: did you mean W@A4?"),
        (
            "show W",
            "'W' is a piece, big wand (W), which `kaleido pieces classic` draws: expected a",
        ),
        ("solve page.pdf", "it has the byte 0xff; save it as a picture, such as PNG"),
        ("explain car", "No such command 'explain'. Did you mean 'hint' or 'why'?"),
        (
            "generate heart",
            "'heart' is one argument too many: `kaleido generate` takes options alone",
        ),
        ("solve daily", "unknown name 'daily': did you mean today?"),
        ("daily", "No such command 'daily'. Did you mean 'solve today'?"),
        ("solve randon", "unknown name 'randon': did you mean random?"),
        ("list --unique", "'--unique': `kaleido list unique` takes the group of that name; see"),
        ("solve wbwb/bwbw", "no such file: 'wbwb/bwbw'; rows have the letters x r y b"),
        ("check none.json", "Missing argument 'PUZZLE' or 'SOLUTION' beside 'none.json', as in"),
        ("count twelve -s paper", "unknown option '-s': solve, plot, animate, play, batch and"),
        ("hint car -s paper", "unknown option '-s': solve, plot, animate, play, batch and"),
        ("generate 5", "'5' goes with an option: -n 5; see"),
        ("plot car --format board -o x.png", "'--format': did you mean --figure board?; see"),
        ("plot car --format bord -o x.png", "'--format': did you mean --figure, --json or"),
        ("bench car --method paper", "'--method': did you mean --strategy paper?; see"),
        (
            "solve " + "rxrrrrxr/" * 7 + "........",
            "row 8, column 1 of '........': expected the letters x r y b or the digits 1-4; `kal",
        ),
        ("design car --format svg", "unknown option '--format': did you mean --json or --output?"),
        ("plot car --format svg", "'--format': did you mean --output FILE.svg?; see"),
        ("hint car --position my grid.txt", '--position takes one word: --position "my grid.tx'),
        ("solve car json", "did you mean --json?; see"),
        ("solve --file car.txt", "PUZZLE goes without it, as in `kaleido solve PUZZLE`; see"),
        ("count --board 6x10 pentominoes", "only one; a set of pieces goes with --pieces SET"),
        ("solve calendar may 31", "'may' goes with an option: --date may; see"),
        ("export car car.cnf", "did you mean --output car.cnf?; see"),
        ("show car star", "'star' is one argument too many: one board at a time; see"),
        (
            "generate -o gen.txt",
            "'--output' / '-o': 'gen.txt' names no folder, such as boards; see",
        ),
        (
            "solve car --level 3",
            "'--level': design, generate, booklet and list have --difficulty; see",
        ),
        ("count car --symmetric", "unknown option '--symmetric': did you mean --up-to-symmetry or"),
        ("count car -w 2", "unknown option '-w': did you mean --where, --workers or --wrap?; s"),
        ("run car", "No such command 'run'. Did you mean 'solve'?"),
        ("solve 31/05/2026", "'31/05/2026' is no date: expected one such as 2026-11-22"),
        ("solve own.py", "'own.py' is a strategy, expected a Pattern, a Puzzle, a name,"),
        ("solve car -s own.py", "strategy 'own.py' lacks a name, expected own.py:greedy"),
        ("solve car -s no.py", "strategy 'no.py': no such file: 'no.py'"),
        ("check car notes.txt", "is no solution; expected JSON, that of `kaleido solve --json`"),
        ("count all", "unknown name 'all': did you mean standard? (or give a file"),
        ("list challenges --size 3 --difficulty 1", "has difficulty 1: expected 3"),
        ("list all", "unknown group 'all': did you mean `kaleido list`?"),
        ("list sets", "unknown group 'sets': did you mean `kaleido pieces`?"),
        ("export car sat", "'sat' goes with an option: --format dimacs; see"),
        ("plot car solution -o x.png", "'solution' goes with an option: --figure board; see"),
        ("batch count standrad", "unknown name 'standrad': did you mean standard?"),
        ("list four-colours-192", "a single board: `kaleido show four-colours-192`"),
        (
            "count calendar@2026-05-31 --date 2026-06-01",
            "'calendar@2026-05-31' has a date in its name: leave out the other one",
        ),
        ("bench car -s paper,tuned", "'paper,tuned' is no strategy: name each by itself"),
        ("solve car --seed", "Option '--seed' requires an argument; see `kaleido solve --help`"),
        ("suite leaderboard --seeds", "an argument; see `kaleido suite leaderboard --help`"),
        ("solve car -s paper -s tuned", "and takes one value; play and bench take several; see"),
        ("count car --timeout 1 --timeout 2", "--timeout is given twice, and takes one value"),
        (
            "batch solve car star -s paper -s tuned",
            "--strategy is given twice, and takes one value; p",
        ),
        ("solve car -s=paper", "'-s=paper': did you mean -s paper?; see `kaleido solve --help`"),
        ("solve car -s singh", "module:name; did you mean paper?"),
        ("solve car timeout 5", "did you mean --timeout 5?; see `kaleido solve --help`"),
        ("solve car --debug", "it goes before the command, as in `kaleido --debug solve`; see"),
        ("solve car --color", "'--color': a terminal has colours without it, FORCE_COLOR=1"),
        ("generate --color xr", "unknown option '--color': did you mean --colours?; see"),
        ("booklet --pages 4", "'--pages': the boards and --per-page decide the number of"),
        ("solve car --pages 4", "unknown option '--pages'; see `kaleido solve --help`"),
        ("solve car --no-colour", "unknown option '--no-colour': did you mean --no-color?; see"),
        ("--seed 3 solve car", "other commands have it, after the command; see `kaleido --help`"),
        ("show car --show", "'--show': `kaleido show` does that without an option; see"),
        ("plot car -o x.png --dpi 300", "unknown option '--dpi': did you mean --width?"),
        ("animate car -o x.gif --fps 9", "unknown option '--fps': did you mean --seconds?"),
        ("hint car --moves W@A4", "unknown option '--moves': did you mean --place?"),
        ("hint car --place W@A4,l@A1", "t-r@0,3 or T@A4:back90; give each of several by itself"),
        ("hint car --place notes.txt", "'hello world' is not a placement"),
        ("export car -f sat", "expected dlx, dimacs, json or burrtools; did you mean dimacs?"),
        ("pieces tetris", "unknown set of pieces 'tetris': did you mean tetrominoes?"),
        ("list difficulty 3", "did you mean --difficulty 3?; see `kaleido list --help`"),
        ("list 3", "unknown group '3': did you mean --difficulty 3?"),
        ("list digits --difficulty 4", "none of these patterns has difficulty 4"),
        ("list --difficulty hard", "'hard' is not a difficulty: expected 1 to 5, or a range such"),
        ("list strategies", "unknown group 'strategies': did you mean `kaleido solve --help`?"),
        ("strategies", "No such command 'strategies'. Did you mean 'solve --help'?; see"),
        ("solve car -seed 3", "unknown option '-seed': did you mean --seed?; see `kaleido solve"),
        ("hint car -json", "unknown option '-json': did you mean --json?"),
        ("-version", "unknown option '-version': did you mean --version?; see `kaleido --help`"),
        ("sample car --count 3", "'--count': did you mean --number or the command `kaleido count`"),
        (
            "solutions car --count",
            "'--count': did you mean --number or the command `kaleido count`",
        ),
        ("list --all", "'--all': `kaleido list` does that without an option"),
        ("list --group digits", "'--group': GROUP goes without it, as in `kaleido list GROUP`; s"),
        ("solve --puzzle car", "'--puzzle': PUZZLE goes without it, as in `kaleido solve PUZZLE`"),
        ("solve --random", "'--random': `kaleido solve random` takes the board of that name; see"),
        ("suite pictures", "'pictures' goes with an option: --family pictures; see `kaleido suit"),
        ("suite lisst", "No such command 'lisst'; see `kaleido suite --help`"),
        ("list names", "unknown group 'names': `kaleido list` shows all names"),
        ("count --board 2x6 --pieces P,N", "set of pieces 'P,N': --use P,N takes some pieces of"),
        ("plot car --type tree", "unknown option '--type': did you mean --figure?"),
        ("bench car --runs 3", "unknown option '--runs': did you mean --seeds?"),
        ("solve car --format json", "unknown option '--format': did you mean --json?"),
        ("solve 'soma cube'", "unknown name 'soma cube': did you mean soma-cube?"),
        ("show soma cube", "did you mean soma-cube?; see"),
        ("show 'hexagonal pyramid kanoodle'", "unknown name 'hexagonal pyramid kanoodle'"),
        ("solve pyramid kanoodle", "'pyramid kanoodle': did you mean kanoodle-pyramid?; see"),
        ("solve --board 3x3 --pieces drawn.txt", "# begins a comment, cells are drawn with o (in"),
        (
            "solve boards.csv",
            "has 2 boards: name one, as in boards.csv:first, or take all with `kal",
        ),
        ("solve boards.csv:frist", "no board 'frist' in 'boards.csv': did you mean first?"),
        ("check odd.json car", "'car' is a puzzle, which goes before the SOLUTION; see"),
        ("check odd.json", "Missing argument 'PUZZLE' or 'SOLUTION' beside 'odd.json', as in"),
        (r"solve 'C:\me\my board.txt'", r"no such file: 'C:\me\my board.txt'"),
        ("show my board.txt", 'a name with blanks goes in quotes: "my board.txt"; see'),
        ("solve 5x4", "(--pieces SET, in Python pieces=SET; `kaleido pieces` lists the sets)"),
        ("solve --board 5x4 --pieces car", "'car' is a board, expected a set of pieces"),
        ("rxrx/xrxr", "A puzzle goes with one: `kaleido solve rxrx/xrxr`"),
        ("rx" * 32, "A puzzle goes with one: `kaleido solve rxrxrx"),
        ("rx" * 31, "…'; see `kaleido --help`"),
        ("solve car.txt", "no such file: 'car.txt'"),
        ("solve notes.txt", "unknown letter 'h' at row 1, column 1 of 'helloworld': expected the"),
        (
            "solve odd.json",
            "row 1 '1' has 1 cell, expected 8 (in 'board a' of ",
        ),
        ("solve rxbyrxby", "found 1 row, expected 8: 'rxbyrxby'"),
        (
            "solve standard",
            "'standard' is a group of 32 boards: expected one, such as arrow; `kaleido",
        ),
        ("solve 2026-02-30", "'2026-02-30' is no date: expected one such as 2026-11-22"),
        ("solve car@2026-05-31", "'car@2026-05-31': car is no calendar; `kaleido list calendar`"),
        ("solve new-9-1", "no board 'new-9-1': expected new-LEVEL-NUMBER such as new-3-42, with"),
        ("solve car star", "too many: several boards go with `kaleido batch solve`; see"),
        ("solve 6x10 pentominoes", "'pentominoes' goes with an option: --pieces pentominoes; see"),
        ("solve pentominoes 6x10", "'pentominoes' goes with an option: --pieces pentominoes; see"),
        ("solve pentominoes", "'pentominoes' is a set of pieces, which needs a board (--board"),
        (
            "solve pentominoes",
            "pieces='pentominoes')); did you mean pentomino-6x10, pentomino-5x12 or",
        ),
        (
            "solve --board 3x5 --pieces PUV",
            "'PUV': --use P,U,V takes some pieces of calendar, calendar-weekdays, pentominoes or p",
        ),
        ("solve katamino-5xN --use P,U,V", "11 or 12 (`kaleido pieces katamino` shows them)"),
        ("solve car paper", "'paper' goes with an option: --strategy paper; see"),
        ("solve katamino-5xN 2,3,6,11,8", "goes with an option: --use 2,3,6,11,8; see"),
        ("solve calendar 2026-11-22", "goes with an option: --date 2026-11-22; see"),
        ("hint car W@A4", "'W@A4' goes with an option: --place W@A4; see"),
        ("solutions car 5", "'5' goes with an option: --number 5; see"),
        ("export car dlx", "'dlx' goes with an option: --format dlx; see"),
        ("polyominoes 5 6", "'6' is one argument too many; see"),
        ("car", "No such command 'car'. A puzzle goes with one: `kaleido solve car`"),
        ("version", "No such command 'version'. Did you mean '--version'?"),
        (
            "count car --symmetry",
            "'--symmetry': did you mean --up-to-symmetry? design and generate have --symmetry",
        ),
        (
            "solve car -n 3",
            "'-n': solutions, sample, design, generate, booklet and 3 other commands",
        ),
        ("solve car -o s.png", "'-o': did you mean `kaleido plot car -f board -o s.png`?; see"),
        ("solve car --out s.gif", "'--out': did you mean `kaleido animate car -o s.gif`?; see"),
        ("count car -o s.json", "unknown option '-o': did you mean `--json > s.json`?; see"),
        ("plot car --solution -o s.png", "'--solution': did you mean --figure board?; see"),
        ("plot car --tree -o s.png", "unknown option '--tree': did you mean --figure tree?; see"),
        ("plot car -f scores -o s.png", "exploded or parity; did you mean curves?"),
        ("solve twelve --csv", "unknown option '--csv': did you mean --json? bench has --csv; see"),
        ("batch solve car --csv", "unknown option '--csv': did you mean --json or --format csv?"),
        (
            "bench car -o b.xlsx",
            "for tables, `kaleido bench --export FILE`, in Python Comparison.save",
        ),
        ("pieces katamino --png k.png", "unknown option '--png': did you mean --output?; see"),
        ("hint car --after W@A4", "unknown option '--after': did you mean --place?; see"),
        ("solve car -s sat", "; did you mean `kaleido export PUZZLE -o FILE.cnf`?"),
        (
            "solve car -o x.txt",
            "'-o': `> FILE` keeps the text; why, show, plot, animate, export and 14 other",
        ),
        (
            "count car --unique",
            "'--unique': did you mean the command `kaleido unique`? generate and booklet have",
        ),
        ("solve car --browser", "unknown option '--browser': play has it; see"),
        ("solve car --verbose", "unknown option '--verbose': did you mean --steps?; see"),
        ("solve car --all", "'--all': did you mean the command `kaleido solutions`?; see"),
        ("solve car --quiet", "unknown option '--quiet'; see"),
        ("-v", "unknown option '-v': did you mean -V?; see"),
        ("serve --port 9000", "No such command 'serve'. Did you mean 'play'?"),
        ("draw car", "No such command 'draw'. Did you mean 'plot'?"),
        ("docs", "No such command 'docs'. Did you mean '--help'?"),
        ("completion bash", "No such command 'completion'; see"),
        ("plot car x.svg", "'x.svg' goes with an option: --output x.svg; see"),
        ("sample car -n 0", "'0' is less than 1"),
        ("solutions car -n 0", "'0' is less than 1"),
        ("list -f", "unknown option '-f': plot and export have it; see"),
        (
            "count car --seeds 3",
            "unknown option '--seeds': bench and suite leaderboard have it; see",
        ),
        ("bench car paper", "'paper' goes with an option: --strategy paper; see"),
        ("verify car", "No such command 'verify'. Did you mean 'check'?"),
        ("photo board.jpg", "No such command 'photo'. Did you mean 'read'?"),
        ("solve car --rule held", "strategy 'constrained' has no rule 'held': expected splitting"),
        ("design HELLO", "rows with / between them; --text AB, in Python kaleido.designing.lett"),
        ("list nothing", "(a group, or the beginning of a word of names; `kaleido pieces` lists"),
        (
            "solve --strategy papre car",
            "unknown strategy 'papre': expected constrained, tuned, paper, paper-text, paper-plus,",
        ),
        ("solve car --stratgy paper", "'--stratgy': did you mean --strategy paper?"),
        ("solve car --seed one", "Invalid value for '--seed': 'one' is not a whole number"),
        ("solve car --seed", "Option '--seed' requires an argument"),
        (
            "solve car --timeout soon",
            "Invalid value for '--timeout': 'soon' is not a number of seconds from 0 to",
        ),
        (
            "solve car --timeout -1",
            "Invalid value for '--timeout': '-1' is not a number of seconds from 0 to",
        ),
        ("solve car --max-nodes -5", "Invalid value for '--max-nodes': '-5' is less than 0"),
        (
            "solve car --max-nodes 1e3",
            "Invalid value for '--max-nodes': '1e3' is not a whole number",
        ),
        ("solve rxrx/xrxr", "row 1 'rxrx' has 4 cells, expected 8"),
        (
            "solve rgrgrgrg/rgrgrgrg/rgrgrgrg/rgrgrgrg/rgrgrgrg/rgrgrgrg/rgrgrgrg/rgrgrgrg",
            "unknown letter 'g' at row 1, column 2 of 'rgrgrgrg': expected the letters",
        ),
        ("solve kanodle", "unknown name 'kanodle': did you mean kanoodle?"),
        (
            "solve soma",
            "'soma' is a set of pieces, which needs a board (--board BOARD --pieces soma; `kaleido "
            "pieces soma` shows it; in Python kaleido.solve(BOARD, pieces='soma')); did you mean "
            "soma-cube, ",
        ),
        ("solve 6x10", "'6x10' is a board without pieces: name a set of them, too (--pieces SET"),
        ("solve 'hexagon 3'", "'hexagon 3' is a board without pieces"),
        ("solve ooo/ooo", "'ooo/ooo' is a board without pieces"),
        ("rate soma-cube", "boards of cubes have no difficulty"),
        ("rate car --place l@A1", "a puzzle is rated as a whole: leave out --place and --position"),
        ("design soma-cube", "'soma-cube' has pieces of its own: a sketch is for the classic ones"),
        ("list car --size 3", "--size, -n and --seed choose challenges"),
        (
            "solve --pieces kanoodle",
            "expected one PUZZLE: a name (see `kaleido list`), a file or rows; or --board BOARD",
        ),
        ("solve --board 5x11", "for the classic pieces, give the board without --board"),
        (
            "solve --board 5x12 --pieces kanoodle",
            "the pieces have 55 cells in total, the board has 60: 5 too few",
        ),
        (
            "solve --board 5,12 --pieces kanoodle",
            "the pieces have 55 cells in total, the board has 60: 5 too few",
        ),
        (
            "solve --pieces knoodle --board 5x11",
            "unknown set of pieces 'knoodle': did you mean kanoodle?",
        ),
        ("solve car --use A,B", "unknown piece 'A': expected"),
        ("solve car --wrap sideways", "unknown wrap 'sideways': expected columns, rows or both"),
        (
            "solve kanoodle --use P,R,Q",
            "unknown piece 'Q': expected P, R, p, W, g, b, B, +, Y, G, M or O",
        ),
        (
            "solve car --place W",
            "'W' is not a placement: expected PIECE@CELL[:ORIENTATION], as in T@A4,",
        ),
        ("solve car --place W@D9", "'W@D9': the big wand (W) lies off the board, however"),
        ("solve car --place W@Z1", "'W@Z1': the big wand (W) lies off the board, however"),
        (
            "solve car --place W@D3:up",
            "unknown orientation 'up' in 'W@D3:up': expected front or back, followed",
        ),
        (
            "solve car --place X@D3",
            "unknown piece 'X' in 'X@D3': expected big wand (W), small wand (w), red-footed J (J)",
        ),
        (
            'solve car --place "big want@A4"',
            "unknown piece 'big want' in 'big want@A4': did you mean big wand (W)?",
        ),
        (
            "solve car --place W@A4 --place T@C4",
            "'T@C4': no orientation of the red T (T) fits there; front90 comes nearest,",
        ),
        ("solve car --position WWWW", "row 1 'WWWW' of the position has 4 cells, expected 8"),
        ("solve car --position nothere.txt", "no such file: 'nothere.txt'"),
        ("position car", "Missing argument 'POSITION', as in `kaleido position car --place W@A4"),
        ("position --board 4x5 --pieces tetrominoes", "Missing argument 'POSITION'"),
        ("position", "Missing argument 'POSITION'"),
        (
            "position car ...W..../...W..../...W..../...W",
            "row 4 '...W' of the position has 4 cells, expected 8",
        ),
        (
            "hint car --step when",
            "Invalid value for '--step': unknown step 'when': expected where, piece or",
        ),
        (
            "count car --max-memory lots",
            "Invalid value for '--max-memory': 'lots' is no amount of memory, such as",
        ),
        ("count car --workers -2", "Invalid value for '--workers': '-2' is less than 1"),
        ("count car --workers two", "Invalid value for '--workers': 'two' is not a whole number"),
        ("sample car -n many", "Invalid value for '-n' / '--number': 'many' is not a whole number"),
        ("solutions car --limit 3", "'--limit': did you mean --number or --max-nodes?"),
        ("list cars", "unknown group 'cars': did you mean car?"),
        ("show", "expected one PUZZLE: a name (see `kaleido list`)"),
        ("design", "expected a SKETCH or --text LETTERS"),
        ("design car --text A", "SKETCH and --text exclude each other"),
        ("design ABC", "unknown sketch 'ABC': `kaleido list patterns` shows all names (or give"),
        ("design hart", "unknown sketch 'hart': did you mean heart? (or give a file, or eight"),
        ("design car.png", "no such file: 'car.png'"),
        ("design own.txt", "'own.txt' has pieces of its own: a sketch is for the classic ones"),
        ("design --text ABC", "'ABC' has 3 letters, expected 1 to 2"),
        ("design letter.txt", "no such file: 'letter.txt'"),
        (
            "design car --difficulty 9",
            "'9' is not a difficulty: expected 1 to 5, or a range such as 2..4",
        ),
        (
            "design car --symmetry round",
            "unknown symmetry 'round': expected turn, half-turn, mirror, flip,",
        ),
        ("generate", "Missing option '--output' / '-o', as in `kaleido generate -o boards"),
        ("plot car", "Missing option '--output' / '-o'"),
        (
            "plot car -o car.bmp",
            "cannot write 'car.bmp': expected a name that ends in .pdf, .png or .svg",
        ),
        (
            "plot car -o nowhere/car.png",
            "cannot write 'nowhere/car.png': no such folder: 'nowhere'",
        ),
        (
            "plot car -o car.png --figure pie",
            "unknown figure 'pie': expected progression, holes, curves, tree, windows,",
        ),
        (
            "animate car -o car.mov",
            "cannot write 'car.mov': expected a name that ends in .gif, .mp4 or .webp",
        ),
        ("show car -o car.doc", "expected a name that ends in .pdf, .png or .svg"),
        ("show car -o nowhere/car.svg", "no such folder: 'nowhere'"),
        ("booklet", "Missing option '--output' / '-o'"),
        ("booklet -o book.txt car", "cannot write 'book.txt': expected a name that ends in .pdf"),
        ("pieces clasic", "unknown set of pieces 'clasic': did you mean classic?"),
        (
            "pieces -o x.pdf",
            "-o needs the name or the file of a SET; `kaleido pieces` lists the sets",
        ),
        ("polyominoes", "Missing argument 'N'"),
        ("polyominoes five", "Invalid value for 'N': 'five' is not a whole number"),
        ("polyominoes 99", "size '99': expected a whole number of cells from 1 to 15"),
        ("list challenges --size 2", "no challenge has 2 pieces: expected 3 to 12"),
        (
            "list challenges --difficulty hard",
            "'hard' is not a difficulty: expected 1 to 5, or a range such as 2..4",
        ),
        ("batch car", "unknown verb 'car': expected solve, count, rate or read"),
        ("batch solve nope.json", "no such file: 'nope.json'"),
        (
            "batch solve car -o out.txt",
            "cannot write 'out.txt': expected a name that ends in .csv or .jsonl",
        ),
        ("bench nope.json", "no such file: 'nope.json'"),
        ("bench car --seeds 0", "Invalid value for '--seeds': '0' is less than 1"),
        (
            "check car notes.txt",
            "'hello world\\n' is no solution; expected JSON, that of `kaleido solve --json` (in 'n",
        ),
        (
            "export car --format xml",
            "unknown format 'xml': expected dlx, dimacs, json or burrtools",
        ),
        (
            "export car -o car.doc",
            "cannot write 'car.doc': expected a name that ends in .cnf, .dlx, .json or .xmpuzzle",
        ),
        ("schema slove", "unknown schema 'slove': expected batch-count, batch-rate, batch-read,"),
        (
            "read notes.txt",
            "'notes.txt' is not a picture: expected JPEG, PNG, GIF, WEBP, BMP, TIFF or PPM",
        ),
        ("read nope.jpg", "cannot read 'nope.jpg': No such file or directory"),
        (
            "play --port 99999",
            "Invalid value for '--port': '99999' is more than 65,535",
        ),
        (
            "play nope",
            "unknown name 'nope': `kaleido list` shows all names (or give a file, or",
        ),
        ("tune --base paper", "unknown base 'paper': expected tuned or paper-plus"),
        ("site", "Missing option '--output' / '-o'"),
        ("--verson", "unknown option '--verson': did you mean --version?"),
        ("position car 'L front A1'", "a single piece goes with --place L@A1:front"),
        ("position car LA1", "'LA1' is no position: a single piece goes with --place L@A1"),
        ("position car ........", "the position '........' has 1 row, expected 8"),
        ("hint car --place 'l at A1'", "'l at A1' is not a placement: did you mean l@A1?"),
        (
            "solve car --without A1,L",
            'to leave the piece out, --use "-L" and, after --without, as many cells',
        ),
        ("solve car --without I1", "'I1': expected a cell of the board, A1 to H8"),
        ("solve car --missing 'black-footed L'", "'--missing': did you mean --use -PIECE?; see"),
        ("solvable car", "No such command 'solvable'. Did you mean 'position'?"),
        ("solve car --seeds 3", "did you mean --seed? bench and suite leaderboard have --seeds"),
        ("solve car -f json", "unknown option '-f': did you mean --json?"),
        ("solve car -j 2", "unknown option '-j': count, generate, booklet, batch, bench and 2"),
        ("plot car -o t.gif", "or .svg; `kaleido animate PUZZLE -o` writes .gif"),
        ("watch car", "No such command 'watch'. Did you mean 'play' or 'animate'?"),
        ("tune car", "'car' is one argument too many: `kaleido tune` takes options alone"),
        ("solutions car --all", "'--all': `kaleido solutions` does that without an option"),
        ("hint car --why", "'--why': `kaleido hint` does that without an option"),
        ("bench --patterns car", "BOARDS goes without it, as in `kaleido bench BOARDS`"),
        ("solve calendar --date sun-22-nov", "month and day of this calendar, as in 22-nov"),
        ("count car --limit 10", "'--limit': did you mean `kaleido solutions car -n 10`?; see"),
        ("count car --max=5", "'--max': did you mean `kaleido solutions car -n 5`?; see"),
        ("solve car --max-solutions 5", "did you mean `kaleido solutions car -n 5`?; see"),
        ("solve katamino 5", "'katamino' is a group of boards: `kaleido list katamino` shows th"),
        (
            "solve car -s paper -o s.pdf",
            "did you mean `kaleido plot car -s paper -f board -o s.pdf`?",
        ),
        ("solve car --steps -o s.pdf", "did you mean `kaleido plot car -f board -o s.pdf`?"),
        ("generate hard", "did you mean --difficulty 4..5?; see"),
        ("?", "No such command '?'. Did you mean '--help'?"),
        ("hilfe", "No such command 'hilfe'. Did you mean '--help'?"),
        ("xrxr", "No such command 'xrxr'; see"),
        ("photo.jpg", "A puzzle goes with one: `kaleido solve photo.jpg`"),
        ("count car --max-memory 0.0009", "'0.0009' is not between 1MB and 1,000,000GB"),
        (
            "pieces W",
            "'W': it is a piece of classic, kanoodle, pentominoes and pentominoes-one-sided",
        ),
        ("pieces 'big wand'", "set of pieces 'big wand': it is a piece of classic; expected a set"),
        ("solve cra --pieces pentominoes", "unknown name 'cra': did you mean car?"),
        ("bench standard --pieces pentominoes", "'standard' is a group of 32 boards: expected"),
        ("solve 5x11 --pieces pentominoes --without X", 'to leave the piece out, --use "-X"'),
        ("solve car --exclude L", "'--exclude': did you mean --use -PIECE or --without?"),
        ("solve car --use -L", "has 64: 4 too few (--without CELLS blocks as many)"),
        ("solve car --use -L --leave 4", "without colours; for these, --without CELLS blocks cel"),
        ("solve car --use -Q", "unknown piece 'Q': expected big wand (W), small"),
        ("solve car --use W,-L", "'-L': that piece is not among those that are used"),
        ("hint car --all", "did you mean the command `kaleido solve PUZZLE --lay`?"),
        ("rate --all", "did you mean the command `kaleido batch rate BOARDS`?"),
        ("count --all", "'--all': `kaleido count` does that without an option"),
        ("generate --difficulty hard", "a range such as 2..4; did you mean 4..5?; see"),
        ("today", "No such command 'today'. Did you mean 'solve today'?"),
        ("soma", "No such command 'soma'. Did you mean 'list soma' or 'pieces soma'?"),
        ("pieces --list", "'--list': `kaleido pieces` does that without an option"),
        ("list --easy", "unknown option '--easy': did you mean --difficulty 1..2?; see"),
        ("list 1..2", "unknown group '1..2': did you mean --difficulty 1..2?"),
        ("batch standard count", "expected solve, count, rate or read; one goes before 'standard'"),
        ("generate boards", "'boards' goes with an option: -o boards; see"),
        ("generate 5 -o out", "'5' goes with an option: -n 5; see"),
        ("solve .", "'.' is a folder, expected a file: `kaleido batch solve .` takes all boa"),
        ("bench names.txt", "'buterfly': did you mean butterfly? (in 'board 2' of 'names.txt')"),
        ("count two.txt", "'car, star' names several boards: each goes on a line of its own, for"),
        ("count misspelt.txt", "'buterfly': did you mean butterfly? (in 'misspelt.txt')"),
        ("hint car --level 2", "'--level': did you mean --step where|piece|place?; see"),
        ("list --pieces", "'--pieces': did you mean the command `kaleido pieces`? solve, so"),
        ("solve chessboard", "'chessboard': did you mean checkerboard or fancy-chessboard?"),
        ("list easy", "unknown group 'easy': did you mean --difficulty 1..2?"),
        ("list soma --difficulty 1..3", "patterns and challenges have a difficulty, not 'soma'"),
        ("list --difficulty 9", "'9' is not a difficulty: expected 1 to 5, or a range such as 2"),
        ("solve several.txt", "found 17 rows, expected 8: 'xrxrxrxr/rxrxrxrx/"),
        ("count several.txt", "each is one line, with / between its rows, for `kaleido batch` (in"),
        ("count car half.txt", "'half.txt' goes with an option: --position half.txt; see"),
        ("plot car half.txt -o h.png", "goes with an option: --position half.txt; see"),
        ("solve half.txt", "'half.txt' looks like a position: --position half.txt with the name o"),
        ("hint car --place half.txt", "'half.txt' is a grid, which goes with --position half.txt"),
        ("check car half.txt", "is no solution; expected JSON, that of `kaleido solve --json`"),
        ("why sketch.txt", "or the digits 1-4; `kaleido design` fills in a sketch, with ? fo"),
    ],
)
def test_a_mistake_is_one_line(error_of, folder, command, wanted):
    assert wanted in error_of(command)
    # Nothing is half written.
    left = {each.name for each in folder.iterdir()} - {"__pycache__"}
    own = {
        "page.pdf",
        "notes.txt",
        "my board.txt",
        "odd.json",
        "own.txt",
        "own.py",
        "drawn.txt",
        "boards.csv",
    }
    own |= {"several.txt", "sketch.txt", "half.txt", "names.txt", "misspelt.txt", "two.txt"}
    assert left == own


def test_each_option_is_on_as_many_commands_as_the_hint_says(error_of):
    commands = app.list_commands(None)
    contexts = [app.get_command(None, name) for name in commands]
    every = [own for each in contexts for own in [each, *getattr(each, "commands", {}).values()]]
    for flag in ("--json", "--output", "--seed", "--date", "--no-browser", "--strategy"):
        have = [
            each
            for each in every
            if any(flag in (*option.opts, *option.secondary_opts) for option in each.params)
        ]
        hint = error_of(flag).replace('"error": ', "")
        listed = re.split(r", | and ", re.search(r": ([^:]+?) ha(?:s|ve) it", hint)[1])
        assert sum(int(re.sub(r"\D", "", each) or 1) for each in listed) == len(have), flag


@pytest.mark.usefixtures("folder")
def test_an_error_is_an_object_with_json(capsys):
    for words, code in (
        ("solve cra --json", 2),
        ("solve --json car --max-nodes x", 2),
        ("frobnicate --json", 2),
        ("hint car --step where --count --json", 2),
        ("sample notes.txt --json", 2),
        ("sample checkerboard --max-memory 20MB --json", 3),
    ):
        plain = main([word for word in words.split() if word != "--json"])
        captured = capsys.readouterr()
        line = (captured.out if code == 3 else captured.err).strip().removeprefix("kaleido: ")
        assert main(words.split()) == plain == code
        captured = capsys.readouterr()
        assert captured.out == ""
        failure = json.loads(captured.err.splitlines()[-1])
        assert failure == {"schema": 1, "code": code, "error": line}


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("hint car --step where --json", "--step goes with neither --json nor --count"),
        ("solve car --steps --json", "--steps and --json exclude each other"),
        ("solve car --lay --json", "--lay and --json exclude each other"),
        ("export car --json", "--json needs --output FILE; `-f json` writes JSON"),
    ],
)
def test_options_that_do_not_go_with_json(error_of, command, wanted):
    assert json.loads(error_of(command))["error"].startswith(wanted)


def test_an_unforeseen_error_is_an_object_with_json(capsys, monkeypatch):
    monkeypatch.setattr(
        "kaleido.cli.solve.make_any_strategy", Mock(side_effect=RuntimeError("odd"))
    )
    assert main(["solve", "car", "--json"]) == 70
    failure = json.loads(capsys.readouterr().err)
    assert failure["code"] == 70
    assert failure["error"].startswith("unforeseen: RuntimeError: odd (in ")


def test_a_file_that_is_written_is_an_answer_in_json(output_of, folder):
    for words in (
        "plot car -f board -o a.svg",
        "export car -o car.dlx",
        "booklet car --no-count -o car.pdf",
        "animate first-steps -o game.gif --max-frames 2",
    ):
        answer = json.loads(output_of(words, "--json"))
        assert (folder / answer["file"]).exists()
        assert list(answer) == ["schema", "file", "about"]
    assert output_of("export car -o a.dlx").startswith("a.dlx: ")


def test_a_name_on_standard_input_is_a_puzzle(output_of, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"car\n")))
    assert output_of("count -").startswith("32 solutions")


@pytest.mark.parametrize("text", ["", " \n"])
def test_nothing_on_standard_input_is_said(error_of, monkeypatch, text):
    for words in ("solve -", "hint car --position -", "design -", "check car -"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert error_of(words) == "kaleido: there is nothing on standard input\n"


def test_json_of_a_position_is_a_position(output_of, folder):
    for words in ("position car --place W@A4", "solve car"):
        (folder / "laid.json").write_text(output_of(words, "--json"))
        drawn = []
        for option in ("--position", "--place"):
            drawn.append(output_of("position car", option, "laid.json"))
        assert drawn[0] == drawn[1]
    assert "it is complete" in output_of("position car laid.json")


def test_patterns_are_listed_by_difficulty(output_of):
    listed = json.loads(output_of("list --difficulty 4..5 --json"))
    assert {each["difficulty"] for each in listed["patterns"]} == {4, 5}
    assert listed["puzzles"] == []


def test_no_color_goes_before_or_after_the_command(output_of, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for words in ("show car", "--no-color show car", "show car --no-color", "show car"):
        assert ("\x1b[" in output_of(words)) == ("--no-color" not in words)


def test_help_is_a_command_too(output_of):
    for words in ("help", "help help", "--help"):
        assert "Usage: kaleido [OPTIONS] COMMAND" in output_of(words)
    assert "--lay" in output_of("help solve")


def test_a_puzzle_is_solved_by_its_name_alone(output_of):
    assert "solved and verified" in output_of("solve kanoodle")
    assert "difficulty 3 of 5" in output_of("rate tetromino-tube")


def test_the_whole_list_says_how_to_narrow_it(output_of):
    for words, said in (("list", True), ("list soma", False), ("list --json", False)):
        assert ("`kaleido list standard`" in output_of(words)) == said


def test_colours_that_do_not_count_are_named(capsys):
    main(["solve", "car", "--pieces", "pentominoes", "--leave", "4"])
    assert "pentominoes have no colours" in capsys.readouterr().err
    main(["solve", "6x10", "--pieces", "pentominoes"])
    assert capsys.readouterr().err == ""


def test_black_and_blue_are_told_apart(capsys):
    for first, noted in (("x", False), ("b", True)):
        main(["why", "/".join([f"{first}r" * 4, f"r{first}" * 4] * 4)])
        assert ("b is blue, and black is x" in capsys.readouterr().err) == noted


def test_the_advice_for_too_many_pieces_works(error_of, output_of):
    advice = re.search(r"--use \S+ --leave \d+", error_of("solve 7x7 --pieces pentominoes"))[0]
    assert "solved" in output_of(f"solve 7x7 --pieces pentominoes {advice}")


def test_the_board_that_is_drawn_is_the_one_that_is_solved(output_of, tmp_path):
    plot = ["plot", "twelve", "-f", "board", "-o", str(tmp_path / "board.svg")]
    solved = json.loads(output_of("solve twelve --json"))
    assert f"solved, {solved['nodes']} moves tried" in output_of(*plot)
    assert f"solved, {solved['nodes']} moves tried" not in output_of(*plot, "-s", "paper")


def test_one_is_not_several(output_of):
    assert "\n1 piece, 1 cell\n" in output_of("pieces monominoes")


def test_a_position_is_named_as_elsewhere(output_of):
    """By the pieces on it, by its grid as an argument or as an option, or by both."""
    grid = "/".join(["...W...."] * 8)
    alike = (
        ["car", "--place", "W@A4"],
        ["car", grid],
        ["car", "--position", grid],
        ["--board", named_pattern("car").text, "--pieces", "classic", "--place", "W@A4"],
    )
    answers = set()
    for words in alike:
        answers.add(output_of("position", *words, "--json"))
    assert len(answers) == 1
    assert (
        len(json.loads(output_of("position car", grid, "--place", "l@A1", "--json"))["placements"])
        == 2
    )


@pytest.mark.parametrize("words", [["/?"], ["solve", "/?"], ["solve", "-?"], ["suite", "/?"]])
def test_windows_asks_for_help(output_of, words):
    assert f"Usage: kaleido{' ' * (len(words) > 1)}{words[0] * (len(words) > 1)}" in (
        output_of(*words)
    )


@pytest.mark.usefixtures("folder")
def test_batch_answers_in_json(error_of, output_of):
    record = json.loads(output_of("batch count car --json"))
    assert (record["board"], record["solutions"]) == ("car", 32)
    written = json.loads(output_of("batch count car --json -o out.csv"))
    assert (written["file"], written["about"]) == ("out.csv", "1 board: 1 counted")
    assert "--json and --format csv exclude each other" in error_of(
        "batch count car --json --format csv"
    )
