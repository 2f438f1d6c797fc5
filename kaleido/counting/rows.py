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
    places = np.cumsum(seen, dtype=np.int32) - np.int32(1)
    return np.flatnonzero(seen), places[keys]


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
    """Return a matrix of rows, one part below the other."""
    ends = [parts[0].ends]
    for part in parts[1:]:
        ends.append(part.ends[1:] + ends[-1][-1])
    data, columns = (
        np.concatenate(each) for each in zip(*(part[:2] for part in parts), strict=True)
    )
    stacked = np.concatenate(ends)
    return csr_array((data, columns, stacked), shape=(len(stacked) - 1, width))
