"""Passwords that programs are given as an option, or through a pipe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.secret_values import is_placeholder
from memory_mcp.privacy.spans import Span, compiled, hits, taken

_GAP: Final = r"\b[^\n|;&]{0,160}?"
_OPEN: Final = r"[\"']?"
_USER: Final = r"[^\s:\"'/]{1,64}"
_WORD: Final = r"[^\s\"'|;<>]{3,128}"

# Programs, and what stands between one of their names and a password.
_OPTIONS: Final = (
    (("mysql", "mysqldump", "mysqladmin", "mariadb"), rf" -p{_OPEN}(?P<secret>[^\s\"'-]{_WORD})"),
    (("mysqladmin",), rf" password {_OPEN}(?P<secret>{_WORD})"),
    (("sshpass", "7z", "7za"), rf" -p[ =]?{_OPEN}(?P<secret>{_WORD})"),
    (("docker login", "podman login", "az login", "twine", "mongo", "mongosh", "mongodump", "certutil",
      "psexec", "snowsql", "winrm", "oc login", "helm registry", "nerdctl login", "cf login", "psexec64", "influx"),
     rf" -(?:p|-password)[ =:]{_OPEN}(?P<secret>{_WORD})"),
    (("curl", "wget", "http", "https"),
     rf" (?:-u|-a|-U|--user|--auth|--proxy-user)[ =]?{_OPEN}{_USER}:(?P<secret>{_WORD})"),
    (("redis-cli", "http", "ldapsearch", "ldapadd", "ldapmodify"),
     rf" -(?:a|w|-pass)[ ]{_OPEN}(?P<secret>[^\s\"':]{_WORD})"),
    (("sqlcmd", "zip", "unzip", "ipmitool", "bcp", "isql", "tsql"), rf" -P[ ]?{_OPEN}(?P<secret>{_WORD})"),
    (("smbclient", "rpcclient", "smbmap"), rf" (?:-U|--user)[ =]?{_OPEN}[^\s%]{{1,64}}%(?P<secret>{_WORD})"),
    (("xfreerdp", "rdesktop", "cmdkey", "wfreerdp"), rf" /(?:p|pass):{_OPEN}(?P<secret>{_WORD})"),
    (("openssl",), rf" (?:-k |-pass(?:in|out)? pass:){_OPEN}(?P<secret>{_WORD})"),
    (("htpasswd",), rf" -[a-zA-Z]*b[a-zA-Z]* \S+ \S+ {_OPEN}(?P<secret>{_WORD})"),
    (("keytool", "jarsigner"), rf" -(?:store|key|new|src|dest)(?:store)?pass {_OPEN}(?P<secret>{_WORD})"),
    (("ssh-keygen",), rf" -[NP] {_OPEN}(?P<secret>{_WORD})"),
    (("net user", "net use"), rf" (?!/)\S+ {_OPEN}(?P<secret>(?![/\\*])[^\s/]{_WORD})(?= /|\s*$)"),
    (("vault login", "bw unlock", "bw login", "op signin"), rf" {_OPEN}(?P<secret>(?!-)(?=[^\s]{{0,40}}[0-9]){_WORD})"),
    (("rabbitmqctl add_user", "rabbitmqctl change_password", "nmcli"),
     rf"(?: password| \S+) {_OPEN}(?P<secret>(?!-){_WORD})(?=\s|[\"']|$)"),
    (("sqlplus", "impdp", "expdp", "rman target"), rf" {_OPEN}[\w$]{{1,30}}/(?P<secret>[^\s\"'@/]{{3,64}})"),
    (("lftp",), rf" -u {_OPEN}[^\s,]{{1,64}},(?P<secret>{_WORD})"),
    (("aws configure set",), rf" aws_(?:secret_access_key|session_token) {_OPEN}(?P<secret>{_WORD})"),
    (("gh secret set", "fly secrets set", "wrangler secret put"), rf" (?:--body|-b)[ =]{_OPEN}(?P<secret>{_WORD})"),
)  # fmt: skip
# What is written to the standard input of a program that asks for a password.
_ECHOED: Final = (
    r"echo (?:-n )?[\"']?(?:[\w.-]{1,32}:(?=[^|\n]{4,140}\|[ ]?(?:sudo )?chpasswd))?(?P<secret>[^\s\"'|]{4,128})"
    r"[\"']?[ ]?\|[ ]?(?:(?:sudo )?chpasswd|sudo (?:-\w+ )*-S|su\b|passwd --stdin|docker login|cryptsetup|kinit)"
)
_HERE_STRING: Final = r"chpasswd[ ]?<<<[ ]?[\"']?[\w.-]{1,32}:(?P<secret>[^\s\"'|]{4,128})"
_PATTERNS: Final[dict[str, list[str]]] = {}
for _programs, _option in _OPTIONS:
    for _program in _programs:
        _PATTERNS.setdefault(_program, []).append(rf"(?<![\w./-]){_program}{_GAP}{_option}")
_SETTINGS: Final = ("requirepass", "masterauth", "bindpw", "rootpw", "rpcpassword")
_SETTING: Final = rf"\w+[ \t]{{1,8}}{_OPEN}(?P<secret>(?!=){_WORD})[ \t]*[\"']?(?:\r?\n|\Z)"
# These take it without a hyphen in front; the others are looked for where an option stands.
_WITHOUT_HYPHEN: Final = (
    "net user", "net use", "vault login", "bw unlock", "rabbitmqctl add_user", "rabbitmqctl change_password", "nmcli",
    "sqlplus", "impdp", "expdp", "aws configure set", "mysqladmin", "xfreerdp", "cmdkey", "rdesktop",
)  # fmt: skip
_PROGRAM: Final = r"(?<![\w./-])(?:" + "|".join(sorted(map(re.escape, _PATTERNS), key=len, reverse=True)) + r")\b"
_FIRST_LETTERS: Final = frozenset("puawknbs-cxm")
_SIGHT: Final = 160


def given_to_programs(text: str, folded: str) -> Iterator[Span]:
    """Yield the passwords that stand in commands."""
    seen = -1
    option = folded.find(" -")
    while option >= 0:
        if folded[option + 2 : option + 3] in _FIRST_LETTERS:
            begin = max(seen, option - _SIGHT, folded.rfind("\n", max(0, option - _SIGHT), option) + 1)
            for match in compiled(_PROGRAM).finditer(folded, begin, option + 1):
                seen = match.end()
                yield from _given(text, match.group(), match.start())
        option = folded.find(" -", option + 2)
    for program in _WITHOUT_HYPHEN:
        position = folded.find(program)
        while position >= 0:
            yield from _given(text, program, position)
            position = folded.find(program, position + 1)
    for program, pattern in (("echo ", _ECHOED), ("chpasswd", _HERE_STRING)):
        if program in folded:
            yield from hits(text, folded, program, partial(_option_at, pattern))
    for setting in _SETTINGS:
        if setting in folded:
            yield from hits(text, folded, setting, partial(_option_at, _SETTING))


def _given(text: str, program: str, position: int) -> Iterator[Span]:
    for pattern in _PATTERNS[program]:
        span = _option_at(pattern, text, position)
        if span is not None:
            yield span


def _option_at(pattern: str, text: str, position: int) -> Span | None:
    match = compiled(pattern).match(text, position)
    if match is None or is_placeholder(match["secret"]):
        return None
    return taken(match, "secret", "password")
