"""The declarations that a diff or a range of lines changes."""

from __future__ import annotations

from collections.abc import Iterable

from models.error_codes import ErrorCode
from models.navigation import SubjectKind
from rca.analysis.dependency_graph.query_target import QueryTarget, file_subject
from rca.history.unified_diff import Edit, parse_patch
from rca.resolve.symbol import Symbol
from rca.tool_failure import Failure
from rca.workspace import Snapshot


def changed_subject(
    snapshot: Snapshot, diff: str | None, file_path: str | None, line: int | None
) -> tuple[QueryTarget, tuple[str, ...]]:
    """Return the smallest declarations around the changed lines, and which changes are not covered.

    Without a diff it is the line of the file. Lines outside of all declarations (imports, say) count
    for the whole file.

    Raises:
        Failure: INVALID_PARAMETERS for a text that is no diff, SYMBOL_NOT_FOUND where the change
            touches no code that is indexed, and what `file_subject` raises.
    """
    if diff is None:
        (path,) = file_subject(snapshot, file_path or "").files
        spans = {path: [(line or 1, line or 1)]}
        notes: tuple[str, ...] = ()
    else:
        spans, notes = _spans(snapshot, diff)
    files: list[str] = []
    symbols: dict[Symbol, None] = {}
    for path, lines in spans.items():
        found = _touched(snapshot.index.symbols(path), lines)
        if found is None:
            files.append(path)
        symbols.update(dict.fromkeys(found or ()))
    if not files and not symbols:
        raise Failure(
            ErrorCode.SYMBOL_NOT_FOUND,
            "The change touches no code that the index reads",
            "Give a diff of source files, with paths relative to the workspace folder.",
            {"leftOut": list(notes)} if notes else None,
        )
    name = file_path or ", ".join(spans)
    if len(symbols) == 1 and not files:
        (only,) = symbols
        row = only.declaration
        kind: SubjectKind = "class" if row.is_class else "property" if row.kind == "property" else "function"
        return QueryTarget(kind, name, symbols=(only,)), notes
    return QueryTarget("file", name, files=tuple(files), symbols=tuple(symbols)), notes


def _spans(snapshot: Snapshot, diff: str) -> tuple[dict[str, list[tuple[int, int]]], tuple[str, ...]]:
    """Return the changed lines of each existing file, and the paths of missing ones."""
    text = diff if "diff --git " in diff else diff.replace("--- ", "diff --git \n--- ")
    patches = parse_patch(text)
    if not any(patch.hunks for patch in patches):
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "analyze_impact: 'diff' holds no hunk of a unified diff",
            "Give what `git diff` prints.",
        )
    spans: dict[str, list[tuple[int, int]]] = {}
    notes = []
    for patch in patches:
        if patch.new_path is None:
            notes.append(
                f"'{patch.old_path}' is removed by the change: its declarations are not there to ask about"
            )
            continue
        try:
            (path,) = file_subject(snapshot, patch.new_path).files
        except Failure as problem:
            notes.append(problem.error.message)
            continue
        spans.setdefault(path, []).extend(_lines(patch.edits))
    return spans, tuple(notes)


def _lines(edits: Iterable[Edit]) -> list[tuple[int, int]]:
    return [(edit.new_first, edit.new_first + max(edit.new_count, 1) - 1) for edit in edits]


def _touched(symbols: Iterable[Symbol], spans: Iterable[tuple[int, int]]) -> set[Symbol] | None:
    """Return the smallest declaration around each changed line; None if a line is outside of all."""
    named = [one for one in symbols if one.name and "implicit" not in one.declaration.modifiers]
    found: set[Symbol] = set()
    for first, last in spans:
        for line in range(first, last + 1):
            around = [one for one in named if one.line <= line <= one.end_line and not one.is_local_function]
            if not around:
                return None
            found.add(min(around, key=lambda one: (one.end_line - one.line, one.declaration.is_class)))
    return found
