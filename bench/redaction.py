"""How many planted secrets are masked, how many harmless texts are touched, and what a megabyte costs.

``python bench/redaction.py CORPUS.jsonl [--read] [--shown N]`` reads one JSON object a line: ``text``, ``secrets``
(what must not survive; empty in a harmless text), ``family``, and ``obfuscated`` where one was hidden on purpose. It
counts as masked when none of its stretches of eight characters is left (nor the whole of a shorter one). The time is
that of a megabyte put together from the corpus, and of one of its harmless texts, each the best of five runs; what a
run remembers of words and values is forgotten before the next. With ``--read`` the network reads each text behind the
rules, too, as a server does whose model is loaded; the time is that of the rules.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.privacy.redaction import redact
from memory_mcp.reading.readers import readers_of

MEGABYTE = 1_000_000
STRETCH = 8


def is_masked(secret: str, text: str, shown: str) -> bool:
    """Say whether nothing of a secret is left that is worth having; what the text says beside it too may stay."""
    beside = text.replace(secret, "\n")
    if len(secret) <= STRETCH:
        return secret not in shown or secret in beside
    stretches = {secret[start : start + STRETCH] for start in range(len(secret) - STRETCH + 1)}
    return not any(stretch in shown and stretch not in beside for stretch in stretches)


def forget() -> None:
    """Empty the caches of what was judged of words and values, so that each run meets its text for the first time."""
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.startswith("memory_mcp.privacy") else ():
            # Those without a bound hold patterns and data of the package.
            if hasattr(value, "cache_parameters") and value.cache_parameters()["maxsize"] is not None:
                value.cache_clear()


def milliseconds(texts: list[str]) -> float:
    """Return the processor's time for a megabyte of these texts, the best of five."""
    whole = "\n".join(texts)
    whole = (whole * (MEGABYTE // max(1, len(whole)) + 1))[:MEGABYTE]
    best = float("inf")
    for _ in range(5):
        forget()
        begun = time.process_time()
        redact(whole)
        best = min(best, time.process_time() - begun)
    return best * 1000


def reading() -> Callable[[str], str]:
    """Return what rules and network leave of a text; ends where nothing reads on this machine."""
    readers = readers_of(choose_embedder(None, None, disabled=False, cache=Path()).load())
    if readers is None:
        raise SystemExit("There is nothing that reads texts on this machine.")
    return lambda text: readers.secrets.masked(redact(text).text)[0]


def group_of(row: dict[str, Any]) -> str:
    """Return the group a family is counted in."""
    return "obfuscated" if row.get("obfuscated") or row["family"].startswith("obf") else row["family"].split("-")[0]


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--shown", type=int, default=0, help="how many misses and false alarms to print")
    parser.add_argument("--read", action="store_true", help="have the network read each text, too")
    options = parser.parse_args()
    mask = reading() if options.read else lambda text: redact(text).text
    rows = [json.loads(line) for line in options.corpus.read_text(encoding="utf-8").splitlines() if line.strip()]
    planted, masked, missed, touched, harmless = Counter[str](), Counter[str](), [], [], 0
    for row in rows:
        shown = mask(row["text"])
        for secret in row["secrets"]:
            planted[group_of(row)] += 1
            if is_masked(secret, row["text"], shown):
                masked[group_of(row)] += 1
            else:
                missed.append((row["family"], row["text"]))
        if not row["secrets"]:
            harmless += 1
            if shown != row["text"]:
                touched.append((row["text"], shown))
    for group in sorted(planted):
        print(f"{group:24} {masked[group]:5} of {planted[group]:5}  {masked[group] / planted[group]:.3f}")
    open_ = [group for group in planted if group != "obfuscated"]
    count, found = sum(planted[group] for group in open_), sum(masked[group] for group in open_)
    print(f"recall outside obfuscated {found} of {count} = {found / max(1, count):.3f}")
    print(f"harmless touched {len(touched)} of {harmless} = {len(touched) / max(1, harmless):.4f}")
    print(f"a megabyte of the corpus {milliseconds([row['text'] for row in rows]):.1f} ms")
    print(
        f"a megabyte of its harmless texts {milliseconds([row['text'] for row in rows if not row['secrets']]):.1f} ms"
    )
    for family, text in missed[: options.shown]:
        print("MISSED", family, json.dumps(text, ensure_ascii=False)[:200])
    for text, shown in touched[: options.shown]:
        print("TOUCHED", json.dumps(text, ensure_ascii=False)[:150], "->", json.dumps(shown, ensure_ascii=False)[:150])
    return 0


if __name__ == "__main__":
    sys.exit(main())
