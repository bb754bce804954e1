"""A secret is known by where it stands: in an address, a call, a protocol's line, a block below a title."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds them here.
DRAWN = "v8Qk2Zr7" + "Lm4Xt9Bw1Nc6Yd3H"
SMALL = "k7q2zr9l" + "m4xt8bw1nc6yd3h0"
HEX = "9c41e07b" + "5d2f8a6310be47dc95f2a80e"
MADE = "Walnuss" + "_4417"
STRUNG = "anchor-" + "pepper-381"
UUID = "5cfe42a6-" + "c6e3-42db-8d4d-a084f0f88227"

LINKS = (
    f"https://chat.example.org/hooks/{SMALL}",
    f"https://flow.example.org/bot/v2/hook/{UUID}",
    f"https://example.org/cgi-bin/webhook/send?key={UUID}",
    f"https://hook.eu1.example.com/{SMALL}",
    f"https://app.example.org/invite/{DRAWN}",
    f"https://example.org/trigger/door/with/key/{DRAWN}",
    f"https://mainnet.example.org/v3/{HEX}",
    f"https://maps.example.org/geocode?q=Bern&key={DRAWN}&x=1",
)
CALLS = (
    f'WiFi.begin("Home", "{STRUNG}");',
    f"pymysql.connect('db', 'app', '{MADE}', 'shop')",
    f'mysqli_connect("localhost", "root", "{MADE}", "shop")',
    f'server.login("bot@example.org", "{MADE}")',
    f'jwt.encode(payload, "{DRAWN}", algorithm="HS256")',
    f"crypto.createHmac('sha256', '{DRAWN}')",
    f'hmac.new(b"{DRAWN}", body, hashlib.sha256)',
    f'field("String", "HMAC_SALT", "\\"{HEX}\\"")',
)
LINES = (
    f"PASS oauth:{SMALL}\nNICK leila",
    f"USER bob\nPASS {MADE}",
    f"A1 LOGIN bob@example.org {MADE}",
    f"AUTH default {DRAWN}",
    f"/msg NickServ identify {MADE}",
    f"mosquitto_pub -h b -p 8883 -u iot -P {DRAWN[:12]} -t home/temp",
    f"ncftpput -u web -p {MADE} ftp.example.org / f",
    f"unrar x -p{MADE}! a.rar",
    f"schtasks /create /ru svc /rp {MADE} /tn x",
    f"set psksecret {STRUNG}\nnext",
    f'pre-shared-key ascii-text "{MADE}"',
    f"cargo login {DRAWN}",
    f'cryptsetup luksOpen /dev/sda3 root <<< "{MADE}"',
    f"PRAGMA key = '{MADE}';",
)
SETTINGS = (
    f"network_key: {HEX}",
    f"signing_salt: {DRAWN[:8]}",
    f"accessKeyID={DRAWN}",
    f"metrics_basic_auth: prom:{DRAWN[:14]}",
    f"SAMLResponse={DRAWN}{DRAWN}",
    "spring.datasource.password=BdO" + "&B=_F!1yygI",
    f"session({{ secret: '{STRUNG}', resave: false }})",
)
BLOCKS = (
    f'{{"github-oauth": {{"github.com": "{HEX}"}}}}',
    f"passwords:\n  anna: {MADE}\n  joe: {STRUNG}\nport: 80",
    f"[secrets]\nfirst = '{DRAWN}'\n",
    f'tokens = {{\n  ci = "{DRAWN}"\n}}',
)
FILES = (
    f"/etc/rsyncd.secrets\nbackup:{MADE}\njoe:{STRUNG}\nend",
    f"# credentials\nanna:{MADE}\nben:{DRAWN}",
    f"chap-secrets\nbob * {MADE} *\n",
    f"c.app.password = 'sha1:{HEX[:12]}:{HEX}9c41e07b'",
    f"https://example.org/calendar/x/private-{HEX}/basic.ics",
    f"$settings['hash_salt'] = '{DRAWN}';",
    f"X-Crumb: {HEX}",
)
STATEMENTS = (
    f"CONNECT scott/{MADE}@orcl",
    f"ALTER USER scott IDENTIFIED BY {STRUNG};",
    f"CONNECT TO shop USER joe USING {MADE}",
    f".LOGON td/joe,{MADE}",
    f'key "update" {{ algorithm hmac-sha256; secret "{DRAWN}="; }};',
    f'wireless-key "{MADE}"',
    f"match user elastic password {DRAWN[:12]} end",
    f"printf '{MADE}' | podman secret create db -",
    f"set PASS={STRUNG}",
    f'cookieParser("{DRAWN}")',
    f"altool -u me@example.org -p {SMALL[:4]}-{SMALL[4:8]}-{SMALL[8:12]}-{SMALL[12:16]}",
    f"/oper admin {MADE}",
)
BEHIND = (f"{DRAWN} is my token for the shop", f"SHOP={HEX} is the api token", f"({DRAWN} - our api key)")
SECRETS = (DRAWN[:8], SMALL, HEX, MADE, STRUNG, UUID, "B=_F!1yygI")


@pytest.mark.parametrize("text", [*LINKS, *CALLS, *LINES, *SETTINGS, *BLOCKS, *FILES, *STATEMENTS, *BEHIND])
def test_a_secret_in_its_place_is_masked(text: str) -> None:
    shown = redact(text).text
    assert "[redacted: " in shown
    assert not any(secret in shown for secret in SECRETS), shown


HARMLESS = (
    f"https://example.org/files/{UUID}?page=2",
    f"https://example.org/commit/{HEX}",
    "https://example.org/docs/webhooks/getting-started-with-version-2",
    "https://example.org/search?key=name&sort=date&t=1700000000",
    'server.connect("db.example.org", "reports")',
    'logging.login("Hello", "The user 42 has logged in")',
    "print(connect('http://localhost:8080', 'v1.2.3'))",
    "docker run -u 1000 -p 8080:80 app",
    "git push -u origin main",
    "1. **Identify Slow Requests**:\n",
    f"primary_key = '{DRAWN}'",
    f"cache_key: {HEX}",
    "RegEnumKey = win32api.RegEnumKey",
    "secrets:\n  file: ./db_password.txt\n  environment: production\n",
    '{"prompt_tokens": 45778, "total_tokens": 40741, "id": "chatcmpl-' + DRAWN + '"}',
    f"{HEX} fixes how a token is read",
    "PASS\nFAIL 3 tests",
    "check it using `flake8`:\n",
    "connected to example.org using https:h1\n",
    "the token OAuth2Provider gives",
    "secrets\nname: value2\n",
    "see the password policy of 2024-Q3\n",
)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_stands_there_otherwise_stays(text: str) -> None:
    assert redact(text).text == text
