"""Passwords and keys in statements of SQL: of roles, in functions that encrypt, in rows that are inserted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule, taken
from memory_mcp.privacy.values.drawn_values import is_random
from memory_mcp.privacy.values.literals import is_literal
from memory_mcp.privacy.values.names import kind_of_name
from memory_mcp.privacy.values.secret_values import is_placeholder, looks_secret

_STRING: Final = r"[nN]?(?P<quote>'|\")(?P<secret>(?:(?!(?P=quote))[^\\\n]|(?P=quote)(?<=')'){4,128})(?P=quote)"
_ROLE: Final = r"(?i)(?:create|alter|set|grant|drop|backup|restore|open|encryption|decryption)\b[^;]{0,200}\Z"
# What follows the word that ends a statement's part: PASSWORD = '...', IDENTIFIED WITH plugin BY '...'.
_ENDS: Final = (
    ("password", rf"(?i)password(?:\s{{0,3}}=\s{{0,3}}|\s{{0,3}}\(\s?|\s{{1,8}}){_STRING}"),
    ("identified ", rf"(?i)identified (?:with [`'\"]?\w{{1,32}}[`'\"]? )?(?:by|as|using) (?:password )?{_STRING}"),
)
_FIRST: Final = r"[^()';]{0,80}|[^()';]{0,40}\([^()]{0,40}\)|'[^'\n]{0,120}'"
# Functions whose second string, or first, is a key or a password in the clear.
_FUNCTIONS: Final = tuple(
    (f"{name}(", rf"(?i){name}\((?:{_FIRST}),\s?{_STRING}")
    for name in (
        "pgp_sym_encrypt", "pgp_sym_decrypt", "pgp_sym_encrypt_bytea", "pgp_sym_decrypt_bytea", "aes_encrypt",
        "aes_decrypt", "des_encrypt", "des_decrypt", "hmac", "encryptbypassphrase", "decryptbypassphrase",
    )
) + tuple(
    (f"{name}(", rf"(?i){name}\(\s?(?:'(?:sha|md)[\w_]{{1,8}}',\s?)?{_STRING}")
    for name in ("md5", "sha1", "sha2", "crypt", "hashbytes", "encryptbypassphrase", "decryptbypassphrase", "sha256")
)  # fmt: skip
_SPEAKS_SQL: Final = r"(?i)\b(?:select|insert into|update|values|where|set)\b"
_NEAR: Final = 4_000
_STATEMENT: Final = 240


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what stands in front of such strings, in small letters, and what looks at them."""
    for literal, pattern in _ENDS:
        yield literal, rule(partial(_in_a_statement, pattern, _ROLE))
    for literal, pattern in _FUNCTIONS:
        yield literal, rule(partial(_in_a_statement, pattern, _SPEAKS_SQL))
    yield " key ", rule(partial(_in_a_statement, rf"(?i) key {_STRING}", r"(?i)attach\b[^;\n]{0,160}\Z"))
    for secret in ("secret ", "secret="):
        pattern = rf"(?i)secret\s{{0,2}}=\s{{0,2}}{_STRING}"
        yield secret, rule(partial(_in_a_statement, pattern, r"(?i)identity\b[^;]{0,120}\Z"))
    yield "pragma ", rule(partial(_in_a_statement, rf"(?i)pragma (?:hex)?(?:re)?key ?[=(] ?{_STRING}", ""))
    yield "insert into ", _inserted
    yield "replace into ", _inserted
    yield "copy ", _copied


def _in_a_statement(pattern: str, before: str, text: str, position: int) -> Span | None:
    match = compiled(pattern).match(text, position)
    if match is None or compiled(before).search(text[max(0, position - _STATEMENT) : position]) is None:
        return None
    return taken(match, "secret", "password") if _is_password(match["secret"]) else None


def _is_password(value: str) -> bool:
    return not is_placeholder(value) and (
        is_literal(value, is_given=True) or (" " not in value and looks_secret(value, "password", "quoted"))
    )


_INSERT: Final = r"(?i)(?:insert|replace) into [^\s(]{1,80} ?\((?P<names>[^()\n]{1,400})\)\s{1,8}values\s{0,8}"
_TUPLE: Final = r"\((?P<cells>(?:[^()'\n]|'(?:[^'\\\n]|\\.|'')*'|\([^()\n]{0,80}\)){1,800})\)[,\s]{0,8}"
_CELL: Final = r"\s*(?:'(?P<shown>[^']*)'|[^,']*)(?:,|\Z)"


def _inserted(text: str, position: int) -> Iterator[Span]:
    """Yield the secrets among the values of a statement that inserts rows into columns it names."""
    match = compiled(_INSERT).match(text, position)
    if match is None:
        return
    names = [name.strip(' `"[]') for name in match["names"].split(",")]
    kinds = ["password" if name.lower() == "pass" else kind_of_name("", name) for name in names]
    row = compiled(_TUPLE).match(text, match.end()) if any(kinds) else None
    while row is not None and row.end() < position + _NEAR:
        for kind, cell in zip(
            kinds, compiled(_CELL).finditer(text, row.start("cells"), row.end("cells")), strict=False
        ):
            shown = cell["shown"]
            if kind and shown and (looks_secret(shown, kind, "quoted") or (kind == "password" and _is_password(shown))):
                yield Span(cell.start("shown"), cell.end("shown"), kind)
        row = compiled(_TUPLE).match(text, row.end())


_COPY: Final = r"(?i)copy [^\s(]{1,80} ?\((?P<names>[^()\n]{1,400})\) from stdin[^\n]{0,80}\n"


def _copied(text: str, position: int) -> Iterator[Span]:
    """Yield the passwords among the columns of rows that a dump copies into a table, parted by tabs."""
    match = compiled(_COPY).match(text, position)
    if match is None:
        return
    kinds = [kind_of_name("", name.strip(' "')) for name in match["names"].split(",")]
    at = match.end()
    for line in text[at : at + _NEAR].split("\n") if any(kinds) else ():
        cells = line.split("\t")
        if len(cells) != len(kinds):
            return
        for kind, cell in zip(kinds, cells, strict=True):
            if kind and (_is_password(cell) or is_random(cell)):
                yield Span(at, at + len(cell), kind)
            at += len(cell) + 1
