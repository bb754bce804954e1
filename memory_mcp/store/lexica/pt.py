"""Cues of Portuguese notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

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
    responsavel mantem mantenedor mantido dono dona chefe lidera dirige medico medica dentista veterinario
    senhorio professora tecnico capital presidente contato contacto titular
"""
VALUES: Final = """
"""
NARROWING: Final = """
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
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
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    vermelho|vermelha azul verde amarelo|amarela preto|preta branco|branca cinzento|cinza castanho roxo
    pequeno|pequena medio|media grande
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    diariamente|diario|diaria semanalmente|semanal mensalmente|mensal trimestral anualmente|anual
    primavera verao outono inverno
    norte sul leste oeste
"""
