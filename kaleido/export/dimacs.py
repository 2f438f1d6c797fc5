"""A puzzle as DIMACS CNF for SAT solvers, and a solver's output read back."""

from collections.abc import Iterator, Sequence
from itertools import combinations, count

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import SolutionError
from kaleido.base.text import quote
from kaleido.export.cover import Cover, options_of
from kaleido.model.placement import Placement
from kaleido.search.notation import format_place
from kaleido.search.problem import Problem
from kaleido.search.state import State

Clause = tuple[int, ...]

PAIRWISE = 9  # the largest number of variables for which pairs take fewer clauses than a counter


def between(
    literals: Sequence[int], least: int, most: int, fresh: Iterator[int]
) -> Iterator[Clause]:
    """Yield clauses that allow from `least` to `most` of the literals to be true; most is not 0.

    Each allowed choice of literals has exactly one choice of the new variables, whose numbers are
    taken from `fresh`, so that no model is counted twice. Common encoders do not promise that.

    References
    ----------
    C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005, for
    the sequential counter; here its variables are defined in both directions.
    """
    size = len(literals)
    if size < least:
        yield ()
        return
    if least == 1:
        yield tuple(literals)
    if size <= most and least <= 1:
        return
    if most == 1 and size <= PAIRWISE:
        for one, other in combinations(literals, 2):
            yield -one, -other
        return
    yield from _counter(literals, least, most, fresh)


def _counter(
    literals: Sequence[int], least: int, most: int, fresh: Iterator[int]
) -> Iterator[Clause]:
    # row[0] says that at least one of the literals so far is true, row[1] at least two, …
    row = [literals[0]]
    for literal in literals[1:-1]:
        if len(row) == most:
            yield -literal, -row[-1]
        grown = []
        for place in range(min(len(row) + 1, most)):
            enough = next(fresh)
            grown.append(enough)
            already = row[place : place + 1]
            if already:
                yield -already[0], enough
            if place:
                yield -literal, -row[place - 1], enough
                yield -enough, row[place - 1]
            else:
                yield -literal, enough
            yield (-enough, literal, *already)
        row = grown
    if len(row) == most:
        yield -literals[-1], -row[-1]
    if least > 1:
        yield (row[least - 2],)
        yield (literals[-1], *row[least - 1 : least])


@checked_arguments
def dimacs_lines(state: State) -> Iterator[str]:
    r"""Yield the lines of a CNF whose models are the solutions, one for one.

    Variable *n* says that placement *n* − 1 is made. Further variables count; the placements
    determine them. Comments ``c var`` name the placements to choose from; the others are ruled out.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model import Board
    >>> few = PieceSet.parse("few", "# sides: mirrored\nD oo\nM o")
    >>> lines = list(dimacs_lines(State.empty(Problem(Board.parse("1x3"), few))))
    >>> lines[0], lines[1], lines[6:9]
    ('c 5 placements to choose from', 'c var 1 D@0,0:front', ['p cnf 5 14', '1 3 0', '-1 -3 0'])
    """
    problem = state.problem
    options = options_of(state)
    if problem.pattern.title:
        yield f"c {problem.pattern.title}"
    yield f"c {len(options):,} placements to choose from"
    for number in options:
        place = format_place(problem.placement(number), problem.pieces, problem.pattern)
        yield f"c var {number + 1} {place}"
    # The header must say how many clauses there are: generate them twice rather than keep them.
    variables, clauses = len(problem), 0
    for clause in _clauses(state, options):
        clauses += 1
        variables = max(variables, *map(abs, clause)) if clause else variables
    yield f"p cnf {variables} {clauses}"
    for clause in _clauses(state, options):
        yield " ".join(map(str, (*clause, 0)))


def _clauses(state: State, options: list[int]) -> Iterator[Clause]:
    problem = state.problem
    cover = Cover(problem, state.filled)
    for number in sorted(set(range(len(problem))) - set(options)):
        yield (-(number + 1),)
    covering: list[list[int]] = [[] for _ in cover.items]
    for number in options:
        for place in cover.covered(number):
            covering[place].append(number + 1)
    fresh = count(len(problem) + 1)
    for item, literals in zip(cover.items, covering, strict=True):
        is_full = problem.pieces.uses_all and not problem.pattern.blanks
        if (
            item.piece is not None
            and item.most > 1
            and (item.most + 1) * problem.pieces[item.piece].size > problem.pattern.size
            and (is_full or not item.least)
        ):
            # The board has no room for more. If all must be used, the cells imply that none is
            # left over.
            continue
        yield from between(literals, item.least, item.most, fresh)


@checked_arguments
def placements_from_dimacs(text: str, problem: Problem) -> list[tuple[Placement, ...]]:
    r"""Return what a SAT solver found for `dimacs_lines`: the placements of each solution.

    The text has lines ``v 1 -2 … 0``, or such numbers alone, and each solution ends with 0;
    ``s UNSATISFIABLE`` means that there is none. SolutionError says that there are no such lines,
    or that one has a word that is not a number.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model import Board
    >>> one = Problem(Board.parse("1x3"), PieceSet.parse("one", "# sides: mirrored\nI ooo"))
    >>> placements_from_dimacs("s SATISFIABLE\nv 1 0", one)
    [(Placement(piece='I', face='front', cells=((0, 0), (0, 1), (0, 2))),)]
    >>> placements_from_dimacs("s UNSATISFIABLE", one)
    []
    """
    found: list[list[int]] = []
    ended = True
    for line in text.splitlines():
        words = line.split()
        if words[:1] in (["s"], ["v"]):
            del words[0]
        if not words or words[0] in ("c", "SATISFIABLE", "SAT"):
            continue
        if words[0] in ("UNSATISFIABLE", "UNSAT"):
            return []
        for word in words:
            try:
                literal = int(word)
            except ValueError:
                raise SolutionError(
                    f"{quote(word)} in {quote(line.strip(), 80)} is no value of a variable: "
                    "expected numbers, or UNSATISFIABLE"
                ) from None
            if ended:
                found.append([])
            ended = literal == 0
            if 0 < literal <= len(problem):
                found[-1].append(literal - 1)
    if not found:
        raise SolutionError(f"{quote(text)} has no line 'v …' with the values of the variables")
    return [problem.placements(numbers) for numbers in found]
