"""Deletes databases of workspaces that are no longer opened, and of older formats."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

UNUSED_DAYS = 60
"""After so long the index of a folder goes; who opens that folder again waits for it once more."""

_FOLDERS = ("index", "links")
_DAY_SECONDS = 86_400.0


def note_use(database: Path) -> None:
    """Mark a database as in use, if the disk is writable."""
    with contextlib.suppress(OSError):
        os.utime(database)


def remove_unused(data_dir: Path) -> None:
    """Delete databases not used for `UNUSED_DAYS`. Never raises: what cannot be deleted stays."""
    oldest = time.time() - UNUSED_DAYS * _DAY_SECONDS
    groups: dict[Path, list[Path]] = {}
    for folder in _FOLDERS:
        with contextlib.suppress(OSError):
            for path in (data_dir / folder).iterdir():
                groups.setdefault(path.with_name(path.name.partition(".")[0]), []).append(path)
    for files in groups.values():
        with contextlib.suppress(OSError):
            if all(path.is_file() and path.stat().st_mtime < oldest for path in files):
                for path in files:
                    path.unlink(missing_ok=True)
