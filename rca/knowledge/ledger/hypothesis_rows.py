"""Rows of analyzed hypotheses in the ledger, and events that say which of them a fix decided."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rca.knowledge.ledger.ledger import Ledger

CAUSE = "cause"
"""Kind of event: which hypotheses a fix, an attempt or a check confirmed or refuted."""

_KEPT_PER_ERROR = 4
_KEPT = 2000
_MOST_EVENTS = 500


@dataclass(frozen=True, slots=True)
class AnalyzedPlace:
    """The first place of a hypothesis when its error was analyzed, with a hash of its code then."""

    kind: str | None
    file_path: str
    function: str | None
    text_hash: str | None


def store_places(ledger: Ledger, fingerprint: str, checkout: str, places: Sequence[AnalyzedPlace]) -> None:
    """Store the places of an analysis; nothing where the newest ones of this error are the same."""
    body = json.dumps([asdict(place) for place in places])
    with ledger.database.reading() as db:
        newest = db.execute(
            "SELECT body FROM hypothesis WHERE fingerprint = ? AND checkout = ? ORDER BY seq DESC LIMIT 1",
            (fingerprint, checkout),
        ).fetchone()
    if newest is not None and newest[0] == body:
        return
    with ledger.database.writing() as db:
        db.execute(
            "INSERT INTO hypothesis (fingerprint, checkout, body) VALUES (?, ?, ?)",
            (fingerprint, checkout, body),
        )
        db.execute(
            "DELETE FROM hypothesis WHERE fingerprint = ? AND checkout = ? AND seq NOT IN (SELECT seq FROM"
            " hypothesis WHERE fingerprint = ? AND checkout = ? ORDER BY seq DESC LIMIT ?)",
            (fingerprint, checkout, fingerprint, checkout, _KEPT_PER_ERROR),
        )
        db.execute("DELETE FROM hypothesis WHERE seq <= (SELECT max(seq) FROM hypothesis) - ?", (_KEPT,))


def load_places(ledger: Ledger, fingerprint: str, checkout: str) -> list[list[AnalyzedPlace]]:
    """Return the places of an error's analyses in a checkout, the newest analysis first."""
    with ledger.database.reading() as db:
        rows = db.execute(
            "SELECT body FROM hypothesis WHERE fingerprint = ? AND checkout = ? ORDER BY seq DESC",
            (fingerprint, checkout),
        ).fetchall()
    return [[AnalyzedPlace(**place) for place in json.loads(body)] for (body,) in rows]


def cause_events(ledger: Ledger) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the newest events about causes, oldest first: when, of which solution, and their details."""
    with ledger.database.reading() as db:
        rows = db.execute(
            "SELECT at, solution_id, detail FROM event WHERE kind = 'cause' ORDER BY seq DESC LIMIT ?",
            (_MOST_EVENTS,),
        ).fetchall()
    return [(at, id_, json.loads(detail)) for at, id_, detail in reversed(rows)]
