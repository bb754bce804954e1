"""What a build puts in, a sample of a hook's address and the number of a public key stay as they are."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

HARMLESS = (
    "app.mail.password=@mail.secret@\napp.mail.user=@mail.user@",
    "curl -d '{}' https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
    "git config --global user.signingkey 4C1D09AE77B3F2E5",
)
SECRETS = (
    ("app.mail.password=@mail.secret@7", "@mail.secret@7"),
    ("curl https://hooks.slack.com/services/T04QX7LM2/B05RW8KN3/" + "k7Qm2XXc9Vw4Zk1Rt8Ns6Lp3", "k7Qm2XXc9Vw4"),
)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_what_looks_nearly_like_it_is_masked(text: str, secret: str) -> None:
    assert secret not in redact(text).text
