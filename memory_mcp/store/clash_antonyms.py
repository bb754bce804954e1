"""Words that exclude each other, in seven languages: two of them about one thing cannot both be said."""

from __future__ import annotations

from typing import Final

from memory_mcp.store.clash_lexicon import FUNCTION_WORDS, LANGUAGES, Language
from memory_mcp.store.stems import stem

# A line is one opposition: words before the slash exclude words behind it. Accents folded; forms are stemmed.
_OPPOSITES: Final[dict[Language, str]] = {
    "en": """
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
    """,
    "de": """
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
    """,
    "es": """
        activado activada habilitado habilitada encendido / desactivado desactivada deshabilitado deshabilitada apagado
        siempre / nunca jamas
        sincrona sincrono / asincrona asincrono
        publico publica / privado privada
        obligatorio obligatoria / opcional voluntario voluntaria facultativo
        permitido permitida / prohibido prohibida
        abre abierto abierta / cierra cerrado cerrada
        adora ama / odia detesta
        valido valida / invalido invalida
        automatica automatico automaticamente / manual manualmente
        antes / despues
        seguro segura / inseguro insegura
        rapido rapida / lento lenta
        sube aumenta / baja disminuye
        local / remoto remota
        casado casada / soltero soltera divorciado
        interno interna / externo externa
        gratis gratuito / pago
    """,
    "fr": """
        activee active actif allume / desactivee desactive inactif eteint
        toujours / jamais
        synchrone / asynchrone
        public publique / prive privee
        obligatoire / facultatif facultative optionnel optionnelle
        permis autorise autorisee / interdit interdite defendu
        ouvert ouverte ouvre / ferme fermee
        adore aime / deteste hait
        valide / invalide
        automatiquement automatique / manuellement manuel manuelle
        avant / apres
        sur / dangereux
        rapide / lent lente
        augmente monte / diminue baisse
        local locale / distant distante
        marie mariee / celibataire divorce
        interne / externe
        gratuit gratuite / payant payante
    """,
    "it": """
        attivata attivato attiva attivo abilitato / disattivata disattivato disattiva disabilitato
        sempre / mai
        sincrono sincrona / asincrono asincrona
        pubblico pubblica / privato privata
        obbligatorio obbligatoria / facoltativo facoltativa opzionale
        permesso consentito / vietato proibito
        aperto aperta apre / chiuso chiusa chiude
        ama adora / odia detesta
        valido valida / invalido
        automaticamente automatico automatica / manualmente manuale
        prima / dopo
        sicuro / insicuro
        veloce / lento lenta
        aumenta / diminuisce
        locale / remoto remota
        sposato sposata / celibe nubile divorziato
        interno interna / esterno esterna
        gratuito gratis / pagamento
    """,
    "pt": """
        ativado ativada ativo ligado habilitado / desativado desativada inativo desligado desabilitado
        sempre / nunca jamais
        sincrona sincrono / assincrona assincrono
        publico publica / privado privada
        obrigatorio obrigatoria / opcional facultativo facultativa
        permitido permitida / proibido proibida
        aberta aberto abre / fechada fechado fecha
        adora ama / odeia detesta
        valido valida / invalido invalida
        automaticamente automatico automatica / manualmente manual
        antes / depois
        seguro / inseguro
        rapido rapida / lento lenta
        aumenta sobe / diminui desce
        local / remoto remota
        casado casada / solteiro solteira divorciado
        interno interna / externo externa
        gratis gratuito / pago
    """,
    "nl": """
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
    """,
}


def _table(language: Language) -> dict[str, frozenset[str]]:
    opposites: dict[str, set[str]] = {}
    for line in _OPPOSITES[language].strip().splitlines():
        left, right = (side.split() for side in line.split("/"))
        for here, there in ((left, right), (right, left)):
            for word in here:
                # Small words have no forms, and their stems are other words.
                forms = {word} if word in FUNCTION_WORDS[language] else {word, stem(word, language)}
                for form in forms:
                    opposites.setdefault(form, set()).update(there, (stem(other, language) for other in there))
    return {word: frozenset(others) for word, others in opposites.items()}


OPPOSITES: Final = {language: _table(language) for language in LANGUAGES}
"""Of each language, each word and the words that exclude it."""
