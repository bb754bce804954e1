"""Score the session around a turn: how much else in the session has to do with the query.

People come back to a subject, so a turn of a conversation that answers much of the query is likelier to answer it too.
"""

from __future__ import annotations

import numpy as np

from memory_mcp.store.search.arrays import Bools, Floats, Integers


def session_signals(session: Integers, own: Floats, holds: Bools, rarity: Floats) -> dict[str, Floats]:
    """Return for each row (n,) what the candidates of its session hold; 0 where ``session`` (n,) is -1.

    ``own`` (n,) is the share of the query's information in each row, ``holds`` (n, t) which of its terms, ``rarity``
    (t,) how telling each is. ``session_words`` is the best share of any one turn, ``session_cover`` the share that all
    turns hold together.
    """
    inside = session >= 0
    of = np.where(inside, session, 0)
    size = int(of.max(initial=0)) + 1
    best, together = np.zeros(size), np.zeros((size, holds.shape[1]))
    np.maximum.at(best, of[inside], own[inside])
    np.maximum.at(together, of[inside], holds[inside].astype(np.float64))
    cover = covered(together, rarity)
    return {"session_words": np.where(inside, best[of], 0.0), "session_cover": np.where(inside, cover[of], 0.0)}


def covered(holds: Bools | Floats, rarity: Floats) -> Floats:
    """Return the share (n,) of the query's information in the terms that each of n texts ``holds`` (n, t), 0 or 1."""
    return np.asarray(holds @ rarity / max(float(rarity.sum()), 1e-9), dtype=np.float64)
