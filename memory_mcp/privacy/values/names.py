"""Tell which names announce a secret: ``DB_PASSWORD`` does; ``password_reset_url`` speaks of one and holds none."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from memory_mcp.privacy.text.spans import compiled

PASSWORDS: Final = (
    "password", "passwd", "passwort", "passphrase", "passcode", "passwords", "pwd", "kennwort", "contraseña",
    "contrasena", "passwordphrase", "senha", "wachtwoord", "parola", "haslo", "hasło", "sifre", "şifre", "clave", "mdp",
    "psk", "passkey", "requirepass", "masterauth", "heslo", "passord", "lösenord", "salasana",
    "motdepasse", "authtok",
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
        "root", "db", "preshared", "functions", "function", "connection", "activation", "recovery", "wifi", "wpa",
        "product", "cipher", "decryption", "symmetric", "hash", "session", "cookie", "bot", "rest", "user", "project",
        "validation",
    )
)  # fmt: skip
# A name that ends like this is about a secret and does not hold one.
ABOUT: Final = frozenset(
    (
        "id", "ids", "name", "names", "count", "counts", "limit", "limits", "length", "len", "size", "budget",
        "ttl", "url", "urls", "uri", "endpoint", "path", "paths", "file", "files", "dir", "type", "types", "expiry",
        "expires", "expiration", "expired", "timeout", "usage", "used", "index", "policy", "field", "label",
        "header", "prefix", "suffix", "hint", "format", "regex", "pattern", "env", "var", "variable", "version",
        "rotation", "rotated", "days", "age", "min", "max", "strength", "algorithm", "alg", "method", "mode",
        "provider", "source", "store", "manager", "arn", "ref", "reference", "placeholder", "title", "text",
        "input", "form", "page", "reset", "created", "updated", "valid", "required", "enabled", "disabled",
        "changed", "at", "on", "by", "issuer", "class", "scopes", "scope", "fingerprint", "checksum", "range",
        "position", "offset", "kind", "hash", "hashes", "hashing", "managers", "check", "checks", "generator", "rules",
        "validation", "strategy", "handling", "prompt", "dialog", "cache", "salt", "column", "generation",
    )
)  # fmt: skip

_NO_PASSWORDS: Final = frozenset(("compass", "bypass", "trespass", "surpass", "overpass", "underpass", "encompass"))

# Ways to log in, of which a setting gives the user and the password.
_LOGGED_IN: Final = frozenset(("private", "basic", "http", "proxy", "smtp", "digest"))
# WordPress keeps salts that are as good as keys.
_SALTED: Final = frozenset(("auth", "nonce", "secure", "logged"))

# Names in letters of other scripts.
_ELSEWHERE: Final = re.compile(r"(?i)(?:\A|_)пароль(?:\Z|_)|\A(?:パスワード|密码|密碼|비밀번호)\Z")


@lru_cache(maxsize=4096)
def kind_of_name(before: str, name: str) -> str | None:  # noqa: PLR0911 - a table of cases
    """Say which kind of secret a name announces, ``password`` or ``secret``, or None.

    ``before`` is the word in front of it: "key" alone announces nothing, "api key" does.
    """
    words = [word.lower() for word in compiled(r"[A-Z]+(?![a-zß-ž])|[A-Z]?[a-zß-ž]+").findall(name)]
    if words[-1:] == ["salt"] and name.isupper() and not _SALTED.isdisjoint(words):
        return "secret"
    if _ELSEWHERE.search(name) or words[-3:] == ["mot", "de", "passe"] or words[-2:] == ["auth", "ident"]:
        return "password"
    if not words or words[-1] in ABOUT or not {"public", "publishable"}.isdisjoint(words):
        return None
    if any(word.endswith(PASSWORDS) for word in words) or "pw" in words or "pass" in words[1:] or words == ["sshpass"]:
        return "password"
    if any(word.endswith(_SECRETS) for word in words):
        return "secret"
    if "key" in words and (before.lower() in _KEYS or not _KEYS.isdisjoint(words) or name.isupper()):
        return "secret"
    if len(words[-1]) > len("pass") and words[-1].endswith("pass") and words[-1] not in _NO_PASSWORDS:
        return "password"
    if words[-1] == "auth" and compiled(r"(?:[A-Z][a-z]*-)+Auth").fullmatch(name):
        return "secret"
    if words in (["pass"], ["tok"]) or (words[-1] in {"pat", "totp"} and len(words) > 1):
        return "secret"
    is_login = words[-1] == "login" and len(words) > 1 and name.isupper()
    is_auth = words[-1] == "auth" and (name.startswith("_") or not _LOGGED_IN.isdisjoint(words))
    return "secret" if is_login or is_auth else None


# What a name of a key says that is none to keep secret, or none at all.
_NO_SECRET_KEYS: Final = frozenset(
    (
        "public", "publishable", "pub", "primary", "foreign", "partition", "sort", "cache", "object", "idempotency",
        "idempotent", "row", "dedup", "dedupe", "group", "index", "site", "lookup", "hash", "host", "map", "dict", "s3",
        "storage", "translation", "i18n", "message", "config", "unique", "composite", "surrogate", "natural", "shard",
        "bucket", "range", "query", "react", "event", "issue", "ticket", "project", "jira", "verify", "verification",
    )
)  # fmt: skip
_DRAWN_NAMES: Final = frozenset(("key", "salt", "assertion", "verifier"))


@lru_cache(maxsize=4096)
def holds_drawn(name: str) -> bool:
    """Say whether what a name is given is a secret where it was drawn: any key, but those that everybody may see."""
    words = [word.lower() for word in compiled(r"[A-Z]+(?![a-zß-ž])|[A-Z]?[a-zß-ž]+").findall(name)]
    is_key_id = words[-3:] == ["access", "key", "id"] or words[-2:] == ["accesskey", "id"]
    is_named = len(words) > 1 and words[-1] in _DRAWN_NAMES and _NO_SECRET_KEYS.isdisjoint(words)
    # A name in capitals that ends so gives a build what it logs in with; a role's secret is called its id.
    is_named |= (words[-1:] == ["auth"] and len(words) > 1 and name.isupper()) or words[-2:] == ["secret", "id"]
    is_named |= words[-2:] == ["hash", "salt"] or words[-1:] in (["crumb"], ["csrf"], ["xsrf"])
    return is_named or is_key_id or words[-2:] == ["saml", "response"]
