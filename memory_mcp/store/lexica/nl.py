"""Cues of Dutch notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

from __future__ import annotations

from typing import Final

ASKS: Final = r"""
"""
PLANS: Final = r"""
"""
REPORTS: Final = r"""
"""
PAST: Final = r"""
"""
ADDS: Final = r"""
"""
COVERS: Final = r"""
"""
EXCEPTS: Final = r"""
"""
HARMLESS: Final = r"""
"""
LACKING: Final = ""
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    eigenaar verantwoordelijk verantwoordelijke beheerder beheert leidt leider baas chef huisarts tandarts
    dierenarts verhuurder juf meester trainer hoofdstad voorzitter penningmeester contactpersoon aanspreekpunt
"""
VALUES: Final = """
"""
NARROWING: Final = """
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    ingeschakeld actief geactiveerd aan / uitgeschakeld inactief gedeactiveerd uit
    altijd / nooit
    synchroon / asynchroon
    openbaar publiek / prive
    verplicht / optioneel vrijwillig
    toegestaan toegelaten / verboden
    open / gesloten dicht
    dol / haat
    geldig / ongeldig
    automatisch / handmatig
    voor / na
    veilig / onveilig
    snel / langzaam traag
    stijgt / daalt
    lokaal / extern
    getrouwd / ongetrouwd gescheiden
    intern / extern
    gratis / betaald
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rood blauw groen geel zwart wit grijs bruin oranje paars roze
    klein middelgroot groot
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    uurlijks dagelijks wekelijks maandelijks kwartaal jaarlijks
    lente|voorjaar zomer herfst|najaar winter
    noorden zuiden oosten westen
    s-ochtends s-middags s-avonds s-nachts
"""
