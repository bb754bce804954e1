"""Secrets that providers give a prefix, so that they can be found.

Most formats come from ``data/providers.txt``, which a program of this repository writes from two maintained rule
lists; the file's header names them. The formats below are wider than the lists have them, or not in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.drawn_values import counts_on, is_drawn, is_sample

# Letters before a prefix make it part of a word (task-1 holds sk-), unless they are an escaped line end.
NOT_IN_WORD: Final = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
_NOT_IN_BASE64: Final = r"(?:(?<![A-Za-z0-9+/])|(?<=\\[nrt]))"
WORD: Final = r"[A-Za-z0-9_-]"

# Kind, prefixes, and what follows the prefix.
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
    ("slack-token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp-", r"[A-Za-z0-9%-]{10,}"),
    ("slack-token", "xoxe.xoxp- xoxe.xoxb-", r"[A-Za-z0-9-]{10,}"),
    ("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_", r"[A-Za-z0-9]{16,}"),
    ("stripe-key", "whsec_", r"[A-Za-z0-9+/]{20,}={0,2}"),
    ("npm-token", "npm_", r"[A-Za-z0-9]{30,}"),
    ("pypi-token", "pypi-", rf"(?={WORD}{{0,80}}[0-9])(?={WORD}{{0,80}}[A-Z]){WORD}{{32,}}"),
    ("huggingface-token", "hf_", r"[A-Za-z0-9]{30,}"),
    ("sendgrid-key", "SG.", rf"{WORD}{{16,}}\.{WORD}{{16,}}"),
    ("twilio-key", "SK", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    ("twilio-key", "AC", r"[0-9a-f]{32}(?::|[\"'],[ \t]{0,2}[\"'])[0-9a-f]{32}(?![A-Za-z0-9])"),
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
    # As people paste them; no list has these: HubSpot, Honeycomb's ingest keys, Jina, Adafruit IO; wallets by BIP 32.
    ("hubspot-key", "pat-na1- pat-na2- pat-eu1- pat-ap1-", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("honeycomb-key", "hcaik_ hcbik_ hccik_ hcxik_", r"[0-9a-z]{40,}"),
    ("launchdarkly-key", "sdk- mob-", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("openvsx-token", "ovsxat_", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("mollie-key", "live_", r"[A-Za-z0-9]{30}(?![A-Za-z0-9])"),
    ("brevo-key", "xsmtpsib- xkeysib-", r"[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    ("fly-token", "fm1_ fm2_ fo1_", r"[A-Za-z0-9+/_-]{40,}={0,3}"),
    ("nostr-key", "nsec1", r"[02-9ac-hj-np-z]{58}"),
    ("jina-key", "jina_", r"[A-Za-z0-9_-]{50,}"),
    ("adafruit-key", "aio_", r"[A-Za-z0-9]{28}"),
    ("alibaba-key", "LTAI", r"[A-Za-z0-9]{12,26}(?![A-Za-z0-9])"),
    ("mapbox-key", "sk.eyJ", rf"{WORD}{{8,}}\.{WORD}{{16,}}"),
    ("private-key", "xprv tprv yprv zprv", r"[1-9A-HJ-NP-Za-km-z]{90,108}"),
    # The header of a JSON web token starts with an encoded '{"'. Two parts are one whose signature was cut off.
    ("jwt", "eyJ",
     rf"(?:(?<!{WORD}eyJ)|(?<=\\[nrt]eyJ)){WORD}{{8,}}(?:\.eyJ{WORD}+(?:\.{WORD}*)?|(?:\.{WORD}*){{2,4}})"),
)  # fmt: skip

_DATA: Final = Path(__file__).parents[1] / "data" / "providers.txt"
_SEPARATORS: Final = frozenset("_-.:$+~/")
_LEAST_DISTINCT: Final = 4
_CUT_SHORT: Final = 20
# Two letters stand in too many words: they are looked for with what follows them, which is a number's digit.
_LEAST_OF_A_LITERAL: Final = 3
_HEX: Final = "0123456789abcdef"
_SAMPLE: Final = "EXAMPLE"
# Letters behind a prefix that are looked at before anything else is.
_LOOK: Final = 12
# Of capitals alone, and so rare in words that they count inside one.
_ANYWHERE: Final = ("AKIA", "ASIA")
# Names in code begin with them too (test_the_server_takes_over_for0): what follows has to be just as the list says.
_ORDINARY: Final = ("ext", "key", "live", "test")


class _Format(NamedTuple):
    kind: str
    pattern: str
    # Whether the prefix is so much its own that it counts inside a word, and a shorter rest is a secret cut off.
    is_distinct: bool
    is_listed: bool


def _curated() -> Iterator[tuple[str, _Format]]:
    for kind, prefixes, tail in PREFIXES:
        for prefix in prefixes.split():
            yield prefix, _Format(kind, f"{re.escape(prefix)}(?P<secret>{tail})", _is_distinct(prefix), is_listed=False)


def _is_distinct(prefix: str) -> bool:
    is_own = len(prefix) >= _LEAST_DISTINCT and prefix[-1] in _SEPARATORS and prefix[:-1] not in _ORDINARY
    return prefix in _ANYWHERE or is_own


def _listed(row: Row) -> _Format:
    """Return the format that a row of the table tells."""
    row = _of_list(row)
    pattern = f"{re.escape(row.start)}(?P<secret>[{row.alphabet}]{{{row.least},}})"
    return _Format(_kind(row), pattern, _is_distinct(row.start), is_listed=True)


def _of_list(row: Row) -> Row:
    """Return a row of the table with the alphabet and the length that count."""
    alphabet, least = row.alphabet, row.least
    if row.start[-1] in _SEPARATORS and row.start[:-1] not in _ORDINARY:
        # Alphabets change over the years; and where the prefix alone tells, tokens in transcripts are cut.
        others = re.sub(r"[A-Za-z0-9-]", "", alphabet)
        alphabet = f"A-Za-z0-9_{others}-"
        least = min(least, _CUT_SHORT) if _is_distinct(row.start) else least - least // 10
    return row._replace(alphabet=alphabet, least=least)


def _kind(row: Row) -> str:
    """Return what a secret of a row is called: as the formats below call it, of the same prefix or a wider one."""
    kinds = {prefix: form.kind for prefix, form in _curated()}
    wider = (kind for prefix, kind in kinds.items() if _is_distinct(prefix) and row.start.startswith(prefix))
    return kinds.get(row.start) or next(wider, row.provider)


class Row(NamedTuple):
    """One row of the table: ``prefix`` or ``named``, the literal, the letters after it, how many, and whose it is."""

    column: str
    start: str
    alphabet: str
    least: int
    provider: str


@cache
def rows() -> tuple[Row, ...]:
    """Return the rows of the generated table."""
    table = [line.split("\t") for line in _DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return tuple(Row(column, start, alphabet, int(least), who) for column, start, alphabet, least, who in table)


@cache
def _listed_rows() -> dict[str, list[Row]]:
    """Return the rows of each prefix."""
    listed: dict[str, list[Row]] = {prefix: [] for _, prefixes, _ in PREFIXES for prefix in prefixes.split()}
    for row in rows():
        if row.column == "prefix":
            listed.setdefault(row.start, []).append(row)
    return listed


@cache
def _formats(prefix: str) -> list[_Format]:
    """Return the formats that begin with a prefix; they are put together where one stands, for there are hundreds."""
    return [form for own, form in _curated() if own == prefix] + list(map(_listed, _listed_rows()[prefix]))


@cache
def _beginning(prefix: str) -> re.Pattern[str]:
    """Return how every format of a prefix begins: where only the list has it, with letters as the list says."""
    if any(own == prefix for own, _ in _curated()):
        return re.compile(re.escape(prefix))
    listed = map(_of_list, _listed_rows()[prefix])
    return re.compile("|".join(f"{re.escape(prefix)}[{row.alphabet}]{{{min(row.least, _LOOK)}}}" for row in listed))


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the prefixes, in small letters, and what looks for the secrets that begin with each."""
    for prefix in _listed_rows():
        for following in _HEX if len(prefix) < _LEAST_OF_A_LITERAL else ("",):
            yield prefix.lower() + following, partial(_prefixed, prefix)


def _prefixed(prefix: str, text: str, position: int) -> Iterable[Span]:
    if not _beginning(prefix).match(text, position) or compiled(_PUBLISHABLE).match(text, max(0, position - 3)):
        return ()
    # A run in which a prefix follows again and again looks the same from each of them.
    if text.count(prefix, position + 1, position + _RUN) >= _FEW and prefix not in _LONG_PREFIXES:
        begin = max(0, position - _BESIDE)
        if not _holds_one(prefix, text[begin : position + _NEAR], position - begin):
            return ()
    for form in _formats(prefix):
        if span := _at(text, position, form):
            return (span,)
    return ()


@lru_cache(maxsize=16)
def _holds_one(prefix: str, near: str, position: int) -> bool:
    return any(_at(near, position, form) for form in _formats(prefix))


# Stripe's keys for pages that everybody sees.
_PUBLISHABLE: Final = r".{0,3}(?<![A-Za-z])pk_(?:live|test)_"
# What is looked at in front of a prefix.
_BESIDE: Final = 2
_LONG_PREFIXES: Final = frozenset(("eyJ", "ey"))
_RUN: Final = 128
_FEW: Final = 4
_JUDGED: Final = 160


_NEAR: Final = 1024
_LONG: Final = ("jwt",)


def _at(text: str, position: int, form: _Format) -> Span | None:
    # A run in which prefixes follow each other is looked at whole only where it is one, not from each of them.
    pattern = compiled(form.pattern)
    near = len(text) if form.kind in _LONG else min(len(text), position + _NEAR)
    match = pattern.match(text, position, near)
    if match is None:
        return None
    # What is drawn shows it soon: a run in which prefixes follow each other is not judged whole for each.
    secret = match["secret"][:_JUDGED]
    if (
        not set(secret.lower()) - set("x*0_-.")
        or text.endswith(_SAMPLE, match.start("secret"), match.end("secret"))
        or counts_on(secret)
        or is_sample(secret)
        or compiled(r"(?i)[^0-9]*\b(?:your|my)[-_].*").fullmatch(secret)
    ):
        return None
    boundary = _NOT_IN_BASE64 if form.is_listed and not form.is_distinct else NOT_IN_WORD
    is_in_word = compiled(boundary).match(text, position) is None
    if is_in_word and not form.is_distinct:
        return None
    if (form.is_listed or is_in_word) and not is_drawn(secret):
        return None
    if match.end() == near < len(text):
        match = pattern.match(text, position) or match
    # A token longer than its format is known to be leaves nothing behind.
    rest = compiled(r"[A-Za-z0-9]*").match(text, match.end())
    return Span(position, rest.end() if rest else match.end(), form.kind)
