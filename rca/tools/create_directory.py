"""`create_directory`: a folder, and those above it."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.create_directory import CreateDirectoryParams, CreateDirectoryResult
from rca.files.atomic_write import make_folder
from rca.files.directory_handle import NotAFolder
from rca.files.path_targets import not_made, target
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: CreateDirectoryParams) -> Answer[CreateDirectoryResult]:
    """Create the missing parts of a path."""
    place = target(context.snapshot, params.path)
    assert place.root is not None, "a target lies in a workspace folder"
    try:
        made = [place.root.wire(one) for one in make_folder(place.root, place.inside)]
    except NotAFolder:
        raise Failure(
            ErrorCode.ALREADY_EXISTS,
            f"'{place.path}' cannot be made: it, or a folder above it, exists as a file",
            "Give another path.",
        ) from None
    except OSError as problem:
        raise not_made(place.path, "cannot be made", problem) from None
    result = CreateDirectoryResult(
        path=place.path,
        created=place.path in made,
        created_parents=tuple(one for one in made if one != place.path),
    )
    return Answer(result, files_affected=tuple(made), completeness="complete")


def details(context: ToolContext, params: CreateDirectoryParams) -> dict[str, str]:
    """Show where the folder would really be."""
    return {"Files affected": target(context.snapshot, params.path).path}


TOOL = Tool(
    name="create_directory",
    description=(
        "Create a folder and those above it that are missing; one that is there already is no error. The "
        "user is asked first. create_file makes the folders that it needs by itself."
    ),
    params=CreateDirectoryParams,
    result=CreateDirectoryResult,
    run=run,
    risk="safe_write",
    seconds=10.0,
    idempotent=True,
    details=details,
)
