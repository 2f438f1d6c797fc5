"""Strategies made from names, `module:name`, classes, functions or objects."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard

from kaleido.base.arguments import kind_of
from kaleido.base.attributes import nearest_name
from kaleido.base.bounds import SEED
from kaleido.base.errors import OptionError
from kaleido.base.text import both, one_line, quote, quote_path, shown, unknown
from kaleido.heuristics.registry import DEFAULT, STRATEGIES, strategy_name
from kaleido.library.data import names
from kaleido.search.fork import Fork, Strategy, is_width
from kaleido.search.problem import Problem
from kaleido.search.state import State

if TYPE_CHECKING:
    from kaleido.heuristics.adjusted import Parameter


class Checked:
    """A strategy whose forks are checked before the search uses them.

    What a strategy says is all that the search knows: moves that are not there would give false
    solutions, and a fork that wrongly claims to be complete would give a false proof.
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.name = str(strategy.name)
        self.width = strategy.width
        self._own = f"of strategy {quote(self.name)}"
        if not is_width(self.width):
            raise OptionError(
                f"the width {self._own} is {self.width!r}, expected a whole number from 1 on, or "
                "None"
            )

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run."""
        limits = self.strategy.runs(problem)
        if not hasattr(limits, "__iter__"):
            raise OptionError(
                f"runs() {self._own} returned {shown(limits)}, expected limits of nodes: yield "
                "None for a single run"
            )
        yield from limits

    def fork(self, state: State) -> Fork:
        """Return the moves of the strategy, if they are possible and as complete as it says."""
        fork = self.strategy.fork(state)
        if not isinstance(fork, Fork):
            expected = "expected a kaleido.search.Fork"
            raise OptionError(f"fork() {self._own} returned {shown(fork)}, {expected}")
        options = 0
        for move in fork.moves:
            if not (isinstance(move, int) and move >= 0 and state.live >> move & 1):
                expected = "expected numbers of placements that are live at the state"
                raise OptionError(f"fork() {self._own} returned the move {move!r}, {expected}")
            options |= 1 << move
        if fork.complete and all(state.live & item & ~options for item in state.items):
            raise OptionError(
                f"fork() {self._own} claims to be complete, but no cell or piece has all of its "
                "placements among the moves"
            )
        return fork


class _Function(Protocol):
    def __call__(self, argument: Any, /) -> Any: ...


StrategyLike = str | Strategy | type | _Function
"""The name of a strategy or ``module:name``; a strategy; a class of strategies; a function of a
candidate that returns its score; or one of ``seed``, by that name, that returns a strategy."""

Maker = Callable[[int], Strategy]  # a function that makes a strategy from a seed

Strategies = Mapping[str, StrategyLike] | Iterable[StrategyLike] | StrategyLike
"""Several strategies, by label or called by their names."""

_PARTS = ("name", "width", "runs", "fork")  # what every strategy has
# Where the strategies are whose forks need no check.
_OURS = ("kaleido.heuristics.plus", "kaleido.paper.", "kaleido.search.strategies.")
GROUP = "kaleido.strategies"  # the entry points under which other packages register strategies
EXPECTED = "expected a name, a strategy, a class of strategies or a function of a candidate"


def make_any_strategy(thing: StrategyLike, seed: int | None = None) -> Strategy:
    """Return a strategy for a single search, or raise an `OptionError`.

    By default a strategy keeps its own seed, and anything else makes one with seed 0.
    """
    if seed is None and _is_strategy(thing):
        return _checked(thing)
    return maker_of(thing)(0 if seed is None else SEED.whole(seed, "seed"))


def make_strategy(name: str = DEFAULT, seed: int = 0) -> Strategy:
    """Return a new strategy of Kaleido with that name, which may be adjusted.

    Raises `OptionError` for another name; modules of users are not searched.

    Examples
    --------
    >>> make_strategy("paper").width
    3
    >>> make_strategy("paper+window=0.4").weights.window
    0.4
    """
    from kaleido.heuristics.adjusted import split_name

    bare = strategy_name(split_name(name)[0])
    if bare not in STRATEGIES:
        raise OptionError(unknown("strategy", bare, STRATEGIES))
    return maker_of(name)(seed)


def maker_of(thing: StrategyLike) -> Maker:
    """Return a function that makes a strategy from a seed; it can be sent to other processes.

    A strategy is copied with that seed. Raises `OptionError` for anything else.
    """
    if isinstance(thing, str):
        name = strategy_name(thing)
        if name in STRATEGIES:
            return STRATEGIES[name]
        maker_of(named_strategy(name))  # so that its errors are raised here
        return partial(_named, name)
    if _is_strategy(thing):
        return partial(_copy, thing)
    if isinstance(thing, type):
        return _maker_of_class(thing)
    if callable(thing) and not isinstance(thing, ModuleType):
        return _maker_of_function(thing)
    missing = [part for part in _PARTS if not hasattr(thing, part)]
    lacks = "" if len(missing) == len(_PARTS) else f" without {both(missing)}"
    name = strategy_name(str(getattr(thing, "__name__", "")).rpartition(".")[2])
    meant = f"; did you mean {name!r}?" if name in STRATEGIES else ""
    if isinstance(thing, Mapping):
        meant = "; kaleido.heuristic makes one of weights by name"
    raise OptionError(f"strategy {shown(thing)} is {kind_of(thing)}{lacks}, {EXPECTED}{meant}")


def resolved(maker: Maker) -> Maker:
    """Return a maker as `maker_of` does, with the object instead of its name."""
    while isinstance(maker, partial) and maker.func is _named:
        maker = maker_of(named_strategy(*maker.args))
    return maker


def origin(maker: Maker) -> Any:
    """Return the strategy, class or function of a seed of which a maker makes strategies."""
    maker = resolved(maker)
    is_ours = isinstance(maker, partial) and maker.func in (_copy, _made)
    return maker.args[0] if is_ours else maker  # type: ignore[attr-defined]


def strategy_makers(strategies: Strategies) -> dict[str, Maker]:
    """Return functions that make strategies from a seed, by label.

    Strategies without labels are called by their names, and the same one counts once. It is an
    `OptionError` if two have the same name, one stands for no strategy, or there is none.
    """
    makers: dict[str, Maker] = {}
    things: Iterable[StrategyLike] = ()
    if isinstance(strategies, Mapping):
        makers = {label: maker_of(thing) for label, thing in strategies.items()}
    # A single name must not be iterated over letter by letter.
    elif isinstance(strategies, str | type) or callable(strategies) or _is_strategy(strategies):
        things = [strategies]
    elif isinstance(strategies, Iterable):
        things = strategies
    else:
        raise OptionError(f"strategies is {shown(strategies)}, {EXPECTED}, or several")
    called: dict[str, StrategyLike] = {}
    for thing in things:
        maker = maker_of(thing)
        label = thing if isinstance(thing, str) else maker(0).name
        if label not in called:
            called[label], makers[label] = thing, maker
        elif called[label] is not thing and called[label] != thing:
            raise OptionError(
                f"{shown(called[label])} and {shown(thing)} are both called {quote(label)}: give "
                "strategies labels of their own, {label: strategy, ...}"
            )
    if not makers:
        raise OptionError(f"strategies is {strategies!r}: expected one or more")
    return makers


def _is_strategy(thing: object) -> TypeGuard[Strategy]:
    return not isinstance(thing, type) and all(hasattr(thing, part) for part in _PARTS)


def _checked(strategy: Strategy) -> Strategy:
    """Return a strategy whose forks are checked, unless Kaleido makes them."""
    # A subclass may keep our way to fork, which knows more reasons why nothing is left.
    where = getattr(getattr(type(strategy), "fork", None), "__module__", "")
    if where.startswith(_OURS) or isinstance(strategy, Checked):
        return strategy
    from kaleido.heuristics.scored import ScoredStrategy  # loads the rooms of scores

    return strategy if isinstance(strategy, ScoredStrategy) else Checked(strategy)


def _named(name: str, seed: int) -> Strategy:
    """Return the strategy of a name, which is known wherever it is made."""
    return maker_of(named_strategy(name))(seed)


def _copy(strategy: Strategy, seed: int) -> Strategy:
    made = copy.copy(strategy)
    if hasattr(made, "seed"):
        made.seed = seed
    return _checked(made)


def _made(make: Callable[..., Any], takes_seed: bool, seed: int, **given: Any) -> Strategy:
    """Make a strategy by a class, which may take a seed, or by a function, which does."""
    if not isinstance(make, type):
        made = make(seed, **given)
    else:
        made = make(seed=seed, **given) if takes_seed else make(**given)
        if not takes_seed and hasattr(made, "seed"):
            made.seed = seed
    if not _is_strategy(made):
        raise OptionError(
            f"{getattr(make, '__name__', type(make).__name__)} returned {shown(made)} for seed "
            f"{seed}, expected a strategy with name, width, runs and fork"
        )
    return _checked(made)


def _maker_of_class(kind: type) -> Maker:
    """Return a maker of a class, which gets the seed if it has such a parameter or attribute."""
    if inspect.isabstract(kind):
        missing = ", ".join(sorted(getattr(kind, "__abstractmethods__", ())))
        raise OptionError(f"class {kind.__name__} has no {missing}, expected one that scores")
    if not all(hasattr(kind, part) for part in ("runs", "fork")):
        raise OptionError(
            f"class {kind.__name__} has no runs and fork, expected a class of strategies, such as "
            "a subclass of kaleido.heuristics.ScoredStrategy"
        )
    parameters = inspect.signature(kind).parameters
    needed = [
        name
        for name, each in parameters.items()
        if each.default is each.empty
        and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        and name != "seed"
    ]
    if needed:
        raise OptionError(
            f"class {kind.__name__} needs {', '.join(needed)}: give an object, such as "
            f"{kind.__name__}({needed[0]}=...), or a function of `seed` that makes one"
        )
    return partial(_made, kind, "seed" in parameters)


def _maker_of_function(function: Callable[[Any], Any]) -> Maker:
    """Return a maker of a function of a seed, which returns a strategy, or of a candidate.

    The function is not called to find out: one of a seed has a parameter of that name.
    """
    try:
        is_maker = isinstance(function, partial) or "seed" in inspect.signature(function).parameters
    except ValueError:  # of some functions that are not written in Python
        is_maker = False
    if is_maker:
        return partial(_made, function, True)
    from kaleido.heuristics.scored import heuristic

    return partial(_copy, heuristic(function))


def parameters_of(strategy: StrategyLike) -> Mapping[str, Parameter]:
    """Return the adjustable parameters of a strategy, by name.

    These are parameters of a class, of a function of a seed or of a
    function of a candidate, that are True or False, or whose types have `Bounds`.

    Examples
    --------
    >>> list(parameters_of("edge-matching")), list(parameters_of("probing"))
    (['propagation'], ['probe-nodes'])
    >>> parameters_of("paper-plus")["window"].default
    0.5
    """
    from kaleido.heuristics.adjusted import find_parameters

    return find_parameters(origin(maker_of(strategy)))


def named_strategy(name: str) -> Any:
    """Return the object with a name: a strategy, or its maker.

    It is the name of a strategy of Kaleido, or of one that another package registers as an entry
    point of the group ``kaleido.strategies``; or ``module:name``, where the module is looked for in
    the working directory, too; or ``file.py:name``; or a file of weights, ``….json``, that
    ``kaleido tune`` has written. Any of them may be adjusted, as in ``paper-plus+held+window=2``.
    An `OptionError` says that there is none, or cannot be imported.
    """
    name = strategy_name(name)
    if "+" in name:
        from kaleido.heuristics.adjusted import adjusted, split_name

        bare, changes = split_name(name)
        if changes:
            bare = strategy_name(bare)
            maker = resolved(maker_of(bare))
            return adjusted(maker, origin(maker), bare, changes)
    if name in STRATEGIES:
        return STRATEGIES[name]
    if name.endswith(".json"):
        from kaleido.heuristics.plus import PaperPlus
        from kaleido.search.strategies.policy import Policy
        from kaleido.search.strategies.tuned import Tuned

        base, policy = Policy.learned(Path(name))
        if base == PaperPlus.usual[0]:
            return partial(PaperPlus, weights=policy.weights)
        return partial(Tuned, policy=policy)
    if ":" in name or name.endswith(".py"):
        module, _, attribute = name.rpartition(":")
        if not module or not attribute:
            expected = "module:name"
            if name.endswith(".py"):
                held = vars(_module(name, name)).items()
                own = [each for each, value in held if callable(value) and each != "kaleido"]
                expected = " or ".join(f"{name}:{each}" for each in own) or "one with a function"
            raise OptionError(f"strategy {quote(name, 80)} lacks a name, expected {expected}")
        return _attribute(_module(module, name), attribute, name)
    from importlib.metadata import entry_points  # it reads the folders of all packages

    # Our own names were looked up before.
    registered = {point.name: point for point in entry_points(group=GROUP)}
    if name not in registered:
        known = dict.fromkeys([*STRATEGIES, *registered, "module:name"])
        if name.lower() in names():
            several = "several boards go with a loop or `kaleido batch solve`"
            raise OptionError(f"{quote(name)} is a board, expected a strategy; {several}")
        if "," in name:
            several = "name each by itself (-s A -s B, in Python a list)"
            raise OptionError(f"{quote(name)} is no strategy: {several}")
        raise OptionError(unknown("strategy", name, known))
    try:
        return registered[name].load()
    except Exception as problem:
        raise _import_error(registered[name].value, name, problem) from problem


def _module(module: str, name: str) -> Any:
    """Import a module, given by its name or its file."""
    if module.endswith(".py") and not Path(module).exists():
        raise OptionError(f"strategy {quote(name, 80)}: no such file: {quote_path(module)}")
    try:
        if module.endswith(".py"):
            return _from_file(Path(module))
        # Python puts this directory on the path, but the command `kaleido` does not.
        here = str(Path.cwd())
        if here not in sys.path and "" not in sys.path:
            sys.path.insert(0, here)
        return importlib.import_module(module)
    except Exception as problem:
        raise _import_error(module, name, problem) from problem


def _from_file(path: Path) -> Any:
    # Under its full path, because the file may be called as a module that is there already.
    key = str(path.resolve())
    if key not in sys.modules:
        spec = importlib.util.spec_from_file_location(key, path)
        assert spec is not None  # of every .py file
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[key] = module
    return sys.modules[key]


def _attribute(module: Any, attribute: str, name: str) -> Any:
    found = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise OptionError(
                f"strategy {quote(name, 80)}: {found.__name__} has nothing called {quote(part)}"
                f"{nearest_name(part, dir(found))}"
            )
        found = getattr(found, part)
    return found


def _import_error(module: str, name: str, problem: Exception) -> OptionError:
    what = f"{type(problem).__name__}: {one_line(problem)}"
    return OptionError(f"strategy {quote(name, 80)}: cannot import {module}: {what}")


def sweep(strategy: StrategyLike, weight: str, values: Iterable[float]) -> Mapping[str, Maker]:
    """Return makers of a strategy with one weight of its score changed, by label.

    `kaleido.compare` takes them, and `kaleido.plot.sensitivity` draws its runs.

    Parameters
    ----------
    strategy : str or class
        A strategy or its name, which may be adjusted; what else can be adjusted stays as it is.
    weight : str
        The name of the weight, such as "corner" (crookedness) or "window", or of another number
        that can be adjusted (see `parameters_of`).
    values : iterable of float
        Its values.

    Raises
    ------
    OptionError
        The strategy has no such number, or a value is none within its bounds.

    Examples
    --------
    >>> list(sweep("paper", "corner", [0, 0.26]))
    ['paper corner=0', 'paper corner=0.26']
    """
    from kaleido.heuristics.adjusted import adjusted  # it loads all strategies

    base = maker_of(strategy)
    name = strategy if isinstance(strategy, str) else base(0).name
    found: dict[str, Maker] = {}
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OptionError(f"{weight} is {shown(value)}, expected a number")
        change = f"{weight.replace('_', '-')}={repr(float(value)).removesuffix('.0')}"
        found[f"{name} {change}"] = (
            maker_of(f"{name}+{change}")
            if isinstance(strategy, str)
            else adjusted(base, origin(base), name, [change])
        )
    return MappingProxyType(found)
