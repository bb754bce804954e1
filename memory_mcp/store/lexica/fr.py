"""Cues of French notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

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
    responsable maintient maintenu maintenue mainteneur proprietaire chef cheffe dirige dirigee medecin
    dentiste veterinaire proprio maitresse entraineur capitale president presidente contact titulaire referent
    referente
"""
VALUES: Final = """
"""
NARROWING: Final = """
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
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
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rouge bleu|bleue vert|verte jaune noir|noire blanc|blanche gris|grise marron orange violet|violette rose
    petit|petite moyen|moyenne grand|grande
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    quotidien|quotidienne hebdomadaire mensuel|mensuelle|mensuellement trimestriel annuel|annuelle
    printemps ete automne hiver
    nord sud est ouest
"""
