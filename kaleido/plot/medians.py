"""Searches side by side: how far each strategy is after so many moves, as medians with bands.

A search is a step curve. Of several searches of one strategy, over boards and seeds, a figure has
the median at every place, and the middle half of them as a band.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kaleido.base.errors import OptionError
from kaleido.base.text import percent, plural, unknown
from kaleido.lab.statistics import FloatArray
from kaleido.plot.comparing import (
    MOST_BANDS,
    NAMED_SIZE,
    End,
    draw_steps,
    finish,
    handles_of,
    name_ends,
    show_percent,
)
from kaleido.plot.documented import documented, recordings_of
from kaleido.plot.failed import mark_end
from kaleido.plot.figure import describe, make_axes, make_figure, set_heading, title_panel
from kaleido.plot.themes import current_theme
from kaleido.puzzle.recording import Recording
from kaleido.search.state import State

Extent = Literal["edges", "pieces", "cells"]
Along = Literal["moves", "nodes"]

_PANEL = (3.4, 2.6)  # that of each of several axes
_PANELS = 12  # the most boards that have axes each by default
_MOST = 800  # the most places of a curve that is drawn
_WIDE = 10  # the scale is logarithmic if the longest search is this many times the shortest
_QUARTILES = 25, 50, 75
_BEFORE = 0.85  # where a logarithmic scale has the board before the first move
_LASTS = 0.6  # how long the last board is shown, in moves
_WORDS: Mapping[str, str] = {
    "edges": "inner edges known",
    "pieces": "pieces on the board",
    "cells": "cells covered",
}


class StepCurve(NamedTuple):
    """A search as a step curve: from each place on, a value holds until the next.

    Nothing is known after its `end`, which is infinite where the search is over.
    """

    values: FloatArray
    end: float

    def at(self, places: FloatArray) -> FloatArray:
        """Return the values at some places, NaN after the end."""
        last = len(self.values) - 1
        found = self.values[np.minimum(places, last).astype(int)]
        return np.where(places <= self.end, found, np.nan)


class Band(NamedTuple):
    """The first quartile, the median and the third quartile of searches, from each place on."""

    places: FloatArray
    low: FloatArray
    median: FloatArray
    high: FloatArray
    is_cut: bool
    """Whether it ends because the searches gave up."""

    @classmethod
    def of(cls, searches: Sequence[StepCurve], last: int, *, is_log: bool, least: float) -> Band:
        """Return the band up to a last place, as far as at least a share of searches are known."""
        places = np.arange(last + 1, dtype=float)
        if len(places) > _MOST:
            chosen = np.geomspace(1, last, _MOST) if is_log else np.linspace(0, last, _MOST)
            places = np.unique([0, *chosen.round(), last])
        values = np.array([search.at(places) for search in searches])
        known = (~np.isnan(values)).mean(axis=0) >= least
        places, values = places[known], values[:, known]
        low, median, high = np.nanpercentile(values, _QUARTILES, axis=0)
        return cls(places, low, median, high, not known.all())


class _Kind(NamedTuple):
    """The kind of a curve: how a search is read, and the labels of the axes."""

    of: Extent
    over: Along
    best: bool = False

    def value(self, state: State) -> float:
        """Return the value of a board."""
        if self.of == "edges":
            return state.inner_edges
        return state.depth if self.of == "pieces" else state.filled.bit_count()

    def full(self, recording: Recording) -> int:
        """Return the value of a solved board."""
        problem = recording.start.problem
        if self.of == "edges":
            return problem.solved_edges
        return problem.pieces.number if self.of == "pieces" else problem.pattern.size

    def read(self, recording: Recording, *, is_share: bool) -> StepCurve:
        """Return a recording as a curve, of shares of a solved board or of numbers."""
        steps = [step.place.state for step in recording.steps]
        if self.over == "moves":
            steps = [steps[number] for number in recording.line]
        values = np.array([*map(self.value, [recording.start, *steps])], float)
        if self.best:
            values = np.maximum.accumulate(values)
        if is_share:
            values /= max(self.full(recording), 1)
        is_over = self.over == "nodes" and recording.answer.status != "gave-up"
        return StepCurve(values, inf if is_over else len(values) - 1)

    @property
    def label(self) -> str:
        """The label of the y axis."""
        return f"most {_WORDS[self.of]} so far" if self.best else _WORDS[self.of]

    @property
    def places(self) -> str:
        """The label of the x axis."""
        if self.over == "nodes":
            return "nodes (placements tried)"
        return "moves, without those taken back"


@documented(recordings_of)
def progressions(
    recordings: Mapping[str, list[Recording]],
    *,
    ax: Axes | None = None,
    of: Extent = "edges",
    over: Along = "moves",
    by_board: bool | None = None,
) -> Figure:
    """Draw how far each strategy is after every move: the edges known, the pieces or the cells.

    There is a curve for each strategy: of several searches, on several boards or with several
    seeds, the median, and for up to four strategies the middle half of the searches as a band.
    Where boards have different numbers of edges, pieces or cells, these are shares of a solved one.

    Parameters
    ----------
    of : {"edges", "pieces", "cells"}, optional
        What is counted on the boards.
    over : {"moves", "nodes"}, optional
        Along the moves that lead to the solution (or to the fullest board), as far as half of the
        searches come; or along all placements tried, whose scale is logarithmic if some searches
        are ten times as long as others. A curve along the nodes ends with a marker where the first
        search gave up; a search that is over stays at its last board.
    by_board : bool, optional
        Draw axes for each board, on a new figure. By default so for up to twelve boards that start
        with different numbers of edges, as a median over these would be of boards, not of
        strategies.

    Examples
    --------
    >>> from kaleido import record
    >>> searches = {"A": record("car", "paper"), "B": record("car", "constrained")}
    >>> progressions(searches).alt
    'Inner edges known, by moves, without those taken back. A: from 52 to 65; B: from 52 to 65.'
    """
    if by_board is None:
        starts = {
            each.start.problem.pattern: each.start.inner_edges
            for own in recordings.values()
            for each in own
        }
        differ = of == "edges" and len({*starts.values()}) > 1
        by_board = ax is None and differ and len(starts) <= _PANELS
    return _draw(recordings, _Kind(of, over), ax, by_board=by_board)


@documented(recordings_of)
def anytime(
    recordings: Mapping[str, list[Recording]],
    *,
    ax: Axes | None = None,
    of: Extent = "cells",
    by_board: bool = False,
) -> Figure:
    """Draw the fullest board that each strategy has found after each number of nodes.

    Such curves compare searches of any limits: a curve shows the result of stopping there. They are
    medians with bands, as those of `progressions`.

    Parameters
    ----------
    of : {"pieces", "cells"}, optional
        What is counted on the boards.

    References
    ----------
    S. Zilberstein, "Using anytime algorithms in intelligent systems", AI Magazine 17, 1996.

    Examples
    --------
    >>> from kaleido import record
    >>> searches = {"paper": [record(name, "paper") for name in ("car", "twelve")]}
    >>> anytime(searches).alt
    'Most cells covered so far, by nodes (placements tried). paper: from 0 to 64.'
    """
    if of == "edges":
        told = "more edges may be known on a board that leads nowhere than on a solved one"
        raise OptionError(f"of is 'edges', expected pieces or cells: {told}")
    return _draw(recordings, _Kind(of, "nodes", best=True), ax, by_board=by_board)


def _draw(
    grouped: Mapping[str, list[Recording]], kind: _Kind, ax: Axes | None, *, by_board: bool
) -> Figure:
    for option, choices in ((kind.of, get_args(Extent)), (kind.over, get_args(Along))):
        if option not in choices:
            raise OptionError(unknown("choice", str(option), choices))
    if not by_board:
        ax = make_axes(ax, *NAMED_SIZE)
        told = _draw_axes(ax, grouped, kind, list(grouped))
        bands = " and the middle half of searches" * (len(grouped) <= MOST_BANDS)
        spread = f",\nmedians{bands}" * (max(map(len, grouped.values())) > 1)
        ax.set_title(f"{kind.label.capitalize()} by {kind.over}{spread}")
        return describe(ax, f"{kind.label.capitalize()}, by {kind.places}. {told}.")
    if ax is not None:
        raise OptionError("by_board draws axes for each board: leave out ax")
    return _draw_panels(grouped, kind)


def _draw_panels(grouped: Mapping[str, list[Recording]], kind: _Kind) -> Figure:
    """Draw axes for each board, which share their scales, with one legend for all."""
    recordings = [each for own in grouped.values() for each in own]
    boards = list(dict.fromkeys(each.start.problem.pattern for each in recordings))
    across = min(len(boards), 3)
    down = -(-len(boards) // across)
    height = down * _PANEL[1] + 0.5 + 0.17 * len(grouped)
    figure = make_figure(max(across * _PANEL[0], NAMED_SIZE[0]), height)
    axes = figure.subplots(down, across, sharey=True, squeeze=False).ravel().tolist()
    for ax in axes[len(boards) :]:
        ax.remove()
    told = []
    for number, (ax, board) in enumerate(zip(axes, boards, strict=False), start=1):
        shown = {
            label: [each for each in own if each.start.problem.pattern == board]
            for label, own in grouped.items()
        }
        name = board.title or f"board {number}"
        words = _draw_axes(ax, shown, kind, [])
        title_panel(ax, name)
        told.append(f"{name}: {words}")
        ax.label_outer(remove_inner_ticks=False)
        is_lowest = number > len(boards) - across
        ax.tick_params(labelbottom=is_lowest)
        ax.set(xlabel=kind.places if is_lowest else "")
    axes[0].set_ylim(bottom=0)  # all share it
    columns = min(len(grouped), 4)
    figure.legend(**handles_of(list(grouped)), loc="outside lower center", ncols=columns)
    heading = f"{kind.label.capitalize()} on {plural(len(boards), 'board')}"
    set_heading(figure, heading)
    return describe(figure, f"{heading}, by {kind.places}. {'. '.join(told)}.")


def _draw_axes(
    ax: Axes, grouped: Mapping[str, list[Recording]], kind: _Kind, named: Sequence[str]
) -> str:
    """Draw the curves of several labels, of which some are named beside them; say their ends."""
    recordings = [each for own in grouped.values() for each in own]
    full = {kind.full(each) for each in recordings}
    is_share = len(full) > 1
    searches = {
        label: [kind.read(each, is_share=is_share) for each in own]
        for label, own in grouped.items()
    }
    lengths = [len(each.values) - 1 for own in searches.values() for each in own]
    is_log = kind.over == "nodes" and max(lengths) > _WIDE * max(min(lengths), 1)
    told, ends = [], list[End]()
    ended = {label: _ended(label, own) for label, own in grouped.items()}
    for number, (label, own) in enumerate(searches.items()):
        if not own:
            continue
        # Along the nodes all searches must be known, as those that end early are no fair sample.
        least = 1 if kind.over == "nodes" else 0.5
        band = Band.of(own, max(lengths), is_log=is_log, least=least)
        _draw_band(ax, band, number, len(searches), kind, is_log=is_log)
        first, last = band.median[[0, -1]]
        # The median is that of searches without a solution where most have none.
        if 2 * sum(each.failed for each in grouped[label]) > len(own):
            mark_end(ax, float(band.places[-1]), float(last))
        told.append(f"{ended[label]}: from {_say(first, is_share)} to {_say(last, is_share)}")
        ends.append(End(float(band.places[-1]), float(last), ended[label], number))
    _finish_axes(ax, kind, max(lengths), 1 if is_share else full.pop(), is_log=is_log)
    if named:
        ax.set_ylim(bottom=0)
        name_ends(ax, ends)
    return "; ".join(told)


def _ended(label: str, own: Sequence[Recording]) -> str:
    """Return a label with how many of its searches found no solution, if there are any."""
    failed = [each for each in own if each.failed]
    if len(own) == 1 and failed:
        return f"{label}, {failed[0].end.rpartition(': ')[2]}"
    return f"{label}, {len(failed)} of {len(own)} failed" if failed else label


def _draw_band(ax: Axes, band: Band, number: int, count: int, kind: _Kind, *, is_log: bool) -> None:
    # The last board, too, is there for a while.
    places = np.append(band.places, band.places[-1] + (_LASTS if kind.over == "moves" else 0))
    low, median, high = (np.append(each, each[-1]) for each in band[1:4])
    places = np.maximum(places, _BEFORE) if is_log else places
    cut = -1 if band.is_cut and kind.over == "nodes" else None
    draw_steps(ax, places, median, (low, high), number, count, cut)


def _finish_axes(ax: Axes, kind: _Kind, last: int, full: float, *, is_log: bool) -> None:
    grey = current_theme().grey
    ax.axhline(full, color=grey, linewidth=0.8, linestyle=":", zorder=1)
    above: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "textcoords": "offset points"}
    number = "" if full == 1 else f": {full:g}"
    ax.annotate(f"solved{number}", (0.01, full), (0, 2), color=grey, fontsize="small", **above)
    ax.set(xlabel=kind.places, ylabel=kind.label)
    if full == 1:
        show_percent(ax.yaxis)
        ax.set_ylabel(f"{kind.label}, of a solved board's")
    else:
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    if is_log:
        ax.set(xscale="log", xlim=(_BEFORE, max(last, 1) * 1.05))
        finish(ax.xaxis)
    else:
        ax.set_xlim(0, last + _LASTS)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y", color=current_theme().faint)
    ax.set_axisbelow(True)


def _say(value: float, is_share: bool) -> str:
    return percent(value) if is_share else f"{value:g}"
