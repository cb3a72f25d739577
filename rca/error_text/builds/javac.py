"""Messages of javac, of kapt's stubs, and of annotation processors that report through javac."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import ErrorKind, Severity
from rca.error_text.builds.build_paths import PATH_HEAD, plain_path
from rca.error_text.builds.multiline_messages import message_around_source
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

# javac speaks the machine's language.
_ERRORS = ("error", "错误", "錯誤", "エラー", "오류", "Fehler", "erreur", "errore", "ошибка", "erro")
_WARNINGS = ("warning", "警告", "경고", "Warnung", "avertissement", "предупреждение", "aviso", "advertencia")
_SEVERITY = "|".join((*_ERRORS, *_WARNINGS))
_LOCATED = lazy_regex(
    rf"(?:[ew]: )?(?P<file>{PATH_HEAD}\.(?:java|kt|groovy)):(?P<line>\d+): ?"
    rf"(?P<severity>{_SEVERITY})\s?(?::|\uff1a) ?(?P<message>.*)"
)
# What a program printed without a line break stands before the drive.
_GLUED = lazy_regex(r".{1,2000}?(?<=[\w.)])(?=[A-Za-z]:\\[^:\n]*?\.(?:java|kt|groovy):\d+: )")
_UNLOCATED = lazy_regex(
    rf"(?:e: |\d{{1,6}}: )?(?P<severity>error|{'|'.join(_ERRORS[1:])}): "
    r"(?P<message>\[(?:Hilt|Dagger/\w+|Room)\].*)"
)
_BARE = lazy_regex(r"error: (?P<message>\S.*)")
_SYMBOL = lazy_regex(r"\[(?P<code>Dagger/\w+|Hilt|ksp|Room\w*|[a-z]+(?:-[a-z]+)*)\] ?")

# Only processors say these; javac has no such words.
_PROCESSOR = lazy_regex(
    r"\[(?:Dagger/|Hilt\]|Room)|.*?(?:cannot be provided without an @|Not sure how to (?:convert|handle)|"
    r"There is a problem with the query|annotated with @(?:Entity|Dao|Database|Inject|Module|Provides"
    r"|Binds|Component)"
    r"|An entity must have|Entities and (?:P|p)ojos must have|Cannot find (?:getter|setter) for field|"
    r"Cannot figure out how to (?:save|read) this field|Schema export directory|"
    r"NonExistentClass|cannot be converted to Annotation)"
)
# Whose words a message without a place is in.
_SPEAKERS: tuple[tuple[re.Pattern[str], ErrorKind], ...] = (
    (_PROCESSOR, "annotation_processing"),
    (
        lazy_regex(
            r"cannot find symbol\b|incompatible types: |package \S+ does not exist|class, interface,"
            r"|class \S+ is public, should be|';' expected"
            r"|(?:method|constructor) .* cannot be applied to|.* is not abstract and does not override"
            r"|invalid (?:source|target) release|unreported exception"
        ),
        "java_compile",
    ),
    (
        lazy_regex(r"(?i:invalid argument: |unresolved reference\b|source file or directory not found)"),
        "kotlin_compile",
    ),
    (lazy_regex(r"KLIB resolver: "), "native_link"),
)
_SUMMARY = lazy_regex(
    r"failed linking|linker command failed|Compilation (?:failed|finished with errors)|compilation failed"
    r"|cannot find module"
)


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message of the form `Foo.java:12: error: …` with its source line, caret and details."""
    glued = _GLUED.match(text) if ":\\" in text else None
    located = _LOCATED.match(text, glued.end() if glued else 0)
    if located:
        last, message = message_around_source(lines, at, located["message"])
        if "\n" not in message:
            last, message = _with_symbol(lines, last, message)
        file = plain_path(located["file"])
        severity: Severity = "error" if located["severity"] in _ERRORS else "warning"
        stub = "/stubs/" in file.replace("\\", "/")
        from_processor = stub or _PROCESSOR.match(message) is not None
        kind: ErrorKind = "annotation_processing" if from_processor else "java_compile"
        code = _SYMBOL.match(message)
        return ToolMessage(
            at,
            last,
            kind,
            diagnose(
                severity,
                message,
                tool="kapt" if stub or text.startswith("e: ") else "javac",
                file=file,
                line=located["line"],
                code=code["code"] if code else None,
            ),
        )
    processor = _UNLOCATED.match(text)
    if processor:
        last, message = message_around_source(lines, at, processor["message"])
        code = _SYMBOL.match(message)
        diagnostic = diagnose("error", message, tool="kapt", code=code["code"] if code else None)
        return ToolMessage(at, last, "annotation_processing", diagnostic)
    return None


def _with_symbol(lines: Sequence[str], at: int, message: str) -> tuple[int, str]:
    """Add `symbol:` and `location:` where a copied text has lost its indentation or its caret."""
    last, taken = at, [message]
    for index in range(at + 1, min(at + 4, len(lines))):
        text = lines[index].strip()
        if text.startswith(("symbol:", "location:")):
            taken.append(f"  {text}")
            last = index
        elif len(taken) > 1 or _LOCATED.match(text):
            break
    return last, "\n".join(taken)


def read_unplaced(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read `error: …` without a place, the last resort for a line that no other tool knows."""
    bare = _BARE.match(text)
    if not bare:
        return None
    last, message = message_around_source(lines, at, bare["message"])
    kind = next((kind for words, kind in _SPEAKERS if words.match(message)), None)
    tool = {"java_compile": "javac", "kotlin_compile": "kotlinc"}.get(kind or "")
    diagnostic = diagnose("error", message, tool=tool)
    summary = _SUMMARY.match(message) is not None
    return ToolMessage(at, last, kind, diagnostic, summary=summary, weak=kind is None)
