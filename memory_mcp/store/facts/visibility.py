"""Which rows a query may return: one predicate for the word index, the vectors, grep and plain lists.

Filters are part of the ranked statement and are never applied to its result: a filter behind a top k loses answers.
"""

from __future__ import annotations

import json
from typing import Any, Final, LiteralString, NamedTuple

from memory_mcp.store.facts.scope import IN_SCOPE
from memory_mcp.store.facts.versions import Kind
from memory_mcp.store.file.as_of import AS_OF, of
from memory_mcp.temporal import AsOf, Instant

SEARCHABLE: Final[tuple[Kind, ...]] = (
    "learning", "decision", "observation", "entity", "relation", "turn", "document", "passage", "digest",
)  # fmt: skip

_HOLDS: Final[LiteralString] = f"""(
      {IN_SCOPE}
      AND {AS_OF}
      AND (:kinds IS NULL OR item.kind IN (SELECT value FROM json_each(:kinds)))
      AND (:since IS NULL OR item.valid_from >= :since)
      AND (:until IS NULL OR item.valid_from < :until)
      AND (:session IS NULL OR item.session_uid = :session)
      AND (:entity IS NULL OR item.uid = :entity OR item.parent_uid = :entity OR item.target_uid = :entity)
      AND (:category IS NULL OR item.attributes ->> 'category' = :category)
      AND (
          :tags IS NULL
          -- Every wanted tag, not any.
          OR NOT EXISTS (
              SELECT 1
              FROM json_each(:tags) AS wanted
              WHERE NOT EXISTS (
                  SELECT 1
                  FROM item_tag
                  WHERE item_tag.item_id = item.id AND item_tag.tag IN (SELECT value FROM json_each(wanted.value))
              )
              -- A passage has the tags that its document was given since, too.
              AND NOT (
                  item.kind = 'passage'
                  AND EXISTS (
                      SELECT 1
                      FROM item AS document
                      JOIN item_tag ON item_tag.item_id = document.id
                      WHERE document.uid = item.parent_uid
                        AND {of("document", AS_OF)}
                        AND item_tag.tag IN (SELECT value FROM json_each(wanted.value))
                  )
              )
          )
      )
      AND (
          :archived
          OR (
              item.uid NOT IN (SELECT uid FROM item_state WHERE archived_at IS NOT NULL)
              AND (
                  item.kind <> 'passage'
                  OR item.parent_uid NOT IN (SELECT uid FROM item_state WHERE archived_at IS NOT NULL)
              )
          )
      )
      AND (
          item.kind <> 'passage'
          -- A passage stands and falls with its document.
          OR EXISTS (
              SELECT 1
              FROM item AS document
              WHERE document.uid = item.parent_uid
                AND {of("document", AS_OF)}
          )
      )
    )"""


def filtered(sql: LiteralString) -> LiteralString:
    """Return the statement with the predicate for ``{filter}``; it is about ``item``, and wants Filter.parameters."""
    return sql.replace("{filter}", _HOLDS)


class Filter(NamedTuple):
    """What a row has to be. ``kinds`` empty: every searchable one; ``since`` and ``until`` bound its valid start."""

    as_of: AsOf
    # Has no default: a scope that was forgotten would be everything.
    project_id: int
    kinds: tuple[Kind, ...] = ()
    # All of them; of the forms in which one is written (``facts.tags.forms``) any.
    tags: tuple[str | tuple[str, ...], ...] = ()
    session_uid: str | None = None
    # The entity itself and the facts about it.
    entity_uid: str | None = None
    category: str | None = None
    since: Instant | None = None
    until: Instant | None = None
    include_archived: bool = False

    @property
    def wanted_kinds(self) -> tuple[Kind, ...]:
        """The kinds of rows to look at: a document is found by its passages too."""
        kinds = self.kinds or SEARCHABLE
        return (*kinds, "passage") if "document" in kinds and "passage" not in kinds else kinds

    @property
    def wanted_tags(self) -> tuple[tuple[str, ...], ...]:
        """The tags that a row has to have, each in one of its forms."""
        return tuple((tag,) if isinstance(tag, str) else tag for tag in self.tags)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters a filtered statement wants."""
        return {
            "valid_at": self.as_of.valid_at,
            "known_at": self.as_of.known_at,
            "kinds": json.dumps(self.wanted_kinds) if self.kinds else None,
            "project": self.project_id,
            "tags": json.dumps(self.wanted_tags, ensure_ascii=False) if self.tags else None,
            "session": self.session_uid,
            "entity": self.entity_uid,
            "category": self.category,
            "since": self.since,
            "until": self.until,
            "archived": int(self.include_archived),
        }
