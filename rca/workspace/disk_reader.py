"""Reads one file from disk, whatever its state."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from models.error_codes import ErrorCode
from rca.index.storage.file_record import digest_of
from rca.text.decoding import Encoding, Newline, NotText, decode
from rca.text.line_index import Lines
from rca.tool_failure import Failure

LARGEST_FILE = 10 * 1024 * 1024
_PREVIEW_BYTES = 32
_ATTEMPTS = 3
CHANGING = "changed each time it was read, so that its text may be of two versions"


@dataclass(frozen=True)
class SourceText:
    """A file's text at one moment. `byte_size` is that of the file, or of the editor's text in UTF-8."""

    text: str
    byte_size: int
    encoding: str
    source: Literal["editor", "disk", "output"]
    newline: Newline
    bom: bool
    digest: bytes | None = None
    """Of the file's bytes, as the index knows them; None for text that is not on the disk."""
    damage: str | None = None
    """What of the file is not in the text as it was, as a sentence; None where all of it is."""
    state: tuple[int, int] | None = None
    """Modification time in nanoseconds and bytes of the file; None for text that is not on the disk."""

    @property
    def lines(self) -> Lines:
        """Positions in the text."""
        return Lines(self.text)


def read_file(path: Path, shown: str, encoding: Encoding) -> SourceText:
    """Read and decode a file; `shown` is its name in messages.

    A file that changes while it is read is read again, so that the text is of one version; `damage` says if
    it did not stop changing, and which bytes are invalid in the encoding.

    Raises:
        Failure: FILE_NOT_FOUND, INVALID_PATH, PERMISSION_DENIED, TOO_LARGE, BINARY_FILE.
    """
    data, whole, state = read_bytes(path, shown)
    try:
        decoded = decode(data, encoding)
    except NotText:
        raise Failure(
            ErrorCode.BINARY_FILE,
            f"'{shown}' is not text: it holds NUL or control bytes",
            "Only text can be read. For UTF-16 without a byte order mark, pass encoding 'utf-16'.",
            {"fileSize": len(data), "hexPreview": data[:_PREVIEW_BYTES].hex(" ")},
        ) from None
    return SourceText(
        decoded.text,
        len(data),
        decoded.encoding,
        "disk",
        decoded.newline,
        decoded.bom,
        digest_of(data),
        decoded.damage if whole else CHANGING,
        state,
    )


def read_bytes(path: Path, shown: str) -> tuple[bytes, bool, tuple[int, int]]:
    """Return the bytes of a regular file of at most 10 MB, whether all are of one version, time and size."""
    data, whole, state = b"", False, (0, 0)
    for _ in range(_ATTEMPTS):
        try:
            data, whole, state = _read_once(path, shown)
        except FileNotFoundError:
            raise Failure(ErrorCode.FILE_NOT_FOUND, f"File '{shown}' does not exist in workspace") from None
        except PermissionError:
            raise Failure(
                ErrorCode.PERMISSION_DENIED,
                f"'{shown}' may not be read by this user",
                "Change the file's permissions, or read another file.",
            ) from None
        except OSError as problem:
            reason = problem.strerror or type(problem).__name__
            raise Failure(ErrorCode.INVALID_PATH, f"'{shown}' cannot be read: {reason}") from None
        if whole:
            break
    return data, whole, state


def _read_once(path: Path, shown: str) -> tuple[bytes, bool, tuple[int, int]]:
    """Return the bytes, whether the file was unchanged meanwhile, and its time and size."""
    # Not blocking: opening a pipe would otherwise wait for a writer that may never come.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            kind = "a folder" if stat.S_ISDIR(before.st_mode) else "no regular file"
            raise Failure(ErrorCode.INVALID_PATH, f"'{shown}' is {kind}", "Give the path of a text file.")
        if before.st_size > LARGEST_FILE:
            raise Failure(
                ErrorCode.TOO_LARGE,
                f"'{shown}' has {before.st_size} bytes; files above {LARGEST_FILE} are not read",
                "Read a smaller file, or cut the part that matters into one.",
                {"fileSize": before.st_size, "limit": LARGEST_FILE},
            )
        data = file.read(LARGEST_FILE + 1)
        after = os.fstat(descriptor)
    state = before.st_mtime_ns, before.st_size
    same = state == (after.st_mtime_ns, after.st_size) and len(data) == after.st_size
    return data[:LARGEST_FILE], same, state
