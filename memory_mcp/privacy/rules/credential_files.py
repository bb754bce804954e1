"""Passwords in files that are made of little else: .pgpass, Docker's configuration, Kubernetes' secrets, key files."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as BinasciiError
from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.rules.key_blocks import putty_key
from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule, taken
from memory_mcp.privacy.values.literals import is_entered, is_literal
from memory_mcp.privacy.values.names import PASSWORD_LITERALS, kind_of_name
from memory_mcp.privacy.values.secret_values import is_placeholder, looks_made_up, looks_secret

_PGPASS: Final = (
    r"(?m)^[ \t]*[\w.*-]{1,200}:(?:[0-9]{2,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:(?P<secret>(?:[^\s:\\]|\\.){3,128})[ \t]*$"
)
_AUTH: Final = (
    r"\"(?:auth|identitytoken|registrytoken)\\?\"[ \t]{0,4}:\s{0,4}\\?\"(?P<secret>[A-Za-z0-9+/_.-]{8,4000}={0,2})"
)
_KIND: Final = r"(?m)(?:^|[\"{, ])kind\\?\"?[ \t]{0,4}:[ \t]{0,4}\\?[\"']?Secret\b(?!\w)"
_DATA: Final = (
    r"(?m)^(?P<indent>[ \t]*)(?:string)?[dD]ata:[ \t]*\r?\n(?P<body>(?:(?P=indent)[ \t]+\S[^\n]*(?:\n|\Z)){1,400})"
)
_ENTRY: Final = r"(?m)^[ \t]+[\w.-]{1,100}:[ \t]*(?:[|>][-+]?[ \t]*\r?\n[ \t]+)?[\"']?(?P<secret>[^\s\"']{4,8000})"
_JSON_DATA: Final = r"\"(?:stringD|d)ata\"\s{0,8}:\s{0,8}\{(?P<body>[^{}]{1,8000})\}"
# How the literals at which these are looked for stand in a text, and how such a block begins.
_KIND_NAMED: Final = r"(?m)(?:^|(?<=[\"{, ]))kind(?:: (?:Secret\b|'Secret'|\"Secret\")|\": ?\"Secret\")"
_TITLED_DATA: Final = r"(?m)^[ \t]*(?:string)?[dD]ata:"
_TITLED_JSON: Final = r"\"(?:stringD|d)ata\""
_JSON_ENTRY: Final = r":\s{0,8}\"(?P<secret>[^\"\s]{4,8000})\""
_PRIVATE_MEMBER: Final = r"\"(?:d|p|q|dp|dq|qi|k)\"\s{0,4}:\s{0,4}\"(?P<secret>[A-Za-z0-9_-]{20,1400})\""
_TERRAFORM: Final = (
    r"variable[ \t]\""
    r"(?P<name>[\w-]{2,64})\"[ \t]{0,4}\{[^}]{0,400}?\bdefault[ \t]{0,16}=[ \t]{0,16}\""
    r"(?P<secret>[^\"\n]{3,256})\""
)
_NEAR: Final = 4_000
# Words for a secret in the heading of a table.
_COLUMNS: Final = ("secret", "token", *PASSWORD_LITERALS)
_AUTH_FILES: Final = ("auth", "login.", "credentials", "creds", "pass.", "up.txt", "secret", "userpass", "vpn.")
# A file of two lines: a user and a password.
_TWO_LINES: Final = (
    r"(?:[\w.-]{0,24}\.(?:txt|conf|auth|pass|creds|up|login)|auth-user-pass \S{1,60})[:`\"')]{0,3}[ \t]*\r?\n"
    r"(?:[#>] ?[^\n]{0,60}\n|```\w{0,8}\n)?[ \t]*(?P<user>[\w.@+\\-]{2,64})[ \t]*\r?\n"
    r"[ \t]*(?P<secret>[^\s]{5,64})[ \t]*(?:\r?\n|\Z)"
)


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what stands in files of credentials, and what looks for the secrets of each."""
    for literals, looks in (
        ((":5432:", ":5433:", ":5434:", ":6432:", ":6543:", ":26257:", ":5439:", ":*:"), rule(_pgpass)),
        (('"auth', 'token"', '\\"auth'), rule(_docker)),
        (("kind: secret", 'kind": "secret"', 'kind":"secret"', "kind: 'secret'", 'kind: "secret"'), _kubernetes),
        (('"kty"',), _web_key), (('variable "',), rule(_declared)), (("private-lines:",), _putty),
        (_COLUMNS, _in_columns), (_AUTH_FILES, rule(_two_lines)),
    ):  # fmt: skip
        for literal in literals:
            yield literal, looks


def _putty(text: str, position: int) -> Iterator[Span]:
    for start, end in putty_key(text, position):
        yield Span(start, end, "private-key")


def _docker(text: str, position: int) -> Span | None:
    match = compiled(_AUTH).match(text, text.rfind('"', 0, position + 2))
    return taken(match, "secret", "authorization") if match is not None and _is_pair(match["secret"]) else None


def _web_key(text: str, position: int) -> Iterator[Span]:
    """Yield the private members of a JSON web key: those beyond the key before or behind it are found there."""
    named, begin, end = text[position : position + len('"kty"')], max(0, position - _NEAR), position + _NEAR
    begin, following = max(begin, text.rfind(named, begin, position)), text.find(named, position + 1, end)
    for member in compiled(_PRIVATE_MEMBER).finditer(text, begin, following if following >= 0 else end):
        yield Span(member.start("secret"), member.end("secret"), "private-key")


def _two_lines(text: str, position: int) -> Span | None:
    """Return the second line of a file of a user and a password, below the name of the file."""
    begin = max(text.rfind(" ", max(0, position - 60), position), text.rfind("/", max(0, position - 60), position)) + 1
    match = compiled(_TWO_LINES).match(text, max(begin, position - 60, 0))
    if match is None or ":" in match["user"] or "=" in match["secret"][1:-1] or match["secret"].endswith(":"):
        return None
    return taken(match, "secret", "password") if is_entered(match["secret"], "env") else None


def _declared(text: str, position: int) -> Span | None:
    """Return what a variable of Terraform is by default."""
    match = compiled(_TERRAFORM).match(text, position)
    kind = kind_of_name("", match["name"]) if match else None
    if match is None or kind is None or not looks_secret(match["secret"], kind, "quoted"):
        return None
    return taken(match, "secret", kind)


def _pgpass(text: str, position: int) -> Span | None:
    begin = text.rfind("\n", max(0, position - 200), position) + 1
    match = compiled(_PGPASS).match(text, max(begin, position - 200))
    return None if match is None or is_placeholder(match["secret"]) else taken(match, "secret", "password")


def _kubernetes(text: str, position: int) -> Iterator[Span]:
    if compiled(_KIND).search(text, max(0, position - 3), position + 20) is None:
        return
    # Where another stands a little before, what is between the two was looked at there.
    begin, end = max(0, position - _NEAR), position + 3 * _NEAR
    begin = position if compiled(_KIND_NAMED).search(text, begin, position) else begin
    for title, block, entry in ((_TITLED_DATA, _DATA, _ENTRY), (_TITLED_JSON, _JSON_DATA, _JSON_ENTRY)):
        place, stop = begin, _next_secret(text, position, end)
        while place < stop:
            heading = compiled(title).search(text, place, stop)
            if heading is None:
                break
            place = heading.end()
            data = compiled(block).match(text, heading.start(), end)
            if data is None:
                continue
            for match in compiled(entry).finditer(text, *data.span("body")):
                if not is_placeholder(match["secret"]):
                    yield Span(match.start("secret"), match.end("secret"), "secret")
            place = data.end()
            stop = max(stop, _next_secret(text, place, end)) if place > stop else stop


def _next_secret(text: str, position: int, end: int) -> int:
    """Return where the next secret of Kubernetes is named behind a place, or the end."""
    following = compiled(_KIND_NAMED).search(text, position + 1, end)
    return following.start() if following else end


def _is_pair(encoded: str) -> bool:
    try:
        plain = b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except (BinasciiError, ValueError):
        return False
    return b":" in plain and plain.isascii()


# What follows the title of a column of passwords: the next title, or the end of the heading.
_TITLE_END: Final = r"[\w-]{0,16}+[ \t]{0,40}[\"'`*]{0,2}[ \t]{0,40}(?P<separator>[,;\t|]|\r?\n)"
_HEADING: Final = 400


def _in_columns(text: str, position: int) -> Iterator[Span]:
    """Yield the passwords in a table whose heading says at this place in which column they are."""
    title = compiled(_TITLE_END).match(text, position)
    end = text.find("\n", position, position + _HEADING) if title else -1
    if title is None or end < 0:
        return
    start = text.rfind("\n", max(0, position - _HEADING), position) + 1
    line = text[start:end]
    separator = title["separator"] if title["separator"] in ",;\t|" else _separator(line)
    if not separator or separator not in line or "=" in line or "(" in line or ")" in line:
        return
    # The first line of a table is its heading; a line among its like is none.
    above = text[max(0, start - _HEADING) : max(0, start - 1)].rpartition("\n")[2]
    if above.count(separator) != line.count(separator):
        yield from _column(text, start, end, separator)


def _separator(line: str) -> str:
    return next((separator for separator in "\t|;," if separator in line), "")


# A title is a name or few words; a sentence and a line of code are none.
_TITLE: Final = r"[\w.-]{1,32}(?: [\w.()-]{1,20}){0,2}"


# Titles of the columns beside: whose password it is, and where.
_HOLDERS: Final = (
    r"(?i)user|login|log-in|account|konto|benutzer|usuario|usuário|utilisateur|compte|utente|nutzer|gebruiker|kullan"
    r"|użytkownik|логин|польз|mail|host|server|site|system|service|dienst|device|gerät|kunde|client|ssid|wlan|wi-?fi|用户|账号|帳號"
    r"|ユーザ|アカウント|アイディー|사용자|아이디|계정"
)


def _column(text: str, start: int, end: int, separator: str) -> Iterator[Span]:
    titles = text[start:end].split(separator)
    names = [title.strip(" \t\"'`*\r") for title in titles]
    if not all(compiled(_TITLE).fullmatch(name) for name in names if name):
        return
    kinds = [kind_of_name("", name) for name in names]
    is_of_accounts = any(compiled(_HOLDERS).search(name) for name in names)
    if not any(kinds) or len(titles) < 2:  # noqa: PLR2004 - one column is no table
        return
    position = end + 1
    for line in text[position : position + _NEAR].split("\n"):
        if line[:2].strip(" -") == "" and line and not line.strip("-+|=: \t\r"):
            position += len(line) + 1
            continue
        cells = line.split(separator)
        if len(cells) != len(titles):
            return
        at = position
        for kind, cell in zip(kinds, cells, strict=True):
            shown = cell.strip(" \t\"'`*\r")
            if (
                kind is not None
                and shown
                and (
                    looks_secret(shown, kind, "bare")
                    or (looks_secret(shown, kind, "quoted") and " " not in shown)
                    or looks_made_up(shown, is_named=True)
                    or (kind == "password" and is_of_accounts and is_literal(shown, is_given=True))
                )
            ):
                begin = at + cell.index(shown)
                yield Span(begin, begin + len(shown), kind)
            at += len(cell) + 1
        position += len(line) + 1
