"""A path parameter → a directory to read, or a file or directory to write, in the workspace."""

from __future__ import annotations

import os
import stat

from models.error_codes import ErrorCode
from rca.files.path_syntax import checked
from rca.tool_failure import Failure
from rca.workspace import Snapshot
from rca.workspace.roots import WorkspaceFile, candidates, confine


def directory(snapshot: Snapshot, given: str) -> WorkspaceFile:
    """Return the folder of a path; its wire path is "" for the first workspace folder.

    Raises:
        Failure: INVALID_PATH (outside, or a file), DIRECTORY_NOT_FOUND, PERMISSION_DENIED.
    """
    is_file = False
    for place in _places(snapshot, given):
        try:
            mode = os.stat(place.absolute).st_mode  # noqa: PTH116 - unlike Path.is_dir it tells what is wrong
        except PermissionError:
            raise denied(given, "lies in a folder that this user may not enter") from None
        except (OSError, ValueError):
            continue
        if stat.S_ISDIR(mode):
            return place
        is_file = True
    if is_file:
        raise Failure(
            ErrorCode.INVALID_PATH, f"'{given}' is not a directory", "Give the path of the folder it lies in."
        )
    raise Failure(
        ErrorCode.DIRECTORY_NOT_FOUND,
        f"Folder '{given}' does not exist in workspace",
        "Look for it with list_dirs, or with file_search.",
    )


def target(snapshot: Snapshot, given: str) -> WorkspaceFile:
    """Return the place of a path, whether or not anything exists there.

    A symlink is resolved, so the wire path is where bytes would really be written. Of several workspace
    folders the one that has the file wins, then the one that has its parent folder.

    Raises:
        Failure: INVALID_PATH (outside, a workspace folder itself, or git's own folder).
    """
    places = [place for place in _places(snapshot, given) if place.inside != "."]
    if not places:
        raise Failure(
            ErrorCode.INVALID_PATH,
            f"'{given}' is the workspace folder itself",
            "Give the path of something inside it.",
        )
    for place in places:
        if any(part.casefold() == ".git" for part in place.inside.split("/")):
            raise Failure(
                ErrorCode.INVALID_PATH,
                f"'{given}' lies in git's own folder, where nothing is written",
                "Use git itself for that.",
            )
    there = [place for place in places if os.path.lexists(place.absolute)]
    beside = [place for place in places if os.path.isdir(place.absolute.parent)]  # noqa: PTH112 - unlike Path.is_dir it never fails
    return (there or beside or places)[0]


def denied(given: str, what: str) -> Failure:
    """Return the failure of an operation that the system's permissions forbid."""
    return Failure(
        ErrorCode.PERMISSION_DENIED, f"'{given}' {what}: permission denied", "Change its permissions."
    )


def not_made(given: str, what: str, problem: OSError) -> Failure:
    """Make the failure of something new that the system refuses."""
    if isinstance(problem, PermissionError):
        return denied(given, what)
    reason = problem.strerror or type(problem).__name__
    return Failure(ErrorCode.INVALID_PATH, f"'{given}' {what}: {reason}")


def _places(snapshot: Snapshot, given: str) -> list[WorkspaceFile]:
    text = checked(given)
    found = []
    for absolute in candidates(snapshot.folders, text):
        held = confine(snapshot.folders, absolute)
        if held is not None:
            root, inside = held
            wire = root.wire("" if inside == "." else inside).rstrip("/")
            found.append(WorkspaceFile(wire, root.path if inside == "." else root.path / inside, root))
    if not found:
        raise Failure(
            ErrorCode.INVALID_PATH,
            f"'{given}' is outside the workspace",
            "Give a path inside the workspace folders; symlinks that lead out are not followed.",
        )
    # The same wire path may stand for two places; the one in the folder that has its name comes first.
    return list({place.path: place for place in reversed(found)}.values())[::-1]
