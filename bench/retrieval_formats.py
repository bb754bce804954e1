"""Published data sets as their authors give them away, read into rows and questions.

- LongMemEval (Wu et al., 2025): a JSON file, ``longmemeval_s.json``; each question has a history of its own, and the
  turns that answer it are marked.
- BEAM (Tavakoli et al., 2025): a folder of chats, each with ``chat.json`` and ``probing_questions/``.
- LifeBench (Cheng et al., 2026): a folder of people, each with ``phone_data/*.json`` and ``QA/QA_clean.json``.
- MemoryAgentBench's fact consolidation (Hu et al., 2026): JSON or JSON lines of ``context``, ``questions`` and
  ``answers``; facts are numbered, and of two that contradict each other the later counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from retrieval_data import DataSet, Question, Row, instant

_WORD: Final = re.compile(r"[^\W_]+")
_FACT: Final = re.compile(r"^\s*(\d+)[.:]\s+(.+)$", re.MULTILINE)
# Where it was asked, in BEAM: behind the text of a turn.
_BEAM_MARK: Final = re.compile(r"\s*->->\s*[\d,]+\s*$")


def published(path: Path) -> DataSet | None:
    """Return the data set a path holds, or None where it is none of these formats."""
    if path.is_dir():
        chats = [path] if (path / "chat.json").is_file() else _holding(path, "chat.json")
        if chats:
            return DataSet(path.name, "turns", *_together(map(_beam, chats)))
        people = [path] if (path / "phone_data").is_dir() else _holding(path, "phone_data")
        return DataSet(path.name, "turns", *_together(map(_lifebench, people))) if people else None
    records = _records(path)
    if not records or not isinstance(records[0], dict):
        return None
    if "haystack_sessions" in records[0]:
        return DataSet(path.stem, "turns", *_together(map(_longmemeval, records)))
    if "context" in records[0] and "questions" in records[0]:
        wanted = [one for one in records if "factconsolidation" in str(one.get("metadata", {}).get("source", ""))]
        return DataSet(path.stem, "learnings", *_together(map(_consolidation, wanted)))
    return None


def _holding(path: Path, name: str) -> list[Path]:
    # Chats are numbered: 2 before 10.
    found = [inner for inner in path.iterdir() if (inner / name).exists()]
    return sorted(found, key=lambda inner: (len(inner.name), inner.name))


def _records(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    found = json.loads(text)
    return found if isinstance(found, list) else []


def _together(parts: Iterable[tuple[list[Row], list[Question]]]) -> tuple[tuple[Row, ...], tuple[Question, ...]]:
    rows: list[Row] = []
    questions: list[Question] = []
    for some, asked in parts:
        rows += some
        questions += asked
    return tuple(rows), tuple(questions)


def _longmemeval(record: dict[str, Any]) -> tuple[list[Row], list[Question]]:
    group, rows, gold = record["question_id"], [], []
    sessions = zip(record["haystack_session_ids"], record["haystack_dates"], record["haystack_sessions"], strict=True)
    for number, (name, at, turns) in enumerate(sessions):
        for place, turn in enumerate(turns):
            if not turn["content"].strip():
                continue
            key = f"{group}|{number}|{place}"
            rows.append(Row(key, turn["content"], group, role=turn["role"], session=f"{group}|{name}", at=instant(at)))
            if turn.get("has_answer"):
                gold.append(key)
    kind = "abstention" if group.endswith("_abs") else record["question_type"]
    return rows, [Question(group, record["question"], group, kind, () if kind == "abstention" else tuple(gold))]


def _beam(folder: Path) -> tuple[list[Row], list[Question]]:
    group, rows, at = folder.name, [], ""
    for batch in json.loads((folder / "chat.json").read_text(encoding="utf-8")):
        for turn in (turn for exchange in batch["turns"] for turn in exchange):
            at = instant(turn["time_anchor"]) if turn.get("time_anchor") else at
            text = _BEAM_MARK.sub("", turn["content"])
            session = f"{group}|{batch['batch_number']}"
            rows.append(Row(f"{group}|{turn['id']}", text, group, role=turn["role"], session=session, at=at))
    asked = json.loads((folder / "probing_questions" / "probing_questions.json").read_text(encoding="utf-8"))
    questions = [
        Question(
            f"{group}|{kind}{number}", one["question"], group, kind,
            tuple(dict.fromkeys(f"{group}|{turn}" for turn in _numbers(one.get("source_chat_ids", [])))),
        )
        for kind, some in asked.items() for number, one in enumerate(some)
    ]  # fmt: skip
    return rows, questions


def _numbers(source: Any) -> Iterator[int]:
    """Yield the turns a question is about: a list, or lists by what they say of it."""
    for one in source.values() if isinstance(source, dict) else source:
        if isinstance(one, int):
            yield one
        else:
            yield from _numbers(one)


def _lifebench(folder: Path) -> tuple[list[Row], list[Question]]:
    group, rows = folder.name, []
    for file in sorted((folder / "phone_data").glob("*.json")):
        kind = file.stem.removeprefix("event_")
        for place, record in enumerate(_records(file)):
            key = next((record[name] for name in ("id", f"{kind}_id", "phone_id") if name in record), place)
            said = {name: value for name, value in record.items() if isinstance(value, str) and value.strip()}
            day = next((value[:10] for value in said.values() if re.match(r"\d{4}-\d\d-\d\d", value)), "")
            text = "\n".join(f"{name}: {value}" for name, value in said.items())
            session = f"{group}|{day}"
            rows.append(Row(f"{group}|{kind}|{key}", text, group, role=kind, session=session, at=instant(day)))
    asked = json.loads((folder / "QA" / "QA_clean.json").read_text(encoding="utf-8"))
    questions = [
        Question(
            f"{group}|q{number}", one["question"], group, str(one.get("question_type", "")).lower().replace(" ", "_"),
            tuple(dict.fromkeys(f"{group}|{of['type']}|{of['id']}" for of in one.get("evidence") or ())),
        )
        for number, one in enumerate(asked)
    ]  # fmt: skip
    return rows, questions


def _consolidation(record: dict[str, Any]) -> tuple[list[Row], list[Question]]:
    group = str(record["metadata"]["source"])
    facts = [(int(number), text.strip()) for number, text in _FACT.findall(record["context"])]
    rows = [Row(f"{group}|{number}", text, group) for number, text in facts]
    questions = []
    for place, (text, answers) in enumerate(zip(record["questions"], record["answers"], strict=True)):
        fitting = [
            (len(_words(fact) & _words(text)), number) for number, fact in facts if any(a in fact for a in answers)
        ]
        gold = (f"{group}|{max(fitting)[1]}",) if fitting else ()
        questions.append(Question(f"{group}|{place}", text, group, group, gold))
    return rows, questions


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
