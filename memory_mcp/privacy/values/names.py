"""Tell which names announce a secret: ``DB_PASSWORD`` does; ``password_reset_url`` speaks of one and holds none."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from memory_mcp.privacy.text.spans import compiled
from memory_mcp.privacy.values.word_lists import word_list

PASSWORDS: Final = word_list("passwords")
_OF_OTHER_SCRIPTS: Final = word_list("passwords_of_other_scripts")
_SECRETS: Final = word_list("secrets")
_KEYS: Final = frozenset(word_list("keys"))
ABOUT: Final = frozenset(word_list("about"))

_NO_PASSWORDS: Final = frozenset(word_list("no_passwords"))

# Ways to log in, of which a setting gives the user and the password.
_LOGGED_IN: Final = frozenset(("private", "basic", "http", "proxy", "smtp", "digest"))
# WordPress keeps salts that are as good as keys.
_SALTED: Final = frozenset(("auth", "nonce", "secure", "logged"))

# With the soft sign that the Russian word ends with.
_ELSEWHERE: Final = re.compile(rf"(?i)(?:\A|_)(?:{'|'.join(_OF_OTHER_SCRIPTS)})ь?(?:\Z|_)")
_SHORT: Final = ("pass", "pw")
# In small letters.
PASSWORD_LITERALS: Final = (
    *_SHORT, *(word for word in PASSWORDS if not any(short in word for short in _SHORT)), *_OF_OTHER_SCRIPTS
)  # fmt: skip
"""What every name of a password has in it, one of these at least."""

# What a person calls the field of a password besides.
_ENTERED: Final = frozenset(("pw", "pin", "passe"))


# Wherever in a word they stand: newpwdbox.
_ANYWHERE: Final = tuple(word for word in PASSWORDS if word.startswith(("pass", "pwd")))
_LATIN: Final = "".join(map(chr, range(0x00C0, 0x017F)))
_CAPITAL: Final = "A-Z" + "".join(filter(str.isupper, _LATIN))
_SMALL: Final = "a-z" + "".join(filter(str.islower, _LATIN))
_NAMED: Final = rf"[{_CAPITAL}]+(?![{_SMALL}])|[{_CAPITAL}]?[{_SMALL}]+"
_DOT_ABOVE: Final = "\u0307"


def _words_of(name: str) -> list[str]:
    """Return the words of a name in small letters: ``dbPassword`` and ``DB_PASSWORD`` have the same."""
    # Of the Turkish capital with a dot Python makes two characters.
    return [word.lower().replace(_DOT_ABOVE, "") for word in compiled(_NAMED).findall(name)]


def _ends_as_password(word: str) -> bool:
    """Say whether a word ends as ``dbpassword`` does, and is none of those of other things that do (``enclave``)."""
    return word.endswith(PASSWORDS) and word not in _NO_PASSWORDS


def _ends_as_pass(word: str) -> bool:
    """Say whether a word ends as ``userpass`` does, and is none of those of other things that do (``compass``)."""
    return word.endswith("pass") and word not in _NO_PASSWORDS


def names_a_password(text: str) -> bool:
    """Say whether a text, such as the label of a field, has a word for a password in it, wherever and in any form."""
    return any(
        word.startswith(PASSWORDS)
        or _ends_as_password(word)
        or word in _ENTERED
        or _ends_as_pass(word)
        or any(known in word for known in _ANYWHERE)
        for word in _words_of(text)
    ) or any(word in text.lower() for word in _OF_OTHER_SCRIPTS)


@lru_cache(maxsize=4096)
def kind_of_name(before: str, name: str) -> str | None:  # noqa: PLR0911 - a table of cases
    """Say which kind of secret a name announces, ``password`` or ``secret``, or None.

    ``before`` is the word in front of it: "key" alone announces nothing, "api key" does.
    """
    words = _words_of(name)
    if words[-1:] == ["salt"] and name.isupper() and not _SALTED.isdisjoint(words):
        return "secret"
    if _ELSEWHERE.search(name) or words[-3:] == ["mot", "de", "passe"] or words[-2:] == ["auth", "ident"]:
        return "password"
    if not words or words[-1] in ABOUT or not {"public", "publishable"}.isdisjoint(words):
        return None
    if any(map(_ends_as_password, words)) or "pw" in words or "pass" in words[1:] or words == ["sshpass"]:
        return "password"
    if any(word.endswith(_SECRETS) for word in words):
        return "secret"
    if "key" in words and (before.lower() in _KEYS or not _KEYS.isdisjoint(words) or name.isupper()):
        return "secret"
    if words[-1] != "pass" and _ends_as_pass(words[-1]):
        return "password"
    if words[-1] == "auth" and compiled(r"(?:[A-Z][a-z]*-)+Auth").fullmatch(name):
        return "secret"
    if words in (["pass"], ["tok"]) or (words[-1] in {"pat", "totp"} and len(words) > 1):
        return "secret"
    is_login = words[-1] == "login" and len(words) > 1 and name.isupper()
    is_auth = words[-1] == "auth" and (name.startswith("_") or not _LOGGED_IN.isdisjoint(words))
    return "secret" if is_login or is_auth else None


_NO_SECRET_KEYS: Final = frozenset(word_list("no_secret_keys"))
_DRAWN_NAMES: Final = frozenset(("key", "salt", "assertion", "verifier"))


@lru_cache(maxsize=4096)
def holds_drawn(name: str) -> bool:
    """Say whether what a name is given is a secret where it was drawn: any key, but those that everybody may see."""
    words = _words_of(name)
    is_key_id = words[-3:] == ["access", "key", "id"] or words[-2:] == ["accesskey", "id"]
    is_named = len(words) > 1 and words[-1] in _DRAWN_NAMES and _NO_SECRET_KEYS.isdisjoint(words)
    # A name in capitals that ends so gives a build what it logs in with; a role's secret is called its id.
    is_named |= (words[-1:] == ["auth"] and len(words) > 1 and name.isupper()) or words[-2:] == ["secret", "id"]
    is_named |= words[-2:] == ["hash", "salt"] or words[-1:] in (["crumb"], ["csrf"], ["xsrf"])
    return is_named or is_key_id or words[-2:] == ["saml", "response"]
