"""Secrets known by the shape of what they stand in: a webhook's address, a signed link, a hash of a password."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.rules.providers import WORD
from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule, taken
from memory_mcp.privacy.values.drawn_values import is_random

# Kind, a literal inside the shape, and the shape from that literal on; the group is what is taken out.
SHAPES: Final = (
    (
        "slack-webhook",
        "hooks.slack.com/",
        r"(?P<secret>[a-z.]+/(?:services|workflows|triggers)/(?![A-Z0-9/]*X{8})[A-Za-z0-9_/+-]{20,})",
    ),
    ("discord-webhook", "/api/webhooks/", rf"(?P<secret>/api/webhooks/[0-9]{{5,24}}/{WORD}{{30,}})"),
    ("telegram-token", ":AA", rf"(?P<secret>(?<=[0-9]{{8}}):AA{WORD}{{30,}})"),
    ("azure-key", "sig=", r"(?:(?<=[?&;])|(?<![^\\s]))sig=(?P<secret>[A-Za-z0-9%+/_-]{30,}=*)"),
    ("secret", "code=", r"(?<=[?&])code=(?P<secret>(?=[^\s&]{0,80}[0-9])[A-Za-z0-9_/%.+-]{24,}=*)"),
    ("secret", "ignature=", r"(?<=[Ss])ignature=(?P<secret>(?=[^\s&]{0,80}[0-9])[A-Za-z0-9_/%+-]{30,}=*)"),
    ("terraform-token", ".atlasv1.", r"(?P<secret>(?<=[A-Za-z0-9]{14})\.atlasv1\.[A-Za-z0-9_=-]{40,80})"),
    ("azure-secret", "Q~", r"(?<=[A-Za-z0-9_~.-]{3}[0-9])Q~(?P<secret>[A-Za-z0-9_~.-]{30,40})"),
    ("google-oauth-token", "1//0", r"(?P<secret>1//0[A-Za-z0-9_-]{30,})"),
    ("salesforce-token", "!A", r"(?<=00D[A-Za-z0-9]{12})!(?P<secret>A[A-Za-z0-9._]{60,260})"),
    ("zapier-webhook", "hooks.zapier.com/", r"hooks\.zapier\.com/hooks/catch/(?P<secret>[0-9]+/[A-Za-z0-9]+)"),
    ("teams-webhook", "/IncomingWebhook/", r"/IncomingWebhook/(?P<secret>[A-Za-z0-9]{20,}/[A-Za-z0-9-]+)"),
    (
        "google-chat-webhook",
        "chat.googleapis.com/",
        r"chat\.googleapis\.com/v1/spaces/[^?\s]{1,80}\?(?P<secret>key=[^\s\"'<>]+)",
    ),
    (
        "password-hash",
        "$",
        r"\$(?P<secret>(?:1|2[abxy]?|5|6|y|7|gy|apr1|argon2(?:id|i|d)|pbkdf2[a-z0-9-]*|scrypt|P|H)\$[./A-Za-z0-9$,=+-]{20,300})",
    ),
    ("password-hash", "pbkdf2_sha", r"(?P<secret>pbkdf2_sha[0-9]{1,3}\$[0-9]+\$[A-Za-z0-9./$+=]{20,200})"),
    ("password-hash", "$9$", r"\$9\$(?P<secret>[A-Za-z0-9./-]{10,120})"),
    ("sonar-token", "sonar.login=", r"sonar\.login=(?P<secret>[0-9a-f]{40})(?![0-9a-f])"),
    ("secret", "<master>", r"<master>\{(?P<secret>[A-Za-z0-9+/=]{20,200})\}</"),
    ("secret", "'crypt'", r"'crypt' ?=> ?(?:\[|array\()\s{0,20}'key' ?=> ?'(?P<secret>[0-9a-f]{32})'"),
    ("ntlm-hash", ":::", r"(?P<secret>(?<=[0-9a-fA-F]{32}):::)"),
    ("otp-seed", "migration://", r"(?<=otpauth-)migration://[^\s?]{0,24}\?data=(?P<secret>[A-Za-z0-9%+/=_-]{16,4000})"),
    ("private-key", "prv", r"(?P<secret>(?<=(?<![A-Za-z0-9])[xyzt])prv[A-Za-z0-9]{80,120})"),
    (
        "private-key",
        "privkey",
        r"(?i)privkey\b[^\n]{0,60}?(?<![A-Za-z0-9])(?P<secret>[5KLc][A-Za-z0-9]{50,51})(?![A-Za-z0-9])",
    ),
    ("private-key", "wif", r"(?i:wif)\b[^\w\n]{1,6}(?P<secret>[5KLc][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])"),
    *(
        (
            "password",
            f"pin{sign}",
            rf"(?i)(?<![a-z])pin{sign}(?P<quote>[\"']?)(?P<secret>[0-9]{{4,8}})(?P=quote)(?=[\s,;}}]|\Z)",
        )
        for sign in ("=", " = ", '": ', '":', "_code=", "_code = ", "_code: ")
    ),
    ("cluster-token", "::", r"(?<=[0-9a-f]{64})::(?:server|node|\w{1,16}):(?P<secret>[0-9a-f]{32})"),
    ("deepl-key", ":fx", r"(?<=[0-9a-f]{12}):(?P<secret>fx)(?![A-Za-z0-9])"),
    ("mailgun-key", "mailgun", r"(?i)mailgun[^\n]{0,60}?(?P<secret>[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?![0-9a-f-])"),
    (
        "mercadopago-token",
        "APP_USR-",
        r"(?P<secret>APP_USR-[0-9]{8,20}-[0-9]{4,8}-[0-9a-f]{32}(?:__[A-Z_]{2,5}__)?-[0-9]{5,12})",
    ),
    (
        "tencent-secret",
        "AKID",
        r"(?<![A-Za-z0-9])(?P<secret>AKID(?=[A-Za-z0-9]{0,31}[0-9])[A-Za-z0-9]{32})(?![A-Za-z0-9])",
    ),
    ("openai-key", "T3BlbkFJ", r"(?P<secret>T3BlbkFJ[A-Za-z0-9_-]{16,80})"),
    ("wandb-key", "wandb:", r"wandb:[^\n]{0,80}(?:key|quit)[^\n]{0,60}?: (?P<secret>[0-9a-f]{40})(?![0-9a-f])"),
    ("private-key", "'oct'", r"'oct'[^{}\n]{0,80}\bk: ?'(?P<secret>[A-Za-z0-9_-]{20,200})'"),
    (
        "twitter-token",
        "A" * 20,
        r"(?<![A-Za-z0-9])A{20,24}(?P<secret>[A-Za-z0-9]{10,60}%(?:3D|2B|2F)[A-Za-z0-9%]{20,120})",
    ),
    (
        "private-key",
        "LS0tLS1CRUdJTi",
        r"(?P<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,48}?(?:BSSVZBVEUgS0VZ|FBSSVZBVEUgS0VZ|gUFJJVkFURSBLRV|QUklWQVRFIEtFWS|UFJJVkFURSBLRV)[A-Za-z0-9+/]{20,}={0,2})",
    ),
    (
        "aws-key",
        "AKIA",
        r"AKIA[A-Z0-9]{16}[^\w\n]{1,6}(?:secret[^\w\n]{1,4})?(?P<secret>(?=[A-Za-z0-9/+]{0,39}[0-9])[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])",
    ),
    # A personal token of Asana: a version, the account's number, and a code.
    ("asana-token", "1/", r"(?P<secret>1/[0-9]{10,20}:[0-9a-f]{32})(?![0-9A-Za-z])"),
    ("weather-key", "appid=", r"(?<![\w-])appid=(?P<secret>[0-9a-f]{32})"),
    (
        "password",
        "getconnection(",
        r"getConnection\([^,()\n]{1,200},\s{0,4}\"[^\"\n]{1,64}\",\s{0,4}\"(?P<secret>(?=[^\"]{0,64}[0-9])[^\"\n]{6,128})\"",
    ),
    (
        "password",
        "ftp(",
        r"FTP(?:_TLS)?\([\"'][^\"'\n]{1,100}[\"'],\s{0,4}[\"'][^\"'\n]{1,64}[\"'],\s{0,4}[\"'](?P<secret>[^\"'\n]{4,128})[\"']",
    ),
    (
        "secret",
        "jwt.sign(",
        r"jwt\.sign\([^,\n]{1,200},\s{0,4}[\"'](?P<secret>(?=[^\"']{0,64}[0-9])[^\"'\n]{8,256})[\"']",
    ),
    ("secret", "fernet(", r"Fernet\(b?[\"'](?P<secret>[A-Za-z0-9_-]{43}=)[\"']"),
    ("password", "sp_addlinkedsrvlogin", r"sp_addlinkedsrvlogin[^\n]{0,160},\s{0,4}N?'(?P<secret>[^'\n]{4,128})'"),
    (
        "secret",
        "magic link",
        r"(?i)magic link[^\n]{0,60}?https?://[^\s/]{1,80}/(?:[\w-]{1,20}/){0,3}(?P<secret>[A-Za-z0-9_-]{24,300})",
    ),
    ("password", "wifi:", r"WIFI:(?:[TSH]:[^;\n]{0,64};){0,3}P:(?P<secret>(?:[^;\\\n]|\\.){4,64})"),
    ("password", "pwd={", r"(?i)pwd=\{(?P<secret>(?:[^}\n]|\}\}){4,128})\}[;\s\"']"),
    ("password-hash", "sha1:", r"sha1:(?P<secret>[0-9a-f]{8,32}:[0-9a-f]{40})(?![0-9a-f])"),
    ("password-hash", '" "md5', r"\" \"md5(?P<secret>[0-9a-f]{32})\""),
    (
        "secret",
        "buffer.from(",
        r"(?<=[Kk][Ee][Yy] = )Buffer\.from\([\"'](?P<secret>[0-9A-Fa-f]{32,128})[\"'], ?[\"']hex[\"']\)",
    ),
    ("azure-devops-token", "AZDO", r"(?P<secret>(?<=[A-Za-z0-9]{76})AZDO[A-Za-z0-9]{4})(?![A-Za-z0-9])"),
    ("mailchimp-key", "-us", r"(?<=[0-9a-f]{32})-us(?P<secret>[0-9]{1,2})(?![0-9A-Za-z])"),
)

# The same, where the literal is part of no long word.
_WIDE_SHAPES: Final = (
    (
        "password",
        "createuser ",
        r"(?i)createuser \S{1,40} (?:MD5|SHA[-0-9]*) [\"']?(?P<secret>[^\s\"']{6,64})",
    ),
    (
        "password",
        "createuser ",
        r"(?i)createuser [^\n]{1,120} (?:DES|AES[-0-9]*) [\"']?(?P<secret>[^\s\"']{6,64})",
    ),
    # What opens a database is given an address, a user and a password.
    *(
        (
            "password",
            opening,
            re.escape(opening) + r"(?:\$?\w{1,40}|[\"'][^\"'\n]{1,120}[\"']),\s{0,8}[\"'][^\"'\n]{1,64}[\"'],\s{0,8}"
            r"[\"'](?P<secret>[^\"'\n$<{][^\"'\n]{3,128})[\"']",
        )
        for opening in ("PDO(", "DBI->connect(", "__construct(")
    ),
    (
        "password",
        "DBI->connect(",
        (
            r"DBI->connect\([\"'][^\"'\n]{1,120}[\"'],\s{0,8}[\"'][^\"'\n]{1,64}[\"'],\s{0,8}"
            r"q\{(?P<secret>[^\n]{4,128}?)\}(?=\s{0,8}[,)])"
        ),
    ),
    (
        "password",
        ".connect(",
        r"\.connect\((?:[\"'][^\"'\n]{1,120}[\"'],\s{0,8}){2}[\"'](?P<secret>(?=[^\"'\n]{0,64}[0-9])[^\"'\s$<{]{4,128})[\"']",
    ),
    ("nuget-key", "oy2", r"(?<![A-Za-z0-9])(?P<secret>oy2[a-z0-9]{43})(?![A-Za-z0-9])"),
    (
        "password",
        "ConvertTo-SecureString",
        r"ConvertTo-SecureString (?:-(?:String|AsPlainText|Force) ){0,3}[\"'](?P<secret>[^\"'\n$][^\"'\n]{3,128})[\"']",
    ),
    ("password", "<auth-user-pass>", r"<auth-user-pass>\s{0,3}[^\n]{1,64}\n(?P<secret>[^\n<]{4,128})"),
    ("password", "DENTIFIED BY ", r"DENTIFIED BY [\"'](?!password[\"'])(?P<secret>[^\"'\s<$]{3,128})"),
    ("password", "dentified by ", r"dentified by [\"'](?!password[\"'])(?P<secret>[^\"'\s<$]{3,128})"),
    ("password-hash", "SHA}", r"(?:(?<=\{)|(?<=\{S))SHA\}(?P<secret>[A-Za-z0-9+/]{20,100}={0,2})"),
)


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the literals of the shapes, in small letters, and what looks for each."""
    yield "%3d", rule(_twitter)
    yield "0x", rule(_wallet)
    for word in ("discord", "bot ", "bot_"):
        yield word, _discord_near
    for word in ("search(", "client(", "connect(", "init(", "login(", "auth(", "configure(", "api(", "run("):
        yield word, _given_to_a_call
    for kind, literal, pattern in (*SHAPES, *_WIDE_SHAPES):
        yield literal.lower(), rule(partial(_shaped, pattern, kind))


# A number of 17 digits or more, encoded; then a time, then a code.
_DISCORD: Final = rf"(?<![\w-])(?P<secret>[MNO]{WORD}{{22,27}}\.{WORD}{{6}}\.{WORD}{{27,}})"


# Three letters hold two digits, and of the third what all digits have in common.
_HEADS: Final = frozenset(b64encode(b"%02d0" % number)[:3].decode().lower() for number in range(100))
_LEAST_DISCORD: Final = 58


def discord_tokens(text: str, words: list[tuple[int, int]]) -> Iterator[Span]:
    """Yield the tokens of Discord's bots among the long words of a text."""
    for begin, end in words:
        position = begin
        while end - position >= _LEAST_DISCORD and (match := compiled(_DISCORD).search(text, position, end)):
            is_one = text[match.start() : match.start() + 3].lower() in _HEADS
            if is_one:
                yield Span(match.start(), match.end(), "discord-token")
            position = match.end() if is_one else match.start() + 1


@rule
def _discord_near(text: str, position: int) -> Span | None:
    return taken(compiled(_DISCORD).search(text, position, position + 200), "secret", "discord-token")


def _twitter(text: str, position: int) -> Span | None:
    front = compiled(r"[A-Za-z0-9]{10,60}?A{20,24}(?![A-Za-z0-9])").match(text[max(0, position - 96) : position][::-1])
    match = compiled(r"%3[dD][A-Za-z0-9%]{20,160}").match(text, position)
    return Span(position - front.end(), match.end(), "twitter-token") if front and match else None


_WALLET: Final = r"(?i)priv|secret|accounts|signer|wallet|mnemonic|deployer|\bkey"


def _wallet(text: str, position: int) -> Span | None:
    match = compiled(r"(?P<secret>0x[0-9a-fA-F]{64})(?![0-9a-fA-F])").match(text, position)
    if match is None or compiled(_WALLET).search(text, max(0, position - 40), position) is None:
        return None
    return taken(match, "secret", "private-key")


_CALL: Final = (
    r"\w+\(\s{0,8}(?:[\"'][\w.-]{1,40}[\"'],\s{0,8})?[\"'](?P<secret>[A-Za-z0-9+/=_.-]{20,400})[\"']\s{0,8}[,)]"
)


@rule
def _given_to_a_call(text: str, position: int) -> Span | None:
    match = compiled(_CALL).match(text, position)
    return taken(match, "secret", "secret") if match is not None and is_random(match["secret"]) else None


# What belongs to a secret in front of the literal it is known by, written backwards.
_IN_FRONT: Final = {
    "telegram-token": r"[0-9]{6,12}", "mailchimp-key": r"[0-9a-f]{32}", "azure-devops-token": r"[A-Za-z0-9]{76}",
    "ntlm-hash": r"[0-9a-fA-F]{32}(?::[0-9a-fA-F]{32})?", "deepl-key": r"[0-9a-f]{12}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8}",
    "openai-key": r"[A-Za-z0-9_-]{8,80}?-ks",
    "cluster-token": r"[0-9a-f]{64}01K", "slack-webhook": "//:s?ptth", "discord-webhook": r"[a-z.]{1,40}//:s?ptth",
}  # fmt: skip


def _shaped(pattern: str, kind: str, text: str, position: int) -> Span | None:
    span = taken(compiled(pattern).match(text, position), "secret", kind)
    if span is None or kind not in _IN_FRONT:
        return span
    front = compiled(_IN_FRONT[kind]).match(text[max(0, position - 80) : position][::-1])
    return span._replace(start=position - front.end()) if front else span
