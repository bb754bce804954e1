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
    (("openssl",), rf" (?:-k |-pass(?:in|out)? pass:){_OPEN}(?P<secret>{_WORD}(?:(?: \w+){{1,4}}$)?)"),
    (("mount", "mount.cifs"), r" -o ?\S{0,80}?pass(?:word)?=(?P<secret>\S{3,128}?)(?=,[a-z_]{2,12}(?:=|,|\s|$)|\s|$)"),
    (("htpasswd",), rf" -[a-zA-Z]*b[a-zA-Z]* \S+ \S+ {_OPEN}(?P<secret>{_WORD})"),
    (("keytool", "jarsigner"), rf" -(?:store|key|new|src|dest)(?:store)?pass {_OPEN}(?P<secret>{_WORD})"),
    (("ssh-keygen",), rf" -[NP] {_OPEN}(?P<secret>{_WORD})"),
    (("net use",), rf" /user:\S{{1,64}} {_OPEN}(?P<secret>(?![/\\*]){_WORD})"),
    (("java",), rf" -auth [^\s:@]{{1,64}}:(?P<secret>{_WORD})"),
    (("net user", "net use"), rf" (?!/)\S+ {_OPEN}(?P<secret>(?![/\\*])[^\s/]{_WORD})(?= /|\s*$)"),
    (("vault login", "bw unlock", "bw login", "op signin", "wandb login", "ngrok config add-authtoken",
      "ngrok authtoken", "huggingface-cli login --token", "hf auth login --token", "fly auth",
      "cloudflared service install", "snyk auth", "sentry-cli login --auth-token", "railway login",
      "importprivkey", "importmulti"),
     rf" {_OPEN}(?P<secret>(?!-)(?=[^\s]{{0,40}}[0-9]){_WORD})"),
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
_ECHOED: Final = (
    r"(?:echo|printf) (?:-n )?[\"']?(?:[\w.-]{1,32}:(?=[^|\n]{4,140}\|[ ]?(?:sudo )?chpasswd))?"
    r"(?P<secret>[^\s\"'|]{4,128})[\"']?[ ]?\|[ ]?(?:(?:sudo )?chpasswd|sudo (?:-\w+ )*-S|su\b|passwd --stdin"
    r"|[\w.-]{2,16} (?:[\w-]{2,16} )?login|cryptsetup|kinit|[\w.-]{2,16} secrets? (?:create|put|set))"
)
_HERE_STRING: Final = r"chpasswd[ ]?<<<[ ]?[\"']?[\w.-]{1,32}:(?P<secret>[^\s\"'|]{4,128})"
_SETTINGS: Final = ("requirepass", "masterauth", "bindpw", "rootpw", "rpcpassword")
_SETTING: Final = rf"\w+[ \t]{{1,8}}{_OPEN}(?P<secret>(?!=){_WORD})[ \t]*[\"']?(?:\r?\n|\Z)"


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
    (" on >", r" on >(?P<secret>[^\s<>]{4,128})(?= [~&+@#%]| allkeys|[ \t]*(?:\r?\n|\Z))"),
    *((f"]:{port} ", rf"\]:{port}[ \t]+[^\s:]{{1,64}}:(?P<secret>\S{{3,128}})") for port in (25, 465, 587, 2525)),
    ("assword", r'assword:?[^\n]{0,8}\r?\n\s{0,16}send (?:-- )?"(?P<secret>[^"\\\n]{3,128})(?=\\[rn]")'),
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
_PRINTED: Final = r"[^\n]{0,200}\n(?P<secret>[^\s]{10,400})[ \t]*(?:\r?\n|\Z)"
_LINE: Final = 200
_PROMPT: Final = (
    r"[ \t]*(?:(?:[\w@~/:.\[\]() -]{0,60}[$#%>\u276f]|\+)[ \t]"
    r"|(?:openssl|pwgen|kubectl|gcloud|aws|vault|op|gh|cat|wg|pass|bw)[ \t])"
)


def _printed(text: str, position: int) -> Span | None:
    begin = text.rfind("\n", max(0, position - _LINE), position) + 1
    # A command follows a prompt, or begins the line.
    if compiled(_PROMPT).match(text, begin) is None:
        return None
    match = compiled(_PRINTED).match(text, position)
    if match is None or not (is_random(match["secret"]) or looks_made_up(match["secret"], is_named=False)):
        return None
    return taken(match, "secret", "secret")


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the programs that take passwords, and what looks at the rest of their line."""
    for programs, option in _OPTIONS:
        for program in programs:
            yield f"{program} ", rule(partial(_option_at, rf"(?<![\w.-]){program}{_GAP}{option}"))
    for program in ("echo ", "printf "):
        yield program, rule(partial(_option_at, _ECHOED))
    for literal, pattern in _DEVICES:
        yield literal, rule(partial(_option_at, pattern))
    printed = rule(_printed)
    for program in _PRINTERS:
        yield program, printed
    yield "chpasswd", rule(partial(_option_at, _HERE_STRING))
    for setting in _SETTINGS:
        yield setting, rule(partial(_option_at, _SETTING))


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
