"""The key of the file: encrypt it, change the key, remove it, and test which one opens it.

A key is never an argument: it comes from where the settings say, is made at random, or is typed without echo.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.options import agree, json_option, settings_of, typed_twice
from memory_mcp.cli.output import print_json, print_told, say, shown
from memory_mcp.config import Settings
from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError
from memory_mcp.keys import lookup, storage
from memory_mcp.keys.private_folders import make_private
from memory_mcp.language.typed_commands import joined, quoted, typed

if TYPE_CHECKING:
    from memory_mcp.keys.storage import KeyPlace

_DISK: Final = (
    "A disk that writes elsewhere than it is told (an SSD, Btrfs, ZFS, APFS) may keep old blocks for a while, and so "
    "may snapshots: fstrim, or encrypting the whole disk, helps there."
)
_PLACES: Final = (
    "Or let a key be made: --key-file PATH makes a random key there, --keychain NAME keeps it in the system's keychain."
)


def _into_root(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.find_root().ensure_object(dict)[str(parameter.name)] = value


def _with_place(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let the options of the program that say where the key is stand behind the command too."""
    for name, metavar, text in (
        ("--keychain", "NAME", "The entry of the system's keychain that holds the key."),
        ("--key-file", "PATH", "The file that holds the key, for its owner alone."),
    ):
        option = click.option(name, metavar=metavar, callback=_into_root, expose_value=False, help=text)
        command = option(command)
    return command


_show_option = click.option("--show-key", is_flag=True, help="Print the new key too.")


@click.group()
def key() -> None:
    """Encrypt the file, change its key or remove it, and test which key opens it.

    The key is never given on the command line: `memory-mcp docs settings` says where it is looked for. Clients may go
    on running.
    """


@key.command()
@_with_place
@_show_option
@json_option
@click.pass_context
def init(ctx: click.Context, *, show_key: bool, as_json: bool) -> None:
    """Encrypt a file that is not encrypted, or make an empty one that is.

    With --key-file or --keychain a random key is made there, unless it holds one; without, a pass phrase is asked for
    twice. The bytes of the old file are overwritten.
    """
    from memory_mcp.store.file.presence import refuse_unreadable

    settings = settings_of(ctx)
    refuse_unreadable(settings.db_path)
    place = storage.place_of(settings)
    if settings.key and settings.key_file:
        raise InvalidInputError("MEMORY_DB_KEY and a key file are both given", hint="Unset one of them.")
    if settings.db_path.exists():
        _opening(settings, None, has_key=False)
    new = settings.key or (place.get() if place else None) or (storage.random_key() if place else typed_twice(_PLACES))
    with suppress(OSError):
        # Of two commands at once one works at a time where there is a folder. The file is refused where there is none.
        make_private(settings.db_path.parent)
    _change(settings, place, None, new, told_key=new if show_key else "", as_json=as_json)


@key.command()
@_with_place
@click.option("--phrase", is_flag=True, help="Ask for a pass phrase instead of making a random key.")
@_show_option
@json_option
@click.pass_context
def change(ctx: click.Context, *, phrase: bool, show_key: bool, as_json: bool) -> None:
    """Encrypt the file with a new key.

    A key that is kept in a file or the keychain is replaced by a random one; the key before stays beside it (.old), for
    backups that were made with it. A key that you give yourself is asked for twice.
    """
    settings = settings_of(ctx)
    place = storage.place_of(settings)
    old = _opening(settings, place, has_key=True)
    new = storage.random_key() if place and not phrase else typed_twice(_PLACES)
    _change(settings, place, old, new, told_key=new if show_key else "", as_json=as_json)


@key.command()
@_with_place
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_context
def remove(ctx: click.Context, *, yes: bool, as_json: bool) -> None:
    """Write the file without encryption: anybody who gets at it can read it then."""
    settings = settings_of(ctx)
    old = _opening(settings, storage.place_of(settings), has_key=True)
    if not yes:
        agree(f"Write {shown(str(settings.db_path))} without encryption?")
    _change(settings, None, old, None, as_json=as_json)


@key.command()
@_with_place
@json_option
@click.pass_context
def test(ctx: click.Context, *, as_json: bool) -> None:
    """Say whether the key that is found opens the file, and where it was found."""
    settings = settings_of(ctx)
    is_plain = _is_plain(settings)
    if is_plain and not lookup.place_of_key(settings):
        told, found = f"{settings.db_path} is not encrypted, and no key is set.", ""
    else:
        _opening(settings, storage.place_of(settings), has_key=True)
        found = lookup.place_of_key(settings) or "what was typed"
        told = f"{settings.db_path} opens with the key of {found}."
    print_told({"opens": True, "encrypted": not is_plain, "key": found}, told, as_json=as_json)


def _is_plain(settings: Settings) -> bool:
    """Whether the file is not encrypted. Raises NotFoundError where there is none, RefusedError where it is closed."""
    from memory_mcp.store.file.encryption import is_plain
    from memory_mcp.store.file.presence import refuse_unreadable

    refuse_unreadable(settings.db_path)
    if not settings.db_path.exists():
        raise NotFoundError(
            f"there is no file at {settings.db_path} yet", hint="Set a key, and the first thing stored is encrypted."
        )
    return is_plain(settings.db_path)


def _opening(settings: Settings, place: KeyPlace | None, *, has_key: bool) -> str | None:
    """Return the key that opens the file; finish or forget a change of it that was killed.

    Raises NotFoundError where there is no file, ConflictError where it is encrypted and should not be or the other way
    round, RefusedError for a key that does not open it.
    """
    from memory_mcp.application.key_change import finish
    from memory_mcp.store.file.copies.key_change import opens
    from memory_mcp.store.file.encryption import as_given, unreadable

    if _is_plain(settings):
        if not has_key:
            return None
        raise ConflictError(f"{settings.db_path} is not encrypted", hint="Encrypt it: memory-mcp key init")
    if not has_key:
        raise ConflictError(
            f"{settings.db_path} is encrypted already", hint="Give it another key: memory-mcp key change"
        )
    finish(settings, place)
    found = lookup.find_key(settings)
    if found is None and sys.stdin.isatty():
        found = click.prompt("Pass phrase", hide_input=True, err=True)
    if not opens(settings.db_path, found):
        reason = ValueError("its first page cannot be read")
        raise unreadable(settings.db_path, reason, as_given(found), hint="")
    return found


def _change(
    settings: Settings, place: KeyPlace | None, old: str | None, new: str | None, *, told_key: str = "", as_json: bool
) -> None:
    """Change the key and say what became of it."""
    from memory_mcp.application.key_change import change_key

    done = change_key(settings, place, old=old, new=new)
    where = str(place) if place else "MEMORY_DB_KEY" if new and settings.key == new else ""
    if as_json:
        told = {"path": str(settings.db_path), "encrypted": new is not None, "key": where, "shown": told_key or None}
        told |= {"overwritten": done.is_overwritten, "plainCopies": [str(path) for path in done.plain_copies]}
        told |= {"plainFolders": [str(path) for path in done.plain_folders]}
        print_json({name: value for name, value in told.items() if value is not None})
        return
    is_known = place is not None and old is not None
    said = _account(settings, new, where, told_key=told_key, is_overwritten=done.is_overwritten, is_known=is_known)
    say("\n".join(said))
    for copy in done.plain_copies:
        say(f"Not encrypted, delete it or keep it safe: {copy}")
    for folder in done.plain_folders:
        anew = f"{typed('sync', str(folder))} --anew"
        say(
            f"Not encrypted, what this machine wrote to a folder that others share: `{anew}` writes it once more, "
            "sealed. The other machines then need the key that MEMORY_SYNC_KEY_FILE names."
        )


def _account(
    settings: Settings, new: str | None, where: str, *, told_key: str, is_overwritten: bool, is_known: bool
) -> list[str]:
    """Return what was done and is to be done; ``is_known``: the key stands where the one before stood."""
    if new is None:
        said = [f"{settings.db_path} is not encrypted any more."]
        if old_place := lookup.place_of_key(settings):
            said.append(f"Take {old_place} out of what your clients start: memory-mcp setup does so.")
            said.append("Older backups still need the key.")
        return said
    said = [f"{settings.db_path} is encrypted with {f'the key of {where}' if where else 'the pass phrase'}."]
    if told_key:
        said.append(f"Key: {told_key}")
    said.append(
        f"The bytes of the old file were overwritten. {_DISK}" if is_overwritten
        else "The bytes of the old file were not overwritten: it has another name (a hard link), or the disk refused."
    )  # fmt: skip
    if is_known:
        said.append("Clients that look there find it: each opens the file with it at its next call.")
    elif options := lookup.options_of(settings):
        said.append(f"Give it to your clients, which cannot read the file now: memory-mcp {joined(options)} setup")
        variable = "MEMORY_DB_KEY_FILE" if settings.key_file is not None else "MEMORY_DB_KEYCHAIN"
        said.append(f"At a terminal too: export {variable}={quoted(options[1])}")
    else:
        said.append("Give it to each client, its hooks and its server, as MEMORY_DB_KEY, and start the clients anew.")
    said.append("Without the key nobody can read the file: keep a copy of it elsewhere.")
    return said
