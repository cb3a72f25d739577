"""Store of long output, kept whole while the answer shows its head (seed 001).

The handle is made from the text, so that the same call gives the same answer on every surface. The store
lies in the data folder: a command that has ended can still be asked for the rest of what it said.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.envelope import KeptOutput
from models.error_codes import ErrorCode
from rca.tool_failure import Failure

SCHEME = "rca-output:"
"""`read_file` takes a handle in place of a path; over MCP it is the address of a resource."""

LAST_RUN = f"{SCHEME}last-run"
"""The handle of the answer of the last long call, for a caller that stopped waiting for it."""

FIELD_BYTES = 10 * 1024
"""The longest text of one field of an answer."""

_LONGEST = 10 * 1024 * 1024
_MOST_BYTES = 64 * 1024 * 1024
_MOST_FILES = 500
_HANDLE = re.compile(SCHEME + r"[0-9a-f]{32}")


class OutputStore:
    """The stored texts; the oldest are evicted. Safe across threads and processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._memory: dict[str, bytes] = {}
        self._last_run: str | None = None
        self._lock = threading.Lock()

    def keep(self, text: str) -> str:
        """Store a text, at least its first 10 MB; return its handle."""
        content = text.encode("utf-8", "surrogatepass")[:_LONGEST]
        name = hashlib.sha256(content).hexdigest()[:32]
        with self._lock:
            try:
                self._write(name, content)
            except OSError:  # a folder that cannot be written: the session itself remembers
                self._memory[name] = content
        return SCHEME + name

    def keep_run(self, text: str) -> None:
        """Store the state, and later the answer, of a long call under `LAST_RUN`, for this process."""
        self._last_run = text

    @property
    def has_run(self) -> bool:
        """Whether there was a long call."""
        return self._last_run is not None

    def read(self, handle: str) -> str:
        """Return a stored text.

        Raises:
            Failure: FILE_NOT_FOUND if it was never stored, or was evicted.
        """
        if handle == LAST_RUN and self._last_run is not None:
            return self._last_run
        if _HANDLE.fullmatch(handle):
            name = handle.removeprefix(SCHEME)
            try:
                with self._lock:
                    content = self._memory.get(name) or (self._folder / name).read_bytes()
                # Half a character at the end is where the text was cut.
                return content.decode("utf-8", "replace")
            except FileNotFoundError:
                pass
            except OSError as problem:
                raise Failure(
                    ErrorCode.PERMISSION_DENIED,
                    f"The kept output '{handle}' cannot be read: {problem}",
                    "Make the folder readable, or call the tool again.",
                ) from problem
        raise Failure(
            ErrorCode.FILE_NOT_FOUND,
            f"There is no kept output '{handle}'",
            "Outputs are kept for a while only: call the tool again, and use the handle in its meta.outputs.",
        )

    def _write(self, name: str, content: bytes) -> None:
        path = self._folder / name
        if path.is_file():
            path.touch()
            return
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = self._folder / f".{secrets.token_hex(8)}"
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
        new.replace(path)
        self._make_room()

    def _make_room(self) -> None:
        known = []
        for entry in os.scandir(self._folder):
            with contextlib.suppress(OSError):  # another process made room meanwhile
                about = entry.stat()
                known.append((about.st_mtime, about.st_size, entry.path))
        size = 0
        for place, (_time, bytes_, path) in enumerate(sorted(known, reverse=True)):
            size += bytes_
            if place and (place >= _MOST_FILES or size > _MOST_BYTES):
                Path(path).unlink(missing_ok=True)


def cut_long_fields(
    data: Mapping[str, Any], sized_by_caller: tuple[str, ...], outputs: OutputStore
) -> tuple[dict[str, Any], tuple[KeptOutput, ...]]:
    """Store each text above 10 KB, and leave its head, which names the handle.

    Top-level fields whose size the caller chose, as by `maxBytes`, are unchanged.
    """
    kept: list[KeptOutput] = []

    def cut(value: Any, field: str) -> Any:  # noqa: ANN401 - a JSON value
        if isinstance(value, dict):
            return {key: cut(part, f"{field}.{key}") for key, part in value.items()}
        if isinstance(value, list):
            return [cut(part, f"{field}[{place}]") for place, part in enumerate(value)]
        if not isinstance(value, str) or len(value) * 4 <= FIELD_BYTES:
            return value
        content = value.encode("utf-8", "surrogatepass")
        if len(content) <= FIELD_BYTES:
            return value
        handle = outputs.keep(value)
        kept.append(KeptOutput(field=field, handle=handle, size_bytes=len(content)))
        return head(content, handle)

    shown = {key: part if key in sized_by_caller else cut(part, key) for key, part in data.items()}
    return shown, tuple(kept)


def head(content: bytes, handle: str, size: int = FIELD_BYTES) -> str:
    """Return about the first `size` bytes of a text, up to a line end, and how to get the rest."""
    first = content[:size]
    line_end = first.rfind(b"\n")
    if line_end > size // 2:
        first = first[: line_end + 1]
    shown = first.decode("utf-8", "ignore")
    left = len(content) - len(first)
    between = "" if shown.endswith("\n") else "\n"
    return f'{shown}{between}… {left} of {len(content)} bytes are left out; read_file "{handle}" gives all.'
