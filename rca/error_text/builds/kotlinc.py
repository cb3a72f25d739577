"""Messages of the Kotlin compiler (K1 and K2) from Gradle, Maven and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Diagnostic, ErrorKind, Severity
from rca.error_text.builds.build_paths import PATH_HEAD, plain_path
from rca.error_text.builds.multiline_messages import message_around_source, rest_of_message
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_SEVERITIES: dict[str, Severity] = {"e": "error", "w": "warning"}
# `:compileKotline: file:…`: older Gradle prints the task's name without a line break.
_LOCATED = lazy_regex(
    rf"(?::[\w:.-]*?)?(?P<severity>[ew]): (?P<file>{PATH_HEAD}\.kts?)"
    r":(?:(?P<line>\d+):(?P<column>\d+)| ?\((?P<line1>\d+), ?(?P<column1>\d+)\)):? ?(?P<message>.*)"
)
_BARE = lazy_regex(
    rf"(?P<file>{PATH_HEAD}\.kts?): \((?P<line>\d+), ?(?P<column>\d+)\): (?P<message>.*)"
)  # copied from an IDE's list, which drops the `e:`
_BARE_URL = lazy_regex(
    rf"(?P<file>(?=file:/){PATH_HEAD}\.kts?):(?P<line>\d+):(?P<column>\d+) (?P<message>\S.*)"
)  # K2's, its `e:` lost in copying
_COMMAND_LINE = lazy_regex(
    rf"(?P<file>{PATH_HEAD}\.kts?):(?P<line>\d+):(?P<column>\d+): "
    r"(?P<severity>error|(?:strong )?warning): (?P<message>.*)"
)
# A library's metadata, or a file as a whole.
_FILE_ONLY = lazy_regex(
    r"(?P<severity>[ew]): (?P<file>(?=file:/|/|[A-Za-z]:[\\/])(?:file:/+)?(?:[A-Za-z]:(?=[\\/]))?[^:\n]*?"
    r"\.(?:kotlin_module|kotlin_builtins|kts?|jar|klib))"
    r"(?::(?P<line>\d+)(?=: ))?(?:: ?| )(?P<message>[^\s(\d].*)"
)
# Copied without its mark, or with its file's name glued to it.
_METADATA = lazy_regex(
    r"(?:(?P<severity>[ew]): )?(?P<file>(?:file:/+)?(?:[A-Za-z]:(?=[\\/]))?[^:\n]*?\.kotlin_module)"
    r"(?:: ?)?(?P<message>Module was compiled with an incompatible version.*)"
)
_BARE_WORDS = lazy_regex(
    r"x?(?P<message>This version \(\S+\) of the Compose Compiler requires .*"
    r"|KLIB resolver: Could not find .*)"
)
_UNLOCATED = lazy_regex(r"(?P<severity>[ew]): (?P<message>(?!\[ksp\]|\[kapt\])\S.*)")
_DIAGNOSTIC_NAME = lazy_regex(r"\[(?P<code>[A-Z][A-Z0-9_]{3,})\] (?=\S)")
_SCRIPT = (".gradle.kts", "settings.kts", "build.kts")

# Said by the compiler without a position, and by nothing else.
_KNOWN = lazy_regex(
    r"This version \(\S+\) of the Compose Compiler|warnings found and -Werror|Unknown command line parameter"
    r"|Incompatible classes were found in dependencies|Module was compiled with an incompatible version"
    r"|.*?META-INF/\S+\.kotlin_module: |Cannot access built-in declaration|Language version \S+ is "
    r"|Plugin \S+ is incompatible|unknown option|invalid argument:"
)
_CRASHED = lazy_regex(r"(?:Daemon|Incremental) compilation failed: ")
_KLIB = lazy_regex(
    r"(?:java\.lang\.\w+: )?(?:KLIB resolver: )?(?:Could not find \"[^\"]*\""
    r"|Failed to resolve Kotlin library"
    r"|Library [\w.:-]+ not found|cannot find library|The symbol of unexpected type"
    r"|.*\bld invocation reported)"
    r"|KLIB resolver: "
)

_LINKER_SUMMARY = lazy_regex(r".*\bld invocation reported|Compilation (?:failed|finished with errors)")


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message of kotlinc that begins on line `at`, whose text without markers is `text`."""
    located = _LOCATED.match(text) or _BARE.match(text) or _BARE_URL.match(text)
    if located:
        last, message = rest_of_message(lines, at, located["message"])
        parts = located.groupdict()
        diagnostic = kotlin_diagnostic(
            _SEVERITIES[parts.get("severity") or "e"],
            parts["file"],
            parts["line"] or parts.get("line1"),
            parts["column"] or parts.get("column1"),
            message,
        )
        return ToolMessage(at, last, kind_of(diagnostic), diagnostic)
    shell = _COMMAND_LINE.match(text)
    if shell:
        last, message = message_around_source(lines, at, shell["message"])
        severity: Severity = "error" if shell["severity"] == "error" else "warning"
        diagnostic = kotlin_diagnostic(severity, shell["file"], shell["line"], shell["column"], message)
        return ToolMessage(at, last, kind_of(diagnostic), diagnostic)
    whole = _METADATA.match(text) or _FILE_ONLY.match(text)
    if whole:
        last, message = rest_of_message(lines, at, whole["message"])
        parts = whole.groupdict()
        diagnostic = kotlin_diagnostic(
            _SEVERITIES[parts["severity"] or "e"], parts["file"], parts.get("line"), None, message
        )
        return ToolMessage(at, last, kind_of(diagnostic), diagnostic)
    return _unlocated(lines, at, text)


def _unlocated(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    found = _UNLOCATED.match(text) or _BARE_WORDS.match(text)
    if not found:
        return None
    severity = _SEVERITIES[found.groupdict().get("severity") or "e"]
    klib = _KLIB.match(found["message"])
    last, message = rest_of_message(lines, at, found["message"].removeprefix("error: "))
    known = klib is not None or _KNOWN.match(found["message"]) is not None
    kind: ErrorKind | None = "native_link" if klib else "kotlin_compile"
    if _CRASHED.match(found["message"]):
        kind = "compiler_crash"
    summary = _LINKER_SUMMARY.match(message) is not None
    return ToolMessage(
        at, last, kind, diagnose(severity, message, tool="kotlinc"), summary=summary, weak=not known
    )


def kotlin_diagnostic(
    severity: Severity, file: str, line: str | None, column: str | None, message: str
) -> Diagnostic:
    """Make a diagnostic of kotlinc, its internal name (`[UNRESOLVED_REFERENCE]`) taken as the code."""
    name = _DIAGNOSTIC_NAME.match(message)
    return diagnose(
        severity,
        message[name.end() :] if name else message,
        tool="kotlinc",
        file=plain_path(file),
        line=line,
        column=column,
        code=name["code"] if name else None,
    )


def kind_of(diagnostic: Diagnostic) -> ErrorKind:
    """Return the kind of a compiler error: of a build script, or of the program."""
    return "gradle_build" if (diagnostic.file or "").endswith(_SCRIPT) else "kotlin_compile"
