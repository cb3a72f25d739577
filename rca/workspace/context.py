"""The code around a line: text, the function that holds it, the imports that the shown text uses."""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.code import CodeAround, CodeContext, FunctionDefinition, RelevantImport
from models.errors import ErrorCode
from rca.failure import Failure
from rca.index.record import LARGEST_SOURCE
from rca.index.symbol import Symbol, enclosing, symbols_of
from rca.languages.facts import Facts, Import
from rca.languages.registry import extract
from rca.workspace.reading import SourceText
from rca.workspace.snapshot import Snapshot

_WORD = re.compile(r"[^\W\d]\w*")


def code_context(snapshot: Snapshot, path: str, line: int, context_lines: int) -> CodeContext:
    """Give the code around a line of a workspace file, with `context_lines` lines before and after it.

    Function and imports are read from the very text that is shown, so they fit it even while the
    index is behind.

    Raises:
        Failure: what `Snapshot.read` raises, and LINE_OUT_OF_RANGE.
    """
    file = snapshot.resolve(path)
    source = snapshot.read(path)
    lines = source.lines
    if line > lines.count:
        raise Failure(
            ErrorCode.LINE_OUT_OF_RANGE,
            f"'{file.path}' has {lines.count} lines; line {line} does not exist",
            "The file may have changed since the error: read it and find the code by name.",
            {"totalLines": lines.count},
        )
    facts = facts_of(snapshot, file.path, source)
    start, end = max(1, line - context_lines), min(lines.count, line + context_lines)
    function = enclosing(symbols_of(file.path, facts), line)
    import_lines = {row.line for row in facts.imports}
    shown = "".join(lines.slice(one, one) for one in range(start, end + 1) if one not in import_lines)
    return CodeContext(
        file_path=file.path,
        error_line=line,
        start_line=start,
        end_line=end,
        context=CodeAround(
            before=lines.slice(start, line - 1),
            error_line=lines.line(line),
            after=lines.slice(line + 1, end),
        ),
        function_definition=None if function is None else define(function, source.text),
        relevant_imports=_relevant(facts, shown),
        source=source.source,
    )


def facts_of(snapshot: Snapshot, path: str, source: SourceText) -> Facts:
    """Give the facts of a text that was read from the snapshot."""
    overlay = snapshot.overlays.get(path)
    if overlay is not None:
        return overlay.facts
    if len(source.text) > LARGEST_SOURCE:
        return Facts("text")
    known = snapshot.index.facts_of_content(path, source.digest) if source.digest is not None else None
    return known if known is not None else extract(path, source.text)


def define(function: Symbol, text: str) -> FunctionDefinition:
    """Describe a function as answers show it."""
    return FunctionDefinition(
        name=function.display_name,
        start_line=function.line,
        end_line=function.end_line,
        signature=function.signature(text),
    )


def _relevant(facts: Facts, shown: str) -> tuple[RelevantImport, ...]:
    """Choose the imports whose names the shown text uses; a star import may give any name, so it stays."""
    words = set(_WORD.findall(shown))
    found: dict[tuple[str, int], list[str]] = {}
    for row in facts.imports:
        module, name = _split(row, facts)
        if row.star or (row.alias or name) in words or not name:
            shown_name = "*" if row.star else f"{name} as {row.alias}" if _renames(row, name) else name
            found.setdefault((module, row.line), []).extend(_names((shown_name,)))
    return tuple(
        RelevantImport(module=module, imported=tuple(names), line=line)
        for (module, line), names in found.items()
    )


def _renames(row: Import, name: str) -> bool:
    return row.alias is not None and row.alias != name


def _names(names: Iterable[str]) -> list[str]:
    return [name for name in names if name]


def _split(row: Import, facts: Facts) -> tuple[str, str]:
    if row.star:
        return row.path, ""
    if facts.names_only and row.alias is None:
        return row.path, ""
    module, _, name = row.path.rpartition("/" if facts.names_only else ".")
    return module, name
