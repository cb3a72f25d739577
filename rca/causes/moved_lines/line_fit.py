"""Whether the line of a frame can be the one that called the next inner frame, in the file as it is now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from models.code import ProjectFrame
from models.error_report import Frame
from rca.causes.failure.candidate_expressions import candidates
from rca.causes.failure.condition import Target, TargetKind
from rca.causes.failure.expression_search import narrow
from rca.causes.failure.searched_file import CodeFile
from rca.causes.moved_lines.called_names import called_names
from rca.causes.moved_lines.statement_lines import holds_braces_alone, holds_no_code, statement_tokens
from rca.languages.registry import language_of
from rca.navigation.jvm_names import method_names

Fit = Literal[
    "fits",
    "unknown",
    "outside",  # the line is past the end of the file, or in another function
    "no_code",  # it is blank, or holds a comment
    "no_call",  # it calls nothing of that name, and another line of the function does
]
STALE: Final = frozenset(("outside", "no_code", "no_call"))
_MOST_FILES: Final = 30


@dataclass(frozen=True)
class LineFit:
    """What was found of one frame's line.

    Args:
        fit: whether the line fits the frame.
        callee: the inner function as the frame names it; None where it need not be written.
        lines: the lines of the frame's function that call it, where the frame's line does not.
    """

    fit: Fit
    callee: str | None = None
    lines: tuple[int, ...] = ()


def judge_line(
    code: CodeFile, place: ProjectFrame, frame: Frame, callee: Frame | None, inner: ProjectFrame | None
) -> LineFit:
    """Return whether the line of a frame fits it.

    Args:
        code: the file.
        place: the frame in the project.
        frame: as the trace has it.
        callee: the frame that it called, None where it made the exception itself.
        inner: that frame in the project, None where it is not the project's.
    """
    line = frame.line
    is_elsewhere = place.reported_line is not None
    if line is None or (place.line != line and not is_elsewhere):
        return LineFit("unknown")
    names = _names(code, frame, callee)
    on_line = statement_tokens(code.tokens, line)
    is_called = names is not None and not names.isdisjoint(
        code.tokens.word(one).strip("`") for one in on_line
    )
    if is_called and not is_elsewhere:
        return LineFit("fits")
    called = None if names is None else callee
    written = None if called is None else _written(called)
    if is_elsewhere:
        return LineFit("outside", written, _calls(code, place, called))
    if holds_no_code(code.tokens, line):
        return LineFit("no_code", written, _calls(code, place, called))
    lines: tuple[int, ...] = ()
    # No verdict on texts of several lines, code that a compiler made, and calls that need not be written.
    if on_line and place.function is not None and called is not None and names is not None:
        is_unseen = not holds_braces_alone(code.tokens, line) and _may_call_unseen(code, on_line, inner)
        if not is_unseen and not _runs_unnamed(code, frame, called, inner, names):
            lines = _calls(code, place, called)
    return LineFit("no_call" if lines else "unknown", written, lines)


def _names(code: CodeFile, frame: Frame, callee: Frame | None) -> frozenset[str] | None:
    """Return the names that the call is written with, those of import aliases too."""
    names = None if callee is None else called_names(callee, frame)
    if names is None or frame.method in ("<init>", "<clinit>"):
        return None
    imports = code.facts.imports
    return names | {one.alias for one in imports if one.alias and one.path.rpartition(".")[2] in names}


def _runs_unnamed(
    code: CodeFile, frame: Frame, callee: Frame, inner: ProjectFrame | None, names: frozenset[str]
) -> bool:
    """Return whether the function may run without its name: by a bridge, a reference, another JVM name."""
    if callee.method != "<init>":
        if (callee.method or "").split("$", 1)[0] == (frame.method or "").split("$", 1)[0]:
            return True
        declared = inner.function if inner is not None else None
        if declared is not None and declared.name.rpartition(".")[2] not in names:
            return True
    return any(site.form == "reference" and site.name in names for site in code.facts.calls)


def _written(callee: Frame) -> str:
    if callee.method == "<init>":
        return (callee.class_name or "").rpartition(".")[2].rpartition("$")[2]
    return next(iter(method_names(callee)), callee.method or "")


def _may_call_unseen(code: CodeFile, on_line: range, inner: ProjectFrame | None) -> bool:
    """Return whether a statement may run the inner function without its name: by what Kotlin inlines."""
    if not code.kotlin:
        return False
    first, last = code.tokens.starts[on_line[0]], code.tokens.starts[on_line[-1]]
    sites = [site for site in code.facts.calls if first <= site.start <= last]
    if inner is None:
        return bool(sites)
    return any(_is_inline(code, site.name) for site in sites)


def _is_inline(code: CodeFile, name: str) -> bool:
    """Return whether the project has an inline function of a name; a name of many files may be one."""
    index = code.snapshot.index
    paths = [path for path in index.declaring(name, "callable") if language_of(path) == "kotlin"]
    if len(paths) > _MOST_FILES:
        return True
    return any(
        "inline" in symbol.declaration.modifiers for path in paths for symbol in index.functions(path, name)
    )


def _calls(code: CodeFile, place: ProjectFrame, callee: Frame | None) -> tuple[int, ...]:
    """Return the lines of a frame's function that call the inner one; of its file where that is not known."""
    if callee is None:
        return ()
    function, tokens = place.function, code.tokens
    around = (1, tokens.lines.count) if function is None else (function.start_line, function.end_line)
    kind: TargetKind = "mention" if callee.method == "<init>" else "callee"
    target = Target(kind, _written(callee), callee.class_name or "")
    found = candidates(code, target, around)
    if kind == "mention":
        found = [one for one in found if not tokens.is_name(one.last)]  # types of variables and results
    lines = tuple(dict.fromkeys(one.line for one in narrow(code, found, target)))
    return lines if function is not None or len(lines) == 1 else ()
