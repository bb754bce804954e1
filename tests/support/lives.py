"""A memory that lives a while, drawn by Hypothesis: what the tests of round trips and of several machines share."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from memory_mcp.capture.events.closing import close_session
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import erasure, facts, lifecycle, profile, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.store.handoffs import handoffs
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.temporal import Period

DAY = 86_400_000_000
# What can be superseded and corrected; the other kinds are records of what was said or read.
FACTS = ("learning", "decision", "observation", "relation")

texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00\ufeff"), min_size=1, max_size=30).filter(
    lambda text: text.strip()
)
shares = st.none() | st.floats(0, 1)
tags = st.lists(st.sampled_from(["style", "a b", "ü"]), max_size=2).map(tuple)


class Life:
    """A memory that lives a while: each step is one transaction, drawn from a few plain numbers and texts."""

    def __init__(self, db: Database, draw: Any) -> None:
        self.db = db
        self.draw = draw
        self.uids: list[str] = []
        self.entities: list[str] = []
        self.sessions: list[str] = []

    def some(self, choices: list[str]) -> str | None:
        return self.draw(st.sampled_from(choices)) if choices else None

    def period(self, tx: Transaction) -> Period:
        start = tx.now + self.draw(st.integers(-30, 5)) * DAY
        length = self.draw(st.none() | st.integers(1, 20))
        return Period(start) if length is None else Period(start, start + length * DAY)

    def project(self, tx: Transaction) -> int:
        return projects.ensure(tx, projects.named(self.draw(st.sampled_from(["", "api", "a b"]))))

    def live(self, tx: Transaction) -> None:
        step = self.draw(st.sampled_from([
            self.learn, self.decide, self.name, self.observe, self.relate, self.say, self.save, self.meet,
            self.hand_over, self.supersede, self.retract, self.correct, self.keep, self.erase, self.tell,
        ]))  # fmt: skip
        step(tx)

    def learn(self, tx: Transaction) -> None:
        draft = Draft(
            "learning", self.draw(texts), self.period(tx), project_id=self.project(tx), tags=self.draw(tags),
            attributes=self.draw(st.sampled_from([{}, {"category": "fact", "memoryType": "semantic"}, {"odd": [1]}])),
            confidence=self.draw(shares), importance=self.draw(shares), session_uid=self.some(self.sessions),
        )  # fmt: skip
        self.uids.append(facts.assert_(tx, draft).uid)

    def decide(self, tx: Transaction) -> None:
        attributes = {"reasoning": self.draw(texts)} | self.draw(st.just({}) | st.just({"alternatives": "none"}))
        draft = Draft(
            "decision", self.draw(texts), self.period(tx), title=self.draw(texts), attributes=attributes,
            context=f"{attributes['reasoning']}\n{attributes.get('alternatives', '')}".rstrip(),
        )  # fmt: skip
        self.uids.append(facts.assert_(tx, draft).uid)

    def name(self, tx: Transaction) -> None:
        created = entities.create(
            tx, name=self.draw(texts), entity_type=self.draw(st.sampled_from(["person", "service"])),
            summary=self.draw(st.just("") | texts), aliases=self.draw(st.lists(texts, max_size=2).map(tuple)),
            project=self.project(tx),
        )  # fmt: skip
        self.entities.append(created.entity.uid)
        self.uids.append(created.entity.uid)

    def observe(self, tx: Transaction) -> None:
        uid = self.some(self.entities)
        entity = versions.newest(tx, uid) if uid else None
        if entity is not None:
            observed = observations.observe(tx, entity, self.draw(texts), valid=self.period(tx))
            self.uids.append(observed.observation.uid)

    def relate(self, tx: Transaction) -> None:
        ends = [versions.newest(tx, uid) for uid in (self.some(self.entities), self.some(self.entities)) if uid]
        if len(ends) == 2 and all(end is not None and end.is_believed for end in ends):
            relations.relate(tx, ends[0], ends[1], "knows", valid=self.period(tx))

    def say(self, tx: Transaction) -> None:
        turns.add(
            tx,
            turns.Utterance(
                self.draw(texts), project_id=self.project(tx), session_uid=self.some(self.sessions),
                role=self.draw(st.sampled_from(turns.ROLES)), speaker=self.draw(st.just("") | texts),
                caption=self.draw(st.just("") | texts), external_id=self.draw(st.none() | texts),
                at=self.period(tx).start,
            ),
        )  # fmt: skip

    def save(self, tx: Transaction) -> None:
        text = self.draw(texts) + "\n" + "a line of text that says something\n" * self.draw(st.integers(0, 90))
        self.uids.append(documents.save(tx, documents.Document(text, tags=self.draw(tags))).uid)

    def meet(self, tx: Transaction) -> None:
        client = self.draw(st.sampled_from(["", "claude-code"]))
        session, _ = sessions.start(tx, project_id=self.project(tx), client=client, client_session="")
        self.sessions.append(session.uid)
        if self.draw(st.booleans()):
            close_session(tx, session.uid, summary=self.draw(texts), tasks=[self.draw(texts)])

    def hand_over(self, tx: Transaction) -> None:
        handoff, *_ = handoffs.begin(
            tx, handoffs.HandoffDraft(self.draw(texts), next_steps=["go"]), project_id=self.project(tx)
        )
        if self.sessions and self.draw(st.booleans()):
            handoffs.accept(tx, handoff.uid, session=self.sessions[0], client="")

    def supersede(self, tx: Transaction) -> None:
        uid = self.some(self.uids)
        if uid and versions.require(tx, uid).kind in FACTS:
            facts.supersede(tx, uid, by=None, at=self.period(tx).start, reason=self.draw(st.just("") | texts))

    def retract(self, tx: Transaction) -> None:
        uid = self.some(self.uids)
        if uid:
            (documents.retract if versions.require(tx, uid).kind == "document" else facts.retract)(tx, uid)

    def correct(self, tx: Transaction) -> None:
        uid = self.some(self.uids)
        if uid and versions.believed(tx, uid) and versions.require(tx, uid).kind in FACTS:
            facts.correct(tx, uid, body=self.draw(texts), reason="it was said wrongly")

    def keep(self, tx: Transaction) -> None:
        uid = self.some(self.uids)
        if uid:
            act = self.draw(st.sampled_from(["archive", "pin", "use", "verify"]))
            {
                "archive": lambda: lifecycle.archive(tx, uid, reason="old"),
                "pin": lambda: lifecycle.pin(tx, uid, pinned=True),
                "use": lambda: lifecycle.note_use(tx, uid),
                "verify": lambda: lifecycle.verify(tx, uid, verified=True, outcome="it held"),
            }[act]()

    def erase(self, tx: Transaction) -> None:
        uid = self.some(self.uids)
        if uid and self.draw(st.integers(0, 3)) == 0:
            erasure.erase(tx, uid)
            self.uids = [known for known in self.uids if versions.newest(tx, known) is not None]
            self.entities = [known for known in self.entities if versions.newest(tx, known) is not None]

    def tell(self, tx: Transaction) -> None:
        profile.set_field(tx, "name", self.draw(texts))
        profile.set_goal(tx, self.project(tx), self.draw(texts))
        if len(self.uids) > 1 and self.uids[0] != self.uids[-1]:
            pairs.dismiss(tx, self.uids[0], self.uids[-1], reason="no")
