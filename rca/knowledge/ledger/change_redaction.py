"""Redaction of change sets, both when they are sent and when they are received.

Whoever wrote it may have had an earlier release, which knew fewer forms of them.
"""

from __future__ import annotations

import json
from dataclasses import replace

from rca.knowledge.ledger.change_set import Change
from rca.knowledge.solution_intake import clean, clean_solution


def masked(change: Change) -> Change:
    """Return a change with the secrets in its texts masked; names and times stay."""
    text = change.text
    return replace(
        change,
        text=None if text is None else replace(text, solution=clean_solution(text.solution)[0]),
        events=tuple(
            (uid, at, kind, id_, json.dumps(clean(json.loads(detail)).value))
            for uid, at, kind, id_, detail in change.events
        ),
        attempts=tuple(
            (uid, at, id_, fingerprint, clean(attempt).value, clean(note).value)
            for uid, at, id_, fingerprint, attempt, note in change.attempts
        ),
    )
