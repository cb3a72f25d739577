"""Words of an error that code may share: parts of identifiers and of messages, each with a weight."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from models.error_report import ErrorReport
from rca.text.identifiers import split_words

TermSource = Literal["message", "library", "app"]
"""What says a term: a message or exception type, frames of libraries, frames of the app."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_ENDINGS = re.compile(r"(?<=\w{4})(?:ing|ed|es|s)\Z")
_FRAMES_READ: Final = 40
_MOST_TERMS: Final = 30
_MESSAGE_READ: Final = 4000
_DEEPER: Final = 0.8
"""Share of the weight for each exception outward, which says less of the cause than the innermost."""
_FURTHER: Final = 0.9
"""Share of the weight for each frame outward."""
_STOPPED: Final = """
the and for not was has had but can cannot with from that this are you its into than then when while
java javax android androidx kotlin kotlinx com org net main thread exception error throwable null
object reference method class interface virtual attempt invoke fatal get set val var fun return else
new void public private static final override string int import package true false internal lambda
access run call app impl companion caused unknown source native
"""
_STOP_WORDS: Final = frozenset(_STOPPED.split())


@dataclass(frozen=True)
class ErrorTerms:
    """Terms in lower case by what says them, with weights up to 1."""

    by_source: dict[TermSource, dict[str, float]] = field(default_factory=dict)

    def all(self) -> tuple[str, ...]:
        """Return every term once."""
        return tuple(dict.fromkeys(term for group in self.by_source.values() for term in group))


def terms_of_error(report: ErrorReport, text: str) -> ErrorTerms:
    """Return the terms of an error's messages, types and frames, the heaviest of each source."""
    found: dict[TermSource, dict[str, float]] = {"message": {}, "library": {}, "app": {}}

    def add(source: TermSource, words: str, weight: float) -> None:
        group = found[source]
        for term in split_terms(words):
            group[term] = max(weight, group.get(term, 0.0))

    for number, exception in enumerate(reversed(report.exceptions)):
        share = _DEEPER**number
        add("message", (exception.message or "")[:_MESSAGE_READ], share)
        add("message", exception.type.rpartition(".")[2], 0.5 * share)
        for depth, frame in enumerate(exception.frames[:_FRAMES_READ]):
            source: TermSource = "app" if frame.origin == "app" else "library"
            names = f"{(frame.class_name or '').rpartition('.')[2]} {frame.method or ''}"
            add(source, names, share * _FURTHER**depth)
    for diagnostic in report.diagnostics:
        if diagnostic.severity == "error":
            add("message", diagnostic.message[:_MESSAGE_READ], 1.0)
    add("message", (report.what_went_wrong or "")[:_MESSAGE_READ], 0.7)
    if not report.exceptions and not report.diagnostics:
        add("message", text[:_MESSAGE_READ], 0.7)
    return ErrorTerms({source: _heaviest(group) for source, group in found.items()})


def split_terms(text: str) -> Iterable[str]:
    """Return the parts of a text's identifiers and words in lower case, without their common endings.

    >>> list(split_terms("startForeground: alarms_removed"))
    ['start', 'foreground', 'alarm', 'remov']
    """
    for word in _WORD.findall(text):
        for part in split_words(word):
            term = _ENDINGS.sub("", part.lower())
            if len(term) > 2 and not term.isdigit() and part.lower() not in _STOP_WORDS:
                yield term


def _heaviest(group: dict[str, float]) -> dict[str, float]:
    chosen = sorted(group, key=lambda term: -group[term])[:_MOST_TERMS]
    return {term: group[term] for term in chosen}
