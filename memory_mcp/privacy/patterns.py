"""What a secret looks like: by the prefix its provider gives it, by its name, or by its letters.

Nothing here searches. The tables say what to look for; the functions get a name or a value, both short, and return
a kind or a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from operator import ne
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, Literal, NamedTuple, TypeAlias

Style: TypeAlias = Literal["env", "quoted", "bare", "prose"]
"""How a value stands by its name: ``NAME=v``, ``name = "v"``, ``name: v``, ``the name is v``."""

# Letters before a prefix make it part of a word (task-1 holds sk-), unless they are an escaped line end.
NOT_IN_WORD: Final = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
WORD: Final = r"[A-Za-z0-9_-]"

# Kind, the prefixes providers give their secrets so that they can be found, and what follows the prefix.
PREFIXES: Final = (
    ("aws-key", "AKIA ASIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("github-token", "ghp_ gho_ ghs_ ghu_ ghr_", r"[A-Za-z0-9]{20,}"),
    ("github-token", "github_pat_", r"[A-Za-z0-9_]{20,}"),
    ("gitlab-token", "glpat- gldt- glrt- glcbt- glptt- gloas-", rf"(?:{WORD}|\.){{16,}}"),
    ("anthropic-key", "sk-ant-", rf"{WORD}{{16,}}"),
    ("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-or-v1-", rf"(?={WORD}{{0,80}}[0-9]){WORD}{{20,}}"),
    ("openai-key", "sk-", r"(?=[A-Za-z]{0,80}[0-9])[A-Za-z0-9]{20,}"),
    ("google-key", "AIza", rf"{WORD}{{30,}}"),
    ("google-key", "ya29. GOCSPX-", rf"{WORD}{{20,}}"),
    ("slack-token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", r"[A-Za-z0-9-]{10,}"),
    ("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_", r"[A-Za-z0-9]{16,}"),
    ("stripe-key", "whsec_", r"[A-Za-z0-9+/]{20,}={0,2}"),
    ("npm-token", "npm_", r"[A-Za-z0-9]{30,}"),
    ("pypi-token", "pypi-", rf"(?={WORD}{{0,80}}[0-9])(?={WORD}{{0,80}}[A-Z]){WORD}{{32,}}"),
    ("huggingface-token", "hf_", r"[A-Za-z0-9]{30,}"),
    ("sendgrid-key", "SG.", rf"{WORD}{{16,}}\.{WORD}{{16,}}"),
    ("twilio-key", "SK", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("twilio-key", "AC", r"[0-9a-f]{32}:[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", r"[0-9a-f]{40,}"),
    ("azure-key", "AccountKey= SharedAccessKey=", r"[A-Za-z0-9+/]{30,}={0,2}"),
    ("vault-token", "hvs. hvb. hvr.", rf"{WORD}{{20,}}"),
    ("databricks-token", "dapi", r"[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])"),
    ("linear-key", "lin_api_ lin_oauth_", r"[A-Za-z0-9]{30,}"),
    ("notion-token", "secret_ ntn_", r"[A-Za-z0-9]{40,}"),
    ("sentry-token", "sntrys_ sntryu_", r"[A-Za-z0-9+/=_-]{40,}"),
    ("atlassian-token", "ATATT3", rf"(?:{WORD}|=){{40,}}"),
    ("shopify-token", "shpat_ shpss_ shpca_ shppa_", r"[0-9a-fA-F]{32}"),
    ("docker-token", "dckr_pat_ dckr_oat_", rf"{WORD}{{20,}}"),
    ("provider-key",
     ("glsa_ figd_ tskey- gsk_ xai- pplx- nvapi- tvly- r8_ PMAK- NRAK- sbp_ sb_secret_ rubygems_ phx_ pul- key- "
      "AGE-SECRET-KEY-1"),
     rf"(?={WORD}{{0,80}}[0-9])(?!{WORD}{{0,80}}-[a-z]{{2,}}-){WORD}{{27,}}"),
    ("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim.", r"(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    ("netlify-token", "nfp_", r"[A-Za-z0-9]{36,}"),
    # The header of a JSON web token starts with an encoded '{"'. Two parts are one whose signature was cut off.
    ("jwt", "eyJ",
     rf"(?:(?<!{WORD}eyJ)|(?<=\\[nrt]eyJ)){WORD}{{8,}}(?:\.eyJ{WORD}+(?:\.{WORD}*)?|(?:\.{WORD}*){{2,4}})"),
)  # fmt: skip

# Kind, a literal inside the shape, and the shape from that literal on; the group is what is taken out.
SHAPES: Final = (
    ("slack-webhook", "hooks.slack.com/", r"[a-z.]+/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9_/+-]{20,})"),
    ("discord-webhook", "/api/webhooks/", rf"/api/webhooks/[0-9]{{5,24}}/(?P<secret>{WORD}{{30,}})"),
    ("telegram-token", ":AA", rf"(?<=[0-9]{{8}}):(?P<secret>AA{WORD}{{30,}})"),
    ("azure-key", "sig=", r"(?<=[?&;])sig=(?P<secret>[A-Za-z0-9%+/_-]{30,}=*)"),
    ("mailchimp-key", "-us", r"(?<=[0-9a-f]{32})-us(?P<secret>[0-9]{1,2})(?![0-9A-Za-z])"),
)

_PASSWORDS: Final = (
    "password", "passwd", "passwort", "passphrase", "passcode", "passwords", "pwd", "kennwort", "contraseña",
    "contrasena", "passwordphrase",
)  # fmt: skip
_SECRETS: Final = (
    "secret", "token", "credential", "credentials", "apikey", "accesskey", "secretkey", "privatekey", "authkey",
    "signingkey", "encryptionkey", "masterkey",
)  # fmt: skip
_KEYS: Final = frozenset(
    (
        "api", "access", "secret", "private", "auth", "authorization", "encryption", "encrypt", "signing", "sign",
        "master", "client", "service", "account", "storage", "subscription", "license", "licence", "admin",
        "deploy", "deployment", "webhook", "shared", "hmac", "jwt", "aes", "rsa", "ssh", "openai", "anthropic",
        "aws", "azure", "google", "gcp", "stripe", "app", "application", "consumer", "developer", "write", "read",
        "root", "db",
    )
)  # fmt: skip
# A name that ends like this is about a secret and does not hold one.
_ABOUT: Final = frozenset(
    (
        "id", "ids", "name", "names", "count", "counts", "limit", "limits", "length", "len", "size", "budget",
        "ttl", "url", "urls", "uri", "endpoint", "path", "paths", "file", "files", "dir", "type", "types", "expiry",
        "expires", "expiration", "expired", "timeout", "usage", "used", "index", "policy", "field", "label",
        "header", "prefix", "suffix", "hint", "format", "regex", "pattern", "env", "var", "variable", "version",
        "rotation", "rotated", "days", "age", "min", "max", "strength", "algorithm", "alg", "method", "mode",
        "provider", "source", "store", "manager", "arn", "ref", "reference", "placeholder", "title", "text",
        "input", "form", "page", "reset", "created", "updated", "valid", "required", "enabled", "disabled",
        "changed", "at", "on", "by", "issuer", "class", "scopes", "scope", "fingerprint", "checksum", "range",
        "position", "offset", "kind",
    )
)  # fmt: skip
_STATES: Final = frozenset(
    (
        "true", "false", "none", "null", "nil", "undefined", "yes", "no", "on", "off", "required", "optional",
        "hidden", "invalid", "incorrect", "wrong", "missing", "expired", "revoked", "rotated", "unset", "empty",
        "default", "auto", "hashed", "encrypted", "masked", "redacted", "removed", "filtered", "sensitive",
        "enabled", "disabled", "string", "str", "text", "number", "integer", "boolean", "object", "bytes", "any",
        "unknown", "value", "plain", "plaintext", "bearer", "basic", "include", "omit", "same", "origin", "todo",
        "tbd", "fixme", "prompt", "stdin", "env", "file", "vault", "input", "password", "passwd", "passwort",
        "kennwort", "passphrase", "secret", "token", "apikey", "key", "credential", "credentials", "user",
        "username", "pass", "pwd", "placeholder", "changeme", "change", "example", "sample", "dummy", "fake", "foo",
        "bar", "baz", "foobar", "test", "testing", "your", "here", "mot", "passe", "insert", "replace", "enter",
        "contrasena", "contraseña", "redigir", "wachtwoord", "senha", "short", "weak", "strong", "correct",
        "confirm", "confirmation", "forgot", "reset", "login", "access", "refresh", "session",
    )
)  # fmt: skip
_TECHNICAL_PREFIX: Final = (
    "sha|md|aes|rsa|hs|rs|es|ps|utf|base|argon|oauth|rfc|http|ipv|ed|pbkdf|x|v|k|s|p|ec|gpt|bytes|int|uint|u|i|f|float|"
    "char|varchar|str|string|py|python|bcrypt|scrypt|hmacsha|secp|sprint|phase|step|version|top|web|log|section|line|part"
)
_WORDY: Final = (
    r"(?:(?:[A-Z]?[a-zà-ÿ]+|[A-Z]+|[0-9]{1,4}|[0-9]+(?:[a-z]{1,3}|[a-z]{4,}s)|"
    rf"(?i:{_TECHNICAL_PREFIX})[0-9]{{1,5}}[a-z]{{0,3}})"
    r"(?:[-_./:+~@&|,]+|(?<=[a-z])(?=[A-Z][a-z])|\Z))+"
)
_LONGEST_WORDS: Final = 100
_JUDGED: Final = 128
_NUMBER: Final = r"[v~<>+-]?[0-9]+(?:[.,:/x+-][0-9]+)*(?:[a-zA-Z%]{0,4}|st|nd|rd|th)?"
_WELL_MIXED_BASE64: Final = r"(?=.{0,80}[0-9])(?=.{0,80}[A-Z])(?=.{0,80}[a-z])[A-Za-z0-9+/]{30,}={0,2}"
_IDENTIFIER: Final = r"[A-Za-z_$][A-Za-z0-9_$]*"


@lru_cache(maxsize=1024)
def kind_of_name(before: str, name: str) -> str | None:
    """Say which kind of secret a name announces, ``password`` or ``secret``, or None.

    ``before`` is the word in front of it: "key" alone announces nothing, "api key" does.
    """
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-zß-ÿ])|[A-Z]?[a-zß-ÿ]+", name)]
    if not words or words[-1] in _ABOUT or "public" in words:
        return None
    if any(word.endswith(_PASSWORDS) for word in words) or "pw" in words or "pass" in words[1:]:
        return "password"
    if any(word.endswith(_SECRETS) for word in words):
        return "secret"
    if "key" in words and (before.lower() in _KEYS or not _KEYS.isdisjoint(words) or name.isupper()):
        return "secret"
    return "secret" if words[-1] == "auth" and name.startswith("_") else None


def looks_secret(value: str, kind: str, style: Style) -> bool:
    """Judge whether a value given to such a name is the secret itself, not a word, a type, code or a stand-in."""
    core = (value.rstrip(".,;:!?)]}").strip("\"'") or value)[:_JUDGED]
    is_long_enough = len(core) >= (4 if style in {"env", "quoted"} else 6)
    if not is_long_enough or is_placeholder(core) or _is_something_else(core, kind):
        return False
    if core.isdigit():
        return kind == "password" and style != "prose"
    if re.fullmatch(_NUMBER, core):
        return False
    if is_random(core):
        return True
    if _is_wordy(core):
        return kind == "password" and (style == "env" or (style == "quoted" and core.lower() == core))
    return _is_made_up(core, style)


def _is_something_else(core: str, kind: str) -> bool:
    """Recognise what is not text, a published hash, an address, a colour, a call or the name of a class."""
    return (
        not core.isprintable()
        or "\N{REPLACEMENT CHARACTER}" in core
        or re.match(r"(?:sha[0-9]{1,3}|md5|h1)[:-]", core) is not None
        or "://" in core
        or (kind != "password" and re.fullmatch(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", core) is not None)
        or re.fullmatch(r"#(?:[0-9a-fA-F]{3}){1,2}", core) is not None
        or re.fullmatch(rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*[(\[][^)\]]*[)\]]?", core) is not None
        or re.fullmatch(r"[A-Z][A-Za-z0-9]*(?:Key|Token|Secret|Password|Credential)[A-Za-z0-9]*", core) is not None
    )


def _is_wordy(core: str) -> bool:
    """Say whether a value is words, numbers and names of techniques, joined as identifiers and paths are."""
    return len(core) <= _LONGEST_WORDS and re.fullmatch(_WORDY, core) is not None


def _is_made_up(core: str, style: Style) -> bool:
    """Tell a made-up value (hunter2, p@ssw0rd!) from a name of something (user_token2, ./keys/k1, cfg.key1)."""
    if core[0] in "/.~\\" or re.match(r"[A-Za-z]:\\", core):
        return False
    if style in {"bare", "prose"} and _is_code(core):
        return False
    has_letter = re.search(r"[^\W\d_]", core) is not None
    has_digit = re.search(r"\d", core) is not None
    has_symbol = re.search(r"[^\w.\-/:\s]", core) is not None
    return has_letter and (has_digit or (has_symbol and style != "prose"))


def _is_code(core: str) -> bool:
    """Recognise names and paths, which stand where a value is expected but not quoted."""
    return (
        re.fullmatch(rf"{_IDENTIFIER}(?:(?:\.|->|::){_IDENTIFIER})+", core) is not None
        or re.fullmatch(r"[a-z]+(?:_[a-z]+)+_?[0-9]{0,2}", core) is not None
        or re.fullmatch(r"[&*!|%][A-Za-z_]+", core) is not None
        or ("/" in core and not re.fullmatch(_WELL_MIXED_BASE64, core))
        or "\\" in core
    )


def is_placeholder(value: str) -> bool:
    """Say whether a value marks the place where a secret belongs: ``<key>``, ``${KEY}``, ``xxxx``, ``changeme``."""
    if value[0] in "<[{(%" or re.match(r"\$[A-Za-z_{(\[]|#\{|\\", value):
        return True
    if any(stand_in in value for stand_in in ("${", "{{", "***", "...", "\N{HORIZONTAL ELLIPSIS}")):
        return True
    bare = value.strip("-_.*").lower()
    if len(set(bare)) < 2 or not re.search(r"[^\W_]", bare):  # noqa: PLR2004 - one letter repeated
        return True
    if bare.startswith("xxx") or bare.endswith("xxx"):
        return True
    if not _is_wordy(value):
        return (
            re.search(r"(?i)placeholder|change.?me|your[-_](?:api|secret|token|key|password|access)", value) is not None
        )
    words = re.findall(r"[a-zà-ÿ]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", value).lower())
    return not words or not _STATES.isdisjoint(words)


def is_random(value: str) -> bool:
    """Say whether a value of 16 or more characters was drawn, not written: its classes of letters keep changing.

    Drawn from 62 letters and digits, neighbours differ in class .62 of the time (.50 without digits); CamelCase
    words change about .33 of the time.
    """
    body = re.sub(r"[^A-Za-z0-9]", "", value)
    if len(body) < _SHORTEST_RANDOM or len(body) < 0.75 * len(value):
        return False
    if re.fullmatch(r"[0-9a-fA-F]{32,}", body):
        return len(set(body.lower())) > 16 // 2
    classes = body.translate(_CLASSES)
    changes: float = sum(map(ne, classes, classes[1:])) / (len(classes) - 1)
    least: float = _LEAST_CHANGES.get("".join(sorted(set(classes))), 1)
    return changes >= least


_SHORTEST_RANDOM: Final = 16
_CLASSES: Final = str.maketrans(
    digits + ascii_uppercase + ascii_lowercase,
    "d" * len(digits) + "u" * len(ascii_uppercase) + "l" * len(ascii_lowercase),
)
_LEAST_CHANGES: Final = {"dlu": 0.36, "lu": 0.38, "dl": 0.25, "du": 0.25}


_LOOSE_CONTEXT: Final = r"(?i)secret|token|passw|api.?key|access.?key|private.?key|\bkey\b|credential|bearer"
_TIGHT_CONTEXT: Final = (
    r"(?i)(?:secret|token|api[ _-]?key|access key|password|credential|(?:signing|encryption|secret|private) key)"
    r"[^\w\n]{1,3}(?:(?:is|was|value|key|the|here)[^\w\n]{1,3}){0,3}\Z"
)
_PUBLIC_CONTEXT: Final = r"(?i)commit|\bsha|hash|digest|checksum|integrity|fingerprint|public|\bssh|etag|base64,|image|data:|://|h1:|revision"


def is_announced(before: str, run: str) -> bool:
    """Say whether the words in front of a random string speak of a secret rather than of something published.

    A string without capitals or without small letters may be a hash, a path or a number: it has to be named at once.
    """
    if re.search(_PUBLIC_CONTEXT, before):
        return False
    is_varied = run.lower() != run and run.upper() != run
    return re.search(_LOOSE_CONTEXT if is_varied else _TIGHT_CONTEXT, before) is not None


class Marked(NamedTuple):
    """Literals that share a letter: under the two letters in front of it, else under the two behind it, else bare."""

    mark: str
    by_front: dict[str, list[str]]
    by_back: dict[str, list[str]]
    others: list[str]


def by_mark(needles: Iterable[str]) -> list[Marked]:
    """Group literals by the rarest kind of letter each has; those of small letters alone have none.

    Looking for one letter costs next to nothing, and most texts lack most marks, or have other letters around them.
    """
    grouped: dict[str, Marked] = {}
    for needle in needles:
        marks = [at for at, letter in enumerate(needle) if not letter.islower() and letter != " "]
        best = min(marks, key=lambda at: (needle[at].isalnum(), at < _BESIDE), default=None)
        mark = "" if best is None else needle[best]
        front = "" if best is None or best < _BESIDE else needle[best - _BESIDE : best]
        back = "" if best is None else needle[best + 1 : best + 1 + _BESIDE]
        group = grouped.setdefault(mark, Marked(mark, {}, {}, []))
        # A text cut at a mark keeps what stood beside it only if that has no mark in it.
        if front and mark not in front:
            group.by_front.setdefault(front, []).append(needle)
        elif len(back) == _BESIDE and mark not in back:
            group.by_back.setdefault(back, []).append(needle)
        else:
            group.others.append(needle)
    return list(grouped.values())


def standing_in(text: str, groups: Iterable[Marked]) -> list[str]:
    """Return the literals, grouped as ``by_mark`` does, that stand in a text."""
    likely: list[str] = []
    for mark, by_front, by_back, others in groups:
        if mark in text:
            likely += others
            pieces = text.split(mark) if mark else []
            if by_front:
                for front in {piece[-_BESIDE:] for piece in pieces}.intersection(by_front):
                    likely += by_front[front]
            if by_back:
                for back in {piece[:_BESIDE] for piece in pieces}.intersection(by_back):
                    likely += by_back[back]
    return [needle for needle in likely if needle in text]


_BESIDE: Final = 2
