"""Failed tasks, goals and tests of a build, as they can be run again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from models.error_report import ErrorReport
from rca.text.lazy_regex import lazy_regex

BuildTool = Literal["gradle", "maven"]

MOST_TESTS = 20
"""More failed tests than this are run again as a whole task."""

_GRADLE_TEST = lazy_regex(
    r"^(?:.*?\s)??(?P<class>[A-Za-z_][\w.$]*)(?: ?\[[^\]\n]*\])? > (?P<name>\S.*?) FAILED\s*$", re.MULTILINE
)
_SUREFIRE_TEST = lazy_regex(
    r"^(?:\[ERROR\] )?\s*(?:(?P<name>[\w$]+)(?:\[[^\]\n]*\])?\((?P<class>[\w.$]+)\)"
    r"|(?P<whole>[\w$]+(?:\.[\w$]+)+)(?:\[[^\]\n]*\])?)\s+(?:-- )?Time elapsed: .*<<< (?:ERROR|FAILURE)!",
    re.MULTILINE,
)
_XML_CASE = lazy_regex(r"<testcase\b(?P<attributes>[^<>]*[^<>/])>\s*<(?:failure|error)\b")
_XML_ATTRIBUTE = lazy_regex(r"\b(name|classname)=\"([^\"]*)\"")
_GOAL = lazy_regex(
    r"Failed to execute goal (?:[\w.-]+:)?(?P<plugin>[\w.-]+):[^:\s]+:(?P<goal>[\w-]+)"
    r"(?: \([^)\n]*\))? on project (?P<module>[\w.-]+)"
)
_METHOD = lazy_regex(r"[A-Za-z_$][\w$]*")
_NO_METHODS = frozenset({"initializationError", "classMethod", "executionError"})
_PHASES = {
    ("maven-compiler-plugin", "compile"): "compile",
    ("kotlin-maven-plugin", "compile"): "compile",
    ("maven-compiler-plugin", "testCompile"): "test-compile",
    ("kotlin-maven-plugin", "test-compile"): "test-compile",
    ("maven-surefire-plugin", "test"): "test",
    ("maven-resources-plugin", "resources"): "process-resources",
    ("maven-resources-plugin", "testResources"): "process-test-resources",
    ("maven-jar-plugin", "jar"): "package",
}


@dataclass(frozen=True, slots=True)
class FailedTasks:
    """What failed.

    `task` is a Gradle task path or a Maven phase, None where the text names none; `tests` are
    `package.Class.method`, or a class alone where the method cannot be told; `module` is Maven's.
    """

    tool: BuildTool
    task: str | None
    tests: tuple[str, ...] = ()
    module: str | None = None


def failing_of(report: ErrorReport, text: str) -> FailedTasks | None:
    """Read what can be run again to see whether an error is gone, or None where nothing is named."""
    tests = tuple(dict.fromkeys(_tests(text)))
    if len(tests) > MOST_TESTS:
        tests = ()
    goal = _GOAL.search(text)
    if goal is not None:
        phase = _PHASES.get((goal["plugin"], goal["goal"]), "verify")
        return FailedTasks("maven", phase, tests, goal["module"])
    if report.failed_tasks:
        return FailedTasks("gradle", report.failed_tasks[0], tests)
    if not tests:
        return None
    return (
        FailedTasks("maven", "test", tests)
        if _SUREFIRE_TEST.search(text)
        else FailedTasks("gradle", None, tests)
    )


def _tests(text: str) -> Iterator[str]:
    if " FAILED" in text:
        for found in _GRADLE_TEST.finditer(text):
            yield _test(found["class"], found["name"].rpartition(" > ")[2])
    if "<<<" in text:
        for found in _SUREFIRE_TEST.finditer(text):
            yield found["whole"] or _test(found["class"], found["name"])
    if "<testcase" in text:
        for found in _XML_CASE.finditer(text):
            named = dict(_XML_ATTRIBUTE.findall(found["attributes"]))
            if {"name", "classname"} <= named.keys():
                yield _test(named["classname"], named["name"])


def _test(class_name: str, name: str) -> str:
    """Name a test; what may be a display name stands for its whole class."""
    method = name.partition("[")[0].strip()
    certain = method.endswith("()")
    method = method.removesuffix("()")
    if method in _NO_METHODS or not (certain or _METHOD.fullmatch(method)):
        return class_name
    return f"{class_name}.{method}"
