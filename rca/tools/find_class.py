"""`find_class`: classes by name, with what they are."""

from __future__ import annotations

from models.tools.find_class import FindClassParams, FindClassResult
from rca.analysis.class_search import describe_class, matching_classes
from rca.analysis.dependency_graph.query_target import not_found
from rca.analysis.rendering.search_markdown import classes_in_words
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import modules_of

_COUNT_SHARE = 0.6
"""The part of the time that counting subclasses may take, so that all else can be said of each class."""


def run(context: ToolContext, params: FindClassParams) -> Answer[FindClassResult]:
    """Find a class by its name, or by a part of it."""
    snapshot, index = context.snapshot, context.snapshot.index
    found = [
        (symbol, match)
        for symbol, match in matching_classes(index, params.name)
        if (params.kinds is None or symbol.declaration.kind in params.kinds)
        and symbol.path.startswith(params.path_prefix or "")
    ]
    if not found:
        raise not_found(index, params.name)
    modules = modules_of(index)
    page = page_of(found, params)
    exact = {symbol.qualified_name for symbol, match in found if match == "exact"}
    reasons = []
    counting = context.deadline.part(_COUNT_SHARE)
    classes = tuple(
        describe_class(snapshot, modules, symbol, match, counting) for symbol, match in page.items
    )
    if not index.ready:
        reasons.append("the index is still being checked against the disk")
    if any(one.subclasses is None for one in classes):
        reasons.append("the time limit ended the count of subclasses; ask for fewer classes")
    result = FindClassResult(
        name=params.name, classes=classes, total_found=len(found), ambiguous=len(exact) > 1
    )
    return page.answer(result, reasons)


TOOL = Tool(
    name="find_class",
    description=(
        "Find a Kotlin or Java class, interface, object, enum or type alias by simple, qualified or JVM "
        "binary name, by a part of the name or its humps: where it is declared, its signature, supertypes, "
        "number of subclasses and members. Use it to turn a class named in an error into its file and line."
    ),
    params=FindClassParams,
    result=FindClassResult,
    run=run,
    words=classes_in_words,
    needs_index=True,
    speaks_for="names",
)
