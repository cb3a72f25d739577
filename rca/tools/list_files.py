"""`list_files`: what lies in one folder."""

from __future__ import annotations

from models.tools.list_files import FileEntry, ListFilesParams, ListFilesResult
from rca.files.glob import matcher
from rca.files.path_targets import directory
from rca.files.tree import Entry, Tree
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: ListFilesParams) -> Answer[ListFilesResult]:
    """List one page of a folder's entries."""
    matches = matcher(params.pattern) if params.pattern is not None else None
    place = directory(context.snapshot, params.path)
    tree = Tree(context.snapshot, place, context.deadline, deepest=1, detailed=True)
    found = list(tree.entries())
    wanted = [one for one in found if matches is None or (not one.is_folder and matches(one.name))]
    page = page_of(wanted, params)
    files = sum(1 for one in found if not one.is_folder)
    result = ListFilesResult(
        directory=place.path or ".",
        files=tuple(_entry(one) for one in page.items),
        total=len(wanted),
        total_entries=len(found),
        file_count=files,
        directory_count=len(found) - files,
        truncated=page.truncated,
    )
    return page.answer(result, tree.gaps(), tree.omissions())


def _entry(entry: Entry) -> FileEntry:
    return FileEntry(
        name=entry.name,
        path=entry.path,
        type="directory" if entry.is_folder else "file",
        size_bytes=entry.size,
    )


TOOL = Tool(
    name="list_files",
    description=(
        "List what lies in one folder, not below it: names, paths, types, sizes. Use it when the index "
        "cannot answer, as for resources, logs or build reports; query_index finds code without it. "
        "Ignored files are left out, but a folder that you name is shown even if it is itself ignored "
        "(`app/build/reports`). Also known as list_dir."
    ),
    params=ListFilesParams,
    result=ListFilesResult,
    run=run,
    charges="listing",
    idempotent=True,
)
