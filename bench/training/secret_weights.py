"""Learn how to tell a password or a code that a sentence tells, and write the weights into the package.

``python bench/training/secret_weights.py [--harmless FILE_OR_FOLDER ...] [--corpus CORPUS.jsonl ...]`` reads
``data/secret_sentences.txt`` beside it, sentences in some thirty languages written for this: a line that begins with +
has its secrets as ``{w}`` (words and digits or signs), ``{n}`` (a code), ``{p}`` (a combination), ``{l}`` or ``{k}`` (a
token), ``{q}`` (words written as one), ``{s}`` (a few letters and digits), filled in many ways, and ``{x}`` names of
accounts, which are none; one that begins with - has none. Texts without secrets and corpora in the form of
``bench/redaction.py`` are added by path; ``data/secret_texts.jsonl`` is one, of 1,111 texts in thirteen languages that
one writer wrote for this, and ``data/secret_texts_ninth.jsonl`` and ``_tenth.jsonl`` are what two more told in
sentences, with their texts without secrets. ``--known`` names weights to learn
on from, so that what they learned from texts not at hand is kept. ``--check`` writes nothing, leaves out one corpus
after the other and prints how many of its secrets that are candidates the others find, and how many harmless texts are
touched.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from uuid import UUID

import numpy as np
import numpy.typing as npt
from ahocorasick_rs import AhoCorasick

from memory_mcp.privacy.rules.weighing import WEIGHTS, features
from memory_mcp.privacy.values.candidates import candidates
from memory_mcp.privacy.values.cues import NAMES, is_a_word, telling_literals

DATA: Final = Path(__file__).with_name("data") / "secret_sentences.txt"
SUFFIXES: Final = frozenset((".py", ".md", ".txt", ".json", ".jsonl", ".tsv"))
FILLS: Final = 9
L2: Final = 2.0
_STEPS: Final = 400
_LEAST_ROWS: Final = 3
_PIECE: Final = 20_000
_MOST_CHARACTERS: Final = 3_000_000
# One harmless candidate is worth so many planted ones.
_HARMLESS_WEIGHT: Final = 3.0
_PARTS: Final = (DATA.with_name("secret_parts.txt")).read_text(encoding="utf-8").split()
# Of ten passwords in sentences so many have a digit.
_NUMBERED: Final = 7
_LETTERS: Final = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
_SIGNS: Final = "!#$%&*+=?@"

Row = tuple[list[str], bool]
_AUTOMATON: Final = AhoCorasick(list(telling_literals()))
_WHERE: Final = list(telling_literals().values())


def found(text: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield each candidate of a text and what of it has a weight."""
    folded = text.replace("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "i").lower().encode("utf-8", "replace").decode()
    places: list[int] = []
    named: list[int] = []
    for literal, start, end in _AUTOMATON.find_matches_as_indexes(folded, overlapping=True):
        if is_a_word(folded, start, end, _WHERE[literal]):
            places.append(start)
            named += [start] * bool(_WHERE[literal] & NAMES)
    for start, stop, group in candidates(text, sorted(places), sorted(named)):
        yield start, stop, features(text, start, stop, group)


def word(draw: random.Random) -> str:
    """Return a password as people make them."""
    one, other, third = draw.sample(_PARTS, 3)
    number = str(draw.randrange(10 ** draw.choice((1, 2, 2, 3, 4))))
    sign, sep = draw.choice(_SIGNS), draw.choice("-_.")
    leet = one.translate(str.maketrans("aeio", "4310"))
    title, random_letters = one.title(), "".join(draw.choices(_LETTERS, k=draw.randrange(8, 14)))
    return draw.choice(
        (
            f"{one}{sep}{other}{sep}{number}", f"{one}{sep}{other}{sep}{third}{sep}{number}", f"{title}{number}{sign}",
            f"{title}{sep}{other}{number}", f"{one}{number.zfill(2)}", f"{one}{other}{number}", random_letters,
            f"{title}{sign}{other.title()}{number}", f"{one}{sep}{other}{number}", f"{leet.title()}{sep}{number}",
            f"{sign}{title}{number}{other[:3]}", f"{leet}{other}{number}", f"{title}{other.title()}{number.zfill(2)}",
            f"{one}{number.zfill(3)}{draw.choice('xzkq')}", f"{title}{1930 + draw.randrange(95)}",
            f"{title}{sep}{number.zfill(2)}{sep}{''.join(draw.choices(_LETTERS[23:46], k=2))}", f"{leet}{sign}{number}",
            f"{number}{title}{sign}{other}", "".join(draw.choices(_LETTERS + _SIGNS + "_-", k=draw.randrange(9, 15))),
            f"{title}{other.title()}{sign}{number}", f"{title}_{other.title()}_{number}",
            f"{other[:4]}{draw.randrange(10)}{one[:3].upper()}{draw.randrange(10)}{third[:2]}",
        )
    )  # fmt: skip


def joined(draw: random.Random) -> str:
    """Return a password of words and signs, without a digit."""
    one, other, third = draw.sample(_PARTS, 3)
    sign, sep = draw.choice(_SIGNS), draw.choice("-_.")
    title = one.title()
    return draw.choice(
        (
            f"{one}{sep}{other}", f"{one}{sep}{other}{sep}{third}", f"{title}{sep}{other}", f"{one}{sign}{other}",
            f"{title}{sign}{other}", f"{title}{sep}{other}{sep}{third}", f"{title}{other.title()}{third.title()}",
            f"{one}{other.title()}{third.title()}", f"{one}{sign}{other.title()}", f"{one}{other.title()}",
            f"{title}{sep}{other.title()}", f"{title}.{draw.choice(('de', 'da', 'en', 'i'))}.{other}",
            f"{one}{sep}{draw.choice(('to', 'no', 'con', 'met', 'de'))}{sep}{other}",
        )
    )  # fmt: skip


def plain(draw: random.Random) -> str:
    """Return a password of two or three words written as one."""
    return "".join(draw.sample([part for part in _PARTS if len(part) > 3], draw.choice((2, 2, 3))))


def account(draw: random.Random) -> str:
    """Return the name of an account or of a network, which is no secret."""
    one, other = draw.sample(_PARTS, 2)
    return draw.choice(
        (
            one,
            f"{one}.{other[0]}",
            f"{one[0]}.{other}",
            f"{one.title()}-{other.title()}",
            f"{one}_{other}",
            f"{one.upper()}-{draw.randrange(10, 99)}",
            f"{other}{draw.randrange(100)}",
        )
    )


def digits(draw: random.Random, size: int) -> str:
    """Return so many digits."""
    return "".join(draw.choices("0123456789", k=size))


def filled(kind: str, draw: random.Random) -> str:
    """Return a secret of a kind."""
    made: dict[str, Callable[[], str]] = {
        "w": lambda: (
            word(draw) if draw.randrange(10) < _NUMBERED else joined(draw) if draw.randrange(2) else plain(draw)
        ),
        "x": lambda: account(draw),
        "q": lambda: plain(draw),
        "s": lambda: "".join(draw.choices("abcdefhkmnpqrstuvwxyz", k=2)) + digits(draw, 1) + draw.choice("abcdehkmnw"),
        "f": lambda: digits(draw, 20) if draw.randrange(2) else "".join(draw.choices("0123456789ABCDEF", k=20)),
        "n": lambda: digits(draw, draw.choice((4, 4, 4, 5, 6))),
        "h": lambda: f"{digits(draw, 3)} {digits(draw, 3)}",
        "y": lambda: str(draw.randrange(1930, 2015)),
        "u": lambda: str(UUID(int=draw.getrandbits(128))),
        "p": lambda: "-".join(digits(draw, 2) for _ in range(3)) if draw.randrange(3) else "-".join(digits(draw, 4)),
        "l": lambda: f"{digits(draw, 2)}{draw.choice('ABCD')}{digits(draw, draw.choice((1, 2, 3)))}",
        "k": lambda: "".join(draw.choices(_LETTERS, k=draw.choice((16, 18, 20, 24)))),
    }
    return made[kind]() if kind in made else digits(draw, int(kind[1]))


def sentences(draw: random.Random) -> Iterator[Row]:
    """Yield the candidates of the sentences written for this."""
    lines = DATA.read_text(encoding="utf-8").splitlines()
    tails, heads = ([line[2:] for line in lines if line[0] == sign] for sign in "~<")
    for line in lines:
        for number in range({"+": FILLS, "-": 2}.get(line[0], 0)):
            text, planted, position = "", [], 0
            source = line[2:] if number % 3 else line[2].upper() + line[3:]
            if number % 2:
                tail = draw.choice(tails)
                source = source.rstrip(".") + (tail if tail[0] in ",,、" else f" {tail}")
            if number % 4 > 1:
                source = f"{draw.choice(heads)} {source}"
            for match in re.finditer(r"\{(\w+)\}", source):
                text += source[position : match.start()]
                secret = filled(match[1], draw)
                if line[0] == "+" and match[1] != "x":
                    planted.append((len(text), len(text) + len(secret)))
                text += secret
                position = match.end()
            text += source[position:]
            yield from judged(text, planted)


def judged(text: str, planted: list[tuple[int, int]]) -> Iterator[Row]:
    """Yield the candidates of a text, each with whether it is planted."""
    for start, stop, names in found(text):
        yield names, any(begin < stop and start < end for begin, end in planted)


def planted_in(row: dict[str, object]) -> list[tuple[int, int]]:
    """Return where the secrets of a line of a corpus stand."""
    text = str(row["text"])
    return [match.span() for secret in row["secrets"] for match in re.finditer(re.escape(secret), text)]  # type: ignore[attr-defined]


def corpus(path: Path) -> list[dict[str, object]]:
    """Return the lines of a corpus that hide nothing on purpose."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [row for row in rows if not (row.get("obfuscated") or row["family"].startswith("obf"))]


def harmless(paths: list[Path]) -> Iterator[Row]:
    """Yield the candidates of texts without secrets."""
    for path in paths:
        files = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.suffix in SUFFIXES)
        read = 0
        for file in files:
            text = file.read_text(encoding="utf-8", errors="replace")[:_MOST_CHARACTERS]
            read += len(text)
            if read > _MOST_CHARACTERS * 4:
                break
            for begin in range(0, len(text), _PIECE):
                yield from judged(text[begin : begin + _PIECE], [])


def learned(rows: list[Row], worth: npt.NDArray[np.float64], known: dict[str, float]) -> dict[str, float]:
    """Return the weights of a logistic regression with penalty L2, by Nesterov's accelerated gradient.

    The penalty is on the distance from the weights known before, which are none at first.
    """
    counts = Counter(name for names, _ in rows for name in set(names))
    index = {
        name: place for place, name in enumerate(sorted(name for name, count in counts.items() if count >= _LEAST_ROWS))
    }
    flat = [(place, index[name]) for place, (names, _) in enumerate(rows) for name in set(names) if name in index]
    lines, columns = np.array([one for one, _ in flat]), np.array([other for _, other in flat])
    wanted = np.array([is_secret for _, is_secret in rows], np.float64)
    size, pace = len(index), 1.0
    before = np.array([known.get(name, 0.0) for name in index])
    here = ahead = before
    bias = ahead_bias = known.get("bias", 0.0)
    squares = np.bincount(columns, weights=worth[lines], minlength=size) * 0.25 * 12 + L2
    bias_square = float(worth.sum()) * 0.25 * 12
    for _ in range(_STEPS):
        sums = np.bincount(lines, weights=ahead[columns], minlength=len(rows)) + ahead_bias
        error = worth * (1 / (1 + np.exp(-np.clip(sums, -40, 40))) - wanted)
        there = ahead - (np.bincount(columns, weights=error[lines], minlength=size) + L2 * (ahead - before)) / squares
        there_bias = ahead_bias - float(error.sum()) / bias_square
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        momentum = min(0.97, (pace - 1) / faster)
        ahead, ahead_bias = there + momentum * (there - here), there_bias + momentum * (there_bias - bias)
        here, bias, pace = there, there_bias, faster
    return {**known, "bias": bias, **{name: float(here[place]) for name, place in index.items()}}


def weighted(rows: list[Row]) -> npt.NDArray[np.float64]:
    """Return what each row is worth."""
    return np.array([1.0 if is_secret else _HARMLESS_WEIGHT for _, is_secret in rows])


def total(weights: dict[str, float], names: list[str]) -> float:
    """Return the sum of the weights of a candidate."""
    return weights["bias"] + sum(weights.get(name, 0.0) for name in set(names))


def raised(weights: dict[str, float], rows: list[Row], share: float) -> dict[str, float]:
    """Return the weights with a bias at which at most a share of harmless rows is taken for secrets."""
    sums = np.array([total(weights, names) for names, is_secret in rows if not is_secret])
    least = float(np.quantile(sums, 1 - share))
    return {**weights, "bias": weights["bias"] - max(0.0, least)}


def check(paths: list[Path], common: list[Row], share: float, known: dict[str, float]) -> None:
    """Leave out one corpus after the other and print what the others find in it."""
    for held in paths:
        rows = common + [
            row
            for path in paths
            if path != held
            for line in corpus(path)
            for row in judged(str(line["text"]), planted_in(line))
        ]
        weights = raised(learned(rows, weighted(rows), known), rows, share)
        hits = planted = touched = clean = 0
        for line in corpus(held):
            mine = list(judged(str(line["text"]), planted_in(line)))
            taken = [is_secret for names, is_secret in mine if total(weights, names) > 0]
            if line["secrets"]:
                is_prose = str(line["family"]).startswith("prose")
                planted += is_prose
                hits += is_prose and any(taken)
            else:
                clean += 1
                touched += bool(taken)
        print(
            f"{held}: sentences with a secret found {hits} of {planted} = {hits / max(1, planted):.3f}, "
            f"harmless touched {touched} of {clean}"
        )


def main() -> None:
    """Learn the weights, or check how well they would be learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--harmless", type=Path, nargs="*", default=[])
    parser.add_argument("--corpus", type=Path, nargs="*", default=[])
    parser.add_argument("--share", type=float, default=0.005)
    parser.add_argument("--known", type=Path, help="weights from which to learn on")
    chosen = parser.parse_args()
    known = json.loads(chosen.known.read_text(encoding="utf-8")) if chosen.known else {}
    common = [*sentences(random.Random(1)), *harmless(chosen.harmless)]
    print(f"{len(common)} candidates, {sum(is_secret for _, is_secret in common)} of them secrets")
    if chosen.check:
        check(chosen.corpus, common, chosen.share, known)
        return
    rows = common + [
        row for path in chosen.corpus for line in corpus(path) for row in judged(str(line["text"]), planted_in(line))
    ]
    weights = raised(learned(rows, weighted(rows), known), rows, chosen.share)
    kept = {name: round(weight, 2) for name, weight in sorted(weights.items()) if abs(weight) >= 0.1 or name == "bias"}
    WEIGHTS.write_text(json.dumps(kept, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{len(kept)} weights")


if __name__ == "__main__":
    main()
