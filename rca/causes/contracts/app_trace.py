"""The app's side of an error: functions of the trace, and classes that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from models.code import ProjectFrame
from models.error_report import ErrorReport
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol

_FRAMES = 16
_CLASSES = 24
_NAMED = re.compile(r"(?<![\w$])(?:[a-z_]\w*[./])*\.?([A-Z]\w*(?:\$[A-Z]\w*)*)")
_EVERYWHERE = frozenset(
    [
        "Exception",
        "Error",
        "String",
        "Object",
        "Class",
        "Caused",
        "Process",
        "Fatal",
        "Thread",
        "Unable",
        "Context",
        "View",
    ]
)


@dataclass(frozen=True)
class TraceFunction:
    """A function of the app in the trace; `depth` counts such functions from the innermost."""

    function: Symbol
    line: int
    depth: int


@dataclass
class AppTrace:
    """What the error says of the app."""

    functions: list[TraceFunction] = field(default_factory=list)
    classes: dict[str, float] = field(default_factory=dict)
    """Simple names of project classes that the error names, 1 for those of the trace's innermost frame."""
    files: dict[str, float] = field(default_factory=dict)
    """Files of the trace and of the named classes, with the same weight."""

    library_methods: frozenset[str] = frozenset()
    """Names of methods and classes of the frames that are not the app's."""

    def depth_of(self, function: Symbol) -> int | None:
        """Return where in the trace a function is, or None."""
        return next((one.depth for one in self.functions if one.function == function), None)


def read_app_trace(
    report: ErrorReport, text: str, frames: Sequence[ProjectFrame], code: ProjectCode
) -> AppTrace:
    """Return the app's functions of the trace, and the classes that the error names.

    Args:
        report: the parsed error.
        text: the error as it was given.
        frames: places in the project, in the order of suspicion.
        code: the project.
    """
    trace = AppTrace()
    seen: set[Symbol] = set()
    for frame in frames:
        if frame.line is None or len(trace.functions) >= _FRAMES:
            continue
        functions = code.functions(frame.file_path)
        function = functions.around(frame.line) if functions else None
        if function is not None and function not in seen:
            seen.add(function)
            trace.functions.append(TraceFunction(function, frame.line, len(trace.functions)))
    for one in trace.functions:
        weight = 1 / (1 + one.depth)
        trace.files[one.function.path] = max(weight, trace.files.get(one.function.path, 0.0))
        for name in one.function.class_path:
            trace.classes[name] = max(weight, trace.classes.get(name, 0.0))
    _add_named(trace, report, text, code)
    trace.library_methods = frozenset(_library_names(report))
    return trace


def _library_names(report: ErrorReport) -> Iterator[str]:
    for exception in report.exceptions:
        for frame in exception.frames[:40]:
            if frame.origin != "app":
                yield from (frame.class_name or "").rpartition(".")[2].split("$")
                yield (frame.method or "").split("$")[0]


def _add_named(trace: AppTrace, report: ErrorReport, text: str, code: ProjectCode) -> None:
    messages = " ".join(exception.message or "" for exception in report.exceptions)[:6000]
    around = [frame.class_name or "" for exception in report.exceptions for frame in exception.frames[:60]]
    for source, weight in ((messages, 0.9), (" ".join(around), 0.5), (text[:6000], 0.4)):
        names = (part for match in _NAMED.finditer(source) for part in match[1].split("$"))
        for name in dict.fromkeys(names):
            if len(trace.classes) >= _CLASSES:
                return
            if name in _EVERYWHERE or name in trace.classes or len(name) < 4:
                continue
            declared = code.index.declaring(name, "class")
            if 0 < len(declared) <= 3:
                trace.classes[name] = weight
                for path in declared:
                    trace.files[path] = max(weight, trace.files.get(path, 0.0))
