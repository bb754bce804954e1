"""Passwords that programs are given as an option, or through a pipe."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled, rule, taken
from memory_mcp.privacy.values.drawn_values import is_random
from memory_mcp.privacy.values.secret_values import is_placeholder, looks_made_up

_GAP: Final = r"\b[^\n|;&]{0,160}?"
_OPEN: Final = r"[\"']?"
_USER: Final = r"[^\s:\"'/]{1,128}"
_WORD: Final = r"[^\s\"'|;<>]{3,128}"

# Names of what a secret of a cluster holds besides.
_OTHERS: Final = r"(?!(?i:[\w.-]*(?:user|username|host|name|email|url|port|id|region|login|endpoint|bucket))=)"

# Programs, and what stands between one of their names and a password.
_OPTIONS: Final = (
    (("mysql", "mysqldump", "mysqladmin", "mariadb"), rf" -p{_OPEN}(?P<secret>[^\s\"'-]{_WORD})"),
    (("mysqladmin",), rf" password {_OPEN}(?P<secret>{_WORD})"),
    (("sshpass", "7z", "7za"), rf" -p[ =]?{_OPEN}(?P<secret>{_WORD})"),
    (("docker login", "podman login", "az login", "twine", "mongo", "mongosh", "mongodump", "certutil",
      "psexec", "snowsql", "winrm", "oc login", "helm registry", "nerdctl login", "cf login", "psexec64", "influx"),
     rf" -(?:p|-password)[ =:]{_OPEN}(?P<secret>{_WORD})"),
    (("curl", "wget", "http", "https"),
     rf" (?:-u|-a|-U|--user|--auth|--proxy-user)[ =]?{_OPEN}{_USER}:(?P<secret>{_WORD})"),
    (("redis-cli", "http", "ldapsearch", "ldapadd", "ldapmodify"),
     rf" -(?:a|w|-pass)[ ]{_OPEN}(?P<secret>[^\s\"':]{_WORD})"),
    (("sqlcmd", "zip", "unzip", "ipmitool", "bcp", "isql", "tsql"), rf" -P[ ]?{_OPEN}(?P<secret>{_WORD})"),
    (("smbclient", "rpcclient", "smbmap"), rf" (?:-U|--user)[ =]?{_OPEN}[^\s%]{{1,64}}%(?P<secret>{_WORD})"),
    (("xfreerdp", "rdesktop", "cmdkey", "wfreerdp"), rf" /(?:p|pass):{_OPEN}(?P<secret>{_WORD})"),
    (("openssl",), rf" (?:-k |-pass(?:in|out)? [\"']?pass:){_OPEN}(?P<secret>{_WORD}(?:(?: \w+){{1,4}}$)?)"),
    (("mount", "mount.cifs"), r" -o ?\S{0,80}?pass(?:word)?=(?P<secret>\S{3,128}?)(?=,[a-z_]{2,12}(?:=|,|\s|$)|\s|$)"),
    (("htpasswd",), rf" -[a-zA-Z]*b[a-zA-Z]* \S+ \S+ {_OPEN}(?P<secret>{_WORD})"),
    (("keytool", "jarsigner"), rf" -(?:store|key|new|src|dest)(?:store)?pass {_OPEN}(?P<secret>{_WORD})"),
    (("ssh-keygen",), rf" -[NP] {_OPEN}(?P<secret>{_WORD})"),
    (("net use",), rf" /user:\S{{1,64}} {_OPEN}(?P<secret>(?![/\\*]){_WORD})"),
    (("hydra", "crackmapexec", "nxc", "netexec", "evil-winrm", "medusa"), rf" -p {_OPEN}(?P<secret>(?!-){_WORD})"),
    (("mosquitto_pub", "mosquitto_sub"), rf" -P {_OPEN}(?P<secret>(?!-){_WORD})"),
    (("security add-generic-password", "security add-internet-password"), rf" -w {_OPEN}(?P<secret>(?!-){_WORD})"),
    (("java",), rf" -auth [^\s:@]{{1,64}}:(?P<secret>{_WORD})"),
    (("net user",), r" (?!/)\S+ [\"'](?P<secret>[^\"'\n/][^\"'\n]{3,64})[\"'] /"),
    (("rclone obscure", "doveadm pw -p", "occ user:add --password", "caddy hash-password --plaintext"),
     rf" {_OPEN}(?P<secret>(?!-){_WORD})(?=\s|[\"']|$)"),
    (("doveadm auth test", "doveadm auth login", "testsaslauthd"),
     rf" (?:-u )?[^\s-]\S{{0,64}} (?:-p )?{_OPEN}(?P<secret>(?!-){_WORD})"),
    (("mosquitto_passwd",), rf" -b \S+ \S+ {_OPEN}(?P<secret>{_WORD})"),
    (("runas", "schtasks"), rf" (?:/rp|/user:\S{{1,64}}) {_OPEN}(?P<secret>(?!/)[^\s\"'/]{_WORD})"),
    (("netsh wlan",), rf" key=\"?(?P<secret>{_WORD})"),
    (("create secret generic",),
     rf" --from-literal[= ]{_OPEN}{_OTHERS}[\w.-]{{1,64}}={_OPEN}(?P<secret>(?!\$){_WORD})"),
    (("keytool", "jarsigner"), rf" -(?:src|dest|new)?(?:store|key)pass(?:wd)? {_OPEN}(?P<secret>{_WORD})"),
    (("New-LocalUser", "Set-LocalUser", "New-ADUser"), r" -(?:New)?Password \"(?P<secret>[^\"\n$(]{4,64})"),
    (("net user", "net use"), rf" (?!/)\S+ {_OPEN}(?P<secret>(?![/\\*])[^\s/]{_WORD})(?= /|\s*$)"),
    (("vault login", "bw unlock", "bw login", "op signin", "wandb login", "ngrok config add-authtoken",
      "ngrok authtoken", "huggingface-cli login --token", "hf auth login --token", "fly auth",
      "cloudflared service install", "snyk auth", "sentry-cli login --auth-token", "railway login",
      "importprivkey", "importmulti"),
     rf" {_OPEN}(?P<secret>(?!-)(?=[^\s]{{0,160}}[0-9]){_WORD})"),
    (("rabbitmqctl add_user", "rabbitmqctl change_password"),
     rf"(?: password| \S+) {_OPEN}(?P<secret>(?!-){_WORD})(?=\s|[\"']|$)"),
    (("wpa_passphrase",), rf" \S{{1,32}} {_OPEN}(?P<secret>{_WORD})"),
    (("crypto isakmp key", "crypto ikev2 key"), r" (?:[0-9] )?(?P<secret>\S{4,64})(?= address| hostname)"),
    (("nmcli",), rf" (?:password|\S{{0,40}}psk) {_OPEN}(?P<secret>(?!-){_WORD})(?=\s|[\"']|$)"),
    (("sqlplus", "impdp", "expdp", "rman target"), rf" {_OPEN}[\w$]{{1,30}}/(?P<secret>[^\s\"'@/]{{3,64}})"),
    (("lftp",), rf" -u {_OPEN}[^\s,]{{1,64}},(?P<secret>{_WORD})"),
    (("aws configure set",), rf" aws_(?:secret_access_key|session_token) {_OPEN}(?P<secret>{_WORD})"),
    (("snmpwalk", "snmpget", "snmpset", "snmpbulkwalk"), rf" -A {_OPEN}(?P<secret>{_WORD})"),
    (("snmpwalk", "snmpget", "snmpset", "snmpbulkwalk"), rf" -X {_OPEN}(?P<secret>{_WORD})"),
    (("openssl passwd",), rf" (?:-[\w.]+ )*{_OPEN}(?P<secret>(?!-)(?=\S*[\d.!_]){_WORD})"),
    (("codecov",), rf" -t {_OPEN}(?P<secret>[0-9a-f-]{{36}})"),
    (("gh secret set", "fly secrets set", "wrangler secret put"), rf" (?:--body|-b)[ =]{_OPEN}(?P<secret>{_WORD})"),
)  # fmt: skip
# What is written to the standard input of a program that asks for a password.
_ASKING: Final = (
    r"[ ]?(?:;[^|\n]{0,80}\)[ ]?)?\|[ ]?(?:ssh [^|\n]{1,80} )?[\"']?(?:(?:sudo )?chpasswd|sudo (?:-\w+ )*-S|su\b"
    r"|(?:sudo )?passwd\b"
    r"|smbpasswd|[\w.-]{2,16} (?:[\w-]{2,16} )?login|(?:sudo )?cryptsetup|kinit|gpg [^|\n]{0,60}--passphrase-fd"
    r"|[\w.-]{2,16} secrets? (?:create|put|set)|openconnect|vncpasswd|htpasswd -i|ldappasswd|mysql_config_editor)"
)
_ECHOED: Final = (
    r"(?:echo|printf) (?:-(?:n|e|ne|en) )?(?:[\"']%s(?:\\n)?[\"'] )?(?P<quote>[\"']?)"
    r"(?:[\w.-]{1,32}:(?=[^|\n]{4,140}\|[^\n]{0,80}chpasswd))?"
    r"(?P<secret>(?:(?!\\n)[^\s|\"'])(?:(?!\\n)[^\n|\"']){3,64})(?:\\n[^\n|\"']{0,80})?(?P=quote)"
    rf"{_ASKING}"
)
# Accounts in a list of the shell, which go to a program for passwords.
_LISTED: Final = r"[\"'](?P<user>[\w.-]{1,32}):(?P<secret>[^\s\"'|$]{4,64})[\"']"
_HERE_STRING: Final = r"chpasswd[ ]?<<<[ ]?[\"']?[\w.-]{1,32}:(?P<secret>[^\s\"'|]{4,128})"
_SETTINGS: Final = ("requirepass", "masterauth", "bindpw", "rootpw", "rpcpassword")
_SETTING: Final = rf"\w{{1,64}}+[ \t]{{1,8}}{_OPEN}(?P<secret>(?!=){_WORD})[ \t]*[\"']?(?:\r?\n|\Z)"


_SERVER_KEY: Final = r"-server [^\n]{1,120}? key (?:[0-9] )?(?P<secret>(?=\S{0,60}[0-9])\S{6,128})"
# Lines in the configuration of routers and switches; a digit says how the password is written.
_DEVICES: Final = (
    ("enable secret ", r"enable secret(?: level [0-9]+)?(?: [0-9])? (?P<secret>(?=\S{0,60}[0-9])\S{4,128})"),
    ("enable password ", r"enable password(?: level [0-9]+)?(?: [0-9])? (?P<secret>(?=\S{0,60}[0-9])\S{4,128})"),
    ("snmp-server community ", r"snmp-server community (?P<secret>\S{4,64})(?= R[OWow]\b)"),
    *((f"{server}-server ", f"{server}{_SERVER_KEY}") for server in ("radius", "tacacs")),
    ("codecov.io/bash) ", r"\S{1,20} -t (?P<secret>[0-9a-f-]{36})"),
    ("ipsec secret ", r"(?i)ipsec secret (?P<secret>\S{6,128})"),
    ("xauth password ", r"(?i)xauth password (?P<secret>\S{6,128})"),
    *((f'{word.lower()} "',
       rf'(?<=: ){word} "(?P<secret>[^"\n]{{6,128}})"') for word in ("PSK", "EAP", "XAUTH", "NTLM")),
    # A line of its own in the settings of a mail program.
    ('password "', r'(?:(?<=\n)|(?<![\s\S]))password "(?P<secret>[^"\n]{4,128})"[ \t]*(?:\r?\n|\Z)'),
    *((f"{word}community ",
       rf"{word}community6? (?P<secret>(?!public\b|private\b)\S{{4,64}})(?=\s|\Z)") for word in ("ro", "rw")),
    ("option key ", r"option key (?P<quote>[\"'])(?P<secret>[^\"'\n]{8,64})(?P=quote)"),
    ("set wireless.", r"set wireless\.\S{1,40}\.(?:key|sae_password)=[\"']?(?P<secret>(?!\$)[^\s\"']{8,63})"),
    ("<keymaterial>", r"(?i)<keyMaterial>(?P<secret>[^<\n]{8,64})</"),
    ("ascii ", r"wpa-psk ascii [07] (?P<secret>\S{8,64})"),
    ("key 1 md5 ", r"(?<=digest-)key 1 md5 (?P<secret>\S{4,32})"),
    ("pre-shared-secret ", r"pre-shared-secret [\"']?(?P<secret>[^\s\"']{6,64})"),
    ("password={", r"(?i)password=\{(?P<secret>(?:[^}\n$]|\}\}){3,128})\}[;\s\"']"),
    ("auth ", r"(?<=[0-9]> )(?i:auth) (?P<secret>[^\s\"']{4,128})[ \t]*(?:\r?\n|\Z)"),
    ("user=", r"(?:(?<=\n)|(?<![\s\S]))user=[\w.-]{1,32}:(?P<secret>[^\s:]{5,128})[ \t]*(?:\r?\n|\Z)"),
    ("community", r"(?i)(?<=snmp[_-])community[\"']?\s?[:=]\s?[\"']?(?P<secret>(?!public|private)[^\s\"']{5,64})"),
    (" on >", r" on >(?P<secret>[^\s<>]{4,128})(?= [~&+@#%]| allkeys|[ \t]*(?:\r?\n|\Z))"),
    # The passwords that a provider of mail gives to programs are four groups of letters.
    *((f"]:{port} ", rf"\]:{port}[ \t]+[^\s:]{{1,64}}:(?P<secret>(?:[a-z]{{4}} ){{3}}[a-z]{{4}}|\S{{3,128}})")
      for port in (25, 465, 587, 2525)),
    ("assword", r'assword:?[^\n{]{0,8}(?:\r?\n|[ \t]\{)\s{0,16}send (?:-- )?"(?P<secret>[^"\\\n]{3,128})(?=\\[rn]")'),
    ("printf ", r"printf [\"']?[\w.-]{0,32}:%s(?:\\n)?[\"']? [\"']?(?P<secret>[^\s\"'$|)]{4,128})"),
    *((f"{word} {digit} ", rf"{word} {digit} (?P<secret>(?=\S{{0,60}}[0-9])(?=\S{{0,60}}[A-Za-z])\S{{6,128}})")
      for word in ("password", "secret", "key") for digit in "05789"),
)  # fmt: skip
# Programs that print a secret, on the line below.
_PRINTERS: Final = (
    "openssl rand", "pwgen", "apg ", "makepasswd", "master.key", ".secret", "auth token", "print-access-token",
    "print-identity-token", "get secret", "get-secret-value", "secrets versions access", "pass show", "vault kv get",
    "vault read", "op read", "base64 -d", "base64 --decode", "find-generic-password", "bw get", "lpass show",
    "create token", "get-login-password", "get-access-token", "doppler secrets get", "token create", ".token",
    "wg genkey", "wg genpsk", "token_urlsafe", "token_hex",
)  # fmt: skip
_PRINTED: Final = r"(?P<secret>[^\s]{10,400})[ \t]*(?:\r?\n|\Z)"
_MOST_PRINTED: Final = 40
_LINE: Final = 200
_PROMPT: Final = (
    r"[ \t]*(?:(?:[\w@~/:.\[\]() -]{0,60}[$#%>\u276f]|\+)[ \t]"
    r"|(?:openssl|pwgen|kubectl|gcloud|aws|vault|op|gh|cat|wg|pass|bw)[ \t])"
)


def _printed(text: str, position: int) -> Iterator[Span]:
    """Yield what a program prints below its command, a line each."""
    begin = text.rfind("\n", max(0, position - _LINE), position) + 1
    # A command follows a prompt, or begins the line.
    if compiled(_PROMPT).match(text, begin) is None:
        return
    below = text.find("\n", position, position + _LINE) + 1
    for _ in range(_MOST_PRINTED if below else 0):
        match = compiled(_PRINTED).match(text, below)
        if match is None or not (is_random(match["secret"]) or looks_made_up(match["secret"], is_named=False)):
            return
        yield Span(*match.span("secret"), "secret")
        below = match.end()


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the programs that take passwords, and what looks at the rest of their line."""
    for programs, option in _OPTIONS:
        for program in programs:
            pattern = rf"(?<![\w.-]){program}{_GAP}{option}"
            yield f"{program.lower()} ", partial(_options_at, pattern, rf"[^\n|;&]{{0,160}}?{option}")
    for program in ("echo ", "printf "):
        yield program, _echoed
    yield "chpasswd", _in_a_list
    for literal, pattern in _DEVICES:
        yield literal, rule(partial(_option_at, pattern))
    for program in _PRINTERS:
        yield program, _printed
    yield "chpasswd", rule(partial(_option_at, _HERE_STRING))
    for setting in _SETTINGS:
        yield setting, rule(partial(_option_at, _SETTING))


def _echoed(text: str, position: int) -> Iterator[Span]:
    match = compiled(_ECHOED).match(text, position)
    if match is not None and not is_placeholder(match["secret"]):
        # The same again, as a program wants that asks twice.
        end = match.start("secret") + len(match["secret"].rstrip(" "))
        yield Span(match.start("secret"), end, "password")
        again = text.find(match["secret"], match.end("secret"), match.end())
        if again >= 0:
            yield Span(again, again + len(match["secret"]), "password")


def _in_a_list(text: str, position: int) -> Iterator[Span]:
    for match in compiled(_LISTED).finditer(text, max(0, position - _SIGHT), position):
        if not is_placeholder(match["secret"]):
            yield Span(match.start("secret"), match.end("secret"), "password")


_SIGHT: Final = 240


def _options_at(pattern: str, further: str, text: str, position: int) -> Iterator[Span]:
    """Yield what a program's option is given, each time that it stands in the command."""
    span = _option_at(pattern, text, position)
    for _ in range(_MOST_OPTIONS):
        if span is None:
            return
        yield span
        span = _option_at(further, text, span.end)


_MOST_OPTIONS: Final = 4


def _option_at(pattern: str, text: str, position: int) -> Span | None:
    match = compiled(pattern).match(text, position)
    if match is None or is_placeholder(match["secret"]):
        return None
    quote = text[match.start("secret") - 1]
    end = text.find(quote, match.end("secret"), match.end("secret") + _LONGEST) if quote in "\"'" else -1
    if end >= 0 and "\n" not in text[match.end("secret") : end]:
        return Span(match.start("secret"), end, "password")
    return taken(match, "secret", "password")


_LONGEST: Final = 128
