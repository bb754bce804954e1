"""Relations as sentences say them, and whether one thing may have one or many of each: lives in one place, speaks many.

A phrase of any language stands for its relation, so "is employed by Acme" and "works at Acme" are compared. A phrase
written with ``<`` says that it is over. The defaults can be overruled: a name declared one- or many-valued counts for
texts and for relations between entities alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from memory_mcp.language.function_words import LANGUAGES, Language, words

_LONG_ENOUGH: Final = 5
Cardinality = Literal["one", "many"]
Declared = Literal["one", "many", "default"]

_ONE: Final = words(
    "lives_in works_at born_on born_in located_in runs_on called managed_by written_in default based_on "
    "married_to reports_to set_to stored_in starts_at ends_at costs member_of_team has_status listens_on "
    "released_in employed_by lives_at resides_in works_for capital_of parent_company headquartered_in birthday "
    "owned_by led_by maintained_by version timezone status"
)
_MANY: Final = words(
    "uses speaks likes dislikes supports visited depends_on needs has knows contains allergic_to skips owns "
    "accepts friend_of member_of related_to mentions part_of has_skill interested_in prefers"
)

_PHRASES: Final[dict[Language, str]] = {
    "en": """
        lives_in: lives? (?:in|at)|living in|resides? in|(?<!was )(?<!were )(?<!been )(?<!is )(?<!are )moved to
        lives_in: (?:has )?relocated to|has moved to|<lived in
        works_at: works? (?:at|for)|working (?:at|for)|is employed (?:at|by)|(?:has )?joined
        works_at: has a job (?:at|with)|(?:job|employer) is(?: at| with)?|<worked (?:at|for)
        born_on: birthday is(?: on)?|was born on|was born in|is born on|born on|birthday:
        located_in: is (?:located|based|situated) in|is (?:hosted|stored) (?:in|on)|headquarters are in|sits in
        runs_on: runs? (?:in|on|under)|is deployed on|is running on
        called: is called|is named|goes by
        managed_by: is (?:managed|owned|maintained|led|headed|run) by|reports to|belongs to
        written_in: (?:is|are) (?:written|logged|saved) (?:in|to|into)|(?:is|are) stored in
        set_to: is set to|is pinned to|defaults to|is fixed at|is scheduled for
        married_to: is married to
        uses: uses?|using|utilizes|is backed by|relies on|chose|picked|settled on|went with
        speaks: speaks?
        likes: likes?|loves|enjoys|prefers?
        supports: supports?|accepts?|handles?
        has: owns|knows|visited|has visited|needs?|requires?|depends? on|skips?|contains?|includes?
        allergic_to: is allergic to
    """,
    "de": """
        lives_in: wohnt i[nm]|wohnen? i[nm]|lebt in|leben in|zog nach|ist nach|zieht nach|<wohnte in|<lebte in
        works_at: arbeitet (?:bei|beim|fur)|arbeite (?:bei|beim|fur)|ist angestellt bei|ist bei (?=\\w+ angestellt)
        works_at: ist bei de[rm] (?=\\w+ angestellt)|<arbeitete bei
        born_on: geburtstag ist am|geboren am|geboren
        located_in: liegt i[nm]|liegen i[nm]|befindet sich (?:in|im|auf|am)|befinden sich i[nm]|steht i[nm]|stehen i[nm]
        located_in: ist i[nm]|sind i[nm]|sitzt i[nm]|hangt (?:in|im|am)|probt i[nm]|tagt i[nm]|trifft sich i[nm]
        located_in: gehostet (?:in|bei)|steht auf de[mr]|liegt auf de[mr]
        runs_on: lauft (?:in|auf|unter)|laufen (?:in|auf|unter)
        called: heisst|nennt sich|heissen
        managed_by: wird von|gehort(?! (?:zu|zum|zur|in|nicht|nach|vor))
        set_to: ist (?:fest )?eingestellt auf|ist gepinnt auf
        uses: nutzt|verwendet|benutzt|setzt auf
        speaks: spricht
        likes: mag|liebt
        supports: unterstutzt|akzeptiert
        has: hat|braucht|besitzt|kennt|benotigt|enthalt|wachsen
    """,
    "es": """
        lives_in: viv(?:e|en|o|imos) en|resid(?:e|en|o) en|se (?:ha|han) mudado a|se mudo a|<vivia en
        works_at: trabaj(?:a|an|o) (?:en|para)|esta (?:contratad|emplead)[oa] en|<trabajaba en
        born_on: cumpleanos .{0,40}\\bes(?: el)?|nacio (?:el|en)
        located_in: estan? (?:(?:ubicad|situad|alojad)[ao]s? )?en|se encuentran? en|tiene su sede en|queda en|es en
        runs_on: corren? (?:en|sobre)|se ejecutan? (?:en|sobre)|funcionan? (?:en|con|sobre)
        called: se llaman?
        managed_by: (?:lo|la) (?:lleva|mantiene|gestiona|dirige)|es responsabilidad de|es propiedad de
        owned_by: estan? a nombre de|pertenecen? a|corre a cargo de
        set_to: esta (?:fijad|configurad|puest)[oa] (?:en|a)|esta fijad[oa] en
        written_in: esta escrit[oa] en
        uses: usa|utiliza|emplea
        speaks: habla
        likes: gustan?|prefiere
        supports: acepta|soporta|admite
        has: tiene|necesita|conoce|depende de|contiene|incluye|crecen
    """,
    "fr": """
        lives_in: habite (?:a|en|aux?)|vit (?:a|en|aux?)|reside (?:a|en|au)|a demenage (?:a|en|au)|<habitait (?:a|en|au)
        works_at: (?:travaille|bosse) (?:chez|pour)|travaille a(?! (?:mi|temps|plein|domicile))|<travaillait chez
        born_on: anniversaire .{0,40}\\best(?: le)?|est nee? (?:le|en)|nee? le
        located_in: se trouve (?:a|en|au)|est (?:situee?|basee?) (?:a|en|au)|est hebergee? (?:chez|sur)|est (?:a|en)
        runs_on: tourne (?:sur|sous)|fonctionne sous
        called: appelle|se nomme
        managed_by: est (?:geree?|dirigee?|maintenue?|pilotee?|animee?|encadree?|administree?) par|appartient aux?
        written_in: est (?:ecrite?|codee?|redigee?) en
        set_to: est (?:fixee?|reglee?|configuree?|plafonnee?) (?:a|sur)
        married_to: est mariee? (?:a|avec)
        uses: utilise|emploie|repose sur|appuie sur
        speaks: parle
        likes: aime|prefere
        supports: accepte|prend en charge
        has: possede|connait|a besoin de|depend de|contient|poussent
    """,
    "it": """
        lives_in: vive (?:a|ad|in|nel|nella)|vivono (?:a|ad|in)|abita(?:no)? (?:a|ad|in)
        lives_in: sta(?:nno)? di casa (?:a|ad|in)|risied(?:e|ono) (?:a|ad|in)
        lives_in: (?:si )?esse trasferit[oa] (?:a|ad|in)|si sono trasferit[ie] (?:a|ad|in)|<viveva a|<abitava a
        works_at: lavora(?:no)? (?:a|ad|in|per|alla|al|presso|nella|nel|da)
        works_at: esse (?:assunt|impiegat)[oa] (?:a|da|in|alla|al|presso|dalla|dal)|<lavorava (?:alla|al|per|in|a)
        born_on: esse nat[oa] (?:il|nel|a|ad)
        born_on: compie (?:gli )?anni(?: il)?|nat[oa] il
        located_in: si trova(?:no)? (?:a|ad|in|nel|nella|al|alla|sul|sulla)|ha (?:la )?sede (?:a|ad|in)
        located_in: esse (?:situat|ubicat|ospitat)[oa] (?:a|ad|in|nel|nella|su)|esse (?:a|in)
        runs_on: gira(?:no)? (?:su|sul|sulla|sotto)|esse in esecuzione su
        called: si chiama(?:no)?|ha nome
        managed_by: esse (?:gestit|mantenut|guidat|dirett|amministrat|seguit|curat)[oa] da(?:l|lla)?|fa capo a
        managed_by: riporta a|appartiene a
        written_in: esse scritt[oa] in
        set_to: esse (?:impostat|fissat|configurat)[oa] (?:a|su|al|per)
        married_to: esse sposat[oa] con
        uses: usa(?:no)?|utilizza(?:no)?|si usa|adotta|si appoggia a|usiamo|utilizziamo
        speaks: parla(?:no)?
        likes: piace|piacciono|preferisce
        supports: accetta(?:no)?|supporta(?:no)?
        has: ha|possiede|conosce|dipende da|contiene|crescono
    """,
    "pt": """
        lives_in: moram? (?:em|no|na|numa?)|moro (?:em|no|na)|vivem? (?:em|no|na|numa?)|residem? (?:em|no|na)
        lives_in: mudou-se para|mudou (?:para|pra)|<(?:morava|morou|vivia) (?:em|no|na)
        works_at: trabalham? (?:em|no|na|para|pra|pro)|trabalhamos (?:em|no|na|para|pra)|<trabalhava (?:em|no|na|para)
        works_at: esse (?:funcionari|empregad|colaborador|engenheir)[oa]? d[aeo]
        born_on: aniversario .{0,40}\\besse(?: o| a)?|faz anos (?:em|no|a|dia)|nasceu (?:em|no|na|a)
        located_in: ficam? (?:em|no|na|numa?)|situa-se (?:em|no|na)|localiza-se (?:em|no|na)|esse (?:em|no|na)
        located_in: estao? (?:mesmo |agora |hoje |atualmente )?(?:em|no|na)
        located_in: estao? (?:hospedad|alojad|sediad|localizad|situad|guardad)[oa]s? (?:em|no|na)|tem sede (?:em|no|na)
        runs_on: correm? (?:em|no|na|sobre)|rodam? (?:em|no|na|sobre)
        called: chama-se|se chama
        managed_by: esse (?:gerid|mantid|liderad|coordenad|dirigid|administrad)[oa] p(?:or|el[oa])|pertence (?:a|ao)
        written_in: (?:esse|esta|foi|sao|estao) (?:escrit|feit|desenvolvid|programad|implementad)[oa]s? em
        set_to: esta (?:configurad|definid|fixad)[oa] (?:em|para|como|com)
        married_to: esse casad[oa] com
        uses: usam?|usamos|utilizam?
        speaks: falam?
        likes: gostam? d[eoa]|preferem?
        supports: aceitam?|suportam?
        has: tem|possui|conhece|depende d[eoa]|contem|crescem
    """,
    "nl": """
        lives_in: woon(?:t|en)? in|woont te|woonachtig in|is verhuisd naar|verhuisde naar|<woonden? in
        works_at: werk(?:t|en)? (?:bij|voor)|is in dienst (?:bij|van)|heeft een baan bij|<werkten? (?:bij|voor)
        born_on: is jarig op|is geboren (?:op|in|te)|geboren op|verjaardag is(?: op)?|verjaart op
        located_in: ligt in|liggen in|staat in|staan in|bevindt zich in|zit in|is gevestigd in|is in
        runs_on: draai(?:t|en) (?:op|onder)
        called: heet|heten|luistert naar de naam
        managed_by: wordt (?:geleid|beheerd|onderhouden|bestuurd) door|staat onder leiding van|rapporteert aan
        written_in: is geschreven in|zijn geschreven in
        set_to: is ingesteld op|is gezet op|staat ingesteld op|is vastgezet op
        married_to: is getrouwd met
        uses: gebruik(?:t|en)|maakt gebruik van|maken gebruik van
        speaks: spreekt|spreken
        likes: houdt van|houden van
        supports: accepteert|ondersteunt|ondersteunen
        allergic_to: is allergisch voor
        has: heeft|bezit|kent|hangt af van|heeft nodig|bevat|groeien
    """,
}


@dataclass(frozen=True, slots=True)
class Phrases:
    """All phrases of a language as one pattern; ``said`` tells each group's relation, and whether it is over."""

    pattern: re.Pattern[str]
    said: dict[str, tuple[str, bool]]


def _compiled(text: str) -> Phrases:
    said: dict[str, tuple[str, bool]] = {}
    alternatives: list[str] = []
    for line in text.strip().splitlines():
        name, _, phrases = line.strip().partition(": ")
        present, *past = phrases.split("|<")
        for forms, is_past in ((present, False), ("|".join(past), True)):
            if forms:
                group = f"g{len(said)}"
                said[group] = (name, is_past)
                alternatives.append(f"(?P<{group}>{forms})")
    return Phrases(re.compile(rf"\b(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE), said)


PHRASES: Final = {language: _compiled(_PHRASES[language]) for language in LANGUAGES}


# What a language is known by as well: words that say a relation in it. Short ones are in every language.
RELATION_WORDS: Final = {
    language: frozenset(word for word in re.findall(r"[a-z]+", _PHRASES[language]) if len(word) >= _LONG_ENOUGH)
    for language in LANGUAGES
}


def _words_of(language: Language, *relations: str) -> frozenset[str]:
    lines = (line.strip().partition(": ") for line in _PHRASES[language].strip().splitlines())
    phrases = " ".join(phrases for name, _, phrases in lines if name in relations)
    return frozenset(word for word in re.findall(r"[a-z]+", phrases) if len(word) >= _LONG_ENOUGH)


# Words of relations of which one thing may have many, whatever stands in for what.
MANY_WORDS: Final = {
    language: _words_of(language, "speaks", "likes", "supports")
    | words(
        "knows know learned learns kann kennt lernt sabe conoce aprende connait sait apprend conosce impara disponible "
        "disponibles dispo available verfugbar disponibile disponivel beschikbaar"
    )
    for language in LANGUAGES
}


def default_cardinality(relation: str) -> Cardinality:
    """Return how many values a relation may have where nobody said: many, unless it is known to have one."""
    return "one" if relation in _ONE and relation not in _MANY else "many"
