"""Crashes of the Kotlin compiler itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import ErrorKind
from rca.error_text.builds.build_paths import plain_path
from rca.error_text.builds.multiline_messages import is_frame
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_HEAD = lazy_regex(
    r"(?P<prefix>(?:\[ERROR\] |e: |error: |exception: |Caused by: )*)"
    r"(?P<type>(?:[a-z_]\w*\.)+[A-Z][\w$]*(?:Exception|Error|Crash|Throwable)):? ?(?P<message>.*)"
)
_COMPILER = lazy_regex(
    r"org\.jetbrains\.kotlin\.(?!gradle\.|compilerRunner\.|build\.|konan\.exec|kapt)"
    r"(?:[\w.]*\.)?(?:BackendException|FileAnalysisException|KotlinFrontEndException|CompilationException"
    r"|KotlinExceptionWithAttachments|KotlinIllegalStateExceptionWithAttachments|\w*InternalError\w*)$"
)
_INTERNAL = lazy_regex(
    r"failed to analyze: |Backend Internal error|Back-end \(JVM\) Internal error|Back-end: Please report"
    r"|.*Exception during IR lowering"
    r"|.*Please report this problem|While analysing "
)
_COMPILER_FRAME = lazy_regex(r"\s*at (?:org\.jetbrains\.kotlin|com\.google\.devtools\.ksp)\.")
_LINKER = lazy_regex(
    r".*(?:command returned non-zero exit code|ld invocation|could not find \"|Could not find \")"
)
_COMPILED_FILE = lazy_regex(
    r"\s*(?:File being compiled(?: (?:at|and) position)?: |at position: )"
    r"(?:\((?P<line>\d+), ?(?P<column>\d+)\) in )?(?P<file>\S.*?)\s*$"
)
_ANALYSED = lazy_regex(r"While analysing (?P<file>.+?\.kts?)(?::(?P<line>\d+):(?P<column>\d+))?(?::|\s|$)")
_BARE_POSITION = lazy_regex(
    r"\s*(?P<file>[^:\s](?::(?=[\\/]))?[^:]*\.kts?):(?P<line>-?\d+):(?P<column>-?\d+)\s*$"
)
_OTHERS = lazy_regex(r"[ew]: |> |FAILURE: |BUILD |\* |:[\w:.-]+ FAILED")
_LOOK = 40  # lines of the report above its stack; the file is named in the first few


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read the report of a compiler that failed, with the file it was working on."""
    head = _HEAD.match(text)
    if not head:
        return None
    prefix = head["prefix"].replace("Caused by: ", "")
    own = _COMPILER.match(head["type"]) or _INTERNAL.match(head["message"])
    by_compiler = "e: " in prefix or "exception: " in prefix  # and not `error: java.lang.…` of other tools
    if not own and not by_compiler:
        return None
    kind: ErrorKind = "compiler_crash"
    if re.search(r"\bkapt|\.ksp\.|KaptError|\.processing\.", f"{head['type']}: {head['message']}"):
        kind = "annotation_processing"
    elif _LINKER.match(head["message"]):
        kind = "native_link"
    message = f"{head['type']}: {head['message']}".rstrip(": ")
    last, place = _place(lines, at)
    place = _ANALYSED.search(head["message"]) or place
    found = place.groupdict() if place else {}
    file = found.get("file")
    diagnostic = diagnose(
        "error",
        message,
        tool="kotlinc",
        file=plain_path(file) if file else None,
        line=found.get("line"),
        column=found.get("column"),
    )
    weak = not own and not _thrown_by_compiler(lines, last)
    return ToolMessage(
        at, last, kind, diagnostic, summary=kind == "native_link" and "Could" not in message, weak=weak
    )


def _thrown_by_compiler(lines: Sequence[str], above: int) -> bool:
    top = lines[above + 1 : above + 6]
    return any(_COMPILER_FRAME.match(line) for line in top)


def _place(lines: Sequence[str], at: int) -> tuple[int, re.Match[str] | None]:
    """Return the last line above the stack, and the file that the lines up to there name."""
    found: re.Match[str] | None = None
    for index in range(at + 1, min(at + _LOOK, len(lines))):
        line = lines[index]
        if is_frame(line):
            return index - 1, found
        if _OTHERS.match(line):
            break
        if found is None:
            found = _COMPILED_FILE.match(line) or _BARE_POSITION.match(line) or _ANALYSED.search(line)
    return at, found
