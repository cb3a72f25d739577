"""`file_search`: files by their names."""

from __future__ import annotations

from models.tools.file_search import FileSearchParams, FileSearchResult
from rca.files.glob import chosen, matcher
from rca.files.path_targets import directory
from rca.files.tree import Tree
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: FileSearchParams) -> Answer[FileSearchResult]:
    """Match the path of every file below the folder, relative to it."""
    matcher(params.query)  # what is wrong with it is told before the folder is looked for
    place = directory(context.snapshot, params.path)
    tree = Tree(context.snapshot, place, context.deadline)
    lead = len(place.path) + 1 if place.path else 0
    found = list(chosen(params.query, tree.files(), lead))
    page = page_of(found, params)
    cut = (f"found {len(found)} files, {len(page.items)} are shown",) if page.truncated else ()
    result = FileSearchResult(
        files=page.items, matches=len(found), pattern=params.query, truncated=page.truncated
    )
    return page.answer(result, tree.gaps(), (*cut, *tree.omissions()))


TOOL = Tool(
    name="file_search",
    description=(
        "Find files by a glob over their paths, up to 1,000 files and 20 levels down; files that are not "
        "saved yet are found too. Use it when you know a part of a file's name; find_class finds the file "
        "of a class, grep_search looks into files. Ignored and built files are left out unless path names "
        "their folder."
    ),
    params=FileSearchParams,
    result=FileSearchResult,
    run=run,
    idempotent=True,
)
