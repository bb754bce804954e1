"""Keys that are spelled out: as a list of bytes, as numbered words of a wallet, in groups of letters or digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled

# Names of what is a key in bytes; of a public one everybody may know the bytes.
_NAMES: Final = ("key", "seed", "secret", "psk", "keypair", "wallet", "id.json", "solana")
_BYTE: Final = r"(?:0[xX][0-9a-fA-F]{2}|(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?![0-9]))"
_BYTES: Final = (
    rf"[^\n;{{\[]{{0,40}}(?:\[[0-9A-Z_]{{0,24}}\][^\n;{{\[]{{0,24}})?(?P<secret>[\[{{(]\s{{0,8}}{_BYTE}"
    rf"(?:\s{{0,2}},\s{{0,8}}{_BYTE}){{7,255}}\s{{0,2}},?\s{{0,8}}[\]}})])"
)
_BEFORE_BYTES: Final = 80
_LEAST_BYTES: Final = 4
_ITEM: Final = r"[ \t]{0,4}[.):\]-]{0,2}[ \t]{0,4}[\"'`*]{0,2}[a-z]{3,8}[\"'`*]{0,2}[ \t]{0,4}[,;|]?\s{1,8}\(?"
_NUMBERED: Final = "1" + _ITEM + "".join(rf"0?{number}{_ITEM}" for number in range(2, 12))
_WORDS: Final = (
    rf"(?P<secret>{_NUMBERED}12[ \t]?[.):\]-]{{0,2}}[ \t]?[a-z]{{3,8}}"
    r"(?:\s{1,4}\(?(?:1[3-9]|2[0-4])[.):\]-]{1,2}[ \t]?[a-z]{3,8}){0,12})"
)
_WALLET: Final = (
    r"(?i)seed|mnemonic|wallet|metamask|ledger|trezor|recovery|phrase|bip.?39|ethers|electrum|phantom|solana|bitcoin"
    r"|crypto|wörter|palabras|mots|parole|palavras|woorden|слов|słow|kelime|单词|助记|助記|ニーモニック|単語|니모닉|단어"
)
_NEAR: Final = 240
_ITEM_LENGTH: Final = 32
# In groups: what unlocks a disk.
_DISK: Final = r"(?<![0-9-])(?P<secret>(?:[0-9]{6}-){7}[0-9]{6})(?![0-9-])"


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield words that stand in front of such keys, in small letters, and what looks for each."""
    for name in _NAMES:
        yield name, _in_bytes
    for sign in (".", ")", ":", " ", "]"):
        yield f"12{sign}", _numbered
    for word in ("bitlocker", "recovery", "kennwort", "wiederherstell", "récup", "recuper", "herstel"):
        yield word, _of_a_disk


def _of_a_disk(text: str, position: int) -> Iterator[Span]:
    if match := compiled(_DISK).search(text, position, position + _NEAR):
        yield Span(match.start("secret"), match.end("secret"), "secret")


def _in_bytes(text: str, position: int) -> Iterator[Span]:
    """Yield the bytes of a key that a word at this place names."""
    near = text[position : position + _BEFORE_BYTES]
    match = compiled(_BYTES).match(text, position) if "[" in near or "{" in near else None
    if match is None:
        return
    begin = text.rfind("\n", max(0, position - 40), position) + 1
    named = text[max(begin, position - 40) : match.start("secret")]
    values = set(re.findall(r"\w+", match["secret"]))
    # Codes of keys, as of a keyboard's, are small numbers or in order; a public key is no secret.
    is_drawn = len(values) > _LEAST_BYTES and _are_drawn(match["secret"])
    if is_drawn and compiled(r"(?i)pub|keycode|scancode|keyboard|keymap|key_?map|_keys\b").search(named) is None:
        yield Span(match.start("secret"), match.end("secret"), "private-key")


def _are_drawn(shown: str) -> bool:
    numbers = [int(one, 16 if one[:2] in {"0x", "0X"} else 10) for one in compiled(r"\w+").findall(shown)]
    steps = sum(abs(one - other) <= 1 for one, other in pairwise(numbers))
    return max(numbers) > 0x7F and 2 * steps < len(numbers)  # noqa: PLR2004 - half of all bytes are larger


def _numbered(text: str, position: int) -> Iterator[Span]:
    """Yield twelve numbered words or more, where a word for a wallet is near."""
    # The eleventh stands in front.
    if text[position - 1 : position].isalnum() or "11" not in text[max(0, position - _ITEM_LENGTH) : position]:
        return
    match = compiled(rf"(?<!\w){_WORDS}").search(text, max(0, position - _NEAR), position + _NEAR)
    if match is None:
        return
    near = text[max(0, match.start() - _NEAR) : match.start()] + text[match.end() : match.end() + _NEAR]
    if compiled(_WALLET).search(near):
        yield Span(match.start("secret"), match.end("secret"), "secret")
