"""`search_code`: code found by its text, its names or a description of what it does."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.search_code import SearchCodeParams, SearchCodeResult
from rca.analysis.rendering.next_calls import after_hits
from rca.analysis.rendering.search_markdown import hits_in_words
from rca.analysis.search.code_search import Search
from rca.analysis.search.search_query import query_of
from rca.analysis.search.search_scope import files_in
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of


def run(context: ToolContext, params: SearchCodeParams) -> Answer[SearchCodeResult]:
    """Search the files of the scope, and return a page of hits."""
    snapshot, index = context.snapshot, context.snapshot.index
    modules = modules_of(index)
    query = query_of(params.query)
    if not query.text:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "'query' is blank; a text, a name or a question is needed",
            "Give what the code should say or do.",
        )
    scope, paths = files_in(index, modules, params.scope, params.file_pattern)
    search = Search(snapshot, modules, query, context.deadline)
    answer = search.run(paths, context.knowledge.similarities)
    if not index.ready and not answer.hits:
        raise Failure(
            ErrorCode.LSP_UNAVAILABLE,
            f"Nothing that is indexed yet fits '{params.query}'",
            "Ask again once indexing is done, or wait for it with `rca call --wait`.",
        )
    reasons = list(answer.reasons)
    if not index.ready:
        reasons.insert(0, "the index is still being checked against the disk")
    page = page_of(answer.hits, params)
    result = SearchCodeResult(
        query=params.query,
        scope=scope,
        words=query.words,
        hits=search.shown(page.items),
        total_hits=len(answer.hits),
        searched_files=answer.read,
        cursor=params.cursor,
        no_such_name=True if query.name is not None and not answer.is_declared and index.ready else None,
    )
    return page.answer(result, reasons, answer.notes)


TOOL = Tool(
    name="search_code",
    description=(
        "Find code by exact text (a message, a key), by a name or a part of one, or by a question in words "
        "(`where are failed uploads retried`): declarations, Android resources, manifests and build files, "
        "best first, with place and snippet. Says first if no such name exists. Scope by module, tag or "
        "path."
    ),
    params=SearchCodeParams,
    result=SearchCodeResult,
    run=run,
    words=hits_in_words,
    next_calls=after_hits,
    needs_index=True,
    speaks_for="names",
)
