"""Messages in Maven's form: `[ERROR] /x/Foo.java:[3,67] cannot find symbol`."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import ErrorKind, Severity
from rca.error_text.builds.build_paths import PATH_HEAD, plain_path
from rca.error_text.builds.kotlinc import kotlin_diagnostic
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_LOCATED = lazy_regex(
    rf"\[(?P<severity>ERROR|WARNING|WARN)\] +(?P<file>{PATH_HEAD}\.(?:kts?|java)):? ?"
    r"(?:\[(?P<line>\d+),(?P<column>\d+)\]|\((?P<line1>\d+), ?(?P<column1>\d+)\)"
    r"|(?P<line2>\d+):(?P<column2>\d+):?)"
    r" ?(?:error: )?(?P<message>.*)"
)
_DETAIL = lazy_regex(r"(?:\[(?:ERROR|WARNING|WARN)\])? {2,}(?P<text>\S.*)")
_GOAL = lazy_regex(r"\[ERROR\] +Failed to execute goal (?P<goal>\S+)?(?P<message>.*)")
_PROBLEM = lazy_regex(
    r"\[(?:ERROR|FATAL)\] +(?P<message>(?:Non-resolvable (?:parent|import) POM|Unresolveable build extension"
    r"|'dependencies\.dependency|Plugin \S+ or one of its dependencies could not be resolved"
    r"|No compiler is provided"
    r"|Malformed POM|Non-parseable POM|The goal you specified|Unknown lifecycle phase).*)"
)
_RESOLUTION = lazy_regex(
    r"Could not (?:resolve dependencies|find artifact|transfer artifact)|could not be resolved"
    r"|Non-resolvable|"
    r"Unresolveable|Failed to collect dependencies"
)
_GOALS: tuple[tuple[str, ErrorKind], ...] = (
    ("There are test failures", "test_failure"),
    (":kotlin-maven-plugin:", "kotlin_compile"),
    (":maven-compiler-plugin:", "java_compile"),
)
_RUN = lazy_regex(
    r"(?:\[ERROR\] +)?(?P<test>[A-Za-z_][\w.$]*(?:\.\S.*?"
    r"|\(\S+\))?) +(?:-- )?Time elapsed: [\d.,]+ ?s(?:ec)? +<<< (?:FAILURE|ERROR)!"
)
_TOTAL = lazy_regex(
    r"(?:\[(?:ERROR|WARNING"
    r"|INFO)\] +)?Tests run: \d+, +Failures: (?P<failures>\d+)(?:, +Errors: (?P<errors>\d+))?"
)
_TEST = lazy_regex(
    r"\[ERROR\] {2,}(?P<message>(?P<test>[A-Z]\w*(?:\$\w+)*)\.(?P<method>[^\s:»]+):(?P<line>\d+)\b.*)"
)


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a compiler message that Maven prints, or why Maven could not go on."""
    located = _LOCATED.match(text)
    if located:
        last, message = at, [located["message"]]
        while last + 1 < len(lines) and len(message) < 60:
            detail = _DETAIL.match(lines[last + 1])
            if detail is None or _LOCATED.match(lines[last + 1].lstrip()):
                break
            message.append(f"  {detail['text']}")
            last += 1
        severity: Severity = "error" if located["severity"] == "ERROR" else "warning"
        line = located["line"] or located["line1"] or located["line2"]
        column = located["column"] or located["column1"] or located["column2"]
        told = "\n".join(message)
        if located["file"].endswith(".java"):
            diagnostic = diagnose(
                severity, told, tool="javac", file=plain_path(located["file"]), line=line, column=column
            )
            return ToolMessage(at, last, "java_compile", diagnostic)
        return ToolMessage(
            at, last, "kotlin_compile", kotlin_diagnostic(severity, located["file"], line, column, told)
        )
    goal = _GOAL.match(text) or _PROBLEM.match(text)
    if goal:
        kind: ErrorKind | None = "dependency_resolution" if _RESOLUTION.search(text) else None
        if kind is None:
            kind = next((kind for part, kind in _GOALS if part in text), None)
        message_text = text.partition("] ")[2]
        return ToolMessage(at, at, kind, diagnose("error", message_text, tool="maven"), summary=True)
    return None


def read_test(_lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read surefire's word of a failed test."""
    if _RUN.match(text):
        return ToolMessage(at, at, "test_failure")
    total = _TOTAL.match(text)
    if total:
        failed = int(total["failures"][:9]) + int((total["errors"] or "0")[:9])
        return ToolMessage(at, at, "test_failure") if failed else None
    named = _TEST.match(text)
    if named:
        diagnostic = diagnose("error", named["message"], tool="surefire", line=named["line"])
        return ToolMessage(at, at, "test_failure", diagnostic, summary=True)
    return None
