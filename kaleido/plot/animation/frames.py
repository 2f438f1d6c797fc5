"""The frames of an animation: the moments of a search that are shown, and for how long."""

import math
from collections.abc import Sequence
from itertools import pairwise

from kaleido.analysis.recording import Frame, Moment, Recording, moments_of
from kaleido.errors import OptionError

MAX_FRAMES = 300  # the default of the most frames shown
MOST_FRAMES = 2000  # the most frames that may be shown, because a GIF is put together in memory
RATE = 25  # ticks per second. A frame lasts a whole number of ticks.

_PACE = RATE // 2
"""The ticks of a frame when there is time for all."""

_HOLD = 3 * RATE
"""The ticks of the last frame."""

_LENGTH = 27 * RATE
"""The most ticks of all frames before the last together, unless one for each is more."""

_SLOWER = 4  # how many times as long as others a move of the line lasts in fast forward


def check_length(max_frames: int, seconds: float | None) -> None:
    """Raise an `OptionError` if the number of frames or the length is out of bounds."""
    if not 2 <= max_frames <= MOST_FRAMES:
        raise OptionError(f"max_frames is {max_frames}, expected 2 to {MOST_FRAMES:,}")
    if seconds is not None and not 1 <= seconds <= 3600:
        raise OptionError(f"the animation lasts {seconds:g} seconds, expected 1 to 3,600")


def choose_frames(
    recording: Recording, max_frames: int = MAX_FRAMES, seconds: float | None = None
) -> tuple[Frame, ...]:
    """Choose the moments of a search to show, as `animate` says; a short one has room for fewer.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.analysis import Moment
    >>> from kaleido import record
    >>> frames = choose_frames(record(named_pattern("car"), "paper"))
    >>> [sum(frame.moment is moment for frame in frames) for moment in Moment]
    [1, 20, 2, 0, 1]
    """
    check_length(max_frames, seconds)
    if seconds is not None:
        # More than 12 frames per second would flicker.
        max_frames = max(2, min(max_frames, int(12 * seconds)))
    moments = list(moments_of(recording))
    if len(moments) <= max_frames:
        return tuple(moments)
    inner = range(1, len(moments) - 1)
    kept = [number for number in inner if moments[number].kept]
    others = [number for number in inner if not moments[number].kept]
    room = max_frames - 2
    chosen = _sample(kept, room)
    chosen += _sample(others, room - len(chosen))
    frames: list[Frame] = []
    for number in [0, *sorted(chosen), len(moments) - 1]:
        frame = moments[number]
        own = frame.moment is Moment.MOVE
        before = frames[-1].nodes if frames else 0
        frames.append(frame._replace(skipped=frame.nodes - before - own))
    return tuple(frames)


def time_frames(frames: Sequence[Frame], seconds: float | None = None) -> tuple[int, ...]:
    """Return how long each frame lasts, in ticks, of which there are `RATE` per second.

    Each lasts about half a second, and less if there are many: by default all of them last at
    most about half a minute. In fast forward, which skips moves, the moves of the line last
    longer than the others.
    """
    length = _LENGTH if seconds is None else round(seconds * RATE)
    hold = _HOLD if seconds is None else min(_HOLD, length // 4)
    is_fast = any(frame.skipped for frame in frames)
    weights = [_SLOWER if is_fast and frame.kept else 1 for frame in frames[:-1]]
    weights[0] = 2 if not is_fast else _SLOWER
    # Each frame has one tick and a share of the rest by its weight. Rounding the running sums
    # keeps the total exact.
    if seconds is not None:
        length -= hold
    share = max(0.0, (length - len(weights)) / sum(weights))
    if seconds is None:
        share = min(share, _PACE - 1)
    ends = [round(share * sum(weights[:number])) for number in range(len(weights) + 1)]
    ticks = [1 + end - begin for begin, end in pairwise(ends)]
    return (*ticks, hold)


def _sample(numbers: list[int], room: int) -> list[int]:
    """Return `room` of the numbers, evenly spread, or all of them if there is room."""
    if len(numbers) <= room:
        return list(numbers)
    return [numbers[math.ceil(len(numbers) * (place + 0.5) / room) - 1] for place in range(room)]
