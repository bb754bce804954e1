"""Setup: this program in the clients of this machine, put in or taken out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.options import json_option, settings_of
from memory_mcp.cli.output import paged, print_json, remark, shown, waiting
from memory_mcp.errors import InvalidInputError, MemoryMcpError, NotFoundError, RefusedError
from memory_mcp.keys.lookup import options_of, place_of_key
from memory_mcp.language.plurals import counted
from memory_mcp.language.typed_commands import joined
from memory_mcp.language.unseen_characters import visible
from memory_mcp.project import working_tree
from memory_mcp.setup import launching, plugins
from memory_mcp.setup.changes import Change, additions, apply, removals, remove_folders, remove_made
from memory_mcp.setup.clients import CLIENTS, RULES, Target, absent
from memory_mcp.setup.places import Places
from memory_mcp.setup.plugins import Plugin
from memory_mcp.setup.program import Program
from memory_mcp.setup.purging import belongings, left_behind, purge
from memory_mcp.setup.reading import server_in
from memory_mcp.setup.signature import is_same_file, memory_of
from memory_mcp.tools.framework.file_access import EXPORTS
from memory_mcp.view.page import is_page

if TYPE_CHECKING:
    from memory_mcp.config import Settings

_KEY_IS_HERE: Final = "MEMORY_DB_KEY is set here: the client has to give it to its hooks and its server too."


# What people also call them.
_ALSO: Final = {"claude-code": "claude", "gemini-cli": "gemini", "vs-code": "vscode", "code": "vscode"}


class _Client(click.Choice[str]):
    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = value.casefold()
        return super().convert(_ALSO.get(name, name), param, ctx)


@click.command()
@click.argument("client", nargs=-1, type=_Client(list(CLIENTS)), metavar="[CLIENT]...")
@click.option("--dry-run", is_flag=True, help="Say what would change and change nothing.")
@click.option("--diff", is_flag=True, help="Show each change line by line.")
@click.option("--print", "only_print", is_flag=True, help="Print the entry of one client's server; change nothing.")
@click.option(
    "--scope",
    type=click.Choice(["user", "project"]),
    default="user",
    help="Whose files: yours, or those of the project you are in.",
)
@click.option("--no-history", is_flag=True, help="Do not bring in the clients' transcripts.")
@click.option("--no-rules", is_flag=True, help="Leave CLAUDE.md, AGENTS.md and GEMINI.md as they are; add no skill.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--remove", is_flag=True, help="Take out what setup has put in.")
@click.option("--purge", is_flag=True, help="With --remove: also delete the memory and what lies beside it.")
@json_option
@click.pass_context
def setup(ctx: click.Context, /, client: tuple[str, ...], *, only_print: bool, remove: bool, **given: Any) -> int:
    """Connect this memory with the clients on this machine, or with each CLIENT named.

    A CLIENT is claude, claude-desktop, codex, cursor, vscode, gemini, opencode, windsurf, zed, antigravity or continue.

    It says what would change, asks once, shows the lines where you ask for them, keeps a copy of each file, and proves
    that every client can start it. The exit code is 1 if a file was left alone or a client cannot start it, 3 if no
    client is found, 4 if nobody agreed.
    """
    asked = _SetupOptions(settings_of(ctx), client, remove=remove, **given)
    if only_print:
        return _print(asked)
    if asked.is_purge and not remove:
        raise click.UsageError("--purge goes with --remove")
    targets = list(asked.targets())
    if not targets and not asked.left:
        raise NotFoundError(
            "no client is on this machine", hint=f"Name one to set it up all the same: {', '.join(CLIENTS)}."
        )
    return _Run(ctx, asked, targets).run()


class _SetupOptions:
    """What was asked for on the command line.

    ``plugins`` are the clients that have this memory as a plugin; ``left`` those of them whose files stay as they are.
    """

    def __init__(
        self, settings: Settings, clients: Sequence[str], *, dry_run: bool, diff: bool, scope: str, no_history: bool,
        no_rules: bool, yes: bool, remove: bool, purge: bool, as_json: bool,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.places = Places.here()
        # A client looks for them at the root, wherever in the project somebody stands.
        self.project = (working_tree(Path.cwd()) or Path.cwd()) if scope == "project" else None
        self.is_removal, self.is_purge, self.is_dry, self.is_agreed = remove, purge, dry_run, yes
        self.has_diffs = diff
        self.has_rules = remove or not no_rules
        self.has_history, self.as_json = not (no_history or remove), as_json
        # What is to be taken out may belong to a client that is gone.
        self.clients = clients or [one.name for one in CLIENTS.values() if remove or one.is_here(self.places)]
        self.absent = [] if clients or remove else absent(self.places)
        self.program = Program(launching.command(), settings.db_path, options_of(settings))
        self.plugins = dict(self._plugins())
        self.left = set() if clients or remove or self.project else set(self.plugins)

    def _plugins(self) -> Iterator[tuple[str, Plugin]]:
        for name in self.clients:
            # What cannot be read is told where it is to be changed.
            with suppress(MemoryMcpError, OSError, UnicodeDecodeError):
                if plugin := plugins.installed(name, self.places):
                    yield name, plugin

    def targets(self) -> Iterator[tuple[str, Target]]:
        """Yield what goes where, with the name of its client."""
        for name in self.clients:
            if name in self.left:
                continue
            for target in CLIENTS[name].targets(self.places, self.program, self.project):
                if self.has_rules or target.what not in RULES:
                    yield name, target


class _Run:
    """One run: the changes shown, agreed to and made."""

    def __init__(self, ctx: click.Context, asked: _SetupOptions, targets: list[tuple[str, Target]]) -> None:
        self.ctx, self.asked, self.targets = ctx, asked, targets
        backups = launching.backup_folder(asked.settings.db_path)
        changes = removals(targets, asked.project, backups) if asked.is_removal else additions(targets, asked.project)
        self.looked_at = changes
        self.changes = [one for one in changes if one.is_one]
        self.problems = [one for one in changes if one.problem]
        self.install = [] if asked.is_removal else launching.wanted_install()
        self.told: dict[str, Any] = {"clients": list(asked.clients), "changed": [], "leftAlone": []}

    def run(self) -> int:
        """Do what was asked for, and return the exit code."""
        self._show()
        is_proved = True
        if self.asked.is_dry:
            more = "" if self.asked.has_diffs or not self.changes else " --diff shows each line."
            self._say(f"\nNothing was changed: this was a dry run.{more}")
        else:
            self._agree()
            self._apply()
            is_proved = self.asked.is_removal or self._finish()
        if self.asked.as_json:
            print_json(self.told)
        return 0 if is_proved and not self.problems else 1

    def _say(self, line: str, **style: Any) -> None:
        if not self.asked.as_json:
            click.secho(shown(line), **style)

    def _show(self) -> None:
        asked = self.asked
        self._tell_of_clients()
        if asked.settings.key and not asked.is_removal:
            self._say(_KEY_IS_HERE, fg="yellow")
        if self.install:
            self._say("\nThis program runs from a place that may be gone tomorrow. To install it for good:")
            self._say(f"  {joined(self.install)}")
            self.told["install"] = self.install
        self._tell_of_plugins()
        (self._tell_of_what_stays if asked.is_removal else self._tell_of_other_memories)()
        if asked.has_diffs:
            for line, style in self._diffs():
                self._say(line, fg=style or None)
        self._name_changes()
        for one in self.problems:
            self._leave_alone(one)
        if not self.changes:
            nothing = f"Nothing of this {'memory' if 'otherMemories' in self.told else 'program'} is there."
            self._say(f"\n{nothing if asked.is_removal else 'Everything is in place.'}")
        if asked.is_purge:
            purged = self._belongings()
            self.told["purged"] = list(map(str, purged))
            self._say("\nThe memory itself is deleted:", fg="red")
            for path in purged:
                self._say(f"  {asked.places.shown(path)}")
            self._name_left_behind()

    def _name_left_behind(self) -> None:
        """Name the backups that stay since nobody can tell that they are of this memory."""
        if left := left_behind(self.asked.settings):
            self.told["leftBackups"] = list(map(str, left))
            self._say("\nNot deleted, as they are of another memory or cannot be told from one of it:", fg="yellow")
            for path in left:
                self._say(f"  {self.asked.places.shown(path)}")

    def _name_changes(self) -> None:
        """Name each file under its client, with what goes in or out; behind the diffs, which scroll away."""
        under: list[str] = []
        for one in self.changes:
            if one.clients != under:
                self._say("\n" + ", ".join(CLIENTS[name].title for name in one.clients), bold=True)
                under = one.clients
            # What a part asks of its client holds once it is there: "hooks; Codex asks once ...".
            parts = [what.partition(";")[0] if self.asked.is_removal else what for what in one.what]
            self._say(f"  {self.asked.places.shown(one.path)}: {', '.join(parts)} ({one.extent})")
            self.told["changed"].append({"path": str(one.path), "clients": one.clients, "what": one.what})

    def _diffs(self) -> Iterator[tuple[str, str]]:
        """Yield the lines of each change, with their colours."""
        for one in self.changes:
            yield "", ""
            for line in one.diff(self.asked.places.shown):
                yield visible(line), {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")

    def _tell_of_clients(self) -> None:
        """Say which clients were found and, where all were looked for, which were not."""
        if not self.asked.is_removal:
            self._say("Clients here: " + ", ".join(CLIENTS[name].title for name in self.asked.clients), bold=True)
        if self.asked.absent:
            self._say("Looked for and not found: " + ", ".join(one.title for one in self.asked.absent))
            self.told["notFound"] = [one.name for one in self.asked.absent]

    def _tell_of_plugins(self) -> None:
        self.told |= {"plugins": list(self.asked.plugins)} if self.asked.plugins else {}
        for name, plugin in self.asked.plugins.items():
            title = CLIENTS[name].title
            if name in self.asked.left:
                self._say(f"\n{title} has it as a plugin; its files stay as they are.")
            elif self.asked.is_removal:
                self._say(f"\n{title} has it as a plugin too, which stays: {plugin.removal}", fg="yellow")
            elif self.asked.project is None:
                self._say(f"\n{title} has it as a plugin too; one of both is enough: {plugin.removal}", fg="yellow")

    def _tell_of_other_memories(self) -> None:
        """Say which clients have used another file until now, and how they go on with it."""
        here = self.asked.settings.db_path
        before = {one.path: one.before for one in self.changes}
        for name, target in self.targets:
            text = before.get(Path(os.path.realpath(target.path)))
            used = ""
            # A file of ours that broke off names none, and is written anew.
            with suppress(InvalidInputError):
                used = memory_of(server_in(target.part, text)) if text else ""
            if used and not is_same_file(used, here):
                keep = joined(["memory-mcp", "--db", used, "setup", name])
                self._say(f"\n{CLIENTS[name].title} has used another memory until now: {used}", fg="yellow")
                self._say(f"  From now on it uses {here}; this keeps the other one: {keep}")
                self.told.setdefault("otherMemories", []).append({"client": name, "path": used})

    def _tell_of_what_stays(self) -> None:
        """Say which clients have entries of another memory, which stay, and how those go."""
        texts = {one.path: one.before for one in self.looked_at if not one.problem}
        told = set[tuple[str, str]]()
        for name, target in self.targets:
            text = texts.get(Path(os.path.realpath(target.path)))
            told |= {(name, used) for used in (target.part.others(text) if text else ())}
        for name, used in sorted(told):
            words = ["memory-mcp", "--db", used, "setup", name, "--remove"]
            which = f"another memory, which stays: {used}" if used else "a memory that it does not name, which stays"
            self._say(f"\n{CLIENTS[name].title} has an entry of {which}", fg="yellow")
            self._say(f"  This takes it out: {joined(words)}" if used else "  Take it out by hand.")
            self.told.setdefault("otherMemories", []).append({"client": name, "path": used})

    def _belongings(self) -> list[Path]:
        # The page shows in the clear what the memory holds; one of that name that somebody else wrote stays.
        page = self.asked.settings.db_path.with_name("memory.html")
        return [*belongings(self.asked.settings), *([page] if is_page(page) else [])]

    def _leave_alone(self, one: Change) -> None:
        self._say(f"\n{self.asked.places.shown(one.path)} is left alone: {one.problem}", fg="yellow")
        self.told["leftAlone"].append({"path": str(one.path), "clients": one.clients, "why": one.problem})

    def _agree(self) -> None:
        if self.asked.is_agreed or not (self.changes or self.install or self.told.get("purged")):
            return
        if not sys.stdin.isatty() or self.asked.as_json:
            raise RefusedError("nobody is there to agree", hint="Add --yes, or --dry-run to look first.")
        self._say("")
        steps = ["install this program"] if self.install else []
        if self.changes:
            verb = "take this program out of" if self.asked.is_removal else "change"
            steps.append(f"{verb} {counted(len(self.changes), 'file')}")
        what = " and ".join([*steps, "delete the memory"] if self.asked.is_purge else steps)
        if not self._confirm(f"{what[0].upper()}{what[1:]}?"):
            raise RefusedError("nothing was changed", hint="Run setup again when you want to.")

    def _confirm(self, question: str) -> bool:
        """Ask a person until the answer is yes or no; the answer ``d`` shows the diffs."""
        default = "n" if self.asked.is_purge else "y"
        if not self.changes or self.asked.has_diffs:
            return click.confirm(question, default=default == "y")
        choices = click.Choice(["y", "yes", "n", "no", "d", "diff"], case_sensitive=False)
        question = f"{question} [{'y/N' if self.asked.is_purge else 'Y/n'}, d shows each line]"
        while True:
            said = click.prompt(question, default=default, type=choices, show_choices=False, show_default=False)
            if said[0] != "d":
                return bool(said[0] == "y")
            paged(list(self._diffs()))

    def _apply(self) -> None:
        if self.install:
            with waiting("Installing this program for good (it downloads some 150 MB where nothing is there yet)"):
                launching.install(self.install)
        backups = launching.backup_folder(self.asked.settings.db_path)
        for one in self.changes:
            try:
                apply(one, backups)
            except (MemoryMcpError, OSError) as exc:
                # The others are none the worse for it.
                one.problem = exc.message if isinstance(exc, MemoryMcpError) else f"{exc.strerror}: {exc.filename}"
                self.problems.append(one)
                self._leave_alone(one)
        left = remove_folders(backups) if self.asked.is_removal else []
        if self.asked.is_purge:
            # With the copies of clients' files that were made just now.
            purge(self.asked.settings, self._belongings())
            remove_made(left)
        elif backups.exists():
            self.told["backups"] = str(backups)
            self._say(f"\nThe files as they were: {self.asked.places.shown(backups)}", dim=True)
        if self.asked.is_removal:
            self._tell_what_is_kept()

    def _tell_what_is_kept(self) -> None:
        """Say what a removal leaves: the memory, or of one that was purged the key and exports, and the program."""
        settings = self.asked.settings
        is_there = not self.asked.is_purge and settings.db_path.exists()
        if is_there:
            self._say(f"The memory itself stays: {self.asked.places.shown(settings.db_path)} (--purge deletes it).")
        key = place_of_key(settings) if self.asked.is_purge else ""
        if key:
            self._say(f"The key stays, for copies that lie elsewhere: {key}.")
        exports = settings.db_path.parent / EXPORTS
        has_exports = self.asked.is_purge and exports.is_dir()
        if has_exports:
            self._say(f"What was exported stays, and is yours to delete: {self.asked.places.shown(exports)}")
        if launching.is_installed():
            too = " too" if is_there or key or has_exports else ""
            self._say(f"The program stays{too}: uv tool uninstall memory-mcp-sqlite takes it out.")

    def _finish(self) -> bool:
        from memory_mcp.cli.connection.setup_proof import bring_history, prove_clients, show_past

        if self.asked.has_history:
            bring_history(self.ctx, self.asked.clients, self.asked.places, self.told, self._say)
        plugged = {name: self.asked.plugins[name].entry for name in self.asked.clients if name in self.asked.left}
        is_proved = prove_clients(self.targets, plugged, self.told, self._say, is_mine=self.asked.project is None)
        show_past(self.ctx, self.told, self._say)
        if "codex" in self.asked.clients:
            self._ask_for_trust()
        if not launching.is_on_path():
            self._say(
                f"\n! No shell finds memory-mcp yet, which the clients do not need: {launching.path_advice()}",
                fg="yellow",
            )
        return is_proved

    def _ask_for_trust(self) -> None:
        """Say what Codex waits for: until a person trusts its hooks it runs none, and nothing of it comes in."""
        from memory_mcp.doctor.client_checks import guarded, trust_finding
        from memory_mcp.doctor.client_files import look

        places = self.asked.places
        for one in guarded(
            "codex", trust_finding(look("codex", places, self.asked.program, self.asked.project), places)
        ):
            if one.level != "pass":
                self._say(f"\n! Codex runs no hook before you trust it. {one.mend}", fg="yellow")


def _print(asked: _SetupOptions) -> int:
    """Print the entry of a client's server alone; the rest goes to standard error."""
    if len(asked.clients) != 1:
        raise click.UsageError("--print takes one CLIENT")
    entries = [
        {"path": asked.places.shown(target.path), "what": target.what, "text": target.part.put(None)}
        for _name, target in asked.targets()
    ]
    if asked.settings.key:
        remark(_KEY_IS_HERE)
    if asked.as_json:
        print_json(entries)
        return 0
    for one in entries:
        is_server = str(one["what"]).startswith("server")
        remark(f"# {one['path']} ({one['what']})" + ("" if is_server else ": `setup` puts it there"))
        if is_server:
            click.echo(one["text"], nl=False)
    return 0
