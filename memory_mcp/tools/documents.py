"""Long texts kept whole, and any row opened: by lines, among its neighbours, with its history."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.documents import documents
from memory_mcp.store.documents.documents import LONGEST_DOCUMENT, Document
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Length, Range, tool
from memory_mcp.tools.framework.shared_parameters import SOURCE, HomeProject, KnownAt, NewTags, SeenProject, TrueAt
from memory_mcp.tools.framework.told_exactly import noted
from memory_mcp.tools.framework.write_feedback import with_redactions
from memory_mcp.tools.reading import ReadOptions, ReadResult, read


class SaveResult(TypedDict, total=False):
    """What became of a text. unchanged: the same text is kept already."""

    id: str
    action: Literal["added", "unchanged"]
    title: str
    lines: int
    characters: int
    passages: int
    project: str | None
    redacted: dict[str, int]


@tool(title="Keep a long text", idempotent=True)
def memory_save(
    call: Call,
    content: Annotated[str, Length(1, LONGEST_DOCUMENT), "The text, up to 2000000 characters."],
    title: Annotated[str, Length(0, 200), "Its title, if not its first words."] = "",
    summary: Annotated[str, Length(0, 10_000), "What it says in short, up to 10000."] = "",
    tags: NewTags = [],  # noqa: B006 - a schema default, never changed
    project: HomeProject = None,
    source: Annotated[str, Length(0, 500), SOURCE] = "",
) -> SaveResult:
    """Keep a long text whole; search finds its passages, memory_read its lines.

    Raises InvalidInputError for a text without words or of more than 2 MB, and RefusedError for a secret where secrets
    are refused.
    """
    text = call.masking.clean(content)
    if not text.strip():
        raise InvalidInputError("the text is empty", hint="Give the text to keep.", field="content")
    with call.writing() as tx:
        scope = call.home(tx, project)
        document = Document(
            text,
            title=call.masking.clean(title, "title").strip(),
            summary=call.masking.clean(summary, "summary").strip(),
            source=call.masking.clean(source, "source").strip(),
            tags=tuple(call.masking.cleaned(tags, "tags")),
            project_id=scope.id,
            session_uid=call.session_uid,
        )
        saved = documents.save(tx, document)
    result = SaveResult(
        id=saved.uid, action=saved.action, title=saved.title, lines=saved.lines, characters=len(text),
        passages=saved.passages, project=scope.name,
    )  # fmt: skip
    return with_redactions(call, result)


@tool(core=True, read_only=True, title="Read one row whole", idempotent=True)
def memory_read(
    call: Call,
    id: Annotated[str, "A row's or session's id."],  # noqa: A002 - the name on the wire
    lines: Annotated[str | None, "Which lines or turns: '10-40'."] = None,
    around: Annotated[int, Range(0, 50), "How many turns around it, 0-50."] = 0,
    full: Annotated[bool, "False shows only its start."] = True,
    history: Annotated[bool, "All versions, by whom and why."] = False,
    as_of: TrueAt = None,
    known_at: KnownAt = None,
    project: SeenProject = None,
) -> ReadResult:
    """Open a hit whole, a document's lines, a turn's neighbours, a fact's history.

    Example: {"id": "1f0d1144", "around": 2}
    """
    found = read(call, id, ReadOptions(lines, around, full, history, as_of, known_at, project))
    noted(call, dict(found))
    return found
