"""`find_references`: every place that uses a class, function or property."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from models.tools.find_references import (
    CodeReference,
    FindReferencesParams,
    FindReferencesResult,
    ReferencesInFile,
)
from rca.analysis.dependency_graph.query_target import declared, find_symbols, not_found
from rca.analysis.implicit_callers.implicit_caller_search import unseen_callers
from rca.analysis.rendering.next_calls import after_references
from rca.analysis.rendering.search_markdown import references_in_words
from rca.navigation.call_sites import resources_named
from rca.navigation.references import Reference, find_references, find_unresolved_uses
from rca.resolve.symbol import Symbol
from rca.text.line_index import Lines
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.build_modules import Modules, modules_of

_MOST_DECLARATIONS = 20
_LONGEST_LINE = 200
_MOST_POSSIBLE = 10
_POSSIBLE_SHARE = 0.5
"""The part of the remaining time in which uses are looked for that could not be resolved."""

_Found = tuple[Reference, int]
"""A use, and which declaration it is of."""


def run(context: ToolContext, params: FindReferencesParams) -> Answer[FindReferencesResult]:
    """Find the uses of every declaration of the name, and return a page of them by file."""
    snapshot, index = context.snapshot, context.snapshot.index
    modules = modules_of(index)
    path = None if params.file_path is None else snapshot.resolve(params.file_path).path
    targets = find_symbols(index, params.symbol, path, params.line) or resources_named(index, params.symbol)
    if not targets:
        raise not_found(index, params.symbol, path)
    found, reasons, has_unresolved = _uses(context, targets[:_MOST_DECLARATIONS])
    if len(targets) > _MOST_DECLARATIONS:
        reasons.append(
            f"{len(targets)} declarations have this name: the first {_MOST_DECLARATIONS} are looked at"
        )
    reasons.extend(unseen_callers(snapshot, targets[:_MOST_DECLARATIONS], context.deadline))
    chosen = [
        one
        for one in found
        if (params.kinds is None or one[0].kind in params.kinds)
        and one[0].path.startswith(params.path_prefix or "")
    ]
    page = page_of(chosen, params)
    possible = _possible_uses(context, targets, params) if has_unresolved and page.next is None else []
    result = FindReferencesResult(
        symbol=params.symbol,
        declarations=tuple(declared(one, modules) for one in targets[:_MOST_DECLARATIONS]),
        files=tuple(
            _in_file(context, modules, name, list(uses), several=len(targets) > 1)
            for name, uses in groupby(page.items, key=lambda one: one[0].path)
        ),
        total_references=len(chosen),
        total_files=len({one.path for one, _ in chosen}),
        by_kind=dict(Counter(one.kind for one, _ in chosen).most_common()),
        possible_uses=tuple(
            _in_file(context, modules, name, list(uses), several=False)
            for name, uses in groupby(possible, key=lambda one: one[0].path)
        ),
    )
    return page.answer(result, reasons)


def _uses(context: ToolContext, targets: Sequence[Symbol]) -> tuple[list[_Found], list[str], bool]:
    """Return the uses of all targets by place, what may be missing, and whether sites are unresolved.

    Of a use that several targets share, the best evidence counts.
    """
    best: dict[tuple[str, int], _Found] = {}
    reasons: dict[str, None] = {}
    has_unresolved = False
    for number, target in enumerate(targets):
        answer = find_references(context.snapshot.index, target, context.snapshot.text, context.deadline)
        reasons.update(dict.fromkeys(answer.reasons))
        has_unresolved = has_unresolved or answer.has_unresolved
        for use in answer.references:
            known = best.get((use.path, use.start))
            if known is None or known[0].confidence < use.confidence:
                best[use.path, use.start] = (use, number)
    return [best[place] for place in sorted(best)], list(reasons), has_unresolved


def _possible_uses(
    context: ToolContext, targets: Sequence[Symbol], params: FindReferencesParams
) -> list[_Found]:
    """Return the uses of one declaration that could not be resolved; of several nobody could tell whose."""
    if len(targets) != 1 or params.cursor:
        return []
    snapshot = context.snapshot
    deadline = context.deadline.part(_POSSIBLE_SHARE)
    uses = find_unresolved_uses(snapshot.index, targets[0], snapshot.text, deadline, _MOST_POSSIBLE)
    return [
        (one, 0)
        for one in sorted(uses, key=lambda one: (one.path, one.start))
        if (params.kinds is None or one.kind in params.kinds)
        and one.path.startswith(params.path_prefix or "")
    ]


def _in_file(
    context: ToolContext, modules: Modules, path: str, uses: Iterable[_Found], *, several: bool
) -> ReferencesInFile:
    lines = Lines(context.snapshot.text(path) or "")
    return ReferencesInFile(
        file_path=path,
        module=modules.of(path),
        references=tuple(_shown(lines, use, number if several else None) for use, number in uses),
    )


def _shown(lines: Lines, use: Reference, number: int | None) -> CodeReference:
    line, column = lines.position(use.start)
    return CodeReference(
        line=line,
        column=column,
        kind=use.kind,
        text=lines.line(line).strip()[:_LONGEST_LINE] if line <= lines.count else "",
        inside=None if use.inside is None else use.inside.display_name,
        evidence=use.evidence,
        confidence=use.confidence,
        declaration=number,
    )


TOOL = Tool(
    name="find_references",
    description=(
        "Find every use of a Kotlin or Java class, function or property, or of an Android resource "
        "(`R.string.title`, `@id/list`), by file: calls, reads, writes, types, overrides, lines of "
        "manifests and layouts. Resolved, so unrelated namesakes are left out. Uses by reflection and "
        "generated code are not listed."
    ),
    params=FindReferencesParams,
    result=FindReferencesResult,
    run=run,
    words=references_in_words,
    next_calls=after_references,
    needs_index=True,
    speaks_for="names",
)
