"""Keep the profile of the person (what they said of themselves) and their goals."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.facts import profile
from memory_mcp.store.facts.projects import projects
from memory_mcp.temporal import format_instant
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.declare import Length, tool
from memory_mcp.tools.framework.shared_parameters import HomeProject
from memory_mcp.tools.framework.write_feedback import with_redactions


class ProfileResult(TypedDict, total=False):
    """The profile as it stands."""

    action: Literal["get", "set", "deleted", "absent"]
    field: str
    profile: dict[str, str]
    redacted: dict[str, int]


class GoalResult(TypedDict, total=False):
    """The goal as it stands; project is where it was set (null: for all)."""

    action: Literal["get", "set", "cleared", "absent"]
    goal: str | None
    since: str | None
    project: str | None
    redacted: dict[str, int]


@tool(title="The user's profile", idempotent=True)
def memory_profile(
    call: Call,
    action: Annotated[Literal["get", "set", "delete"], "What to do."],
    field: Annotated[str | None, Length(1, 100), "Which field: name, role, language ..."] = None,
    value: Annotated[str | None, Length(1, 2_000), "What to set it to, up to 2000."] = None,
) -> ProfileResult:
    """Read or change what the user said about themselves, for all projects; each session's start shows it.

    Raises InvalidInputError when the action needs a field or a value that is not given, and RefusedError for a secret
    where secrets are refused.
    """
    if action == "get":
        with call.reading() as snapshot:
            known = profile.fields(snapshot)
            wanted = list(known) if field is None else profile.spellings(snapshot, field)
        return ProfileResult(action="get", profile={name: known[name] for name in wanted})
    with call.writing() as tx:
        name, text = (
            " ".join(call.masking.clean(field or "", "field").split()),
            call.masking.clean(value or "", "value"),
        )
        if field is None or (action == "set" and not (name and text.strip())):
            missing = "value" if name else "field"
            raise InvalidInputError(f"{action} needs {missing}", hint="For example field=language.", field=missing)
        spelled = profile.spellings(tx, name)
        if action == "set":
            name = spelled.pop(0) if spelled else name
            profile.set_field(tx, name, text)
        done: Literal["set", "deleted", "absent"] = "set" if action == "set" else "deleted" if spelled else "absent"
        for other in spelled:
            profile.delete_field(tx, other)
        known = profile.fields(tx)
    return with_redactions(call, ProfileResult(action=done, field=name, profile=known))


@tool(title="The current goal", idempotent=True)
def memory_goal(
    call: Call,
    action: Annotated[Literal["get", "set", "clear"], "What to do."],
    goal: Annotated[str | None, Length(1, 2_000), "The goal to set, up to 2000."] = None,
    project: HomeProject = None,
) -> GoalResult:
    """Read, set or clear what the user is after in a project; each session's start shows it.

    Raises InvalidInputError when ``set`` comes without a goal or the project is ``*``, and RefusedError for a secret
    where secrets are refused.
    """
    if action == "get":
        with call.reading() as snapshot:
            found = profile.goal(snapshot, call.scope(snapshot, project).id)
            where = None if found is None else projects.name_of(snapshot, found.project_id)
        return GoalResult(
            action="get",
            goal=None if found is None else found.text,
            since=None if found is None else format_instant(found.since),
            project=where,
        )
    with call.writing() as tx:
        text = call.masking.clean(goal or "", "goal")
        if action == "set" and not text.strip():
            raise InvalidInputError("set needs goal", hint="Say in a sentence what is to be reached.", field="goal")
        scope = call.home(tx, project)
        if action == "set":
            profile.set_goal(tx, scope.id, text)
            done: Literal["set", "cleared", "absent"] = "set"
        else:
            done = "cleared" if profile.clear_goal(tx, scope.id) else "absent"
        found = profile.goal(tx, scope.id)
    return with_redactions(
        call, GoalResult(action=done, goal=None if found is None else found.text, project=scope.name)
    )
