"""Cues of German notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

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
    zustandig verantwortlich verantwortliche leiter leiterin leitet leitung betreut betreuer betreuerin chef
    chefin hausarzt hausarztin zahnarzt tierarzt vermieter klassenlehrer klassenlehrerin trainer hauptstadt
    vorsitzende vorsitzender kassenwart ansprechpartner ansprechpartnerin
"""
VALUES: Final = """
"""
NARROWING: Final = """
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
    aktiviert aktiv eingeschaltet an / deaktiviert inaktiv ausgeschaltet
    immer stets / nie niemals
    synchron / asynchron
    offentlich / privat intern
    an ein / aus
    pflicht verpflichtend obligatorisch / freiwillig optional
    vor / nach
    liebt mag / hasst verabscheut
    erlaubt gestattet zulassig / verboten untersagt unzulassig
    offen geoffnet auf / geschlossen zu
    gultig / ungultig
    sicher / unsicher
    automatisch / manuell handisch
    lokal / entfernt
    steigt / sinkt fallt
    wahr / falsch
    schnell / langsam
    verschlusselt / unverschlusselt
    verheiratet / ledig geschieden
    intern / extern
    voll / leer
    links / rechts
    hell / dunkel
    morgens vormittags / abends nachmittags nachts
    verpflichtet / freigestellt
    kostenlos / kostenpflichtig
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rot blau grun gelb schwarz weiss grau braun orange lila|violett rosa beige turkis
    klein mittelgross gross
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    stundlich taglich wochentlich monatlich quartalsweise jahrlich
    fruhling|fruhjahr sommer herbst winter
    norden suden osten westen
    morgens mittags abends nachts
"""
