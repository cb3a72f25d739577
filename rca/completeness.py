"""What an answer lacks for files that could not be read: said in one place for all tools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rca.file_reads import sentences
from rca.index.gaps import Gap
from rca.workspace import Snapshot

CHANGED = "changed on the disk since it was indexed: ask again in a moment"
_WORD = re.compile(r"[^\W\d]\w{2,}")
_NAMES = frozenset(("name", "symbol", "functionName", "callerName", "className", "method", "callee"))
"""Fields of answers that hold the name of a declaration."""
_MOST_LOOKED_INTO = 30
"""Files that were read in part and are searched for a name; of more, each may hold it."""


def lacks_of_reading(snapshot: Snapshot) -> tuple[str, ...]:
    """Return sentences on the files that this call wanted to read and could not, or not whole."""
    return sentences(snapshot.reads.unread)


def lacks_of_index(snapshot: Snapshot, names: Iterable[str] | None) -> tuple[str, ...]:
    """Return sentences on the files that the index does not know, or not whole.

    Args:
        snapshot: what the answer is about.
        names: what the answer is about in it: a file that was read in part counts where its text has
            one of these. None: the whole project, where each counts.
    """
    unread = snapshot.reads.unread
    changed = dict.fromkeys(snapshot.changed_since_indexed(), CHANGED)
    gaps = snapshot.index.gaps
    parts = [gap for gap in gaps if gap.in_part]
    if names is not None and len(parts) <= _MOST_LOOKED_INTO:
        words = [re.escape(name).encode() for name in names if name]
        pattern = re.compile(rb"\b(?:" + b"|".join(words) + rb")\b") if words else None
        irrelevant = {gap.path for gap in parts if not _mentions(snapshot, gap, pattern)}
        gaps = tuple(gap for gap in gaps if gap.path not in irrelevant)
    reasons = changed | {gap.path: gap.reason for gap in gaps}
    return sentences({path: reason for path, reason in reasons.items() if path not in unread})


def _mentions(snapshot: Snapshot, gap: Gap, pattern: re.Pattern[bytes] | None) -> bool:
    data = snapshot.content(gap.path)
    return data is None or (pattern is not None and pattern.search(data) is not None)


def names_in(parameters: Mapping[str, Any], data: object) -> set[str]:
    """Return the names that a question is about, and those of the declarations in its answer."""
    texts = [text for text in parameters.values() if isinstance(text, str)]
    texts.extend(_named_in(data))
    # Of a path the last part counts: every file lies in folders like `src` and `main`.
    return {word for text in texts for word in _WORD.findall(text.rpartition("/")[2])}


def _named_in(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in _NAMES and isinstance(value, str):
                yield value
            else:
                yield from _named_in(value)
    elif isinstance(data, (list, tuple)):
        for one in data:
            yield from _named_in(one)
