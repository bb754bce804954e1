"""Two names, identifiers, versions or frequencies that fill one place of two notes, and what is no claim at all."""

from __future__ import annotations

import pytest

from memory_mcp.contradiction.verdict import contradict
from memory_mcp.language.frequencies import JOINT, periodic


@pytest.mark.parametrize(
    ("a", "b", "evidence"),
    [
        ("CI runs on GitHub Actions.", "Our CI is on CircleCI.", "GitHub Actions / CircleCI"),
        ("Production runs in eu-west-1.", "Production runs in us-east-2.", "eu-west-1 / us-east-2"),
        ("The site is deployed on Fly.io.", "The site is deployed on Render.", "Fly.io / Render"),
        ("Logs are written to /var/log/tracker.", "Logs are written to /srv/logs.", "/var/log/tracker / /srv/logs"),
        ("Frontend tests run with Jest.", "Vitest is what we run the frontend tests with.", "Jest / Vitest"),
        ("The backup runs every two weeks.", "The backup runs monthly.", "every two weeks / monthly"),
        ("Das Backup läuft alle zwei Wochen.", "Das Backup läuft einmal pro Tag.", "alle zwei Wochen / einmal pro Tag"),
        ("The config file is /etc/app.toml", "The config file is /opt/app.toml", "/etc/app.toml / /opt/app.toml"),
        ("The config lives in /etc/app.toml.", "Config file is /opt/app.toml.", "/etc/app.toml / /opt/app.toml"),
        ("Staging lives at st.orchid.io.", "The staging host is now called p2.orch.io.", "st.orchid.io / p2.orch.io"),
        ("PostgreSQL 14 runs in production", "Production is on PostgreSQL 16", "14 / 16"),
        ("Standup is Monday at 9", "Standup is Tuesday at 10", "Monday / Tuesday"),
    ],
)  # fmt: skip
def test_two_that_fill_one_place_contradict_each_other_whatever_the_verb(a, b, evidence):
    found = contradict(a, b)
    assert found is not None
    assert (found.kind, found.evidence) == ("value", evidence)
    assert contradict(b, a) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        # Of an object there are many.
        ("The project uses Docker.", "The project uses Ansible."),
        ("Marcus visited Lisbon.", "Marcus visited Porto."),
        # Two subjects.
        ("The payments service is written in Go.", "The mail service is written in Python."),
        ("Le service de facturation est en Java.", "Le service de notifications est développé en Elixir."),
        ("His name is Kyle.", "Her name is Coco."),
        # The same said otherwise.
        ("The backup runs every two weeks.", "The backup runs fortnightly."),
        ("Die Synchronisation läuft täglich.", "Die Synchronisation läuft einmal am Tag."),
        ("my bucket lives in us-east-2", "I live in Berlin"),
        ("Mi bucket vive en us-east-2", "Vivo en Berlin"),
        # A country, and a town that may be in it.
        ("The user lives in France.", "The user lives in Paris."),
        ("Anna vive en España", "Anna vive en Madrid"),
        # Two subjects that could be verbs.
        ("pagos usa Go", "correo usa Python"),
    ],
)
def test_two_names_of_two_things_or_of_which_there_are_many_both_hold(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Yeah, let's go.", "Yeah, let's not go."),
        ("Totally agree, Jon.", "Totally agree, Maria."),
        ("Hey Nate, long time no see!", "Hey Nate, I see you all the time."),
        ("Keep going and don't give up!", "Keep going!"),
        ("Let's keep the garden.", "Let's not keep the garden."),
        ("Vamos a usar Postgres para la base de datos.", "Vamos a usar MySQL para la base de datos."),
        ("Utilisons Postgres pour la base de données.", "Utilisons MySQL pour la base de données."),
        ("Lass uns Postgres für die Datenbank nehmen.", "Lass uns MySQL für die Datenbank nehmen."),
        ("Vamos usar Postgres para o banco de dados.", "Vamos usar MySQL para o banco de dados."),
        ("Laten we Postgres voor de database gebruiken.", "Laten we MySQL voor de database gebruiken."),
        ("```\nport = 80\n```", "```\nport = 90\n```"),
        ("`x = 1`", "`x = 2`"),
        ("def limit(): return 1", "def limit(): return 2"),
        ("Seeing the results is inspiring.", "Getting the results is inspiring."),
    ],
)
def test_what_is_said_to_somebody_claims_nothing_and_a_first_word_is_no_name(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("La CI gira su GitHub Actions.", "La nostra CI è su CircleCI."),
        ("Die Konfiguration liegt in /etc/app/config.yml.", "Die Konfiguration liegt unter /opt/app/settings.toml."),
        ("The retro takes place every fortnight.", "The retro happens once a month."),
        ("De standup is op maandag om 9 uur.", "De standup is op dinsdag om 10.30 uur."),
        ("De winkel sluit om zes uur.", "De winkel sluit om 8.30 uur."),
        ("Der Laden schließt um sechs Uhr.", "Der Laden schließt um 8 Uhr."),
    ],
)
def test_one_part_is_filled_by_two_names_paths_periods_or_times(a, b):
    assert contradict(a, b) is not None
    assert contradict(b, a) is not None


@pytest.mark.parametrize(
    ("text", "language", "seconds"),
    [
        ("every fortnight", "en", 1_209_600),
        ("every other week", "en", 1_209_600),
        ("three times a day", "en", 28_800),
        ("vierzehntagig", "de", 1_209_600),
        ("una vez al dia", "es", 86_400),
        ("tous les 15 jours", "fr", 1_296_000),
        ("ogni due settimane", "it", 1_209_600),
        ("a cada 3 dias", "pt", 259_200),
        ("elke twee weken", "nl", 1_209_600),
    ],
)
def test_a_frequency_has_one_form_in_every_language(text, language, seconds):
    assert periodic(text, language) == f"every={seconds}={JOINT.join(text.split())}"
