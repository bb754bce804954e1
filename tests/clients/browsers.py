"""The browser that shows the page: the Chromium of this machine."""

from __future__ import annotations

import shutil

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")
