"""Cues of Italian notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

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
    responsabile mantiene mantenuto gestisce proprietario proprietaria capo dirige medico dentista veterinario
    padrone maestra allenatore capitale presidente referente titolare
"""
VALUES: Final = """
"""
NARROWING: Final = """
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
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
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rosso|rossa blu verde giallo|gialla nero|nera bianco|bianca grigio|grigia marrone arancione viola rosa
    piccolo|piccola medio|media grande
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    quotidianamente|quotidiano|giornaliero settimanale|settimanalmente mensile|mensilmente trimestrale annuale
    primavera estate autunno inverno
    nord sud est ovest
"""
