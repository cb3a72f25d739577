"""Outlines of files of tests, kept between two starts of the server."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from rca.test_discovery.test_outline import TestOutline

_VERSION: Final = 1
"""Raised with each change of what an outline holds."""

_logger = logging.getLogger(__name__)

Kept = dict[str, tuple[bytes, TestOutline]]
"""Outlines by path, each after the hash of the file's content."""


class OutlineStore:
    """One file in the data folder. Whatever cannot be read or written is worked out again.

    Args:
        data_dir: the data folder.
        roots: the workspace's folders.
    """

    def __init__(self, data_dir: Path, roots: Iterable[Path]) -> None:
        name = hashlib.sha256("\0".join(map(str, roots)).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._path = data_dir / "tests" / f"{name}.msgpack"

    def load(self) -> Kept:
        """Return what was kept."""
        from msgspec import MsgspecError, msgpack  # here: the server starts before a workspace is read

        try:
            data = self._path.read_bytes()
            version, outlines = msgpack.decode(data, type=tuple[int, Kept])
        except (OSError, MsgspecError):
            return {}
        return outlines if version == _VERSION else {}

    def save(self, outlines: Mapping[str, tuple[bytes, TestOutline]]) -> None:
        """Keep outlines."""
        from msgspec import msgpack

        written = self._path.with_suffix(f".{os.getpid()}.tmp")
        try:
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_bytes(msgpack.encode((_VERSION, outlines)))
            written.replace(self._path)
        except OSError:
            _logger.warning("the outlines of tests could not be kept", exc_info=True)
            with contextlib.suppress(OSError):
                written.unlink()
