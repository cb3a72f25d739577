"""Refuses drive letters, UNC, device and other path syntax with platform-dependent meaning."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

from models.error_codes import ErrorCode
from rca.tool_failure import Failure
from rca.workspace.roots import as_path

_DRIVE = re.compile(r"[A-Za-z]:")
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])", re.IGNORECASE
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def checked(given: str, system: str = os.name) -> str:
    """Return a path with `/` as separator; `file:` URIs become paths.

    Path syntax that is special on Windows is refused on every system, as projects are shared: drives (except
    absolute paths on Windows itself), network paths, devices, streams, names that end in a dot or a blank.
    Whether the path leaves the workspace is checked elsewhere.

    Args:
        given: the path as the caller wrote it.
        system: `os.name` of the system whose syntax applies.

    Raises:
        Failure: INVALID_PATH.
    """
    if given.startswith("file:"):
        if urlsplit(given).netloc not in {"", "localhost"}:
            raise _refused(given, "it names another machine")
        given = str(as_path(given))
    text = given.replace("\\", "/")
    if not text.strip() or _CONTROL.search(text):
        raise _refused(given, "it is empty or holds a control character")
    if text.startswith("//"):
        raise _refused(given, "it is a network path")
    drive = _DRIVE.match(text)
    if drive is not None:
        if system != "nt" or not text.startswith("/", drive.end()):
            raise _refused(given, "it names a drive")
        text = text[drive.end() :]
    for part in text.split("/"):
        _check_part(given, part)
    return f"{drive[0]}{text}" if drive else text


def _check_part(given: str, part: str) -> None:
    if part in {"", ".", ".."}:
        return
    if ":" in part:
        raise _refused(given, f"'{part}' names a stream")
    if part.endswith((".", " ")):
        raise _refused(given, f"'{part}' ends in a dot or a blank, which Windows drops")
    if _DEVICE.fullmatch(part.partition(".")[0].rstrip()):
        raise _refused(given, f"'{part}' is a device on Windows")


def _refused(given: str, reason: str) -> Failure:
    return Failure(
        ErrorCode.INVALID_PATH,
        f"{given!r} is no path that can be used: {reason}",
        "Give a path relative to the workspace folder, such as 'app/src/main/java/Main.kt'.",
    )
