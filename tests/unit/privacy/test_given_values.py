"""What an option, a setting or a sentence gives with spaces, quotes or a sign in it goes whole."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# A place for the secret, and the secret, in two parts, so that no scanner finds it here.
GIVEN = (
    ("mariadb-dump --user=copy --password='{}' shop > shop.sql", "gruener " + "Tee!"),
    ("gpg --batch --passphrase '{}' -d box.gpg > box", "our cat has " + "4 paws"),
    ("BORG_PASSPHRASE='{}' borg list", "nobody reads " + "this one"),
    ("sshpass -p '{}' ssh pi@10.0.0.7", "Tee mit " + "Milch 4"),
    ("xfreerdp /v:ts02 /u:anna /p:'{}' /f", "zwei alte " + "Eulen 3"),
    ("ansible-playbook play.yml -e 'ansible_become_password={}'", "leiser" + "-Wecker"),
    ("host=a\npassword={}\nport=25", "kuchenBLECH" + "!"),
    ("password = '''{}'''\n", 'tag"' + "Falke"),
    ('  psk="{}"', "rote-" + "Kanne-Blau"),
    ("define( 'LOGGED_IN_KEY', '{}' );", "k3 W(x]8_Q!" + "z4-Rv9&T {p1:Lm0,Bc7}Yd"),
    ('host mail.example\npassword "{}"\ntls on', "Nuss Eis " + "fertig"),
    ('kim : EAP "{}"', "Hasen" + "Garten"),
    ("rocommunity {} 10.1.0.0/16", "Bergs" + "see4"),
    ("user jobs on >{} ~q:* +@all", "rotes" + "Huhn.77"),
    ("[smtp.example.org]:587 post@example.org:{}", "Brot_und" + "-Salz"),
    ('expect "assword:"\nsend "{}\\r"', "Lampe." + "Licht.5"),
    ("mkpasswd || openssl passwd -6 '{}'", "Ruder" + "boot.22"),
    ("echo {} | az devops login --organization x", "Q7m2" + "Lk90vXz81Rt5"),
    ('  npmAuthIdent: "build:{}"', "kirchen" + "-Uhr-31"),
    ("const key = Buffer.from('{}', 'hex')", "9c41" + "e07b" * 15),
    ("die Passphrase vom Schlüssel heißt „{}“, merk dir das", "sieben Zwerge " + "im Schnee"),
    ("ma phrase secrète est « {} »", "la lune dort " + "au fond du puits"),
    ("admin_password: {} # soon to change", "Muehlrad" + "_4"),
    ("relay:\n  - {{host: a, password: {}}}", "Zaun.Koenig" + "6"),
    ('{{"senha": "{}"}}', "Baia.azul" + "3"),
    ("wachtwoord={}", "Molenwiek" + "_2"),
    ("mdp_admin = '{}'", "Lune-en-gris" + "_5"),
    ("das Kennwort ist {}, wie immer", "Seeadler" + ".41"),
    ("mi frase de paso es {}, y no la cambies", "cuatro gatos en " + "fila 1877"),
)
HARMLESS = (
    "  APSK_16:  16-APSK modulation",
    "  Policy MDP = DeallocPolicy::Standard;",
    "ALTER ROLE app WITH PASSWORD :'fresh';",
    "WRONG_PASSWORD='The password is wrong'",
    "tool --password 'your password here' > out",
    "auth.password=Пароль",
    "the server turned debugging on > /dev/null",
    "[smtp.example.org]:587 is reached through the relay",
    "La phrase secrète est utilisée pour la clé.",
    "password.label=Enter a password twice",
)


@pytest.mark.parametrize(("text", "secret"), GIVEN)
def test_what_is_given_goes_whole(text: str, secret: str) -> None:
    shown = redact(text.format(secret) if "{p1" not in secret else text.replace("{}", secret)).text
    assert not any(word in shown for word in secret.split()), shown
    assert "[redacted: " in shown


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert redact(text).text == text
