"""What is kept of texts that were read."""

from __future__ import annotations

import gc
import weakref

from memory_mcp.statements.replacement import Rarity
from memory_mcp.statements.texts import forget_texts, text_of


def test_no_text_is_kept_once_texts_are_forgotten():
    said = "the kiln is fired on Tuesday"
    Rarity([said])
    kept = weakref.ref(text_of(said))
    gc.collect()
    assert kept() is not None
    forget_texts()
    gc.collect()
    assert kept() is None
