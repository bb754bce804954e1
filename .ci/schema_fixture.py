"""Write a memory with the newest schema as SQL: ``python .ci/schema_fixture.py``. Once released, the file stays."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import apsw

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from calling import Client, server
from releases import DATA, START

from memory_mcp.store.file.migrate import schema_version
from memory_mcp.store.sessions import turns
from memory_mcp.store.text_index import trigrams
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_save
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.graph import memory_entity_create, memory_entity_observe, memory_entity_relate
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn, memory_learn_archive, memory_learn_update
from memory_mcp.tools.profile import memory_goal, memory_profile
from memory_mcp.tools.sessions import memory_session_end, memory_session_start


def fill(folder: Path) -> Path:
    """Write a memory with something of every kind, histories, erased and archived rows among it."""
    clock = ManualClock(START)
    with server(folder, clock, project="harbour") as runtime:
        client = Client(runtime, folder)

        def call(tool: Any, **arguments: Any) -> dict[str, Any]:
            clock.advance(hours=1)
            return client.call(tool, **arguments)

        session = call(memory_session_start)["sessionId"]
        with runtime.db.writing("hook") as tx:
            said = turns.Utterance("The crane tests fail on Tuesdays.", session_uid=session)
            turns.add(tx, said)
        port = call(memory_learn, category="insight", content="Staging listens on port 6543.", tags=["ports"])
        call(memory_learn_update, learningId=port["id"], content="Staging listens on port 7654.")
        old = call(memory_learn, category="mistake", content="Never deploy on a Friday.")
        call(memory_learn_archive, learningId=old["id"], reason="no longer so")
        gone = call(memory_learn, category="insight", content="This sentence was erased.")
        call(memory_forget, ids=[gone["id"]], erase=True)
        call(memory_decide, title="Queue", decision="Use SQLite as the queue.", reasoning="One file less to run.")
        ann = call(memory_entity_create, name="Ann", entityType="person", aliases=["Annie"])
        crane = call(memory_entity_create, name="Crane", entityType="service")
        call(memory_entity_observe, entityId=ann["id"], content="Lives in Berlin.")
        call(memory_entity_relate, fromEntityId=ann["id"], toEntityId=crane["id"], relationType="maintains")
        call(memory_save, title="Runbook", content="# Runbook\n\nRestart it with `crane up`.\n")
        call(memory_profile, action="set", field="name", value="Ann")
        call(memory_goal, action="set", goal="Ship version 1.")
        call(memory_handoff, action="begin", summary="Finish the parser.")
        call(memory_session_end, summary="Moved the queue.", nextSteps=["Write tests."])
        while trigrams.catch_up(runtime.db, 100):
            pass
    return folder / "memory.db"


def dump(path: Path) -> str:
    """Return a file as SQL, the tables of its indexes row by row."""
    connection = apsw.Connection(str(path))
    parts = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    virtual = [name for kind, name, sql in parts if kind == "table" and sql.startswith("CREATE VIRTUAL")]
    shadows = {name for _, name, _ in parts if any(name.startswith(f"{owner}_") for owner in virtual)}
    lines = [f"PRAGMA {name} = {connection.pragma(name)};" for name in ("application_id", "user_version")]
    lines += ["PRAGMA foreign_keys = OFF;", "BEGIN;"]
    lines += [f"{sql};" for kind, name, sql in parts if kind == "table" and name not in {*shadows, "sqlite_sequence"}]
    # Rows of other tables count there.
    for kind, name, _ in sorted(parts, key=lambda part: part[1] == "sqlite_sequence"):
        if kind == "table" and name not in virtual:
            if name in {*shadows, "sqlite_sequence"}:
                lines.append(f"DELETE FROM {name};")
            for row in connection.execute(f"SELECT * FROM {name}"):
                values = ", ".join(map(apsw.format_sql_value, row))
                lines.append(f"INSERT INTO {name} VALUES ({values});")
    lines += [f"{sql};" for kind, _, sql in parts if kind != "table"]
    connection.close()
    return "\n".join([*lines, "COMMIT;", ""])


def main() -> None:
    """Write the file of the newest schema."""
    with tempfile.TemporaryDirectory() as folder:
        text = dump(fill(Path(folder)))
    (DATA / f"schema_{schema_version():04}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
