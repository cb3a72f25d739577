"""Small JSON files that several processes share: read whole or not at all, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_TURN_SECONDS = 10.0
"""How long a change waits for that of another process, which takes milliseconds."""


@contextmanager
def changing(file: Path) -> Iterator[None]:
    """Hold a file while it is read and written anew: of two changes at once, none is lost.

    Raises:
        OSError: the folder cannot be written, or another process holds the file for long.
    """
    from filelock import FileLock

    file.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(file.with_name(f".{file.name}.lock"), timeout=_TURN_SECONDS):
        yield


def read_json(file: Path) -> dict[str, Any]:
    """Give the object that a file holds, empty where it is missing, unreadable, or holds something else."""
    try:
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def write_json(file: Path, content: dict[str, Any], indent: int | None = None) -> None:
    """Replace a file's content at once; folders are made.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(content, stream, indent=indent, ensure_ascii=indent is None)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
