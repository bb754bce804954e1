"""Secrets that providers give a prefix or a place of their own, so that they can be found."""

from __future__ import annotations

import re
from typing import Final

from memory_mcp.privacy.spans import Rule, Span, compiled, taken

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


def prefixed(kind: str, needle: str, tail: str) -> Rule:
    """Return the rule for a prefix and what follows it."""
    pattern = f"{NOT_IN_WORD}{re.escape(needle)}(?P<secret>{tail})"

    def rule(text: str, position: int) -> Span | None:
        match = compiled(pattern).match(text, position)
        if match is None or not set(match["secret"].lower()) - set("x*0_-."):
            return None
        return Span(position, match.end(), kind)

    return rule


def shaped(kind: str, pattern: str) -> Rule:
    """Return the rule for a shape around a literal."""

    def rule(text: str, position: int) -> Span | None:
        return taken(compiled(pattern).match(text, position), "secret", kind)

    return rule
