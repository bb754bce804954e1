"""A folder's project is the same from every door: subfolder, link, working tree, whoever names it."""

from __future__ import annotations

import os
import subprocess
import unicodedata
from pathlib import Path

import pytest

from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.errors import InvalidInputError
from memory_mcp.project import NO_PROJECT, CaptureRules, ProjectRef, distinct_name, place_of, resolve, survey
from memory_mcp.project.folders import is_too_wide


@pytest.fixture
def base(tmp_path, monkeypatch) -> Path:
    """Give a folder outside everything, with a home of its own."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return tmp_path.resolve()


def git(folder: Path, *arguments: str) -> None:
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "GIT_ALLOW_PROTOCOL": "file",
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
    }  # fmt: skip
    subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *arguments],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
    )


def repository(path: Path) -> Path:
    path.mkdir(parents=True)
    git(path, "init", "-q")
    git(path, "commit", "-q", "--allow-empty", "-m", "first")
    return path


def mark(folder: Path, content: str) -> None:
    (folder / ".memory-mcp.toml").write_text(content, encoding="utf-8")


def test_a_plain_folder_has_no_project(base):
    assert resolve(base) == NO_PROJECT


def test_a_folder_inside_a_repository_belongs_to_it(base):
    root = repository(base / "api")
    inner = root / "src" / "deep"
    inner.mkdir(parents=True)

    assert resolve(inner) == ProjectRef("api", root, "repository")


def test_a_folder_that_is_gone_still_belongs_to_the_repository_around_it(base):
    root = repository(base / "api")

    assert resolve(root / "deleted" / "long ago") == ProjectRef("api", root, "repository")


def test_the_folder_of_git_itself_belongs_to_its_repository(base):
    root = repository(base / "api")

    assert resolve(root / ".git" / "hooks").root == root


def test_working_trees_share_the_project_of_the_main_one(base):
    root = repository(base / "api")
    git(root, "worktree", "add", "-q", str(base / "elsewhere" / "fix-42"))

    assert resolve(base / "elsewhere" / "fix-42") == ProjectRef("api", root, "repository")


def test_working_trees_of_a_bare_repository_share_it(base):
    root = repository(base / "api")
    git(base, "clone", "-q", "--bare", str(root), str(base / "store.git"))
    git(base / "store.git", "worktree", "add", "-q", str(base / "one"), "-b", "one")
    git(base / "store.git", "worktree", "add", "-q", str(base / "two"), "-b", "two")

    assert resolve(base / "one") == resolve(base / "two") == ProjectRef("store", base / "store.git", "repository")


def test_a_hidden_bare_repository_lends_its_folders_name(base):
    root = repository(base / "api")
    git(base, "clone", "-q", "--bare", str(root), str(base / "web" / ".bare"))
    git(base / "web" / ".bare", "worktree", "add", "-q", str(base / "web" / "main"), "-b", "one")

    assert resolve(base / "web" / "main") == ProjectRef("web", base / "web", "repository")


def test_a_submodule_is_a_project_of_its_own_with_all_its_working_trees(base):
    inner = repository(base / "origin" / "inner")
    outer = repository(base / "outer")
    git(outer, "submodule", "add", "-q", str(inner), "libs/parts")
    git(outer / "libs" / "parts", "worktree", "add", "-q", str(base / "parts-fix"))

    assert resolve(outer / "libs" / "parts") == ProjectRef("parts", outer / "libs" / "parts", "repository")
    assert resolve(base / "parts-fix") == ProjectRef("parts", outer / "libs" / "parts", "repository")


def test_a_repository_kept_apart_from_its_files_is_where_the_files_are(base):
    (base / "files").mkdir()
    git(base / "files", "init", "-q", "--separate-git-dir", str(base / "hidden.git"))

    assert resolve(base / "files") == ProjectRef("files", base / "files", "repository")


def test_a_dangling_git_file_still_marks_its_folder(base):
    (base / "copy").mkdir()
    (base / "copy" / ".git").write_text("gitdir: /gone/.git/worktrees/copy\n", encoding="utf-8")

    assert resolve(base / "copy") == ProjectRef("copy", base / "copy", "repository")


def test_an_empty_folder_called_git_is_no_repository(base):
    (base / "not" / ".git").mkdir(parents=True)

    assert resolve(base / "not") == NO_PROJECT


def test_a_link_leads_to_the_project_it_points_into(base):
    root = repository(base / "api")
    (base / "shortcut").symlink_to(root, target_is_directory=True)

    assert resolve(base / "shortcut") == ProjectRef("api", root, "repository")


def test_the_home_folder_is_no_project_even_as_a_repository(base):
    git(base / "home", "init", "-q")
    (base / "home" / "notes").mkdir()
    mark(base / "home", 'project = "everything"')

    assert resolve(base / "home") == NO_PROJECT
    assert resolve(base / "home" / "notes") == NO_PROJECT


def test_a_repository_inside_the_home_folder_is_a_project(base):
    root = repository(base / "home" / "api")

    assert resolve(root).name == "api"


def test_the_temporary_folder_is_no_project(base, monkeypatch):
    git(base, "init", "-q")
    monkeypatch.setenv("TMPDIR", str(base))

    assert resolve(base) == NO_PROJECT


def test_the_root_of_the_drive_is_no_project(base):
    assert resolve(Path(base.anchor)) == NO_PROJECT
    assert is_too_wide(Path(base.anchor))


def test_a_path_that_cannot_exist_has_no_project(base):
    assert resolve(Path("/a\0b")) == NO_PROJECT


def test_a_marker_file_goes_before_the_repository(base):
    root = repository(base / "api")
    (root / "service").mkdir()
    mark(root / "service", 'project = "billing"')

    assert resolve(root / "service") == ProjectRef(
        "billing", root / "service", "marker", instead=ProjectRef("api", root, "repository")
    )
    assert resolve(root).name == "api"


def test_a_marker_file_without_a_name_leaves_the_repository_its_own(base):
    root = repository(base / "api")
    mark(root, '[capture]\nignore = ["private/**"]')

    found = survey(root)

    assert found.project.name == "api"
    assert found.capture == CaptureRules(ignore=("private/**",), root=root)


@pytest.mark.parametrize("content", ["capture = false", "[capture]\nenabled = false"])
def test_a_marker_file_can_switch_capture_off(base, content):
    mark(base, content)

    assert survey(base, argument="any").capture == CaptureRules(is_enabled=False, root=base)


def test_the_environment_goes_before_the_marker_file_and_the_argument_before_both(base):
    mark(base, 'project = "marked"')

    assert resolve(base, environment="environed") == ProjectRef("environed", None, "environment")
    assert resolve(base, argument="argued", environment="environed") == ProjectRef("argued", None, "argument")
    assert resolve(base, environment="").name == "marked"


def test_an_empty_argument_says_no_project_whatever_the_folder_and_the_environment_say(base):
    mark(base, 'project = "marked"')

    assert resolve(base, argument=" ", environment="environed") == ProjectRef("", None, "argument")


@pytest.mark.parametrize(
    "content",
    [
        "project = ",
        "project = 7",
        'project = "*"',
        'project = "a\\nb"',
        "capture = 3",
        "[capture]\nignored = []",
        "\xff",
    ],
)
def test_a_broken_marker_file_is_an_error_that_names_it(base, content):
    (base / ".memory-mcp.toml").write_bytes(content.encode("latin-1"))

    with pytest.raises(InvalidInputError, match=r"\.memory-mcp\.toml"):
        resolve(base)


def test_a_broken_marker_file_is_a_value_where_nothing_may_fail(base):
    root = repository(base / "api")
    mark(root, "project = ")

    found = survey(root)

    assert found.project.name == "api"
    assert found.problem is not None


def test_whoever_names_a_project_does_not_depend_on_a_marker_file(base):
    mark(base, "project = ")

    assert resolve(base, argument="api").name == "api"


@pytest.mark.parametrize("name", ["*", "a\nb", "a\0b", "x" * 201])
def test_a_name_that_cannot_be_one_is_refused(base, name):
    with pytest.raises(InvalidInputError) as caught:
        resolve(base, argument=name)

    assert caught.value.field == "project"


def test_a_name_with_spaces_and_one_without_latin_letters_are_fine(base):
    assert resolve(base, argument="My Project").name == "My Project"
    assert resolve(repository(base / "проект 日本")).name == "проект 日本"


def test_both_spellings_of_an_accent_are_one_name(base):
    decomposed = unicodedata.normalize("NFD", "café")

    assert resolve(repository(base / decomposed)).name == unicodedata.normalize("NFC", "café")
    assert resolve(base, argument=decomposed).name == resolve(base, argument="café").name


def test_folders_that_differ_in_capitals_are_one_where_the_system_says_so(base):
    root = repository(base / "Api")
    other = base / "aPI"
    expected = ProjectRef("Api", root, "repository") if other.exists() else NO_PROJECT

    assert resolve(other) == expected


class OneSpelling:
    """A file system that takes other capitals, and accents spelled otherwise, for the same name, as macOS does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lexists, self.samefile = os.path.lexists, os.path.samefile
        monkeypatch.setattr(os.path, "lexists", lambda path: self.lexists(self.stored(path)))
        monkeypatch.setattr(os.path, "samefile", lambda a, b: self.samefile(self.stored(a), self.stored(b)))

    def stored(self, path: str | Path) -> Path:
        found = Path(Path(path).anchor)
        for part in Path(path).parts[1:]:
            entries = [entry.name for entry in found.iterdir()] if found.is_dir() else []
            alike = [entry for entry in entries if self.folded(entry) == self.folded(part)]
            found /= part if part in entries or not alike else alike[0]
        return found

    @staticmethod
    def folded(name: str) -> str:
        return unicodedata.normalize("NFC", name).casefold()


@pytest.mark.parametrize(("stored", "asked"), [("Api", "aPI"), ("Größe", "GRÖßE"), ("ガス", "ガス")])
def test_where_the_system_takes_spellings_for_one_they_are_one_project(base, monkeypatch, stored, asked):
    forms = ("NFD", "NFC") if stored == asked else ("NFC", "NFC")
    stored, asked = (unicodedata.normalize(form, name) for form, name in zip(forms, (stored, asked), strict=True))
    root = repository(base / stored)
    OneSpelling(monkeypatch)

    assert asked != stored
    assert (
        resolve(base / asked) == resolve(root) == ProjectRef(unicodedata.normalize("NFC", stored), root, "repository")
    )


def test_where_the_system_tells_spellings_apart_they_are_two_projects(base):
    roots = [repository(base / unicodedata.normalize(form, "ガス")) for form in ("NFC", "NFD")]

    assert [resolve(root).root for root in roots] == roots


@pytest.mark.parametrize("place", ["main", "linked"])
def test_a_marker_file_that_git_does_not_know_holds_for_every_working_tree(base, place):
    root = repository(base / "api")
    mark(root, 'project = "billing"\n[capture]\nignore = ["docs/private/**"]')
    git(root, "worktree", "add", "-q", str(base / "elsewhere" / "fix"))
    folder = {"main": root, "linked": base / "elsewhere" / "fix"}[place] / "src"
    folder.mkdir()

    found = survey(folder)

    assert found.project == ProjectRef("billing", root, "marker", instead=ProjectRef("api", root, "repository"))
    assert place_of(folder, found.project) == "src"
    rules = ignoring(found.capture, folder)
    read = [
        TranscriptEntry("1", "tool", "x", attributes={"files": [file]})
        for file in ("../docs/private/key", "docs/private/key")
    ]
    assert [rules.verdict(one) == "drop" for one in read] == [True, False]


def test_a_working_tree_with_a_marker_file_of_its_own_goes_by_that(base):
    root = repository(base / "api")
    mark(root, 'project = "billing"')
    git(root, "worktree", "add", "-q", str(base / "fix"))
    mark(base / "fix", 'project = "fixes"')

    assert resolve(base / "fix").name == "fixes"


def test_a_second_root_gets_a_stable_name_of_its_own():
    first, second = distinct_name("api", Path("/a/api")), distinct_name("api", Path("/b/api"))

    assert first == distinct_name("api", Path("/a/api"))
    assert first != second
    assert first.startswith("api~")
    assert len(first) == len("api~3f2a")


def test_a_place_is_named_from_the_root_of_its_working_tree(tmp_path):
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "shop" / "api" / "src").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    places = [place_of(folder, resolve(folder)) for folder in (tmp_path / "shop", tmp_path / "shop" / "api" / "src")]
    assert places == ["", "api/src"]
    assert place_of(tmp_path / "other", resolve(tmp_path / "other")) == os.path.realpath(tmp_path / "other")


def test_two_working_trees_name_the_same_place_alike(tmp_path):
    main, linked = tmp_path / "shop", tmp_path / "feature"
    (main / ".git" / "worktrees" / "feature").mkdir(parents=True)
    (main / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (main / ".git" / "worktrees" / "feature" / "commondir").write_text("../..\n")
    for tree in (main, linked):
        (tree / "api").mkdir(parents=True)
    (main / ".git" / "worktrees" / "feature" / "gitdir").write_text(f"{linked / '.git'}\n")
    (linked / ".git").write_text(f"gitdir: {main / '.git' / 'worktrees' / 'feature'}\n")
    assert resolve(linked / "api") == resolve(main / "api")
    assert {place_of(tree / "api", resolve(tree / "api")) for tree in (main, linked)} == {"api"}


def test_nothing_is_below_a_folder_that_is_everybodys(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "notes").mkdir()
    home, below = (place_of(folder, resolve(folder)) for folder in (tmp_path, tmp_path / "notes"))
    assert not below.startswith(f"{home}/")
