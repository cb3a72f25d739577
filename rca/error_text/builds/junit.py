"""Failed tests as Gradle, JUnit's runners and reports, and instrumentation print them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import Frame, Relation, ReportedException
from rca.error_text.builds.multiline_messages import is_frame
from rca.error_text.builds.tool_message import ToolMessage
from rca.text.lazy_regex import lazy_regex

# `com.example.CartTest > adds an item FAILED`; names of tests hold anything, parameters included.
_GRADLE = lazy_regex(r"(?P<test>[A-Za-z_][\w.$]*(?: ?\[[^\]]*\])?) > (?P<name>\S.*?) FAILED\s*$")
# `com.example.CartTest.empty[js, browser, ChromeHeadless] FAILED`, of Kotlin's tests in JavaScript.
_GRADLE_JS = lazy_regex(
    r"(?P<test>[A-Za-z_][\w.$]*)\.(?P<name>[^.\[\]]+"
    r"\[(?:js|wasm\w*|native|jvm|[a-z]\w*(?:X64|Arm64))\b[^\]]*\]) FAILED\s*$"
)
_SHORT = lazy_regex(
    r"(?P<caused>Caused by: |Suppressed: )?(?P<type>(?:[a-z_]\w*\.)*[A-Z][\w$]*)"
    r"(?: at (?P<place>(?P<file>[\w$-]+\.(?:kt|java|groovy|scala)):(?P<line>\d+)))?\s*$"
)
_TESTS_FAILED = lazy_regex(
    r"(?:> )?(?:There were failing tests|There was\(were\) test failure|\d+ tests? completed, [1-9]\d* failed"
    r"|There (?:was|were) [1-9]\d* failures?:$|FAILURES!!!"
    r"|Test running failed|Test run failed to complete|.*Instrumentation run failed due to"
    r"|Tests on .* (?:FAILED|failed: There w)"
    r"|INSTRUMENTATION_STATUS: stack="
    r"|INSTRUMENTATION_STATUS_CODE: -[12]\b|INSTRUMENTATION_FAILED|INSTRUMENTATION_RESULT: (?:shortMsg"
    r"|longMsg)="
    r"|JUnit (?:Jupiter|Vintage|Platform Suite):\S|MethodSource \[className|=> (?:org\.opentest4j"
    r"|java\.lang\.AssertionError)"
    r"|\[ *[1-9]\d* tests failed)"
)
_ASSERTION = lazy_regex(
    r"(?:org\.opentest4j\.\w+|junit\.framework\.(?:AssertionFailedError|ComparisonFailure)"
    r"|org\.junit\.ComparisonFailure"
    r"|org\.junit\.internal\.ArrayComparisonFailure|io\.kotest\.assertions\.\w*AssertionFailed\w*)\b"
)
_NUMBERED = lazy_regex(r"\d+\) [\w$ `,.-]+\([\w.$]+\)\s*$")
_XML = lazy_regex(r"<(?:failure|error)\b(?P<attributes>.*)")
_XML_TYPE = lazy_regex(r"\btype=[\"'](?P<type>[\w.$]+)[\"']")
_XML_MESSAGE = lazy_regex(r"\bmessage=([\"'])(?P<message>.*?)\1(?=\s+type=|\s*/?>|$)")
_TOLD = lazy_regex(r"\s+(?P<type>(?:[a-z_]\w*\.)+[A-Z][\w$]*): (?P<message>\S.*)")
_LONGEST_MESSAGE = (
    60  # lines above a trace; a printed view hierarchy is longer, and its trace is found anyway
)
_CAUSES = 12  # sections of one short form


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read the sign of a failed test, with Gradle's short form of its exception."""
    named = _GRADLE.match(text) or _GRADLE_JS.match(text)
    if named:
        last, exceptions = _short_form(lines, at, named["test"].partition("[")[0].strip(), named["name"])
        return ToolMessage(at, last, "test_failure", exceptions=exceptions)
    if _TESTS_FAILED.match(text) or _ASSERTION.match(text) or _NUMBERED.match(text):
        return ToolMessage(at, at, "test_failure", weak=_NUMBERED.match(text) is not None)
    if "<failure" in text or "<error" in text:
        return _of_report(at, text)
    return None


def _short_form(
    lines: Sequence[str], at: int, test: str, name: str
) -> tuple[int, tuple[ReportedException, ...]]:
    """Read `Type at File.kt:12` and its causes, which Gradle prints in place of a trace.

    The text names no class and no method for such a place: the class is the test's where the file is
    named after it, and null elsewhere.
    """
    found: list[ReportedException] = []
    last = at
    failed = f"{test} > {name}"
    told = _told(lines, at, failed)
    if told:
        return told
    for index in range(at + 1, min(at + 1 + _CAUSES, len(lines))):
        line = lines[index]
        short = _SHORT.match(line.strip()) if line[:1].isspace() and line.strip() else None
        if short is None or not (short["place"] or found or "." in short["type"]):
            break
        if index + 1 < len(lines) and lines[index + 1].lstrip().startswith("at "):
            break  # the head of a whole trace
        relation: Relation = "primary"
        if short["caused"]:
            relation = "cause" if short["caused"].startswith("Caused") else "suppressed"
        frames = (_frame(short, test),) if short["place"] else ()
        found.append(
            ReportedException(type=short["type"], message=None, relation=relation, frames=frames, test=failed)
        )
        last = index
    return last, tuple(found)


def _told(lines: Sequence[str], at: int, test: str) -> tuple[int, tuple[ReportedException, ...]] | None:
    """Read `Type: message`, all there is where Gradle prints no trace."""
    head = _TOLD.match(lines[at + 1]) if at + 1 < len(lines) else None
    if head is None:
        return None
    said = [head["message"].strip()]
    for line in lines[at + 2 : at + 2 + _LONGEST_MESSAGE]:
        if is_frame(line) or not line[:1].isspace() or not line.strip() or _GRADLE.match(line.strip()):
            break
        said.append(line.strip())
    exception = ReportedException(
        type=head["type"], message="\n".join(said), relation="primary", frames=(), test=test
    )
    return at + len(said), (exception,)


def _frame(short: re.Match[str], test: str) -> Frame:
    stem = short["file"].rpartition(".")[0]
    simple = test.rpartition(".")[2].partition("$")[0]
    return Frame(
        class_name=test if stem == simple else None,
        method=None,
        file=short["file"],
        line=int(short["line"][:9]),
        origin="app",  # Gradle shows the place inside the test's class
        text=f"at {short['place']}",
    )


def _of_report(at: int, text: str) -> ToolMessage | None:
    element = _XML.search(text)
    if not element:
        return None
    attributes = element["attributes"]
    kind = _XML_TYPE.search(attributes)
    if not kind:
        return None
    message = _XML_MESSAGE.search(attributes)
    exceptions: tuple[ReportedException, ...] = ()
    if attributes.rstrip().endswith("/>"):  # no trace follows
        said = message["message"] if message else None
        exceptions = (ReportedException(type=kind["type"], message=said, relation="primary", frames=()),)
    return ToolMessage(at, at, "test_failure", exceptions=exceptions)
