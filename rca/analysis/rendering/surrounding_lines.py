"""Code around a failing function in Markdown: other candidates, callers, fields, the origin of its value."""

from __future__ import annotations

from models.code import CodeContext
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.answer_markdown import code_lines, fenced, shortened, window
from rca.analysis.rendering.shown_code import ORIGIN_LINES, SHORT_FUNCTION, other_window
from rca.resolve.symbol import Symbol

_FENCES = {
    "kt": "kotlin",
    "kts": "kotlin",
    "java": "java",
    "xml": "xml",
    "gradle": "groovy",
    "toml": "toml",
    "properties": "properties",
}
_LONGEST_CODE = 120
"""Characters of a declaration."""


def fence_of(path: str) -> str:
    """Return the language of a fence for a file's code."""
    return _FENCES.get(path.rpartition(".")[2], "text")


def candidates_code(found: Findings) -> str:
    """Return the code of other hypotheses, where nothing is decided."""
    return "\n\n".join(_block(one, "Candidate", *other_window(one)) for one in found.hypothesis_contexts)


def callers_code(found: Findings) -> str:
    """Return the code of the direct callers of a short failing function."""
    return "\n\n".join(_block(one, "Caller", *_around(one)) for one in found.caller_contexts)


def entries_code(found: Findings) -> str:
    """Return the code that led to the two entries of a function of a library."""
    return "\n\n".join(_block(one, "Entered from", *_around(one)) for one in found.reentry_contexts)


def origin_code(found: Findings) -> str:
    """Return the code where the failing value can come from."""
    origin = found.origin_context
    return "" if origin is None else _block(origin, "Where the value can come from", *_around(origin))


def declared_lines(found: Findings) -> str:
    """Return the class of the failing function, the fields that it uses, and the callbacks beside it."""
    lines = [
        f"- :{one.line} `{shortened(one.code.replace('`', chr(39)), _LONGEST_CODE)}`"
        for one in found.declarations
    ]
    if found.lifecycle:
        lines.append(f"- callbacks: {', '.join(f'{name} :{line}' for name, line in found.lifecycle)}")
    if not lines or found.culprit is None:
        return ""
    return f"Declared in `{found.culprit.file_path}`:\n" + "\n".join(lines)


def stored_lines(found: Findings) -> str:
    """Return the lines that store what the failing function reads by a key."""
    keys = ", ".join(f"`{key}`" for key in dict.fromkeys(one.key for one in found.key_writers))
    lines = [_line(one.path, one.line, one.function, one.code) for one in found.key_writers]
    return f"Stored under {keys}:\n" + "\n".join(lines) if lines else ""


def passed_lines(found: Findings) -> str:
    """Return the lines that give the outermost function of the trace what it passes on."""
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(one.name for one in found.passed_values))
    lines = [_line(one.path, one.line, one.function, one.code) for one in found.passed_values]
    return f"Beyond the trace {names} comes from, nearest first:\n" + "\n".join(lines) if lines else ""


def _line(path: str, line: int, function: Symbol | None, code: str) -> str:
    named = f" {function.display_name}" if function is not None else ""
    return f"- `{path}:{line}`{named}: `{shortened(code.replace('`', chr(39)), _LONGEST_CODE)}`"


def _around(context: CodeContext) -> tuple[int, int]:
    return window(context.error_line, context.function_definition, ORIGIN_LINES, SHORT_FUNCTION)


def _block(context: CodeContext, title: str, first: int, last: int) -> str:
    function = context.function_definition
    named = f" in `{function.name}`" if function is not None else ""
    code = fenced(code_lines(context, first, last), fence_of(context.file_path))
    return f"## {title}: `{context.file_path}:{context.error_line}`{named}\n\n{code}"
