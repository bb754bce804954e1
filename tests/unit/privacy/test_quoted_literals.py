"""What the name of a password is given in quotes is the password, whatever it looks like; labels and rules are none."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# Values that look like words, names or sentences, in two parts, so that no scanner finds them here.
LOOKS = (
    "Ziegen." + "Hirte",
    "linden" + "allee",
    "pane&" + "Vino",
    "Kupfer" + "berg",
    "zwei rote " + "Kannen",
    "Ofen" + "-heiSS",
)
ASSIGNED = (
    'const char* mqtt_pw = "{}";',
    'const DB_PASSWORD: &str = "{}";',
    'const JWT_SECRET: &[u8] = b"{}";',
    'let dbPassword: String = "{}"',
    'var dbPassword string = "{}"',
    "public $password = '{}';",
    "os.environ['PGPASSWORD'] = '{}'",
    '<add key="SmtpPassword" value="{}" />',
    "<AutoLogon><Password><Value>{}</Value><PlainText>true</PlainText></Password></AutoLogon>",
    '"DefaultUserName"="till3"\n"DefaultPassword"="{}"',
    'network={{\n  ssid="Attic"\n  psk="{}"\n}}',
    '{{ "email": "r.amsel@example.org", "password": "{}" }}',
    'connect("10.2.3.4", username="root", password="{}", timeout=5)',
    'storePassword "{}"',
    "Net::SSH.start('box.example.org', 'admin', password: '{}')",
    '<wsse:Password Type="x#PasswordText">{}</wsse:Password><wsse:Username>ws</wsse:Username>',
    'builder.setPassword("{}");',
    'props.put("password", "{}");',
    'auth: {{ user: "bob", pass: "{}" }}',
)
TYPED = (
    "await page.getByLabel('Password').fill('{}');",
    "page.fill('#password', '{}')",
    "cy.get('input[name=\"password\"]').type('{}')",
    'driver.findElement(By.id("passwd")).sendKeys("{}");',
    "driver.find_element(By.NAME, 'kennwort')\\\n    .send_keys('{}')",
    "fill_in 'Password', with: '{}'",
    "fireEvent.change(screen.getByLabelText('Passwort'), {{ target: {{ value: '{}' }} }});",
)
STATED = (
    "ALTER ROLE report WITH LOGIN PASSWORD '{}' VALID UNTIL '2027-01-01';",
    "CREATE USER 'a'@'%' IDENTIFIED BY '{}';",
    "ALTER USER 'a'@'%' IDENTIFIED WITH mysql_native_password BY '{}';",
    "CREATE LOGIN app WITH PASSWORD = N'{}', CHECK_POLICY = OFF;",
    "SELECT pgp_sym_decrypt(iban, '{}') FROM customers;",
    "INSERT INTO users (id, login, pass, created) VALUES (7, 'ann', '{}', now());",
    "UPDATE users SET passwd = md5('{}') WHERE login = 'ann';",
    "PRAGMA key = '{}';",
)
HARMLESS = (
    '{"username": "Benutzername", "password": "Kennwort"}',
    '{"username": "required", "password": "required|min:8"}',
    "password: \"{{ env_var('DB_PASS') }}\"",
    '"password" = "Ihr Kennwort";',
    '<string name="password">Kennwort eingeben</string>',
    'INVALID_PASSWORD = "Das ging schief"',
    'const passwordField = "form.passwordField"',
    'password_label: "Dein Zugang"',
    '"password": "auth.login.passwordHint"',
    'pw = getpass.getpass("Password: ")\nagain = getpass.getpass("Again: ")',
    "password: { type: 'string', label: 'Kennwort' }",
    "page.fill('#name', 'Robin Amsel')",
    "page.getByLabel('Password').fill('');",
    "cy.get('#password').type(Cypress.env('PW'))",
    "fill_in 'Name', with: 'Robin'",
    "ALTER TABLE users ADD COLUMN password 'text';",
    'setPassword("");',
)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("text", [*ASSIGNED, *TYPED, *STATED])
def test_what_a_password_is_given_in_quotes_is_masked(text: str, look: str) -> None:
    shown = redact(text.format(look)).text
    assert "[redacted: " in shown
    assert look not in shown


@pytest.mark.parametrize("text", HARMLESS)
def test_a_label_a_rule_and_a_name_stay(text: str) -> None:
    assert redact(text).text == text
