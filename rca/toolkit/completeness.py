"""Completeness notes: which files an answer lacks, worded in one place for all tools."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from models.envelope import ORIGINS
from rca.index.index_gaps import Gap
from rca.languages.name_roles import words_of
from rca.unread_files import sentences
from rca.workspace import Snapshot

SpeaksFor = Literal["itself", "files", "names", "project"]
"""What an answer claims to know: what it was asked to read as it stands, what the index has of the files
that it names, all that the project has on some names, or the whole project. Where the index lacks such files,
answers say so."""

CHANGED = "changed on the disk since it was indexed: ask again in a moment"
_WORD = re.compile(r"[^\W\d]\w{2,}")
_NAMES = frozenset(("name", "symbol", "functionName", "callerName", "className", "method", "callee"))
"""Fields of answers that hold the name of a declaration."""
_FILES = frozenset(("filePath", "file_path", "path", "script"))
"""Fields that hold the path of a file."""
_MOST_LOOKED_INTO = 30
"""Files that were read in part and are searched for a name; of more, each may hold it."""


class Provenance(NamedTuple):
    """Lines of an answer's `provenance`: where it comes from, and what it lacks."""

    origins: tuple[str, ...]
    gaps: tuple[str, ...]


def provenance_of(meta: Mapping[str, Any]) -> Provenance:
    """Return an envelope's provenance by kind; a complete answer has no gaps."""
    lines = tuple(meta.get("provenance") or ())
    origins = tuple(line for line in lines if line.startswith(ORIGINS))
    is_complete = meta.get("completeness") == "complete"
    return Provenance(origins, () if is_complete else tuple(line for line in lines if line not in origins))


def gaps_of_reading(snapshot: Snapshot) -> tuple[str, ...]:
    """Return sentences on files that this call could not read, or not completely."""
    return sentences(snapshot.reads.unread)


@dataclass(frozen=True)
class Claims:
    """The scope of an answer: some files, some names, or the whole project."""

    files: frozenset[str]
    names: frozenset[str] = frozenset()
    others: bool = True
    """Whether it tells of other files than those that it names."""
    project: bool = False


def claims_of(speaks_for: SpeaksFor, parameters: Mapping[str, Any], data: object) -> Claims:
    """Return the scope of a tool's answer."""
    files = frozenset((*_values(parameters, _FILES), *_values(data, _FILES)))
    if speaks_for != "names":
        return Claims(files, others=speaks_for == "project", project=speaks_for == "project")
    texts = [text for text in parameters.values() if isinstance(text, str)]
    texts.extend(_values(data, _NAMES))
    # Of a path the last part counts: every file lies in folders like `src` and `main`.
    return Claims(files, frozenset(word for one in texts for word in _WORD.findall(one.rpartition("/")[2])))


def gaps_of_index(snapshot: Snapshot, claims: Claims) -> tuple[str, ...]:
    """Return sentences on files in an answer's scope that the index lacks, or holds in part.

    A partly read file counts if its text contains one of the names.
    """
    unread = snapshot.reads.unread
    reasons = dict.fromkeys(snapshot.changed_since_indexed(), CHANGED)
    gaps = snapshot.index.gaps
    parts = [gap for gap in gaps if gap.in_part and gap.path not in claims.files]
    irrelevant: set[str] = set()
    if not claims.project and len(parts) <= _MOST_LOOKED_INTO:
        names = {name.encode() for name in claims.names}
        irrelevant = {gap.path for gap in parts if not _mentions(snapshot, gap, names)}
    reasons |= {gap.path: gap.reason for gap in gaps if gap.path not in irrelevant}
    return sentences(
        {
            path: reason
            for path, reason in reasons.items()
            if path not in unread and (claims.others or path in claims.files)
        }
    )


def _mentions(snapshot: Snapshot, gap: Gap, names: set[bytes]) -> bool:
    """Return whether a file's text contains one of some names; true for an unreadable file."""
    data = snapshot.content(gap.path) if names else b""
    return data is None or not names.isdisjoint(words_of(data))


def _values(data: object, fields: frozenset[str]) -> Iterator[str]:
    """Return the texts of some fields of an answer, at any depth."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in fields and isinstance(value, str):
                yield value
            else:
                yield from _values(value, fields)
    elif isinstance(data, (list, tuple)):
        for one in data:
            yield from _values(one, fields)
