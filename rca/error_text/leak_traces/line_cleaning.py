"""What stands around each line of a leak trace, and characters that were escaped or read in a wrong encoding.

What precedes the marks of several lines (a comment's `//`, a console's `stdout: `, line numbers) is dropped
from all lines that begin so; a log's prefixes of varying form are left to the readers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rca.error_text.shared_lead import drop_shared_lead, find_shared
from rca.text.lazy_regex import lazy_regex

_CHARACTERS = "├─│┬╰→↓↑↳\u200b"
_MISREAD = ("cp1252", "cp1251", "cp1250", "cp437", "cp850", "mac_roman", "gbk")
_ESCAPED = {
    form: character
    for character in _CHARACTERS
    for form in (
        *(character.encode().decode(encoding, "replace") for encoding in _MISREAD),
        f"\\u{ord(character):04x}",
        f"\\u{ord(character):04X}",
        f"&#{ord(character)};",
        f"&#x{ord(character):x};",
    )
    if "\ufffd" not in form
}
"""UTF-8 that was read in another encoding, and escapes → what was written."""
_ANY_ESCAPED = lazy_regex("|".join(map(re.escape, sorted(_ESCAPED, key=len, reverse=True))))
_MARK = lazy_regex(r"(?:[*•\-] )?(?:GC ROOT |references |leaks |↳ )|[┬├│╰]")
_TRAILER = lazy_regex(r"[`*;|\\\"']+$")
_LONGEST = 120


def clean_lines(lines: Sequence[str]) -> list[str]:
    """Return lines with their characters restored and without what all marked lines begin or end with."""
    cleaned = [_restored(line) for line in lines]
    cleaned = list(drop_shared_lead(cleaned, _MARK))
    trailer = find_shared(_trailer(line) for line in cleaned if _MARK.search(line, 0, _LONGEST))
    if trailer:
        cleaned = [line.rstrip().removesuffix(trailer) for line in cleaned]
    return cleaned


def _restored(line: str) -> str:
    if line.isascii() and "\\u" not in line and "&#" not in line:
        return line
    return _ANY_ESCAPED.sub(lambda found: _ESCAPED[found[0]], line)


def _trailer(line: str) -> str:
    found = _TRAILER.search(line.rstrip())
    return found[0] if found else ""
