"""`get_entry_points`: where execution enters the project."""

from __future__ import annotations

import difflib
from collections import Counter
from typing import get_args

from models.error_codes import ErrorCode
from models.navigation import EntryKind
from models.tools.get_entry_points import GetEntryPointsParams, GetEntryPointsResult
from rca.analysis.entry_points.entry_point_search import EntryPoints
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import Modules, modules_of

_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)


def run(context: ToolContext, params: GetEntryPointsParams) -> Answer[GetEntryPointsResult]:
    """Collect entry points, filter them, and return a page of them."""
    index = context.snapshot.index
    modules = modules_of(index)
    module = None if params.module is None else _module(modules, params.module)
    search = EntryPoints(context.snapshot, modules)
    entries = search.find(params.kinds or _KINDS, context.deadline)
    found = sorted(
        {
            one
            for one in entries
            if (module is None or one.module == module) and one.file_path.startswith(params.path_prefix or "")
        },
        key=lambda one: (_KINDS.index(one.kind), one.module, one.file_path, one.line),
    )
    reasons = []
    if not index.ready:
        if not found:
            raise Failure(
                ErrorCode.LSP_UNAVAILABLE,
                "The index is still being built, and no entry point is known yet",
                "Ask again once indexing is done, or wait for it with `rca call --wait`.",
            )
        reasons.append("the index is still being checked against the disk")
    if search.lacking:
        reasons.append("the time limit ended the search; ask for fewer kinds")
    page = page_of(found, params)
    result = GetEntryPointsResult(
        entry_points=page.items,
        total_entry_points=len(found),
        by_kind=dict(Counter(one.kind for one in found)),
        by_module=dict(Counter(one.module for one in found)),
    )
    return page.answer(result, reasons)


def _module(modules: Modules, name: str) -> str:
    wanted = name if name.startswith(":") else f":{name}"
    if wanted in modules.names:
        return wanted
    near = difflib.get_close_matches(wanted, modules.names, n=3)
    raise Failure(
        ErrorCode.SYMBOL_NOT_FOUND,
        f"The workspace has no module '{name}'",
        f"Did you mean {', '.join(near)}?" if near else f"It has {', '.join(modules.names[:10])}.",
    )


TOOL = Tool(
    name="get_entry_points",
    description=(
        "List where execution enters the project: Android activities, services, receivers, providers, "
        "application and workers (by manifest and by what they extend), composables that begin a screen, "
        "main functions, tests, request and message handlers (Spring, Ktor), Gradle tasks and plugins. Each "
        "says why. Filter by kind, module or path."
    ),
    params=GetEntryPointsParams,
    result=GetEntryPointsResult,
    run=run,
    needs_index=True,
    speaks_for="project",
)
