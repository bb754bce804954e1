"""What a sentence tells is weighed: passwords, codes and tokens in many languages go, numbers of other things stay."""

from __future__ import annotations

import time

import pytest

from memory_mcp.privacy.finding import find
from memory_mcp.privacy.redaction import redact
from memory_mcp.privacy.rules import providers
from memory_mcp.privacy.rules.weighing import WEIGHTS, _weights, features
from memory_mcp.privacy.values.candidates import candidates

TOLD = (
    ("The alarm code is {}, then the hash key.", "7305"),
    ("Combination for my gym padlock is {}.", "31-08-22"),
    ("Pour ouvrir le portail, compose {}.", "2718"),
    ("El candado de la bici abre con {}.", "5093"),
    ("Il codice del garage è {}, poi asterisco.", "8160"),
    ("A senha do portátil agora é {}.", "Figueira" + "_82"),
    ("Het nieuwe wachtwoord van de kassa is {}.", "Tulp" + "molen#47"),
    ("Zmień hasło do routera na {}.", "Jarzebina" + "_506"),
    ("Yeni şifre {}.", "903144"),
    ("Koden till garaget är {}.", "6620"),
    ("The code for the door is {}.", "Winter" + "=Regen2024"),
    ("log in as admin with {}", "Winter" + "=Regen2024"),
    ("玄関の暗証番号は{}です。", "7714"),
    ("와이파이 비밀번호는 {} 입니다.", "haneul" + "-bada-61"),
    ("保险箱的密码是{}。", "550218"),
    ("Use {} as the token until Monday.", "vR4k" + "Zp81LmQ0sTw7Xd"),
    ("accedi con utente bottega e password {}", "ribes" + "&nocciola"),
    ("Benutzer gast, Kennwort {}", "distel" + "!Hummel"),
    ("usuario: marta.g, clave: {}", "tortilla" + "-sin-cebolla"),
    ("for sudo it wants a password, use {}", "salted" + "_plum"),
    ("WLAN heißt Turmzimmer, der Schlüssel lautet {}", "40718823" + "659120034417"),
    ("la clé wifi est {}", "3B90D61C" + "E7A2458F01BD"),
    ("bankadan {} kodu geldi", "915402"),
    ("家里的wifi密码{}", "baicai" + "zhoumian"),
    ("the admin login is tom / {}, test the form", "thistle" + "-crow-4"),
    ("I get a 403 when I come in with {}", "Distel" + "_Boot55"),
    ("tu peux prendre {} pour le sudo de ma machine", "Chou" + ".Lait61"),
    ("das Dokument ist mit {} geschützt, wie lese ich es ein", "Stern" + "-31-KD"),
    ("la hoja está protegida con {}, cómo la abro", "Nub3" + "$Gato88"),
    ("ben {} ile giriyorum ama 401 geliyor, sen de dene", "Tarak" + "4471!"),
    ("저는 {} 쓰는데 계속 401 떠요", "Namu" + "*Bada551"),
    ("{}でログインすると弾かれる", "Neko" + "2277!"),
    ("我用{}登录一直提示403", "Zhuzi" + "-55-KM"),
    ("пароль от базы {}, только аккуратно", "bereza" + "8841"),
    ("hasło roota: {}, tylko nie ruszaj reszty", "wierzba" + ".okno48"),
    ("dostęp ftp: annaweb, {}. Wrzuć folder", "Lato" + "-518"),
    ("le mot de passe c'est {}, et regarde pourquoi la page plante", "Loutre" + "-052-KK"),
    ("Done, the user is `ben` with the initial password `{}`; change it", "Z?%k4V" + "!Tr-7q"),
    ("the passphrase is four words: {}, the keyboard is wrong", "copper lantern " + "otter walnut"),
    ("the pw for the cellar server is still {}, have a look", "rhubarb" + "marmalade"),
    ("Zettel für die Gäste: WLAN Dachboden, ww {}, danke", "zwetschgen" + "roesterei"),
    ("пароль от роутера {}, заходи", "syr" + "niki"),
    ("提取码: {} 明天过期", "w7" + "nk"),
    ("the pasword of the printer is {}", "t0ast" + "Butter"),
    ("codice del cancello {}, poi secondo piano", "71" + "C30"),
)
HARMLESS = (
    "the passphrase is kept encrypted, the password is case-sensitive, wachtwoord vergeten?",
    "La contraseña es obligatoria. Parola: belirlenmedi",
    "see RFC 4226 for the codes and port 4711 for the token server",
    "주문번호 20240517334455, 송장번호 551044773312",
    "토큰 4096개를 넘으면 잘립니다",
    "let q = [kSecClassWord as String: accountName, tokenKeyPath: 1]",
    "* the password helper leaked (merge d41f07c2be ab/pass-helper)",
    "The alarm rang 7305 times.",
    "Ticket 640917 asks for a new door.",
    "Die Tür ist 2040 mm hoch und kostet 1290 Euro.",
    "El código postal es 28045.",
    "Il codice di errore è 8160.",
    "The booking code of the hotel is HX4471.",
    "password.encode() takes 4096 bytes of IPv6Address",
    "Course code CS4012, room 5093, line 7714",
    "posta kodu 35210",
    "the password reset e-mail is two-factor and user-friendly",
    "Das Passwort steht im Passwort-Manager, nicht in LastPass.",
    "wifi on the S-Bahn is hit-and-miss",
    "--password HESLO  změní heslo",
    "password: ${DB_PASSWORD:?missing}",
    'password: "{{ vault_shop_token2 }}"',
    "the archive is encrypted with AES256 and opens with 7zip",
    "我用浏览器登录一直提示403",
    "Token wygasa po godzinie, stąd to 401 rano.",
    "ssh to web01 and restart service2",
    "WARNING: No username set with --ask-password. This is not what you want.",
)


@pytest.mark.parametrize(("sentence", "secret"), TOLD)
def test_what_a_sentence_tells_is_masked(sentence: str, secret: str) -> None:
    assert secret not in redact(sentence.format(secret)).text


@pytest.mark.parametrize("text", HARMLESS)
def test_a_number_of_something_else_stays(text: str) -> None:
    assert redact(text).text == text


def test_a_stretch_near_many_places_gives_each_candidate_once() -> None:
    text = "password " * 8 + "Walnut" + "Ferry482"

    assert len(list(candidates(text, list(range(0, 72, 9)), []))) == 1


def test_the_weights_know_what_the_features_are_called() -> None:
    text = "the door code is 4417 now"
    names = features(text, 17, 21, "n4")

    assert WEIGHTS.exists()
    assert sum(name in _weights() for name in names) > len(names) // 2


def _seconds(text: str) -> float:
    begun = time.process_time()
    find(text)
    return time.process_time() - begun


def _growth(prefix: str, size: int) -> float:
    """Return how many times as long a run of a prefix takes when it is four times as long; the least of three."""
    short, long = (prefix * (length // len(prefix) + 1) for length in (size, 4 * size))
    find(short[:500])
    return min(_seconds(long) / max(_seconds(short), 1e-4) for _ in range(3))


# Sixteen would be quadratic, four is linear.
MOST = 9.0


@pytest.mark.parametrize("prefix", ["sk-proj-", "wandb_v1_", "SharedAccessKey="])
def test_a_run_of_a_prefix_takes_time_in_proportion_to_its_length(prefix: str) -> None:
    assert _growth(prefix, 12_000) < MOST


@pytest.mark.parametrize("unit", ["x!", "a#1b$2", "login('a','b',", "secrets:\n  ", "tokens:\n  a: b\n", "?key=aB3d"])
def test_a_run_of_what_announces_takes_time_in_proportion_to_its_length(unit: str) -> None:
    assert _growth(unit, 12_000) < MOST


@pytest.mark.parametrize(
    "unit",
    [
        "x.password.",
        "userPassword",
        "p\u200ba\u200bs\u200bs",
        '{"password":',
        "keys-",
        "creds-",
        "requirepass",
        "secret",
    ],
)
def test_a_word_that_goes_on_with_names_of_secrets_takes_time_in_proportion_to_its_length(unit: str) -> None:
    assert _growth(unit, 40_000) < MOST


@pytest.mark.slow
@pytest.mark.parametrize("prefix", providers._listed_rows())
def test_a_long_run_of_any_prefix_takes_time_in_proportion_to_its_length(prefix: str) -> None:
    assert _growth(prefix, 50_000) < MOST


def test_weights_are_added_to_the_same_sum_in_any_order() -> None:
    assert all(isinstance(weight, int) for weight in _weights().values())


@pytest.mark.parametrize(
    "text",
    [
        "Ute: wie war das Passwort vom Drucker?\nKai: {}\nUte: danke",
        "09:12 Pam: what's the wifi password again?\n09:14 Lou: {}",
        "quelle est le mot de passe du NAS ?\n{}",
        "添付ファイルのパスワードを別便でご連絡いたします。\n{}\nご確認をお願いします。",
        "压缩包的密码单独发给你。\n{}",
    ],
)
def test_an_answer_is_read_with_the_question_above_it(text: str) -> None:
    secret = "kessel" + "dampf82"

    assert secret not in redact(text.format(secret)).text


def test_an_entry_of_a_list_is_no_answer_to_its_heading() -> None:
    text = "The unwrapped key algorithms supported include:\n\n* `'RSASSA-PKCS1-v1_5'`\n"

    assert redact(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "jobs:\n  - uses: actions/checkout@9f3c17ab20de45c8871e6a3305bb94d27f60c1e8\n    with:\n      key: build",
        "password_encryption = scram-sha-256\nlog_line_prefix = '%m [%p] '",
    ],
)
def test_a_revision_and_the_name_of_a_technique_are_no_secret(text: str) -> None:
    assert redact(text).text == text
