"""A copy of an older ledger, kept beside it before it is migrated."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from pathlib import Path

from rca.knowledge.ledger import ledger_schema


def path_of(ledger: Path, version: int) -> Path:
    """Return where the copy of a ledger of an older schema lies."""
    return ledger.with_name(f"{ledger.name}.schema-{version}")


def keep(db: sqlite3.Connection, ledger: Path) -> None:
    """Copy a ledger of an older schema; one that is current, or has its copy, is left alone.

    The copy appears whole or not at all, under one name for each schema.

    Raises:
        OSError, sqlite3.Error: it cannot be written; the ledger should not be migrated then.
    """
    version = ledger_schema.check(db)
    target = path_of(ledger, version)
    if version == ledger_schema.VERSION or target.exists():
        return
    fresh = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with contextlib.closing(sqlite3.connect(fresh)) as copy:
            db.backup(copy)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
