"""What the network reads and what words share, weighed together."""

from __future__ import annotations

from memory_mcp.statements.ending import LEAST_WORDS, Read, likelihoods
from memory_mcp.statements.replacement import has_another_value


def test_the_network_and_the_words_both_count_and_what_says_nothing_ends_less() -> None:
    plain = Read(LEAST_WORDS, 0.0, 0.4)

    [alone] = likelihoods(0.8, [plain])
    assert likelihoods(0.8, [plain._replace(network=4.0)])[0] > alone
    assert likelihoods(0.8, [plain._replace(words=4.0)])[0] > alone
    assert likelihoods(0.8, [plain._replace(near=0.8)])[0] > alone
    assert likelihoods(0.8, [plain._replace(has_another_value=True)])[0] > alone
    assert likelihoods(0.8, [plain._replace(is_one_session=True)])[0] < alone
    assert likelihoods(0.2, [plain])[0] < alone


def test_another_value_is_another_number_of_one_form() -> None:
    assert has_another_value("staging runs on port 6543", "port 5432 since this morning")
    assert not has_another_value("staging runs on port 6543", "port 6543 is the one")
    assert not has_another_value("the stand-up is at 10:30", "there are 12 of us, and 4 cakes")
    assert not has_another_value("take 3 of them", "take 4 of them")


def test_a_sentence_ends_one_statement_rather_than_several() -> None:
    read = [Read(LEAST_WORDS, 3.0, 0.5), Read(LEAST_WORDS, 1.0, 0.5)]

    first, second = likelihoods(0.8, read)
    assert first > likelihoods(0.8, read[:1])[0] > second
    assert likelihoods(0.8, []) == []


def test_words_another_number_or_the_meaning_say_that_both_are_of_one_matter() -> None:
    apart = Read(LEAST_WORDS, 3.0, 0.2)

    assert not apart.is_of_one_matter
    assert apart._replace(words=0.0).is_of_one_matter
    assert apart._replace(has_another_value=True).is_of_one_matter
    assert apart._replace(near=0.5).is_of_one_matter
