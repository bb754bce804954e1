"""Secrets behind a word that announces them: codes in lists, words of a wallet, turns of a dial, keys in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled
from memory_mcp.privacy.values.drawn_values import is_drawn
from memory_mcp.privacy.values.phrases import FUNCTION_WORDS
from memory_mcp.privacy.values.secret_values import is_mixed, is_strung, looks_made_up


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield words that announce codes below them or in blocks, with what looks there."""
    for word in (
        "password",
        "passphrase",
        "recovery code",
        "backup code",
        "credentials",
        "token",
        "secret key",
        "pw on",
        "password on",
        "passcode",
    ):
        yield word, _below
    for word in ("recovery key", "setup key", "secret key", "app-specific password", "app password", "recovery code"):
        yield word, _in_blocks
    for word in ("totp", "2fa", "mfa", "otp", "authenticator", "two-factor"):
        yield word, _seed_of_codes
    for looks, words in (
        (_listed, _SPARE), (partial(_seed, r"[^\w\s,]"), _SEEDS), (partial(_seed, r"[^\w\s]"), _WALLETS),
        (_turned, _DIALS),
    ):  # fmt: skip
        for word in words:
            yield word, looks


def is_told(value: str) -> bool:
    """Say whether a value that stands behind a word for a password is one."""
    if not any(map(str.isdigit, value)) or not any(map(str.isalpha, value)):
        return False
    return is_strung(value) or is_mixed(value) or looks_made_up(value, is_named=False)


# Who says it, where the line is one of a chat.
_SAID: Final = r"(?:<[\w.-]{1,32}> |\[[\d: ]{4,20}\] [\w.-]{1,32}: )?"
_BELOW: Final = (
    r"[^\n]{0,120}[:?][ \t]*\r?\n(?:[ \t]*\r?\n)?"
    rf"(?P<lines>(?:{_SAID}[ \t>*`•-]{{0,6}}[^\s`]{{6,80}}`?[ \t]*(?:\n|\Z)){{1,12}})"
)
# A line as long goes on behind where its colon may stand.
_LONG_LINE: Final = 256
_ENDS_A_TITLE: Final = frozenset(("", ":", "?"))
_ALONE: Final = rf"(?m)^{_SAID}[ \t>*`•-]*(?P<value>[^\s`]+)"


def _below(text: str, position: int) -> Iterator[Span]:
    """Yield what stands alone on the lines below one that announces it."""
    line_end = text.find("\n", position, position + _LONG_LINE)
    # Most lines end with a word, which takes less time to see.
    if line_end >= 0 and text[line_end - 1].isalnum():
        return
    heading = text[position:line_end] if line_end >= 0 else text[position + _LONG_LINE // 2 : position + _LONG_LINE]
    if heading.rstrip()[-1:] not in _ENDS_A_TITLE:
        return
    match = compiled(_BELOW).match(text, position)
    if match is None:
        return
    for line in compiled(_ALONE).finditer(text, match.start("lines"), match.end("lines")):
        value = line["value"]
        if (
            "/" in value[:2]
            or value.endswith((":", "{", ","))
            or ("=" in value[1:-1] and value.partition("=")[0].isidentifier())
        ):
            return
        is_code = compiled(r"(?=.{0,20}[0-9])[0-9a-z]{4,6}(?:-[0-9a-z]{4,6}){1,3}").fullmatch(value) is not None
        if is_code or is_drawn(value) or is_told(value):
            yield Span(line.start("value"), line.end("value"), "password")


_BLOCKS: Final = (
    r"[^\n]{0,40}?[ :=\"'`\n](?P<value>[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){4,7}"
    r"|[a-z2-7]{4}(?: [a-z2-7]{4}){3,9}|[a-z]{4}(?:-[a-z]{4}){3})"
    r"(?![\w-]| [a-z]{5})"
)


def _in_blocks(text: str, position: int) -> Iterator[Span]:
    """Yield a key that is printed in blocks of letters, for people to type."""
    if match := compiled(_BLOCKS).match(text, position, position + 160):
        yield Span(match.start("value"), match.end("value"), "secret")


_SEED_OF_CODES: Final = r"[^\n]{0,60}?[ :=\"'`(](?P<value>[A-Z2-7]{16,64})={0,6}(?![\w-])"


def _seed_of_codes(text: str, position: int) -> Iterator[Span]:
    """Yield the seed from which the codes of a second factor are made, in the letters of base32."""
    match = compiled(_SEED_OF_CODES).match(text, position)
    if match is not None and len(set(match["value"])) >= _LEAST_LETTERS:
        yield Span(match.start("value"), match.end("value"), "secret")


_LEAST_LETTERS: Final = 8
_SPARE: Final = (
    "recovery code", "recovery-code", "backup code", "back-up code", "backup-code", "scratch code", "emergency code",
    "one-time code", "reserve code", "wiederherstellungscode", "notfallcode", "sicherungscode", "codes de secours",
    "codes de récupération", "codes de sauvegarde", "códigos de respaldo", "códigos de recuperación",
    "códigos de seguridad", "códigos de backup", "códigos de recuperação", "códigos de reserva", "codici di backup",
    "codici di recupero", "codici di riserva", "herstelcode", "back-upcode", "reservecode", "kody zapasowe",
    "kody odzyskiwania", "резервные коды", "коды восстановления", "запасные коды", "yedek kod", "kurtarma kod",
    "reservkod", "varakood", "záložní kód", "备用码", "备份码", "恢复代码", "恢复码", "バックアップコード",
    "リカバリーコード", "予備コード", "복구 코드", "백업 코드",
)  # fmt: skip
_CODE: Final = r"(?=[A-Za-z-]{0,12}\d|[0-9A-Za-z]{4,6}-)[0-9A-Za-z]{4,12}(?:-[0-9A-Za-z]{4,12}){0,3}"
_CODES: Final = (
    r"[^\d\n]{0,80}(?:\n\s{0,8})?[^\w\n]{0,6}(?:1[.)] )?(?<![A-Za-z0-9])"
    rf"(?P<codes>{_CODE}(?:[\W_]{{1,8}}(?:\d{{1,2}}[.)] )?{_CODE}){{1,19}})"
)


# Below a title and a line or two about them, each on a line of its own.
_ON_A_LINE: Final = rf"(?:\d{{1,2}}[.)] )?{_CODE}(?:[ -]{_CODE})?[ \t]*"
_ON_LINES_BELOW: Final = (
    rf"[^\d\n]{{0,80}}\n(?:[^\d\n]{{0,120}}\n){{0,3}}[ \t]{{0,8}}"
    rf"(?P<codes>{_ON_A_LINE}(?:\r?\n[ \t]{{0,8}}{_ON_A_LINE}){{1,19}})(?=\r?\n|\Z)"
)


def _listed(text: str, position: int) -> Iterator[Span]:
    """Yield the codes of a list, all of one length, each of which is used once in place of a second factor."""
    match = compiled(_CODES).match(text, position) or compiled(_ON_LINES_BELOW).match(text, position)
    codes = list(compiled(_CODE).finditer(text, *match.span("codes"))) if match else []
    alike = [code for code in codes if len(code.group()) == len(codes[0].group())]
    if len(alike) > 1 and 2 * sum(any(map(str.isdigit, code.group())) for code in alike) >= len(alike):
        for code in alike:
            yield Span(code.start(), code.end(), "password")


_SEEDS: Final = (
    "seed", "mnemoni", "мнемони", "сид-фраз", "сид фраз", "semilla", "semente", "recovery phrase", "backup phrase",
    "recovery words", "frase di recupero", "frase de recup", "phrase de récup", "wiederherstellungs", "herstelzin",
    "12 words", "24 words", "twelve words",
)  # fmt: skip
# Behind these, words between commas are a list of other things.
_WALLETS: Final = ("metamask", "wallet", "ledger", "trezor")
_FEWEST: Final = 12
_MOST: Final = 25
_WORD_OR_SIGN: Final = r"(?P<word>[^\W\d_]+)|\d+[.):]?|(?P<sign>%s)"


def _seed(sign: str, text: str, position: int) -> Iterator[Span]:
    """Yield the twelve or more words from which a wallet is made (BIP 39): small ones in a row, and no sentence."""
    run: list[tuple[int, int]] = []
    for match in compiled(_WORD_OR_SIGN % sign).finditer(text, position, position + 480):
        word = match["word"]
        is_small = word and compiled(r"[^\W\d_A-Z]{3,10}").fullmatch(word)
        if is_small and word not in _NOT_OF_A_LIST:
            run.append(match.span())
        elif word or match["sign"]:
            if len(run) >= _FEWEST or match.start() > position + _SOON:
                break
            run = []
    if _FEWEST <= len(run) < _MOST and 2 * len({text[begin:end] for begin, end in run}) > len(run):
        yield Span(run[0][0], run[-1][1], "mnemonic")


_SOON: Final = 100
_NOT_OF_A_LIST: Final = FUNCTION_WORDS | {
    "phrase", "frase", "word", "words", "seed", "semilla", "semente", "mnemonic", "wallet",
}  # fmt: skip
_DIALS: Final = (
    "combin", "kombin", "cijfercombin", "safe", "tresor", "kluis", "coffre", "cassaforte", "cofre", "caja fuerte",
    "сейф",
)  # fmt: skip
_SIDE: Final = "left|right|links|rechts|gauche|droite|sinistra|destra|izquierda|derecha|esquerda|direita|влево|вправо"
_TURN: Final = rf"(?:{_SIDE}),? (?:to |auf |à |a )?\d{{1,2}}"
_TURNS: Final = rf"(?i)[^\n]{{0,80}}?(?P<value>(?:\d{{1,2}},? )?(?:{_TURN},? ){{1,4}}{_TURN}(?:,? (?:{_SIDE}))?)"


def _turned(text: str, position: int) -> Iterator[Span]:
    """Yield the numbers to which a dial is turned, left and right in turn."""
    if match := compiled(_TURNS).match(text, position):
        yield Span(match.start("value"), match.end("value"), "password")
