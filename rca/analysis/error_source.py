"""Source of the error to analyze: the given text, a file of the workspace, or the live editor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.editor import EditorDiagnostic, EditorState
from models.error_codes import ErrorCode
from models.error_report import Diagnostic, ErrorKind, ErrorReport
from rca.error_text import parse, trace_text
from rca.tool_failure import Failure

_COMPILERS: tuple[tuple[str, ErrorKind, str], ...] = (
    (".kt", "kotlin_compile", "kotlin"),
    (".kts", "kotlin_compile", "kotlin"),
    (".java", "java_compile", "java"),
    (".xml", "resource_linking", "xml"),
)


@dataclass(frozen=True)
class ErrorSource:
    """The error, and its original text, with which past solutions are searched."""

    report: ErrorReport
    text: str


def from_text(text: str, app_packages: Sequence[str]) -> ErrorSource:
    """Parse the error from text.

    Raises:
        Failure: INVALID_PARAMETERS if the text is blank.
    """
    if not text.strip():
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "analyze_error: the error text is empty",
            "Give the stack trace, log or build output in errorText.",
        )
    return ErrorSource(parse(text, app_packages), trace_text(text))


def from_editor(
    editor: EditorState | None, app_packages: Sequence[str], stopped: Iterable[str] = ()
) -> ErrorSource:
    """Take what the editor shows, the first with an error.

    In this order: the selection, programs that are stopped, the terminal, the problems.

    Args:
        editor: what the editor shows.
        app_packages: packages of the app.
        stopped: error texts of programs that are stopped in the debugger.

    Raises:
        Failure: NO_ACTIVE_EDITOR without an editor, NO_DIAGNOSTICS if nothing of it is an error.
    """
    if editor is None:
        raise Failure(
            ErrorCode.NO_ACTIVE_EDITOR,
            "No editor is connected, so there is no selection, terminal or problem to look at",
            "Give the error in errorText, or run the tool from the editor's server.",
        )
    for text in (editor.selected_text, *stopped, editor.terminal_output):
        if text and text.strip():
            report = parse(text, app_packages)
            if report.kind != "unknown":
                return ErrorSource(report, text)
    problems = [problem for problem in editor.diagnostics if problem.severity == "error"]
    if problems:
        return _from_problems(problems, editor.active_file)
    raise Failure(
        ErrorCode.NO_DIAGNOSTICS,
        "Neither the selection, nor the debugger, nor the terminal, nor the editor's problems hold an error",
        "Select the error's text, or run the failing task in the terminal first.",
    )


def _from_problems(problems: Sequence[EditorDiagnostic], active_file: str | None) -> ErrorSource:
    ordered = sorted(problems, key=lambda problem: (problem.file_path or active_file) != active_file)
    diagnostics = tuple(
        Diagnostic(
            severity=problem.severity,
            file=problem.file_path or active_file,
            line=problem.line,
            column=problem.column,
            message=problem.message,
            tool=problem.source,
        )
        for problem in ordered
    )
    first = diagnostics[0].file or ""
    kind, language = next(
        ((kind, language) for ending, kind, language in _COMPILERS if first.endswith(ending)),
        ("unknown", None),
    )
    report = ErrorReport(kind=kind, language=language, diagnostics=diagnostics)
    return ErrorSource(report, "\n".join(problem.message for problem in ordered))
