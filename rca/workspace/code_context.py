"""Code around a line: text, enclosing function, and the imports that the text uses."""

from __future__ import annotations

from models.code import CodeAround, CodeContext, FunctionDefinition
from models.error_codes import ErrorCode
from rca.index.storage.file_record import LARGEST_SOURCE
from rca.languages.facts import Facts
from rca.languages.registry import extract
from rca.resolve.symbol import Symbol, enclosing, symbols_of
from rca.tool_failure import Failure
from rca.workspace.disk_reader import SourceText
from rca.workspace.snapshot import Snapshot
from rca.workspace.used_imports import relevant_imports


def code_context(snapshot: Snapshot, path: str, line: int, context_lines: int) -> CodeContext:
    """Return the code around a line of a workspace file, with `context_lines` lines before and after it.

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
            "The line may be of an inlined function, which another file declares, or the file changed since"
            " the error: find the code by the name of the frame's function.",
            {"totalLines": lines.count},
        )
    facts = facts_of(snapshot, file.path, source)
    start, end = max(1, line - context_lines), min(lines.count, line + context_lines)
    function = enclosing(symbols_of(file.path, facts), line)
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
        relevant_imports=relevant_imports(snapshot.index, facts, source.text, start, end),
        source="editor" if snapshot.is_unsaved(file.path) else "disk",
    )


def facts_of(snapshot: Snapshot, path: str, source: SourceText) -> Facts:
    """Return the facts of a text read from the snapshot."""
    overlay = snapshot.overlays.get(path)
    if overlay is not None:
        return overlay.facts
    if len(source.text) > LARGEST_SOURCE:
        return Facts("text")
    known = snapshot.index.facts_of_content(path, source.digest) if source.digest is not None else None
    return known if known is not None else extract(path, source.text)


def define(function: Symbol, text: str) -> FunctionDefinition:
    """Convert a function to the contract's form."""
    return FunctionDefinition(
        name=function.display_name,
        start_line=function.line,
        end_line=function.end_line,
        signature=function.signature(text),
    )
