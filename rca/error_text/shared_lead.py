"""What all marked lines of a text begin with: a comment's `//`, a console's `stdout: `, numbers, blanks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_LONGEST = 120
_ENOUGH = 2
"""Lines that must agree on what stands around them."""


def drop_shared_lead(lines: Sequence[str], mark: re.Pattern[str], *, blanks: bool = False) -> Sequence[str]:
    """Return lines without what those that hold a mark begin with, whose numbers may differ.

    Args:
        lines: the lines.
        mark: what begins the text proper; what stands before its first match is the lead.
        blanks: drop a lead of blanks alone, too.
    """
    lead = find_shared(
        line[: found.start()] for line in lines if (found := mark.search(line, 0, _LONGEST)) is not None
    )
    if not lead.strip():
        return [line.removeprefix(lead) for line in lines] if blanks and lead else lines
    parts = re.split(r"(\d+|\s+)", lead.strip())
    pattern = "".join(
        r"\d+" if part.isdigit() else r"\s+" if part.isspace() else re.escape(part) for part in parts
    )
    width = len(lead) - len(lead.rstrip())
    start = re.compile(r"\s*" + pattern + r"\s{0," + str(width) + "}")
    return [line[found.end() :] if (found := start.match(line)) else line for line in lines]


def find_shared(parts: Iterable[str]) -> str:
    """Return the part that most have, digits and blanks aside; nothing if few or under half have it."""
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
