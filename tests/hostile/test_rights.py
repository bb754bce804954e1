"""What this memory writes is its owner's alone, whatever the process's mask is and wherever it lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from calling import Client, learn, server

from memory_mcp.capture.events.payload import Heard
from memory_mcp.capture.events.spooled import put_off
from memory_mcp.errors import ConflictError, RefusedError
from memory_mcp.keys.storage import KeyFile
from memory_mcp.setup.changes import Change, apply
from memory_mcp.setup.launching import backup_folder
from memory_mcp.store.capture_state import spool
from memory_mcp.store.capture_state.spool_places import note_not_kept, places
from memory_mcp.store.file.copies.backup import backup
from memory_mcp.store.file.copies.erased_copies import copies_of
from memory_mcp.store.file.copies.kept_backups import backup_path, kept_backups
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.location import CLIENT_FILES
from memory_mcp.store.upkeep import automatic_backups
from memory_mcp.sync import folder as folders
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.tools.health import memory_health
from memory_mcp.tools.transfer import memory_export
from memory_mcp.view.page import empty_page, write_page

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights are those of the profile folder elsewhere")


_SOMEBODY = 54_321


@pytest.fixture(params=[None, "tea"], ids=["plain", "encrypted"])
def person(request, tmp_path, clock):
    tmp_path.chmod(0o777)
    before = os.umask(0)
    try:
        with server(tmp_path, clock, key=request.param) as runtime:
            made = Client(runtime, tmp_path)
            made.facts = RequestFacts(project_dir=str(tmp_path), is_person=True, allows_plain=True)
            yield made
    finally:
        os.umask(before)


def _open_to_others(folder: Path) -> list[str]:
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.lstat().st_mode & 0o077)


def test_nothing_that_is_written_is_open_to_others(person, tmp_path):
    settings = person.runtime.settings
    learn(person, "The vault of the harbour bank opens with the third lever.")
    put_off(
        settings, Heard("UserPromptSubmit", "claude", {"session_id": "s", "cwd": str(tmp_path), "prompt": "a"}, {}, 1)
    )
    put_off(
        settings, Heard("UserPromptSubmit", "claude", {"session_id": "s", "cwd": str(tmp_path), "prompt": "b"}, {}, 2)
    )
    spool.set_aside(spool.waiting(settings.spool_dir)[0], "a test")
    backup(person.runtime.db, settings.backup_dir / "copy.db", key=settings.key)
    for name in ("all.json", "all.jsonl.gz", *(["all.sealed"] if settings.key else [])):
        person.call(memory_export, path=str(tmp_path / name), project="*")
    person.call(memory_export, path=str(tmp_path / "pages"), format="markdown", project="*")
    write_page(tmp_path / "memory.html", empty_page())
    folders.init(person.runtime.db, tmp_path / "between" / "machines")

    # Why an event was set aside, which a closed folder closes.
    passed = {str(one.relative_to(tmp_path)) for one in settings.spool_dir.rglob("*.why")}
    assert set(_open_to_others(tmp_path)) <= passed


@pytest.mark.parametrize(
    "make",
    [
        lambda path: Database(path, ManualClock(1)).close(),
        lambda path: KeyFile(path).put("", "tea"),
        lambda path: spool.put(path, 1, {}),
        lambda path: write_page(path, empty_page()),
    ],
    ids=["memory", "key file", "spool", "page"],
)
def test_missing_folders_above_are_their_owners_alone_too(make, tmp_path):
    before = os.umask(0)
    try:
        make(tmp_path / "share" / "memory" / "of.mine")
    finally:
        os.umask(before)
    assert (tmp_path / "share" / "memory").is_dir()
    assert _open_to_others(tmp_path) == []


@pytest.fixture
def elsewhere(person, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root can make links of somebody else")  # a link's owner is changed by chown alone
    settings, folder = person.runtime.settings, tmp_path / "elsewhere"
    folder.mkdir()
    beside = [settings.db_path.with_name(name) for name in ("exports", CLIENT_FILES)]
    for place in (settings.spool_dir, settings.backup_dir, *beside):
        place.symlink_to(folder, target_is_directory=True)
        os.chown(place, _SOMEBODY, _SOMEBODY, follow_symlinks=False)
    return folder


def test_nothing_is_written_through_a_link_of_somebody_else(person, elsewhere, tmp_path):
    settings, runtime = person.runtime.settings, person.runtime
    with pytest.raises(OSError, match="a link that somebody else made"):
        spool.put(settings.spool_dir, 1, {})
    with pytest.raises(RefusedError, match="a link that somebody else made"):
        automatic_backups.make(runtime.db, 3, key=settings.key, pause=lambda: None)
    with pytest.raises(RefusedError, match="a link that somebody else made"):
        person.call(memory_export, path=str(tmp_path / "exports" / "all.json"), project="*")
    note_not_kept(settings.spool_dir, settings.db_path, "a test")
    page = tmp_path / "settings.json"
    page.write_text("{}", encoding="utf-8")
    with pytest.raises(ConflictError, match="a link that somebody else made"):
        apply(Change(page, before="{}", after="[]"), backup_folder(settings.db_path))

    assert list(elsewhere.iterdir()) == []
    said = [one["what"] for one in person.call(memory_health)["problems"]]
    for place in (settings.spool_dir, settings.backup_dir):
        assert f"{place} is a link that somebody else made" in said


def test_nothing_is_read_through_a_link_of_somebody_else(person, elsewhere):
    settings = person.runtime.settings
    copy = backup_path(elsewhere, settings.db_path.stem, 1, is_automatic=True)
    copy.touch()
    spool.put(elsewhere, 1, {}, settings.key)

    assert settings.spool_dir not in places(settings.spool_dir, settings.db_path)
    assert kept_backups(settings.backup_dir, settings.db_path.stem) == []
    assert copies_of(settings.db_path, settings.backup_dir) == []


def test_a_link_of_ones_own_is_followed(person, tmp_path):
    settings, folder = person.runtime.settings, tmp_path / "disk"
    folder.mkdir()
    settings.spool_dir.symlink_to(folder, target_is_directory=True)
    spool.put(settings.spool_dir, 1, {}, settings.key)
    assert len(spool.waiting(places(settings.spool_dir, settings.db_path)[0])) == 1
