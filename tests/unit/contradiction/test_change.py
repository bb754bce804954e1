"""A note that says something is over or has changed, and one that still tells what was."""

from __future__ import annotations

import pytest

from memory_mcp.contradiction.verdict import contradict


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("The newsletter goes out on Mondays.", "The newsletter was moved to Wednesdays.", "value"),
        ("Images are stored on Cloudinary.", "Image hosting was switched to Bunny.", "value"),
        ("The rent is 900 euros a month.", "The rent went up to 980 euros.", "value"),
        ("The sandbox host is called heron.", "The sandbox host was renamed to osprey.", "value"),
        ("The user drinks three coffees a day.", "The user gave up coffee.", "negation"),
        ("The user has a Netflix subscription.", "The Netflix subscription was cancelled.", "negation"),
        ("Our chat tool is Mattermost.", "We replaced Mattermost with Slack.", "negation"),
        ("Invoices are exported as CSV.", "The invoice export is JSON instead of CSV.", "negation"),
        ("The user lives in Tallinn.", "She sold up and lives in Riga now.", "value"),
        ("L'utilisateur habite à Metz.", "Il a déménagé et vit à Brest.", "value"),
        ("Die Doku liegt in Confluence.", "Confluence wurde abgelöst, die Doku ist nun in Notion.", "negation"),
        ("Usamos Heroku para el despliegue.", "Dejamos Heroku y ahora desplegamos en Render.", "negation"),
        ("Usiamo Jenkins per le build.", "Abbiamo abbandonato Jenkins, ora si usa Buildkite.", "negation"),
        ("Le loyer est de 850 euros.", "Le loyer est passé à 920 euros.", "value"),
        ("Il corso è il martedì.", "Il corso è stato spostato al giovedì.", "value"),
        ("O aluguel é de 1200 reais.", "O aluguel subiu para 1350 reais.", "value"),
        ("De site draait op Apache.", "De site is overgestapt op Nginx.", "value"),
    ],
)
def test_what_is_over_or_changed_contradicts_what_still_tells_it(a, b, kind):
    found = [contradict(a, b), contradict(b, a)]
    assert [one and one.kind for one in found] == [kind, kind]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The maximum attachment size is 10 MB.", "Users can send attachments of up to 40 MB."),
        ("Session cookies expire after 15 minutes.", "A session cookie is valid for a full hour."),
        ("Der Urlaub auf Kreta beginnt am 6. Juli.", "Nach Kreta geht es am 20. Juli los."),
    ],
)
def test_two_amounts_told_with_other_verbs_and_attributes_contradict_each_other(a, b):
    assert [found and found.kind for found in (contradict(a, b), contradict(b, a))] == ["value", "value"]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The train to Turin leaves at 7:40.", "The relief train to Turin leaves at 21:15."),
        ("El servicio de cobros está escrito en Kotlin.", "El servicio de correo está hecho en Ruby."),
        ("The report covers January.", "The next report covers February."),
    ],
)
def test_a_subject_that_only_one_note_narrows_is_another(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        # Two subjects, or two parts of one.
        ("The dev database runs on port 5432.", "The production database was moved to port 6432."),
        ("Access logs are kept for 30 days.", "Audit log retention was raised to one year."),
        ("Ben works at Google.", "Anna now works at Amazon."),
        ("The library dates-fr is maintained.", "The library dates-uk is no longer maintained."),
        ("The user lives in Oslo.", "The user's sister moved to Rome."),
        # Another attribute of one subject.
        ("The API uses REST.", "The API was renamed to Atlas."),
        ("Payments go through Stripe.", "Payments are now logged in Datadog."),
        ("Daria leads the design team.", "The design team moved to Berlin."),
        ("Emma studies law.", "Emma quit smoking."),
        ("Marie joue du piano.", "Marie a arrêté de fumer."),
        # What it was before, and what it may be one day.
        ("The site ran on Apache until 2021.", "The site is on Nginx now."),
        ("The site runs on Apache.", "We plan to move the site to Nginx."),
        ("The job retries uploads.", "The list shows uploads that were cancelled."),
        # Two people say "I".
        ("I work on the blue bridge on Mondays.", "I moved my bridge days to Tuesday."),
    ],
)
def test_a_change_of_something_else_contradicts_nothing(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("The newsletter goes through Mailchimp.", "We switched from Mailchimp to Brevo.", "negation"),
        ("Ines is married.", "Ines got divorced in spring.", "antonym"),
        ("Lucía está soltera.", "Lucía se casó en mayo.", "antonym"),
        ("The eye test is on 3 June.", "The optician moved the June 3 test to June 10.", "value"),
        ("The bike is with Karim.", "Karim gave the bike back.", "negation"),
        ("Das Archiv liegt in Jira.", "Wir sind von Jira auf Linear umgestiegen.", "negation"),
        ("L'utilisatrice fume.", "Elle ne fume plus.", "negation"),
    ],
)
def test_what_was_left_named_before_or_ended_by_an_event_contradicts_what_still_tells_it(a, b, kind):
    assert [found and found.kind for found in (contradict(a, b), contradict(b, a))] == [kind, kind]


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("The user hates spinach.", "The user loves spinach.", "antonym"),
        ("The user is allergic to walnuts.", "The blood test showed that the user has no walnut allergy.", "negation"),
        ("A merge takes two reviews.", "A single review is enough for a merge.", "value"),
        ("The user doesn't drive.", "The user drives a small van.", "negation"),
        ("The wiki is built with Hugo.", "The wiki is generated by Sphinx.", "value"),
        ("The old wiki is not used by anyone.", "Support looks things up in the old wiki.", "negation"),
        ("Log times are local.", "Log times are in UTC.", "antonym"),
        ("The user has two nephews.", "The user has four nephews.", "value"),
        ("Backups are started by hand.", "Backups start automatically.", "antonym"),
    ],
)
def test_one_subject_in_two_frames_contradicts_itself(a, b, kind):
    assert [found and found.kind for found in (contradict(a, b), contradict(b, a))] == [kind, kind]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Jonas plays chess on Mondays.", "On Thursdays Jonas goes bowling."),
        ("The boiler check is due in March.", "The boiler guarantee runs out in October."),
        ("El usuario es diabético.", "El usuario no puede comer dulces por ser diabético."),
    ],
)
def test_two_events_of_one_subject_and_a_reason_contradict_nothing(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The default theme is dark.", "The default theme is called nord."),
        ("The crew works early shifts.", "The crew only works late shifts."),
        ("Standup is every Monday morning.", "Standup happens on Friday afternoons."),
    ],
)
def test_two_plain_words_as_the_value_of_what_has_one_contradict_each_other(a, b):
    assert [found and found.kind for found in (contradict(a, b), contradict(b, a))] == ["value", "value"]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The default theme is dark.", "The default theme is loaded first."),
        ("The landlord is friendly.", "The landlord is called Weber."),
        ("Docs are built with Sphinx.", "Docs are hosted on Netlify."),
        ("The user moved from Graz to Linz in 2015.", "The user was born in Graz."),
        ("The garden is green.", "The garden is large."),
        ("The crew works night shifts.", "The crew only eats day rations."),
    ],
)
def test_two_plain_words_about_what_has_many_contradict_nothing(a, b):
    assert (contradict(a, b), contradict(b, a)) == (None, None)
