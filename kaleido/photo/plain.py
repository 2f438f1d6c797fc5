"""Which cells show their print plainly.

A thing on a board (a finger, a slip, a pen) has an outline that is not on the lines of the grid.
The outline makes the cells that it crosses uneven, or puts a step beside a line. Print ends on the
lines of a crossed cell, and a thing does not: so the thing has the colour that most of these places
share and that hardly ever ends on a line. An even cell is in doubt if the thing may cover it: the
cell has the thing's colour, or one that is not known, and continues across a line at the outline.
A crossed cell is plain, too, if enough of its print is seen and the thing has another colour, or if
most of its lines show that print.

Colours are in CIELAB with lightness halved, divided by the contrast between black and colour.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from kaleido.photo.classifier import MIN_CHROMA, Middles, linear, to_lab
from kaleido.photo.image import Pixels
from kaleido.photo.prior import Choice, counts_away
from kaleido.photo.quad import CELLS, Floats, Mask, Quad, Values, inner_halves

LEAST_CHANCE = 0.7  # of the letter of a plain cell, by its middle
MOST_INKLESS = 12  # even cells that show no ink: more are not covered
MOST_OTHERWISE = 3  # even cells with another hue that end on their lines
MOST_AWAY = 6  # cells of which some choice of faces has other counts than those that are read

FINE = 16  # samples along the side of a cell
PARTS = 6  # parts along the inner three quarters of it

# How far the parts of an even cell may be from its colour; more if all cells are grainy.
UNEVEN = 0.35
MOST_UNEVEN = 0.8
# How far a cell may be from the colour that its letter has there, by the other cells: black is
# the evenest.
UNUSUAL = np.array([0.115, 0.175, 0.175, 0.175])
UNUSUAL_OF_FEW = 0.22  # if they are fewer than `MANY`
MANY = 10
# The same in median distances of all cells, on a board where those are large; and the least
# difference between the squares of its distances from the other letters' colours and its own's.
FAR = 6.0
CLEAR = 4.0
# How far from black, of the way to their ink, cells may be that end on their lines; and how much
# more unusual such cells may be, without being in a shadow.
SHADES = 0.5, 1.2
LOOSER = 1.5

SAME = 0.15  # colours that are less far apart may be those of one thing
BLENDED = 0.22  # the same, where only a sliver of it may be seen
APART = 0.36  # colours that are farther apart are not
FOREIGN = 0.25  # a colour that is farther from all inks of the board is another colour
COMMON = 0.7  # the share of the crossed places at which the colour of a thing is seen
# Places: fewer show no colour in common, and more may belong to several things.
LEAST_CROSSED, MOST_CROSSED = 2, 30
LEAST_SEEN = 0.2  # the share of a crossed cell that must show its print
MOST_SEEN = 0.4  # the same if the thing's colour is not known
SLIVER = 0.06  # the share of all these places that must show an ink or another colour as a thing's

LINED = 6  # segments of lines on which the print of crossed cells ends, at least
MOST_LINED = 0.8  # of them show the same print
LOOSE = 0.2  # of them may seem to show the thing

STEPS = 4  # segments along a border, in each of which the step between two cells is placed
ASIDE = 0.075  # how far from its line a step is out of place, in cells
FAR_ASIDE = 0.125  # the same if no other such step is near
ON_LINE = 0.04  # how near to its line it is in place
AT_RIM = 0.5  # the share of the steps out of place that touch a thing, if it crosses no cell


class Seen(NamedTuple):
    """The letters that the cells seem to show, and which of them are certain."""

    letters: Choice
    """The likeliest letters, (64,)."""
    plain: Mask
    """Which cells show that plainly."""
    doubted: Mask
    """Which cells look plain, but may be covered."""
    beside: Mask
    """Which cells are plain beside a thing that covers a part of them."""
    shaded: Mask
    """Which cells have a shade that no others have, so that the solver must confirm them."""


def seen_plainly(pixels: Pixels, quad: Quad, middles: Middles) -> Seen:
    """Return which letters the cells show, and where they do so plainly.

    The picture is that of `Quad.shrunk`.
    """
    patches = _patches(pixels, quad)
    parts = _parts(patches)
    colours = np.median(parts, axis=1)
    # A speck does not make a cell uneven.
    unevenness = np.sort(np.linalg.norm(parts - colours[:, None], axis=2), axis=1)[:, -3]
    noise = float(np.median(unevenness))
    even = unevenness < np.clip(4 * noise, UNEVEN, MOST_UNEVEN)
    letters = middles.table.argmax(axis=1)
    inked = middles.is_ink & (middles.table.max(axis=1) >= LEAST_CHANCE)
    steps = _steps(patches, noise)
    whole = steps.on_line.sum(axis=1) >= STEPS - 1
    between_even = even[steps.pairs].all(axis=1)
    ended = zip(np.split(steps.pairs, 2), np.split(whole & between_even, 2), strict=True)
    # By direction: on how many of its lines each cell ends.
    ends_by = [np.bincount(each[on].ravel(), minlength=CELLS**2) for each, on in ended]
    ends = np.add(*ends_by)
    # A thing may be there, with a corner on one line or, as a slip, between two lines.
    loose = (ends < 2) | (ends == 2) & (np.maximum(*ends_by) == 2)
    differ = letters[steps.pairs[:, 0]] != letters[steps.pairs[:, 1]]
    sides = np.bincount(steps.pairs[differ].ravel(), minlength=CELLS**2)
    on_lines = (ends >= np.minimum(sides, 3)) & (ends >= 2)
    usual, plain, shaded = _as_usual(colours, letters, even & inked, on_lines & even.all())
    doubted, visible = _under_things(
        steps, ends, loose, parts, colours, even, plain, letters, usual
    )
    looks, plain = plain, plain & ~doubted
    letters = np.where(visible < 0, letters, visible)
    plain |= visible >= 0
    printed = even & on_lines & (np.hypot(middles.lab[:, 1], middles.lab[:, 2]) > MIN_CHROMA)
    if (
        np.count_nonzero(even & ~inked) > MOST_INKLESS
        or np.count_nonzero(printed & ~middles.is_ink) > MOST_OTHERWISE
        or counts_away(letters) > MOST_AWAY + np.count_nonzero(~plain)
    ):
        plain[:] = False  # a negative, or turned hues: the colours are not those of the print
    return Seen(letters, plain, (looks | shaded) & ~plain, visible >= 0, shaded)


def _patches(pixels: Pixels, quad: Quad) -> Floats:
    """Return the samples of the cells, (8, 16, 8, 16, 3), as if the picture were well exposed."""
    gain = np.float32(255 / max(float(np.percentile(pixels.max(axis=2), 99)), 30.0))
    light = quad.patches(linear(pixels.astype(np.float32) * gain), FINE)
    board = to_lab(np.median(inner_halves(light), axis=1)).reshape(CELLS, CELLS, 3)
    steps = [np.linalg.norm(np.diff(board, axis=axis), axis=-1).ravel() for axis in (0, 1)]
    away = np.concatenate(steps)
    # Most neighbours that differ are black and a colour.
    contrast = float(np.median(away[away > 0.5 * np.percentile(away, 90)]))
    return to_lab(light) / np.float32(max(contrast, 5.0))


def _parts(patches: Floats) -> Floats:
    """Return the parts of the inner three quarters of each cell, (64, 36, 3)."""
    rim, size = FINE // 8, FINE * 3 // 4 // PARTS
    inner = patches[:, rim:-rim, :, rim:-rim].reshape(CELLS, PARTS, size, CELLS, PARTS, size, 3)
    means = inner.mean(axis=(2, 5), dtype=np.float32).transpose(0, 2, 1, 3, 4)
    return np.asarray(means.reshape(CELLS**2, PARTS**2, 3), np.float32)


def _as_usual(
    colours: Floats, letters: Choice, sure: Mask, on_lines: Mask
) -> tuple[Values, Mask, Mask]:
    """Return the colour of each letter in each cell, (4, 64, 3), and which sure cells have theirs.

    The third value is a single patch of cells that may be in a shadow, or covered.
    Light falls off smoothly over the board, and cells that end on their lines may be in a shadow.
    Letters without a sure cell have infinite colours.
    """
    usual = np.full((4, CELLS**2, 3), np.inf)
    cells = np.arange(CELLS**2)
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1) / (CELLS - 1) - 0.5
    design = np.column_stack([np.ones(CELLS**2), col, row, col**2 + row**2])
    for letter in np.unique(letters[sure]):
        own = sure & (letters == letter)
        few = own.sum() < MANY
        usual[letter] = np.median(colours[own], axis=0) if few else _fitted(design, colours, own)
    from_letters = np.linalg.norm(usual - colours, axis=2)
    away = from_letters[letters, cells]
    from_letters[letters, cells] = np.inf
    spread = float(np.median(away[sure])) if sure.any() else 0.0
    few = np.bincount(letters[sure], minlength=4)[letters] < MANY
    limit = np.maximum(np.where(few, UNUSUAL_OF_FEW, UNUSUAL[letters]), FAR * spread)
    clear = away**2 < from_letters.min(axis=0) ** 2 - (CLEAR * spread) ** 2
    plain = sure & clear & (away < np.where(on_lines, LOOSER, 1) * limit)
    with np.errstate(invalid="ignore"):  # letters that no sure cell has
        way = usual[letters, cells] - usual[0]
        share = ((colours - usual[0]) * way).sum(axis=1) / (way**2).sum(axis=1).clip(1e-6)
        shade = usual[0] + share.clip(*SHADES)[:, None] * way
        shaded = np.linalg.norm(colours - shade, axis=1) < limit
    shaded &= sure & ~plain & on_lines
    if len(_connected(int(shaded.argmax()), shaded)) < np.count_nonzero(shaded):
        plain |= shaded
        shaded[:] = False
    for letter in np.unique(letters[sure]):
        own = sure & (letters == letter)
        if plain[own].mean() < COMMON:
            plain &= ~own  # There are two such colours, and nothing shows which is print.
    return usual, plain, shaded & ~plain


class _Steps(NamedTuple):
    """The steps between neighbouring cells, of which there are 112."""

    pairs: Choice
    """The two cells of each, (112, 2)."""
    colours: Floats
    """The colours on both sides of each segment, (112, 8, 3)."""
    aside: Mask
    """Whether it is beside its line."""
    far: Mask
    """Whether it is so far beside it that it shows an outline alone."""
    on_line: Mask
    """Whether it is on its line, by segments, (112, 4)."""


def _steps(patches: Floats, noise: float) -> _Steps:
    """Place the steps between neighbouring cells."""
    board = patches.reshape(CELLS * FINE, CELLS * FINE, 3)
    cells = np.arange(CELLS**2).reshape(CELLS, CELLS)
    half, rim = FINE // 2, FINE // 8
    bands, pairs = [], []
    for lines, numbers in ((board, cells), (board.transpose(1, 0, 2), cells.T)):
        across = lines[half:-half].reshape(CELLS - 1, FINE, CELLS, FINE, 3)[:, :, :, rim:-rim]
        bands.append(across.reshape(CELLS - 1, FINE, CELLS, STEPS, -1, 3).mean(axis=4))
        pairs.append(np.stack([numbers[:-1], numbers[1:]], axis=-1))
    # By line, cell along it and segment, and the samples across it.
    band = np.concatenate(bands).transpose(0, 2, 3, 1, 4)
    first, second = band[..., 1:5, :].mean(axis=3), band[..., 11:15, :].mean(axis=3)
    way = second - first
    size = np.linalg.norm(way, axis=-1)
    passed = ((band - first[..., None, :]) * way[..., None, :]).sum(axis=-1)
    share = (passed / np.maximum(size, 1e-3)[..., None] ** 2)[..., 1:-1].clip(-0.5, 1.5)
    place = (1 - share).sum(axis=-1) / FINE - 0.5 + 1 / FINE
    place = _off_lines(np.where(size > np.clip(3 * noise, 2 * SAME, 4 * SAME), place, np.nan))
    shown = np.isfinite(place)
    usual = float(np.median(np.abs(place[shown]))) if shown.any() else 0.0
    far = np.abs(np.where(shown, place, 0))
    aside = far > np.maximum(ASIDE, 4 * usual / np.maximum(size, 0.1))
    on_line = shown & (far < max(ON_LINE, 3 * usual))
    return _Steps(
        np.concatenate(pairs).reshape(-1, 2),
        np.concatenate([first, second], axis=2).reshape(-1, 2 * STEPS, 3),
        (aside.sum(axis=2) >= STEPS // 2).ravel(),
        ((far > FAR_ASIDE).sum(axis=2) >= STEPS // 2).ravel(),
        on_line.reshape(-1, STEPS),
    )


def _off_lines(places: Values) -> Values:
    """Return how far steps are from a line through most steps of theirs, which may be askew."""
    along = np.arange(CELLS * STEPS) / STEPS
    design = np.column_stack([np.ones(len(along)), along])
    off = places.reshape(len(places), -1, 1).copy()
    for line in off:
        shown = np.isfinite(line[:, 0])
        if shown.sum() >= 3 * STEPS:
            line -= _fitted(design, line, shown)
        elif shown.any():
            line -= np.median(line[shown])
    return off.reshape(places.shape)


def _fitted(design: Values, values: Floats | Values, own: Mask) -> Values:
    """Fit values by least squares to most of these rows, and return the fit for all rows."""
    kept = own
    fitted = np.asarray(values, float)
    for _ in range(4):
        fitted = design @ np.linalg.lstsq(design[kept], values[kept], rcond=None)[0]
        far = np.linalg.norm(values - fitted, axis=1)
        near = own & (far < max(2.5 * float(np.median(far[own])), 0.02))
        if near.sum() < MANY - 2 or (near == kept).all():
            break
        kept = near
    return fitted


def _under_things(
    steps: _Steps,
    ends: Choice,
    loose: Mask,
    parts: Floats,
    colours: Floats,
    even: Mask,
    plain: Mask,
    letters: Choice,
    usual: Values,
) -> tuple[Mask, Choice]:
    """Return which even cells things may cover, and the letters seen beside things, or -1."""
    between_even = even[steps.pairs].all(axis=1)
    crossed = np.flatnonzero(~even).tolist()
    moved = np.flatnonzero(steps.aside & between_even)
    moved = moved[steps.far[moved] | _in_outlines(steps.pairs[moved], crossed)]
    visible = np.full(CELLS**2, -1)
    beside = np.repeat(steps.pairs, STEPS, axis=1)
    on_line = np.tile(steps.on_line, 2) & ~even[beside]
    ended = steps.colours[on_line]
    # How often each letter ends on the lines of a crossed cell.
    lined = np.zeros((CELLS**2, 4), int)
    away = np.linalg.norm(usual[:, beside[on_line]] - ended, axis=2)
    np.add.at(lined, beside[on_line], (away < BLENDED).T)
    thing = _thing([*parts[crossed], *steps.colours[moved]], usual, ended)
    few = np.bincount(letters[even], minlength=4)[letters] < MANY
    near = np.where(few, APART, SAME)[:, None]
    like_thing = np.asarray((_distances(colours, thing.colours) < near).any(axis=1))
    # A cell that is much nearer to the colour of its letter than to the thing's is not covered.
    away = np.linalg.norm(colours - usual[letters, np.arange(CELLS**2)], axis=1)
    like_thing &= few | (_distances(colours, thing.ink[None])[:, 0] < (CLEAR * away).clip(SAME))
    # The cells where something ends, and whether that is the thing whose colour is known.
    reached: list[tuple[int, bool]] = []
    for cell, known in zip(crossed, thing.seen, strict=False):
        shows = _distances(usual[:, cell], parts[cell]) < SAME
        best = int(shows.sum(axis=1).argmax())
        if known:
            apart = np.linalg.norm(usual[best, cell] - thing.ink) > APART
            shown = apart and shows[best].mean() >= LEAST_SEEN
        else:
            sides = len([*_neighbours(cell)])
            least = max(LINED * sides / 4, MOST_LINED * lined[cell].sum())
            shown = shows[best].mean() >= MOST_SEEN and lined[cell, best] >= least
        rest = parts[cell]
        if shown:
            visible[cell] = best
            rest = np.where(shows[best, :, None], np.inf, rest)
        for other, strip in _sides(cell, rest):
            if (_distances(strip, colours[[other]]) < SAME).any():
                reached.append((other, known))
    for pair, far, known in zip(
        steps.pairs[moved], steps.far[moved], thing.seen[len(crossed) :], strict=True
    ):
        if known or far or not thing.seen.any():
            reached += [(cell, known) for cell in pair.tolist()]
    doubted = np.zeros(CELLS**2, bool)
    for cell, known in reached:
        if even[cell] and ends[cell] < 3 and (like_thing[cell] or not known):
            # It goes on over cells of the same letter, but not over those that end on their lines.
            # A corner of a thing whose colour is known may be on two lines.
            alike = even & (letters == letters[cell])
            alike &= like_thing & (ends < 3) if known else loose
            patch = _connected(cell, alike)
            # A thing that crosses no cell has most steps at its rim; those of a fold scatter.
            if crossed or np.isin(steps.pairs[moved], patch).any(axis=1).mean() >= AT_RIM:
                doubted[patch] = True
    surely = np.bincount(letters[plain & ~doubted], minlength=4)
    visible[(visible >= 0) & (surely[visible] < 2)] = -1
    return doubted, visible


def _in_outlines(pairs: Choice, crossed: list[int]) -> Mask:
    """Return which steps beside their lines have a place next to them where an outline goes on."""
    touched = np.zeros((CELLS + 2, CELLS + 2), int)
    for cell in [*crossed, *crossed, *pairs.ravel().tolist()]:
        row, col = divmod(cell, CELLS)
        touched[row : row + 3, col : col + 3] += 1
    rows, cols = np.divmod(pairs, CELLS)
    return np.asarray(touched[rows + 1, cols + 1].max(axis=1, initial=0) > 2)


class _Thing(NamedTuple):
    """A thing on the board, by the places that it crosses."""

    ink: Floats
    """Its colour, infinite if that is not known."""
    colours: Floats
    """Those of the parts of places that are like it."""
    seen: Mask
    """At which places one of them is seen."""


def _thing(places: Sequence[Floats], usual: Values, ended: Floats) -> _Thing:
    """Return the colour at most places that is no ink's, or that does not end on lines like print.

    A blend of two inks counts only if it is seen often.
    """
    none = _Thing(np.full(3, np.inf), np.zeros((0, 3), np.float32), np.zeros(len(places), bool))
    if not LEAST_CROSSED <= len(places) <= MOST_CROSSED:
        return none
    every = np.concatenate(places)
    seen = np.stack([(_distances(every, place) < BLENDED).any(axis=1) for place in places])
    support = (_distances(every, every) < SAME).sum(axis=1) * (seen.mean(axis=0) >= COMMON)
    inks = np.median(usual[np.isfinite(usual[:, 0, 0])], axis=1)
    pure = (_distances(every, inks) < SAME).any(axis=1)
    foreign = _off_blends(every, inks) > FOREIGN
    least = np.where(pure | foreign, SLIVER, LEAST_SEEN) * len(every)
    if (foreign & (support > least)).any():
        support = support * foreign
    elif len(ended) >= LINED:
        loose = (_distances(every, ended) < BLENDED).mean(axis=1) <= LOOSE
        support = support * (loose & (support > least))
    else:
        return none
    if not support.any():
        return none
    ink = every[support.argmax()]
    common = _distances(every, ink[None])[:, 0] < SAME
    return _Thing(ink, every[common], np.asarray(seen[:, common].any(axis=1)))


def _off_blends(colours: Floats, inks: Values) -> Values:
    """Return how far colours are from those that a blur makes of two inks, or of one."""
    start = np.repeat(inks, len(inks), axis=0)
    way = np.tile(inks, (len(inks), 1)) - start
    passed = ((colours[:, None] - start) * way).sum(axis=2)
    share = np.clip(passed / np.maximum((way**2).sum(axis=1), 1e-6), 0, 1)
    away = np.linalg.norm(colours[:, None] - start - share[..., None] * way, axis=2)
    return np.asarray(away.min(axis=1), float)


def _distances(these: Floats | Values, those: Floats | Values) -> Values:
    """Return how far colours are from others, as (these, those)."""
    return np.asarray(np.linalg.norm(these[:, None] - those, axis=2), float)


def _neighbours(cell: int) -> Iterator[tuple[int, int, int]]:
    """Yield the cells beside one, and in which direction, down and to the right."""
    row, col = divmod(cell, CELLS)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if 0 <= row + down < CELLS and 0 <= col + right < CELLS:
            yield cell + CELLS * down + right, down, right


def _sides(cell: int, parts: Floats) -> Iterator[tuple[int, Floats]]:
    """Yield the cells beside one, and the parts of it along each."""
    grid = parts.reshape(PARTS, PARTS, 3)
    for other, down, right in _neighbours(cell):
        first, last = ((0 if way < 0 else -1) if way else slice(None) for way in (down, right))
        yield other, grid[first, last]


def _connected(start: int, alike: Mask) -> list[int]:
    """Return a cell, and those that hang together with it by cells that are alike."""
    found, waiting = {start}, [start]
    while waiting:
        more = {each for each, *_ in _neighbours(waiting.pop()) if alike[each]} - found
        found |= more
        waiting += more
    return sorted(found)
