"""`create_file`: a new file with its text."""

from __future__ import annotations

import os

from models.error_codes import ErrorCode
from models.tools.create_file import CreateFileParams, CreateFileResult
from rca.files.atomic_write import LARGEST, create
from rca.files.directory_handle import NotAFolder
from rca.files.path_targets import not_made, target
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.roots import WorkspaceFile


def run(context: ToolContext, params: CreateFileParams) -> Answer[CreateFileResult]:
    """Write the file in one step; an existing file is never touched."""
    place = _free_place(context, params)
    assert place.root is not None, "a target lies in a workspace folder"
    data = params.content.encode()
    try:
        made = create(place.root, place.inside, data)
    except FileExistsError:
        raise _exists(place) from None
    except NotAFolder:
        raise Failure(
            ErrorCode.INVALID_PATH,
            f"'{place.path}' cannot be created: a part of its path is a file or became a link",
            "Give a path whose folders are folders.",
        ) from None
    except OSError as problem:
        raise not_made(place.path, "cannot be created", problem) from None
    result = CreateFileResult(
        file_path=place.path,
        bytes_written=len(data),
        created_parents=tuple(place.root.wire(one) for one in made),
    )
    return Answer(result, files_affected=(place.path,), completeness="complete")


def details(context: ToolContext, params: CreateFileParams) -> dict[str, str]:
    """Show where the file would really be."""
    return {"Files affected": _free_place(context, params).path}


def _free_place(context: ToolContext, params: CreateFileParams) -> WorkspaceFile:
    size = len(params.content.encode())
    if size > LARGEST:
        raise Failure(
            ErrorCode.TOO_LARGE,
            f"content has {size} bytes; a new file may have {LARGEST}",
            "Write a smaller file.",
            {"size": size, "limit": LARGEST},
        )
    place = target(context.snapshot, params.file_path)
    if os.path.lexists(place.absolute) or place.path in context.snapshot.overlays:
        raise _exists(place)
    return place


def _exists(place: WorkspaceFile) -> Failure:
    kind = "Folder" if place.absolute.is_dir() else "File"
    return Failure(
        ErrorCode.ALREADY_EXISTS,
        f"{kind} '{place.path}' already exists",
        "Use replace_string_in_file to change a file, or give another path.",
    )


TOOL = Tool(
    name="create_file",
    description=(
        "Create a new text file with its content; folders that are missing are made. A file that exists is "
        "never overwritten: use replace_string_in_file for that. The user is asked first. The file is there "
        "whole or not at all."
    ),
    params=CreateFileParams,
    result=CreateFileResult,
    run=run,
    risk="safe_write",
    seconds=10.0,
    details=details,
)
