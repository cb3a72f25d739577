"""`find_callers_of_function`: who calls it, and who calls them."""

from __future__ import annotations

import difflib

from models.error_codes import ErrorCode
from models.tools.find_callers_of_function import FindCallersParams, FindCallersResult
from rca.analysis.implicit_callers.implicit_caller_search import unseen_callers
from rca.analysis.rendering.result_markdown import callers_in_words
from rca.editor_callers import EditorCallers
from rca.navigation.callers import find_callers
from rca.resolve.symbol import Symbol
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: FindCallersParams) -> Answer[FindCallersResult]:
    """Search from the named declarations to their callers, as far as the page needs."""
    file = context.snapshot.resolve(params.file_path)
    targets = _targets(context, params, file.path)
    others = EditorCallers(context, targets)
    most = params.cursor + params.limit + 1
    answer = find_callers(context.snapshot.index, targets, params.max_depth, context.deadline, most)
    callers, said = others.merge(answer.callers)
    page = page_of(callers, params)
    unseen = unseen_callers(context.snapshot, targets, context.deadline)
    result = FindCallersResult(
        function_name=params.function_name,
        file_path=file.path,
        callers=page.items,
        total_callers=len(callers),
    )
    return Answer(
        result,
        truncated=page.truncated,
        next=page.next,
        completeness="complete" if answer.complete and not unseen else "partial",
        provenance=(*answer.reasons, *unseen, *said),
    )


def _targets(context: ToolContext, params: FindCallersParams, path: str) -> tuple[Symbol, ...]:
    index = context.snapshot.index
    found = index.functions(path, params.function_name, params.class_name, params.line)
    if found:
        return found
    if index.facts(path) is None and not index.ready:
        raise Failure(
            ErrorCode.LSP_UNAVAILABLE,
            f"'{path}' is not indexed yet",
            "Ask again once indexing is done, or wait for it with `rca call --wait`.",
        )
    raise Failure(ErrorCode.FUNCTION_NOT_FOUND, *_explain(index.symbols(path), params, path))


def _explain(symbols: tuple[Symbol, ...], params: FindCallersParams, path: str) -> tuple[str, str]:
    name = params.function_name
    same = [symbol for symbol in symbols if symbol.is_callable and symbol.answers_to(name)]
    if same:
        places = ", ".join(
            f"{symbol.display_name} (lines {symbol.line}-{symbol.end_line})" for symbol in same[:5]
        )
        where = f" in class '{params.class_name}'" if params.class_name else ""
        where += f" around line {params.line}" if params.line else ""
        return f"'{path}' declares no '{name}'{where}", f"It declares {places}."
    names = sorted({symbol.name for symbol in symbols if symbol.is_callable and symbol.name})
    near = difflib.get_close_matches(name, names, n=3)
    if near:
        return f"'{path}' declares no function '{name}'", f"Did you mean {', '.join(near)}?"
    listed = ", ".join(names[:10]) or "no function at all"
    return f"'{path}' declares no function '{name}'", f"It declares {listed}."


TOOL = Tool(
    name="find_callers_of_function",
    description=(
        "Find who calls a Kotlin or Java function, constructor (by its class's name) or property accessor, "
        "and who calls them, up to maxDepth. Overrides, callable references and calls between Kotlin and "
        "Java are resolved. Calls by libraries, reflection and generated code are "
        "not listed."
    ),
    params=FindCallersParams,
    result=FindCallersResult,
    run=run,
    words=callers_in_words,
    needs_index=True,
    speaks_for="names",
)
