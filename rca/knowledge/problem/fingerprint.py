"""The fingerprint of a problem: equal for two occurrences, whatever lines and lambdas are called."""

from __future__ import annotations

import hashlib
import re

from models.error_report import ErrorReport, ReportedException
from rca.knowledge.problem.frame_normalization import decisive
from rca.knowledge.problem.message_template import first_line, mask

FRAMES = 6
"""How many decisive frames of the root exception take part."""

_WRAPPERS = frozenset(
    {
        "java.lang.reflect.InvocationTargetException",
        "java.lang.reflect.UndeclaredThrowableException",
        "java.util.concurrent.ExecutionException",
        "java.util.concurrent.CompletionException",
    }
)
_TASK_FAMILIES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^(compile|ksp|kaptGenerateStubs|kapt)\w*Kotlin\w*$"), r"\1Kotlin"),
    (re.compile(r"^compile\w*JavaWithJavac$|^compile\w*Java$"), "compileJava"),
    (re.compile(r"^(merge|process|link|verify)\w*Resources$"), r"\1Resources"),
    (re.compile(r"^process\w*Manifest\w*$"), "processManifest"),
    (re.compile(r"^minify\w*WithR8$"), "minifyWithR8"),
    (re.compile(r"^check\w*DuplicateClasses$"), "checkDuplicateClasses"),
    (re.compile(r"^lint\w*$"), "lint"),
    (re.compile(r"^test\w*UnitTest$|^test$"), "test"),
    (re.compile(r"^connected\w*AndroidTest$"), "connectedAndroidTest"),
    (re.compile(r"^link\w*(Debug|Release)\w*(Framework|Executable|Shared|Static|Test)\w*$"), r"link\2"),
)
_FIRST_WORD = re.compile(r"^[a-z0-9]+")


def fingerprint(report: ErrorReport) -> str | None:
    """Return the problem's identity, or None if the text holds too little to identify it.

    A JVM error: types of the relevant causes, message template and decisive frames of the root. An ANR: where
    the thread hangs, whatever the lock's owner is doing. A failed test without a trace: its name and the
    types. A native crash: signal and top functions. A build error: the first error's tool, code and message
    template, and what kind of task failed.
    """
    if report.native_frames:
        return _of_native(report)
    root = root_exception(report)
    if root is not None and report.kind == "anr":
        return _of_hang(root)
    if root is not None:
        frames = decisive(root.frames, FRAMES)
        if frames:
            return _digest("jvm", *telling_types(report), mask(first_line(root.message or "")), *frames)
        if root.test is not None:
            return _digest("test", mask(root.test), *telling_types(report))
        if report.kind not in {"gradle_build", "dependency_resolution", "annotation_processing"}:
            return None
    return _of_build(report)


def _of_native(report: ErrorReport) -> str:
    functions = [
        frame.function or f"?{frame.library or ''}".rsplit("/", 1)[-1] for frame in report.native_frames[:5]
    ]
    return _digest("native", report.signal or "", *functions)


def _of_hang(thread: ReportedException) -> str | None:
    frames = decisive(thread.frames, FRAMES)
    # Where the loop only waits for messages, nothing hangs any more.
    busy = any(not frame.startswith("android.os.MessageQueue.") for frame in frames)
    return _digest("anr", *frames) if busy else None


def _of_build(report: ErrorReport) -> str | None:
    task = task_type(report.failed_tasks[0]) if report.failed_tasks else ""
    error = next((found for found in report.diagnostics if found.severity == "error"), None)
    if error is not None:
        return _digest("build", error.tool or "", error.code or "", mask(error.message), task)
    if report.what_went_wrong:
        return _digest("build", mask(report.what_went_wrong), task)
    return None


def root_exception(report: ErrorReport) -> ReportedException | None:
    """Return the deepest cause of the first exception; suppressed ones never count.

    Of an ANR it is the thread that hangs: lock owners are at another place each time.
    """
    chain = [found for found in report.exceptions if found.relation != "suppressed"]
    if not chain:
        return None
    if report.kind == "anr":
        return chain[0]
    deepest = chain[0]
    for found in chain[1:]:
        if found.relation != "cause":
            break
        deepest = found
    return deepest


def telling_types(report: ErrorReport) -> tuple[str, ...]:
    """Return the exception types from the root outwards, without wrappers that repeat their cause."""
    chain: list[ReportedException] = []
    for found in report.exceptions:
        if found.relation == "suppressed":
            continue
        if chain and found.relation == "primary":
            break
        chain.append(found)
    kept: list[str] = []
    for index, found in enumerate(chain):
        inner = chain[index + 1] if index + 1 < len(chain) else None
        repeats = inner is not None and (found.type in _WRAPPERS or inner.type in (found.message or ""))
        if not repeats:
            kept.append(found.type)
    return tuple(reversed(kept))


def task_type(path: str) -> str:
    """Return the kind of a Gradle task: `:app:compileFreeDebugKotlin` → `compileKotlin`."""
    name = path.rsplit(":", 1)[-1]
    for pattern, family in _TASK_FAMILIES:
        match = pattern.match(name)
        if match:
            return match.expand(family)
    word = _FIRST_WORD.match(name)
    return word.group() if word else name


def _digest(family: str, *parts: str) -> str:
    joined = "\x1f".join(parts)
    return f"{family}-{hashlib.sha256(joined.encode()).hexdigest()[:20]}"
