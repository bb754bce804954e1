"""Numbers of ports, which are no codes, and of doors, which may be."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact
from memory_mcp.privacy.text.words import words_of
from memory_mcp.reading.secret_reader import taken_of


@pytest.mark.parametrize(
    "text",
    [
        "il programma gira su srv-biblio.comune.example, porta 8040, me l'ha scritto Samuele su un post-it",
        "el servidor es el vps-moncayo, se entra por ssh en el puerto 2229 con el usuario escuela",
        "verbinding: de database luistert op poort 6432, gebruiker rapportage_ro",
        "ho scritto deploy.sh con rsync sulla porta 2222.\n8 turni, claude-code",
        "il lettore qr-code parla con il server sulla porta 2222",
    ],
)
def test_the_number_of_a_port_is_no_secret(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("codice porta 4471, entra pure", "4471"),
        ("c\u00f3digo da porta 4471", "4471"),
        ("a senha da porta 4471", "4471"),
        ("toegangscode poort 4471", "4471"),
        ("porta 482193 \u00e8 il PIN", "482193"),
        ("porta 4821 \u00e8 il codice", "4821"),
        ("porta 4821 (codice nuovo)", "4821"),
        ("allarme porta 4821", "4821"),
        ("pin-code poort 4821", "4821"),
        ("il pin-code della porta 4821 \u00e8 nuovo", "4821"),
        ("il codice della porta \u00e8 4471", "4471"),
    ],
)
def test_the_code_of_a_door_is_one(text: str, number: str) -> None:
    assert number not in redact(text).text


def test_what_a_network_is_sure_of_is_no_secret_where_it_is_the_number_of_a_port() -> None:
    ported, door = "il database risponde sulla porta 5433", "codice porta 5433"

    def taken(text: str) -> list[str]:
        return [
            text[a:b]
            for a, b in taken_of(text, [(one, 9.0 if text[one[0]].isdigit() else -9.0) for one in words_of(text)], 1.0)
        ]

    assert (taken(ported), taken(door)) == ([], ["5433"])
