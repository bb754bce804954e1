"""Words every text has, in the seven languages people use this memory in most: they say nothing about what is asked.

A small word of one language is a telling word of another (son, man, war, die, hat), so a question loses only those of
its own language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_ENGLISH: Final = """
    a about after again all also am an and any are as at be because been before being but by can could d did do does
    doing don down during each few for from further had has have having he her here hers him his how i if in into is
    it its just ll m me more most my no nor not now of off on once only or other our ours out over own re s same
    shall she should so some such t than that the their theirs them then there these they this those through to too
    under until up us ve very was we were what when where which while who whom whose why will with would you your
    yours
"""
_GERMAN: Final = """
    aber als am an auch auf aus bei bin bis bist da dann das dass dem den der des dich die dir doch du durch ein
    eine einem einen einer eines er es euch für habe haben hat hatte hier ich ihm ihn ihr ihre im in ist ja kann
    kein keine man mein mich mir mit nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so über um und
    uns unser unter vom von vor wann war waren warum was welche welcher welches wem wen wenn wer werden wie wir wird
    wo wurde zu zum zur
"""
_SPANISH: Final = """
    al como con cual cuál cuando cuándo de del donde dónde el ella ellos en era es ese eso esta está este esto fue
    ha hay la las le les lo los me mi muy ni o para pero por porque que qué quien quién se ser si sin sobre son su
    sus te tu un una unos y ya yo
"""
_FRENCH: Final = """
    au aux avec ce ces cette dans des du elle elles est et il ils je leur leurs lui ma mais mes moi ne nous où on
    ont ou par pas pour quand que quel quelle qui quoi sa sans ses sont sur ta tes toi ton une vos votre vous
"""
_ITALIAN: Final = """
    che chi ci come cosa cui da dei della delle di dove e gli ha hanno ho i il io ma mio nel nella noi non per
    perché più quale quando quanto questo questa se sei si sono sua suo ti tra tuo un uno voi
"""
_PORTUGUESE: Final = """
    ao aos as com da das do dos ela ele eles em essa esse foi isso mais mas me meu minha na nas no nos não nem o
    onde os ou para pela pelo por qual quando quem são se sem seu sua tem um uma você
"""
_DUTCH: Final = """
    aan bij dat de deze die dit een en er geen had heb heeft het hij hoe hun ik in is je kan maar met mij mijn naar
    niet nog of om ons ook op te tot uit van voor waar waarom wat we wel welke wie wij worden wordt ze zich zij zijn
"""

# Half a word for English, in which most of what is stored is written.
_PRIOR: Final = 0.5
# Sums of thirds and sixths are not exact.
_CLOSE: Final = 1e-9
_LISTS: Final = tuple(
    frozenset(words.split()) for words in (_ENGLISH, _GERMAN, _SPANISH, _FRENCH, _ITALIAN, _PORTUGUESE, _DUTCH)
)
STOPWORDS: Final = frozenset().union(*_LISTS)
_LISTS_WITH: Final = {word: sum(word in words for words in _LISTS) for word in STOPWORDS}


def stopwords_among(words: Iterable[str]) -> frozenset[str]:
    """Return those of the words of one text, in lower case, that are small words of the language it is written in.

    That is the language of most of them, a word counting the less the more languages have it, and English where as many
    speak for it; of several alike, only the words that all of these share. A single word of another language is none.
    """
    said = frozenset(words) & STOPWORDS
    weights = [sum(1 / _LISTS_WITH[word] for word in said & small) for small in _LISTS]
    weights[0] += _PRIOR
    likely = [small for small, weight in zip(_LISTS, weights, strict=True) if weight > max(weights) - _CLOSE]
    small = said.intersection(*likely)
    return small if len(small) > 1 or small <= _LISTS[0] else frozenset()
