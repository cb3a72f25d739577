"""A check of version or permission that other callers of a function make, and the traced one does not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from models.error_report import ErrorReport
from rca.causes.platform_facts.fact import PlatformFact
from rca.causes.platform_facts.missing_checks import find_checked_branch
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import AppFrame
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test

_VERSION: Final = re.compile(r"\bSDK_INT\b|@RequiresApi|@TargetApi|\bisAtLeast[A-Z]\w*|\bBuildCompat\b")
_PERMISSION: Final = re.compile(
    r"\bcheck(?:Calling|Self|CallingOrSelf|UriPermission)?\w*Permission\w*|\bhas\w*Permission\w*"
    r"|\bis\w*(?:Permission)?Granted\b|\bPERMISSION_GRANTED\b|\bcanScheduleExactAlarms\b|\bcanDrawOverlays\b"
)
_LINKAGE_LISTED: Final = """
NoSuchMethodError NoSuchFieldError NoClassDefFoundError ClassNotFoundException AbstractMethodError
IncompatibleClassChangeError VerifyError
"""
_LINKAGE: Final = frozenset(_LINKAGE_LISTED.split())
_PLATFORM: Final = re.compile(r"\bL?(?:android|java|javax)[./]")
_MOST_FILES: Final = 40
_FRAMES: Final = 3


def find_sibling_guards(
    report: ErrorReport, app: Sequence[AppFrame], code: ProjectCode, deadline: Deadline
) -> Iterator[PlatformFact]:
    """Yield calls on the lines of the trace that other functions guard, and the one of the trace does not."""
    asked = _guard_of(report)
    if asked is None:
        return
    guard, what = asked
    for frame in app[:_FRAMES]:
        functions = code.functions(frame.function.path)
        if functions is None:
            continue
        code_of_line = code.line(frame.function.path, frame.line)
        names = [site.name for site in functions.sites_on(frame.line) if f"{site.name}(" in code_of_line]
        is_checked = guard.search(_around(code, frame.function)) is not None
        for name in dict.fromkeys(names):
            if deadline.expired:
                return
            if is_checked:
                branch = find_checked_branch(code, frame, name, what, guard)
                if branch is not None:
                    yield branch
                    return
                continue
            guarded = _guarded(code, name, frame.function, guard)
            if guarded is not None:
                yield _fact(frame, name, what, *guarded)
                return


def _guard_of(report: ErrorReport) -> tuple[re.Pattern[str], str] | None:
    """Return what a guard against the error looks like, and in words what it checks."""
    for exception in report.exceptions:
        name, message = exception.type.rpartition(".")[2], exception.message or ""
        if name in _LINKAGE and _PLATFORM.search(message):
            return _VERSION, "the Android version"
        if name == "SecurityException":
            return _PERMISSION, "the permission"
    return None


def _guarded(code: ProjectCode, name: str, own: Symbol, guard: re.Pattern[str]) -> tuple[Symbol, int] | None:
    """Return another function that calls a name and checks before, with the line of the check."""
    paths = [path for path in code.index.declaring(name, "called") if not is_test(path)]
    if len(paths) > _MOST_FILES:
        return None
    for path in paths:
        functions = code.functions(path)
        for function in functions.using(name) if functions is not None else ():
            if function == own:
                continue
            for number in range(function.line, function.end_line + 1):
                if guard.search(code.line(path, number)):
                    return function, number
    return None


def _around(code: ProjectCode, function: Symbol) -> str:
    """Return the text of a function with the annotations above it."""
    above = "\n".join(code.line(function.path, function.line - back) for back in (1, 2))
    return f"{above}\n{code.body(function)}"


def _fact(frame: AppFrame, name: str, what: str, sibling: Symbol, line: int) -> PlatformFact:
    own, file = frame.function.display_name, sibling.path.rpartition("/")[2]
    return PlatformFact(
        kind="unguarded_call",
        function=frame.function,
        line=frame.line,
        role="missing_guard",
        statement=f"`{own}` calls `{name}` without a check of {what}; `{sibling.display_name}`, which calls "
        f"it too, has one ({file}:{line}).",
        check=f"Put the check of {file}:{line} before line {frame.line}, and run what failed again.",
    )
