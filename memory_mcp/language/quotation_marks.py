"""The quotation marks of seven languages, as they stand between the brackets of a pattern.

German ends with the mark that English begins with, so one is in both.
"""

from __future__ import annotations

from typing import Final

OPENING: Final = '"\u201c\u201e\u00ab'
CLOSING: Final = '"\u201d\u201c\u00bb'
