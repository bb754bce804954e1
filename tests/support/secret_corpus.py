"""A corpus of planted secrets and of harmless text, put together at run time.

No secret stands in this file: prefixes are joined to drawn characters when the corpus is built, so that scanners of
repositories stay quiet. The same seed gives the same corpus.
"""

from __future__ import annotations

import base64
import json
import random
import string
import uuid
from collections.abc import Iterator
from typing import NamedTuple

ALNUM = string.ascii_letters + string.digits
URL64 = ALNUM + "-_"
BASE64 = ALNUM + "+/"
HEX = "0123456789abcdef"


class Planted(NamedTuple):
    kind: str
    text: str
    secret: str


def corpus(seed: int = 1) -> tuple[list[Planted], list[str]]:
    """Return the planted secrets and the harmless texts of a seed."""
    draw = random.Random(seed)
    return list(_planted(draw)), list(_harmless(draw))


def _draw(draw: random.Random, alphabet: str, length: int) -> str:
    return "".join(draw.choice(alphabet) for _ in range(length))


def _mixed(draw: random.Random, alphabet: str, length: int) -> str:
    """Draw characters of which at least one is a digit, one a capital and one a small letter."""
    while True:
        text = _draw(draw, alphabet, length)
        if any(c.isdigit() for c in text) and text.lower() != text and text.upper() != text and text[-1].isalnum():
            return text


CARRIERS = (
    "{}",
    "Here is the one for staging: {} - please store it somewhere safe.",
    "I pasted {} into the shell and it worked.",
    'export SERVICE_CREDENTIAL="{}"',
    '{{"event": "login", "value": "{}", "ok": true}}',
    "value: {}\nother: 17\n",
    "client = Client('{}', timeout=30)",
    "2026-03-01T09:30:00Z INFO request failed with {}, retrying",
    "first line\\n{}\\nlast line",
    "| staging | {} | 2026 |",
    "ist das `{}` noch gültig? Ich glaube nicht.",
    "({})",
)


def _provider_secrets(draw: random.Random) -> Iterator[tuple[str, str]]:
    d = draw
    yield "aws-key", "AK" + "IA" + _draw(d, string.ascii_uppercase + "234567", 16)
    yield "aws-key", "AS" + "IA" + _draw(d, string.ascii_uppercase + "234567", 16)
    for letter in "pousr":
        yield "github-token", f"gh{letter}_" + _mixed(d, ALNUM, 36)
    yield "github-token", "github" + "_pat_" + _mixed(d, ALNUM, 22) + "_" + _mixed(d, ALNUM, 59)
    yield "gitlab-token", "glp" + "at-" + _mixed(d, URL64, 20)
    yield "openai-key", "s" + "k-" + _mixed(d, ALNUM, 48)
    yield "openai-key", "s" + "k-proj-" + _mixed(d, URL64, 120)
    yield "anthropic-key", "s" + "k-ant-api03-" + _mixed(d, URL64, 93) + "AA"
    yield "google-key", "AI" + "za" + _mixed(d, URL64, 35)
    yield "google-key", "ya" + "29." + _mixed(d, URL64, 80)
    for letter in "abprs":
        yield "slack-token", f"xo{'x'}{letter}-" + _draw(d, string.digits, 12) + "-" + _mixed(d, ALNUM, 24)
    yield "stripe-key", "sk_" + "live_" + _mixed(d, ALNUM, 24)
    yield "stripe-key", "rk_" + "live_" + _mixed(d, ALNUM, 24)
    yield "stripe-key", "whs" + "ec_" + _mixed(d, ALNUM, 32)
    yield "npm-token", "np" + "m_" + _mixed(d, ALNUM, 36)
    yield "pypi-token", "py" + "pi-AgEIcHlwaS5vcmc" + _mixed(d, URL64, 120)
    yield "huggingface-token", "h" + "f_" + _draw(d, string.ascii_letters, 34)
    yield "sendgrid-key", "S" + "G." + _mixed(d, URL64, 22) + "." + _mixed(d, URL64, 43)
    yield "twilio-key", "S" + "K" + _draw(d, HEX, 32)
    yield "twilio-key", "A" + "C" + _draw(d, HEX, 32) + ":" + _draw(d, HEX, 32)
    yield "digitalocean-token", "dop" + "_v1_" + _draw(d, HEX, 64)
    yield "azure-key", "Account" + "Key=" + _mixed(d, BASE64, 86) + "=="
    yield "vault-token", "hv" + "s." + _mixed(d, URL64, 24)
    yield "databricks-token", "da" + "pi" + _draw(d, HEX, 32)
    yield "linear-key", "lin" + "_api_" + _mixed(d, ALNUM, 40)
    yield "notion-token", "secret" + "_" + _mixed(d, ALNUM, 43)
    yield "notion-token", "nt" + "n_" + _mixed(d, ALNUM, 46)
    yield "sentry-token", "sntr" + "yu_" + _draw(d, HEX, 64)
    yield "shopify-token", "shp" + "at_" + _draw(d, HEX, 32)
    yield "docker-token", "dckr" + "_pat_" + _mixed(d, ALNUM, 27)
    yield "doppler-token", "dp" + ".pt." + _mixed(d, ALNUM, 43)
    yield "doppler-token", "dp" + ".st.prd." + _mixed(d, ALNUM, 43)
    yield "netlify-token", "nf" + "p_" + _mixed(d, ALNUM, 36)
    yield "provider-key", "gs" + "k_" + _mixed(d, ALNUM, 52)
    yield "discord-token", "MT" + _mixed(d, ALNUM, 24) + "." + _mixed(d, ALNUM, 6) + "." + _mixed(d, URL64, 38)


def _jwt(draw: random.Random) -> str:
    header = base64.urlsafe_b64encode(json.dumps({"alg": "HS256", "typ": "JWT"}).encode()).decode().rstrip("=")
    claims = json.dumps({"sub": _draw(draw, string.digits, 10), "iat": draw.randrange(10**9, 2 * 10**9)}).encode()
    return f"{header}.{base64.urlsafe_b64encode(claims).decode().rstrip('=')}.{_mixed(draw, URL64, 43)}"


def _key_block(draw: random.Random, label: str, newline: str = "\n") -> str:
    lines = [_mixed(draw, BASE64, 64) for _ in range(draw.randrange(3, 12))] + [_mixed(draw, BASE64, 20) + "=="]
    return newline.join([f"-----BEGIN {label}" + "-----", *lines, f"-----END {label}" + "-----"])


NAMES = (
    "{}PASSWORD={}",
    "export {}PASS='{}'",
    "{}API_KEY={}",
    "{}SECRET={}",
    "{}TOKEN={}",
    "{}ACCESS_KEY={}",
    "{}CLIENT_SECRET: {}",
    "set {}AUTH_TOKEN={}",
    "{}SECRET_KEY_BASE={}",
    "ENV {}ENCRYPTION_KEY={}",
)
SHAPES = (
    'password = "{}"',
    "password: {}",
    "passwd={}",
    "pwd: '{}'",
    "api_key = '{}'",
    'apiKey: "{}",',
    '{{"password": "{}"}}',
    '{{\\"clientSecret\\": \\"{}\\"}}',
    "db.password={}",
    "secret_key: {}",
    "auth_token => '{}'",
    "--password={}",
    "--token {}",
    "my password is {}",
    "Das Passwort ist {}",
    "The API key is {} for now.",
    "the password for staging is {}",
    "password: {}, user: joe",
    "<password>{}</password>",
    "| password | {} |",
    "**Password:** {}",
    "x-api-key: {}",
    "const accessToken = `{}`;",
    "contraseña: {}",
    "?user=joe&token={}&page=2",
    "client_secret={}&grant_type=x",
    'signing_key := "{}"',
    "private_token: {}",
    "dbPassword: '{}'",
    "_authToken={}",
    "Passwort: {}",
    "credentials: {}",
    "PASSPHRASE={}",
    "- secret: {}",
    "token={};",
    "Password = {}",
)


def _planted(draw: random.Random) -> Iterator[Planted]:
    for carrier in CARRIERS:
        for kind, secret in _provider_secrets(draw):
            if kind == "discord-token" and carrier == "{}":
                continue  # told from other dotted names by its surroundings only
            text = f"our discord bot: {carrier}" if kind == "discord-token" else carrier
            yield Planted(kind, text.format(secret), secret)
        token = _jwt(draw)
        yield Planted("jwt", carrier.format(token), token)
        password = _mixed(draw, ALNUM, draw.randrange(6, 30))
        for scheme in ("postgres", "https", "redis", "mongodb+srv", "amqp", "mysql"):
            yield Planted(
                "url-password", carrier.format(f"{scheme}://joe:{password}@db.example.com:5432/app"), password
            )
        for header in ("Authorization: Bearer {}", "authorization: token {}", '"Authorization": "Bearer {}"'):
            secret = _mixed(draw, ALNUM, draw.randrange(20, 60))
            yield Planted("authorization", carrier.format(header.format(secret)), secret)
        basic = base64.b64encode(f"joe:{_draw(draw, ALNUM, 12)}".encode()).decode().rstrip("=")
        yield Planted("authorization", carrier.format(f"Authorization: Basic {basic}"), basic)
    for label in ("RSA ", "EC ", "OPENSSH ", "DSA ", "ENCRYPTED ", ""):
        for newline in ("\n", "\\n", "\r\n", "\n    ", "\n> "):
            block = _key_block(draw, f"{label}PRIVATE" + " KEY", newline)
            body = block.split(newline)[2]
            yield Planted("private-key", f"see:\n{block}\nand keep it", body)
            cut = block[: draw.randrange(90, len(block) - 40)]
            yield Planted("private-key", f"tool output: {cut}", cut.split("-----")[2].strip("\\n \r\n>")[:60])
    pgp = _key_block(draw, "PGP PRIVATE" + " KEY BLOCK").replace("-----\n", "-----\nVersion: GnuPG v2\n\n", 1)
    yield Planted("private-key", pgp, pgp.splitlines()[4])
    hooks = "https://hooks.slack" + ".com/services/T" + _draw(draw, ALNUM.upper(), 8)
    path = "/B" + _draw(draw, string.ascii_uppercase, 8) + "/" + _mixed(draw, ALNUM, 24)
    yield Planted("slack-webhook", f"post it to {hooks}{path}", path)
    bot = "AA" + _mixed(draw, URL64, 33)
    yield Planted(
        "telegram-token", f"curl https://api.telegram.org/bot{_draw(draw, string.digits, 10)}:{bot}/getMe", bot
    )
    yield from _assigned(draw)
    yield from _in_context(draw)


def _assigned(draw: random.Random) -> Iterator[Planted]:
    for template in NAMES:
        for owner in ("", "DB_", "STRIPE_", "MY_APP_", "CI_"):
            if owner == "" and ("PASS=" in template or "PASS='" in template):
                continue
            value = _mixed(draw, ALNUM, draw.randrange(8, 40))
            kind = "password" if "PASS" in template else "secret"
            yield Planted(kind, template.format(owner, value), value)
    for shape in SHAPES:
        for _ in range(4):
            value = draw.choice((_human_password, _symbols, _token, _hex))(draw)
            kind = "password" if any(w in shape.lower() for w in ("pass", "pwd", "contra")) else "secret"
            yield Planted(kind, f"line before\n{shape.format(value)}\nline after", value)


def _human_password(draw: random.Random) -> str:
    word = draw.choice(("hunter", "dragon", "Sommer", "Orchid", "blauwal", "monkey", "Raclette", "tromba"))
    return word + _draw(draw, string.digits, draw.randrange(1, 5)).replace("0", "7") + draw.choice(("", "!", "#", "$x"))


def _symbols(draw: random.Random) -> str:
    return _mixed(draw, ALNUM, 7) + draw.choice("!#%^*+~@") + _mixed(draw, ALNUM, 4)


def _token(draw: random.Random) -> str:
    return _mixed(draw, URL64.replace("-", ""), draw.randrange(20, 48))


def _hex(draw: random.Random) -> str:
    return _draw(draw, HEX, draw.choice((32, 40, 64)))


def _in_context(draw: random.Random) -> Iterator[Planted]:
    for template in (
        "the webhook secret {}", "use token {} for the staging run", "new API key {}", "our signing secret was {} then",
        "copied the access token {}, it expires soon", "deploy key (secret): {}", "the bearer token from the log: {}",
        "credentials I was given {}",
    ):  # fmt: skip
        for length in (32, 40, 48, 64):
            value = _mixed(draw, ALNUM, length)
            yield Planted("secret", template.format(value), value)
    for template in ("webhook secret: {}", "the API token is {}", "token {}"):
        value = _draw(draw, HEX, 40)
        yield Planted("secret", template.format(value), value)


PROSE = (
    "The password is stored hashed with {tech}.",
    "Token budget: {n}, spent {m}.",
    "max_tokens={n}, temperature 0.{m}",
    "We moved the {noun} to port {n} and kept the secret in the vault.",
    "The secret: start with the {noun}, then test.",
    "Password: required, at least {m} characters.",
    "key: {noun}",
    "The key is the {noun}, as {name} said on {date}.",
    "{name} forgot her password again; reset it before {date}.",
    "A token is about {m} characters of English.",
    "The access token expires after {n} seconds.",
    "token count: {n} (limit {n})",
    "authentication: OAuth2 with {tech}",
    "The API key is rotated every {m} days.",
    "api key: see the {noun} in the wiki",
    "Passwort: siehe {noun}",
    "Das Passwort ist im Tresor.",
    "La contraseña es obligatoria.",
    "password reset v{m}.{m}.{m} released on {date}",
    "Our tokenizer splits on {tech}; tokens: {n}.",
    "secret santa is on {date}, {name} organises it",
    "The primary key is {noun}_id, the foreign key {noun}_ref.",
    "{name} is the author of the {noun}.",
    "The auth flow uses {tech} and a {noun}.",
    "Keyboard: {noun}. Keyword: {noun}.",
    "pass: {n} tests, fail: {m}",
    "PASS: test_{noun}_{m}",
    "credential helper: osxkeychain",
    "The private key never leaves the {noun}.",
    "the password for the {noun} is in the vault",
    "Is the token still valid on {date}?",
    "token: expired",
    "Basic understanding of the {noun} is enough.",
    "bearer authentication with {tech} is required",
    "Use `Authorization: Bearer <token>` for the {noun}.",
    "git commit {hex40} fixes the token refresh",
    "commit {hex40}",
    "sha256 {hex64}",
    "session {uuid}",
    "id: {uuid}",
    "request_id={uuid}",
    "the {noun} {uuid} is gone",
    "checksum sha256:{hex64}",
    "integrity sha512-{b64}==",
    "the {noun} moved from {hex7} to {hex7}",
    "at {date}T09:30:00Z",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA{b43} {name}@host",
    "![the key of the {noun}](data:image/png;base64,iVBORw0KGgo{b64})",
    "![token diagram](images/{noun}_{m}.png)",
    "visit https://example.com:{n}/{noun}/@{name}/post-{m}",
    "mailto:{name}@example.com about the key",
    "see src/auth/token_store.py:{m}",
    "version v{m}.{n}.{m}, build {hex7}",
    "password policy: {m} to {n} characters",
    "passwords: {m}",
    "the pass over the {noun} took {m}s",
    "docker.io/library/{noun}@sha256:{hex64}",
    "h1:{b43}= go.sum line for the {noun}",
    'ETag: "{hex40}"',
    "key={noun}",
    "token_type: bearer",
    "secret_name: projects/{noun}/versions/{m}",
    "ISBN 978-3-16-148410-{m}",
    "the secret ingredient is {noun}",
    "password manager: 1Password",
    "passwordless login since {date}",
)
CODE = (
    "token = get_token()",
    "token = get_{noun}_token({m})",
    "password = os.environ['{NOUN}_PASSWORD']",
    "api_key=None,",
    "token = process.env.{NOUN}_TOKEN;",
    "password: str = Field(min_length={m})",
    "def login(user: str, password: str) -> {Noun}:",
    "self.token = token",
    "const apiKey = config.{noun}.apiKey;",
    "if token == expected_{noun}_token:",
    "secret = secrets.token_hex({m})",
    "password=getpass('Password: ')",
    "key = f'{{prefix}}:{noun}:{m}'",
    "access_token: Optional[str] = None",
    "tokens[{m}] = {n}",
    "  password: ${{{NOUN}_PASSWORD}}",
    "DB_PASSWORD=${{DB_PASSWORD:-}}",
    "API_KEY=<your-key>",
    'api_key = "YOUR_API_KEY"',
    "api_key: xxxxxxxxxxxxxxxx",
    "PASSWORD=changeme",
    "password: {{{{ {noun}_password }}}}",
    "token: ${{{{ secrets.{NOUN}_TOKEN }}}}",
    "let token: Option<String> = None;",
    "private readonly token: string;",
    "password?: string;",
    "Token {noun}_token = parser.next();",
    "import {{ token }} from './{noun}/token';",
    "assert response.json()['token'] is not None",
    "cache_key = hash_{noun}(a, b)",
    "public_key = '{b43}='",
    "for token in tokens: count += {m}",
    "auth=HTTPBasicAuth(user, password)",
    "args.password or prompt()",
    '"password": {{"type": "string", "minLength": {m}}}',
    'secret_id = "{noun}-{m}"',
    "token_limit = {n}",
    "key: '{noun}',",
    "password_hash = bcrypt.hashpw(password, salt)",
    "headers = {{'Authorization': f'Bearer {{token}}'}}",
    "Authorization: Bearer $TOKEN",
    'curl -H "Authorization: Bearer ${{TOKEN}}" https://example.com/{noun}',
    "KEY_LENGTH = {n}",
    "secret: !vault |",
    "token=${{1}}",
    "postgres://user:${{DB_PASS}}@localhost:{n}/{noun}",
    "redis://localhost:{n}/{m}",
    "http://localhost:{n}/{noun}?page={m}",
    "password: process.env.PG_PASSWORD ?? ''",
    "credentials: 'same-origin',",
    'type="password" name="{noun}"',
    "token := lexer.Next{Noun}()",
    "fn token(&self) -> &str {{ &self.token }}",
    "SELECT token, secret FROM {noun} WHERE id = {n};",
    "--hash=sha256:{hex64}",
    '"integrity": "sha512-{b64}==",',
    'checksum = "{hex64}"',
    "resolved {hex40}",
    "index {hex7}..{hex7} 100644",
    "uuid: '{uuid}'",
    "token = tokenizer.decode([{n}, {m}])",
    "secret=settings.SECRET_KEY",
    "key = ('{noun}', {m})",
    'password = input("password: ")',
    "password = user.password",
    "$password = $_POST['password'];",
    "token = await {noun}.createToken({{ id: {m} }})",
    "pass  # nothing to do for {noun}",
    "raise ValueError('password too short: {m}')",
    "token_id: {uuid}",
    "@token_required",
    "apiKey: import.meta.env.VITE_API_KEY,",
    'password = ""',
    "token = 'test'",
    "secret = None",
    "passwd = pwd.getpwnam('{noun}')",
)
NOUNS = (
    "index",
    "parser",
    "window",
    "garden",
    "invoice",
    "router",
    "meeting",
    "engine",
    "bicycle",
    "report",
    "library",
    "kitchen",
    "worker",
    "schema",
    "customer",
)
PEOPLE = ("Mara", "Tomasz", "Ines", "Björn", "Aiko", "Priya", "José")
TECHNIQUES = ("argon2id", "bcrypt", "sha256", "base64", "utf8", "PKCE", "HS256", "AES-256-GCM", "RFC7519", "ed25519")


def _harmless(draw: random.Random) -> Iterator[str]:
    for template in (*PROSE, *CODE):
        for _ in range(8):
            noun = draw.choice(NOUNS)
            yield template.format(
                noun=noun,
                NOUN=noun.upper(),
                Noun=noun.title(),
                name=draw.choice(PEOPLE),
                tech=draw.choice(TECHNIQUES),
                n=draw.randrange(1000, 65000),
                m=draw.randrange(1, 99),
                date=f"2026-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}",
                uuid=uuid.UUID(int=draw.getrandbits(128), version=4),
                hex7=_draw(draw, HEX, 7),
                hex40=_draw(draw, HEX, 40),
                hex64=_draw(draw, HEX, 64),
                b43=_mixed(draw, BASE64, 43),
                b64=_mixed(draw, BASE64, 86),
            )
