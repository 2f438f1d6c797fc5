"""Rows of sparse matrices: taken from a layer of a sweep and stacked, as plain arrays."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

FEW_ENTRIES = 50_000
"""NumPy takes rows faster than SciPy from a matrix that has no more entries than this."""

SPARSE_KEYS = 20
"""Up to so many possible keys for each key, marking them is faster than sorting the keys."""


def distinct(
    keys: npt.NDArray[np.int64], count: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Return the distinct keys (0 to `count` - 1), sorted, and the place of each key among them."""
    if count > SPARSE_KEYS * len(keys):
        distinct, place = np.unique(keys, return_inverse=True)
        return distinct, place.astype(np.int32)
    seen = np.zeros(count, np.bool_)
    seen[keys] = True
    found = np.flatnonzero(seen)
    places = np.empty(count, np.int32)
    places[found] = np.arange(len(found), dtype=np.int32)
    return found, places.take(keys)


class Rows(NamedTuple):
    """Some rows of a sparse matrix, as plain arrays."""

    data: npt.NDArray[Any]
    columns: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]


def take_rows(layer: csr_array, rows: npt.NDArray[np.int64]) -> Rows:
    """Return some rows of a layer, one after the other."""
    if layer.nnz > FEW_ENTRIES:
        part = layer[rows]
        return Rows(part.data, part.indices, part.indptr)
    # SciPy's checks would take longer than the work.
    starts = layer.indptr[rows]
    ends = np.zeros(len(rows) + 1, np.int32)
    np.cumsum(layer.indptr[rows + 1] - starts, out=ends[1:])
    entries = np.repeat(starts - ends[:-1], np.diff(ends)) + np.arange(ends[-1])
    return Rows(layer.data[entries], layer.indices[entries], ends)


def stack(parts: list[Rows], width: int) -> csr_array:
    """Return a matrix of rows, one part below the other, without entries beyond its width."""
    kept = [np.flatnonzero(part.columns < width) for part in parts]
    ends = np.zeros(1 + sum(len(part.ends) - 1 for part in parts), np.int32)
    count = sum(map(len, kept))
    data = np.empty(count, np.result_type(*(part.data for part in parts)))
    columns = np.empty(count, np.int32)
    row = entry = 0
    for part, places in zip(parts, kept, strict=True):
        rows, entries = len(part.ends) - 1, slice(entry, entry + len(places))
        ends[row + 1 : row + rows + 1] = np.searchsorted(places, part.ends[1:])
        ends[row + 1 : row + rows + 1] += entry
        if part.data.dtype == data.dtype:
            part.data.take(places, out=data[entries], mode="clip")
        else:
            data[entries] = part.data.take(places)
        part.columns.take(places, out=columns[entries], mode="clip")
        row, entry = row + rows, entries.stop
    return csr_array((data, columns, ends), shape=(len(ends) - 1, width))
