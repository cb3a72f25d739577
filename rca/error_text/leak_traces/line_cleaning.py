"""What stands around each line of a leak trace, and characters that were escaped or read in a wrong encoding.

What precedes the marks of several lines (a comment's `//`, a console's `stdout: `, line numbers) is dropped
from all lines that begin so; a log's prefixes of varying form are left to the readers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

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
_ENOUGH = 2
"""Lines that must agree on what stands around them."""


def clean_lines(lines: Sequence[str]) -> list[str]:
    """Return lines with their characters restored and without what all marked lines begin or end with."""
    cleaned = [_restored(line) for line in lines]
    marked = [(line, found.start()) for line in cleaned if (found := _MARK.search(line, 0, _LONGEST))]
    lead = _commonest(line[:start] for line, start in marked)
    if lead.strip():
        cleaned = _without_lead(cleaned, lead)
    trailer = _commonest(_trailer(line) for line, _ in marked)
    if trailer:
        cleaned = [line.rstrip().removesuffix(trailer) for line in cleaned]
    return cleaned


def _restored(line: str) -> str:
    if line.isascii() and "\\u" not in line and "&#" not in line:
        return line
    return _ANY_ESCAPED.sub(lambda found: _ESCAPED[found[0]], line)


def _commonest(parts: Iterable[str]) -> str:
    """Return the part that most lines have, digits and blanks aside; nothing if few or under half have it."""
    forms = list(parts)
    counts = Counter(map(_form, forms))
    if not counts:
        return ""
    form, count = counts.most_common(1)[0]
    if count < _ENOUGH or count * 2 < len(forms):
        return ""
    return next(part for part in forms if _form(part) == form)


def _form(part: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\d+", "0", part))


def _without_lead(lines: Sequence[str], lead: str) -> list[str]:
    """Return lines without a lead, whose numbers may differ; blank lines may lack its last blanks."""
    parts = re.split(r"(\d+|\s+)", lead.strip())
    pattern = "".join(
        r"\d+" if part.isdigit() else r"\s+" if part.isspace() else re.escape(part) for part in parts
    )
    width = len(lead) - len(lead.rstrip())
    start = re.compile(r"\s*" + pattern + r"\s{0," + str(width) + "}")
    return [line[found.end() :] if (found := start.match(line)) else line for line in lines]


def _trailer(line: str) -> str:
    found = _TRAILER.search(line.rstrip())
    return found[0] if found else ""
