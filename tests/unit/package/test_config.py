"""Settings come from flags and environment, name what is wrong with them, and leave no trace on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from replaying import unmeasured

from memory_mcp.config import VARIABLES, Settings
from memory_mcp.errors import InvalidInputError

# What says how the file is encrypted: blank, it would make a plain one.
KEYS = {"MEMORY_DB_KEY", "MEMORY_DB_KEY_FILE", "MEMORY_DB_KEYCHAIN"}


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_nothing_set_means_a_file_in_the_users_data_folder(home):
    settings = Settings.load({})

    assert settings.db_path.is_relative_to(home)
    assert settings.db_path.parts[-2:] == ("memory-mcp", "memory.db")
    assert (settings.redact, settings.tools, settings.retention, settings.handoff) == ("mask", "all", "off", "on")
    assert (settings.project, settings.embed_model, settings.key, settings.embed_disabled) == (None, None, None, False)


def test_reading_settings_creates_nothing(home):
    settings = Settings.load({"MEMORY_DB_PATH": str(home / "deep" / "memory.db")})
    named = [settings.db_path, settings.spool_dir, settings.backup_dir, settings.log_path]

    assert all(path.is_relative_to(home) for path in named)
    assert list(home.iterdir()) == []


def test_every_variable_is_read(home):
    settings = Settings.load(
        {
            "MEMORY_DB_PATH": "~/m.db",
            "MEMORY_PROJECT": " api ",
            "MEMORY_EMBED_MODEL": "some/model",
            "MEMORY_EMBED_PATH": "~/models",
            "MEMORY_EMBED_DISABLED": "True",
            "MEMORY_REDACT": "REFUSE",
            "MEMORY_TOOLS": "core",
            "MEMORY_RETENTION": "auto",
            "MEMORY_RETENTION_TURN_DAYS": "365",
            "MEMORY_HANDOFF": "off",
            "MEMORY_LOG_LEVEL": "debug",
            "MEMORY_LOG_PATH": "~/m.log",
            "MEMORY_DB_KEY": " a key ",
            "MEMORY_DB_KEY_FILE": "~/m.key",
            "MEMORY_DB_KEYCHAIN": "mine",
        }
    )

    assert settings == Settings(
        db_path=home / "m.db",
        project="api",
        embed_model="some/model",
        embed_path=home / "models",
        embed_disabled=True,
        redact="refuse",
        tools="core",
        retention="auto",
        retention_turn_days=365,
        handoff="off",
        log_level="debug",
        log_file=home / "m.log",
        key=" a key ",
        key_file=home / "m.key",
        keychain="mine",
    )


def test_spool_and_backups_lie_beside_the_file(home):
    settings = Settings.load({"MEMORY_DB_PATH": str(home / "m.db")})

    assert settings.spool_dir == home / "m.db-spool"
    assert settings.backup_dir == home / "m.db-backups"


@pytest.mark.parametrize("blank", ["", "   ", "${user_config.db_path}", " ${HOME} "])
@pytest.mark.parametrize("variable", sorted(set(VARIABLES) - KEYS))
def test_a_blank_or_unfilled_placeholder_counts_as_absent(home, variable, blank):
    assert Settings.load({variable: blank}) == Settings.load({})


def test_a_flag_goes_before_its_variable_and_none_does_not(home):
    env = {"MEMORY_DB_PATH": str(home / "env.db"), "MEMORY_PROJECT": "env", "MEMORY_EMBED_DISABLED": "0"}
    settings = Settings.load(env, db_path=str(home / "flag.db"), project=None, embed_disabled=True)

    assert (settings.db_path, settings.project, settings.embed_disabled) == (home / "flag.db", "env", True)
    assert not Settings.load({"MEMORY_EMBED_DISABLED": "1"}, embed_disabled=False).embed_disabled


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("MEMORY_DB_PATH", "memory.db"),
        ("MEMORY_DB_PATH", "./data/memory.db"),
        ("MEMORY_DB_PATH", "${HOME}/memory.db"),
        ("MEMORY_DB_PATH", "~nobody-of-that-name/memory.db"),
        ("MEMORY_DB_PATH", f"{os.sep}tmp\0{os.sep}memory.db"),
        ("MEMORY_DB_PATH", str(Path(__file__).parent)),
        ("MEMORY_DB_PATH", f"{Path(__file__).parent}{os.sep}new{os.sep}"),
        ("MEMORY_LOG_PATH", "memory.log"),
        ("MEMORY_EMBED_PATH", "models"),
        ("MEMORY_EMBED_DISABLED", "maybe"),
        ("MEMORY_REDACT", "some"),
        ("MEMORY_TOOLS", "half"),
        ("MEMORY_RETENTION", "always"),
        ("MEMORY_RETENTION_TURN_DAYS", "0"),
        ("MEMORY_RETENTION_TURN_DAYS", "a year"),
        ("MEMORY_HANDOFF", "2"),
        ("MEMORY_LOG_LEVEL", "loud"),
    ],
)
def test_a_value_that_cannot_be_used_names_its_variable(home, variable, value):
    with pytest.raises(InvalidInputError) as caught:
        Settings.load({variable: value})

    assert caught.value.field == variable
    assert caught.value.message.startswith(f"{variable}: ")
    assert caught.value.hint


@pytest.mark.parametrize(("value", "meant"), [("0", "off"), ("False", "off"), ("no", "off"), ("1", "on"), ("ON", "on")])
def test_a_switch_is_turned_with_any_word_for_yes_or_no(home, value, meant):
    settings = Settings.load({"MEMORY_HANDOFF": value, "MEMORY_INJECT": value})
    assert (settings.handoff, settings.inject) == (meant, meant)


def test_a_relative_file_is_refused_from_a_flag_too(home):
    with pytest.raises(InvalidInputError) as caught:
        Settings.load({}, db_path="memory.db")

    assert caught.value.field == "db_path"


def test_a_misspelt_override_is_a_defect_and_not_ignored(home):
    with pytest.raises(TypeError, match="dp_path"):
        Settings.load({}, dp_path="/x")


@pytest.mark.parametrize("env", [{"MEMORY_DB_KEY": "hunter2"}, {"MEMORY_HUB": "postgresql://me:hunter2@h/db"}])
def test_the_key_and_the_address_of_the_hub_are_not_shown(home, env):
    assert "hunter2" not in repr(Settings.load(env))


@pytest.mark.external
def test_what_hooks_import_stays_light():
    program = "import sys, memory_mcp.{0}; print(*sys.modules)"
    heavy = {"pydantic", "platformdirs", "numpy", "mcp", "apsw", "tomllib", "tempfile", "subprocess", "logging"}
    for module in ("config", "project", "privacy.redaction", "temporal"):
        shown = subprocess.run(
            [sys.executable, "-c", program.format(module)],
            env=unmeasured(),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert heavy.isdisjoint(shown.split()), module


@pytest.mark.parametrize(
    "value", ["   ", "\t\n", "${MEMORY_DB_KEY}", " ${KEY} ", "${user_config.other}", "''", "\u200b"]
)
@pytest.mark.external
def test_a_key_that_is_blank_or_unfilled_is_refused_and_makes_no_plain_file(value: str, tmp_path: Path) -> None:
    given = {"MEMORY_DB_KEY": value, "MEMORY_DB_PATH": str(tmp_path / "memory.db")}
    with pytest.raises(InvalidInputError, match="MEMORY_DB_KEY is"):
        Settings.load(given)
    ended = subprocess.run(
        [sys.executable, "-m", "memory_mcp", "health"],
        env=os.environ | given,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "MEMORY_DB_KEY is" in ended.stderr


@pytest.mark.parametrize(
    "value", ["$MEMORY_DB_KEY", "%MEMORY_DB_KEY%", "{{ db_key }}", "$(KEY)", "<your key>", "undefined", "YOUR_KEY_HERE"]
)
def test_a_placeholder_of_a_shell_or_a_template_is_no_key(value: str) -> None:
    with pytest.raises(InvalidInputError, match="MEMORY_DB_KEY is a placeholder nobody filled in"):
        Settings.load({"MEMORY_DB_KEY": value})


def test_a_key_in_another_encoding_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="MEMORY_DB_KEY holds bytes that are no UTF-8"):
        Settings.load({"MEMORY_DB_KEY": os.fsdecode(b"caf\xe9")})


@pytest.mark.parametrize("value", ["pa$$word", "$9.99 a day", "100%sure%", "{{", "a<b>c"])
def test_a_key_with_the_signs_of_a_placeholder_in_it_is_one(value: str) -> None:
    assert Settings.load({"MEMORY_DB_KEY": value}).key is not None


@pytest.mark.parametrize("value", ["", "${user_config.db_key}"])
def test_a_key_nobody_meant_to_give_is_none(value: str) -> None:
    assert Settings.load({"MEMORY_DB_KEY": value}).key is None


@pytest.mark.parametrize("variable", ["MEMORY_DB_KEY_FILE", "MEMORY_DB_KEYCHAIN"])
def test_a_place_of_the_key_that_is_blank_or_unfilled_is_refused_too(variable: str) -> None:
    for value in (" ", "${HOME}"):
        with pytest.raises(InvalidInputError, match=f"{variable} is"):
            Settings.load({variable: value})
    for value in ("", f"${{user_config.{variable.removeprefix('MEMORY_').lower()}}}"):
        assert Settings.load({variable: value}) == Settings.load({})
