"""`list_dirs`: the folders of the project, a few levels down."""

from __future__ import annotations

from models.tools.list_dirs import DirEntry, ListDirsParams, ListDirsResult
from rca.analysis.rendering.search_markdown import folders_in_words
from rca.files.path_targets import directory
from rca.files.tree import Tree
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: ListDirsParams) -> Answer[ListDirsResult]:
    """List one page of the folders below a folder."""
    place = directory(context.snapshot, params.path)
    tree = Tree(context.snapshot, place, context.deadline, deepest=params.depth)
    found = [DirEntry(path=one.path, depth=one.depth) for one in tree.entries() if one.is_folder]
    page = page_of(found, params)
    result = ListDirsResult(
        directory=place.path or ".", dirs=page.items, total=len(found), truncated=page.truncated
    )
    # Folders below the depth asked for are no lack of the answer.
    return page.answer(result, tree.gaps(), tree.omissions())


TOOL = Tool(
    name="list_dirs",
    description=(
        "List the folders of the project, up to 3 levels below a folder: how a project is laid out. Ignored, "
        "hidden and built folders are left out, but one that you name is shown as it is. "
        "To find code, query_index and search_code are quicker; they know what is in the files."
    ),
    params=ListDirsParams,
    result=ListDirsResult,
    run=run,
    words=folders_in_words,
    charges="listing",
    idempotent=True,
)
