"""Cues of Spanish notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

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
    responsable encargado encargada mantiene mantenedor mantenedora dueno duena jefe jefa lleva dirige medico
    medica dentista veterinario casero casera tutor tutora entrenador capital presidente presidenta contacto
    titular
"""
VALUES: Final = """
"""
NARROWING: Final = """
"""
# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
OPPOSITES: Final = """
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
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rojo|roja azul verde amarillo|amarilla negro|negra blanco|blanca gris marron naranja morado|morada rosa
    pequeno|pequena mediano|mediana grande
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    diariamente|diario|diaria semanalmente|semanal mensualmente|mensual trimestral anualmente|anual
    primavera verano otono invierno
    norte sur este oeste
"""
