"""Published data sets, read from small files made in their formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from retrieval_data import load


def written(path: Path, what: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(what), encoding="utf-8")
    return path


def test_longmemeval_gives_each_question_a_history_of_its_own_and_the_marked_turns_as_gold(tmp_path):
    turns = [
        {"role": "user", "content": "I moved to Rome", "has_answer": True},
        {"role": "assistant", "content": "Nice"},
    ]
    question = {
        "question_id": "q1", "question_type": "single-session-user", "question": "Where do I live?", "answer": "Rome",
        "question_date": "2023/05/30 (Tue) 10:00", "haystack_dates": ["2023/05/20 (Sat) 02:36"],
        "haystack_session_ids": ["s1"], "haystack_sessions": [turns],
    }  # fmt: skip
    data = load(written(tmp_path / "longmemeval_s.json", [question, question | {"question_id": "q2_abs"}]))
    assert [(row.id, row.role, row.at[:10]) for row in data.rows[:2]] == [
        ("q1|0|0", "user", "2023-05-20"), ("q1|0|1", "assistant", "2023-05-20"),
    ]  # fmt: skip
    assert [(one.id, one.group, one.gold) for one in data.questions] == [("q1", "q1", ("q1|0|0",))]
    assert data.groups == ["q1", "q2_abs"]


def test_beam_reads_chats_with_their_probing_questions_and_leaves_out_the_marks(tmp_path):
    turn = {"role": "user", "id": 4, "time_anchor": "March-15-2024", "content": "I did 5 interviews ->-> 1,2"}
    reply = {"role": "assistant", "id": 5, "content": "Good"}
    written(tmp_path / "100K" / "7" / "chat.json", [{"batch_number": 1, "turns": [[turn, reply]]}])
    asked = {
        "knowledge_update": [{"question": "How many?", "source_chat_ids": {"original": [4], "updated": [5]}}],
        "abstention": [{"question": "Which colour?"}],
    }  # fmt: skip
    written(tmp_path / "100K" / "7" / "probing_questions" / "probing_questions.json", asked)
    data = load(tmp_path / "100K", with_unanswerable=True)
    assert [(row.id, row.text, row.at[:10]) for row in data.rows] == [
        ("7|4", "I did 5 interviews", "2024-03-15"), ("7|5", "Good", "2024-03-15"),
    ]  # fmt: skip
    assert [(one.category, one.gold) for one in data.questions] == [
        ("knowledge_update", ("7|4", "7|5")), ("abstention", ()),
    ]  # fmt: skip


def test_lifebench_reads_the_records_of_each_person_and_the_evidence_of_each_question(tmp_path):
    written(tmp_path / "ann" / "phone_data" / "sms.json", [{"id": 3, "message": "lunch?", "date": "2025-01-15 12:00"}])
    evidence = [{"type": "sms", "id": 3}]
    question = {"question": "Who asked?", "question_type": "Multi-hop reasoning", "evidence": evidence}
    written(tmp_path / "ann" / "QA" / "QA_clean.json", [question])
    data = load(tmp_path)
    assert [(row.id, row.role, row.session) for row in data.rows] == [("ann|sms|3", "sms", "ann|2025-01-15")]
    assert [(one.category, one.gold) for one in data.questions] == [("multi-hop_reasoning", ("ann|sms|3",))]


def test_of_two_facts_that_contradict_each_other_the_later_answers(tmp_path):
    context = "Here is a list of facts:\n0. Ann lives in Rome.\n1. Bob lives in Oslo.\n2. Ann lives in Oslo.\n"
    record = {
        "context": context, "questions": ["Where does Ann live?"], "answers": [["Oslo"]],
        "metadata": {"source": "factconsolidation_sh_6k"},
    }  # fmt: skip
    other = record | {"metadata": {"source": "ruler_qa1_197K"}}
    data = load(written(tmp_path / "conflict.json", [other, record]))
    assert (data.kind, len(data.rows)) == ("learnings", 3)
    assert [one.gold for one in data.questions] == [("factconsolidation_sh_6k|2",)]
