"""What other programs and libraries call our things: one table, with a column for each kind."""

from collections.abc import Mapping

TABLE: Mapping[str, Mapping[str, str]] = {
    "option": {
        "figure": "type kind format",
        "timeout": "time_limit timelimit max_seconds max_time seconds",
        "workers": "n_jobs jobs j threads processes n_workers cores",
        "seed": "random_state rng random_seed random",
        "difficulty": "level stars hardness",
        "up_to_symmetry symmetries": "symmetric symmetry no_symmetry symmetries reduce fundamental",
        "up_to_turns": "up_to_rotation up_to_rotations rotations",
        "seeds": "repeats n_seeds repetitions runs",
        "strategy strategies": "method solver heuristic algorithm strategy strategies heuristics",
        "strategy": "rule rules weights",
        "pattern patterns": (
            "board boards puzzle puzzles name names pattern patterns input file path"
        ),
        "pieces": "set",
        "group": "category family collection",
        "number": "limit max count first top max_solutions",
        "max_nodes": "nodes node_limit max_iterations max_moves limit",
        "steps watch": "callback debug trace v verbose moves",
        "report": "callback progress",
        "json format": "format fmt to",
        "json": "csv",
        "place lay": "laid list move moves placements after placed pieces_placed",
        "placements": "moves place lay laid",
        "output": "file out save o output format png svg pdf",
        "width": "size figsize dpi scale resolution",
        "seconds": "duration fps length speed",
        "use=-PIECE": "missing lost lose omit except exclude",
        "without": "holes hole block except exclude",
        "difficulties": "difficulty level stars",
        "difficulty=1..2": "easy",
        "difficulty=4..5": "difficult hard",
        "step": "level stage",
        "text": "letters initials",
        "no_color": "plain",
        "colours": "color colour colors",
    },
    "remark": {
        "a terminal has colours without it, FORCE_COLOR=1 keeps them in a pipe, and --no-color "
        "turns them off": "color colour colors colours",
        "the boards and --per-page decide the number of pages": "pages",
    },
    "attribute": {
        "solution.{} grid": "grid placements owners pieces",
        "rows placements front.drawing.cells": "cells letters tolist",
        "dimensions pattern.dimensions": "size shape width height",
        "title pattern.title placement.piece": "name title",
        "array solution.grid grid": "array to_numpy letters",
        "bool(@.solve())": "is_solvable is_possible is_valid has_solution can_be_completed",
        "state.solved status solve().status": "solved is_solved success is_game_over is_complete",
        "seconds": "time elapsed duration runtime",
        "solutions": "count number total n",
        "pop()": "undo back",
        "push(placement) placement": "move play place push_san push_uci",
        "legal_placements solve().moves placements moves": (
            "candidates moves legal_moves steps path history"
        ),
        "placements": "move_stack",
        "placement.{}": "piece cells face",
        "placement.cells cells": "row column col",
        "placement face": "rotation orientation side",
        "placement cells": "cell position",
        "sentence heading": "text message",
        "text": "fen",
        "difficulty rate().difficulty": "level stars difficulty",
        "moves[0].score": "score scores",
        "score.{}": "total matched window crookedness span",
        "solution.svg()": "svg",
        "unique()": "unique is_unique",
        "solve().solution solution": "solution answer",
        "pattern": "board",
        "summary()": "table mean median results best winner nodes ranking",
        "to_pandas()": "dataframe df to_dataframe to_pandas as_frame describe groupby head",
        "answer.{}": "solution nodes status seconds backtracks",
        "state.pieces_left": "pieces_left remaining remaining_pieces unused",
        "save(FILE)": "csv to_csv export",
        "json.dumps(@.as_dict())": "save",
        "as_dict() export('json')": "to_json to_dict json",
        "export('dlx')": "to_dlx",
        "export('dimacs')": "to_cnf to_dimacs to_sat",
        "reason why()": "cause explanation",
        "parse(text)": "load open read from_file from_text from_fen set_fen from_string",
        "symmetric": "up_to_symmetry unique_solutions unique",
        "rotated()": "turn turned rot90",
        "rows grid moves placements pattern solutions placement": "items",
    },
    "kaleido": {
        "Puzzle(FILE)": "puzzle load open parse load_pattern load_puzzle from_file get",
        "Puzzle(…).solutions()": (
            "solve_all all_solutions find_all iter_solutions solutions limit max_solutions"
        ),
        "Puzzle(…).export": "export to_json",
        "Puzzle(…).export('dlx')": "to_dlx",
        "Puzzle(…).export('dimacs')": "to_cnf to_dimacs to_sat",
        "Puzzle(…).why()": "explain reason",
        "Puzzle(…).unique()": "is_unique has_unique_solution",
        "printing.write_pages": "booklet print_board print_pattern",
        "heuristics.make_strategy": "Strategy",
        "generate()": "random random_board random_pattern",
        "named_puzzle(NAME, day=…)": "date day",
        "Position": (
            "Game Kaleidoscope Kaleido place placements legal_placements legal_moves position "
            "moves push pop"
        ),
        "pattern_names()": "list names all_patterns list_patterns patterns PATTERNS boards",
        "named_pattern(NAME)": "pattern",
        "named_set": "pieces pieceset piece_set set",
        "CLASSIC": "piece PIECES",
        "PieceSet": "pieceset Pieces",
        "set_names()": "pieces PIECES piece_sets sets list_sets",
        "named_set(SET).chosen([NAME, …])": "use",
        'solve("# leave: N\n8x8", pieces=…)': "leave",
        "rate": "difficulty rating",
        "solve": "is_solvable solvable is_possible is_feasible has_solution",
        "STRATEGIES": "strategy_names list_strategies all_strategies get_strategies",
        "check(PATTERN, SOLUTION)": "check verify validate is_solution is_valid",
        "sample(PATTERN, N)": "sample samples",
        "compare": "bench benchmark evaluate lab solve_many",
        "plot.board": "draw show display render",
        "plot.animate": "animate animation gif",
        "plot.board(…, islands=True)": "islands island label",
        "plot.window_map": "windows",
        "plot.progression": "plot",
        "read": "read_photo read_image from_image scan",
    },
    "kaleido.plot": {
        "board(kaleido.solve(…))": "solution answer",
        "board": "pattern puzzle show",
        "piece_faces": "pieces piece",
        "animate": "animation",
        "cactus": "compare comparison hist histogram bar boxplot",
    },
    "command": {
        "play": "app demo game gui open serve server start ui watch web",
        "animate": "watch",
        "solve": "import load run score scores search solution",
        "list": "boards examples find gallery ls patterns puzzles",
        "show": "cat describe display edges info islands view",
        "plot": "chart draw figure graph image picture png render svg",
        "solutions": "all all-solutions enumerate solve-all",
        "booklet": "pdf print worksheet worksheets",
        "generate": "create deal new",
        "bench": "benchmark compare evaluate",
        "read": "photo scan",
        "solve today": "daily today",
        "solve random": "random",
        "solve --help": "algorithms heuristics rules strategies",
        "hint": "explain why next",
        "why": "explain proof reason",
        "position": "completable possible solvable",
        "--help": "docs kaleido man manual tutorial usage ? aide aiuto ajuda ayuda hilfe",
    },
    "rate": {"batch rate BOARDS": "all"},
    "hint": {"solve PUZZLE --lay": "all"},
    "show": {"list": "all"},
    "count": {"count": "all all-solutions"},
    "list": {"list": "all every everything groups", "pieces": "sets"},
    "pieces": {"pieces": "list"},
    "suite": {"suite": "list"},
    "value": {
        "standard": "all every everything",
        "today": "daily",
        "paper": "author original singh",
        "checkerboard": "chessboard chess checkers",
        "constrained": "algorithm-x backtracking default dancing-links dfs dlx mrv",
        "dimacs": "cnf sat",
        "dlx": "cover exact-cover",
        "burrtools": "burr xml xmpuzzle",
        "classic": "kaleidoscope",
        "tetrominoes": "tetris",
        "board": "solution answer",
        "curves": "scores score",
    },
    "strategy": {
        "export PUZZLE -o FILE.cnf": "sat cnf minisat cadical kissat glucose cp-sat",
    },
    "suffix": {
        "plot {} -f board -o": "pdf png svg",
        "animate {} -o": "gif mp4 webp",
        "export {} -o": "cnf dlx xmpuzzle",
    },
}
"""By kind, our names and the words for each elsewhere.

Options are those of commands, with a value after =, and the arguments of functions. Attributes are
ways to them from the value, or from the place of an @. Of several, those are meant that a command,
a function or a class has. Packages have columns of their own, for functions, and so have commands
where a word means something else. For values that we do not have, such as other solvers and
suffixes of files, the column names a command. A remark answers an option that we do not have, where
a command has the options in it.
"""


def meant_by(word: str, column: str) -> list[str]:
    """Return what a word of others means here: our names in a column of the table, in its order.

    Examples
    --------
    >>> meant_by("verbose", "option"), meant_by("sat", "value")
    (['steps watch'], ['dimacs'])
    """
    return [own for own, words in TABLE.get(column, {}).items() if word in words.split()]
