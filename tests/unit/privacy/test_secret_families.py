"""Secrets are found in the places people put them: sentences of many languages, files, commands, cookies, markup."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

X = "Tr0ub4" + "dor&3"
DRAWN = "q7Zk2Lm9" + "Xw4Rt8Vb1Nc6Yd3H"
HEX = "3b9f0c7d" + "e18a42569b7c0d1e2f3a4b5c"

SENTENCES = (
    "use {} as the password", "the admin password was changed to {}", "creds: admin:{}", "log in with admin / {}",
    "user root, password {}", "{} is the password for staging", "username/password: admin/{}", "temp password -> {}",
    "set the root password to {} please", "login: bob password: {}", "the password for the build server is {}",
    "das Passwort lautet {}", "nimm {} als Passwort", "Zugangsdaten: admin / {}", "Passwort wurde auf {} geändert",
    "el password es {}", "la contraseña del servidor es {}", "usa {} como contraseña", "la clave es {}",
    "le mot de passe est {}", "utilise {} comme mot de passe", "identifiants : admin / {}", "le mdp est {}",
    "la password è {}", "usa {} come password", "credenziali: admin:{}", "la parola d'ordine è {}",
    "het wachtwoord voor de server is {}", "gebruik {} als wachtwoord", "a senha é {}", "use {} como senha",
    "пароль: {}", "пароль от сервера: {}", "используй {} как пароль", "логин admin, пароль {}", "доступ: admin / {}",
    "hasło to {}", "użyj {} jako hasła", "şifre: {}", "parola olarak {} kullan", "密码是 {}", "把 {} 作为密码",
    "用户名:admin,密码:{}", "パスワードは{}です",
    "{} をパスワードとして使って", "비밀번호는 {} 입니다", "{} 를 비밀번호로 사용",
)  # fmt: skip
FILES = (
    "machine a.org\n  login joe\n  password {}\n", "db.example.com:5432:app:joe:{}", "*:*:*:postgres:{}",
    "jdbc:mysql://db:3306/app?user=joe&password={}", "jdbc:sqlserver://h:1433;user=sa;password={};",
    "jdbc:oracle:thin:scott/{}@//h:1521/x", "joe:{}@tcp(db:3306)/app", "Server=h;Uid=root;Pwd={};",
    'kind: Secret\nstringData:\n  anything: "{}"\n', "env:\n  - name: REDIS_PASSWORD\n    value: {}\n",
    'variable "db_password" {{\n  type = string\n  default = "{}"\n}}', "requirepass {}\n", "ENV DB_PASSWORD {}\n",
    "<key>Password</key>\n<string>{}</string>", '<property name="db.password">{}</property>',
    "<password><![CDATA[{}]]></password>", "user,password\njoe,{}\n", "| user | password |\n|---|---|\n| joe | {} |\n",
    '{{"name": "DB_PASSWORD", "value": "{}"}}', "define('DB_PASSWORD', '{}');", 'os.getenv("DB_PASSWORD", "{}")',
    'auth=("joe", "{}")', 'setPassword("{}")', "CREATE USER joe IDENTIFIED BY '{}'",
    "&quot;password&quot;:&quot;{}&quot;",
    "?user=joe&password={}&x=1", '$env:DB_PASSWORD = "{}"', "password\\u0022:\\u0022{}\\u0022",
)  # fmt: skip
COMMANDS = (
    "redis-cli -a {} ping", "ldapsearch -D cn=x -w {} -b dc=y", "smbclient //h/s -U joe%{}",
    "xfreerdp /u:joe /p:{} /v:h",
    "openssl rsa -passin pass:{} -in k.pem", "unzip -P {} a.zip", "7z x -p{} a.7z", "gpg --passphrase {} -d f",
    "keytool -storepass {} -list", "net user joe {} /add", "echo 'joe:{}' | chpasswd", "echo '{}' | sudo -S ls",
    "sqlplus scott/{}@orcl", "lftp -u joe,{} ftp.example.com", "PGPASSWORD={} psql -h db", "svn co --password {} u",
    "mongosh -u joe -p {} admin", "wget --user=joe --password={} https://x",
)  # fmt: skip
COOKIES = (
    "Set-Cookie: session={}; Path=/; HttpOnly", "Cookie: theme=dark; sid={}", 'curl -b "session={}" https://example.com',
    ".example.com\tTRUE\t/\tTRUE\t1790000000\tsessionid\t{}", "JSESSIONID={}; Path=/app",
    "cookies = {{'sessionid': '{}'}}",
    "Cookie: ASP.NET_SessionId={}; x=1", 'document.cookie = "token={}"',
)  # fmt: skip


OTHERS = (
    'пароль_бд = "{}"', "パスワード={}\nx=1", "MOT_DE_PASSE={}", "WIFI:T:WPA;S:Guest;P:{};;",
    "Uid=app;Pwd={{{};x1}};Encrypt=yes;", "nmcli dev wifi connect Home password {}", "Wi-Fi password: {}",
    "the router's admin password is {}",
)  # fmt: skip
SHAPED = (
    f"HUBSPOT=pat-eu1-{HEX[:8]}-1a2b-3c4d-5e6f-{HEX[:12]}", f"hcaik_{HEX}{HEX}", f"jina_{DRAWN}{DRAWN}{DRAWN}",
    f"aio_{DRAWN}q7Zk2Lm9"[:32], f"Client('1/367097085295:{HEX}')", f'"app" "md5{HEX}"',
    f"xprv{DRAWN.replace('0', 'a') * 5}"[:110],
)  # fmt: skip


@pytest.mark.parametrize("text", SHAPED)
def test_a_secret_of_a_documented_shape_is_masked(text: str):
    assert "[redacted: " in redact(text).text


def test_a_private_key_whose_first_line_was_cut_off_is_masked():
    lines = f"{DRAWN}{DRAWN}\n" * 3

    shown = redact(f"...\n{lines}-----END PRIVATE KEY-----\nbye").text

    assert DRAWN not in shown
    assert shown.endswith("bye")


@pytest.mark.parametrize("template", [*SENTENCES, *FILES, *COMMANDS, *OTHERS])
def test_a_password_a_person_made_up_is_masked(template: str):
    shown = redact(template.format(X)).text

    assert X[:-1] not in shown
    assert "[redacted: " in shown


@pytest.mark.parametrize("template", COOKIES)
def test_a_cookie_that_signs_somebody_in_is_masked(template: str):
    assert DRAWN not in redact(template.format(DRAWN)).text


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[32mpassword\x1b[0m: \x1b[1m" + X + "\x1b[0m",
        "export \x1b[1mAPI_KEY\x1b[m=\x1b[4m" + DRAWN + "\x1b[m",
        "password: Tr0u\u200bb4dor&3",
        "\\u001b[33mtoken\\u001b[0m=\\u001b[1m" + DRAWN + "\\u001b[0m",
    ],
)
def test_signs_that_are_not_seen_do_not_hide_a_secret(text: str):
    shown = redact(text).text

    assert X[4:] not in shown
    assert DRAWN not in shown
    assert "[redacted: " in shown


def test_the_colours_around_a_secret_stay():
    assert redact("\x1b[1mtoken=\x1b[33m" + DRAWN + "\x1b[0m end").text == (
        "\x1b[1mtoken=\x1b[33m[redacted: secret]\x1b[0m end"
    )


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (
            "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n" + DRAWN * 2 + "\n" + DRAWN + "\nPrivate-MAC: " + HEX,
            DRAWN,
        ),
        ("PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\n" + DRAWN * 2 + "\nPrivate-MAC: " + HEX, HEX),
        ('{"kty":"EC","crv":"P-256","x":"abc","d":"' + DRAWN + '"}', DRAWN),
        ("joe:$2y$10$" + DRAWN * 2, DRAWN),
        ("joe:{SHA}" + DRAWN + "=", DRAWN),
        ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$" + DRAWN, DRAWN),
        ('{"auths":{"r.example.com":{"auth":"am9lOlRyMHViNGRvcg=="}}}', "am9lOlRyMHViNGRvcg"),
        (
            "seed phrase: " + "legal winner thank year wave sausage worth useful legal winner thank yellow",
            "sausage worth",
        ),
        ("HEROKU_API_KEY=3b9f0c7d-e18a-4256-9b7c-0d1e2f3a4b5c", "e18a-4256"),
    ],
)
def test_keys_and_hashes_of_passwords_are_masked(text: str, secret: str):
    assert secret not in redact(text).text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Lösenordet till skrivaren är Tallbarr.6184", "Tallbarr.6184"),
        ("Passordet er kaffe-trikk-fjord-52", "kaffe-trikk-fjord-52"),
        ("Salasana on HavuKahvi73", "HavuKahvi73"),
        ("A jelszó PaprikaVonat58", "PaprikaVonat58"),
        ("הסיסמה היא Melon_4417", "Melon_4417"),
        ("كلمة المرور هي zaytun8841+", "zaytun8841"),
        ("the password is Walnut.ferry.1931", "Walnut.ferry.1931"),
        ("password of the box: gravel6613=", "gravel6613"),
        ("app-specific password for the scanner: qwmt-brzo-vkle-htsa", "qwmt-brzo-vkle-htsa"),
        ("deploy_pass: ferry_walnut48", "ferry_walnut48"),
        ('#define BUS_PASSWORD "ferry-w4lnut-551"', "ferry-w4lnut-551"),
        ('"db_password": {"value": "FerryWalnut613", "type": "string"}', "FerryWalnut613"),
        ("it asks for a key, use h3kq9zt0xw7mv2rj5ny8pb4dgs6lc1 there", "h3kq9zt0xw7mv2rj5ny8pb4dgs6lc1"),
        ("here is a token for the shop's panel: " + HEX, HEX),
        ("Il codice della cassaforte è 730418", "730418"),
    ],
)
def test_a_secret_told_in_words_of_a_language_or_by_its_own_shape_is_masked(text: str, secret: str):
    assert secret not in redact(text).text


@pytest.mark.parametrize(
    "text",
    [
        "lösenordet måste ha 12 tecken",
        "the password for release-notes-draft is in the vault",
        "the key of the map is user-profile-page",
        "password_field: sha256",
        "the ww2 museum is on www.example.org",
        "the password is required for every account",
        "he uses 1Password as the password manager",
        "use argon2id as the password hash",
        "password hashing uses PBKDF2-HMAC-SHA256",
        "the password check took 35ms",
        "la contraseña es demasiado corta",
        "пароль: минимум 8 символов",
        "密码长度至少8位",
        "パスワードは8文字以上で入力してください",
        "비밀번호는 8자 이상이어야 합니다",
        "Set-Cookie: lang=en; Path=/",
        "the session cookie expires after 30 minutes",
        "session_id: 6f1e9a52-7c1b-4a39-9d8f-3c2b1a098765",
        "docker run -p 8080:80 nginx:1.25",
        "image: postgres:15.3@sha256:abcdef",
        "git@github.com:org/repo2.git",
        "mailto:joe.smith2@example.com",
        '"username", "password", "email2"',
        "user,password,created\njoe,,2024-01-01",
        "login as admin / member / guest",
        "kind: SecretProviderClass",
        "secretKeyRef:\n  name: db\n  key: password",
        "postgres://user:password@localhost/db",
        "function a(b,c){return b.token===c.token2?1:0}",
        "PIN 12 of the GPIO header is ground",
        "the creds for staging are in the vault",
        "seed phrase has 12 words",
        "Prompt for a password, with echo turned\noff on most terminals",
        "tokens: tuple[Token, ...]\nwords: tuple[str, ...]",
        "echo finished | tee log.txt",
        "--password PASSWORD  the password to use",
    ],
)
def test_what_only_looks_a_little_like_one_is_kept(text: str):
    assert redact(text).text == text
