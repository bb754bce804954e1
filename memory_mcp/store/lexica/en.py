"""Cues of English notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

from __future__ import annotations

from typing import Final

ASKS: Final = r"""
    need to ask|ask (?:him|her|them|whether|if)|wondering (?:if|whether)|not sure (?:if|whether)|find out (?:if|whether)
    does anyone know|no idea (?:if|whether)|to be clarified|tbd|unclear (?:if|whether)
"""
PLANS: Final = r"""
    proposal:|idea:|todo:?|hoping to|hope to|we'd like|i'd like|would like to|thinking about|one day|some day|someday
    on the roadmap|next (?:year|month|week|quarter|spring|summer|autumn|winter)|by the end of|wish(?:es)? to|dreams? of
    should|ought to|suggest\w*|let's|eventually|aim(?:s|ing)? to|want(?:s)? to|planned
"""
REPORTS: Final = r"""
    wrote (?:in )?that|promises|advertis\w+|brochure|sales page|insists|reckons|supposedly|apparently|rumou?r(?:s|ed)?
    swears|complained|mentioned|in an interview|hearsay
"""
PAST: Final = r"""
    until (?:\w+ ){0,3}(?:19|20)\d\d|in the days when|back in|as a (?:student|child|kid|boy|girl|teenager)
    when (?:i|he|she|we|they|\w+) (?:was|were)|before the (?:move|migration|rewrite|switch)|years ago|ex-
"""
ADDS: Final = r"""
    too|also|as well|one of|among|another|additionally|in addition|besides|both|partly|sometimes|mostly|some of|e\.g\.
"""
COVERS: Final = r"""
    all|every|everything|only|entirely|solely|exclusively|always|full-time|full time|whole|any|100 ?%|none|sole|single
"""
EXCEPTS: Final = r"""
    except(?:ion)?s?|apart from|other than|but not|bar the|excluding|aside from|save for
"""
HARMLESS: Final = r"""
    no-reply@\S*|not bad(?: at all)?|can't complain|no problem|no wonder|never mind|nothing but|not to be sneezed at
    no longer than|no later than|no more than|no less than|went off|goes off|don't bother|don't forget|no worries
"""
LACKING: Final = "lacks lack lacking missing"
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    owner owned owns maintainer maintained maintains lead led leads responsible charge boss manager head chair
    chairs chaired doctor gp dentist vet landlord teacher coach captain capital primary default contact
    assignee treasurer president
"""
VALUES: Final = """
    red blue green yellow black white grey|gray brown orange purple pink beige turquoise|teal
"""
NARROWING: Final = """
    spring summer autumn|fall winter
    macos|mac linux windows ios android ubuntu
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    enabled enable on active activated / disabled disable off inactive deactivated
    always / never
    synchronously synchronous sync / asynchronously asynchronous async
    public / private internal
    on / off
    mandatory required compulsory obligatory / optional voluntary
    before / after
    loves love likes like enjoys adores / hates hate dislikes detests
    sensitive / insensitive
    allowed permitted allow allows permits / forbidden prohibited banned disallowed forbid forbids prohibits
    open opens / closed closes shut
    up online / down offline
    valid / invalid
    safe / unsafe
    stable / unstable
    mutable / immutable
    automatically automatic / manually manual
    increases increased increase rises / decreases decreased decrease drops falls
    true / false
    local locally / remote remotely
    blocking / nonblocking
    first / last
    minimum / maximum
    cheap cheaper / expensive
    dark / light
    morning / evening afternoon night
    signed / unsigned
    kept / stripped dropped discarded
    hot / cold
    empty / full
    upstream / downstream
    push / pull
    in / out
    strict / lenient
    verbose / quiet
    fast faster / slow slower
    succeeds passes / fails
    accepted accepts / rejected rejects
    left / right
    single / multiple
    vegetarian vegan / carnivore
    supported / unsupported deprecated
    encrypted / unencrypted plaintext
    paid / free unpaid
    married / single divorced unmarried
    alive / dead
    present / absent
    internal / external
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    red blue green yellow black white grey|gray brown orange purple pink beige turquoise
    small medium large huge
    empty half-full full
    open pending closed done resolved blocked
    vegan vegetarian omnivore
    left right
    wooden metal plastic glass
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    hourly daily|nightly weekly fortnightly|biweekly monthly quarterly yearly|annually
    spring summer autumn|fall winter
    morning|mornings noon evening|evenings night|nights midnight
    north south east west
"""
