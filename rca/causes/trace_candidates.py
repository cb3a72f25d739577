"""Candidates from the trace: each function of the app, with the reasons why it may be the cause."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.failure import FailedCondition
from rca.causes.candidate import Candidate
from rca.causes.candidate_set import CandidateSet
from rca.causes.parameter_chain import failing_parameters, follow, null_parameters
from rca.navigation.jvm_names import LAMBDA_BODY_METHODS
from rca.resolve.symbol import Symbol

_FRAMES = 12
_LONGEST_CODE = 60
_SHORT_LINES = 4
FAMILY_GROUPS = {
    "null_dereference": "null",
    "null_check": "null",
    "null_argument": "null_argument",
    "uninitialized": "state",
    "lifecycle": "state",
    "dead_process": "state",
    "cancellation": "state",
    "cast": "value",
    "index": "value",
    "missing_element": "value",
    "number_format": "value",
    "date_format": "value",
    "text_format": "value",
    "arithmetic": "value",
    "precondition": "precondition",
    "unsupported_operation": "precondition",
    "assertion": "assertion",
    "wrong_thread": "thread",
    "concurrent_modification": "thread",
    "not_responding": "thread",
    "deadlock": "thread",
    "timeout": "thread",
}
"""Families of failures that point at the same kind of place."""
_VALUE_GROUPS = ("null", "null_argument", "value", "precondition")
_NULL_FAMILIES = ("null_dereference", "null_check")
_THROWS = re.compile(r"\bthrow\b|\brequire\w*\(|\bcheck\w*\(|\berror\(|\bassert\w*\b|!!|\bPreconditions\.")
_EXCEPTION_CLASS = re.compile(r"(?:Exception|Error|Preconditions|Checks?|Assert\w*|Utils?)$")
_ASYNC = re.compile(
    r"\.post\w*\(|launch|async|Runnable|Thread|execute\(|submit\(|schedule\w*\(|set\w*Listener|subscribe|"
    r"observe|addListener|Handler|invokeLater|CompletableFuture|thenAccept|callback|Callback"
)


@dataclass(frozen=True)
class AppFrame:
    """A frame of the app that lies in a function; `depth` counts distinct functions from the innermost."""

    function: Symbol
    line: int
    depth: int
    frame: ProjectFrame


def app_frames(
    space: CandidateSet, frames: Sequence[ProjectFrame], culprit: ProjectFrame | None
) -> list[AppFrame]:
    """Return the functions of the trace that lie in the project, the culprit's first."""
    ordered = [culprit, *frames] if culprit is not None else list(frames)
    found: dict[Symbol, AppFrame] = {}
    for frame in ordered:
        if frame.line is None or len(found) >= _FRAMES:
            continue
        functions = space.code.functions(frame.file_path)
        function = functions.around(frame.line) if functions else None
        if function is not None and function not in found:
            found[function] = AppFrame(function, frame.line, len(found), frame)
    return list(found.values())


def add_trace_candidates(
    space: CandidateSet, app: Sequence[AppFrame], failure: FailedCondition | None
) -> None:
    """Add the functions of the trace, and say how each takes part in the failure."""
    for frame in app:
        candidate = space.candidate(frame.function, frame.line)
        candidate.note("frame")
        candidate.note("frame_nearness", 1 / (1 + frame.depth))
        candidate.note(f"frame_{frame.depth}" if frame.depth < 3 else "frame_later")
        if frame.depth == len(app) - 1 and frame.depth:
            candidate.note("frame_outermost")
        _note_frame(space, candidate, frame)
        _explain_frame(space, candidate, frame, app)
    parameters = _failing_parameters(space, app, failure)
    _note_value(space, app, failure, parameters)
    if len(app) > 1:
        _note_second(space, app[0], app[1])
        if parameters and _uses_parameter(space, app[0]):
            space.found[app[1].function].note("inner_fails_on_parameter")
    if failure is not None:
        _note_failure(space, failure, app)


def _note_frame(space: CandidateSet, candidate: Candidate, frame: AppFrame) -> None:
    function = frame.function
    if _EXCEPTION_CLASS.search(".".join(function.class_path)):
        candidate.note("in_exception_class")
    if function.end_line - function.line <= _SHORT_LINES:
        candidate.note("short_frame")
    if function.declaration.kind == "constructor":
        candidate.note("constructor_frame")
    if _THROWS.search(space.code.line(function.path, frame.line)):
        candidate.note("line_throws")
    if _ASYNC.search(space.code.body(function)):
        candidate.note("registers_callback")
    method = frame.frame.method or ""
    if "lambda" in method or method in LAMBDA_BODY_METHODS:
        candidate.note("frame_lambda")


def _failing_parameters(
    space: CandidateSet, app: Sequence[AppFrame], failure: FailedCondition | None
) -> set[int]:
    """Return the parameters of the innermost function that hold the failing value, as far as known."""
    if not app:
        return set()
    function, line = app[0].function, app[0].line
    value = failure.value if failure is not None else None
    if (
        failure is not None
        and failure.family in _NULL_FAMILIES
        and value is not None
        and value.file_path == function.path
        and function.line <= value.start_line <= function.end_line
    ):
        return null_parameters(function, value.text)
    return failing_parameters(function, line, space.code.lines(function.path))


def _note_value(
    space: CandidateSet, app: Sequence[AppFrame], failure: FailedCondition | None, parameters: set[int]
) -> None:
    """Note which functions only pass the failing value on, and where it comes from."""
    passing, origin, is_seen = follow([(frame.function, frame.line) for frame in app], space.code, parameters)
    for function in passing:
        space.found[function].note("passes_value_on")
    if origin is None:
        return
    candidate = space.found[origin]
    candidate.note("value_comes_from_here")
    candidate.note("value_comes_from_here_after", len(passing) / 5)
    if not is_seen or failure is None or FAMILY_GROUPS.get(failure.family) not in _VALUE_GROUPS:
        return  # a thread that waits, memory that is full: no value is at fault
    at = next(frame.line for frame in app if frame.function == origin)
    top = app[0]
    said = (
        f"`{origin.display_name}` passes in a value that line {top.line} of "
        f"`{top.function.display_name}` then uses."
    )
    candidate.explain("passes_value", 5.0, "value_origin", said, at)


def _explain_frame(
    space: CandidateSet, candidate: Candidate, frame: AppFrame, app: Sequence[AppFrame]
) -> None:
    """Add a sentence about the part of a traced function in the failure."""
    name = frame.function.display_name
    if frame.depth == 0:
        said = f"The fault is in `{name}` itself, where the error surfaces."
        if frame.frame.note is not None:
            # No line of a trace led there, or not this one.
            said = f"The fault is in `{name}` itself, to which the error points."
        candidate.explain("surfaced", 6.0, "failure_site", said, frame.line)
        return
    said = f"`{name}`, elsewhere in the trace, leads to this with a wrong value or in a wrong state."
    if frame.depth == 1 and _calls(space, frame, app[0]):
        inner = app[0].function.display_name
        said = f"`{name}` calls `{inner}` with a value, or in a state, that it cannot handle."
    candidate.explain("leads_to_failure", 2.6, "missing_guard", said, frame.line)


def _calls(space: CandidateSet, outer: AppFrame, inner: AppFrame) -> bool:
    """Return whether the line of one function calls the other, which lines that moved do not show."""
    functions = space.code.functions(outer.function.path)
    names = {inner.function.name, inner.function.class_path[-1] if inner.function.class_path else ""}
    called = {site.name for site in functions.sites_on(outer.line)} if functions is not None else set()
    return bool(
        called & (names if inner.function.declaration.kind == "constructor" else {inner.function.name})
    )


def _note_second(space: CandidateSet, top: AppFrame, second: AppFrame) -> None:
    """Note at the second function what makes the first a mere place where it surfaces."""
    candidate, function = space.found[second.function], top.function
    code = space.code.line(function.path, top.line)
    if _THROWS.search(code):
        candidate.note("inner_throws")
        caller, inner = candidate.function.display_name, function.display_name
        if _calls(space, second, top):
            said = f"`{caller}` calls `{inner}` without meeting what line {top.line} there demands."
            candidate.explain("unmet_demand", 3.0, "missing_guard", said, candidate.line)
    length = function.end_line - function.line
    if length <= _SHORT_LINES:
        candidate.note("inner_is_short")
    if function.declaration.kind == "constructor":
        candidate.note("inner_is_constructor")
    if candidate.function.path != function.path:
        candidate.note("inner_in_other_file")
    calls = len(space.code.index.declaring(function.name, "called"))
    if calls > 5:
        candidate.note("inner_is_called_widely", min(1.0, math.log(calls) / 6))


def _uses_parameter(space: CandidateSet, frame: AppFrame) -> bool:
    names = {parameter.name for parameter in frame.function.declaration.parameters}
    return bool(names & set(re.findall(r"\w+", space.code.line(frame.function.path, frame.line))))


def _note_failure(space: CandidateSet, failure: FailedCondition, app: Sequence[AppFrame]) -> None:
    """Note where the failing expression and its value lie, and the kind of failure at each frame."""
    group = FAMILY_GROUPS.get(failure.family, "other")
    for frame in app[:3]:
        space.found[frame.function].note(f"{group}_in_frame_{frame.depth}")
    for frame in app[3:]:
        space.found[frame.function].note(f"{group}_in_later_frame")
    for key, place in (("failing_expression", failure.expression), ("failing_value", failure.value)):
        functions = space.code.functions(place.file_path) if place is not None else None
        function = functions.around(place.start_line) if functions and place is not None else None
        if function is not None and place is not None:
            candidate = space.candidate(function, place.start_line)
            candidate.note(key)
            # In the innermost function the failing value is what failed there, and no origin of it.
            if key == "failing_value" and not (app and function == app[0].function):
                said = f"`{function.display_name}` passes on `{_shorten(place.text)}`, the value that failed."
                candidate.explain("gives_value", 4.8, "value_origin", said, place.start_line)
            if not any(frame.function == function for frame in app):
                candidate.note(f"{key}_outside_trace")
    if failure.value is not None and app and failure.value.file_path != app[0].function.path:
        space.candidate(app[0].function, app[0].line).note("value_comes_from_elsewhere")


def _shorten(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= _LONGEST_CODE else line[: _LONGEST_CODE - 1] + "…"
