"""What a search has refuted is remembered over its runs, and never loses a solution."""

from kaleido import named_pattern, pattern_names
from kaleido.search import Constrained, Problem
from kaleido.search.engine import search
from kaleido.search.events import Exhausted, Place, Solved


class Forgetful(Constrained):
    """The same search without a memory."""

    remembered = 0


def found(problem: Problem, strategy: Constrained) -> tuple[set[frozenset[int]], int]:
    """Return all solutions and the number of nodes, after checking that none comes twice."""
    solutions, nodes, events = [], 0, list(search(problem, strategy, max_solutions=None))
    for event in events:
        nodes += isinstance(event, Place)
        if isinstance(event, Solved):
            solutions.append(frozenset(event.state.path))
    assert isinstance(events[-1], Exhausted)
    assert len(set(solutions)) == len(solutions)
    return set(solutions), nodes


def test_all_solutions_of_a_pattern() -> None:
    problem = Problem(named_pattern("starship"))
    solutions, _ = found(problem, Constrained(3, run_nodes=4))
    everything, _ = found(problem, Forgetful(3, run_nodes=None))
    assert solutions == everything


def test_runs_do_not_search_twice_what_is_refuted() -> None:
    nodes = dict.fromkeys((Constrained, Forgetful), 0)
    for name in pattern_names("unique")[:8]:
        for kind in nodes:
            events = search(Problem(named_pattern(name)), kind(0, run_nodes=20))
            nodes[kind] += sum(isinstance(event, Place) for event in events)
    assert nodes[Constrained] < nodes[Forgetful]
