"""Passwords and codes in sentences ("the password is ...", "use ... as the password") of thirteen languages.

A sentence gives a password away by a word for it and, near it, something no language has as a word. How near depends
on what it looks like: behind "is" or ":" a made-up word is enough, elsewhere in the clause it has to mix signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from memory_mcp.privacy.names import ABOUT
from memory_mcp.privacy.secret_values import is_mixed, is_phrase, is_placeholder, looks_made_up, may_be_made_up
from memory_mcp.privacy.spans import Rule, Span, compiled

_PASSWORDS: Final = (
    "pass", "pwd", "pw", "kennwort", "contrase", "clave", "senha", "palavra-passe", "wachtwoord", "parola", "hasl",
    "hasł",
    "haśl", "şifre", "sifre", "mdp", "парол", "密码", "密碼", "口令", "パスワード", "合言葉", "비밀번호", "암호",
    "패스워드", "비번", "lösenord", "losenord", "passord", "adgangskod", "kodeord", "salasana", "heslo", "hesla",
    "jelsz", "lozink", "gesl", "κωδικ", "סיסמ", "المرور", "السر", "sandi", "khẩu", "parool", "slaptažod", "ww",
)  # fmt: skip
# The whole words of them that are meant: some with an ending, some the end of a compound.
_MEANT: Final = (
    r"[^\W\d_]*(?:password|passwort|passwört|passwd|passphrase|passcode|passkey|kennwort|contraseñ|contrasen|wachtwoord)"
    r"[^\W\d_]{0,3}|pass|mot de passe|palavra-passe|parola d['’]ordine|pwd?|clave|senhas?|mdp|parola[^\W\d_]{0,5}|"
    r"ha[sś][lł][oaeę]m?|[şs]ifre[^\W\d_]{0,5}|парол[^\W\d_]{1,4}|"
    r"[^\W\d_]*(?:l[öo]senord|passord|adgangskod|kodeord|salasana)[^\W\d_]{0,4}|hesl[oaeu]m?|jelsz[óa][^\W\d_]{0,4}|"
    r"lozink[^\W\d_]{1,3}|gesl[oau]|κωδικ[^\W\d_]{1,3}|ה?סיסמ[^\W\d_]{1,3}|المرور|السر|sandi|khẩu|parool|"
    r"slaptažod[^\W\d_]{1,3}|ww"
)
_CODES: Final = (
    "pin", "пин", "пін", "पिन", "핀번호", "핀 번호", "digicode", "türcode", "zugangscode", "passcode", "unlock code",
    "access code", "door code", "gate code", "entry code", "alarm code", "security code", "recovery code",
    "backup code",
    "verification code", "confirmation code", "login code", "暗証番号", "验证码", "驗證碼", "校验码", "認証コード",
    "確認コード", "인증번호", "인증코드", "인증 코드", "bestätigungscode", "alarmcode", "deurcode", "toegangscode",
)  # fmt: skip
_ANY_CODES: Final = ("code", "código", "codigo", "codice", "kod", "код", "kode", "koden")
_ACCOUNTS: Final = (
    "cred", "login", "log in", "zugang", "identifiant", "inlog", "account", "logowania", "giriş", "konto", "credenzial",
    "доступ", "логин", "учетк", "учётк", "ログイン", "アカウント", "账号", "帐号", "账户", "계정", "로그인",
)  # fmt: skip

_LINKS: Final = (
    "is was are be been has will should must now remains equals ist war lautet heißt wurde wird es era est c'est est: "
    "è é e' fue foi sera será jest to это теперь olarak de just still nun jetzt neu ahora maintenant ora agora nu was "
    "werd wordt auf auf: antes prima avant before früher it it's its's = что "
    "är er on je este adalah là είναι ειναι هي هو היא הוא"
)
_FILLERS: Final = (
    "set changed reset updated the a an new temporary temp old current default my our your geändert gesetzt initial "
    "root admin user value following neues neue altes mein meine nueva nuevo nouveau nuovo nova novo nieuw nieuwe"
)
_LINKING: Final = frozenset(_LINKS.split())
_FILLING: Final = frozenset(_FILLERS.split())
# What stands in front of an object of the sentence: a server, an account, a file.
_OF: Final = frozenset(
    (
        "for", "of", "to", "on", "at", "in", "from", "with", "by", "via", "für", "vom", "von", "zum", "zur", "des",
        "der", "die", "das", "dem", "den", "para", "del", "en", "de", "do", "da", "du", "pour", "per", "di", "voor",
        "van", "met", "op", "sur", "dans", "avec", "con", "su", "sul", "от", "для", "к", "на", "с", "по", "в", "dla",
        "od", "na", "w", "z", "için", "user", "username", "usuario", "benutzer", "host", "server", "table", "column",
        "field", "file", "branch", "version", "ticket", "issue", "network", "netz", "netzwerk", "red", "rede", "sieć",
        "rete", "réseau", "ssid", "сеть", "ağ", "table", "tabelle", "spalte", "feld", "see", "and", "or", "und",
        "oder", "et", "ou", "y", "o", "e", "using",
    )
)  # fmt: skip
_CHANGES: Final = (
    r"chang|geänder|änder|cambi|troc|troqu|mud|alter|modif|zmieni|değiş|смен|измен|помен|wijzig|gewijzig|rotat"
    r"|reset|updat|set\b|gesetzt|put\b|пост|ustaw"
)
_UNBROKEN: Final = (
    r"[^\s\\\"'`«»“”„\u2018\u2019<>()（）「」『』【】，。、：；！,;|\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4,64}"
)
_CJK: Final = "[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
_CLAUSE_END: Final = r"[\n\\,;，。；]|[.!?]\s"
_MARK: Final = r"(?::|=|->|=>|→|—|–|：|-(?=\s))[\s\"'`«„“‘(]*\Z"
_AS: Final = (
    r"(?i)[\"'`»“”’]{0,2}\s{1,2}(?:as|als|comme|como|come|jako|в качестве|как|is|ist|est|es|è|é|это|—|–|was|war|to)"
    r"(?:\s{1,2}(?!no\b|not\b|nicht\b)[^\W\d_]{1,14}){0,2}\s{1,2}\Z"
)
_AS_CJK: Final = r"[\s」』”\"']{0,2}(?:を|를|을|作为|作為|当作|當作|做|は|が|是)[^\S\n]?[^\s,，。]{0,8}\Z"
# Words with a number behind them: "sommar-pippi-elg-29", "Zapato.girasol.2019", "KelebekNusantara91".
_NUMBERED_WORDS: Final = (
    r"(?:[^\W\d_]{3,}[-.]){2,6}[0-9]{2,4}|(?=[^\W\d_]{8})[A-Z][a-zà-ÿ]{3,}(?:[A-Z][a-zà-ÿ]{2,}){1,3}[0-9]{2,4}"
)
_IN_FOURS: Final = r"[a-z]{4}(?:-[a-z]{4}){3}"
"""Passwords that Apple and Google make for a program."""
_SIGHT: Final = 90
_BEFORE: Final = 64
_MOST_WORDS: Final = 9


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield the words at which a sentence may tell a password or a code, in small letters, and what looks there."""
    for words, rule in (
        (_PASSWORDS, told_password), (_CODES, told_code), (_ANY_CODES, told_any_code), (_ACCOUNTS, told_account),
        (("passphrase", "pass phrase"), told_words), (("changed it from ",), told_change),
    ):  # fmt: skip
        for word in words:
            yield word, rule


def told_password(text: str, position: int) -> Iterator[Span]:
    """Yield the passwords that a sentence tells around a word for password at this place."""
    # Nothing is told that has no sign in it; and English has many words that only begin like this one.
    nearby = max(0, position - _BEFORE - _LONGEST_WORD)
    if compiled(_HINT, re.IGNORECASE).search(text, nearby, position + _SIGHT + _LONGEST_WORD) is None or compiled(
        r"pass(?!w|ord|phrase|code|key|e\b)[a-z]", re.IGNORECASE
    ).match(text, position):
        return
    begin, end = _word(text, position)
    if text[end : end + 1] in _CODE or text[max(0, begin - 1) : begin] in _CODE_BEFORE or text[end : end + 1].isdigit():
        return
    if text[begin:end].lower() == "passe" and text[:begin].endswith(_FRENCH):
        begin -= len("mot de ")
    if compiled(f"{_MEANT}|{_CJK}+").fullmatch(text[begin:end].lower()) is None:
        return
    if compiled(r"\.\w").match(text, end):
        return
    after, before = text[end : end + _SIGHT], text[max(0, begin - _BEFORE) : begin]
    if compiled(_HINT, re.IGNORECASE).search(after) or compiled(_HINT, re.IGNORECASE).search(before):
        yield from _after(text, end, after, is_changed=compiled(_CHANGES).search((before + after).lower()) is not None)
        yield from _as_the_password(text, begin, end, before)


_LONGEST_WORD: Final = 40
# What stands beside a word that is part of a program or a path.
_CODE: Final = frozenset(("=", "_", "[", "{", "/", "\\", "<", "$"))
_FRENCH: Final = ("mot de ", "Mot de ", "MOT DE ", "mots de ", "Mots de ")
_CODE_BEFORE: Final = frozenset(("_", "$", "\\", ".", "{", "<", "+"))
_HINT: Final = r"[0-9#$%^&*@+=]|[a-z]-[a-z]{4}-[a-z]|[!?][^\s]|letmein|swordfish|sesame|qwert|azerty"


def _word(text: str, position: int) -> tuple[int, int]:
    """Return where the word at this place begins and ends."""
    if compiled(_CJK).match(text, position):
        found = compiled(rf"(?:{'|'.join(word for word in (*_PASSWORDS, *_CODES) if word > '⺀')})").match(
            text, position
        )
        return position, found.end() if found else position + 1
    found = compiled(r"[^\W\d_]*+").match(text[max(0, position - 24) : position][::-1])
    begin = position - (found.end() if found else 0)
    found = compiled(_WHOLE_WORD, re.IGNORECASE).match(text, position)
    return begin, found.end() if found else position


_WHOLE_WORD: Final = r"(?:mot de passe|palavra-passe|parola d['’]ordine|[a-zà-ÿ]+-код\w*|[^\W\d_]*+)(?:-код[^\W\d_]*)?"


def _after(text: str, end: int, after: str, *, is_changed: bool) -> Iterator[Span]:
    stop = compiled(_CLAUSE_END).search(after, 1)
    # A comma may stand right behind the word ("the password, ..., is new").
    clause = after[: stop.start()] if stop else after
    for match in compiled(_UNBROKEN).finditer(clause):
        if not (may_be_made_up(match.group()) or compiled(_IN_FOURS).match(match.group())):
            continue
        between = clause[: match.start()]
        value = _trimmed(match.group())
        begin = end + match.start()
        if value is None or (match.start() == 0 and text[end - 1].isascii()):
            continue
        pair = compiled(r"[\w.@+-]{2,32}[:/](?P<value>\S{4,})").fullmatch(value)
        if pair is not None:
            value, begin = pair["value"], begin + pair.start("value")
        if _is_told(value, _nearness(between, is_changed=is_changed), between):
            # "pass: 44694" counts tests.
            if text[end - 4 : end].lower() == "pass" and value.isdigit():
                return
            yield Span(begin, begin + len(value), "password")
            if not is_changed:
                return


def _trimmed(token: str) -> str | None:
    """Return a token without the sentence's own signs behind it; None where too little is left."""
    core = token.rstrip(".:;?)]}…")
    if len(core) < _LEAST or core.startswith("**") or compiled(_NAMED).fullmatch(core):
        return None
    return core


_LEAST: Final = 4
# What is given a value; a password may end with the same sign.
_NAMED: Final = r"(?![A-Za-z]{4,}[0-9]{2,}=\Z)(?:[A-Za-z_]\w*=\S*|[\w-]+\*\*|.*=)"
Nearness: TypeAlias = Literal["named", "bare", "near", "far"]


def _nearness(between: str, *, is_changed: bool) -> Nearness:  # noqa: PLR0911 - a table of cases
    """Say how the words between "password" and a value tie them."""
    words = compiled(r"[^\W\d_]+['’]?[^\W\d_]*").findall(between.lower())
    if words and words[0] in ABOUT and words[0] not in _OF:
        return "far"
    if compiled(_CJK).search(between):
        return "named" if len(between) <= _FEW_SIGNS else "far"
    if compiled(_MARK).search(between) and len(words) <= _MOST_WORDS:
        return "named"
    if not words:
        return "named" if compiled(r"[:=→—–,-]|[\"'`«„“‘(]\Z").search(between) else "bare"
    last = words[-1]
    if last in _LINKING and len(words) <= _MOST_WORDS and not between.endswith(("-", "/", ".", "_")):
        return "named" if last not in _OF or is_changed else "near"
    if all(word in _LINKING or word in _FILLING for word in words):
        return "named" if not _LINKING.isdisjoint(words) else "bare"
    if len(words) > _MOST_WORDS or (last in _OF and not is_changed):
        return "far"
    return "near"


_FEW_SIGNS: Final = 14


def _is_told(value: str, nearness: Nearness, between: str) -> bool:
    if nearness == "far":
        return False
    if compiled(_IN_FOURS).fullmatch(value):
        return nearness == "named"
    if compiled(_NUMBERED_WORDS).fullmatch(value.rstrip("!~=+_#*")) and not is_placeholder(value):
        return True
    if nearness == "near":
        return is_mixed(value)
    is_named = nearness == "named" or between.strip() != ""
    if value.isdigit() and not is_named:
        return False
    return looks_made_up(value, is_named=is_named) or is_mixed(value)


def _as_the_password(text: str, begin: int, end: int, before: str) -> Iterator[Span]:
    """Yield what stands before "as the password"; "as the password hash" gives nothing away."""
    following = compiled(r"[^\W\d_]*[ \t]{1,2}([a-z]+)").match(text, end)
    if following is not None and following[1] in ABOUT:
        return
    tokens = list(compiled(_UNBROKEN).finditer(before))
    for match in tokens[-3:]:
        if not may_be_made_up(match.group()):
            continue
        rest = before[match.end() :]
        value = _trimmed(match.group())
        if value is None or not (compiled(_AS).fullmatch(rest) or compiled(_AS_CJK).fullmatch(rest)):
            continue
        if looks_made_up(value, is_named=True) or is_mixed(value):
            start = begin - len(before) + match.start()
            yield Span(start, start + len(value), "password")


# A number told as a code: not counted by a word for what there are so many of, and no year, port, price or part.
_NUMBER: Final = (
    r"(?<![A-Za-z0-9.,:/#_$€£-])(?P<value>[0-9]{3}[ -][0-9]{3}|[0-9]{4,8}[#*]?"
    r"|(?=[0-9]{0,3}[A-Z])(?=[A-Z]{0,2}[0-9])[0-9A-Z]{4,8})"
    r"(?![A-Za-z0-9_%€$£#]|[.,:/-][0-9]|[ -]?(?:digits?|char|zeichen|stell|ziff|caract|car[aá]c|cifre|cijfer|teken|znak"
    r"|cyfr|haneli|karakter|символ|цифр|знак|自|字|文字|桁|位|자리|회|번|mal\b|times|tries|sec|sek|min|ms\b|px|秒|초|分))"
)
_LINK_END: Final = (
    r"(?:[:=：→—–-]|\b(?:is|was|are|ist|lautet|war|es|era|est|è|é|jest|to|это|olarak|de|now|jetzt|ora|agora|ahora)"
    r"|は|が|是|为|은|는|이|가)[\s\"'`«„“(]*\Z"
)
_NO_CODE: Final = (
    r"post|zip\b|error|erreur|fehler|fout|błąd|hata|ошиб|exit|status|http|area|country|vorwahl|plz\b|fiscal|fiscale"
    r"|source|qr|bar|region|state|return|length|lang|länge|limit|port\b|retry|attempt|line|zeile|build|version|review"
    r"|错误|エラー|오류|邮|郵便|우편|почт|индекс|bug|ticket|issue|colou?r|farb|discount|promo|coupon|rabatt"
)
_GUARDED: Final = (
    r"sms|text(?:ed)?\b|verif|confirm|bestät|potwierdz|weryfik|doğrula|подтвержд|2fa|mfa|otp|one.time|alarm|door|gate|entry"
    r"|entrance|lock|safe|garage|tür|tor\b|haus|tresor|porte|portail|immeuble|puerta|portal|edificio|portão|porta\b|prédio"
    r"|cancello|cassaforte|antifurto|cofre|caja fuerte|coffre|deur|poort|kluis|drzwi|brama|bramy|domofon|sejf|kapı"
    r"|desbloque|dør|dörr|домофон|двер|сейф|login|sign.?in|whatsapp|telegram|auth"
)


def told_code(text: str, position: int) -> Iterator[Span]:
    """Yield the number that a sentence tells behind a word for a secret number at this place."""
    if compiled(r"[0-9]").search(text, position, position + _BEFORE + _LONGEST_WORD) is None:
        return
    found = list(_code(text, position, is_secret=True))
    if not found and _is_code_word(text, position) and compiled(_LETTERED).search(text, position, position + _BEFORE):
        _, end = _word(text, position)
        end = max(
            end, position + len("recovery code") * text[position:].lower().startswith(("recovery code", "backup code"))
        )
        found = list(_after(text, end, text[end : end + _SIGHT], is_changed=False))
    yield from found


# A code that is a password has letters and digits.
_LETTERED: Final = r"(?=\S{0,40}[0-9])(?=\S{0,40}[A-Za-z])\S{6}"


def told_any_code(text: str, position: int) -> Iterator[Span]:
    """Yield the number behind a word for any code, where the sentence speaks of a message or a door."""
    if compiled(r"[0-9]{3}").search(text, position, position + _BEFORE):
        yield from _code(text, position, is_secret=False)


def _code(text: str, position: int, *, is_secret: bool) -> Iterator[Span]:
    begin, end = _word(text, position)
    word = text[begin:end].lower()
    if not _is_code_word(text, position):
        return
    after = text[end : end + _BEFORE]
    stop = compiled(r"[\n;。；]|[.!?]\s").search(after)
    clause = after[: stop.start()] if stop else after
    found = compiled(_NUMBER, re.IGNORECASE).search(clause)
    if found is None or not _is_upper(found["value"]):
        return
    between = clause[: found.start()]
    around = (text[max(0, begin - 40) : begin] + word + between).lower()
    is_linked = compiled(_LINK_END, re.IGNORECASE).search(between) is not None
    if compiled(_NO_CODE).search(around):
        return
    if is_secret:
        is_told = is_linked or not _is_year(found["value"])
    else:
        is_told = compiled(_GUARDED).search(around) is not None and (
            is_linked or found["value"].replace(" ", "").isdigit()
        )
        is_told = is_told and (is_linked or not _is_year(found["value"]))
        is_told = is_told or (is_linked and compiled(r"[0-9]{3}[ -][0-9]{3}").fullmatch(found["value"]) is not None)
    if is_told:
        yield Span(end + found.start("value"), end + found.end("value"), "password")


def _is_code_word(text: str, position: int) -> bool:
    begin, end = _word(text, position)
    word = text[begin:end].lower()
    is_in_code = text[end : end + 1] in _CODE or text[max(0, begin - 1) : begin] in _CODE_BEFORE
    return not (is_in_code or word in _NO_PINS or ("pin" in word and word not in _PINS))


_PINS: Final = frozenset(("pin", "türpin", "cardpin", "simpin", "pins", "pincode", "pini", "pinu", "pinie", "pinem"))
_NO_PINS: Final = frozenset(("codes", "coded", "coder", "codec", "kodak", "encode", "decode", "unicode", "barcode"))


def _is_year(value: str) -> bool:
    return compiled(r"(?:19|20)[0-9]{2}").fullmatch(value) is not None


def _is_upper(value: str) -> bool:
    return value == value.upper()


_PAIR: Final = (
    r"(?<![\w.@+\"'/\\-])(?P<user>[\w.@+-]{2,48}+)[\"'`]?"
    r"(?::(?=\S)|[ \t]{0,2}[/|，、][ \t]{0,2}|[ \t](?:and|und|y|e|et|en|i|и|ve|with|mit|con)[ \t])"
    rf"(?:(?:password|pass|pw|passwort)[ \t:]{{1,3}})?[\"'`]?(?P<value>{_UNBROKEN})"
)


def told_account(text: str, position: int) -> Iterator[Span]:
    """Yield the password told with an account's name at a word for an account at this place."""
    stop = text.find("\n", position, position + _ACCOUNT_SIGHT)
    stop = stop if stop >= 0 else position + _ACCOUNT_SIGHT
    if not may_be_made_up(text[position:stop]):
        return
    match = compiled(_PAIR).search(text, position, stop)
    for _ in range(_MOST_PAIRS):
        if match is None:
            return
        value = _trimmed(match["value"])
        if value is not None and (looks_made_up(value, is_named=False) or is_mixed(value)):
            yield Span(match.start("value"), match.start("value") + len(value), "password")
            return
        match = compiled(_PAIR).search(text, match.end("user"), stop)


_ACCOUNT_SIGHT: Final = 120
_MOST_PAIRS: Final = 4


_WORDS: Final = (
    r"(?i)pass ?phrase(?:[ \t]+(?:for|of|to)(?:[ \t]+[\w.'-]+){1,4}?)?(?:[ \t]+(?:is|was)[ \t]+|[ \t]*[:=][ \t]*)"
    r"[\"'“]?(?P<value>[a-z]+(?:[ -][A-Za-z]+){3,7}?)"
    r"(?=[\"'”]|[.,;]|\s(?:so|and|but|which|because|if|since|please)\b|\n|\Z)"
)


def told_words(text: str, position: int) -> Iterator[Span]:
    """Yield a phrase of words without grammar, told as a passphrase."""
    match = compiled(_WORDS).match(text, position)
    if match is None:
        return
    # One small word ("over", "of") may be part of it.
    words = [word for word in match["value"].lower().split() if word not in {"over", "under", "of", "in", "on"}]
    if is_phrase(" ".join(words)):
        yield Span(match.start("value"), match.end("value"), "password")


_CHANGE: Final = r"(?i)changed it from (?P<old>(?P<stem>[A-Z][a-z]{3,24})\S{1,16}) to (?P<new>(?P=stem)\S{1,16})"


def told_change(text: str, position: int) -> Iterator[Span]:
    """Yield the two passwords of "I changed it from ... to ...", which begin alike."""
    match = compiled(_CHANGE).match(text, position)
    if match is not None and all(looks_made_up(match[name], is_named=True) for name in ("old", "new")):
        for name in ("old", "new"):
            yield Span(match.start(name), match.end(name), "password")
