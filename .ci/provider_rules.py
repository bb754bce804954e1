"""Write the formats in which providers issue secrets, taken from two maintained rule lists, as data.

``uv run --with kingfisher-bin --with credsweeper --with pyyaml python .ci/provider_rules.py`` reads the rules that the
two installed packages carry and writes ``memory_mcp/privacy/data/providers.txt``. Only facts are taken: the prefix a
secret starts with, the letters that may follow, the least number of them, and who issues it; or, where a format has
no prefix, the provider's name that stands in front of it. The file's header says from which versions, under which
licences and when, and holds a digest of its rows.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]

TARGET = Path(__file__).parent.parent / "memory_mcp" / "privacy" / "data" / "providers.txt"
PACKAGES = ("kingfisher-bin", "credsweeper")
LICENCES = {"kingfisher-bin": "Apache-2.0", "credsweeper": "MIT"}
# Names and addresses that a provider hands out to be shown.
PUBLIC = re.compile(r"(?i)client.?id|public|account.?(?:name|host)|tenant|domain|[-. ]url|repository|host\b|cloud-name|"
                    r"key.?id|app.?id|bucket|multi$|curl|uri$|connection-string|jwt|private-key|service-account$|"
                    r"planetscale-id|json|uuid|basic|bearer|^otp|product activation|[.-]pub-|browser")  # fmt: skip
# Any encoded JSON starts like the first; the second is the common beginning of formats that have rows of their own.
TOO_WIDE = {"eyJ", "xox"}
LONGEST, FEWEST, MOST_WAYS, LEAST_PREFIX = 400, 12, 60, 3
SETS = {
    c.CATEGORY_DIGIT: set("0123456789"),
    c.CATEGORY_WORD: set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"),
}


class Format(NamedTuple):
    """A way to know a secret: by what it starts with, or (``is_named``) by the name in front of it."""

    start: str
    alphabet: frozenset[str]
    least: int
    provider: str
    is_named: bool = False


def kingfisher_rules() -> Iterator[tuple[str, str]]:
    """Yield name and pattern of each rule that Kingfisher's binary lists."""
    program = Path(sysconfig.get_path("scripts")) / "kingfisher"
    command = [str(program), "rules", "list", "--format", "json", "--no-update-check"]
    listed = subprocess.run(command, capture_output=True, check=True)
    for rule in json.loads(listed.stdout):
        yield re.sub(r"^\w+[./](?:secrets/)?|\.\d+$", "", rule["id"]), rule["pattern"]


def credsweeper_rules() -> Iterator[tuple[str, str]]:
    """Yield name and pattern of each rule in CredSweeper's configuration."""
    (path,) = [one for one in distribution("credsweeper").files or () if str(one).endswith("rules/config.yaml")]
    for rule in yaml.safe_load(Path(str(path.locate())).read_text(encoding="utf-8")):
        if rule["type"] == "pattern" and not rule["name"].isupper() and "doc" not in rule["target"][:1]:
            yield rule["name"].lower().replace(" ", "-"), rule["values"][0]


def parsed(pattern: str) -> tuple[Any, bool]:
    """Return a pattern's tree, and whether any part of it ignores case."""
    pattern = pattern.replace("[[:alnum:]]", "[A-Za-z0-9]").replace(r"\z", r"\Z")
    return parser.parse(re.sub(r"\(\?[isx]+\)", "", pattern)), "(?i" in pattern


def secret_of(tree: Any) -> Any | None:
    """Return the part of a tree that is the secret: the group of that name, or else the first numbered one."""
    named = {number: name for name, number in tree.state.groupdict.items()}
    groups = dict(_groups(tree))
    for number, name in named.items():
        if name in {"value", "TOKEN", "password"} and number in groups:
            return groups[number]
    unnamed = [number for number in sorted(groups) if number not in named]
    return groups[unnamed[0]] if unnamed else (None if named else tree)


def _groups(tree: Any) -> Iterator[tuple[int, Any]]:
    for op, value in tree:
        if op is c.SUBPATTERN:
            if value[0] is not None:
                yield value[0], value[3]
            yield from _groups(value[3])
        elif op is c.BRANCH:
            for way in value[1]:
                yield from _groups(way)
        elif op in {c.MAX_REPEAT, c.MIN_REPEAT}:
            yield from _groups(value[2])


def letters(items: Iterable[Any]) -> set[str] | None:
    """Return the characters a class stands for; None if it is said by what it is not."""
    found: set[str] = set()
    for op, value in items:
        if op is c.NEGATE or (op is c.CATEGORY and value not in SETS):
            return None
        if op is c.LITERAL:
            found.add(chr(value))
        elif op is c.RANGE:
            found |= {chr(code) for code in range(value[0], value[1] + 1)}
        elif op is c.CATEGORY:
            found |= SETS[value]
    return found


class Way(NamedTuple):
    """One way through a pattern: its fixed start, then the letters and their least number."""

    start: str = ""
    is_open: bool = True
    alphabet: frozenset[str] = frozenset()
    least: int = 0


def ways(tree: Iterable[Any], begun: list[Way]) -> list[Way]:
    """Follow a tree on from the ways begun; no way is left where the pattern says too little."""
    for op, value in tree:
        if op in {c.AT, c.ASSERT, c.ASSERT_NOT}:
            continue
        if op is c.LITERAL:
            begun = [_taking(way, {chr(value)}, 1) for way in begun]
        elif op is c.IN:
            taken = letters(value)
            if not taken:
                return []
            begun = _choosing(begun, taken)
        elif op is c.SUBPATTERN:
            begun = ways(value[3], begun)
        elif op is c.BRANCH:
            begun = [way for branch in value[1] for way in ways(branch, begun)]
        elif op in {c.MAX_REPEAT, c.MIN_REPEAT}:
            begun = _repeating(begun, value)
        else:
            return []
        if not begun or len(begun) > MOST_WAYS:
            return []
    return begun


def _taking(way: Way, taken: set[str], count: int) -> Way:
    if way.is_open and len(taken) == 1 and count == 1:
        return way._replace(start=way.start + next(iter(taken)))
    return way._replace(is_open=False, alphabet=way.alphabet | taken, least=way.least + count)


def _choosing(begun: list[Way], taken: set[str]) -> list[Way]:
    few = sorted(taken) if len(taken) <= 6 else []  # noqa: PLR2004 - gh[pousr]_ is five prefixes, [a-f] is an alphabet
    chosen = []
    for way in begun:
        if way.is_open and way.start and few:
            chosen += [_taking(way, {letter}, 1) for letter in few]
        else:
            chosen.append(_taking(way._replace(is_open=False), taken, 1))
    return chosen


def _repeating(begun: list[Way], value: Any) -> list[Way]:
    least, most, inner = value
    if most == 1:
        return [*begun, *ways(inner, begun)]
    within = ways(inner, [Way(is_open=False)])
    return [
        way._replace(is_open=False, alphabet=way.alphabet | one.alphabet, least=way.least + one.least * int(least))
        for way in begun for one in within
    ]  # fmt: skip


KEYWORDS = re.compile(r"\A(?:\(\?i\))?\(\?(?:i:\()?\??:?\(?(?:\?:)?([a-z][a-z0-9|_.\[\]?-]{2,80})\)")


def formats(provider: str, pattern: str) -> Iterator[Format]:
    """Yield what a rule says about the secrets of a provider."""
    tree, folds = parsed(pattern)
    secret = secret_of(tree)
    if secret is None or PUBLIC.search(provider):
        return
    for way in ways(secret, [Way()]):
        alphabet = way.alphabet
        if folds:
            alphabet = frozenset(letter for one in alphabet for letter in (one, one.lower(), one.upper()))
        if not FEWEST <= way.least <= LONGEST:
            continue
        if len(way.start) >= LEAST_PREFIX and way.start not in TOO_WIDE:
            yield Format(way.start, alphabet, way.least, provider)
        elif not way.start and (found := KEYWORDS.match(pattern)) is not None:
            for word in re.split(r"\|", re.sub(r"\[[^\]]*\]\??", "", found[1])):
                if re.fullmatch(r"[a-z0-9]{4,20}", word) and word not in {"secret", "token"}:
                    yield Format(word, alphabet, way.least, provider, is_named=True)


def compact(alphabet: Iterable[str]) -> str:
    """Return an alphabet as the inside of a character class: A-Za-z0-9 and what else there is."""
    rest = set(alphabet)
    shown = ""
    for span in ("A-Z", "a-z", "0-9", "2-7", "A-F", "a-f"):
        span_letters = {chr(code) for code in range(ord(span[0]), ord(span[2]) + 1)}
        if span_letters <= rest:
            shown += span
            rest -= span_letters
    return shown + "".join(sorted(rest - {"-"})).replace("\\", "").replace("]", "") + ("-" if "-" in rest else "")


def rows(found: Iterable[Format]) -> list[str]:
    """Return one row for each start: of several formats the alphabets together and the smallest number."""
    merged: dict[tuple[bool, str], Format] = {}
    for one in found:
        key = (one.is_named, one.start)
        old = merged.get(key)
        merged[key] = one if old is None else old._replace(
            alphabet=old.alphabet | one.alphabet, least=min(old.least, one.least)
        )  # fmt: skip
    return [
        f"{'named' if one.is_named else 'prefix'}\t{one.start}\t{compact(one.alphabet)}\t{one.least}\t{one.provider}"
        for _, one in sorted(merged.items())
    ]


def main() -> int:
    """Write the table."""
    found = [
        one for listed in (kingfisher_rules(), credsweeper_rules()) for name, pattern in listed
        for one in formats(name, pattern)
    ]  # fmt: skip
    body = "".join(f"{row}\n" for row in rows(found))
    sources = ", ".join(f"{name} {distribution(name).version} ({LICENCES[name]})" for name in PACKAGES)
    digest = hashlib.sha256(body.encode()).hexdigest()
    header = [
        "Formats of secrets by provider: facts from two maintained rule lists. Written by .ci/provider_rules.py.",
        f"sources: {sources}",
        f"date: {dt.datetime.now(tz=dt.UTC).date()}",
        f"rows: {body.count(chr(10))}",
        f"sha256: {digest}",
        "columns: kind, start, alphabet, least, provider",
    ]
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text("".join(f"# {line}\n" for line in header) + body, encoding="utf-8")
    print(f"{body.count(chr(10))} rows in {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
