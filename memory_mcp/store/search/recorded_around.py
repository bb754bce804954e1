"""Score what was recorded around a record: of what happened on a day several records tell something.

A year of notes, messages and calendar entries is no conversation: what stands right beside a record may be about
anything, but the days on which much has to do with the query are likely the ones that it asks about.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from memory_mcp.store.search.arrays import Bools, Floats, Integers

HALF_LIFE: Final = 2.0
"""Days after which a record counts half.

With 1, 2 and 3 share@10 of a year's records is .559, .561 and .559, each with the weight that is best for it.
"""


def around(evidence: Floats, days: Integers, is_record: Bools) -> Floats:
    """Return for each of n rows the mean ``evidence`` (n,) of the records around its day, 0 for what is no record.

    ``days`` (n,) are whole days since any day. The nearer a record is in time, the more it counts.
    """
    if not is_record.any():
        return np.zeros(len(evidence))
    each, of = np.unique(days[is_record], return_inverse=True)
    counts = np.bincount(of).astype(np.float64)
    nearness = 0.5 ** (np.abs(each[:, None] - each) / HALF_LIFE)
    means = (nearness @ np.bincount(of, evidence[is_record])) / (nearness @ counts)
    found = np.zeros(len(evidence))
    found[is_record] = means[of]
    return found
