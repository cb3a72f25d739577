"""Small JSON files shared by several processes, with atomic reads and writes."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_logger = logging.getLogger(__name__)

_TURN_SECONDS = 10.0
"""How long a change waits for that of another process, which takes milliseconds."""


@contextmanager
def changing(file: Path) -> Iterator[None]:
    """Lock a file while it is read and rewritten: of two concurrent changes none is lost.

    Raises:
        OSError: the folder cannot be written, or another process holds the lock for long.
    """
    from filelock import FileLock

    file.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(file.with_name(f".{file.name}.lock"), timeout=_TURN_SECONDS):
        yield


def read_json(file: Path) -> dict[str, Any]:
    """Return the object in a file; empty if it is missing, unreadable, or holds something else."""
    try:
        content = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as problem:
        _logger.warning("%s cannot be read: %s", file, problem)
        return {}
    if isinstance(content, dict):
        return content
    _logger.warning("%s cannot be read: it holds no JSON object", file)
    return {}


def put_damaged_aside(file: Path) -> None:
    """Rename an unreadable file to `.damaged`, so that rewriting it loses nothing."""
    if file.exists() and not read_json(file):
        aside = file.with_suffix(".damaged")
        _logger.warning("%s is damaged; it was renamed to %s, and a new one is created", file, aside.name)
        file.replace(aside)


def write_json(file: Path, content: dict[str, Any], indent: int | None = None) -> None:
    """Replace a file's content atomically; folders are created.

    Raises:
        OSError: it cannot be written; the old content stays.
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
