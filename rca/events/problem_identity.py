"""Which problem an error of a text is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from models.error_report import ErrorReport
from rca.analysis.rendering.error_headline import headline
from rca.error_text import Occurrence
from rca.knowledge.problem.fingerprint import fingerprint
from rca.knowledge.problem.message_template import mask


def merged(earlier: Sequence[Occurrence], later: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Merge the errors of two texts, the later one's root first: each once, counts added."""
    found: dict[str, Occurrence] = {}
    for one in (*later[:1], *earlier, *later[1:]):
        id_ = identity(one.report)
        known = found.get(id_)
        found[id_] = one if known is None else replace(known, count=known.count + one.count)
    return tuple(found.values())


def identity(report: ErrorReport) -> str:
    """Return a problem's identity: its fingerprint, else the template of its first line."""
    known = fingerprint(report)
    return known or hashlib.sha256(f"{report.kind}\n{mask(headline(report))}".encode()).hexdigest()[:32]
