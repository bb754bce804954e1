"""Words that stand in for each other: of each class a thing has one. Red or blue, daily or weekly, in spring or autumn.

What has a class of its own needs no name or number to be told apart: a colour behind "is", how often something is done.
"""

from __future__ import annotations

from typing import Final, Literal

from memory_mcp.store.clash_lexicon import LANGUAGES, Language
from memory_mcp.store.stems import stem

Role = Literal["state", "manner"]

# "state" excludes behind a copula alone (is red: there may be red and blue cars), "manner" wherever it stands behind
# the verb. A line is a class; forms of one word are joined by |.
_CLASSES: Final[dict[Language, dict[Role, str]]] = {
    "en": {
        "state": """
            red blue green yellow black white grey|gray brown orange purple pink beige turquoise
            small medium large huge
            empty half-full full
            open pending closed done resolved blocked
            vegan vegetarian omnivore
            left right
            wooden metal plastic glass
        """,
        "manner": """
            hourly daily|nightly weekly fortnightly|biweekly monthly quarterly yearly|annually
            spring summer autumn|fall winter
            morning|mornings noon evening|evenings night|nights midnight
            north south east west
        """,
    },
    "de": {
        "state": """
            rot blau grun gelb schwarz weiss grau braun orange lila|violett rosa beige turkis
            klein mittelgross gross
        """,
        "manner": """
            stundlich taglich wochentlich monatlich quartalsweise jahrlich
            fruhling|fruhjahr sommer herbst winter
            norden suden osten westen
            morgens mittags abends nachts
        """,
    },
    "es": {
        "state": """
            rojo|roja azul verde amarillo|amarilla negro|negra blanco|blanca gris marron naranja morado|morada rosa
            pequeno|pequena mediano|mediana grande
        """,
        "manner": """
            diariamente|diario|diaria semanalmente|semanal mensualmente|mensual trimestral anualmente|anual
            primavera verano otono invierno
            norte sur este oeste
        """,
    },
    "fr": {
        "state": """
            rouge bleu|bleue vert|verte jaune noir|noire blanc|blanche gris|grise marron orange violet|violette rose
            petit|petite moyen|moyenne grand|grande
        """,
        "manner": """
            quotidien|quotidienne hebdomadaire mensuel|mensuelle|mensuellement trimestriel annuel|annuelle
            printemps ete automne hiver
            nord sud est ouest
        """,
    },
    "it": {
        "state": """
            rosso|rossa blu verde giallo|gialla nero|nera bianco|bianca grigio|grigia marrone arancione viola rosa
            piccolo|piccola medio|media grande
        """,
        "manner": """
            quotidianamente|quotidiano|giornaliero settimanale|settimanalmente mensile|mensilmente trimestrale annuale
            primavera estate autunno inverno
            nord sud est ovest
        """,
    },
    "pt": {
        "state": """
            vermelho|vermelha azul verde amarelo|amarela preto|preta branco|branca cinzento|cinza castanho roxo
            pequeno|pequena medio|media grande
        """,
        "manner": """
            diariamente|diario|diaria semanalmente|semanal mensalmente|mensal trimestral anualmente|anual
            primavera verao outono inverno
            norte sul leste oeste
        """,
    },
    "nl": {
        "state": """
            rood blauw groen geel zwart wit grijs bruin oranje paars roze
            klein middelgroot groot
        """,
        "manner": """
            uurlijks dagelijks wekelijks maandelijks kwartaal jaarlijks
            lente|voorjaar zomer herfst|najaar winter
            noorden zuiden oosten westen
            s-ochtends s-middags s-avonds s-nachts
        """,
    },
}


def _table(language: Language) -> dict[str, tuple[Role, int, int]]:
    """Return of each word its role, its class and which of the class it is; stems count as their words."""
    found: dict[str, tuple[Role, int, int]] = {}
    for role, classes in _CLASSES[language].items():
        for number, line in enumerate(classes.strip().splitlines()):
            for member, forms in enumerate(line.split()):
                for form in forms.split("|"):
                    found[form] = found[stem(form, language)] = (role, number, member)
    return found


_TABLES: Final = {language: _table(language) for language in LANGUAGES}


def exclusive(a: str, b: str, language: Language) -> Role | None:
    """Return where two words exclude each other, or None where they are not two of one class."""
    table = _TABLES[language]
    one, other = table.get(a) or table.get(stem(a, language)), table.get(b) or table.get(stem(b, language))
    if one is None or other is None or one[:2] != other[:2] or one[2] == other[2]:
        return None
    return one[0]
