from __future__ import annotations

import json

import pytest
from calling import Client
from calling import server as opened

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.file.mending import invariants
from memory_mcp.tools import registry


class Named(Client):
    """The same, with tools by name and arguments as one object."""

    def call(self, tool, arguments=None):
        return super().call(registry()[tool].function, **(arguments or {}))


@pytest.fixture
def server(tmp_path, clock):
    with opened(tmp_path, clock) as runtime:
        yield Named(runtime, tmp_path)


def fact(content, **more):
    return {"category": "fact", "content": content, **more}


def test_the_same_text_counts_as_a_use_and_brings_its_tags(server: Named) -> None:
    first = server.call("memory_learn", fact("The deploy runs on Tuesdays.", tags=["deploy"]))

    again = server.call("memory_learn", fact("the deploy  runs on tuesdays", tags=["weekly"]))

    assert (again["id"], again["action"], again["usageCount"]) == (first["id"], "skipped_duplicate", 1)
    assert server.call("memory_recall", {"tags": ["weekly", "deploy"]})["hits"][0]["id"] == first["id"]


def test_similar_text_is_stored_and_shown_never_refused(server: Named) -> None:
    first = server.call("memory_learn", fact("The staging database listens on port 5432."))

    second = server.call("memory_learn", fact("The staging database listens on port 6543."))

    assert second["action"] == "added"
    assert [row["id"] for row in second["similar"]] == [first["id"]]


def test_a_bulk_is_all_or_nothing_and_names_the_bad_one(server: Named) -> None:
    with pytest.raises(InvalidInputError, match=r"items\[1\]"):
        server.call("memory_learn_bulk", {"items": [fact("one"), fact("???")]})

    assert server.call("memory_recall", {})["count"] == 0


def test_a_tag_that_is_written_otherwise_is_no_other_one(server: Named) -> None:
    first = server.call("memory_learn", fact("The deploy runs on Tuesdays.", tags=["Caf\u00e9"]))
    server.call("memory_learn", fact("The deploy runs on Tuesdays.", tags=["cafe\u0301", "weekly"]))
    assert server.call("memory_read", {"id": first["id"]})["tags"] == ["Caf\u00e9", "weekly"]


def test_a_text_twice_in_one_bulk_with_other_tags_is_one_row_with_both(server: Named) -> None:
    result = server.call(
        "memory_learn_bulk", {"items": [fact("one thing", tags=["a"]), fact("One thing.", tags=["b"])]}
    )

    assert (result["added"], result["skipped"]) == (1, 1)
    row = server.call("memory_recall", {"query": "thing", "tags": ["a", "b"]})["hits"]
    assert [hit["id"] for hit in row] == [result["results"][0]["id"]]
    with server.runtime.db.reading() as snapshot:
        assert invariants.check(snapshot) == []


def test_an_archived_lesson_learned_again_is_live_again(server: Named) -> None:
    uid = server.call("memory_learn", fact("Use tabs."))["id"]
    server.call("memory_learn_archive", {"learningId": uid})
    assert server.call("memory_recall", {})["count"] == 0

    server.call("memory_learn", fact("use tabs"))

    assert [hit["id"] for hit in server.call("memory_recall", {})["hits"]] == [uid]


def test_a_superseded_text_is_a_new_fact(server: Named, clock) -> None:
    old = server.call("memory_learn", fact("Lives in Berlin."))["id"]
    clock.advance(days=1)
    new = server.call("memory_learn", fact("Lives in Hamburg."))["id"]
    server.call("memory_observation_supersede", {"observationId": old, "supersededById": new})

    back = server.call("memory_learn", fact("Lives in Berlin."))

    assert back["action"] == "added"
    assert back["id"] != old


def test_a_secret_is_masked_and_counted(server: Named) -> None:
    key = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"

    result = server.call("memory_learn", fact(f"The token is {key}."))

    assert sum(result["redacted"].values()) == 1
    assert key not in server.call("memory_read", {"id": result["id"]})["body"]


def test_a_private_tag_left_open_is_answered_with_how_much_went(server: Named) -> None:
    said = server.call("memory_learn", fact("The deploy happens <private>on Fridays\n\nNobody is told."))

    assert "10 characters" in str(said)
    kept = server.call("memory_read", {"id": said["id"]})["body"]
    assert "Fridays" not in kept
    assert "Nobody is told." in kept


def test_a_word_about_the_private_tag_costs_nothing(server: Named) -> None:
    text = "Use the `<private>` tag to hide things, the deploy happens on Fridays"

    assert server.call("memory_read", {"id": server.call("memory_learn", fact(text))["id"]})["body"] == text


def test_a_secret_in_a_project_name_is_masked(server: Named) -> None:
    key = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"

    said = server.call("memory_learn", fact("The deploy happens on Fridays.") | {"project": f"shop {key}"})

    assert key not in str(said)
    assert said["project"] == "shop [redacted: github-token]"


def test_forgetting_a_document_hides_its_passages(server: Named) -> None:
    uid = server.call("memory_save", {"content": "the quetzal sings\n" * 50, "title": "Birds"})["id"]

    server.call("memory_forget", {"ids": [uid]})

    assert server.call("memory_search", {"query": "quetzal"})["count"] == 0
    with server.runtime.db.reading() as snapshot:
        assert invariants.check(snapshot) == []


@pytest.mark.parametrize("content", ["", "   ", "...", "\x00"])
def test_text_that_says_nothing_is_refused(server: Named, content: str) -> None:
    with pytest.raises(InvalidInputError):
        server.call("memory_learn", fact(content))


def test_a_bulk_of_300_alike_fits_an_answer_and_says_what_it_leaves_out(server: Named) -> None:
    items = [fact(f"The staging database number {number} listens on port {5000 + number}.") for number in range(300)]

    result = server.call("memory_learn_bulk", {"items": items})

    assert result["added"] == 300
    assert len(json.dumps(result)) < 100_000
    assert sum("similar" in row for row in result["results"]) == 20
    assert "memory_reflect" in result["notice"]
