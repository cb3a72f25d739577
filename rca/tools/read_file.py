"""`read_file`: text of a workspace file, unsaved editor text first."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.read_file import ReadFileParams, ReadFileResult
from rca.analysis.rendering.result_markdown import file_in_words
from rca.policy.output_store import SCHEME
from rca.text.line_index import Lines
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.disk_reader import SourceText

_FEWEST_BYTES = 2
"""Bytes a token of dense text, as of logs."""


def run(context: ToolContext, params: ReadFileParams) -> Answer[ReadFileResult]:
    """Read the requested lines, cut at a line end once they exceed `max_bytes`."""
    path, source, cached = _read(context, params)
    lines = source.lines
    is_saved = source.source == "editor" and not context.snapshot.is_unsaved(path)
    total = lines.count
    first = params.line_start or 1
    last = min(params.line_end or total, total)
    _check_range(params, path, total)
    beyond = first > max(total, 1)
    if beyond:  # a range of lines that the file does not have: as many of its last ones
        first = max(1, total - (params.line_end or first) + first)
    asked = lines.slice(first, last) if total else ""
    content = _cut(asked, _most(context, params))
    shown = Lines(content).count
    truncated = len(content) < len(asked)
    result = ReadFileResult(
        file_path=path,
        content=content,
        line_start=first,
        line_count=shown,
        total_lines=total,
        encoding=source.encoding,
        file_size=source.byte_size,
        truncated=truncated,
        source="disk" if is_saved else source.source,
    )
    following = _following(asked, content, first + shown) if truncated else None
    gaps = _gaps(source, content)
    if beyond:
        gaps = (*gaps, _beyond(params, path, first, total))
    return Answer(
        result,
        truncated=truncated,
        next=following,
        cached=cached,
        completeness="partial" if gaps else None,
        provenance=gaps,
        read_bytes=_bytes_of(content),
    )


def _gaps(source: SourceText, content: str) -> tuple[str, ...]:
    """Return a sentence on bytes that are U+FFFD in the content."""
    return (source.damage,) if source.damage and "\ufffd" in content else ()


def _beyond(params: ReadFileParams, path: str, first: int, total: int) -> str:
    """Return a sentence on a range that lies behind the end of its file."""
    return (
        f"'{path}' has {total} lines: lines {first} to {total} are shown for {params.line_start} to"
        f" {params.line_end}. In a stack trace such a line belongs to an inlined function, which another file"
        " may declare, or to another version of the file."
    )


def _read(context: ToolContext, params: ReadFileParams) -> tuple[str, SourceText, bool]:
    if params.file_path.startswith(SCHEME):
        text = context.policy.outputs.read(params.file_path)
        source = SourceText(text, _bytes_of(text), "utf-8", "output", newline="\n", bom=False)
        return params.file_path, source, False
    path = context.snapshot.resolve(params.file_path).path
    return path, *context.read_cache.read(context.snapshot, params.file_path, params.encoding)


def _most(context: ToolContext, params: ReadFileParams) -> int:
    """Return the byte limit: answers are cut here if limited, so that `meta.next` is a line."""
    tokens = context.settings.answer_tokens
    return params.max_bytes if tokens is None else min(params.max_bytes, tokens * _FEWEST_BYTES)


def _check_range(params: ReadFileParams, path: str, total: int) -> None:
    start, end = params.line_start, params.line_end
    if start is not None and end is not None and end < start:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"lineEnd is {end}, which lies before lineStart {start}",
            "Give lineEnd a value of at least lineStart.",
        )
    if start is not None and end is None and start > max(total, 1):
        raise Failure(
            ErrorCode.LINE_OUT_OF_RANGE,
            f"'{path}' has {total} lines; line {start} does not exist",
            f"Give lineStart a value from 1 to {max(total, 1)}.",
            {"totalLines": total},
        )


def _cut(text: str, max_bytes: int) -> str:
    """Cut a text after so many UTF-8 bytes: at a line end, or inside its first line."""
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= max_bytes:
        return text
    whole = encoded[:max_bytes].decode("utf-8", "ignore")
    starts = Lines(whole).starts
    kept = starts[-1] if text.startswith(whole) and starts[-1] else len(whole)
    return whole[:kept]


def _bytes_of(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _following(asked: str, content: str, next_line: int) -> str:
    if content.endswith(("\n", "\r")):
        return f"lineStart={next_line}"
    needed = _bytes_of(Lines(asked).slice(1, 1))
    return f"lineStart={next_line - 1}, maxBytes={needed}"


TOOL = Tool(
    name="read_file",
    description=(
        "Read a text file of the workspace, whole or by lines; unsaved editor text comes first. The numbers "
        "before the lines are no part of the file. A longer file is cut at maxBytes, and the answer says "
        "how to go on. Also reads a handle (rca-output:…) that another answer names."
    ),
    params=ReadFileParams,
    result=ReadFileResult,
    run=run,
    words=file_in_words,
    charges="read",
    sized_by_caller=("content",),
)
