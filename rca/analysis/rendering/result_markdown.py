"""Markdown rendering of tool results that models read most."""

from __future__ import annotations

from pathlib import PurePosixPath

from models.code import CodeContext
from models.error_report import ErrorReport, Frame
from models.solution import SearchOutcome
from models.tools.find_callers_of_function import FindCallersResult
from models.tools.get_code_context import GetCodeContextParams
from models.tools.read_file import ReadFileResult
from rca.analysis.rendering.answer_markdown import caller_tree, code_lines, fenced, numbered, shortened
from rca.analysis.rendering.brief import error_chain, error_head
from rca.analysis.rendering.crash_context_lines import context_markdown
from rca.analysis.rendering.repeated_paths import shorten_repeated_paths
from rca.analysis.rendering.solution_lines import past_solutions, tried_attempts

_FRAMES = 40
_CRUMBS = 20
_LONGEST = 4000
_SOLUTIONS = 10
_USUAL = GetCodeContextParams.model_fields["context_lines"].default
_AROUND_FUNCTION = 5
_LANGUAGES = {".kt": "kotlin", ".kts": "kotlin", ".java": "java", ".xml": "xml", ".gradle": "groovy"}


def error_in_words(report: ErrorReport) -> str:
    """Render a parsed error: root, exceptions with frames, compiler messages, failed tasks."""
    parts = [error_head(report, _LONGEST), error_chain(report, _FRAMES)]
    if report.culprit is not None:
        parts.append(f"Look first at: {report.culprit.text}")
    for exception in report.exceptions:
        if exception.frames:
            frames = "\n".join(_folded(exception.frames))
            parts.append(f"## Frames of {exception.type} ({exception.relation})\n\n{fenced(frames, 'text')}")
    parts.append(context_markdown(report.crash_context, _CRUMBS))
    parts += [f"## Another error in this text\n\n{error_in_words(other)}" for other in report.others]
    return "\n\n".join(part for part in parts if part)


def _folded(frames: tuple[Frame, ...]) -> list[str]:
    """Return the app's frames, and of each run of other frames the first and the count of the rest."""
    lines: list[str] = []
    skipped = 0
    for before, frame in zip((None, *frames), frames, strict=False):
        foreign = frame.origin != "app"
        if foreign and before is not None and before.origin != "app":
            skipped += 1
            continue
        if skipped:
            lines.append(f"… {skipped} more of libraries")
            skipped = 0
        lines.append(frame.text)
    return [*lines, f"… {skipped} more of libraries"] if skipped else lines


def context_in_words(context: CodeContext) -> str:
    """Render the code around a line: location, used imports, numbered lines."""
    function = context.function_definition
    inside = f" in `{function.name}`, lines {function.start_line}-{function.end_line}" if function else ""
    parts = [f"`{context.file_path}:{context.error_line}`{inside}"]
    if context.source == "editor":
        parts.append("This is unsaved editor text.")
    if function and function.start_line < context.start_line:
        parts.append(f"Its header: `{function.signature}`")
    outside = [one for one in context.relevant_imports if one.line < context.start_line]
    if outside:
        names = ", ".join(f"{one.module}.{name}" for one in outside for name in one.imported)
        parts.append(f"Imports that it uses: {names}")
    first, last = _lines_to_show(context)
    parts.append(fenced(code_lines(context, first, last, indented=True), _language(context.file_path)))
    if (first, last) != (context.start_line, context.end_line):
        parts.append(
            f"Other lines than those of the function: read_file, or contextLines other than {_USUAL}."
        )
    return "\n\n".join(parts)


def _lines_to_show(context: CodeContext) -> tuple[int, int]:
    """Return the function with a few lines around it, where the number of lines is the default."""
    function = context.function_definition
    line = context.error_line
    is_usual = max(line - context.start_line, context.end_line - line) == _USUAL
    if function is None or not is_usual:
        return context.start_line, context.end_line
    first, last = function.start_line - _AROUND_FUNCTION, function.end_line + _AROUND_FUNCTION
    return max(first, context.start_line), min(last, context.end_line)


def callers_in_words(result: FindCallersResult) -> str:
    """Render callers as a tree, each below the function that it calls."""
    asked = f"`{result.function_name}` of `{result.file_path}`"
    if not result.callers:
        return f"No call of {asked} was found."
    shown = len(result.callers)
    count = f"{shown} calls" if shown == result.total_callers else f"{shown} of {result.total_callers} calls"
    tree = caller_tree(result.callers, shown)
    text = f"{count} lead to {asked}; each caller stands below what it calls:\n\n" + "\n".join(tree)
    return shorten_repeated_paths(text, (caller.file_path for caller in result.callers))


def solutions_in_words(outcome: SearchOutcome) -> str:
    """Render past solutions, likeliest first, and failed attempts."""
    known = past_solutions(outcome.results, outcome.verdict, _SOLUTIONS, _LONGEST)
    return known + tried_attempts(outcome.failed_attempts, _SOLUTIONS, _LONGEST)


def file_in_words(result: ReadFileResult) -> str:
    """Render a file's text with line numbers, below its name and size."""
    unsaved = ", unsaved editor text" if result.source == "editor" else ""
    lines = f"{result.line_count} of {result.total_lines} lines{unsaved}"
    content = fenced(numbered(result.content, result.line_start), _language(result.file_path))
    return f"`{shortened(result.file_path, 300)}`: {lines}\n\n{content}"


def _language(path: str) -> str:
    return _LANGUAGES.get(PurePosixPath(path).suffix, "text")
