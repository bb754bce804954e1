"""Settings from flags and environment. Reading them creates nothing and reads no file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from memory_mcp.errors import InvalidInputError

Toolset: TypeAlias = Literal["all", "core"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]

_APPLICATION: Final = "memory-mcp"
_TRUE: Final = frozenset({"1", "true", "yes", "y", "on"})
_MOST_DAYS: Final = 36_500
_FALSE: Final = frozenset({"0", "false", "no", "n", "off"})


class Settings(NamedTuple):
    """How this process was asked to behave.

    ``key`` is the file's key as the environment gives it; ``memory_mcp.keys`` finds it elsewhere too. It is never
    shown, nor is ``hub``, which may hold a password.
    """

    db_path: Path
    project: str | None = None
    embed_model: str | None = None
    embed_path: Path | None = None
    embed_disabled: bool = False
    redact: Literal["off", "mask", "refuse"] = "mask"
    tools: Toolset = "all"
    retention: Literal["off", "auto"] = "off"
    retention_turn_days: int | None = None
    handoff: Literal["on", "off"] = "on"
    context_tokens: int = 1_500
    inject: Literal["on", "off"] = "on"
    backups: int = 11
    backup_folder: Path | None = None
    log_level: LogLevel = "warning"
    log_file: Path | None = None
    key: str | None = None
    key_file: Path | None = None
    keychain: str | None = None
    keychain_patience_s: float | None = None
    hub: str | None = None
    sync_key_file: Path | None = None

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in self._fields if name not in ("key", "hub")]
        secret = ", ".join(f"{name}={'set' if getattr(self, name) else None}" for name in ("key", "hub"))
        return f"Settings({', '.join(shown)}, {secret})"

    @classmethod
    def load(cls, env: Mapping[str, str], **overrides: Any) -> Settings:
        """Return the settings of an environment; an override (a flag) that is not None goes before its variable.

        An empty variable, and a placeholder a client left unfilled (``${user_config.db_path}``), count as absent,
        but for the key and its place: one that is blank or unfilled is refused.
        Raises InvalidInputError naming the variable (or the flag's field) whose value cannot be used, TypeError for
        an override of no setting.
        """
        unknown = overrides.keys() - {name for name, _, _ in _FIELDS}
        if unknown:
            raise TypeError(f"no such settings: {', '.join(sorted(unknown))}")
        values: dict[str, Any] = {}
        for name, variable, read in _FIELDS:
            given = overrides.get(name)
            source, raw = (variable, _present(env.get(variable))) if given is None else (name, given)
            if variable.startswith("MEMORY_DB_KEY"):
                _refuse_unfilled_key(variable, env.get(variable))
            if raw is not None:
                values[name] = read(source, raw) if isinstance(raw, str | Path) else raw
        if "db_path" not in values:
            values["db_path"] = _default_db_path()
        return cls(**values)

    @property
    def spool_dir(self) -> Path:
        """Where hooks put what they could not write while the file was locked."""
        return self.db_path.with_name(f"{self.db_path.name}-spool")

    @property
    def hook_log_path(self) -> Path:
        """Where hooks note what went wrong."""
        return self.db_path.with_name(f"{self.db_path.name}-hooks.log")

    @property
    def backup_dir(self) -> Path:
        """Where backups lie: beside the file, or in a folder of this file's own below the one that is set."""
        beside = f"{self.db_path.name}-backups"
        if self.backup_folder is None:
            return self.db_path.with_name(beside)
        import zlib  # noqa: PLC0415 - hooks make no backups

        # Files of one name from several folders keep theirs apart.
        return self.backup_folder / f"{beside}-{zlib.crc32(os.fsencode(self.db_path)):08x}"

    @property
    def log_path(self) -> Path:
        """Where this program logs: as set, else the folder the system keeps logs in."""
        if self.log_file is not None:
            return self.log_file
        import platformdirs  # noqa: PLC0415 - hooks are told where the file is and never need it

        return Path(platformdirs.user_log_dir(_APPLICATION, appauthor=False)) / "memory-mcp.log"


# As shells, Windows, templates, programs and instructions write what is still to be filled in; a real key is no such
# name.
_UNFILLED: Final = re.compile(
    r"\s*(?:\$\{[^{}]*\}|\$[A-Za-z_]\w*|\$\(\w+\)|%\w+%|\{\{[^{}]*\}\}|<[A-Za-z_][\w -]*>|undefined|null|None"
    r"|(?i:your[_ -](?:\w+[_ -])?key(?:[_ -]here)?))\s*"
)


def is_unfilled(key: str) -> bool:
    """Whether a key is a placeholder, or has no character but quotes and what nobody sees: nobody meant it."""
    return _UNFILLED.fullmatch(key) is not None or not any(one.isprintable() and one not in " \"'" for one in key)


def _present(value: str | None) -> str | None:
    if value is None or not value.strip() or re.fullmatch(r"\s*\$\{[^{}]*\}\s*", value):
        return None
    return value


def _refuse_unfilled_key(variable: str, value: str | None) -> None:
    """Raise InvalidInputError for a key, or its place, that was meant to be given: the file would lie there in plain.

    An empty value, and the placeholder of a bundle's option that nobody filled in, say that there is to be none.
    """
    unfilled = f"${{user_config.{variable.removeprefix('MEMORY_').lower()}}}"
    if value in (None, "", unfilled) or not is_unfilled(str(value)):
        return
    raise InvalidInputError(
        f"{variable} is {'a placeholder nobody filled in' if _UNFILLED.fullmatch(str(value)) else 'blank'}: nothing is "
        "opened",
        hint=f"Give the key, or unset {variable} for a file that is not encrypted.",
        field=variable,
    )


def _default_db_path() -> Path:
    import platformdirs  # noqa: PLC0415 - hooks are told where the file is and never need it

    folder = platformdirs.user_data_dir(_APPLICATION, appauthor=False)
    return _read_file("the default data folder", os.path.join(folder, "memory.db"))  # noqa: PTH118 - a text, as if given


# What is in the name of a setting, and how the file ends that it names.
_ENDS: Final = {"key": "key", "log": "log"}


def _read_file(source: str, value: str | Path) -> Path:
    """Read the absolute path of a file; what a working directory would decide is refused."""
    text = os.fspath(value).strip()
    hint = "give an absolute path of a file, or one that starts with ~/"
    try:
        path = Path(text).expanduser()
    except RuntimeError as exc:
        raise InvalidInputError(f"{source}: no home folder is known for {text!r}", hint=hint, field=source) from exc
    if "\0" in text:
        raise InvalidInputError(f"{source}: a path cannot hold NUL: {text!r}", hint=hint, field=source)
    if not path.is_absolute():
        raise InvalidInputError(
            f"{source}: {text!r} depends on the folder a program is started in, so every client would have its own",
            hint=hint,
            field=source,
        )
    # Whether somebody else's folder may be entered is told where the file is opened.
    if text.endswith(("/", os.sep)) or os.path.isdir(path):  # noqa: PTH112 - no error
        end = next((end for name, end in _ENDS.items() if name in source.lower()), "db")
        raise InvalidInputError(
            f"{source}: {text!r} is a folder", hint=f"for example {path / f'memory.{end}'}", field=source
        )
    return path


def _read_folder_or_file(source: str, value: str | Path) -> Path:
    path = Path(os.fspath(value).strip()).expanduser()
    if not path.is_absolute():
        raise InvalidInputError(
            f"{source}: not an absolute path: {str(value)!r}", hint="~/ is understood", field=source
        )
    return path


def _read_text(_source: str, value: str) -> str:
    return value.strip()


def _read_hub(source: str, value: str) -> str:
    address = value.strip()
    if not address.startswith(("postgresql://", "postgres://")):
        # It may hold a password: it is not said again.
        raise InvalidInputError(
            f"{source}: not the address of a PostgreSQL database", hint="postgresql://user@host/name", field=source
        )
    return address


def _read_key(source: str, value: str) -> str:
    # White space may be part of a key: it is used exactly as given.
    if not value.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise InvalidInputError(
            f"{source} holds bytes that are no UTF-8: nothing is opened", hint="Give the key as UTF-8.", field=source
        )
    return value


def _read_flag(source: str, value: str) -> bool:
    word = value.strip().lower()
    if word not in _TRUE | _FALSE:
        raise InvalidInputError(f"{source}: neither yes nor no: {value!r}", hint="set it to 1 or 0", field=source)
    return word in _TRUE


def _read_switch(source: str, value: str) -> str:
    return "on" if _read_flag(source, value) else "off"


def _read_days(source: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", value.strip()) or not 1 <= int(value) <= _MOST_DAYS:
        raise InvalidInputError(
            f"{source}: not a number of days: {value!r}", hint=f"1 to {_MOST_DAYS}, for example 365", field=source
        )
    return int(value)


def _read_tokens(source: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", value.strip()):
        raise InvalidInputError(
            f"{source}: not a number of tokens: {value!r}", hint="0 (nothing) to 99999, for example 1500", field=source
        )
    return int(value)


def _read_backups(source: str, value: str) -> int:
    word = value.strip().lower()
    if word in _FALSE:
        return 0
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise InvalidInputError(
            f"{source}: not a number of backups: {value!r}", hint="off, or 1 to 999, for example 11", field=source
        )
    return int(word)


def _one_of(*words: str) -> Callable[[str, str], str]:
    def read(source: str, value: str) -> str:
        word = value.strip().lower()
        if word not in words:
            raise InvalidInputError(
                f"{source}: unknown value {value!r}", hint=f"one of {', '.join(words)}", field=source
            )
        return word

    return read


_FIELDS: Final[tuple[tuple[str, str, Callable[[str, Any], Any]], ...]] = (
    ("db_path", "MEMORY_DB_PATH", _read_file),
    ("project", "MEMORY_PROJECT", _read_text),
    ("embed_model", "MEMORY_EMBED_MODEL", _read_text),
    ("embed_path", "MEMORY_EMBED_PATH", _read_folder_or_file),
    ("embed_disabled", "MEMORY_EMBED_DISABLED", _read_flag),
    ("redact", "MEMORY_REDACT", _one_of("off", "mask", "refuse")),
    ("tools", "MEMORY_TOOLS", _one_of("all", "core")),
    ("retention", "MEMORY_RETENTION", _one_of("off", "auto")),
    ("retention_turn_days", "MEMORY_RETENTION_TURN_DAYS", _read_days),
    ("handoff", "MEMORY_HANDOFF", _read_switch),
    ("context_tokens", "MEMORY_CONTEXT_TOKENS", _read_tokens),
    ("inject", "MEMORY_INJECT", _read_switch),
    ("backups", "MEMORY_BACKUPS", _read_backups),
    ("backup_folder", "MEMORY_BACKUP_DIR", _read_folder_or_file),
    ("log_level", "MEMORY_LOG_LEVEL", _one_of("debug", "info", "warning", "error")),
    ("log_file", "MEMORY_LOG_PATH", _read_file),
    ("key", "MEMORY_DB_KEY", _read_key),
    ("key_file", "MEMORY_DB_KEY_FILE", _read_file),
    ("keychain", "MEMORY_DB_KEYCHAIN", _read_text),
    ("hub", "MEMORY_HUB", _read_hub),
    ("sync_key_file", "MEMORY_SYNC_KEY_FILE", _read_file),
)

VARIABLES: Final = tuple(variable for _, variable, _ in _FIELDS)
"""Every variable that is read, in the order of the settings."""
