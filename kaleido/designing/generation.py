"""Random boards in any number, improved until they meet a target."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from random import Random
from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import LimitReachedError, NoSolutionError
from kaleido.counting import CountLimits
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space, minimise
from kaleido.designing.symmetry import Symmetry
from kaleido.designing.target import Assessment, Target
from kaleido.model.board import Board
from kaleido.model.solution import Solution
from kaleido.parallel import Crash, Workers, open_jobs

STARTS = 4  # random patterns from which the search for one candidate starts
MAX_FAILURES = 20  # candidates in a row without a new board after which generation ends


@checked_arguments
@dataclass(frozen=True)
class Specification:
    """The boards to generate: the sketch and the target that each fits, and the seed.

    The difficulties of the target take turns, so that there are as many easy boards as hard ones.
    Boards that cannot be counted within the limits are discarded.
    """

    sketch: Sketch = field(default_factory=Sketch.free)
    symmetries: tuple[Symmetry, ...] = ()
    target: Target = field(default_factory=Target)
    seed: int = 0
    limits: CountLimits = field(default_factory=CountLimits)


class Attempt(NamedTuple):
    """The result of the try with a number; without an assessment, no board met the target."""

    number: int
    assessment: Assessment | None


def canonical_text(board: Board) -> str:
    """Return the text of a board in the first of its four rotations in alphabetical order."""
    return min(board.rotated(turns).text for turns in range(4))


def make_candidate(task: tuple[Specification, int]) -> Attempt:
    """Return the candidate with a number."""
    specification, number = task
    space = _space(specification)
    lowest, highest = specification.target.difficulties
    level = lowest + number % (highest - lowest + 1)
    target = replace(specification.target, difficulties=(level, level))
    rng = Random(f"{specification.seed} {number}")

    last: Assessment | None = None

    def penalty(solution: Solution, bound: float) -> float:
        nonlocal last
        last = target.estimate(solution, specification.limits, bound)
        return last.penalty

    for _ in range(STARTS):
        start = space.sample(rng)
        if start is None:
            break
        try:
            minimise(space, penalty, rng, start)
        except MemoryError:  # a limit of this process; the next candidate may need less
            break
        # A pattern that meets the target ends the local search at once.
        if last is not None and not last.penalty:
            return Attempt(number, last)
    return Attempt(number, None)


@lru_cache(maxsize=1)
def prove_possible(specification: Specification) -> None:
    """Prove that there is a board that fits the sketch, or raise a `NoSolutionError`."""
    if _space(specification).sample(Random(specification.seed)) is None:
        raise NoSolutionError("no pattern that fits the sketch has a solution")


@lru_cache(maxsize=1)
def _space(specification: Specification) -> Space:
    return Space(specification.sketch, specification.symmetries)


def generate(
    specification: Specification | None = None,
    workers: int | Workers = 1,
    *,
    scheduler: str | None = None,
    first: int = 0,
    known: frozenset[str] = frozenset(),
) -> Generator[Attempt]:
    """Yield boards without end, no two of them rotations of each other.

    The boards and their order depend on the specification alone, not on the number of workers.

    Parameters
    ----------
    specification : Specification, optional
        By default any solvable board.
    workers : int or Workers, optional
        The number of processes, -1 for one on each core, or those of
        `kaleido.parallel.make_workers`.
    scheduler : str, optional
        The address of the scheduler of a Dask cluster, such as ``tcp://host:8786``, whose workers
        make them instead.
    first : int, optional
        The number of the first candidate. A run that is resumed starts with the number after
        that of its last board.
    known : frozenset of str, optional
        The `canonical_text` of boards to leave out.

    Raises
    ------
    NoSolutionError
        It is proved that no board fits the sketch.
    LimitReachedError
        ``MAX_FAILURES`` candidates in a row gave no new board.

    Examples
    --------
    >>> from itertools import islice
    >>> specification = Specification(target=Target(max_solutions=1, difficulties=(1, 2)))
    >>> boards = [each.assessment for each in islice(generate(specification), 2)]
    >>> [(board.solutions, board.rating.difficulty) for board in boards]
    [(1, 1), (1, 2)]
    """
    specification = specification or Specification()
    prove_possible(specification)
    with open_jobs(workers, scheduler) as own:
        yield from _fresh(specification, own, first, known)


def _fresh(
    specification: Specification, workers: Workers, first: int, known: frozenset[str]
) -> Iterator[Attempt]:
    """Yield the candidates that are new boards."""
    seen, failures = set(known), 0
    for candidate in _in_order(specification, workers, first):
        failures += 1
        if candidate.assessment is not None:
            text = canonical_text(candidate.assessment.solution.pattern)
            if text not in seen:
                seen.add(text)
                failures = 0
                yield candidate
        if failures >= MAX_FAILURES:
            raise LimitReachedError(f"{failures} tries in a row gave no new board")


def _in_order(specification: Specification, workers: Workers, first: int) -> Iterator[Attempt]:
    """Yield the candidates in the order of their numbers."""
    tasks = ((specification, number) for number in count(first))
    waiting: dict[int, Attempt] = {}
    following = first
    for place, made in workers.map_unordered(make_candidate, tasks):
        number = first + place
        waiting[number] = Attempt(number, None) if isinstance(made, Crash) else made
        while following in waiting:
            yield waiting.pop(following)
            following += 1
