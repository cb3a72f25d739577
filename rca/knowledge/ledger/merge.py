"""Merge of another ledger's records, reports and failed attempts into this one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from models.knowledge import MergeCounts
from rca.knowledge.ledger import backup, change_set
from rca.knowledge.ledger.change_redaction import masked
from rca.knowledge.ledger.ledger import Ledger

_BATCH = 200


def merge(ledger: Ledger, other: Path, progress: Callable[[int], None]) -> MergeCounts:
    """Merge another ledger into this one; idempotent, and independent of the order of several merges.

    The other file, of whatever older version, is copied first and not changed. `progress` receives the number
    of solutions read so far.

    Raises:
        Failure: FILE_NOT_FOUND, DB_CONNECTION_FAILED.
    """
    taken = change_set.MergeCounts()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "other.db"
        backup.copy(other, copy)
        theirs = Ledger(copy)
        try:
            found = map(masked, change_set.everything(theirs))
            done = 0
            while batch := list(islice(found, _BATCH)):
                change_set.take(ledger, batch, None, taken)
                _take_vectors(ledger, theirs, [change.id for change in batch])
                done += len(batch)
                progress(done)
        finally:
            theirs.close()
    return MergeCounts(new=taken.records, updated=taken.updated, events=taken.events, attempts=taken.attempts)


def _take_vectors(ledger: Ledger, theirs: Ledger, ids: list[str]) -> None:
    """Copy embeddings of texts that are equal here, so that the model need not compute them."""
    known = theirs.vectors.by_id(ids)
    for model in {model for model, _text_hash, _vector in (one for many in known.values() for one in many)}:
        lacking = ledger.vectors.lacking(model, ids)
        ledger.vectors.put(
            model,
            {
                seq: (text_hash, vector)
                for id_, seq in lacking.items()
                for of, text_hash, vector in known.get(id_, ())
                if of == model
            },
        )
